"""Match files and lists over REST: opened, kept once, gone on with under a new seal; put away and taken back."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.match.host import Host, new_match
from knobel.match.log import verify
from knobel.match.notation import format_match, parse_match
from knobel.server import hub
from knobel.storage.database import opened
from knobel.storage.matches import Matches
from knobel.storage.saves import Save
from tests.server.house import House, house, until
from tests.server.test_api import refused

KEPT = Path(__file__).parents[1] / "storage" / "kept" / "version_2.sql"


def running(game: str = "kniffel", *names: str, moves: int = 9, **options: Any) -> Host:
    host, luck = new_match(game, names or ("Ada", "Jörg"), first=0, **options), Random(game)
    for _ in range(moves):
        host = host.play(luck.choice(host.match.legal_moves))
    return host


def opened_file(home: House, content: str | bytes, **query: Any) -> Any:
    answer = home.http.post("/api/files", content=content, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_running_match_goes_on_under_a_new_seal(home: House) -> None:
    host = running()
    found = opened_file(home, format_match(host.match))
    assert (found["known"], found["over"], found["sealed_elsewhere"]) == (False, False, True)
    assert found["check"]["seal"] == "closed"
    match = found["id"]
    player = home.join(match)
    assert player.hello["header"]["sealed_elsewhere"]
    assert player.do("move", move=player.moves()[0])["code"] == "server/seal", "nothing moves before it is said"
    refused(home.http.post(f"/api/matches/{match}/end"), 409, "server/seal")
    whole = home.http.post(f"/api/matches/{match}/seal").json()
    assert not whole["header"]["sealed_elsewhere"]
    told = player.receive("state")
    while "header" not in told:
        told = player.receive("state")
    assert told["header"]["commitment"] == whole["header"]["commitment"] != host.match.header.commitment
    assert home.http.post(f"/api/matches/{match}/seal").json()["version"] == whole["version"], "asked twice, done once"
    player.play(Random(3))
    player.close()
    log = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    checked = verify(log)
    assert (checked.earlier, checked.sealed > 9) == (sum(type(e).__name__ == "Drew" for e in host.match.events), True)
    assert home.get(f"/matches/{match}/check")["earlier"] == checked.dice_earlier
    proof = home.get(f"/matches/{match}/proof")
    assert (proof["earlier"], len(proof["draws"])) == (checked.dice_earlier, checked.sealed)
    again = opened_file(home, format_match(log).replace("\n", "\r\n"))
    assert (again["id"], again["known"], again["differs"], again["check"]["seal"]) == (match, True, False, "kept")


def test_the_file_of_a_running_match_is_named_well_and_keeps_its_secret(home: House) -> None:
    match = home.new("forone", ("Jörg/..\\Ä",), level=3)
    answer = home.http.get(f"/api/matches/{match}/file")
    name = answer.headers["content-disposition"]
    day = home.get(f"/matches/{match}")["header"]["created"][:10]
    assert f'filename="forone-3-{day}-Jorg-..-A.knobel"' in name
    assert f"UTF-8''forone-3-{day}-J%C3%B6rg-..-%C3%84.knobel" in name
    with closing(sqlite3.connect(home.db)) as db:
        ((seed,),) = db.execute("select seed from seed where match = ?", (match,))
    assert seed not in answer.text
    known = opened_file(home, answer.text)
    assert (known["id"], known["known"], known["sealed_elsewhere"]) == (match, True, False)


def test_a_copy_is_kept_only_where_it_differs_and_is_wanted(home: House) -> None:
    host = running("seven", "Ada", "Ben")
    first = opened_file(home, format_match(host.match))["id"]
    earlier = running("seven", "Ada", "Ben", moves=5)
    behind = host.match
    assert behind.version > earlier.match.version
    other = format_match(host.play(host.match.legal_moves[-1]).match)
    told = opened_file(home, other)
    assert (told["id"], told["known"], told["differs"]) == (first, True, True)
    assert home.get(f"/matches/{first}")["version"] == host.match.version, "nothing was changed"
    copy = opened_file(home, other, copy=True)
    assert copy["id"] != first
    assert opened_file(home, other)["id"] == copy["id"]
    assert opened_file(home, format_match(host.match), copy=True)["id"] in (first, copy["id"]), "nothing differs"


def test_a_manipulated_file_is_found_out(home: House) -> None:
    host = running(moves=0)
    forged = host.match.append(0, "roll")
    faces = host.play("roll").match.events[-1].faces  # type: ignore[union-attr]
    wrong = tuple(int(face) % 6 + 1 for face in faces)
    match = forged.draw(0, wrong).reveal(host.seal.seed.hex())
    found = opened_file(home, format_match(match))
    assert found["check"]["seal"] == "broken"
    assert found["check"]["why"]["key"] == "errors.seal.broken"
    text = format_match(running(moves=6).match)
    for content, code in (
        (text.replace("Ada", "Eve"), "text/match"),
        (text[:-30], "text/match"),
        ("", "text/match"),
        (b"\x89PNG\xff", "server/file"),
        ("knobel match 9 #0\n", "text/match"),
    ):
        refused(home.http.post("/api/files", content=content), 422, code)
    refused(home.http.post("/api/files", content=b"x" * 2_000_001), 413, "server/size")
    refused(home.http.post("/api/files", content=iter([b"x" * 1_000_000] * 3)), 413, "server/size")


def test_deleting_archiving_and_taking_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "k.db") as home:
        match, other = home.new(), home.new("seven", ("Cem",))
        watcher = home.join(match)
        assert home.http.delete(f"/api/matches/{match}").status_code == 204
        refused(home.http.get(f"/api/matches/{match}"), 404, "server/match")
        refused(home.http.post(f"/api/matches/{match}/archive"), 404, "server/match")
        assert [one["id"] for one in home.get("/matches")["matches"]] == [other]
        assert [one["id"] for one in home.get("/matches?shelf=bin")["matches"]] == [match]
        assert home.http.post(f"/api/matches/{match}/restore").status_code == 204
        assert home.get(f"/matches/{match}")["id"] == match
        assert home.http.post(f"/api/matches/{match}/archive").status_code == 204
        (archived,) = home.get("/matches?shelf=archive&person=Ada")["matches"]
        assert (archived["id"], archived["shelf"]) == (match, "archive")
        assert home.get("/choices") == {"games": ["kniffel", "seven"][1:], "people": ["Ada", "Ben", "Cem"]}
        assert home.http.delete(f"/api/matches/{match}").status_code == 204
        watcher.close()
    monkeypatch.setattr(hub, "KEPT_SECONDS", -10)
    with house(tmp_path / "k.db") as home:  # cleaned up at the next start
        until(lambda: home.http.post(f"/api/matches/{match}/restore").status_code == 404)


def test_a_list_replays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it shows is kept beside the match, written with each step that changes it."""
    with house(tmp_path / "k.db") as home:
        match = home.new(names=("Ada", "Ben"), first=0)
        player = home.join(match)
        player.do("move", move="roll")
        player.do("move", move="enter chance")
        player.close()
        played = home.get(f"/matches/{match}")
        (listed,) = home.get("/matches")["matches"]
        assert listed["ranking"] == played["table"]["ranking"]
        assert (listed["version"], listed["turn"]) == (played["version"], played["table"]["turn"])
        assert listed["progress"] > 0
    monkeypatch.setattr("knobel.match.log.Match.step", lambda *_: 1 / 0)
    with house(tmp_path / "k.db") as home:
        assert home.get("/matches")["matches"] == [listed]


