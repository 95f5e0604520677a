"""The people of this installation, for a program that has the database open only for a moment: the terminal."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from knobel.coach.review import Review
from knobel.coach.trainer import TRAINED, Judged, Puzzle
from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.storage.database import location, opened
from knobel.storage.people import People, Person, joining, person_of
from knobel.storage.trainings import (
    TrainedGame,
    Training,
    Trainings,
    answer_entries,
    back_in,
    mistakes_of,
    trained_games,
)


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
    try:
        with opened(location()) as connection:
            kept = Trainings(connection)
            for entry in mistakes_of(found, [person.name for person in People(connection).all()], _now()):
                kept.write(entry)
    except KnobelError:
        return


def remember_people(seats: Iterable[Seat]) -> None:
    """Whoever sits down at a terminal is remembered for browser and terminal alike, if it can be written."""
    names = [(seat.name, "", "") for seat in seats if seat.bot is None]
    try:
        with opened(location()) as connection:
            people = People(connection)
            people.write(joining(names, people.all(), _now()))
    except KnobelError:
        return


class KeptTraining(NamedTuple):
    """What a session begins from."""

    training: Training = Training()
    due: tuple[Puzzle, ...] = ()  # the longest due first


class KeptAnswer(NamedTuple):
    """How somebody stands after an answer, and in how many days the position comes back, if it does."""

    training: Training
    back_in: int | None


def kept_training(person: str, game: str) -> KeptTraining:
    """How somebody stands in the trainer of a game; where nothing is kept yet, no file is made for it."""
    if not location().exists():
        return KeptTraining()
    with opened(location()) as connection:
        kept = Trainings(connection)
        due = kept.due(person, game, _now())
        return KeptTraining(kept.standing(person, game), tuple(entry.puzzle for entry in due))


def kept_trained_games(person: str) -> list[TrainedGame]:
    """The same for all games."""
    if not location().exists():
        return trained_games({}, {})
    with opened(location()) as connection:
        kept = Trainings(connection)
        return trained_games({key: kept.standing(person, key) for key in TRAINED}, kept.waiting(person, _now()))


def keep_answer(person: str, puzzle: Puzzle, said: Judged) -> KeptAnswer | None:
    """An answer in the trainer is kept for who is known here; for nobody else there is anything to tell."""
    now = _now()
    with opened(location()) as connection:
        if person_of(person, People(connection).all()) is None:
            return None
        kept = Trainings(connection)
        entries = answer_entries(person, puzzle, kept.one(person, puzzle.id), said.right, said.loss, now)
        for entry in entries:
            kept.write(entry)
        return KeptAnswer(kept.standing(person, puzzle.game.spec.key), back_in(entries, now))


def _now() -> int:
    return int(datetime.now(UTC).timestamp())
