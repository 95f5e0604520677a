"""The lessons over REST. A lesson is its steps, and a step is its number: nothing is kept here, nothing is stored."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from fastapi.responses import Response
from msgspec.structs import replace

from knobel.lessons import Lesson, NotInLesson, lesson_of
from knobel.match.log import Match
from knobel.server import tell
from knobel.server.answers import answers, as_json
from knobel.server.bodies import LessonOut
from knobel.server.holds import Holds
from knobel.server.problems import language
from knobel.words import Text, say

router = APIRouter(prefix="/lessons")

Game = Annotated[str, Path(max_length=40)]
StepNumber = Annotated[int, Query(ge=0, le=100)]
MoveText = Annotated[str | None, Query(min_length=1, max_length=80)]
Language = Annotated[str | None, Header()]


@router.get("/{game}", responses=answers(LessonOut))
async def lesson(game: Game, step: StepNumber = 0, move: MoveText = None, accept_language: Language = None) -> Response:
    """A step, or the one that the learner's move leads to; for another legal move the same step, and why."""
    found, lang = lesson_of(game), language(accept_language)
    at = min(step, len(found.steps))
    try:
        return as_json(_told(found, at if move is None else found.after(at, move), lang))
    except NotInLesson as other:
        return as_json(_told(found, at, lang, other.why))


def _told(lesson: Lesson, at: int, lang: str, why: Text | None = None) -> LessonOut:
    match = lesson.match(at, say(lang, "lessons.you"))
    held = Holds().after(Match.begin(match.header), match).told(match)
    whole = tell.whole(match, tell.Beside(match.header.id, ("red",), ("",)), held, match.version)
    asked = lesson.asked(at)
    return LessonOut(
        match=replace(whole, table=replace(whole.table, undo=0 if at else None)),  # each step can go back
        step=at,
        steps=len(lesson.steps),
        says=tell.text(lesson.says(at)),
        move=None if asked is None else str(asked),
        part=lesson.part(at),
        why=None if why is None else tell.text(why),
    )
