"""Games and advice with exact play, against plain NumPy, against the limit of the machine and against peers.

python -m bench.bench_exact_play
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import numpy as np

from bench import numpy_play
from bench.bench_solve import compiled_stage, problem_of
from bench.measure import Bar, Result, Row, Unmeasured, rate
from bench.peers import Absent, rates
from bench.play import PER_RUN, solo
from knobel.cli.common import card_of
from knobel.compiled import compiled
from knobel.solver.arrays.dice import Ints
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.values import adviser, value_function
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.simulate import simulate

GAMES = 1 << 20
POSITIONS = 100_000
ROLLS = 13 * 3  # of a game of Kniffel
PEERS = {
    "yatzy-solver": "yatzy-solver (Rust), optimal games, in one thread",
    "OpenSpiel": "OpenSpiel's yacht (C++), random games",
    "gym-yahtzee": "gym-yahtzee (Python), random games",
}
ADVICE = {"kniffel": "a table", "extreme": "its table, or its model where there is none", "seven": "a table"}


@compiled
def draw(rolls: Ints, count: int) -> int:
    """Nothing but dice: so many rolls, each a random number and the roll it means."""
    total, word = 0, np.uint64(1)
    for _ in range(count):
        word = word * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        total += rolls[((word >> np.uint64(32)) * np.uint64(len(rolls))) >> np.uint64(32)]
    return total


def measure() -> Iterator[Result]:
    yield from _games()
    for name, source in ADVICE.items():
        yield from _advice(name, source)
    yield from in_bulk()


def _games() -> Iterator[Result]:
    table = value_function(card_of("kniffel"))
    assert isinstance(table, ValueTable)
    simulate(table, 1000, 1)
    what, played = "optimal games of kniffel simulated", rate(lambda: len(simulate(table, GAMES, 1).points))
    yield Bar(what, played, 450_000, "per second", at_most=False)
    yield Bar(f"memory of `knobel simulate kniffel --bot optimal --games {GAMES}`", _memory(), 500, "MB")
    plain = rate(lambda: len(numpy_play.play(table, 1000, np.random.default_rng(1))), runs=2)
    yield Row(what, played, "the same in NumPy, a game a column", plain)
    yield Row(what, played, "only drawing the rolls, 39 a game", _dice())
    yield Row(what, played, "random games through the protocol", rate(_protocol))
    for peer, yardstick in PEERS.items():
        yield _beside_peer(peer, what, played, yardstick, "games")


def _dice() -> float:
    faces = np.arange(6**5, dtype=np.int32)
    draw(faces, 1)

    def drawn() -> int:
        draw(faces, GAMES * ROLLS)
        return GAMES

    return rate(drawn)


def _protocol() -> int:
    solo("kniffel")
    return PER_RUN


# A process inherits the memory mark of the one that starts it, and this one is large; so a small one goes between.
WATCH = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
print(os.wait4(process.pid, 0)[2].ru_maxrss)
"""


def _memory() -> float:
    """Of a whole process, at its most, in MB."""
    knobel = str(Path(sys.executable).with_name("knobel"))
    command = (knobel, "simulate", "kniffel", "--bot", "optimal", "--games", str(GAMES))
    return int(subprocess.check_output((sys.executable, "-c", WATCH, *command))) / 1000


def _advice(name: str, source: str) -> Iterator[Result]:
    """Advice for the first roll of a game, where most is open; every time for a turn not seen before."""
    card, luck = card_of(name), np.random.default_rng(1)
    expert, begin = adviser(card), CardPosition.start(card.sheet)

    def roll() -> tuple[int, ...]:
        return tuple(int(luck.choice(die.faces)) for die in card.sheet.dice)

    def advise() -> int:
        for _ in range(20):
            expert.turn(begin).options(roll(), 2)
        return 20

    advise()
    what, done = f"advice for {name}, from {source}", rate(advise)
    yield Bar(what, 1000 / done, 5, "ms")
    yield Row(what, done, "one reroll stage for sixteen positions", rate(compiled_stage(problem_of(name))))
    if name == "kniffel":
        table = value_function(card)
        assert isinstance(table, ValueTable)
        yield Row(what, done, "the same in NumPy", rate(_plain_advice(table, roll)))
        yield _beside_peer("yatzy-solver", what, done, "yatzy-solver (Rust)", "advice")


def in_bulk() -> Iterator[Result]:
    """Positions of all stages of a game and a turn, as text through the command and back as text."""
    lines = "".join(_questions(POSITIONS)).encode()
    command = (str(Path(sys.executable).with_name("knobel")), "advise", "kniffel", "--batch")
    before = getrusage(RUSAGE_CHILDREN)
    answered = subprocess.run(command, input=lines, capture_output=True, check=True).stdout
    after = getrusage(RUSAGE_CHILDREN)
    assert answered.count(b"\n") == POSITIONS
    assert b"error" not in answered
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    what = f"advice for kniffel, {POSITIONS:,} positions through `knobel advise --batch`, starting it included"
    yield Bar(what, 1000 * took / POSITIONS, 0.2, "ms")
    yield _beside_peer("yatzy-solver", what, POSITIONS / took, "yatzy-solver (Rust), called from Python", "advice")


def _questions(count: int) -> Iterator[str]:
    luck, sheet = np.random.default_rng(1), card_of("kniffel").sheet
    rolls = list(sheet.distinct_rolls())
    for _ in range(count):
        written = [box.score(rolls[luck.integers(len(rolls))]) for box in sheet.boxes]
        free = sorted(luck.choice(len(sheet.boxes), luck.integers(1, len(sheet.boxes) + 1), replace=False).tolist())
        asked = {
            "open": [sheet.boxes[i].key for i in free],
            "upper": sum(written[i] for i in sheet.number_boxes.values() if i not in free),
            "dice": luck.integers(1, 7, len(sheet.dice)).tolist(),
            "rolls_left": int(luck.integers(0, sheet.rolls)),
        }
        if sheet.top is not None and sheet.top not in free:
            asked["top"] = written[sheet.top]
        yield json.dumps(asked) + "\n"


def _plain_advice(table: ValueTable, roll: Callable[[], tuple[int, ...]]) -> Callable[[], int]:
    def work() -> int:
        numpy_play.advise(table, roll())
        return 1

    return work


def _beside_peer(peer: str, what: str, ours: float, yardstick: str, key: str) -> Result:
    try:
        return Row(what, ours, yardstick, rates(peer)[key])
    except Absent as absent:
        return Unmeasured(what, ours, yardstick, str(absent))


if __name__ == "__main__":
    for result in measure():
        print(result.plain(), flush=True)
