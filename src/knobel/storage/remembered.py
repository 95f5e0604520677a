"""The people of this installation, for a program that has the database open only for a moment: the terminal."""

from collections.abc import Iterable
from datetime import UTC, datetime

from knobel.coach.review import Review
from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.storage.database import location, opened
from knobel.storage.people import People, Person, joining
from knobel.storage.trainings import Trainings, mistakes_of


def kept_people() -> list[Person]:
    """Everybody known on this machine; nobody if that cannot be read, for a game needs no database."""
    if not location().exists():
        return []
    try:
        with opened(location()) as connection:
            return People(connection).all()
    except KnobelError:
        return []


def keep_mistakes(found: Review) -> None:
    """Mistakes of people who are known here come back to them in the trainer, if it can be written."""
    if not location().exists():
        return
    now = int(datetime.now(UTC).timestamp())
    try:
        with opened(location()) as connection:
            kept = Trainings(connection)
            for entry in mistakes_of(found, [person.name for person in People(connection).all()], now):
                kept.write(entry)
    except KnobelError:
        return


def remember_people(seats: Iterable[Seat]) -> None:
    """Whoever sits down at a terminal is remembered for browser and terminal alike, if it can be written."""
    names = [(seat.name, "", "") for seat in seats if seat.bot is None]
    now = int(datetime.now(UTC).timestamp())
    try:
        with opened(location()) as connection:
            people = People(connection)
            people.write(joining(names, people.all(), now))
    except KnobelError:
        return
