"""How far results of exact play lie from what was expected, for the chance to win: `python -m tools.spreads` writes
what the package ships.

Games of exact play are followed turn by turn. What still comes differs from its expectation by the more the more boxes
are free, and each box and each bonus still to be had has its own share in that: its variance, fitted by least squares.
Then any two games are rivals at a turn: what was foretold of who wins is compared with how it went, by tenths of the
chance. All variances are taken by that part with which this fits best, since ends are not quite normal.
"""

import json
import sys
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from knobel.coach.chances import FEW_BOXES, SPREADS, features
from knobel.rules import find
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.values import value_function
from knobel.solver.simulation.games import NUMBERS, PLACE, POINTS, hands
from knobel.solver.simulation.simulate import GameMachine, layers_of, new_tally

GAMES = {"kniffel": 20_000, "yahtzee": 20_000, "yatzy": 20_000, "extreme": 1_000, "seven": 1_000}
SEED, PAIRS, STEPS = 5, 200_000, 6


class Followed(NamedTuple):
    """Games of exact play before every turn: [turn, game]."""

    shares: np.ndarray[Any, Any]  # and by feature: whether it is still to come
    expected: np.ndarray[Any, Any]
    results: np.ndarray[Any, Any]  # by game


def follow(game: SheetGame, games: int) -> Followed:
    known = value_function(game)
    process, space = known.process, known.process.space
    machine = GameMachine(process, layers_of(known), SEED, new_tally(process))
    start = CardPosition.start(game.sheet)
    place = space.place(start.free, start.upper, start.top, start.chips)
    assert place is not None
    at = np.arange(games, dtype=np.int64) + (place[1] << PLACE)
    hand, names = hands(games), features(game.sheet, start)
    shares, expected = np.zeros((process.layers, games, len(names))), np.zeros((process.layers, games))
    for turn in range(process.layers):
        layer = process.layers - turn
        at.sort()
        seen: dict[int, tuple[float, list[float]]] = {}
        for one in at.tolist():
            number, points, where = one & (NUMBERS - 1), one >> POINTS & ((1 << PLACE - POINTS) - 1), one >> PLACE
            if where not in seen:
                position = CardPosition(*space.position_at(layer, where))
                open_now = set(features(game.sheet, position))
                seen[where] = known.value(position), [float(name in open_now) for name in names]
            expected[turn, number], shares[turn, number] = points + seen[where][0], seen[where][1]
        machine.play_turn(layer, at, 0, hand)
    results = np.empty(games)
    results[at & (NUMBERS - 1)] = (at >> POINTS & ((1 << PLACE - POINTS) - 1)) + process.end()[at >> PLACE]
    return Followed(shares, expected, results)


def fitted(seen: Followed) -> np.ndarray[Any, Any]:
    """The variance that each feature has its share in; none is less than nothing."""
    rows = seen.shares.reshape(-1, seen.shares.shape[2])
    squares = ((seen.results - seen.expected) ** 2).reshape(-1)
    found, used = np.full(rows.shape[1], 50.0), np.ones(rows.shape[1], bool)
    for _ in range(STEPS):  # what may be far off counts for less
        weight = 1 / np.maximum(rows @ found, 1.0)
        fit, *_ = np.linalg.lstsq(rows[:, used] * weight[:, None], squares * weight, rcond=None)
        found = np.zeros(rows.shape[1])
        found[used] = fit
        used &= found > 0
        found = np.maximum(found, 0.0)
    return found


PARTS = np.arange(0.5, 1.3, 0.05)  # of the fitted variances, tried


def checked(seen: Followed, spreads: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Which part of the variances fits best, and how far chances to win are off then: the root of the mean square over
    tenths of what was foretold."""
    luck = np.random.default_rng(SEED)
    turns, games = seen.expected.shape
    turn = luck.integers(0, turns - FEW_BOXES, PAIRS)  # the last ones are worked out
    one, other = luck.integers(0, games, (2, PAIRS))
    differ = one != other
    turn, one, other = turn[differ], one[differ], other[differ]
    variance = (seen.shares @ spreads)[turn, one] + (seen.shares @ spreads)[turn, other]
    lead = seen.expected[turn, one] - seen.expected[turn, other]
    came = (np.sign(seen.results[one] - seen.results[other]) + 1) / 2
    gaps = {float(part): _gaps(lead / np.sqrt(part * variance), came) for part in PARTS}
    best = min(gaps, key=lambda part: gaps[part])
    return best, gaps[best]


def _gaps(leads: np.ndarray[Any, Any], came: np.ndarray[Any, Any]) -> float:
    foretold = np.frompyfunc(NormalDist().cdf, 1, 1)(leads).astype(float)
    tenth = np.minimum((foretold * 10).astype(int), 9)
    gaps = [came[tenth == each].mean() - foretold[tenth == each].mean() for each in range(10)]
    return float(np.sqrt(np.mean(np.square(gaps))))


def main() -> None:
    kept = json.loads(SPREADS.read_text(encoding="utf-8")) if SPREADS.exists() else {}
    for name in sys.argv[1:] or GAMES:
        game = find(name)
        assert isinstance(game, SheetGame)
        seen = follow(game, GAMES[name])
        spreads = fitted(seen)
        part, off = checked(seen, spreads)
        names = features(game.sheet, CardPosition.start(game.sheet))
        shares = {each: round(part * float(share), 1) for each, share in zip(names, spreads, strict=True)}
        kept[name] = {"games": GAMES[name], "off": round(off, 4), "variances": shares}
        print(name, kept[name], file=sys.stderr, flush=True)
        SPREADS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
