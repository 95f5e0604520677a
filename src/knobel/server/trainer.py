"""REST of the trainer. A position has an id: one of those kept with the game, or one that comes back to a person."""

import secrets
import sys
import time
from random import Random
from typing import Annotated

from msgspec import Meta

from knobel.coach.trainer import TRAINED, AskedPuzzle, Judged, Puzzle, asked_next, find_puzzle, judged_plainly
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
from knobel.storage.trainings import Training, answer_entries, back_in, trained_games
from knobel.words import say

routes = Routes()
GameKey = Annotated[str, Meta(max_length=40)]
Who = Annotated[str, Meta(max_length=LONGEST_NAME)]


@routes.get("/trainer")
async def overview(store: Store, person: Who = "") -> TrainerOut:
    """The games that can be trained, and how somebody stands in each."""
    waiting = await store.waiting(person, int(time.time())) if person else {}
    trainings = {key: await store.training(person, key) for key in TRAINED} if person else {}
    return TrainerOut(
        [
            TrainerGameOut(
                key=each.key,
                name=tell.text(find(each.key).name),
                positions=each.positions,
                seen=each.seen,
                answers=each.training.answers,
                right=each.training.right,
                streak=each.training.streak,
                longest=each.training.longest,
                due=each.due,
            )
            for each in trained_games(trainings, waiting)
        ]
    )


@routes.get("/trainer/{game}")
async def positions(store: Store, lang: Lang, game: GameKey, person: Who = "") -> TrainerSessionOut:
    """Ten positions: a few that come back to that person, then new ones, the easier ones first."""
    back = await store.deck(person, game, int(time.time())) if person else []
    seen = (await store.training(person, game)).seen if person else frozenset()
    who = Seat(person).name if person else say(lang, "lessons.you")
    asked = asked_next(game, (entry.puzzle for entry in back), seen, Random(secrets.randbits(64)))
    return TrainerSessionOut([_told(each, who) for each in asked])


def _told(asked: AskedPuzzle, who: str) -> PuzzleOut:
    puzzle, match = asked.puzzle, asked.puzzle.match(who)
    whole = tell.whole(match, tell.Beside(puzzle.id, ("red",), ("",)), None, match.version)
    return PuzzleOut(puzzle.id, whole, asked.difficulty, asked.back)


@routes.post("/trainer/{game}")
async def answer(hub: Hub, store: Store, game: GameKey, asked: AnswerIn) -> AnswerOut:
    """Somebody's move in a position: right or not, what it loses, and why. It is kept for people who are known here."""
    now = int(time.time())
    person = person_of(asked.person, await store.people()) if asked.person else None
    known = await store.deck_entry(person.name, asked.puzzle) if person else None
    puzzle = find_puzzle(game, asked.puzzle, known.puzzle if known else None)
    said: Judged = await _judge(hub, puzzle, asked.move)
    if person is None:
        return _answered(said, Training(), None)
    entries = answer_entries(person.name, puzzle, known, said.right, said.loss, now)
    await store.enter(*entries)
    return _answered(said, await store.training(person.name, game), back_in(entries, now))


async def _judge(hub: Hub, puzzle: Puzzle, move: str) -> Judged:
    """By a worker process, where there is one."""
    puzzle.game.play(puzzle.state, move)  # says why, if the rules refuse it
    if sys.platform == "emscripten":
        return judged_plainly(puzzle, move)
    found: Judged = await hub.crew.quick.run("knobel.coach.trainer:judged", puzzle.position, puzzle.right, move)
    return found


def _answered(said: Judged, standing: Training, back_in_days: int | None) -> AnswerOut:
    return AnswerOut(
        right=said.right,
        loss=said.loss,
        chosen=tell.text(said.chosen),
        best=tell.text(said.best),
        why=tell.text(said.why),
        streak=standing.streak,
        longest=standing.longest,
        back_in=back_in_days,
    )
