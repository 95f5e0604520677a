"""What a lesson answers to what it did not ask for, as leaves of the error tree.

KnobelError
├── NoLesson            lesson/none    a game that has no lesson
└── MoveRefused
    └── NotInLesson     move/lesson    a legal move, but not the one that is shown now
"""

from knobel.errors import KnobelError, MoveRefused
from knobel.words import Text


class NoLesson(KnobelError, ValueError):
    code = "lesson/none"


class NotInLesson(MoveRefused):
    """A move that the rules allow; `why` is the whole sentence that leads back to the lesson."""

    code = "move/lesson"

    def __init__(self, why: Text) -> None:
        super().__init__(why=why)
        self.why = why
