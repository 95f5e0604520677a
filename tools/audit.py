"""Asks the registries that pip and npm are set up for about every locked version: `python -m tools.audit`.

A known vulnerability or a withdrawn release fails. What a registry does not answer is said and fails nothing: a mirror
may hold packages only, and tests have to run without a network.
"""

import json
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from web.front_end import ROOT, npm

AT_ONCE = 16
PATIENCE = 10.0  # seconds
ACCEPTED: dict[str, str] = {}  # an advisory, or "NAME VERSION" of a withdrawn release: why it does not concern Knobel


@dataclass
class Report:
    found: list[str] = field(default_factory=list)
    unasked: list[str] = field(default_factory=list)
    asked: int = 0  # packages about which a registry has answered


def locked(root: Path = ROOT) -> list[tuple[str, str]]:
    lines = (root / "requirements.txt").read_text(encoding="utf-8")
    return re.findall(r"^([\w.-]+)==(\S+)", lines, re.MULTILINE)


def index() -> str:
    """Where pip looks, by its own settings; what is told about a release lies beside what can be had of it."""
    from pip._internal.commands import create_command

    options, _ = create_command("download").parse_args([])
    return re.sub(r"/simple/?$", "/pypi", str(options.index_url))


def audit_python(client: httpx.Client, packages: list[tuple[str, str]]) -> Report:
    report = Report()
    try:
        client.get(f"{packages[0][0]}/json")
    except httpx.HTTPError:  # nobody there: without a network each of them would wait for its turn to fail
        return Report(unasked=["anything"])
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for (name, version), told in zip(packages, pool.map(lambda one: _release(client, *one), packages), strict=True):
            if told is None:
                report.unasked.append(f"{name} {version}")
            else:
                report.asked += 1
                report.found += _wrong_with(name, version, told)
    return report


def _release(client: httpx.Client, name: str, version: str) -> dict[str, Any] | None:
    """What is told about one release; some mirrors tell it about the newest only."""
    for path in (f"{name}/{version}/json", f"{name}/json"):
        try:
            answer = client.get(path)
            told = answer.json() if answer.status_code == httpx.codes.OK else {}
        except (httpx.HTTPError, ValueError):
            return None
        if told.get("info", {}).get("version") == version and "vulnerabilities" in told:
            return dict(told)
    return None


def _wrong_with(name: str, version: str, told: dict[str, Any]) -> Iterator[str]:
    if told["info"].get("yanked") and f"{name} {version}" not in ACCEPTED:
        yield f"{name} {version} was withdrawn: {told['info'].get('yanked_reason') or 'no reason given'}"
    for one in told["vulnerabilities"]:
        if not one.get("withdrawn") and not {one["id"], *one.get("aliases", ())} & ACCEPTED.keys():
            fixed = ", ".join(one.get("fixed_in", ())) or "nothing yet"
            yield f"{name} {version}: {one['id']} ({fixed} mends it)"


def audit_npm(root: Path = ROOT) -> Report:
    """npm asks about all of its lock file at once."""
    command = [*npm(), "audit", "--json", "--package-lock-only", "--fetch-retries=0"]
    try:
        done = subprocess.run(
            command, cwd=root / "web", capture_output=True, encoding="utf-8", errors="replace", timeout=PATIENCE
        )
        return npm_said(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, ValueError):
        return npm_said({})


def npm_said(told: dict[str, Any]) -> Report:
    if "vulnerabilities" not in told:
        return Report(unasked=["anything"])
    advisories = {
        (one["name"], one["range"], one["url"].rsplit("/", 1)[-1])
        for package in told["vulnerabilities"].values()
        for one in package["via"]
        if isinstance(one, dict)  # else the name of a package that brings the trouble along
    }
    found = [f"{name} {range_}: {which}" for name, range_, which in sorted(advisories) if which not in ACCEPTED]
    return Report(found, asked=told["metadata"]["dependencies"]["total"])


def main() -> None:
    with (
        ThreadPoolExecutor(1) as beside,
        httpx.Client(base_url=index(), timeout=PATIENCE, verify=ssl.create_default_context()) as client,
    ):
        of_npm = beside.submit(audit_npm)
        reports = {"requirements.txt": audit_python(client, locked()), "web/package-lock.json": of_npm.result()}
    for name, report in reports.items():
        left = f"; the registry does not tell about {', '.join(report.unasked)}" if report.unasked else ""
        print(f"audit of {name}: {report.asked} packages asked about, {len(report.found)} findings{left}")
    if found := [line for report in reports.values() for line in report.found]:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
