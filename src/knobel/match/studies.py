"""What statistics keep of a match that is over: a line for each person at its table, and what its dice showed.

Whoever works them out reviews the match once (`coach/statistics.py`); from then on nobody has to look at it again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from knobel.match.log import Drew, Match, Undid
from knobel.rules.boxes import D6
from knobel.rules.core import Draw, Face, Game, Urn
from knobel.rules.sheetgame import SheetGame

COLOUR, NUMBER = "colour", "number"  # what a card of a deck is counted by
WHOLE_TURN = 1.5  # typed throws a turn from which on a person types all of them, not the last one alone


@dataclass(frozen=True, slots=True)
class LostAt:
    """What was lost in turns that ended in one place of the card: a box, a row, a cell."""

    place: str
    decisions: int = 0
    kept: float = 0.0  # lost by what was kept or thrown again
    entered: float = 0.0  # lost by what was written or laid

    @property
    def loss(self) -> float:
        return self.kept + self.entered


@dataclass(frozen=True, slots=True)
class PersonStudy:
    """One person's match. Of a series it is the sum of its games."""

    seat: int
    person: str
    games: int  # played to their end
    start: float  # what was to be expected
    luck: float
    loss: float
    decisions: int
    mistakes: int
    exact: bool
    unknown: int = 0  # turns whose dice nobody knows
    places: tuple[LostAt, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawTally:
    """What dice of one kind, or the cards of a deck, showed.

    Every draw is compared with what its urn held just then. `expected` and `spread` add up the means and covariances of
    that, so cards drawn without putting back are judged as rightly as dice.
    """

    kind: str  # of the dice, or what of a card is counted
    faces: tuple[Face, ...]
    typed: bool  # real dice that were typed in
    counts: tuple[int, ...]
    expected: tuple[float, ...]
    spread: tuple[tuple[float, ...], ...]

    @property
    def draws(self) -> int:
        return sum(self.counts)


def uniform(kind: str, faces: tuple[Face, ...], counts: tuple[int, ...], *, typed: bool) -> DrawTally:
    """The tally of dice, whose faces are all alike and always there."""
    draws, size = sum(counts), len(faces)
    spread = tuple(tuple([draws / size * ((1 if i == j else 0) - 1 / size) for j in range(size)]) for i in range(size))
    return DrawTally(kind, faces, typed, counts, (draws / size,) * size, spread)


@dataclass(frozen=True, slots=True)
class MatchStudy:
    match: str  # where it is kept
    version: int  # that was looked at
    people: tuple[PersonStudy, ...] = ()
    draws: tuple[DrawTally, ...] = ()
    left_out: int = 0  # typed dice that do not count, because only the last throw of a turn was typed
    seal: str = ""  # matches with the same seal have the same dice, which count once
    spec: str = ""
    rules: str = ""
    readable: bool = True  # a match of another release may be none


# What is kept, as statistics ask for it.


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """Rules that somebody has played by."""

    rules: str  # their digest
    spec: str
    games: int  # played to their end
    name: Mapping[str, Any] = field(default_factory=dict)  # a Text as JSON has it; empty: that of the registry


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game played to its end."""

    match: str
    stamp: int  # seconds since 1970
    points: int
    rules: str
    level: int | None = None
    medal: str | None = None


@dataclass(frozen=True, slots=True)
class StudiedMatch:
    """What a match has of one person."""

    match: str
    stamp: int
    rules: str
    study: PersonStudy


@dataclass(frozen=True, slots=True)
class PersonPast:
    """All that is kept of what somebody has played: rules that were played last first, everything else in order."""

    played: tuple[PlayedRules, ...] = ()
    results: tuple[GameResult, ...] = ()
    studies: tuple[StudiedMatch, ...] = ()
    waiting: int = 0  # matches that nobody has looked at yet


@dataclass(frozen=True, slots=True)
class AllDraws:
    """What all dice and cards of an installation showed."""

    tallies: tuple[DrawTally, ...]
    matches: int
    left_out: int
    waiting: int


# Counting.


@dataclass
class _Count:
    """Draws of one kind as they are added up; `changing`: from urns that do not always hold the same."""

    changing: bool = False
    counts: Counter[Face] = field(default_factory=Counter)
    expected: defaultdict[Face, float] = field(default_factory=lambda: defaultdict(float))
    products: defaultdict[tuple[Face, Face], float] = field(default_factory=lambda: defaultdict(float))

    def add(self, face: Face, shares: dict[Face, float]) -> None:
        self.counts[face] += 1
        for one, share in shares.items():
            self.expected[one] += share
            if self.changing:
                for other, its in shares.items():
                    self.products[one, other] += share * its

    def tally(self, kind: str, *, typed: bool) -> DrawTally:
        faces = tuple(sorted(self.expected, key=_in_order))
        counts = tuple([self.counts[face] for face in faces])
        if not self.changing:
            return uniform(kind, faces, counts, typed=typed)
        expected = tuple([self.expected[face] for face in faces])
        spread = tuple(
            tuple([(expected[i] if i == j else 0.0) - self.products[one, other] for j, other in enumerate(faces)])
            for i, one in enumerate(faces)
        )
        return DrawTally(kind, faces, typed, counts, expected, spread)


def _in_order(face: Face) -> tuple[int, str]:
    return (face, "") if isinstance(face, int) else (0, face)


def draws_of(match: Match) -> tuple[tuple[DrawTally, ...], int]:
    """What all dice and cards of a match showed, throws about who begins left out; and how many typed ones do not
    count: who types the last throw of each turn alone has chosen which dice to type."""
    happened = _draws(match)
    typed = [one for one in happened if one.typed]
    throws = Counter(one.seat for one in typed)
    turns = Counter(seat for seat, *_ in {(one.seat, one.game, one.draw.turn) for one in typed})
    sparing = {seat for seat, count in throws.items() if count < WHOLE_TURN * turns[seat]}
    sparing = sparing if match.header.game.has_boxes else set()
    counts: dict[tuple[str, bool], _Count] = {}
    seen: set[tuple[int, int, int, int]] = set()
    left_out = 0
    for seat, game, by_hand, draw, faces in happened:
        if by_hand and seat in sparing:
            left_out += len(faces)
            continue
        for urn, face in zip(draw.urns, faces, strict=True):
            place = (game, draw.turn, draw.roll, urn.die)
            if match.header.duplicate and not by_hand:
                if place in seen:
                    continue  # the same dice fell for somebody else
                seen.add(place)
            for kind, shown, shares in _seen_as(match.header.game, urn, face):
                counts.setdefault((kind, by_hand), _Count(isinstance(face, str))).add(shown, shares)
    return tuple(count.tally(kind, typed=by_hand) for (kind, by_hand), count in sorted(counts.items())), left_out


class _Drawn(NamedTuple):
    seat: int
    game: int  # of the series
    typed: bool
    draw: Draw
    faces: tuple[Face, ...]


def _draws(match: Match) -> list[_Drawn]:
    """All that was drawn and not taken back."""
    at = Match.begin(match.header)
    found: list[tuple[int, _Drawn]] = []  # with the number of decisions that can be taken back from there
    for event in match.events:
        node, game, rolling_off = at.turn.node, len(at.state.results), at.state.roll_off is not None
        at = at.step(event)
        depth = len(at.takebacks)
        if isinstance(event, Undid):
            found = [one for one in found if one[0] <= depth]
        elif depth == 0:
            found = [(0, drawn) for _, drawn in found]  # what lies before this stays
        if isinstance(event, Drew) and isinstance(node, Draw) and not rolling_off:
            found.append((depth, _Drawn(event.seat, game, event.by_hand, node, event.faces)))
    return [drawn for _, drawn in found]


def _seen_as(game: Game[Any], urn: Urn, face: Face) -> Iterable[tuple[str, Face, dict[Face, float]]]:
    """What is counted of a draw: the kind, what it showed, and how likely everything was that it could have shown."""
    if isinstance(face, str):  # a card: colour and number
        held = len(urn.faces)
        for kind, part in ((COLOUR, slice(1)), (NUMBER, slice(1, None))):
            shares: dict[Face, float] = {}
            for card in urn.faces:
                one = _number(str(card)[part])
                shares[one] = shares.get(one, 0.0) + 1 / held
            yield kind, _number(face[part]), shares
        return
    kind = D6.kind
    if isinstance(game, SheetGame):
        die = game.sheet.dice[urn.die]
        kind = die.kind
        if kind == "die" or (kind == D6.kind and die.faces != D6.faces):
            kind = f"die {','.join(map(str, die.faces))}"
    yield kind, face, dict.fromkeys(urn.faces, 1 / len(urn.faces))


def _number(part: str) -> Face:
    return int(part) if part.isdigit() else part
