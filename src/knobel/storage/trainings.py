"""What people have trained, on one connection: their answers, and the positions that come back to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from knobel.coach.repetition import answered_card, new_card
from knobel.coach.review import Review
from knobel.coach.trainer import TRAINED, Puzzle, mistakes, puzzles, read_puzzle, written_puzzle
from knobel.match.events import Seat, name_key
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class TrainerAnswer:
    person: str
    game: str
    puzzle: str
    right: bool
    loss: float
    stamp: int  # seconds since 1970


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A position that comes back to somebody. One that is there already stays as it is, unless it was `answered`."""

    person: str
    puzzle: Puzzle
    card: str
    due: int  # seconds since 1970
    answered: bool = False


TrainerEntry: TypeAlias = TrainerAnswer | DeckEntry


class Training(NamedTuple):
    """How somebody stands in the trainer of a game."""

    answers: int = 0
    right: int = 0
    streak: int = 0  # right answers in a row, up to the last one
    longest: int = 0
    seen: frozenset[str] = frozenset()

    @classmethod
    def of(cls, answers: Iterable[tuple[str, bool]]) -> "Training":
        """From all answers, the first one first.

        >>> Training.of([("a", True), ("b", True), ("c", False), ("d", True)])[:4]
        (4, 3, 1, 2)
        """
        count = right = streak = longest = 0
        seen = set()
        for puzzle, is_right in answers:
            count, right = count + 1, right + is_right
            streak = streak + 1 if is_right else 0
            longest = max(longest, streak)
            seen.add(puzzle)
        return cls(count, right, streak, longest, frozenset(seen))


class TrainedGame(NamedTuple):
    """A game that can be trained, and how somebody stands in it."""

    key: str
    positions: int
    seen: int  # of them
    training: Training
    due: int  # positions that come back by now


def trained_games(trainings: Mapping[str, Training], waiting: Mapping[str, int]) -> list[TrainedGame]:
    """All games that can be trained, for who stands so in them and has so many waiting."""
    found = []
    for key in TRAINED:
        training, every = trainings.get(key, Training()), puzzles(key)
        seen = sum(puzzle.id in training.seen for puzzle in every)
        found.append(TrainedGame(key, len(every), seen, training, waiting.get(key, 0)))
    return found


def mistakes_of(found: Review, people: Iterable[str], stamp: int) -> list[DeckEntry]:
    """The mistakes of these people in a review, as positions that come back to them."""
    seats = found.match.header.seats
    lines = [[written_puzzle(puzzle) for puzzle in mistakes(found, seat)] for seat in range(len(seats))]
    return mistakes_of_seats(seats, lines, people, stamp)


def mistakes_of_seats(
    seats: Sequence[Seat], lines: Sequence[Sequence[str]], people: Iterable[str], stamp: int
) -> list[DeckEntry]:
    """The same, from the mistakes of every seat as lines."""
    known = {name_key(name): name for name in people}
    return [
        DeckEntry(known[name_key(seat.name)], read_puzzle(line), *new_card(stamp))
        for seat, made in zip(seats, lines, strict=True)
        if seat.bot is None and name_key(seat.name) in known
        for line in made
    ]


def answer_entries(
    person: str, puzzle: Puzzle, known: DeckEntry | None, right: bool, loss: float, stamp: int
) -> list[TrainerEntry]:
    """What is kept of an answer. A position that was wrong comes back; one that has come back, again and again."""
    entries: list[TrainerEntry] = [TrainerAnswer(person, puzzle.game.spec.key, puzzle.id, right, loss, stamp)]
    if known is not None or not right:
        card = known.card if known else new_card(stamp).card
        entries.append(DeckEntry(person, puzzle, *answered_card(card, right, stamp), answered=True))
    return entries


def back_in(entries: Iterable[TrainerEntry], stamp: int) -> int | None:
    """In how many days a position comes back after an answer; None if it does not."""
    due = next((entry.due for entry in entries if isinstance(entry, DeckEntry)), None)
    return None if due is None else max(1, round((due - stamp) / _DAY))


_ANSWER = "insert into trained (holder, person, game, puzzle, correct, loss, stamp) values (?, ?, ?, ?, ?, ?, ?)"
_ENTER = """
insert into deck (holder, person, puzzle, game, position, correct, gap, card, due) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (holder, person, puzzle) do """
_UPDATE = "update set card = excluded.card, due = excluded.due"
_ANSWERS = "select puzzle, correct from trained where holder = ? and person = ? and game = ? order by stamp, rowid"
_COLUMNS = "person, position, correct, gap, card, due"
_DUE = f"select {_COLUMNS} from deck where holder = ? and person = ? and game = ? and due <= ? order by due, puzzle"
_ONE = f"select {_COLUMNS} from deck where holder = ? and person = ? and puzzle = ?"
_WAITING = "select game, count(*) from deck where holder = ? and person = ? and due <= ? group by game"
_RENAME = "update trained set person = ? where holder = ? and person = ?"
_RENAME_DECK = "update deck set person = ? where holder = ? and person = ?"
# What both had come back to them comes back as it did to who is renamed.
_TAKE_PLACE = """
delete from deck where holder = ? and person = ?
and puzzle in (select puzzle from deck where holder = ? and person = ?)"""


class Trainings:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def write(self, entry: TrainerEntry, holder: str = OWNER) -> None:
        match entry:
            case TrainerAnswer(person, game, puzzle, right, loss, stamp):
                self._execute(_ANSWER, (holder, person, game, puzzle, right, loss, stamp))
            case DeckEntry(person, position, card, due, answered):
                key, correct = position.game.spec.key, "|".join(position.right)
                values = (holder, person, position.id, key, position.position, correct, position.gap, card, due)
                self._execute(_ENTER + (_UPDATE if answered else "nothing"), values)

    def standing(self, person: str, game: str, holder: str = OWNER) -> Training:
        return Training.of((puzzle, bool(right)) for puzzle, right in self._execute(_ANSWERS, (holder, person, game)))

    def due(self, person: str, game: str, now: int, holder: str = OWNER) -> list[DeckEntry]:
        """What comes back by now, the longest due first."""
        return [_entry(row) for row in self._execute(_DUE, (holder, person, game, now))]

    def one(self, person: str, puzzle: str, holder: str = OWNER) -> DeckEntry | None:
        row = self._execute(_ONE, (holder, person, puzzle)).fetchone()
        return row and _entry(row)

    def waiting(self, person: str, now: int, holder: str = OWNER) -> dict[str, int]:
        """By game, how many come back by now."""
        return dict(self._execute(_WAITING, (holder, person, now)).fetchall())

    def rename(self, person: str, becomes: str, holder: str = OWNER) -> None:
        if person == becomes:
            return
        self._execute(_TAKE_PLACE, (holder, becomes, holder, person))
        for query in (_RENAME, _RENAME_DECK):
            self._execute(query, (becomes, holder, person))


def _entry(row: Sequence[object]) -> DeckEntry:
    person, position, correct, gap, card, due = row
    puzzle = Puzzle(str(position), tuple(str(correct).split("|")), float(str(gap)))
    return DeckEntry(str(person), puzzle, str(card), int(str(due)))
