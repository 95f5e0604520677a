"""A first game that teaches, for each game of the family: `LESSONS` has them by the game's key."""

from collections.abc import Mapping

from knobel.lessons import extreme, forone, kniffel, numberup, seven
from knobel.lessons.errors import NoLesson, NotInLesson
from knobel.lessons.lesson import Lesson, LessonStep
from knobel.words import text

__all__ = ["LESSONS", "Lesson", "LessonStep", "NoLesson", "NotInLesson", "lesson_of"]

LESSONS: Mapping[str, Lesson] = {one.LESSON.key: one.LESSON for one in (kniffel, extreme, seven, forone, numberup)}


def lesson_of(game: str) -> Lesson:
    """The lesson of the game with that key."""
    found = LESSONS.get(game)
    if found is None:
        raise NoLesson(game=game[:40], games=[text(f"games.{key}.name") for key in LESSONS])
    return found
