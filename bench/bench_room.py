"""What a move costs inside the server, without socket and disk, stage by stage.

A match is played once, keeping what every command met; then each stage is measured alone over all of them: what it
gets are values, so it can be done again. Every figure also stands as a ratio to the bare solo game, the same moves and
dice through the rules and nothing else, measured in the same run.

    python -m bench.bench_room [GAME …]
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.measure import Row, seconds
from knobel import Draw, find
from knobel.match.host import Host, new_match
from knobel.match.notation import format_match
from knobel.rules.core import Face, Game, Move
from knobel.server import tell
from knobel.server.room import Room
from knobel.server.told import StepTold, encode
from knobel.server.wire import MoveCommand, decode
from knobel.server.work import Asked
from knobel.storage.kept import step_of
from knobel.storage.store import StoredMatch

GAMES = ("kniffel", "forone", "numberup")
RUNS = 15


class Onlooker:
    """A client that only takes."""

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


def opened(game: Game[Any]) -> Room:
    names = ["Ada", "Ben"][: game.players[1]]
    host = new_match(game, names, first=0, seed=bytes(32), match_id="0" * 16)
    stored = StoredMatch("0" * 16, format_match(host.match), "red teal", "00" * 32, None, None, None, (), "")
    room = Room(stored, None, "", regret=True)  # type: ignore[arg-type]  # nothing is written
    room.clients = {Onlooker(), Onlooker()}
    return room


def chosen(room: Room) -> Move:
    """Throw as often as it goes, keeping what comes, and take the last that is offered: a plain whole game."""
    moves = room.match.legal_moves
    return next((move for move in moves if move.args == ("11000",)), moves[-1])


def played(game: Game[Any]) -> Iterator[Met]:
    room = opened(game)
    while not room.match.over:
        before, known, turn = room.host, room.shown, room.match.turn
        move = chosen(room)
        raw = f'{{"do":"move","id":"a","at":{room.match.version},"seat":{turn.seat},"move":"{move}"}}'
        command = decode(raw)
        assert isinstance(command, MoveCommand)
        room.done.clear()
        work = Asked(command, Onlooker())
        assert work.take(room)
        work.done(room)
        drew = [event for event in room.host.news if hasattr(event, "faces")]
        solo = (before.match.state.cards[turn.seat], move, drew[0].faces if drew else None)
        message = tell.step(room.host, room.slim, known, room.shown, None, "a")
        yield Met(raw, command, before, room.host, known, room.shown, message, solo)


def bare(game: Game[Any], solo: tuple[Any, Move, tuple[Face, ...] | None]) -> None:
    card, move, faces = solo
    card = game.play(card, move)
    if faces is not None and isinstance(game.node(card), Draw):
        game.draw(card, faces)


def stages(game: Game[Any]) -> dict[str, float]:
    """CPU seconds of a move in each stage, best of several runs."""
    met = list(played(game))
    room = opened(game)
    spell = room.slim
    parts: dict[str, Callable[[Met], object]] = {
        "bare solo game": lambda one: bare(game, one.solo),
        "read": lambda one: decode(one.raw),
        "step of the host": lambda one: one.command.step(one.before),
        "view and table": lambda one: tell.shown(one.after.match, spell, one.known),
        "difference": lambda one: tell.step(one.after, spell, one.known, one.shown, None, "a"),
        "written as JSON": lambda one: encode(one.message),
        "record": lambda one: step_of(one.before.match.version, one.after.match, "", 0, None, "a"),
    }
    found = {name: _each(met, work) for name, work in parts.items()}
    return found | {"whole move": min(_whole(game, met) for _ in range(RUNS))}


def _each(met: list[Met], work: Callable[[Met], object]) -> float:
    def all_of_them() -> None:
        for one in met:
            work(one)

    return seconds(all_of_them, RUNS) / len(met)


def _whole(game: Game[Any], met: list[Met]) -> float:
    """Each command once, through a room of its own, from the frame to the message of both clients."""
    room, client = opened(game), Onlooker()

    def play() -> None:
        for one in met:
            room.done.clear()
            work = Asked(decode(one.raw), client)
            work.take(room)
            work.done(room)

    return seconds(play, 1) / len(met)


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
