"""The lessons over REST. A lesson is its steps, and a step is its number: nothing is kept here, nothing is stored."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from knobel.lessons import Lesson, NotInLesson, lesson_of
from knobel.match.log import Match
from knobel.server import tell
from knobel.server.bodies import LessonOut
from knobel.server.holds import Holds
from knobel.server.routes import Lang, Routes
from knobel.server.wire import MoveText
from knobel.words import Text, say

routes = Routes()

Game = Annotated[str, Meta(max_length=40)]
StepNumber = Annotated[int, Meta(ge=0, le=100)]


@routes.get("/lessons/{game}")
async def lesson(lang: Lang, game: Game, step: StepNumber = 0, move: MoveText | None = None) -> LessonOut:
    """A step, or the one that the learner's move leads to; for another legal move the same step, and why."""
    found = lesson_of(game)
    at = min(step, len(found.steps))
    try:
        return _told(found, at if move is None else found.after(at, move), lang)
    except NotInLesson as other:
        return _told(found, at, lang, other.why)


def _told(lesson: Lesson, at: int, lang: str, why: Text | None = None) -> LessonOut:
    match = lesson.match(at, say(lang, "lessons.you"))
    held = Holds().after(Match.begin(match.header), match, match.events).told
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
