"""Plays many games of score cards with mixed players, reviews each, and tells the largest residual: how far start +
luck − loss is from the result.

`python -m tools.ledger [--games 10000] [--typed] [--folder FOLDER] [kniffel seven extreme]`. Every game has a seed of
its own, and what was done is kept in the folder, so that a later run goes on from there. `--typed` is for matches of
two at a real table, whose dice, points and corrections are typed.
"""

import argparse
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

from knobel.coach import review as reviews
from knobel.coach.advice import advise
from knobel.coach.review import review
from knobel.match.events import Seat
from knobel.match.host import Host, new_match
from knobel.match.log import Header, Match
from knobel.match.notation import format_match, parse_match
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


def typed_game(name: str, luck: Random) -> Match:
    """A match of two at a real table: dice, sometimes mistyped, points of whole turns, and corrections. It is read
    from its file, as matches are that somebody opens."""
    host = new_match(name, ["Ada", "Ben"], first=0, by_hand=True, match_id="typed", seed=bytes(32))
    game = host.match.header.game
    assert isinstance(game, SheetGame)
    while not host.match.over:
        host = _noted(host, game, luck) if luck.random() < 0.25 else _thrown(host, game, luck)
        if luck.random() < 0.1:
            host = _corrected(host, game, luck)
    return parse_match(format_match(host.match))


def _any_dice(game: SheetGame, luck: Random) -> tuple[int, ...]:
    return tuple(luck.choice(die.faces) for die in game.sheet.dice)


def _noted(host: Host, game: SheetGame, luck: Random) -> Host:
    """A turn of which only the points are typed."""
    card = host.match.state.cards[host.match.turn.seat]
    thrown = game.draw(game.play(card, "roll"), _any_dice(game, luck))
    box, entry = luck.choice(list(game.entries(thrown).items()))
    return host.note(game.sheet.boxes[box].key, entry.points, entry.extra)


def _thrown(host: Host, game: SheetGame, luck: Random) -> Host:
    """A turn whose dice are typed, some of them twice, and now and then one throw more for a chip."""
    seat, move = host.match.turn.seat, None
    for _ in range(luck.randint(1, game.sheet.rolls + 1)):
        card = host.match.state.cards[seat]
        if card.dice:
            again = [each for each in game.moves(card) if each.verb in ("keep", "chip")]
            if not again:
                break
            move = luck.choice(again)
        node = game.node(game.play(card, move or "roll"))
        assert isinstance(node, Draw)
        host = host.dice([luck.choice(urn.faces) for urn in node.urns], move)
        if luck.random() < 0.1:
            host = host.undo()
            waits = isinstance(host.match.turn.node, Draw)
            host = host.dice([luck.choice(urn.faces) for urn in node.urns], None if waits else move)
    card = host.match.state.cards[seat]
    return host.play(luck.choice([each for each in game.moves(card) if each.verb == "enter"]))


def _corrected(host: Host, game: SheetGame, luck: Random) -> Host:
    """One entry made by hand gets the points of another roll, where those that follow can stand with it."""
    seats = [seat for seat, boxes in enumerate(host.match.correctable) if boxes]
    if not seats or host.match.over:
        return host
    seat = luck.choice(seats)
    key = luck.choice(host.match.correctable[seat])
    thrown = game.draw(game.play(game.start(), "roll"), _any_dice(game, luck))
    return host.correct(seat, key, game.entries(thrown)[game.sheet.index(key)].points)


def residual(match: Match) -> float:
    """How far the ledger is off for any player of a match, added up here once more."""
    found = 0.0
    for player, total in zip(review(match).players, match.totals, strict=True):
        assert player.result == total, (player.result, match.totals)
        luck, loss = sum(draw.luck for draw in player.draws), sum(each.loss for each in player.decisions)
        found = max(found, abs(player.start + luck - loss - total))
    return found


def so_far(kind: str, folder: Path) -> tuple[int, float]:
    """How many games were played, and the largest residual of them."""
    file = folder / f"{kind}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    done, largest = lines[-1].split() if lines else ("0", "0")
    return int(done), float(largest)


def go_on(name: str, games: int, folder: Path, *, typed: bool) -> bool:
    """Play the next games; whether there are more to play."""
    kind, play = (f"typed {name}", typed_game) if typed else (name, mixed_game)
    done, largest = so_far(kind, folder)
    then = min(games, done + AT_A_TIME)
    for number in range(done, then):
        largest = max(largest, residual(play(name, Random(f"{kind} {number}"))))
    if then > done:
        with (folder / f"{kind}.txt").open("a", encoding="utf-8") as out:
            out.write(f"{then} {largest:.3e}\n")
    return then < games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=PAD_GAMES)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--typed", action="store_true")
    parser.add_argument("--folder", type=Path, default=Path("ledger"))
    asked = parser.parse_args()
    os.environ.setdefault("KNOBEL_COMPILE", "here")  # so many games: with machine code from the first one on
    values.END_GAME = 0  # end games of Extreme are solved one by one: too long for so many, and a test has some
    vars(reviews)["advise"] = advised
    asked.folder.mkdir(parents=True, exist_ok=True)
    more = list(asked.names)
    while more := [name for name in more if go_on(name, asked.games, asked.folder, typed=asked.typed)]:
        pass
    for name in asked.names:
        kind = f"typed {name}" if asked.typed else name
        done, largest = so_far(kind, asked.folder)
        print(f"{kind}: largest residual of {done} games {largest:.1e}")


if __name__ == "__main__":
    main()
