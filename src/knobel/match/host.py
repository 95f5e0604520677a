"""One step for every host: what a command makes of a match, dice and all.

A `Host` is a match with the secret that its host keeps. Every command gives the next host and leaves the old one as it
was: the command's own event, the dice that are due, and the secret at the end. `news` are the events it added; whoever
stores or shows matches takes those and nothing else. Terminal, server, simulation and the library go through here.

Whose dice are thrown is known of the match: the sealed ones, or, where people throw real dice, those that are typed in.
Bots have no hands; theirs fall from the seal at every table.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from knobel.errors import BadSeating, BotSeat, DiceOfADay, NoBot, NothingToUndo, NotYourTurn, WrongSource
from knobel.match.chance import Seal, SealedDice
from knobel.match.events import Event, Header, Seat, check_names
from knobel.match.log import Match
from knobel.match.table import ROLL
from knobel.quick import quick
from knobel.rules import digest, find
from knobel.rules.core import Draw, Face, Game, Move, Over
from knobel.words import text


def new_match(
    game: Game[Any] | str,
    seats: Sequence[Seat | str],
    *,
    games: int = 1,
    first: int | None = None,
    duplicate: bool = False,
    by_hand: bool = False,
    seed: bytes | None = None,
    match_id: str | None = None,
) -> "Host":
    """A match before its first throw, with the secret that its host keeps until the end.

    `first` is the seat that begins, None: the highest throw decides. `duplicate`: everybody gets the same dice.
    Nobody at a table has another's name.
    """
    game = find(game) if isinstance(game, str) else game
    people = tuple(Seat(seat) if isinstance(seat, str) else seat for seat in seats)
    check_names(people)
    match_id = match_id or secrets.token_hex(8)
    seal = Seal.fresh(match_id, digest(game)) if seed is None else Seal(match_id, digest(game), seed)
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    header = Header(match_id, game, people, seal.commitment, created, games, first, duplicate)
    host = Host(Match.begin(header), seal)
    return host.switch(by_hand=True) if by_hand else host


@quick
@dataclass(frozen=True, repr=False)
class Host:
    match: Match
    seal: Seal
    news: tuple[Event, ...] = ()  # what the step that led here has added
    sealed_dice: SealedDice | None = None  # known once no seat can add a seed of its own any more
    closes: bool = True  # at the end of the game, by itself; else `end` does, and until then the last entry can go back

    def __repr__(self) -> str:
        return f"<Host of {self.match!r}>"

    def __str__(self) -> str:
        return str(self.match)

    # What a person does. `seat` is the seat to act unless it is said; `at` the version that the person saw.

    def play(self, move: Move | str, seat: int | None = None, at: int | None = None) -> "Host":
        """A decision, and the dice that answer it."""
        self.match.check_version(at)
        return self._next(self.match.append(self._person(seat), move, dice=self._dice_of_moves))

    def dice(
        self, faces: Sequence[Face], move: Move | str | None = None, seat: int | None = None, at: int | None = None
    ) -> "Host":
        """Real dice as they lie on the table. The move they answer is made first, if it has not been made."""
        self.match.check_version(at)
        self._check_by_hand()
        seat, match = self._person(seat), self.match
        if move is not None or match.legal_moves == (ROLL,):
            match = match.append(seat, ROLL if move is None else move)
        return self._next(match.draw(seat, tuple(faces), by_hand=True))

    def note(
        self, box: str, points: int, extra: int | None = None, seat: int | None = None, at: int | None = None
    ) -> "Host":
        """The points of a turn that was played on a real table."""
        self.match.check_version(at)
        self._check_by_hand()
        return self._next(self.match.note(self._person(seat), box, points, extra))

    def correct(
        self, seat: int, box: str, points: int, extra: int | None = None, at: int | None = None, to: str | None = None
    ) -> "Host":
        """An entry made by hand is changed or moved to the free box `to`, and everything that depended on it."""
        self._check_seat(seat)
        return self._next(self.match.correct(seat, box, points, extra, at, to))

    def undo(self, seat: int | None = None, at: int | None = None) -> "Host":
        """A person's last decision is taken back, as long as nothing has answered it.

        Mistyped dice are typed again with the same dice kept; the `roll` of a first throw, which nobody decides, goes
        back with them.
        """
        self.match.check_version(at)
        last = self.match.undoable
        if last is None:
            raise NothingToUndo()
        if seat is not None and seat != last:
            self._check_seat(seat)
            raise NotYourTurn(seat=seat + 1, turn=last + 1)
        match, due = self.match.undo(last), isinstance(self.match.turn.node, Draw)
        if not due and match.undoable == last and self._asked_for_dice(match):
            match = match.undo(last)
        return self._next(match)

    def _asked_for_dice(self, match: Match) -> bool:
        """Whether all that has been decided in this turn is to throw."""
        return isinstance(match.turn.node, Draw) and match.undo(match.turn.seat).legal_moves == (ROLL,)

    def salt(self, seat: int, seed: str, at: int | None = None) -> "Host":
        """A seat adds a seed of its own to the dice, before the first of them falls."""
        self.match.check_version(at)
        self._check_seat(seat)
        self._check_own_dice()
        return self._next(self.match.salt(seat, seed))

    def hint(self, seat: int | None = None, at: int | None = None) -> "Host":
        """A person asks the coach: from here on that is known of the match."""
        self.match.check_version(at)
        return self._next(self.match.hint(self._person(seat)))

    # What belongs to everybody.

    def switch(self, by_hand: bool, at: int | None = None) -> "Host":
        """People throw real dice from here on, or the sealed ones again."""
        self.match.check_version(at)
        if by_hand:
            self._check_own_dice()
        return self._next(self.match.switch(by_hand))

    def stand_in(self, seat: int, bot: str | None) -> "Host":
        """A bot plays on for a person who has left; None: the person is back."""
        self._check_seat(seat)
        return self._next(self.match.stand_in(seat, bot))

    def reseal(self) -> "Host":
        """The match goes on under this host's own seal, where the secret of the one before is not known.

        What it promises is in the match from here on, before the next dice fall.
        """
        return self._next(self.match.reseal(self.seal.commitment))

    def end(self) -> "Host":
        """The match is given up, or closed when no correction is wanted any more: the secret is told."""
        return self._next(self.match.reveal(self.seal.seed.hex()))

    def let_bot(self, move: Move | str, at: int | None = None) -> "Host":
        """The move of the bot whose turn it is, and the dice that answer it."""
        self.match.check_version(at)
        if self.match.bot is None:
            raise NoBot(seat=self.match.turn.seat + 1)
        return self._next(self.match.append(self.match.turn.seat, move, dice=self._dice_of_moves))

    @property
    def _dice_of_moves(self) -> SealedDice | None:
        """What answers a move at once; nothing where real dice are due, or before the first of the sealed ones fell."""
        return None if self.match.real_dice_due else self.sealed_dice

    # How every step ends.

    def _next(self, match: Match) -> "Host":
        """The host after these events, the dice that are due, and the secret once there is nothing left to decide.

        With real dice a finished match stays open, because what was typed can still be corrected.
        """
        dice = self.sealed_dice
        while isinstance(match.turn.node, Draw) and not match.over and not match.real_dice_due:
            dice = dice or self.seal.dice(match.seat_seeds)
            match = match.draw(match.turn.seat, dice.faces(match.turn.stream, match.turn.node))
        if self.closes and isinstance(match.turn.node, Over) and not match.by_hand and match.revealed is None:
            match = match.reveal(self.seal.seed.hex())
        return Host(match, self.seal, match.events.since(self.match.version), dice, self.closes)

    def _person(self, seat: int | None) -> int:
        """The seat to act, or the one that was named; a bot's seat is not a person's to play."""
        seat = self.match.turn.seat if seat is None else seat
        self._check_seat(seat)
        if self.match.bot_of(seat):
            raise BotSeat(seat=seat + 1)
        return seat

    def _check_seat(self, seat: int) -> None:
        seats = len(self.match.header.seats)
        if not 0 <= seat < seats:
            raise BadSeating(what=text("seating.seats"), value=seat + 1, least=1, most=seats, game="")

    def _check_own_dice(self) -> None:
        """In the game of a day everybody gets the same dice, so nobody brings any."""
        if self.match.header.of_a_day:
            raise DiceOfADay()

    def _check_by_hand(self) -> None:
        if not self.match.by_hand:
            raise WrongSource()
