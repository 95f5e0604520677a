"""A match is a header and a list of events; everything else is a fold over them.

`Match` is a frozen value. Each step checks, then returns a longer match: `append` a move, `settle` the draw that
comes next from the sealed dice, `enter_dice` from a real table, `undo`, `reveal`; on a score pad `note` and
`correct`. Whoever keeps or sends matches stores the new events and nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import NamedTuple

from knobel.errors import (
    MatchOver,
    NoSuchEntry,
    NotBeforeThrow,
    NothingToUndo,
    NotYourTurn,
    PointsImpossible,
    SealBroken,
    StaleMove,
)
from knobel.match import pad
from knobel.match.chance import SEED_BYTES, Seal, SealedDice
from knobel.match.events import (
    Corrected,
    Drew,
    Event,
    Header,
    Noted,
    Played,
    Revealed,
    Salted,
    Seat,
    Switched,
    Undid,
)
from knobel.match.table import Place, State, Table, Turn
from knobel.rules import digest
from knobel.rules.core import Draw, Face, Move, Over
from knobel.words import text

__all__ = [
    "Corrected",
    "Drew",
    "Event",
    "Header",
    "Match",
    "Noted",
    "Played",
    "Revealed",
    "Salted",
    "Seat",
    "Switched",
    "Takeback",
    "Undid",
    "Verified",
    "fold",
    "verify",
]


class Takeback(NamedTuple):
    """A decision that can be taken back: whose it was, and what stood before it."""

    seat: int
    state: State
    typed: bool
    written: tuple[pad.Written, ...]


@dataclass(frozen=True)
class Match:
    header: Header
    table: Table
    state: State
    events: tuple[Event, ...] = ()
    takebacks: tuple[Takeback, ...] = ()  # what happened since the sealed dice fell last
    by_hand: bool = False  # the dice are real ones
    typed: bool = False  # real dice were thrown in this turn
    written: tuple[pad.Written, ...] = ()  # entries of this game that can be corrected

    @classmethod
    def begin(cls, header: Header) -> "Match":
        table = Table(header.game, len(header.seats), header.games, header.first, header.duplicate)
        return cls(header, table, table.start())

    @property
    def version(self) -> int:
        return len(self.events)

    @cached_property
    def turn(self) -> Turn:
        return self.table.turn(self.state)

    @property
    def over(self) -> bool:
        """Played to the end, or given up."""
        return isinstance(self.turn.node, Over) or self.revealed is not None

    @property
    def revealed(self) -> str | None:
        last = self.events[-1] if self.events else None
        return last.seed if isinstance(last, Revealed) else None

    @property
    def seat_seeds(self) -> dict[int, str]:
        return {event.seat: event.seed for event in self.events if isinstance(event, Salted)}

    @property
    def ranking(self) -> tuple[Place, ...]:
        return self.table.ranking(self.state)

    def append(self, seat: int, move: Move, at: int | None = None) -> "Match":
        """The match after that move. `at` is the version the player saw; if it has moved on, the move is stale."""
        self._check_version(at)
        self._check_open()
        self._check_seat(seat)
        after = self.table.play(self.state, seat, move)
        typed, written = self.typed, self.written
        if typed and (entry := pad.entered(move, self.state.cards[seat], after.cards[seat])):
            typed, written = False, self._with_written(after, pad.Written(seat, *entry))
        return self._grown(Played(seat, move), after, (*self.takebacks, self._takeback(seat)), typed, written)

    def _grown(
        self,
        event: Event,
        state: State,
        takebacks: tuple[Takeback, ...],
        typed: bool = False,
        written: tuple[pad.Written, ...] = (),
    ) -> "Match":
        """Spelled out, not `replace`: this is the path of every move."""
        events = (*self.events, event)
        return Match(self.header, self.table, state, events, takebacks, self.by_hand, typed, written)

    def _takeback(self, seat: int) -> Takeback:
        return Takeback(seat, self.state, self.typed, self.written)

    def _with_written(self, after: State, entry: pad.Written) -> tuple[pad.Written, ...]:
        """What can be corrected after that entry; when it opened a new game of the series, nothing."""
        if len(after.results) != len(self.state.results) and len(after.results) < self.table.games:
            return ()
        return (*(old for old in self.written if old[:2] != entry[:2]), entry)

    def settle(self, dice: SealedDice) -> "Match":
        """The match after the draw it waits for, if it waits for one, taken from the seal."""
        turn = self.turn
        if self.by_hand or self.over or not isinstance(turn.node, Draw):
            return self
        return self._drawn(Drew(turn.seat, dice.faces(turn.stream, turn.node)))

    def enter_dice(self, seat: int, faces: tuple[Face, ...]) -> "Match":
        """The match after a throw with real dice."""
        self._check_open()
        self._check_seat(seat)
        return self._drawn(Drew(seat, faces, by_hand=True))

    def _drawn(self, event: Drew) -> "Match":
        after = self.table.draw(self.state, event.seat, event.faces)
        if not event.by_hand:
            return self._grown(event, after, (), self.typed, self.written)
        takebacks = (*self.takebacks, self._takeback(event.seat))  # mistyped dice may be typed again: they tell nothing
        return self._grown(event, after, takebacks, self.state.roll_off is None, self.written)

    def undo(self, seat: int) -> "Match":
        """The match with that seat's last decision taken back: never one that dice have answered."""
        self._check_open()
        if not self.takebacks:
            raise NothingToUndo()
        last = self.takebacks[-1]
        if last.seat != seat:
            raise NotYourTurn(seat=seat + 1, turn=last.seat + 1)
        return self._grown(Undid(seat), last.state, self.takebacks[:-1], last.typed, last.written)

    def note(self, seat: int, box: str, points: int, extra: int | None = None, at: int | None = None) -> "Match":
        """The match with the points of a turn played elsewhere. Left out, `extra` is what these points imply."""
        self._check_version(at)
        self._check_open()
        self._check_seat(seat)
        if self.state.roll_off:
            raise NotBeforeThrow(box=box)
        card, extra = pad.note(self.header.game, self.state.cards[seat], box, points, extra)
        after = self.table.amend(self.state, seat, card)
        written = self._with_written(after, pad.Written(seat, box, extra))
        return self._grown(
            Noted(seat, box, points, extra), after, (*self.takebacks, self._takeback(seat)), written=written
        )

    def correct(self, seat: int, box: str, points: int, extra: int | None = None, at: int | None = None) -> "Match":
        """The match with an entry that was made by hand changed, for as long as its card lies on the table."""
        self._check_version(at)
        self._check_open()
        old = next((entry for entry in self.written if entry[:2] == (seat, box)), None)
        if old is None:
            raise NoSuchEntry(box=box[:40])
        was = pad.standing(self.header.game, self.state.cards[seat], box)
        assert was is not None
        card, extra = pad.correct(self.header.game, self.state.cards[seat], old, points, extra)
        after = self.table.amend(self.state, seat, card)
        written = self._with_written(self.state, pad.Written(seat, box, extra))
        return self._grown(Corrected(seat, box, was, points, extra), after, (), self.typed, written)

    def switch(self, by_hand: bool) -> "Match":
        """The match with real dice from here on, or with the sealed ones again."""
        self._check_open()
        if by_hand == self.by_hand:
            return self
        return replace(self, events=(*self.events, Switched(by_hand)), by_hand=by_hand)

    def salt(self, seat: int, seed: str) -> "Match":
        """The match with a seat's own seed mixed into the dice."""
        self._check_open()
        drawn = any(isinstance(event, Drew) for event in self.events)
        if drawn or seat in self.seat_seeds or not 0 <= seat < self.table.seats or not _is_hex(seed, 2, 2 * SEED_BYTES):
            raise SealBroken(why=text("seal.salt"))
        return replace(self, events=(*self.events, Salted(seat, seed)))

    def reveal(self, seed: str) -> "Match":
        """The match closed with its secret told; refused unless it is the one that was promised."""
        if self.revealed is not None:
            raise MatchOver()
        seal = self.seal(seed)
        if seal.commitment != self.header.commitment:
            raise SealBroken(why=text("seal.commitment"))
        return replace(self, events=(*self.events, Revealed(seed)), takebacks=())

    def seal(self, seed: str) -> Seal:
        if not _is_hex(seed, 2 * SEED_BYTES, 2 * SEED_BYTES):
            raise SealBroken(why=text("seal.seed", n=2 * SEED_BYTES))
        return Seal(self.header.id, digest(self.header.game), bytes.fromhex(seed))

    def step(self, event: Event) -> "Match":
        """The match after an event that is already known to have happened, checked all the same."""
        match event:
            case Played(seat, move):
                return self.append(seat, move)
            case Drew(seat):
                self._check_open()
                self._check_seat(seat)
                return self._drawn(event)
            case Undid(seat):
                return self.undo(seat)
            case Salted(seat, seed):
                return self.salt(seat, seed)
            case Noted(seat, box, points, extra):
                return self.note(seat, box, points, extra)
            case Corrected(seat, box, was, points, extra):
                after = self.correct(seat, box, points, extra)
                if after.events[-1] != event:
                    raise PointsImpossible(points=was, box=box)
                return after
            case Switched(by_hand):
                return self.switch(by_hand)
            case Revealed(seed):
                return self.reveal(seed)

    def _check_version(self, at: int | None) -> None:
        if at is not None and at != self.version:
            raise StaleMove(at=at, version=self.version)

    def _check_open(self) -> None:
        if self.revealed is not None:
            raise MatchOver()

    def _check_seat(self, seat: int) -> None:
        if isinstance(self.turn.node, Over):
            raise MatchOver()
        if seat != self.turn.seat:
            raise NotYourTurn(seat=seat + 1, turn=self.turn.seat + 1)


