"""What is written for those who run a server: containers, proxy and service name only what exists."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import yaml  # type: ignore[import-untyped]
from typer.models import OptionInfo

from knobel.cli.serve import serve
from knobel.server.every_route import ROUTES
from knobel.server.run import check_proxies

ROOT = Path(__file__).parents[1]
COMPOSE: Any = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
CADDY = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "knobel.service").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Those of the Containerfile, each with what follows it."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def options() -> dict[str, Any]:
    """By name, the options that `knobel serve` has."""
    found: dict[str, Any] = {}
    for hint in get_type_hints(serve, include_extras=True).values():
        for meta in getattr(hint, "__metadata__", ()):
            if isinstance(meta, OptionInfo):
                names = (meta.default, *(meta.param_decls or ()))  # typer has the first in the place of a default
                found |= {str(name): meta for name in names if str(name).startswith("--")}
    return found


def asked(command: list[str]) -> dict[str, list[str]]:
    """The options of a command, with their values; every one of them exists."""
    assert command[0] == "serve"
    given: dict[str, list[str]] = {}
    name = ""
    for word in command[1:]:
        if word.startswith("--"):
            name, _, value = word.partition("=")
            assert name in options(), f"there is no {name}"
            given.setdefault(name, []).extend([value] if value else [])
        else:
            given[name].append(word)
    return given


def test_the_image_is_made_from_what_is_there() -> None:
    known = {"FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK",
             "ENTRYPOINT", "CMD"}  # fmt: skip
    assert {word for word, _ in instructions()} <= known
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and not rest.startswith("--from")]
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    for source in [name for names in copied for name in names]:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored, f"{source} is kept from the build"
    needed = ["pyproject.toml", "requirements.txt", "README.md", "LICENSE", "hatch_build.py", "web", "src"]
    assert sorted(name for names in copied for name in names) == sorted(needed)
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() == ignored


def test_the_image_has_the_tools_of_the_lock_and_stops_as_it_is_told() -> None:
    said = dict(instructions())
    everything = "\n".join(rest for _, rest in instructions())
    assert "[postgresql]" in everything, "what compose.yaml stores its matches with"
    (version,) = re.findall(r"uv==([\d.]+)", everything)
    assert f"uv=={version}" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert json.loads(said["ENTRYPOINT"]) == ["knobel"]
    given = asked(json.loads(said["CMD"]))
    assert given["--port"] == [said["EXPOSE"]]
    assert said["STOPSIGNAL"] == "SIGTERM"
    assert f"127.0.0.1:{said['EXPOSE']}/api/ready" in said["HEALTHCHECK"]
    assert said["USER"] == "knobel"


def test_the_parts_of_compose_know_each_other() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"server1", "server2", "database", "proxy"}
    for name, service in services.items():
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        assert set(service.get("depends_on", ())) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).exists(), f"{name}: {source}"
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"proxy"}, "everybody comes in by TLS"
    assert COMPOSE["networks"]["back"]["internal"] is True


@pytest.mark.parametrize("name", ["server1", "server2"])
def test_the_servers_of_compose_are_started_as_they_can_be(name: str) -> None:
    server, database = COMPOSE["services"][name], COMPOSE["services"]["database"]
    assert (ROOT / server["build"]["dockerfile"]).exists()
    given = asked(server["command"])
    check_proxies(tuple(given["--proxy"]))
    assert given["--allow-host"] == ["${KNOBEL_HOST:-localhost}"]
    assert given["--db"] == ["postgresql://knobel@database/knobel"]
    assert (database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]) == ("knobel", "knobel")
    assert database["environment"]["POSTGRES_PASSWORD"] == server["environment"]["PGPASSWORD"]
    assert "--no-local-owner" in given
    assert f"{name}:{given['--port'][0]}" in CADDY


def test_the_proxy_asks_the_servers_whether_they_take_players() -> None:
    assert CADDY.count("{") == CADDY.count("}")
    assert set(re.findall(r"\b([a-z]\w*):8777\b", CADDY)) == {"server1", "server2"}
    (asked_for,) = re.findall(r"health_uri /api(\S+)", CADDY)
    assert asked_for in {route.path for route in ROUTES.all}
    assert "Host {$KNOBEL_HOST:localhost}" in CADDY, "a server answers under the names it was given"
    assert COMPOSE["services"]["proxy"]["environment"]["KNOBEL_HOST"] == "${KNOBEL_HOST:-localhost}"


def test_the_service_is_started_as_it_can_be() -> None:
    (command,) = re.findall(r"^ExecStart=\S+/knobel (.*)$", UNIT, re.MULTILINE)
    given = asked(command.split())
    check_proxies(tuple(given["--proxy"]))
    assert "--no-local-owner" in given, "else everybody who comes through the proxy could be the owner"
    assert "KillSignal=SIGTERM" in UNIT


def test_systemd_takes_the_service(tmp_path: Path) -> None:
    """Where systemd is; all of its words are known ones in any case."""
    for line in UNIT.splitlines():
        assert line == "" or re.match(r"#|\[(Unit|Service|Install)\]$|[A-Z]\w+=", line), line
    if found := shutil.which("systemd-analyze"):
        there = tmp_path / "knobel.service"
        there.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", UNIT), encoding="utf-8")
        done = subprocess.run([found, "verify", "--man=no", str(there)], capture_output=True, text=True, timeout=120)
        assert [line for line in done.stderr.splitlines() if "knobel.service" in line] == []
