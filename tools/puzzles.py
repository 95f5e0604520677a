"""Writes src/knobel/coach/puzzles: positions of the trainer, from games of the graded players.

`python -m tools.puzzles kniffel [--count 200] [--seed 1]`. The same seed and players give the same positions. A
position is kept if it has a clear answer, if somebody errs in it, and if not everybody does.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from knobel.bots import BOTS, LADDER
from knobel.coach.trainer import Puzzle, puzzle_of, written_puzzle
from knobel.rules import GAMES, find
from knobel.rules.core import Decide, Draw, Game, Over

TARGET = Path(__file__).parents[1] / "src" / "knobel" / "coach" / "puzzles"
PLAYERS = LADDER[:-1]  # the last one is the best there is
LEAST_GAP = {"kniffel": 0.8, "extreme": 1.5, "seven": 1.0, "forone": 4.0, "numberup": 1.0}
ASKED = 3  # times each player is asked, for their luck differs
LEAST_ERRS, MOST_ERRS = 0.2, 0.97
EVERY = {"pad": 5, "rows": 3, "grid": 2}  # of how many decisions one is looked at


def positions(game: Game[Any], name: str, luck: Random) -> Iterator[Any]:
    """Decisions of one game of a player."""
    state = game.start()
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        assert isinstance(node, Decide)
        if len(node.moves) > 2 and luck.randrange(EVERY[game.engine]) == 0:
            yield state
        state = game.play(state, BOTS[name](game, state, node, luck))


def errs(puzzle: Puzzle, luck: Random) -> float:
    """How often the graded players are wrong."""
    game, state = puzzle.game, puzzle.state
    node = game.node(state)
    assert isinstance(node, Decide)
    answers = [str(BOTS[name](game, state, node, luck)) for name in PLAYERS for _ in range(ASKED)]
    return sum(answer not in puzzle.right for answer in answers) / len(answers)


def make(key: str, seed: int) -> Iterator[Puzzle]:
    """One after the other without an end, from each level in turn: fewer are the first of more."""
    luck, found = Random(seed), set[str]()
    kind = next(kind for kind in GAMES if kind.key == key)
    games = [find(f"{key}:{level}") for level in kind.levels()] or [find(key)]
    for game in cycle(games):
        most = 1 if len(games) > 1 else None
        for state in positions(game, luck.choice(PLAYERS), luck):
            puzzle = puzzle_of(game, state, least_gap=LEAST_GAP[key])
            if puzzle is None or puzzle.id in found:
                continue
            share = errs(puzzle, luck)
            if LEAST_ERRS <= share <= MOST_ERRS:
                found.add(puzzle.id)
                yield replace(puzzle, errs=share)
                if most:
                    break


def write(key: str, seed: int, made: list[Puzzle]) -> None:
    head = f"# python -m tools.puzzles {key} --count {len(made)} --seed {seed}\n"
    head += (
        "# position, right moves, points by which all others are worse, share of wrong answers of the graded players\n"
    )
    lines = (written_puzzle(puzzle) for puzzle in sorted(made, key=lambda puzzle: (puzzle.errs, puzzle.position)))
    TARGET.mkdir(exist_ok=True)
    (TARGET / f"{key}.txt").write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    made: list[Puzzle] = []
    for puzzle in islice(make(options.game, options.seed), options.count):
        made.append(puzzle)
        write(options.game, options.seed, made)  # whoever is stopped has those found so far


if __name__ == "__main__":
    main()
