"""What a move costs inside the server, without socket and disk, stage by stage.

Some matches with other dice each are played, keeping what every command met; then each stage is measured alone over all
of them: what it gets are values, so it can be done again. The whole move is measured on dice that were never seen
before, because a server remembers what it has met. Every figure also stands as a ratio to the bare solo game, the same
moves and dice through the rules and nothing else, measured in the same run.

    python -m bench.bench_room [GAME …]
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice, zip_longest
from typing import Any

from bench.measure import Row, seconds
from knobel import Draw, find
from knobel.match.host import Host, new_match
from knobel.match.log import Match
from knobel.match.notation import format_match
from knobel.rules.core import Face, Game, Move
from knobel.server import tell
from knobel.server.room import Room, at_once
from knobel.server.slim import slim
from knobel.server.told import StepTold, encode
from knobel.server.wire import MoveCommand, decode
from knobel.server.work import Asked
from knobel.storage.kept import step_of
from knobel.storage.store import StoredMatch

GAMES = ("kniffel", "forone", "numberup")
RUNS = 5
MATCHES = 8  # played before, and in every run


class Onlooker:
    """A client that only takes."""

    holder = ""

    def put(self, message: bytes, frame: bytes | None = None) -> None: ...
    def refuse(self, command: str | None, version: int, error: Exception) -> None: ...
    def drop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Met:
    """A command, and what the room was before and after it."""

    raw: str
    command: MoveCommand
    before: Host
    after: Host
    known: tell.Shown
    shown: tell.Shown
    message: StepTold
    solo: tuple[Any, Move, tuple[Face, ...] | None]  # the card it was made on, and the dice that answered


def opened(game: Game[Any], number: int) -> Room:
    """A match with dice of its own."""
    names = ["Ada", "Ben"][: game.players[1]]
    seed, match_id = number.to_bytes(32, "big"), f"{number:016x}"
    host = new_match(game, names, first=0, seed=seed, match_id=match_id)
    stored = StoredMatch(match_id, format_match(host.match), "red teal", seed.hex(), None, None, None, (), "")
    room = Room(stored, None, "", regret=True, grace=0)  # type: ignore[arg-type]  # nothing is written
    room.clients = {Onlooker(), Onlooker()}
    return room


def chosen(match: Match) -> Move:
    """Throw as often as it goes, keeping what comes, and take the last that is offered: a plain whole game."""
    moves = match.legal_moves
    return next((move for move in moves if move.args == ("11000",)), moves[-1])


def frames(game: Game[Any], number: int) -> Iterator[str]:
    """The commands of a match, as they come from the browser. Nothing is shown meanwhile, so nothing is remembered."""
    host = opened(game, number).host
    while not host.match.over:
        match, move = host.match, chosen(host.match)
        yield f'{{"do":"move","id":"{match.version}","at":{match.version},"seat":{match.turn.seat},"move":"{move}"}}'
        host = host.play(move)


def act(room: Room, raw: str) -> None:
    """From the frame to the message of both clients."""
    command = decode(raw)
    assert isinstance(command, MoveCommand)
    work = Asked(command, Onlooker())
    assert at_once(work.take(room))
    work.done(room)


def played(game: Game[Any], number: int) -> Iterator[Met]:
    room = opened(game, number)
    for raw in frames(game, number):
        before, known, turn = room.host, room.shown, room.match.turn
        command = decode(raw)
        assert isinstance(command, MoveCommand)
        act(room, raw)
        drew = [event for event in room.host.news if hasattr(event, "faces")]
        solo = (before.match.state.cards[turn.seat], Move.of(command.move), drew[0].faces if drew else None)
        message = tell.step(room.host, room.slim, known, room.shown, None, "a", room.receipt.mark)
        yield Met(raw, command, before, room.host, known, room.shown, message, solo)


def bare(game: Game[Any], solo: tuple[Any, Move, tuple[Face, ...] | None]) -> None:
    card, move, faces = solo
    card = game.play(card, move)
    if faces is not None and isinstance(game.node(card), Draw):
        game.draw(card, faces)


def stages(game: Game[Any]) -> dict[str, float]:
    """CPU seconds of a move in each stage, best of several runs."""
    met = [one for number in range(MATCHES) for one in played(game, number)]
    spell = slim(game)
    parts: dict[str, Callable[[Met], object]] = {
        "bare solo game": lambda one: bare(game, one.solo),
        "read": lambda one: decode(one.raw),
        "step of the host": lambda one: one.command.step(one.before),
        "view and table": lambda one: tell.shown(one.after.match, spell, one.known),
        "difference": lambda one: tell.step(one.after, spell, one.known, one.shown, None, "a", one.message.mark),
        "written as JSON": lambda one: encode(one.message),
        "record": lambda one: step_of(one.before.match.version, one.after.match, "", 0, None, "a"),
    }
    found = {name: _each(met, work) for name, work in parts.items()}
    unseen = count(MATCHES)
    return found | {"whole move": min(_whole(game, list(islice(unseen, MATCHES))) for _ in range(RUNS))}


def _each(met: list[Met], work: Callable[[Met], object]) -> float:
    def all_of_them() -> None:
        for one in met:
            work(one)

    return seconds(all_of_them, RUNS) / len(met)


def _whole(game: Game[Any], numbers: list[int]) -> float:
    """Every command of these matches, side by side as on a server."""
    rooms = [opened(game, number) for number in numbers]
    commands = [
        (room, raw)
        for raws in zip_longest(*(frames(game, number) for number in numbers))
        for room, raw in zip(rooms, raws, strict=True)
        if raw is not None
    ]

    def play() -> None:
        for room, raw in commands:
            act(room, raw)

    return seconds(play, 1) / len(commands)


def measure() -> list[Row]:
    """For `make bench`: moves a CPU second in the room, against the bare solo game."""
    rows = []
    for key in GAMES:
        found = stages(find(key))
        rate, yardstick = 1 / found["whole move"], 1 / found["bare solo game"]
        rows.append(Row(f"{key}: a move in the room, without socket and disk", rate, "the bare solo game", yardstick))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    for key in parser.parse_args().games:
        found = stages(find(key))
        print(key)
        for name, took in found.items():
            print(f"  {name:20}{took * 1e6:8.1f} µs{took / found['bare solo game']:8.1f} × the bare game")


if __name__ == "__main__":
    main()
