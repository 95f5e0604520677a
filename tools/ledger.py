"""Plays many games of score cards with mixed players, reviews each, and tells the largest residual: how far start +
luck − loss is from the result.

`python -m tools.ledger [--games 10000] [--folder FOLDER] [kniffel seven extreme]`. Every game has a seed of its own,
and what was done is kept in the folder, so that a later run goes on from there.
"""

import argparse
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

from knobel.coach import review as reviews
from knobel.coach.advice import advise
from knobel.coach.review import review
from knobel.match.events import Seat
from knobel.match.log import Header, Match
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.asking import values

PAD_GAMES = ("kniffel", "seven", "extreme")
AT_A_TIME = 50  # games between two lines of the file

Player = Callable[[SheetGame, Card, Decide, Random], Move]

advised = lru_cache(maxsize=1000)(advise)  # who plays and who reviews ask the same questions


def at_random(game: SheetGame, card: Card, node: Decide, luck: Random) -> Move:  # noqa: ARG001
    return luck.choice(node.moves)


def best(game: SheetGame, card: Card, node: Decide, luck: Random) -> Move:  # noqa: ARG001
    return node.moves[0] if len(node.moves) == 1 else advised(game, card).best.move


def in_a_hurry(game: SheetGame, card: Card, node: Decide, luck: Random) -> Move:
    """Enters at once where it can."""
    written = [move for move in node.moves if move.verb == "enter"]
    return luck.choice(written) if written and luck.random() < 0.7 else best(game, card, node, luck)


PLAYERS: tuple[Player, ...] = (at_random, in_a_hurry, best, best)


def mixed_game(name: str, luck: Random) -> Match:
    """A game in which now this player decides, now that; its dice are nobody's secret."""
    game = find(name)
    assert isinstance(game, SheetGame)
    match = Match.begin(Header("mixed", game, (Seat("Ada"),), "none", "2026"))
    players = luck.sample(PLAYERS, 2)
    while not match.over:
        node = match.turn.node
        if isinstance(node, Draw):
            match = match.draw(0, tuple(luck.choice(urn.faces) for urn in node.urns))
        else:
            assert isinstance(node, Decide)
            match = match.append(0, luck.choice(players)(game, match.state.cards[0], node, luck))
    return match


def residual(match: Match) -> float:
    """How far the ledger of a game of one player is off, added up here once more."""
    (player,) = review(match).players
    assert player.result == match.totals[0], (player.result, match.totals)
    return abs(player.start + player.luck - player.loss - match.totals[0])


def so_far(name: str, folder: Path) -> tuple[int, float]:
    """How many games were played, and the largest residual of them."""
    file = folder / f"{name}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    done, largest = lines[-1].split() if lines else ("0", "0")
    return int(done), float(largest)


def go_on(name: str, games: int, folder: Path) -> bool:
    """Play the next games; whether there are more to play."""
    done, largest = so_far(name, folder)
    then = min(games, done + AT_A_TIME)
    for number in range(done, then):
        largest = max(largest, residual(mixed_game(name, Random(f"{name} {number}"))))
    if then > done:
        with (folder / f"{name}.txt").open("a", encoding="utf-8") as out:
            out.write(f"{then} {largest:.3e}\n")
    return then < games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=PAD_GAMES)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, default=Path("ledger"))
    asked = parser.parse_args()
    values.END_GAME = 0  # end games of Extreme are solved one by one: too long for so many, and a test has some
    vars(reviews)["advise"] = advised
    asked.folder.mkdir(parents=True, exist_ok=True)
    more = list(asked.names)
    while more := [name for name in more if go_on(name, asked.games, asked.folder)]:
        pass
    for name in asked.names:
        done, largest = so_far(name, asked.folder)
        print(f"{name}: largest residual of {done} games {largest:.1e}")


if __name__ == "__main__":
    main()
