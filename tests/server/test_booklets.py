"""The booklets: results enter by themselves, once; by hand they come and go; damaged and older levels do no harm."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.bots import BOTS
from knobel.match.results import Result, Standing, written
from knobel.rules import booklets, digest, find
from knobel.rules.core import Decide
from knobel.server import booklets as booklet_routes
from knobel.storage.ledger import Ledger
from tests.databases import Databases
from tests.playing import kept_match
from tests.server.house import House, Player, house
from tests.server.test_api import refused


@pytest.fixture
def home(tmp_path: Path, new_database: Databases) -> Iterator[House]:
    """A server of its own for every test: booklets are shared by all matches of one."""
    with house(tmp_path / "knobel.db", database=new_database()) as found:
        yield found


def play(player: Player, spec: str) -> None:
    """To the end as the greedy bot would, so that there are points."""
    game, luck = find(spec), Random(1)
    state = game.start()
    while not player.table["over"]:
        node = game.node(state)
        assert isinstance(node, Decide)
        move = BOTS["greedy"](game, state, node, luck)
        answer = player.do("move", move=str(move))
        assert answer["is"] == "state", answer
        state = game.play(state, move)
        for event in answer["events"]:
            if event["is"] == "drew":
                state = game.draw(state, tuple(event["faces"]))


def finished(home: House, game: str, name: str = "Ada", **asked: Any) -> str:
    match = home.new(game, (name,), **asked)
    player = home.join(match)
    play(player, home.get(f"/matches/{match}")["header"]["spec"])
    player.close()
    return match


@pytest.mark.parametrize("spec", ["forone:1", "numberup:1"])
def test_a_level_played_to_its_end_is_entered_once(home: House, spec: str) -> None:
    game = spec.split(":")[0]
    assert home.get(f"/booklets/{game}")["people"] == []
    match = finished(home, game, level=1)
    points = home.get(f"/matches/{match}")["table"]["ranking"][0]["points"]
    (line,) = home.get(f"/booklets/{game}/levels/1")["results"]
    assert (line["id"], line["person"], line["points"], line["best"]) == (match, "Ada", points, True)
    assert line["medal"] == booklets.booklet(game).level(1).medal(points)
    entry = home.get(f"/matches/{match}/entry")
    assert entry["result"] == line
    assert entry["why"] is None
    assert entry["sum"] == {"points": points, "played": 1, "of": 5, "medal": None, "top": True}
    book = home.get(f"/booklets/{game}")
    assert book["people"] == ["Ada"]
    assert book["chapters"][0]["sums"] == [entry["sum"]]
    assert book["chapters"][0]["levels"][0]["best"] == [{"points": points, "medal": line["medal"], "top": True}]
    assert book["next"][0]["level"] == (2 if line["medal"] else 1)
    refused(home.http.delete(f"/api/results/{match}"), 409, "server/played")
    assert home.http.delete(f"/api/matches/{match}").status_code == 204
    assert home.get(f"/booklets/{game}/levels/1")["results"] == [line]  # the booklet outlives the match


def test_what_is_not_entered_is_said(home: House) -> None:
    given_up = home.new("forone", ("Ada",), level=2)
    home.http.post(f"/api/matches/{given_up}/end")
    with_house_rule = finished(home, "forone", level=1, house_rules=["free_discard"])
    for match, why in ((given_up, "given_up"), (with_house_rule, "house")):
        entry = home.get(f"/matches/{match}/entry")
        assert (entry["result"], entry["why"]["key"]) == (None, f"results.not_entered.{why}")
    assert home.get("/booklets/forone")["people"] == []
    refused(home.http.get(f"/api/matches/{home.new()}/entry"), 404, "server/levels")
    refused(home.http.get("/api/booklets/kniffel"), 404, "server/levels")
    refused(home.http.get("/api/booklets/forone/levels/99"), 422, "game/rule")


def test_results_by_hand_come_and_go(home: House) -> None:
    where = "/api/booklets/numberup/levels/1/results"
    for points, status in ((0, 422), (-3, 422), (101, 422), (71, 201), (64, 201)):
        answer = home.http.post(where, json={"person": "Ben", "points": points})
        assert answer.status_code == status, answer.text
    refused(home.http.post(where, json={"person": " Ben", "points": 70}), 422, "match/seats")
    first, second = home.get("/booklets/numberup/levels/1")["results"]
    assert [(line["points"], line["medal"], line["best"]) for line in (first, second)] == [
        (71, "silver", True),
        (64, "bronze", False),
    ]
    assert first["by_hand"]
    assert home.http.delete(f"/api/results/{first['id']}").status_code == 204
    refused(home.http.delete(f"/api/results/{first['id']}"), 404, "server/result")
    assert [line["points"] for line in home.get("/booklets/numberup/levels/1")["results"]] == [64]


def test_several_people_keep_a_booklet_and_get_other_names(home: House) -> None:
    for person, points in (("Ada", 250), ("Ben", 310), ("Cleo", 1)):
        home.http.post("/api/booklets/forone/levels/1/results", json={"person": person, "points": points})
    book = home.get("/booklets/forone")
    best = book["chapters"][0]["levels"][0]["best"]
    assert [(one["points"], one["medal"], one["top"]) for one in best] == [
        (250, "bronze", False),
        (310, "gold", True),
        (1, None, False),
    ]
    assert [aim["level"] for aim in book["next"]] == [2, 2, 1]
    look = {"colour": "red", "picture": "fox"}
    refused(home.http.put("/api/people/Cleo", json={"name": "ada", **look}), 409, "server/person_taken")
    assert home.http.put("/api/people/Cleo", json={"name": "Ada", "merge": True, **look}).status_code == 200
    assert home.get("/booklets/forone")["people"] == ["Ada", "Ben"]
    assert [line["person"] for line in home.get("/booklets/forone/levels/1")["results"]] == ["Ada", "Ben", "Ada"]
    refused(home.http.put("/api/people/Ada", json={"name": "a\nb", **look}), 422, "match/seats")


def test_results_of_an_earlier_version_stay_readable(home: House) -> None:
    now = written(find("forone", level=1), "Ada", 245, "a" * 16, 2)
    with home.connected() as db:
        ledger = Ledger(db)
        ledger.write(replace(now, id="b" * 16, points=390, medal="gold", rules="0" * 64, version=0, stamp=1))
        ledger.write(replace(now, id="c" * 16, level=77))
        ledger.write(now)
        ledger.write(replace(now, points=300))  # the same match again changes nothing
    old, new = home.get("/booklets/forone/levels/1")["results"]
    assert (old["points"], old["medal"], old["version"], old["counts"], old["best"]) == (390, "gold", 0, False, False)
    assert (new["points"], new["medal"], new["counts"], new["best"]) == (245, "bronze", True, True)
    assert home.get("/booklets/forone")["chapters"][0]["sums"][0]["points"] == 245


def test_a_match_begun_by_earlier_rules_goes_on_by_them(home: House) -> None:
    match = kept_match(home.place, "forone:21@1")
    assert "game: forone:21 #" in home.http.get(f"/api/matches/{match}/file").text  # as it was written when it was new
    player = home.join(match)
    told = player.hello["header"]
    assert (told["spec"], told["level"], told["medals"]) == (
        "forone:21@1", 21, {"bronze": 260, "silver": 300, "gold": 340}
    )  # fmt: skip
    play(player, "forone:21@1")
    player.close()
    (line,) = home.get("/booklets/forone/levels/21")["results"]
    assert (line["id"], line["version"], line["counts"], line["best"]) == (match, 1, False, False)
    entry = home.get(f"/matches/{match}/entry")
    assert (entry["result"], entry["medals"]) == (line, told["medals"])
    again = home.http.post(f"/api/matches/{match}/rematch").json()["id"]
    assert home.get(f"/matches/{again}")["header"]["spec"] == "forone:21"  # a new match goes by today's rules


def test_the_whole_booklet_to_print(home: House) -> None:
    pages = home.get("/booklets/forone/pages")["pages"]
    assert [page["number"] for page in pages] == list(range(1, 26))
    assert pages[4] == home.get("/booklets/forone/levels/5")
    assert [page["number"] for page in pages if page["measured"]] == [1]
    assert pages[0]["measured"] != pages[0]["medals"]
    assert [(page["before"], page["after"]) for page in (pages[0], pages[24])] == [(None, 2), (24, None)]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("medals = [240, 270, 300]\n", ("forone.toml", "1", "medals")),
        ('name.en = "Seventeen dice"\n', ("forone.toml", "1", "name")),
        ("[[chapters]]\n", ("forone.toml",)),
    ],
)
def test_a_damaged_booklet_takes_nothing_else_along(
    home: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, said: tuple[str, ...]
) -> None:
    shipped = Path(booklets.__file__).parent
    (tmp_path / "numberup.toml").write_bytes((shipped / "numberup.toml").read_bytes())
    content = (shipped / "forone.toml").read_text(encoding="utf-8")
    (tmp_path / "forone.toml").write_text(content.replace(broken, "oops = 1\n", 1), encoding="utf-8")
    monkeypatch.setattr(booklets, "files", lambda _: tmp_path)
    booklets.booklet.cache_clear()
    try:
        registry = home.get("/games")
        assert "forone" not in [game["key"] for game in registry["games"]]
        assert "numberup" in [game["key"] for game in registry["games"]]
        assert registry["damaged"][0]["name"]["key"] == "games.forone.name"
        answer = home.http.get("/api/booklets/forone")
        refused(answer, 422, "text/booklet")
        for part in said:
            assert part in answer.json()["title"]
        refused(home.http.post("/api/matches", json={"game": "forone", "seats": [{"name": "A"}]}), 422, "text/booklet")
        assert home.get(f"/matches/{home.new('kniffel')}")["version"] == 0
    finally:
        monkeypatch.undo()
        booklets.booklet.cache_clear()
    assert home.get("/games")["damaged"] == []


class Counted(list[Result]):
    """Results that know how often somebody has gone through them."""

    times = 0

    def __iter__(self) -> Iterator[Result]:
        self.times += 1
        return super().__iter__()


def test_a_booklet_of_many_people_is_reckoned_in_a_few_passes_beside_the_loop(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = booklets.booklet("forone")
    rules = {level.number: digest(find("forone", level=level.number)) for level in book.levels}
    results = Counted(
        Result(f"{n:024x}", "forone", n % 25 + 1, 1, rules[n % 25 + 1], f"P{n % 40}", n % 300 + 1, None, n)
        for n in range(2000)
    )
    told = booklet_routes._overview(book, results)
    assert told.people == [f"P{n}" for n in range(40)]
    assert results.times == 1
    pages = booklet_routes._pages(book, results).pages
    assert [len(page.results) for page in pages] == [80] * 25
    assert results.times <= 3

    threads = []
    of_all = Standing.of_all

    def noted(book: booklets.Booklet, results: list[Result]) -> dict[str, Standing]:
        threads.append(threading.current_thread())
        return of_all(book, results)

    monkeypatch.setattr(Standing, "of_all", noted)
    for path in ("", "/pages", "/levels/5"):
        home.get(f"/booklets/forone{path}")
    assert len(threads) == 3
    assert home.thread not in threads
