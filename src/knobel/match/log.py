"""A match is a header and a list of events; everything else is a fold over them.

`Match` is a frozen value. Each step checks, adds one event and returns a longer match: `append` a move, `draw` dice,
`undo`, `reveal`; on a score pad `note` and `correct`. What steps belong together is for `host.py` to say. Whoever
keeps or sends matches stores the new events and nothing else.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from knobel.errors import (
    BotSeat,
    MatchOver,
    NoSuchEntry,
    NotBeforeThrow,
    NothingToUndo,
    NotYourTurn,
    PointsImpossible,
    SealBroken,
    StaleMove,
)
from knobel.match.chance import COMMITMENT_DIGITS, SEED_BYTES, Seal, SealedDice
from knobel.match.events import (
    Corrected,
    Drew,
    Event,
    Header,
    Hinted,
    Noted,
    Played,
    Resealed,
    Revealed,
    Salted,
    Seat,
    Shifted,
    StoodIn,
    Switched,
    Undid,
)
from knobel.match.history import NONE, History
from knobel.match.lazy import lazy
from knobel.match.table import Place, State, Table, Turn, with_seat
from knobel.quick import quick
from knobel.rules import digest
from knobel.rules.core import Choice, Decide, Draw, Face, Move, Over, Written
from knobel.words import text

__all__ = [
    "Corrected",
    "Drew",
    "Event",
    "Header",
    "Hinted",
    "Match",
    "Noted",
    "Played",
    "Resealed",
    "Revealed",
    "Salted",
    "Seat",
    "Shifted",
    "StoodIn",
    "Switched",
    "Takeback",
    "Undid",
    "Verified",
    "fold",
    "verify",
]


painter: Callable[["Match"], str] = repr  # how a match looks in print; drawing is for rooms above this one


class Takeback(NamedTuple):
    """A decision that can be taken back: whose it was, and what stood before it."""

    seat: int
    state: State
    typed: bool
    written: tuple[tuple[Written, ...], ...]


@quick
@dataclass(frozen=True, repr=False)
class Match:
    header: Header
    table: Table
    state: State
    events: History[Event] = NONE
    takebacks: History[Takeback] = NONE  # what happened since the sealed dice fell last
    by_hand: bool = False  # people throw real dice
    typed: bool = False  # real dice were thrown in this turn
    written: tuple[tuple[Written, ...], ...] = ()  # what every seat has entered on the cards that lie there, in order
    thrown: frozenset[bool] = frozenset()  # kinds of dice that people have thrown so far: real ones or not
    resealed: int = 0  # the number of the event that brought the seal in force; 0 for the one that the match began with
    hinted: tuple[int, ...] = ()  # seats that have asked the coach
    stand_ins: tuple[tuple[int, str], ...] = ()  # people who have left, each with the bot that plays for them

    @classmethod
    def begin(cls, header: Header) -> "Match":
        table = Table(header.game, len(header.seats), header.games, header.first, header.duplicate)
        return cls(header, table, table.start(), written=((),) * len(header.seats))

    def __repr__(self) -> str:
        points = ", ".join(f"{seat.name} {n}" for seat, n in zip(self.header.seats, self.totals, strict=True))
        return f"<Match {self.header.game.spec} at version {self.version}: {points}>"

    def __str__(self) -> str:
        return painter(self)

    @lazy
    def version(self) -> int:
        return self.events.length

    @lazy
    def turn(self) -> Turn:
        return self.table.turn(self.state)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to act may do; nothing while dice are due and when the match is over."""
        node = self.turn.node
        return node.moves if isinstance(node, Decide) and not self.over else ()

    @lazy
    def over(self) -> bool:
        """Played to the end, or given up."""
        return isinstance(self.turn.node, Over) or self.revealed is not None

    @lazy
    def revealed(self) -> str | None:
        last = self.events.last
        return last.seed if isinstance(last, Revealed) else None

    @property
    def promise(self) -> str:
        """The commitment of the seal that the next dice come from."""
        last = self.events[self.resealed - 1] if self.resealed else None
        return last.commitment if isinstance(last, Resealed) else self.header.commitment

    @property
    def seat_seeds(self) -> dict[int, str]:
        return {event.seat: event.seed for event in self.events if isinstance(event, Salted)}

    @lazy
    def totals(self) -> tuple[int, ...]:
        return self.table.totals(self.state)

    @property
    def ranking(self) -> tuple[Place, ...]:
        return self.table.ranking(self.state)

    @property
    def bot(self) -> str | None:
        """The name of the bot whose turn it is; None for a person."""
        return self.bot_of(self.turn.seat)

    def bot_of(self, seat: int) -> str | None:
        """The name of the bot that plays at a seat now, for good or for a person who has left."""
        bot = self.header.seats[seat].bot
        return next((name for whose, name in self.stand_ins if whose == seat), bot) if self.stand_ins else bot

    @property
    def bots(self) -> tuple[str | None, ...]:
        """By seat, the bot that plays there now."""
        return tuple(self.bot_of(seat) for seat in range(self.table.seats))

    @property
    def stood_in_for(self) -> frozenset[int]:
        """The people for whom a bot has played, if only for a while."""
        return frozenset(event.seat for event in self.events if isinstance(event, StoodIn))

    @property
    def real_dice_due(self) -> bool:
        """Whether the next dice are thrown on a real table. Bots have no hands: theirs always fall from the seal."""
        return self.by_hand and self.bot is None

    @property
    def undoable(self) -> int | None:
        """The person whose last decision can be taken back, if nothing has answered it yet."""
        last = self.takebacks.last
        if last is None or self.revealed is not None or self.bot_of(last.seat):
            return None
        return last.seat

    @property
    def mixed(self) -> bool:
        """People have thrown both real dice and sealed ones."""
        return len(self.thrown) > 1

    @property
    def correctable(self) -> tuple[tuple[str, ...], ...]:
        """For every seat the boxes that were filled by hand on the cards that lie on the table."""
        if True not in self.thrown:
            return ((),) * self.table.seats
        return tuple(tuple([entry.box for entry in entries if entry.by_hand]) for entries in self.written)

    def append(self, seat: int, move: Move | str, at: int | None = None, dice: SealedDice | None = None) -> "Match":
        """The match after that move. `at` is the version the player saw; if it has moved on, the move is stale.

        With `dice`, a move that asks for some is answered by them in the same step; nearly every move of a match is.
        """
        move = Move.of(move)
        self.check_version(at)
        self._check_open()
        self._check_seat(seat)
        after, faces = self.table.play(self.state, seat, move, None if dice is None else dice.faces)
        written = self._on_the_cards
        if faces is not None:  # such a move writes nothing
            events = self.events.plus(Played(seat, move), Drew(seat, faces))
            thrown = self._with_thrown(seat, by_hand=False)
            return self._grown(after, events, NONE, self.typed, written, thrown)
        takebacks = self.takebacks.plus(Takeback(seat, self.state, self.typed, self.written))
        events = self.events.plus(Played(seat, move))
        entry = None if self.state.roll_off else self.header.game.wrote(self.state.cards[seat], move)
        typed = self.typed
        if entry is not None:
            written = with_seat(written, seat, (*written[seat], entry._replace(by_hand=typed)))
            typed = False
        return self._grown(after, events, takebacks, typed, written, self.thrown)

    def _grown(
        self,
        state: State,
        events: History[Event],
        takebacks: History[Takeback],
        typed: bool,
        written: tuple[tuple[Written, ...], ...],
        thrown: frozenset[bool],
    ) -> "Match":
        """As `replace`, which takes three times as long: nearly every event passes here."""
        return Match(
            self.header,
            self.table,
            state,
            events,
            takebacks,
            self.by_hand,
            typed,
            written,
            thrown,
            self.resealed,
            self.hinted,
            self.stand_ins,
        )

    def _with_thrown(self, seat: int, *, by_hand: bool) -> frozenset[bool]:
        """The kinds of dice people have thrown, with these."""
        if by_hand in self.thrown or self.bot_of(seat) is not None:
            return self.thrown
        return self.thrown | {by_hand}

    @property
    def _on_the_cards(self) -> tuple[tuple[Written, ...], ...]:
        """What every seat has entered on the cards that are played on: nothing yet when a new game lies there."""
        return ((),) * self.table.seats if self.state.finished else self.written

    def draw(self, seat: int, faces: tuple[Face, ...], *, by_hand: bool = False) -> "Match":
        """The match after these dice; `by_hand` if they were thrown on a real table."""
        self._check_open()
        self._check_seat(seat)
        after = self.table.draw(self.state, seat, faces)
        events = self.events.plus(Drew(seat, faces, by_hand))
        takebacks: History[Takeback] = NONE
        typed = self.typed
        if by_hand:  # mistyped dice may be typed again: they tell nothing
            takebacks = self.takebacks.plus(Takeback(seat, self.state, self.typed, self.written))
            typed = self.state.roll_off is None
        thrown = self._with_thrown(seat, by_hand=by_hand)
        written = self._on_the_cards
        return self._grown(after, events, takebacks, typed, written, thrown)

    def undo(self, seat: int) -> "Match":
        """The match with that seat's last decision taken back: never one that dice have answered."""
        self._check_open()
        if not self.takebacks:
            raise NothingToUndo()
        last = self.takebacks[-1]
        if last.seat != seat:
            raise NotYourTurn(seat=seat + 1, turn=last.seat + 1)
        return replace(
            self,
            events=self.events.plus(Undid(seat)),
            state=last.state,
            takebacks=self.takebacks.but_last(),
            typed=last.typed,
            written=last.written,
        )

    def note(self, seat: int, box: str, points: int, extra: int | None = None, at: int | None = None) -> "Match":
        """The match with the points of a turn played elsewhere. Left out, `extra` is what these points imply."""
        self.check_version(at)
        self._check_open()
        self._check_seat(seat)
        if self.state.roll_off:
            raise NotBeforeThrow(box=box)
        card, entry = self.header.game.note(self.state.cards[seat], box, points, extra)
        after, written = self.table.note(self.state, seat, card), self._on_the_cards
        return replace(
            self,
            events=self.events.plus(Noted(seat, box, points, entry.extra)),
            state=after,
            takebacks=self.takebacks.plus(Takeback(seat, self.state, self.typed, self.written)),
            typed=False,
            written=with_seat(written, seat, (*written[seat], entry)),
            thrown=self.thrown | {True},
        )

    def correct(
        self, seat: int, box: str, points: int, extra: int | None = None, at: int | None = None, to: str | None = None
    ) -> "Match":
        """The match with an entry that was made by hand changed, for as long as its card lies on the table.

        `to` is the free box it moves to, if it does. Everything later on that card is worked out anew.
        """
        self.check_version(at)
        return self._corrected(seat, box, points, extra, to or box, strict=True)

    def _corrected(self, seat: int, box: str, points: int, extra: int | None, to: str, *, strict: bool) -> "Match":
        self._check_open()
        old = self._made_by_hand(seat, box)
        new = Written(to, points, by_hand=True)
        card, standing = self.header.game.correct(
            self.state.lying[seat], self.written[seat], box, new, extra, strict=strict
        )
        found = next(entry for entry in standing if entry.box == to)
        event: Event = Corrected(seat, box, old.points, points, found.extra)
        if to != box:
            event = Shifted(seat, box, old.points, to, points, found.extra)
        return replace(
            self,
            events=self.events.plus(event),
            state=self.table.amend(self.state, seat, card),
            takebacks=self.takebacks.plus(Takeback(seat, self.state, self.typed, self.written)),
            written=with_seat(self.written, seat, standing),
        )

    def _made_by_hand(self, seat: int, box: str) -> Written:
        entries = self.written[seat] if 0 <= seat < len(self.written) else ()
        old = next((entry for entry in entries if entry.box == box and entry.by_hand), None)
        if old is None:
            raise NoSuchEntry(box=box[:40])
        return old

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the person to act can note for a turn on a real table; nothing where dice lie already."""
        if not self.real_dice_due or self.over or self.state.roll_off:
            return ()
        return self.header.game.choices(self.state.cards[self.turn.seat])

    def amendments(self, seat: int, box: str) -> tuple[Choice, ...]:
        """What `correct` can make of that entry, there or in a free box, whatever came after it."""
        self._made_by_hand(seat, box)
        return self.header.game.amendments(self.state.lying[seat], self.written[seat], box)

    def hint(self, seat: int) -> "Match":
        """The match marked as one in which that seat has asked the coach; asked again, nothing changes."""
        self._check_open()
        if seat in self.hinted:
            return self
        self._check_seat(seat)
        return replace(self, events=self.events.plus(Hinted(seat)), hinted=tuple(sorted((*self.hinted, seat))))

    def stand_in(self, seat: int, bot: str | None) -> "Match":
        """The match with that bot playing for a person, or with the person back. What was decided before stays so."""
        self._check_open()
        if not 0 <= seat < self.table.seats or self.header.seats[seat].bot is not None:
            raise BotSeat(seat=seat + 1)
        if self.bot_of(seat) == bot:
            return self
        others = tuple(pair for pair in self.stand_ins if pair[0] != seat)
        stand_ins = others if bot is None else (*others, (seat, bot))
        return replace(self, events=self.events.plus(StoodIn(seat, bot)), takebacks=NONE, stand_ins=stand_ins)

    def switch(self, by_hand: bool) -> "Match":
        """The match with real dice from here on, or with the sealed ones again."""
        self._check_open()
        if by_hand == self.by_hand:
            return self
        return replace(self, events=self.events.plus(Switched(by_hand)), by_hand=by_hand)

    def salt(self, seat: int, seed: str) -> "Match":
        """The match with a seat's own seed mixed into the dice."""
        self._check_open()
        drawn = any(isinstance(event, Drew) for event in self.events)
        if drawn or seat in self.seat_seeds or not 0 <= seat < self.table.seats or not _is_hex(seed, 2, 2 * SEED_BYTES):
            raise SealBroken(why=text("seal.salt"))
        return replace(self, events=self.events.plus(Salted(seat, seed)))

    def reseal(self, commitment: str) -> "Match":
        """The match with another seal from here on, because the secret of the one before is not known here."""
        self._check_open()
        if not _is_hex(commitment, COMMITMENT_DIGITS, COMMITMENT_DIGITS) or commitment == self.promise:
            raise SealBroken(why=text("seal.reseal", n=COMMITMENT_DIGITS))
        events = self.events.plus(Resealed(commitment))
        return replace(self, events=events, takebacks=NONE, resealed=events.length)

    def reveal(self, seed: str) -> "Match":
        """The match closed with its secret told; refused unless it is the one that was promised."""
        if self.revealed is not None:
            raise MatchOver()
        seal = self.seal(seed)
        if seal.commitment != self.promise:
            raise SealBroken(why=text("seal.commitment"))
        return replace(self, events=self.events.plus(Revealed(seed)), takebacks=NONE)

    def seal(self, seed: str) -> Seal:
        if not _is_hex(seed, 2 * SEED_BYTES, 2 * SEED_BYTES):
            raise SealBroken(why=text("seal.seed", n=2 * SEED_BYTES))
        return Seal(self.header.id, digest(self.header.game), bytes.fromhex(seed))

    def step(self, event: Event) -> "Match":
        """The match after an event that is already known to have happened, checked all the same."""
        match event:
            case Played(seat, move):
                return self.append(seat, move)
            case Drew(seat, faces, by_hand):
                return self.draw(seat, faces, by_hand=by_hand)
            case Undid(seat):
                return self.undo(seat)
            case Salted(seat, seed):
                return self.salt(seat, seed)
            case Noted(seat, box, points, extra):
                return self.note(seat, box, points, extra)
            case Corrected(seat, box, was, points, extra):
                after = self._corrected(seat, box, points, extra, box, strict=False)
                if after.events[-1] != event and not self._scored_from_dice(seat, box):
                    raise PointsImpossible(points=was, box=box)
                return replace(after, events=self.events.plus(event))
            case Shifted(seat, box, was, to, points, extra):
                after = self.correct(seat, box, points, extra, to=to)
                if after.events[-1] != event:
                    raise PointsImpossible(points=was, box=box)
                return after
            case Hinted(seat):
                return self.hint(seat)
            case StoodIn(seat, bot):
                return self.stand_in(seat, bot)
            case Switched(by_hand):
                return self.switch(by_hand)
            case Resealed(commitment):
                return self.reseal(commitment)
            case Revealed(seed):
                return self.reveal(seed)

    def _scored_from_dice(self, seat: int, box: str) -> bool:
        """Whether an older release may have left other points there than a correction before it now gives."""
        return any(entry.box == box and entry.dice for entry in self.written[seat])

    def check_version(self, at: int | None) -> None:
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
    """How many draws came from the seal, all as promised, and how many were typed in from real dice.

    `earlier` ones came from a seal before it, whose secret is not told: nobody can check them.
    """

    sealed: int
    by_hand: int
    earlier: int = 0
    dice: int = 0  # and cards, that came from the seal
    dice_by_hand: int = 0
    dice_earlier: int = 0


