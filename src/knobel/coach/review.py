"""Review: a match told as luck and skill. For every decision what it lost against the best, for every draw what it
brought against what could be expected; so that for each player

    value at the start + Σ luck − Σ loss = result

Values are those of `advise`, each asked once, so in exact games nothing is left over but rounding. Where values are
estimates, one and the same position may be valued twice; what that makes is the residual, and it is told.

What was taken back never happened. A turn that was only noted, or corrected by hand, has no known dice: what it brought
goes to luck, and is marked as unknown, since nobody can say which part of it was decided.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from knobel.bots.graded import has_numpy
from knobel.coach.advice import ALIKE, Advice, Option, advise
from knobel.match.log import Corrected, Drew, Match, Noted, Played, Shifted, Undid
from knobel.rules.core import Decide, Draw, Face, Game, Move, Over, Written
from knobel.rules.sheetgame import SheetGame

TURNING_POINTS = 5


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision with more than one option."""

    n: int  # its number among the events of the match, from 1 on
    game: int  # of the series, from 0 on
    turn: int  # finished turns before it
    state: Any
    advice: Advice
    chosen: Option

    @property
    def move(self) -> Move:
        return self.chosen.move

    @property
    def best(self) -> Move:
        return self.advice.best.move

    @property
    def loss(self) -> float:
        return self.chosen.loss

    @property
    def mistake(self) -> bool:
        """Whether something was lost for sure: more than values are exact to."""
        return self.loss >= max(ALIKE, self.advice.best.error or 0, self.chosen.error or 0)


@dataclass(frozen=True)
class ReviewedDraw:
    """What dice or cards brought against what could be expected."""

    n: int
    game: int
    turn: int
    luck: float
    faces: tuple[Face, ...] = ()
    known: bool = True  # if not, the dice of a whole turn are unknown, and with them what was decided in it
    written: Written | None = None  # then this is what is known of it


class Expectation(NamedTuple):
    """The expected result after an event."""

    n: int
    value: float


class ChancesAt(NamedTuple):
    """The chance to win of every seat after an event."""

    n: int
    chances: tuple[float, ...]


@dataclass
class PlayerReview:
    """One seat. Over a series everything is the sum of its games."""

    seat: int
    name: str
    start: float = 0.0
    result: float = 0.0  # what it came to; for a game that is not over, what can be expected
    residual: float = 0.0
    exact: bool = True
    over: bool = False
    decisions: list[ReviewedDecision] = field(default_factory=list)
    stood_in: list[ReviewedDecision] = field(default_factory=list)  # those of a bot that played on for who had left
    draws: list[ReviewedDraw] = field(default_factory=list)
    expected: list[Expectation] = field(default_factory=list)  # how it went, for a chart

    @property
    def luck(self) -> float:
        return sum(draw.luck for draw in self.draws)

    @property
    def loss(self) -> float:
        return sum(decision.loss for decision in self.decisions)

    @property
    def stand_in_loss(self) -> float:
        """What the bot lost that stood in. It is in the result, and no decision of the player."""
        return sum(decision.loss for decision in self.stood_in)

    @property
    def error(self) -> float | None:
        """How far luck and loss may be off: one standard error, where values are estimates."""
        if self.exact:
            return None
        errors = [decision.chosen.error or 0.0 for decision in (*self.decisions, *self.stood_in)]
        return float(sum(error**2 for error in errors) ** 0.5)

    @property
    def mistakes(self) -> list[ReviewedDecision]:
        """Decisions that lost something, the worst first."""
        return sorted((each for each in self.decisions if each.mistake), key=lambda each: -each.loss)

    @property
    def accuracy(self) -> float:
        """The share of decisions that lost nothing."""
        return 1 - len(self.mistakes) / len(self.decisions) if self.decisions else 1.0

    @property
    def turning_points(self) -> list[ReviewedDecision | ReviewedDraw]:
        """What moved the expected result most, in the order it happened."""
        every: list[ReviewedDecision | ReviewedDraw] = [*self.draws, *self.mistakes]
        moved = sorted(every, key=lambda each: -abs(_moved(each)))[:TURNING_POINTS]
        return sorted(moved, key=lambda each: each.n)

    @property
    def unknown(self) -> int:
        """Turns whose dice nobody knows."""
        return sum(not draw.known for draw in self.draws)


def _moved(each: ReviewedDecision | ReviewedDraw) -> float:
    return each.luck if isinstance(each, ReviewedDraw) else -each.loss


