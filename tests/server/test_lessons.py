"""Lessons over REST: steps by their number, refusals with a sentence, and nothing that is kept."""

import pytest

from knobel.lessons import LESSONS
from knobel.words import say
from tests.server.house import House

GERMAN = {"accept-language": "de"}


@pytest.mark.parametrize("key", LESSONS)
def test_a_whole_lesson(home: House, key: str) -> None:
    told = home.get(f"/lessons/{key}")
    assert told["step"] == 0
    while told["step"] < told["steps"]:
        at, move = told["step"], told["move"]
        assert told["says"]["key"] == LESSONS[key].says(at).key
        told = home.get(f"/lessons/{key}?step={at + 1}" if move is None else f"/lessons/{key}?step={at}&move={move}")
        assert told["step"] == at + 1
        assert told["match"]["table"]["undo"] == 0
    assert told["move"] is None
    assert told["match"]["version"] == len(told["match"]["events"])
    assert home.get(f"/lessons/{key}?step=100") == told
    assert home.get("/matches")["matches"] == []


def test_what_is_kept_of_the_last_throw_is_told(home: House) -> None:
    told = home.get("/lessons/kniffel?step=2&move=keep 10100")
    assert told["match"]["held"] == "10100"


def test_other_moves_are_answered_with_a_sentence(home: House) -> None:
    def refused(query: str) -> tuple[int, str, str]:
        answer = home.http.get(f"/api/lessons/{query}", headers=GERMAN)
        return answer.status_code, answer.json()["code"], answer.json()["title"]

    told = home.get("/lessons/kniffel?step=2&move=keep 10110")
    assert (told["step"], told["why"]["key"]) == (2, "lessons.kniffel.keep.else")
    assert refused("kniffel?step=2&move=roll")[:2] == (409, "move/illegal")
    assert refused("kniffel?step=2&move=ÄÄ")[:2] == (422, "text/move")
    assert refused("kniffel?step=-1")[:2] == (422, "server/body")
    status, code, title = refused("yatzy")
    assert (status, code) == (422, "lesson/none")
    assert "Kniffel Extreme" in title
    seat = home.http.get("/api/lessons/kniffel", headers=GERMAN).json()["match"]["header"]["seats"][0]["name"]
    assert seat == say("de", "lessons.you")


def test_the_registry_says_which_games_are_taught(home: House) -> None:
    assert [game["key"] for game in home.get("/games")["games"] if game["lesson"]] == list(LESSONS)
