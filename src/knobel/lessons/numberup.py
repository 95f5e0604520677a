"""For One – Number UP: a card belongs to a row and a column; checks, chips, and where a useless card does no harm."""

from knobel.lessons.lesson import Lesson, LessonStep

LESSON = Lesson(
    "numberup",
    before=(
        "draw = b4",
        "place c3",
        "draw = b2",
        "place d3",
        "draw = a5",
        "place d2",
        "draw = c3",
        "place c4",
        "draw = a1",
        "place e2",
        "draw = b5",
        "place b4",
    ),
    steps=(
        LessonStep("goal", part="card"),
        LessonStep("draw", "draw = a3"),
        LessonStep("row", "place c2"),
        LessonStep("check", part="line row 1"),
        LessonStep("next", "draw = b3"),
        LessonStep("both", "place b3"),
        LessonStep("useless", "draw = f1"),
        LessonStep("harmless", "place e3"),
        LessonStep("chip", part="aims"),
        LessonStep("medals", part="goal"),
    ),
)