@dataclass(frozen=True, repr=False)
class Review:
    match: Match
    players: tuple[PlayerReview, ...]

    @cached_property
    def exact(self) -> bool:
        return all(player.exact for player in self.players)

    @property
    def residual(self) -> float:
        """The largest, as it is, of all players."""
        return max((player.residual for player in self.players), key=abs, default=0.0)

    @cached_property
    def chances(self) -> tuple[ChancesAt, ...]:
        """The chance to win of every player, from the start of the match on after every turn; nothing for one alone,
        and nothing where there is no NumPy to work it out with."""
        if len(self.players) < 2 or not isinstance(self.match.header.game, SheetGame) or not has_numpy():
            return ()
        from knobel.coach.chances import win_chances  # late: it loads NumPy

        turned = {each.n for line in _Lines(self.match).by_game.values() for each in line if _ends_turn(each.event)}
        found: list[ChancesAt] = []
        at = Match.begin(self.match.header)
        for n, event in enumerate(self.match.events, 1):
            if not found and at.state.roll_off is None:
                found.append(ChancesAt(n - 1, tuple(each.chance for each in win_chances(at, simulated=False))))
            at = at.step(event)
            if n in turned:
                found.append(ChancesAt(n, tuple(each.chance for each in win_chances(at, simulated=False))))
        return tuple(found)

    def __repr__(self) -> str:
        told = (f"{p.name} {p.result:.0f}, luck {p.luck:+.1f}, decisions {-p.loss:+.1f}" for p in self.players)
        return f"<Review of {self.match.header.game.spec}: {'; '.join(told)}>"


Progress: TypeAlias = Callable[[float], None]
"""told how much is done, from 0 to 1"""


def review(match: Match, progress: Progress = lambda _: None) -> Review:
    """A match, finished or not, as luck and skill.

    >>> from knobel.match.host import new_match
    >>> host = new_match("kniffel", ["Ada"], seed=bytes(32), match_id="example")
    >>> for move in ("roll", "enter chance"):
    ...     host = host.play(move)
    >>> review(host.match)
    <Review of kniffel: Ada 238, luck +7.3, decisions -17.9>
    """
    players = tuple(PlayerReview(seat, each.name) for seat, each in enumerate(match.header.seats))
    lines, done = _Lines(match), 0
    every = sum(map(len, lines.by_game.values()))
    for (game, seat), line in sorted(lines.by_game.items()):
        ledger = _Ledger(match.header.game, players[seat], game, lines.standing)
        for booked in ledger.book(line):
            done += booked
            progress(done / every)
    for player in players:
        player.over = match.over
        player.residual = player.start + player.luck - player.loss - player.stand_in_loss - player.result
    return Review(match, players)


class _Happened(NamedTuple):
    """An event on one card that was not taken back."""

    n: int
    seat: int
    game: int
    event: Played | Drew | Noted
    stood_in: bool = False  # by a bot, for who had left


class _Stands(NamedTuple):
    """The same, or a correction."""

    n: int
    seat: int
    game: int
    event: Played | Drew | Noted | Corrected | Shifted
    stood_in: bool


class _Lines:
    """What happened on every card, as it stands in the end: without what was taken back, with corrections."""

    def __init__(self, match: Match) -> None:
        self.by_game: dict[tuple[int, int], list[_Happened]] = {}
        self.standing: dict[int, Written] = {}  # by the event that wrote them: entries corrected by hand, as they stand
        for seat in range(len(match.header.seats)):
            self.by_game[0, seat] = []
        entries = self._read(match)
        wrote: dict[tuple[int, int, str], int] = {}  # by game, seat and box: which event
        for n, seat, game, event, stood_in in self._stands:
            match event:
                case Corrected(_, box):
                    self.standing[wrote[game, seat, box]] = entries[game, seat, box]
                case Shifted(_, box, _, to):
                    n = wrote[game, seat, to] = wrote.pop((game, seat, box))
                    self.standing[n] = entries[game, seat, to]
                case Played() | Drew() | Noted():
                    self.by_game.setdefault((game, seat), []).append(_Happened(n, seat, game, event, stood_in))
                    if (filled := _box(event)) is not None:
                        wrote[game, seat, filled] = n

    def _read(self, match: Match) -> dict[tuple[int, int, str], Written]:
        """Find what was not taken back. Returns the entries, by game, seat and box, as they stood last."""
        happened: list[_Stands | None] = []  # nothing for throws about who begins
        entries: dict[tuple[int, int, str], Written] = {}
        at = Match.begin(match.header)
        for n, event in enumerate(match.events, 1):
            game, rolling_off = min(len(at.state.results), at.table.games - 1), at.state.roll_off is not None
            away = {seat for seat, _ in at.stand_ins}
            at = at.step(event)
            match event:
                case Played(seat) | Drew(seat) | Noted(seat) | Corrected(seat) | Shifted(seat):
                    happened.append(None if rolling_off else _Stands(n, seat, game, event, seat in away))
                case Undid():
                    happened.pop()
            for seat, written in enumerate(at.written):
                entries |= {(game, seat, entry.box): entry for entry in written}
        self._stands = [each for each in happened if each is not None]
        return entries


