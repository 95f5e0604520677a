"""The people of this installation: name, colour, picture, and when they last played.

Matches and results name people; here stands how they look and how their name is spelled.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from knobel.match.events import name_key
from knobel.match.lines import SEAT_LETTERS
from knobel.storage.connection import SqlConnection
from knobel.storage.days import Days
from knobel.storage.holders import OWNER
from knobel.storage.scores import ScoreBook
from knobel.storage.studies import StudyBook
from knobel.storage.trainings import Trainings
from knobel.words import LANGUAGES, say

Colour: TypeAlias = Literal["red", "blue", "green", "amber", "violet", "teal", "rose", "slate"]
Picture: TypeAlias = Literal[
    "fox", "owl", "cat", "frog", "bear", "rabbit", "penguin", "whale",
    "hedgehog", "bee", "snail", "duck", "mouse", "panda", "ladybird", "octopus",
]  # fmt: skip
COLOURS: tuple[Colour, ...] = get_args(Colour)
PICTURES: tuple[Picture, ...] = get_args(Picture)

_ALL = "select name, colour, picture, stamp from person where holder = ? order by stamp desc, key"
_JOIN = """
insert into person (holder, key, name, colour, picture, stamp) values (?, ?, ?, ?, ?, ?)
on conflict (holder, key) do update set stamp = excluded.stamp
where excluded.stamp > person.stamp"""
_NAME = "select name from person where holder = ? and key = ?"
_FORGET = "delete from person where holder = ? and key = ?"
_RENAME = "update result set person = ? where holder = ? and person = ?"


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    colour: Colour
    picture: Picture
    stamp: int = 0  # seconds since 1970 when they last played or wrote a result


@dataclass(frozen=True, slots=True)
class Joined:
    """They sit down, or write a result: who is new is remembered, the others have been here just now."""

    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A person gets another name or look; results and scores go along. If the name is somebody's, the two are one
    from then on.
    """

    name: str
    becomes: Person


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person is offered no more. Results and matches stay as they are."""

    name: str


PeopleEntry: TypeAlias = Joined | Changed | Forgotten


class People:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute, self._scores, self._days = connection.execute, ScoreBook(connection), Days(connection)
        self._trainings = Trainings(connection)
        self._studies = StudyBook(connection)

    def write(self, entry: PeopleEntry, holder: str = OWNER) -> None:
        match entry:
            case Joined(people):
                for person in people:
                    self._execute(_JOIN, (holder, name_key(person.name), *astuple(person)))
            case Changed(name, becomes):
                for one in (name, becomes.name):
                    for (known,) in self._execute(_NAME, (holder, name_key(one))).fetchall():
                        self._execute(_RENAME, (becomes.name, holder, known))
                        self._scores.rename(known, becomes.name, holder)
                        self._studies.rename(known, becomes.name, holder)
                        self._days.rename(known, becomes.name, holder)
                        self._trainings.rename(known, becomes.name, holder)
                    self._execute(_FORGET, (holder, name_key(one)))
                self._execute(_JOIN, (holder, name_key(becomes.name), *astuple(becomes)))
            case Forgotten(name):
                self._execute(_FORGET, (holder, name_key(name)))

    def all(self, holder: str = OWNER) -> list[Person]:
        """Everybody, who played last first."""
        return [Person(*row) for row in self._execute(_ALL, (holder,))]


def person_of(name: str, known: Iterable[Person]) -> Person | None:
    return next((person for person in known if name_key(person.name) == name_key(name)), None)


def newcomer(name: str, known: Sequence[Person], colour: str = "", picture: str = "", stamp: int = 0) -> Person:
    """Somebody new, with a look that few others have where none was chosen."""
    colours, pictures = (Counter(person.colour for person in known), Counter(person.picture for person in known))
    return Person(
        name,
        next((one for one in COLOURS if one == colour), min(COLOURS, key=lambda one: colours[one])),
        next((one for one in PICTURES if one == picture), min(PICTURES, key=lambda one: pictures[one])),
        stamp,
    )


def joining(seats: Iterable[tuple[str, str, str]], known: Sequence[Person], stamp: int) -> Joined:
    """Who sits down now, each told by name, colour and picture; whoever is known, as they are known."""
    people: list[Person] = []
    for name, colour, picture in seats:
        person = person_of(name, known) or newcomer(name, [*known, *people], colour, picture)
        people.append(replace(person, stamp=stamp))
    return Joined(tuple(people))


# When the table is new, and has the shape of then.

_FIRST = "insert into person (key, name, colour, picture, stamp) values (?, ?, ?, ?, ?)"
_FIRST_RENAME = "update result set person = ? where person = ?"


def take_over(connection: sqlite3.Connection) -> None:
    """Remember everybody who has a result or a seat in a match that is kept. Spellings of one name become the last."""
    found: dict[str, Person] = {}
    for name, colour, stamp in sorted(_before(connection), key=lambda one: one[2]):
        known = found.get(name_key(name))
        person = known or newcomer(name, list(found.values()), colour)
        found[name_key(name)] = replace(person, name=name, stamp=stamp)
    connection.executemany(_FIRST, [(key, *astuple(person)) for key, person in found.items()])
    for (name,) in connection.execute("select distinct person from result").fetchall():
        connection.execute(_FIRST_RENAME, (found[name_key(name)].name, name))


def _before(connection: sqlite3.Connection) -> Iterator[tuple[str, str, int]]:
    """Name, colour and time of everybody who played before people were remembered."""
    unnamed = {name_key(say(lang, "terminal.you")) for lang in LANGUAGES}
    for name, stamp in connection.execute("select person, stamp from result"):
        yield name, "", stamp
    for header, colours, created in connection.execute("select header, colours, created from match"):
        for name, colour in _people_of(header, colours.split(" ")):
            if name_key(name) not in unnamed:
                yield name, colour, _stamp(created)


def _people_of(header: str, colours: list[str]) -> Iterator[tuple[str, str]]:
    """The people of a match file's head. Read by hand: a match that cannot be opened today had players too."""
    for line in header.splitlines():
        letter, _, who = line.rpartition(" #")[0].partition(": ")
        kind, _, name = who.partition(" ")
        if letter in tuple(SEAT_LETTERS) and kind == "human" and name_key(name):
            place = SEAT_LETTERS.index(letter)
            yield name, colours[place] if place < len(colours) else ""


def _stamp(created: str) -> int:
    try:
        return int(datetime.fromisoformat(created).timestamp())
    except ValueError:
        return 0
