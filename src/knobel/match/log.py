"""A match is a header and a list of events; everything else is a fold over them.

`Match` is a frozen value. Each step checks, then returns a longer match: `append` a move, `settle` the draw that
comes next from the sealed dice, `enter_dice` from a real table, `undo`, `reveal`. Whoever keeps or sends matches
stores the new events and nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any, TypeAlias

from knobel.errors import (
    BadSeating,
    MatchOver,
    NothingToUndo,
    NotYourTurn,
    SealBroken,
    StaleMove,
)
from knobel.match.chance import SEED_BYTES, Seal, SealedDice
from knobel.match.table import Place, State, Table, Turn
from knobel.rules import digest
from knobel.rules.core import Draw, Face, Game, Move, Over
from knobel.words import text

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bot: str | None = None  # the name of the bot that plays here

    def __post_init__(self) -> None:
        if not (self.name.strip() == self.name != "" and len(self.name) <= LONGEST_NAME and self.name.isprintable()):
            raise BadSeating(what=text("seating.name"), value=self.name[:40], least=1, most=LONGEST_NAME, game="")


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed and promised before the first throw."""

    id: str
    game: Game[Any]
    seats: tuple[Seat, ...]
    commitment: str
    created: str  # when, in UTC, as text; no rule reads it
    games: int = 1
    first: int | None = None
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    faces: tuple[Face, ...]
    by_hand: bool = False  # thrown with real dice and typed in, not taken from the seal


@dataclass(frozen=True, slots=True)
class Undid:
    seat: int


@dataclass(frozen=True, slots=True)
class Salted:
    """A seat adds a seed of its own, after seeing the commitment and before the first draw."""

    seat: int
    seed: str  # hex


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret is told and the match is closed, at its end or when it is given up."""

    seed: str  # hex


Event: TypeAlias = Played | Drew | Undid | Salted | Revealed


@dataclass(frozen=True)
class Match:
    header: Header
    table: Table
    state: State
    events: tuple[Event, ...] = ()
    takebacks: tuple[tuple[int, State], ...] = ()  # decisions since the last draw: who, and the state before

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
        if at is not None and at != self.version:
            raise StaleMove(at=at, version=self.version)
        self._check_open()
        self._check_seat(seat)
        after = self.table.play(self.state, seat, move)
        takebacks = (*self.takebacks, (seat, self.state))
        return replace(self, state=after, events=(*self.events, Played(seat, move)), takebacks=takebacks)

    def settle(self, dice: SealedDice) -> "Match":
        """The match after the draw it waits for, if it waits for one, taken from the seal."""
        turn = self.turn
        if self.over or not isinstance(turn.node, Draw):
            return self
        return self._drawn(Drew(turn.seat, dice.faces(turn.stream, turn.node)))

    def enter_dice(self, seat: int, faces: tuple[Face, ...]) -> "Match":
        """The match after a throw with real dice."""
        self._check_open()
        self._check_seat(seat)
        return self._drawn(Drew(seat, faces, by_hand=True))

    def _drawn(self, event: Drew) -> "Match":
        after = self.table.draw(self.state, event.seat, event.faces)
        return replace(self, state=after, events=(*self.events, event), takebacks=())

    def undo(self, seat: int) -> "Match":
        """The match with that seat's last decision taken back: never one that dice have answered."""
        self._check_open()
        if not self.takebacks:
            raise NothingToUndo()
        mover, before = self.takebacks[-1]
        if mover != seat:
            raise NotYourTurn(seat=seat + 1, turn=mover + 1)
        return replace(self, state=before, events=(*self.events, Undid(seat)), takebacks=self.takebacks[:-1])

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
            case Revealed(seed):
                return self.reveal(seed)

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