class _Ledger:
    """Books one card of one player."""

    def __init__(self, game: Game[Any], player: PlayerReview, number: int, standing: dict[int, Written]) -> None:
        self.game, self.player, self.number, self.standing = game, player, number, standing
        self.state = game.start()
        self.drawn: _Happened | None = None  # dice that fell and whose luck is not booked yet

    def book(self, line: list[_Happened]) -> Iterator[int]:
        """Tells after each turn how many events it had."""
        self.value = self._worth(self.state)
        self.player.start += self.value
        self.player.expected.append(Expectation(line[0].n - 1 if line else 0, self.value))
        for turn in self._turns(line):
            if noted := self._noted(turn):
                self._book_noted(turn[-1].n, noted)
            else:
                for each in turn:
                    self._book(each)
            yield len(turn)
        self._settle()

    def _turns(self, line: list[_Happened]) -> Iterator[list[_Happened]]:
        """Events up to an entry belong together; where nothing is written, each stands for itself."""
        turn: list[_Happened] = []
        for each in line:
            turn.append(each)
            event = each.event
            if isinstance(event, Noted) or not self.game.has_boxes or _writes(event):
                yield turn
                turn = []
        if turn:
            yield turn

    def _noted(self, turn: list[_Happened]) -> Written | None:
        """What was written, if that is all that is known of a turn."""
        n, event = turn[-1].n, turn[-1].event
        if n in self.standing:
            return self.standing[n]
        return Written(event.box, event.points, event.extra) if isinstance(event, Noted) else None

    def _book_noted(self, n: int, entry: Written) -> None:
        turn = self.game.turn(self.state)
        self.state, _ = self.game.note(self.state, entry.box, entry.points, entry.extra)
        value = self._worth(self.state)
        luck = value - self.value
        self.player.draws.append(ReviewedDraw(n, self.number, turn, luck, known=False, written=entry))
        self._move_to(n, value)

    def _book(self, each: _Happened) -> None:
        match each.event:
            case Drew(_, faces):
                self.drawn, self.state = each, self.game.draw(self.state, faces)
            case Played(_, move):
                self._decide(each.n, move, self.player.stood_in if each.stood_in else self.player.decisions)
                self.state = self.game.play(self.state, move)

    def _decide(self, n: int, move: Move, decisions: list[ReviewedDecision]) -> None:
        node = self.game.node(self.state)
        assert isinstance(node, Decide)
        if len(node.moves) == 1 and (self.drawn is None or not self.game.has_boxes):
            return  # nothing to decide and nothing new is known
        advice = advise(self.game, self.state)
        self.player.exact &= advice.exact
        best = advice.standing + advice.best.value
        self._book_luck(best)
        chosen = advice.of(move)
        if len(node.moves) > 1:
            turn = self.game.turn(self.state)
            decisions.append(ReviewedDecision(n, self.number, turn, self.state, advice, chosen))
        self._move_to(n, advice.standing + chosen.value)

    def _book_luck(self, best: float) -> None:
        if self.drawn is not None:
            event, turn = self.drawn.event, self.game.turn(self.state)
            assert isinstance(event, Drew)
            self.player.draws.append(ReviewedDraw(self.drawn.n, self.number, turn, best - self.value, event.faces))
            self._move_to(self.drawn.n, best)
            self.drawn = None

    def _move_to(self, n: int, value: float) -> None:
        self.value = value
        self.player.expected.append(Expectation(n, value))

    def _settle(self) -> None:
        """The result, or what can be expected where the game stops."""
        match self.game.node(self.state):
            case Over(points):
                self.player.result += points
            case Decide() if self.drawn is not None:
                advice = advise(self.game, self.state)
                self.player.exact &= advice.exact
                self._book_luck(advice.standing + advice.best.value)
                self.player.result += self.value
            case _:
                self.player.result += self.value

    def _worth(self, state: Any) -> float:
        """The expected result before a turn begins, or the result."""
        node = self.game.node(state)
        if isinstance(node, Over):
            return node.points
        assert not isinstance(node, Draw)
        advice = advise(self.game, state)
        self.player.exact &= advice.exact
        return advice.standing + advice.best.value


def _ends_turn(event: object) -> bool:
    return isinstance(event, Noted) or _writes(event)


def _writes(event: object) -> bool:
    return isinstance(event, Played) and event.move.verb in ("enter", "strike")


def _box(event: Played | Drew | Noted) -> str | None:
    """The box it fills, if it does."""
    match event:
        case Noted(_, box):
            return box
        case Played(_, Move(_, (box,))) if _writes(event):
            return box
    return None


def as_data(found: Review) -> dict[str, Any]:
    """A review as plain data, for JSON."""
    return {
        "game": str(found.match.header.game.spec),
        "chances": [[each.n, *each.chances] for each in found.chances],
        "players": [
            {
                "seat": player.seat,
                "name": player.name,
                "start": player.start,
                "luck": player.luck,
                "loss": player.loss,
                "stand_in_loss": player.stand_in_loss,
                "result": player.result,
                "residual": player.residual,
                "exact": player.exact,
                "error": player.error,
                "over": player.over,
                "accuracy": player.accuracy,
                "unknown": player.unknown,
                "decisions": [
                    {
                        "n": each.n,
                        "move": str(each.move),
                        "best": str(each.best),
                        "loss": each.loss,
                        "mistake": each.mistake,
                    }
                    for each in player.decisions
                ],
                "draws": [{"n": each.n, "luck": each.luck, "known": each.known} for each in player.draws],
                "expected": [[each.n, each.value] for each in player.expected],
            }
            for player in found.players
        ],
    }
