"""The coach at a table: hints mark the match, reviews are worked out aside, what-if goes on with the same dice."""

import time
from random import Random
from typing import Any

import pytest

from knobel.coach.advice import advise
from knobel.match.events import Drew, Played
from knobel.match.notation import format_match, parse_match
from tests.playing import random_match
from tests.server.house import House


def reviewed(home: House, match: str) -> Any:
    for _ in range(200):
        found = home.get(f"/matches/{match}/review")
        if found["review"]:
            return found["review"]
        assert 0 <= found["progress"] <= 1
        time.sleep(0.2)
    raise AssertionError("no review")


def test_hints_mark_the_match_once_and_say_what_every_move_is_worth(home: House) -> None:
    match = home.new(names=("Ada", "Ben"), first=0)
    player = home.join(match)
    assert home.http.post(f"/api/matches/{match}/hints?at=0").status_code == 200, "before the first throw: one option"
    player.catch_up(1)
    assert player.table["hinted"] == [0]
    player.do("move", at=1, seat=0, move="roll")
    version = player.state["version"]
    found = home.get(f"/matches/{match}/hints?at={version}")
    assert (found["version"], found["seat"], found["exact"]) == (version, 0, True)
    losses = [option["loss"] for option in found["options"]]
    assert losses[0] == 0
    assert losses == sorted(losses)
    kept = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    advice = advise(kept.header.game, kept.state.cards[0])
    assert {option["move"]: round(option["value"], 6) for option in found["options"]} == {
        str(option.move): round(option.value, 6) for option in advice
    }
    why = home.get(f"/matches/{match}/hints/why?at={version}")["options"]
    assert why[0]["move"] == str(advice.best.move)
    assert why[0]["name"]["key"].startswith("coach.move.")
    worst = found["options"][-1]
    (one,) = home.get(f"/matches/{match}/hints/why?at={version}&move={worst['move']}")["options"]
    assert one["loss"] == pytest.approx(worst["loss"])
    assert home.http.get(f"/api/matches/{match}/hints/why?at={version}&move=enter nothing").status_code == 409
    ahead = home.http.get(f"/api/matches/{match}/hints?at={version + 1}")
    assert ahead.json()["code"] == "move/stale", "nobody has seen that yet"
    listed = next(one for one in home.get("/matches")["matches"] if one["id"] == match)
    assert listed["hinted"] == [0]
    assert [event["is"] for event in home.get(f"/matches/{match}")["events"]].count("hinted") == 1


@pytest.mark.parametrize(("method", "asked"), [("GET", ""), ("GET", "/why"), ("GET", "/chances"), ("POST", "")])
def test_a_question_that_was_overtaken_is_no_mistake(home: House, method: str, asked: str) -> None:
    """Whoever gets hints always asks at every step, and the next one may be faster; a browser shows refusals as
    errors."""
    match = home.new("numberup", names=("Ada",))
    home.http.post(f"/api/matches/{match}/hints?at=0")
    home.join(match).do("move", at=1, seat=0, move="draw")
    late = home.http.request(method, f"/api/matches/{match}/hints{asked}?at=1")
    assert (late.status_code, late.content) == (204, b"")


def test_who_has_not_asked_is_told_nothing(home: House) -> None:
    match = home.new(names=("Ada",))
    assert home.http.get(f"/api/matches/{match}/hints?at=0").json()["code"] == "server/hint"
    bot = home.new(seats=[{"name": "Bo", "bot": "greedy"}, {"name": "Ada"}], first=0)
    assert home.http.post(f"/api/matches/{bot}/hints?at=0").json()["code"] == "server/decision"


def test_the_chance_to_win_of_everybody_is_told_to_who_has_asked(home: House) -> None:
    match = home.new("seven", names=("Ada", "Ben"), first=0)
    assert home.http.get(f"/api/matches/{match}/hints/chances?at=0").json()["code"] == "server/hint"
    home.http.post(f"/api/matches/{match}/hints?at=0")
    found = home.get(f"/matches/{match}/hints/chances?at=1")
    assert (found["version"], found["medals"]) == (1, [])
    assert [player["chance"] for player in found["players"]] == pytest.approx([0.5, 0.5])
    assert all(0 < player["error"] < 0.05 for player in found["players"])
    alone = home.new("kniffel", names=("Ada",))
    home.http.post(f"/api/matches/{alone}/hints?at=0")
    assert home.get(f"/matches/{alone}/hints/chances?at=1") == {"version": 1, "players": [], "medals": []}


def test_a_review_is_worked_out_aside_and_kept(home: House) -> None:
    played, _ = random_match("kniffel", Random(5), seats=2)
    match = home.http.post("/api/files", content=format_match(played).encode()).json()["id"]
    found = reviewed(home, match)
    assert [player["name"] for player in found["players"]] == ["P0", "P1"]
    for player, points in zip(found["players"], played.totals, strict=True):
        assert player["result"] == points
        assert player["start"] + player["luck"] - player["loss"] == pytest.approx(points, abs=1e-3)
        assert player["exact"]
        losses = [decision["loss"] for decision in player["mistakes"]]
        assert losses == sorted(losses, reverse=True)
        assert player["decided"] == player["right"] + len(losses)
        assert player["expected"][-1][1] == pytest.approx(points)
    assert found["no_what_if"] is None
    assert home.get(f"/matches/{match}/review")["review"] == found


def test_what_if_goes_on_with_the_same_dice(home: House) -> None:
    played, _ = random_match("kniffel", Random(6), seats=2)
    match = home.http.post("/api/files", content=format_match(played).encode()).json()["id"]
    ben = [(n, event) for n, event in enumerate(played.events, 1) if isinstance(event, Played) and event.seat == 1]
    n = next(n for n, event in ben if event.move.verb in ("enter", "keep"))
    own = [event for event in played.events[n - 1 :] if getattr(event, "seat", None) == 1]
    moves = [str(event.move) for event in own if isinstance(event, Played)]
    drawn = [event.faces for event in own if isinstance(event, Drew)]
    whole = home.get(f"/matches/{match}/what-if/{n}?moves={';'.join(moves)}")
    faces = [tuple(event["faces"]) for event in whole["match"]["events"] if event["is"] == "drew"]
    assert faces == drawn, "the same moves bring the same dice"
    assert whole["match"]["table"]["over"]
    assert whole["played"] == played.totals[1] == whole["match"]["table"]["ranking"][0]["points"]
    assert whole["match"]["header"]["seats"][0]["name"] == "P1"
    begun = home.get(f"/matches/{match}/what-if/{n}")
    assert (begun["match"]["version"], begun["match"]["table"]["undo"]) == (0, None)
    line = home.get(f"/matches/{match}/what-if/{n}/line")
    assert (line["played"], line["points"]) == (played.totals[1], line["steps"][-1]["points"])
    assert home.http.get(f"/api/matches/{match}/what-if/1").status_code == 422, "a throw for who begins"
    running = home.new(names=("Ada",))
    home.join(running).do("move", at=0, seat=0, move="roll")
    assert home.http.get(f"/api/matches/{running}/what-if/1").json()["code"] == "advice/what_if"
