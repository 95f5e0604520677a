"""Random messages and requests: no fault of the server, and a code and a sentence for every refusal."""

import contextlib
import json
import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis.errors import Unsatisfiable
from requests import Request
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from knobel.server import api
from tests.server.house import House
from tests.thoroughness import LONG

VERBS = ("move", "dice", "undo", "note", "correct", "source", "keep", "salt", "sync", "ping", "go", "fly")
MOVES = ("roll", "keep 11010", "keep 11111", "chip 110100", "enter chance", "enter ones", "strike chance", "x", "")
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**12, 1.5, "", "chance", "ä", [], [1, 2, 3], {}, "1" * 50, "\x00")
MESSAGES = 100_000 if LONG else 10_000
EXAMPLES = 100 if LONG else 5  # for every route, valid ones and others
MATCH = 5_000  # messages for one match, which holds no more than it may


def random_message(luck: Random, version: int) -> str:
    """Mostly well formed, so that it gets far; sometimes bent, sometimes noise."""
    if luck.random() < 0.05:
        return "".join(luck.choices(string.printable, k=luck.randint(0, 60)))
    said: dict[str, Any] = {
        "do": luck.choice(VERBS),
        "id": f"r{luck.randint(0, 3000)}",
        "at": version if luck.random() < 0.8 else luck.randint(0, 50),
        "seat": luck.randint(0, 2),
        "move": luck.choice(MOVES),
        "faces": [luck.randint(0, 7) for _ in range(luck.choice((1, 5, 5, 5, 6)))],
        "box": luck.choice(("chance", "ones", "full_house", "hut")),
        "points": luck.randint(0, 30),
        "source": luck.choice(("app", "hand", "moon")),
        "mask": luck.choice(("", "11010", "2")),
        "seed": luck.choice(("ab", "xyz")),
        "since": luck.randint(0, 60),
    }
    wanted = {
        "move": ("at", "seat", "move"), "dice": ("at", "seat", "faces"), "undo": ("at", "seat"),
        "note": ("at", "seat", "box", "points"), "correct": ("at", "seat", "box", "points"), "source": ("at", "source"),
        "keep": ("at", "mask"), "go": ("at",), "salt": ("at", "seat", "seed"), "sync": ("since",),
    }  # fmt: skip
    kept = {key: said[key] for key in ("do", "id", *wanted.get(said["do"], ()))}
    if luck.random() < 0.1:
        kept[luck.choice([*kept, "more"])] = luck.choice(VALUES)
    return json.dumps(kept)


def talk(home: House, luck: Random, messages: int) -> set[str]:
    """So many messages at a new table, all of them answered; the codes of the refusals."""
    match = home.new(luck.choice(("kniffel", "seven")), ("Ada", "Ben"))
    player = home.join(match)
    version, codes = 0, set()
    for _ in range(messages // 20):
        for _ in range(20):
            player.socket.send(random_message(luck, version))
        player.socket.send('{"do":"undo","id":"end","at":99999,"seat":0}')  # refused once all others have been answered
        while True:
            message = json.loads(player.socket.recv(timeout=30))
            if message.get("id") == "end":
                break
            if message["is"] == "refused":
                assert message["title"]
                assert message["text"]["key"]
                assert message["status"] < 500, message
                codes.add(message["code"])
            if message["is"] in ("state", "step"):
                version = message["version"]
    assert home.get("/health")["ok"]
    assert home.get(f"/matches/{match}")["version"] > 5
    player.close()
    return codes


@pytest.mark.parametrize("seed", range(MESSAGES // MATCH))
def test_random_messages(home: House, seed: int) -> None:
    codes = talk(home, Random(seed), MATCH)
    assert {"server/body", "move/illegal", "move/seat", "move/stale", "move/source"} <= codes


def operations() -> list[Any]:
    schema: Any = schemathesis.openapi.from_dict(api.application().openapi())
    return [found.ok() for found in schema.get_all_operations()]


def ask_all(base: str, operation: Any, mode: GenerationMode, examples: int) -> list[int]:
    """Requests for one route, made from the schema; the status of every answer, which fits the schema as well."""
    told: list[int] = []

    @settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        asked = Request(**case.as_transport_kwargs(base_url=base)).prepare()
        assume(len(asked.url or "") < 60_000)  # beyond that it is no request: refused while it is still being sent
        response = case.call(base_url=base, timeout=60)  # seconds, on however busy a machine
        told.append(response.status_code)
        # The rules refuse more than a schema can say, and what is too large before anybody has read it.
        beside = [positive_data_acceptance, *([negative_data_rejection] if response.status_code == 413 else [])]
        case.validate_response(response, excluded_checks=beside)
        assert response.status_code < 500
        if response.status_code >= 400:
            assert response.json()["code"]
            assert response.json()["title"]

    with contextlib.suppress(Unsatisfiable):  # a route without parameters cannot be asked wrongly
        ask()
    return told


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_requests_made_from_the_schema(home: House, operation: Any, mode: GenerationMode) -> None:
    """Valid ones and ones that break the schema."""
    ask_all(f"http://127.0.0.1:{home.port}", operation, mode, EXAMPLES)


def test_the_protocol_lists_every_route(home: House) -> None:
    paths = home.get("/openapi.json")["paths"]
    protocol = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path, methods in paths.items():
        shown = path.replace("{match}", "{id}")
        for method in methods:
            assert f"`{method.upper()} {shown}" in protocol, (method, path)
