"""Random play for the tests: walks through solo games and whole matches."""

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeVar

from knobel import Draw, Game, Host, Match, Move, Over, Seal, Seat, find, new_match
from knobel.rules import GAMES, digest
from knobel.storage.database import Place
from knobel.storage.kept import new_record
from knobel.storage.opening import open_store

T = TypeVar("T")

# Every level of every game, and every house rule with the first of them.
EVERY_SPEC = [
    *(str(kind.game(level).spec) for kind in GAMES for level in kind.levels() or (None,)),
    *(str(kind.game(house={name: True}).spec) for kind in GAMES for name in kind.house_rules),
]

# Levels whose rules have changed, as they were before.
EARLIER_RULES = [
    str(game.spec)
    for kind in GAMES
    for level in kind.levels()
    for game in (kind.game(level, version=version) for version in kind.earlier(level))
    if digest(game) != digest(find(str(game.spec.today)))
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
    host = new_match(
        find(spec), people, games=games, seed=luck.randbytes(32), match_id=luck.randbytes(8).hex(), **options
    )
    seal = host.seal
    while True:
        move = luck.choice(host.match.legal_moves)
        after = host.play(move)
        # The secret is told with the last move, which then stays; a host that waits could still take it back.
        waiting = Host(host.match.append(host.match.turn.seat, move), seal) if after.match.over else after
        if waiting.match.takebacks and luck.random() < undo:
            host = waiting.undo()
        elif after.match.over:
            return (after if reveal else waiting).match, seal
        else:
            host = after


def opened(game: Game[Any] | str, seats: Sequence[Seat | str], **options: Any) -> tuple[Match, Seal]:
    """A match before its first throw, and its secret."""
    host = new_match(game, seats, **options)
    return host.match, host.seal


def moved(match: Match, seal: Seal, *moves: Move | str) -> Match:
    """The match after these moves of whoever is to act, and the dice that answer them."""
    host = Host(match, seal)
    for move in moves:
        host = host.let_bot(move) if host.match.bot else host.play(move)
    return host.match


def play_all(game: Game[Any], state: Any, *moves: str) -> Any:
    for text in moves:
        state = game.play(state, Move.parse(text))
    return state


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """What it gives, by a loop of its own: where a test with a browser ran before, this thread has one already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


def kept_match(database: Place, spec: str, person: str = "Ada") -> str:
    """A match in a server's database as if it had been begun there, before its first throw; its id."""
    host = new_match(spec, [person])
    new = new_record(host, colours="red")

    async def keep() -> None:
        store = open_store(database)
        await store.create(new, None)
        await store.close()

    in_a_loop(keep())
    return new.id
