"""The chance to win: how likely each player of a match is to end in front, if everybody plays on as well as possible.

Nobody touches another's card, so what each may come to is a distribution of its own (`CardOutlook`), and the chance to
win follows from all of them. Of a full card it is certain, with few free boxes it is worked out exactly, of small games
it is simulated in compiled code as soon as there is any. Else it is taken for normal around what exact play expects;
how wide, every free box has its share in, from simulated games (`python -m tools.spreads`), which also say how far
chances are off that come of it. A first place that is shared counts by its share, so that all chances together are one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

import numpy as np

from knobel.match.log import Match
from knobel.rules.boxes import Sheet
from knobel.rules.core import Draw, Over
from knobel.rules.sheetgame import ROLL, Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.sources import AT_ONCE
from knobel.solver.asking.turns import TurnOutcome
from knobel.solver.asking.values import MACHINE_CODE, adviser
from knobel.solver.induction.value_table import ValueTable

SPREADS = Path(__file__).parent / "data" / "spreads.json"
FEW_BOXES = 4  # free before a turn, up to which all that may come is worked out …
FEWER_BOXES = 3  # … where a turn has so many rolls that it takes long
GAMES = 20_000  # simulated of a card
# How far a chance of two may be off where their ends are taken for normal, for one free box; with more it is that part
# of it. Measured against 20,000 simulated games each in 150 pairs of cards of Kniffel: 0.3 % with all boxes free, 1.4 %
# with eight, 2.9 % with five.
NORMAL_OFF = 0.15
UNKNOWN_OFF = 0.03  # the same for cards whose variances nobody has fitted
WIDE = 5.0  # standard deviations to both sides

Chances = np.ndarray[Any, np.dtype[np.float64]]
_below = np.frompyfunc(NormalDist().cdf, 1, 1)


@dataclass(frozen=True)
class CardOutlook:
    """How likely a card is to come to `least`, `least` + 1, … points."""

    least: int
    chances: Chances
    off: float = 0.0  # how far an even chance to win may be off for it, one standard error; nothing if it is exact

    def moved(self, points: int) -> "CardOutlook":
        return CardOutlook(self.least + points, self.chances, self.off)

    def with_more(self, other: "CardOutlook") -> "CardOutlook":
        """Both together, such as two games of a series."""
        return CardOutlook(
            self.least + other.least, np.convolve(self.chances, other.chances), float(np.hypot(self.off, other.off))
        )

    @property
    def mean(self) -> float:
        return float(self.chances @ np.arange(self.least, self.least + len(self.chances)))


class WinChance(NamedTuple):
    seat: int
    chance: float
    error: float | None  # one standard error; none where it is exact


def win_chances(match: Match, *, simulated: bool = True) -> tuple[WinChance, ...]:
    """The chance of every seat to win a match of several; nothing where nobody can say, or for one alone."""
    game, state, games = match.header.game, match.state, match.table.games
    if len(match.header.seats) < 2 or not isinstance(game, SheetGame):
        return ()
    before = [sum(points) for points in zip(*state.results, strict=True)] or [0] * len(state.cards)
    if len(state.results) == games:
        return compared([_certain(points) for points in before])
    looks = []
    for seat, card in enumerate(state.cards):
        look = outlook(game, card, seed=seat, simulated=simulated).moved(before[seat])
        for left in range(games - len(state.results) - 1):
            look = look.with_more(outlook(game, game.start(), seed=8 + 8 * left + seat, simulated=simulated))
        looks.append(look)
    return compared(looks)


def compared(looks: Sequence[CardOutlook]) -> tuple[WinChance, ...]:
    """How likely each of them is to end highest."""
    least = min(look.least for look in looks)
    most = max(look.least + len(look.chances) for look in looks)
    spread = np.zeros((len(looks), most - least))
    for i, look in enumerate(looks):
        spread[i, look.least - least :][: len(look.chances)] = look.chances
    lower = np.cumsum(spread, axis=1) - spread
    off = sum(look.off**2 for look in looks) ** 0.5
    found = []
    for seat in range(len(looks)):
        # By how many share the place: how likely that is for each number of points of this seat.
        shared = [np.ones(most - least)]
        for other in range(len(looks)):
            if other != seat:
                none = np.zeros(most - least)
                alone, tied = [*shared, none], [none, *shared]
                shared = [a * lower[other] + t * spread[other] for a, t in zip(alone, tied, strict=True)]
        share = sum((each / (n + 1) for n, each in enumerate(shared)), start=np.zeros(most - least))
        chance = min(1.0, max(0.0, float(spread[seat] @ share)))
        found.append(WinChance(seat, chance, 2 * (chance * (1 - chance)) ** 0.5 * off if off else None))
    return tuple(found)


def outlook(game: SheetGame, card: Card, *, seed: int = 0, simulated: bool = True) -> CardOutlook:
    """What a card may come to, in the middle of a turn too, if all that follows is the best."""
    node = game.node(card)
    if isinstance(node, Over):
        return _certain(node.points)
    standing = sum(filter(None, card.written)) + card.extra
    simulated = simulated and _is_small(game) and MACHINE_CODE.ready()
    expert, position = adviser(game), CardPosition.of(game.sheet, card)
    if not card.dice or isinstance(node, Draw):
        return _before_turn(game, position, seed if simulated else None).moved(standing)
    outcomes = expert.outcomes(card, expert.moves(card)[0].move)
    return _after(game, outcomes, seed if simulated else None).moved(standing)


def _certain(points: int) -> CardOutlook:
    return CardOutlook(points, np.ones(1))


def _is_small(game: SheetGame) -> bool:
    """Whether games of it are simulated in a moment."""
    known = adviser(game).value_function
    return isinstance(known, ValueTable) and known.process.space.states <= AT_ONCE


def _few(game: SheetGame) -> int:
    return FEW_BOXES if _is_small(game) else FEWER_BOXES


@lru_cache(maxsize=4096)
def _before_turn(game: SheetGame, position: CardPosition, seed: int | None) -> CardOutlook:
    """The points to come; with a seed from simulated games, unless they can be worked out."""
    if not position.free:
        return _certain(sum(bonus.points for bonus in game.sheet.bonuses if position.upper >= bonus.at))
    expert = adviser(game)
    if len(position.free) <= _few(game) or seed is not None:
        return _after(game, expert.outcomes(position.card(game.sheet), ROLL), seed)
    return _normal([(1.0, expert.value(position), _variance(game, position))], _off(game, len(position.free)))


def _after(game: SheetGame, outcomes: Sequence[TurnOutcome], seed: int | None) -> CardOutlook:
    """The points of a turn that may end in these ways, and of all that follows."""
    if len(outcomes[0].after.free) < _few(game):
        parts = [
            (one.chance, _before_turn(game, _capped(game.sheet, one.after), None).moved(one.points + one.extra))
            for one in outcomes
        ]
        return _mixed(parts)
    if seed is not None:
        from knobel.solver.simulation.results import simulate_results  # late: it loads the compiler

        points = simulate_results(game, outcomes, GAMES, seed)
        return CardOutlook(int(points.min()), np.bincount(points - points.min()) / GAMES, 0.5 / GAMES**0.5)
    ends = [(one.chance, one.points + one.extra + one.later, _variance(game, one.after)) for one in outcomes]
    return _normal(ends, _off(game, len(outcomes[0].after.free)))


def _capped(sheet: Sheet, position: CardPosition) -> CardPosition:
    """The same position without an upper sum beyond the last bonus, which changes nothing any more."""
    most = max((bonus.at for bonus in sheet.bonuses), default=0)
    return CardPosition(position.free, min(position.upper, most), position.top, position.chips)


def _mixed(parts: Sequence[tuple[float, CardOutlook]]) -> CardOutlook:
    least = min(look.least for _, look in parts)
    found = np.zeros(max(look.least + len(look.chances) for _, look in parts) - least)
    for chance, look in parts:
        found[look.least - least :][: len(look.chances)] += chance * look.chances
    return CardOutlook(least, found / found.sum())


def _normal(parts: Iterable[tuple[float, float, float]], off: float) -> CardOutlook:
    """A mixture of normal distributions: how likely each is, its mean and variance."""
    chance, mean, variance = (np.array(each) for each in zip(*parts, strict=True))
    wide = np.sqrt(np.maximum(variance, 0.01))
    least, most = int((mean - WIDE * wide).min()), int((mean + WIDE * wide).max()) + 1
    edges = (np.arange(least, most + 2) - 0.5 - mean[:, None]) / wide[:, None]
    below = chance @ _below(edges).astype(float)
    found = np.diff(below)
    return CardOutlook(least, found / found.sum(), off)


# How wide what is to come is spread.


@dataclass(frozen=True)
class Spreads:
    """What each free box and each bonus that can still be had adds to the variance of the result."""

    off: float  # by how much chances foretold from them differed from how it went
    variances: Mapping[str, float]
    other: float  # of boxes that nobody knows


@cache
def _spreads(key: str) -> Spreads:
    kept = json.loads(SPREADS.read_text(encoding="utf-8"))
    known: dict[str, float] = {}
    for one in kept.values():
        known |= one["variances"]
    if key in kept:
        return Spreads(kept[key]["off"], kept[key]["variances"], 0.0)
    return Spreads(UNKNOWN_OFF, known, fmean(known.values()))


def _off(game: SheetGame, free: int) -> float:
    """The part of one card in how far a chance is off."""
    return float(max(_spreads(game.sheet.key).off, NORMAL_OFF / free) / 2**0.5)


def features(sheet: Sheet, position: CardPosition) -> list[str]:
    """What is still to come: free boxes, and bonuses that are neither had nor lost."""
    free = [sheet.boxes[i].key for i in sorted(position.free)]
    most = sum(
        number * sum(number in die.faces for die in sheet.dice)
        for number, box in sheet.number_boxes.items()
        if box in position.free
    )
    return free + [f"bonus {bonus.at}" for bonus in sheet.bonuses if position.upper < bonus.at <= position.upper + most]


def _variance(game: SheetGame, position: CardPosition) -> float:
    spreads = _spreads(game.sheet.key)
    return sum(spreads.variances.get(each, spreads.other) for each in features(game.sheet, position))
