"""What the audit makes of a registry's answers; no test asks one."""

from typing import Any

import httpx
import pytest

from tools import audit


def told(version: str, *vulnerabilities: dict[str, Any], **info: Any) -> httpx.Response:
    return httpx.Response(200, json={"info": {"version": version, **info}, "vulnerabilities": vulnerabilities})


def asked(answers: dict[str, httpx.Response], *packages: tuple[str, str]) -> audit.Report:
    def answer(request: httpx.Request) -> httpx.Response:
        return answers.get(request.url.path, httpx.Response(404))

    with httpx.Client(base_url="http://index.example", transport=httpx.MockTransport(answer)) as client:
        return audit.audit_python(client, list(packages))


ADVISORY = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fixed_in": ["1.2", "2.0"], "withdrawn": None}


def test_a_known_vulnerability_is_found() -> None:
    report = asked({"/dice/1.0/json": told("1.0", ADVISORY)}, ("dice", "1.0"))
    assert (report.found, report.asked, report.unasked) == (["dice 1.0: PYSEC-1 (1.2, 2.0 mends it)"], 1, [])


def test_a_withdrawn_release_is_found_and_a_withdrawn_advisory_is_not() -> None:
    withdrawn = told("1.0", {**ADVISORY, "withdrawn": "2026-01-01"}, yanked=True, yanked_reason="broken")
    assert asked({"/dice/1.0/json": withdrawn}, ("dice", "1.0")).found == ["dice 1.0 was withdrawn: broken"]


@pytest.mark.parametrize("name", ["PYSEC-1", "CVE-1"])
def test_what_is_accepted_is_not_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(audit.ACCEPTED, name, "no dice are thrown there")
    assert asked({"/dice/1.0/json": told("1.0", ADVISORY)}, ("dice", "1.0")).found == []


def test_a_mirror_that_tells_about_the_newest_release_only() -> None:
    answers = {"/dice/json": told("1.0", ADVISORY), "/cards/json": told("3.0", ADVISORY)}
    report = asked(answers, ("dice", "1.0"), ("cards", "2.9"), ("none", "1.0"))
    assert (len(report.found), report.asked, report.unasked) == (1, 1, ["cards 2.9", "none 1.0"])


def test_nobody_there_fails_nothing() -> None:
    def nobody(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no network", request=request)

    with httpx.Client(base_url="http://index.example", transport=httpx.MockTransport(nobody)) as client:
        report = audit.audit_python(client, audit.locked())
    assert (report.found, report.asked, report.unasked) == ([], 0, ["anything"])


def test_what_npm_says() -> None:
    advisory = {"name": "loaded", "range": "<2", "url": "http://index.example/advisories/GHSA-1"}
    said = {
        "vulnerabilities": {"loaded": {"via": [advisory]}, "cup": {"via": ["loaded"]}},
        "metadata": {"dependencies": {"total": 9}},
    }
    report = audit.npm_said(said)
    assert (report.found, report.asked) == (["loaded <2: GHSA-1"], 9)
    assert audit.npm_said({"message": "405 Method Not Allowed"}).unasked == ["anything"]
