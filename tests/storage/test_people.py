"""The people of an installation: taken over from what was there, one for each name, with results that follow them."""

import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from knobel.match.events import Seat
from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.match.results import Result
from knobel.storage.cards import CardRemoval, Cards, KeptCard
from knobel.storage.database import location, opened
from knobel.storage.ledger import Ledger
from knobel.storage.migrate import migrations
from knobel.storage.people import COLOURS, PICTURES, Changed, Forgotten, Joined, People, Person, newcomer
from knobel.storage.remembered import kept_people, remember_people

CARD = 'key = "lunch"\ndice = ["d6", "d6"]\nboxes = [{ key = "all", points = "total" }]\n'


def result(id: str, person: str, stamp: int) -> Result:
    return Result(id, "forone", 1, 1, "rules", person, 250, "bronze", stamp)


def of_before(path: Path) -> None:
    """A database from before people were remembered: two matches, one that nobody can open, and results."""
    with closing(sqlite3.connect(path)) as db:
        for number, sql in migrations()[:2]:
            db.executescript(f"{sql}; pragma user_version = {number};")
        seats = [Seat("Zoë"), Seat("Robo", "greedy"), Seat("anna")]
        header = format_match(new_match("kniffel", seats).match)
        strange = "knobel match 7\nA: human Cem #0\nB: human  #0\nbroken"
        old_twins = format_match(new_match("kniffel", [Seat("Dora")]).match)
        for id, text, colours, created in (
            ("a", header, "teal red rose", "2026-01-02T10:00:00Z"),
            ("b", strange, "", "never"),
            ("c", old_twins, "green", "2026-01-03T10:00:00Z"),
            ("d", format_match(new_match("kniffel", [Seat("You")]).match), "", "2026-01-03T10:00:00Z"),
        ):
            db.execute(
                "insert into match (id, created, header, colours) values (?, ?, ?, ?)", (id, created, text, colours)
            )
        for one in (result("r", "Anna", 2_000_000_000), result("s", "anna", 1_000_000_000)):
            line = {key: value for key, value in asdict(one).items() if key != "hinted"}  # what came later
            db.execute(
                f"insert into result ({', '.join(line)}) values ({', '.join('?' * len(line))})", [*line.values()]
            )
        db.commit()


def test_everybody_of_before_is_taken_over_once(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    of_before(path)
    with opened(path) as db:
        people = People(db).all()
        assert [person.name for person in people] == ["Anna", "Dora", "Zoë", "Cem"]  # who played last comes first
        assert {person.name: person.colour for person in people}["Zoë"] == "teal"
        assert len({person.picture for person in people}) == 4
        assert {one.person for one in Ledger(db).results("forone")} == {"Anna"}  # spelled in one way from now on
        People(db).write(Forgotten("ANNA"))
    with opened(path) as db:
        assert [person.name for person in People(db).all()] == ["Dora", "Zoë", "Cem"]  # nobody comes back by themselves
        assert len(Ledger(db).results("forone")) == 2


def test_a_name_is_one_person(tmp_path: Path) -> None:
    with opened(tmp_path / "k.db") as db:
        people, ledger = People(db), Ledger(db)
        people.write(Joined((Person("Ada", "red", "fox", 1), Person("Ben", "blue", "owl", 2))))
        people.write(Joined((Person(" ADA", "green", "cat", 5),)))
        assert people.all() == [Person("Ada", "red", "fox", 5), Person("Ben", "blue", "owl", 2)]
        for id, name in (("1", "Ada"), ("2", "Ben")):
            ledger.write(result(id, name, 1))
        people.write(Changed("ada", Person("Adele", "teal", "bee", 5)))
        assert {one.person for one in ledger.results("forone")} == {"Adele", "Ben"}
        people.write(Changed("Adele", Person("ben", "teal", "bee", 5)))  # now they are one
        assert people.all() == [Person("ben", "teal", "bee", 5)]
        assert {one.person for one in ledger.results("forone")} == {"ben"}


def test_whoever_is_new_looks_like_nobody_else() -> None:
    known: list[Person] = []
    for number in range(16):
        known.append(newcomer(f"P{number}", known))
    assert {person.picture for person in known} == set(PICTURES)
    assert [sum(person.colour == colour for person in known) for colour in COLOURS] == [2] * 8
    assert newcomer("Q", known, "violet", "bee") == Person("Q", "violet", "bee")
    assert newcomer("Q", known, "plaid", "yeti").picture in PICTURES


def test_the_terminal_uses_the_same_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    assert kept_people() == []
    assert not location().exists()  # to ask makes no file
    remember_people([Seat("Ada"), Seat("Robo", "greedy")])
    assert [person.name for person in kept_people()] == ["Ada"]
    location().write_text("no database " * 100)
    remember_people([Seat("Ben")])  # a game needs no database
    assert kept_people() == []


def test_cards_of_ones_own_are_kept_by_their_key(tmp_path: Path) -> None:
    first = KeptCard.of(CARD, "lunch.toml", 1)
    second = KeptCard.of("rolls = 2\n" + CARD, "new.toml", 2)
    with opened(tmp_path / "k.db") as db:
        cards = Cards(db)
        cards.write(first)
        assert [card.game().spec.key for card in cards.all()] == ["lunch"]
        cards.write(second)
        assert cards.all() == [second]
        cards.write(CardRemoval(second.id))
        assert cards.all() == []
