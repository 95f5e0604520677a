"""People, the last table, and cards of one's own over REST."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from knobel.match.notation import _checked, parse_match
from knobel.storage.people import COLOURS, PICTURES
from tests.databases import Databases
from tests.server.house import House, house
from tests.server.test_api import refused

LUNCH = Path(__file__).parents[2] / "docs" / "sheets.md"


@pytest.fixture
def home(tmp_path: Path, new_database: Databases) -> Iterator[House]:
    with house(tmp_path / "knobel.db", database=new_database()) as found:
        yield found


def names(home: House) -> list[str]:
    return [person["name"] for person in home.get("/people")["people"]]


def test_people_come_go_and_change(home: House) -> None:
    found = home.get("/people")
    assert found == {"people": [], "colours": list(COLOURS), "pictures": list(PICTURES)}
    ada = home.http.post("/api/people", json={"name": "Ada", "colour": "teal", "picture": "whale"})
    assert (ada.status_code, ada.json()) == (
        201,
        {"name": "Ada", "colour": "teal", "picture": "whale", "played": None},
    )
    refused(home.http.post("/api/people", json={"name": "ADA"}), 409, "server/person_taken")
    refused(home.http.post("/api/people", json={"name": " "}), 422, "match/seats")
    refused(home.http.post("/api/people", json={"name": "Cem", "picture": "yeti"}), 422, "server/body")
    home.new(names=("Ben", "ada"))  # whoever sits down is remembered, and called as before
    assert names(home) == ["Ada", "Ben"]
    assert all(person["played"] for person in home.get("/people")["people"])
    change = {"name": "Adele", "colour": "red", "picture": "fox"}
    assert home.http.put("/api/people/ada", json=change).json()["name"] == "Adele"
    refused(home.http.put("/api/people/Nobody", json=change), 404, "server/person")
    assert home.http.delete("/api/people/Ben").status_code == 204
    refused(home.http.delete("/api/people/Ben"), 404, "server/person")
    assert names(home) == ["Adele"]


def test_booklets_and_tables_know_the_same_people(home: House) -> None:
    home.http.post("/api/booklets/forone/levels/1/results", json={"person": "Ada", "points": 250})
    home.http.post("/api/booklets/forone/levels/1/results", json={"person": "ADA", "points": 260})
    assert names(home) == home.get("/booklets/forone")["people"] == ["Ada"]
    match = home.new(seats=[{"name": "ada", "colour": "rose"}, {"name": "Robo", "bot": "random"}])
    ada, robo = home.get(f"/matches/{match}")["header"]["seats"]
    assert (ada["name"], ada["colour"]) == ("Ada", "rose")
    assert ada["picture"] == home.get("/people")["people"][0]["picture"]
    assert robo["picture"] == ""
    assert names(home) == ["Ada"]  # bots are nobody
    home.http.delete("/api/people/Ada")
    assert home.get("/booklets/forone")["people"] == ["Ada"]  # what was written stays


def test_two_cannot_have_one_name_but_old_matches_may(home: House) -> None:
    for pair in (("Ada", "Ada"), ("Ada", "ADA"), ("Zoë", "zoe\u0308")):
        seats = [{"name": name} for name in pair]
        answer = home.http.post("/api/matches", json={"game": "kniffel", "seats": seats})
        refused(answer, 422, "match/names")
        assert pair[1] in answer.json()["title"] or pair[0] in answer.json()["title"]
    assert names(home) == []
    match = home.new(names=("Ada", "Ben"))
    with home.connected() as db:  # as earlier releases allowed
        (header,) = db.execute("select header from match where id = ?", (match,)).fetchone()
        lines = [line.rpartition(" #")[0] for line in header.splitlines()]
        twins = "".join(_checked([line.replace("human Ben", "human ADA") for line in lines]))
        db.execute("update match set header = ? where id = ?", (twins, match))
    seats = home.get(f"/matches/{match}")["header"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "ADA"]
    for way in ("rematch", "again"):
        new = home.http.post(f"/api/matches/{match}/{way}").json()["id"]
        assert {seat["name"] for seat in home.get(f"/matches/{new}")["header"]["seats"]} == {"Ada", "ADA 2"}


def test_the_last_table_is_laid_again(home: House) -> None:
    assert home.get("/tables/last") == {"match": None}
    seats = [{"name": "Ada", "colour": "red"}, {"name": "Robo", "colour": "blue", "bot": "random"}]
    match = home.new(seats=seats, games=2, first=1, same_dice=True, house_rules=["kniffel_after_strike"], dice="hand")
    assert home.get("/tables/last")["match"]["id"] == match
    again = home.http.post(f"/api/matches/{match}/again")
    assert again.status_code == 201
    old, new = (home.get(f"/matches/{id}") for id in (match, again.json()["id"]))
    for key in ("spec", "seats", "games", "first", "same_dice", "house_rules"):
        assert old["header"][key] == new["header"][key]
    assert new["table"]["source"] == "hand"
    assert new["header"]["commitment"] != old["header"]["commitment"]
    assert new["header"]["rematch_of"] is None
    home.http.delete(f"/api/matches/{match}")
    home.http.delete(f"/api/matches/{new['id']}")
    assert home.get("/tables/last") == {"match": None}


def lunch() -> str:
    """The card that docs/sheets.md shows."""
    return LUNCH.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def test_a_card_of_ones_own_is_kept_and_played_after_a_restart(tmp_path: Path) -> None:
    db = tmp_path / "k.db"
    with house(db) as home:
        answer = home.http.post("/api/cards", json={"source": "lunch.toml", "content": lunch()})
        assert answer.status_code == 201
        key = answer.json()["key"]
        (own,) = home.get("/games")["own"]
        assert (own["key"], own["name"]["values"]["de"], own["players"]) == (key, "Mittag", [1, 8])
        assert "greedy" in own["bots"]
        assert home.get(f"/cards/{key}")["layout"]["turns"] == 3
        match = home.new(key, seats=[{"name": "Ada"}, {"name": "Robo", "bot": "greedy"}], first=0)
        player = home.join(match)
        player.do("move", move="roll")
        player.close()
        refused(
            home.http.post("/api/matches", json={"game": key, "level": 1, "seats": [{"name": "A"}]}), 422, "game/rule"
        )
    with house(db) as home:
        assert [one["key"] for one in home.get("/games")["own"]] == [key]
        assert home.http.delete(f"/api/cards/{key}").status_code == 204
        refused(home.http.delete(f"/api/cards/{key}"), 404, "server/card")
        refused(home.http.get(f"/api/cards/{key}"), 404, "server/card")
        found = home.get(f"/matches/{match}")  # it carries its card with it
        assert (found["version"], found["header"]["name"]["values"]["de"]) == (2, "Mittag")
        assert [entry["id"] for entry in home.get("/matches")["matches"]] == [match]
        for way in ("rematch", "again"):
            assert home.http.post(f"/api/matches/{match}/{way}").status_code == 201
        player = home.join(match)
        player.play(Random(1), bots=True)
        player.close()
        text = home.http.get(f"/api/matches/{match}/file").text
        assert parse_match(text).header.game.name.say("de") == "Mittag"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("rolls = 3", "rolls = 33"), ("lunch.toml", "rolls", "9")),
        (("key = \"twos\"", "key = \"Twos!\""), ("boxes[1].key",)),
        (("[repeat]", "[[repeat"), ("TOML",)),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_card_is_told_with_the_place(
    home: House, change: tuple[str, str], said: tuple[str, ...]
) -> None:
    assert change[0] in lunch()
    for lang in ("de", "en"):
        body = {"source": "lunch.toml", "content": lunch().replace(*change)}
        answer = home.http.post("/api/cards", json=body, headers={"accept-language": lang})
        refused(answer, 422, "text/sheet")
        for part in said:
            assert part in answer.json()["title"]
    assert home.get("/games")["own"] == []


def test_a_card_that_only_changed_its_names_shows_the_new_ones(home: House) -> None:
    """Names are no rules: the two are the same game, and yet neither shows the other's."""
    texts = [lunch().replace('key = "twos"', f'key = "twos"\nname = {{ de = "{name}" }}') for name in ("Suppe", "Brot")]
    shown = []
    for text in texts:
        key = home.http.post("/api/cards", json={"source": "x.toml", "content": text}).json()["key"]
        (sheet,) = (block for block in home.get(f"/cards/{key}")["layout"]["blocks"] if block["block"] == "sheet")
        shown.append((key, sheet["boxes"][0]["name"]["values"]["de"]))
        match = home.new(key, ("Ada",))
        player = home.join(match)
        assert player.hello["layout"]["blocks"] == home.get(f"/cards/{key}")["layout"]["blocks"]
        player.close()
    assert [name for _, name in shown] == ["Suppe", "Brot"]
    assert [one["key"] for one in home.get("/games")["own"]] == [shown[1][0]]
