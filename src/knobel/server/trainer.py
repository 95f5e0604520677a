"""REST of the trainer. A position has an id: one of those kept with the game, or one that comes back to a person."""

import secrets
import sys
import time
from random import Random
from typing import Annotated

from msgspec import Meta

from knobel.coach.errors import NoPuzzle
from knobel.coach.trainer import TRAINED, Judged, Puzzle, judged_plainly, puzzles, session
from knobel.match.events import LONGEST_NAME, Seat
from knobel.rules import find
from knobel.server import tell
from knobel.server.hub import Hub
from knobel.server.routes import Lang, Routes
from knobel.server.trainer_bodies import (
    AnswerIn,
    AnswerOut,
    PuzzleOut,
    TrainerGameOut,
    TrainerOut,
    TrainerSessionOut,
)
from knobel.storage.people import person_of
from knobel.storage.store import Store
from knobel.storage.trainings import DeckEntry, Training, answer_entries
from knobel.words import say

routes = Routes()
GameKey = Annotated[str, Meta(max_length=40)]
Who = Annotated[str, Meta(max_length=LONGEST_NAME)]
_DAY = 86_400


@routes.get("/trainer")
async def overview(store: Store, person: Who = "") -> TrainerOut:
    """The games that can be trained, and how somebody stands in each."""
    waiting = await store.waiting(person, int(time.time())) if person else {}
    found = []
    for key in TRAINED:
        standing = await store.training(person, key) if person else Training()
        known = sum(puzzle.id in standing.seen for puzzle in puzzles(key))
        found.append(
            TrainerGameOut(
                key=key,
                name=tell.text(find(key).name),
                positions=len(puzzles(key)),
                seen=known,
                answers=standing.answers,
                right=standing.right,
                streak=standing.streak,
                longest=standing.longest,
                due=waiting.get(key, 0),
            )
        )
    return TrainerOut(found)


@routes.get("/trainer/{game}")
async def positions(store: Store, lang: Lang, game: GameKey, person: Who = "") -> TrainerSessionOut:
    """Ten positions: a few that come back to that person, then new ones, the easier ones first."""
    every, luck = puzzles(game), Random(secrets.randbits(64))
    back: list[Puzzle] = []
    seen: frozenset[str] = frozenset()
    if person:
        back = [entry.puzzle for entry in await store.deck(person, game, int(time.time()))]
        seen = (await store.training(person, game)).seen
    known = {puzzle.id: puzzle for puzzle in every}
    who = Seat(person).name if person else say(lang, "lessons.you")
    chosen = session(every, (known.get(puzzle.id, puzzle) for puzzle in back), seen, luck)
    again = {puzzle.id for puzzle in back}
    return TrainerSessionOut([_told(puzzle, who, puzzle.id in again, puzzle.id in known) for puzzle in chosen])


def _told(puzzle: Puzzle, who: str, back: bool, rated: bool) -> PuzzleOut:
    match = puzzle.match(who)
    whole = tell.whole(match, tell.Beside(puzzle.id, ("red",), ("",)), None, match.version)
    return PuzzleOut(puzzle.id, whole, puzzle.difficulty if rated else None, back)


@routes.post("/trainer/{game}")
async def answer(hub: Hub, store: Store, game: GameKey, asked: AnswerIn) -> AnswerOut:
    """Somebody's move in a position: right or not, what it loses, and why. It is kept for people who are known here."""
    now = int(time.time())
    person = person_of(asked.person, await store.people()) if asked.person else None
    known = await store.deck_entry(person.name, asked.puzzle) if person else None
    puzzle = _found(game, asked.puzzle, known)
    said: Judged = await _judge(hub, puzzle, asked.move)
    if person is None:
        return _answered(said, Training(), None)
    entries = answer_entries(person.name, puzzle, known, said.right, said.loss, now)
    await store.enter(*entries)
    due = next((entry.due for entry in entries if isinstance(entry, DeckEntry)), None)
    back_in = None if due is None else max(1, round((due - now) / _DAY))
    return _answered(said, await store.training(person.name, game), back_in)


def _found(game: str, id: str, known: DeckEntry | None) -> Puzzle:
    found = next((puzzle for puzzle in puzzles(game) if puzzle.id == id), known.puzzle if known else None)
    if found is None:
        raise NoPuzzle(id=id)
    return found


async def _judge(hub: Hub, puzzle: Puzzle, move: str) -> Judged:
    """By a worker process, where there is one."""
    puzzle.game.play(puzzle.state, move)  # says why, if the rules refuse it
    if sys.platform == "emscripten":
        return judged_plainly(puzzle, move)
    found: Judged = await hub.crew.quick.run("knobel.coach.trainer:judged", puzzle.position, puzzle.right, move)
    return found


def _answered(said: Judged, standing: Training, back_in: int | None) -> AnswerOut:
    return AnswerOut(
        right=said.right,
        loss=said.loss,
        chosen=tell.text(said.chosen),
        best=tell.text(said.best),
        why=tell.text(said.why),
        streak=standing.streak,
        longest=standing.longest,
        back_in=back_in,
    )