def verify(match: Match) -> Verified:
    """Derive every draw anew from the revealed seed; SealBroken names the first that differs."""
    if match.revealed is None:
        raise SealBroken(why=text("seal.unrevealed"))
    seal = match.seal(match.revealed)
    if seal.commitment != match.promise:
        raise SealBroken(why=text("seal.commitment"))
    dice = seal.dice(match.seat_seeds)
    sealed, by_hand, earlier = [], [], []  # how many dice in each draw
    resealed = match.resealed
    replayed = Match.begin(match.header)
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Drew):
            if event.by_hand:
                by_hand.append(len(event.faces))
            elif number <= resealed:
                earlier.append(len(event.faces))
            else:
                _check_draw(replayed.turn, dice, event, number)
                sealed.append(len(event.faces))
        replayed = replayed.step(event)
    draws = (sealed, by_hand, earlier)
    return Verified(*map(len, draws), *map(sum, draws))


def _check_draw(turn: Turn, dice: SealedDice, event: Drew, number: int) -> None:
    assert isinstance(turn.node, Draw)
    promised = dice.faces(turn.stream, turn.node)
    if promised != event.faces:
        raise SealBroken(why=text("seal.differs", event=number, found=event.faces, promised=promised))


def _is_hex(word: str, least: int, most: int) -> bool:
    return least <= len(word) <= most and len(word) % 2 == 0 and not set(word) - set("0123456789abcdef")
