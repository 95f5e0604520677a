"""Random play for the tests: walks through solo games and whole matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

from knobel import Draw, Game, Match, Move, Over, Seal, Seat, find, new_match, play_on
from knobel.rules import GAMES

# Every level of every game, and every house rule with the first of them.
EVERY_SPEC = [
    *(str(kind.game(level).spec) for kind in GAMES for level in kind.levels() or (None,)),
    *(str(kind.game(house={name: True}).spec) for kind in GAMES for name in kind.house_rules),
]


def walk(game: Game[Any], luck: Random) -> Iterator[tuple[Any, Any]]:
    """Every position of a random game with its node, to the end."""
    state = game.start()
    while True:
        node = game.node(state)
        yield state, node
        match node:
            case Over():
                return
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case _:
                state = game.play(state, luck.choice(node.moves))


def random_match(
    spec: str, luck: Random, *, seats: int = 1, games: int = 1, undo: float = 0.0, reveal: bool = True, **options: Any
) -> tuple[Match, Seal]:
    """A match of random moves, with some of them taken back."""
    people = [Seat(f"P{seat}") for seat in range(seats)]
    match, seal = new_match(
        find(spec), people, games=games, seed=luck.randbytes(32), match_id=luck.randbytes(8).hex(), **options
    )
    while not match.over:
        assert not isinstance(match.turn.node, Draw | Over)
        match = play_on(match, seal, luck.choice(match.turn.node.moves))
        if match.takebacks and luck.random() < undo:
            match = match.undo(match.takebacks[-1][0])
    return (match.reveal(seal.seed.hex()) if reveal else match), seal


def play_all(game: Game[Any], state: Any, *moves: str) -> Any:
    for text in moves:
        state = game.play(state, Move.parse(text))
    return state