def test_a_replay_is_one_step_a_decision(home: House) -> None:
    match = opened_file(home, format_match(running("kniffel", "Ada", "Ben", moves=30).match))["id"]
    whole = home.get(f"/matches/{match}")
    first = home.get(f"/matches/{match}/replay?most=20")
    decisions = [event["n"] for event in whole["events"] if event["is"] == "played"]
    assert len(first["ends"]) == len(decisions) + 1
    assert [frame["version"] for frame in first["frames"]] == first["ends"][:20]
    rest = home.get(f"/matches/{match}/replay?first=20&most=100")
    assert rest["frames"][0]["views"].count(None) == 0, "every piece begins with all cards"
    assert rest["frames"][-1]["version"] == whole["version"]
    for frame in (*first["frames"][::7], rest["frames"][0]):
        then = home.get(f"/matches/{match}/at/{frame['version']}")
        assert frame["table"] == then["table"]
        assert all(slim in (None, view) for slim, view in zip(frame["views"], then["views"], strict=True))


def test_a_match_that_has_not_begun_is_replayed_too(home: House) -> None:
    replay = home.get(f"/matches/{home.new()}/replay?most=20")
    assert (replay["ends"], len(replay["frames"])) == ([0], 1)


def test_a_replay_looks_at_the_cards_of_a_game_that_has_just_ended(home: House) -> None:
    """Those of the next game of the series come with its first decision."""
    host = running("kniffel", "Ada", moves=60, games=2)
    match = opened_file(home, format_match(host.match))["id"]
    frames = home.get(f"/matches/{match}/replay?most=100")["frames"]
    ended = next(frame for frame in frames if len(frame["table"]["results"]) == 1)
    (sheet,) = (block for block in ended["views"][0]["blocks"] if "boxes" in block)
    assert len([box for box in sheet["boxes"] if "points" in box]) == 13


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server on the database that the terminal uses as well."""
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    monkeypatch.setattr(hub, "LOOK_SECONDS", 0.05)
    with house(tmp_path / "knobel.db") as home:
        yield home


def test_the_terminal_and_the_browser_play_the_same_match(at_home: House) -> None:
    match = at_home.new(names=("Ada",))
    player = at_home.join(match)
    player.do("move", move="roll")
    save = Save(match)
    at_the_terminal = save.read()
    assert at_the_terminal.match.version == player.state["version"]
    save.write(at_the_terminal.play("enter chance").match)
    player.close()
    until(lambda: at_home.get(f"/matches/{match}")["version"] == player.state["version"] + 1)
    save.close()


def test_a_database_of_before_gets_its_summaries(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(KEPT.read_text(encoding="utf-8"))
        over = dict(db.execute("select id, over from match"))
    began = time.monotonic()
    with opened(path) as connection:
        assert Matches(connection).without_summary(1) == []
    assert time.monotonic() - began < 20
    with house(path) as home:
        page = home.get("/matches?limit=100")
        assert page["unreadable"] == []
        assert {one["id"]: int(one["revealed"] or one["over"]) for one in page["matches"]} == over
        for one in page["matches"]:
            match = home.get(f"/matches/{one['id']}")
            assert one["ranking"] == match["table"]["ranking"]
            assert one["version"] == match["version"]
            assert [seat["name"] for seat in one["seats"]] == [seat["name"] for seat in match["header"]["seats"]]
        assert "Ada" in home.get("/choices")["people"]
