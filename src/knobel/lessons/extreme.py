"""Kniffel Extreme: the ten-sided die in a run, a chip for a fourth throw, a sum that is large enough."""

from knobel.lessons.lesson import Lesson, LessonStep

LESSON = Lesson(
    "extreme",
    before=(
        "roll = 1 2 3 4 5 7",
        "enter large_straight",
        "roll = 3 4 5 6 6 1",
        "enter small_straight",
        "roll = 1 1 3 6 6 1",
        "enter ones",
        "roll = 2 4 4 5 1 9",
        "enter kniffel_extreme",
    ),
    steps=(
        LessonStep("goal", part="card"),
        LessonStep("dice", part="dice"),
        LessonStep("throw", "roll = 2 4 1 5 3 9"),
        LessonStep("keep", "keep 111110 = 8"),
        LessonStep("again", "keep 111110 = 1"),
        LessonStep("chip", "chip 111110 = 0"),
        LessonStep("enter", "enter highway"),
        LessonStep("bonus", part="bonus"),
        LessonStep("next", "roll = 6 5 4 6 5 8"),
        LessonStep("sum", "enter thirty_three_or_more"),
    ),
)