def fold(header: Header, events: Iterable[Event]) -> Match:
    """The match these events make."""
    return reduce(Match.step, events, Match.begin(header))


@dataclass(frozen=True, slots=True)
class Verified:
    """How many draws came from the seal, all as promised, and how many were typed in from real dice."""

    sealed: int
    by_hand: int


def verify(match: Match) -> Verified:
    """Derive every draw anew from the revealed seed; SealBroken names the first that differs."""
    if match.revealed is None:
        raise SealBroken(why=text("seal.unrevealed"))
    seal = match.seal(match.revealed)
    if seal.commitment != match.header.commitment:
        raise SealBroken(why=text("seal.commitment"))
    dice = seal.dice(match.seat_seeds)
    sealed = by_hand = 0
    replayed = Match.begin(match.header)
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Drew):
            if event.by_hand:
                by_hand += 1
            else:
                _check_draw(replayed.turn, dice, event, number)
                sealed += 1
        replayed = replayed.step(event)
    return Verified(sealed, by_hand)


def _check_draw(turn: Turn, dice: SealedDice, event: Drew, number: int) -> None:
    assert isinstance(turn.node, Draw)
    promised = dice.faces(turn.stream, turn.node)
    if promised != event.faces:
        raise SealBroken(why=text("seal.differs", event=number, found=event.faces, promised=promised))


def _is_hex(word: str, least: int, most: int) -> bool:
    return least <= len(word) <= most and len(word) % 2 == 0 and not set(word) - set("0123456789abcdef")
