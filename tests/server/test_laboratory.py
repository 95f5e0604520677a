"""The laboratory over REST: fields, an estimate, a trial in a worker, cancelled or not, and the card kept."""

import time
from typing import Any

import pytest

from knobel import read_sheet
from knobel.coach.house_rules import changed_card
from knobel.rules import find
from knobel.rules.sheetgame import SheetGame
from tests.server.house import House

DEARER = {"boxes.full_house": 40}


def ended(home: House, trial: str) -> Any:
    for _ in range(300):
        found = home.get(f"/trials/{trial}")
        if found["result"]:
            return found
        assert 0 <= found["progress"] <= 1
        time.sleep(0.2)
    raise AssertionError("no result")


def seconds(home: House, spec: str, changes: dict[str, Any]) -> float:
    for _ in range(300):
        found = home.http.post(f"/api/laboratory/{spec}/estimate", json={"changes": changes}).json()["seconds"]
        if found is not None:
            return float(found)
    raise AssertionError("no estimate")


def test_a_rule_is_tried_and_kept(home: House) -> None:
    found = home.get("/laboratory/kniffel")
    fields = {field["key"]: field for field in found["fields"]}
    assert (fields["boxes.full_house"]["value"], fields["rolls"]["most"]) == (25, 9)
    assert [option["key"] for option in fields["repeat.joker"]["options"]] == ["never", "free", "forced"]
    asked = {"changes": DEARER}
    assert 0 < seconds(home, "kniffel", DEARER) < 60
    begun = home.http.post("/api/laboratory/kniffel", json=asked)
    assert begun.status_code == 201, begun.text
    trial = begun.json()["id"]
    assert home.http.post("/api/laboratory/kniffel", json=asked).json()["id"] == trial, "worked out once"
    told = ended(home, trial)
    assert (told["spec"], told["changes"], told["progress"]) == ("kniffel", DEARER, 1)
    result = told["result"]
    assert result["before"]["value"] == pytest.approx(248.2068, abs=1e-3)
    assert result["after"]["value"] - result["before"]["value"] == pytest.approx(14.10, abs=0.01)
    assert 0 < result["changed"] <= result["compared"]
    losses = [example["loss"] for example in result["examples"]]
    assert losses == sorted(losses, reverse=True)
    kept = home.http.post("/api/laboratory/kniffel/card", json={**asked, "name": "Teures Haus"})
    assert kept.status_code == 201, kept.text
    own = next(one for one in home.get("/games")["own"] if one["key"] == kept.json()["key"])
    assert own["name"]["values"] == {"de": "Teures Haus", "en": "Teures Haus"}
    assert "optimal" in own["bots"]
    match = home.new(own["key"], names=("Ada",))
    played = home.http.get(f"/api/matches/{match}/file").text
    card = next(line for line in played.splitlines() if line.startswith("sheet:"))
    assert '"points": 40' in card.replace('":', '": ').replace("  ", " ")
    again = home.get(f"/laboratory/{own['key']}")
    assert {field["key"]: field["value"] for field in again["fields"]}["boxes.full_house"] == 40


def test_what_is_wrong_is_said(home: House) -> None:
    def refused(changes: dict[str, Any], spec: str = "kniffel") -> Any:
        return home.http.post(f"/api/laboratory/{spec}", json={"changes": changes}).json()

    assert refused({})["code"] == "advice/same"
    problem = refused({"rolls": 12})
    assert problem["code"] == "text/sheet"
    assert "rolls" in problem["title"]
    assert refused(DEARER, "forone:1")["code"] == "laboratory/none"
    assert home.http.get("/api/laboratory/numberup:1").json()["code"] == "laboratory/none"
    assert home.http.get("/api/laboratory/own_nothing").status_code == 404
    assert home.http.get(f"/api/trials/{'0' * 16}").json()["code"] == "laboratory/trial"


def test_a_long_one_is_cancelled(home: House) -> None:
    """Over ten minutes are said beforehand; who cancels is waited for by nobody."""
    asked = {"changes": {"boxes.super_kniffel": 70}}
    assert seconds(home, "seven", asked["changes"]) > 600
    trial = home.http.post("/api/laboratory/seven", json=asked).json()["id"]
    found = home.get(f"/trials/{trial}")
    assert found["result"] is None
    assert found["progress"] < 1
    assert home.http.delete(f"/api/trials/{trial}").status_code == 204
    assert home.http.get(f"/api/trials/{trial}").json()["code"] == "laboratory/trial"


def test_the_written_card_is_the_card() -> None:
    from knobel.rules.sheetfile import write_sheet

    game = find("seven")
    assert isinstance(game, SheetGame)
    new = changed_card(game, {"chips": 2, "repeat.anywhere": 0}, "Sieben mit Chips")
    assert read_sheet(write_sheet(new.sheet), "own.toml").sheet.declare(names=True) == new.sheet.declare(names=True)
