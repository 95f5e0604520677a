"""Kniffel: throw, keep, enter; the bonus that just comes; stopping early; striking."""

from knobel.lessons.lesson import Lesson, LessonStep

LESSON = Lesson(
    "kniffel",
    before=(
        "roll = 1 1 1 4 6",
        "enter ones",
        "roll = 2 2 2 5 6",
        "enter twos",
        "roll = 3 3 3 1 6",
        "enter threes",
        "roll = 4 4 4 2 1",
        "enter fours",
        "roll = 5 5 5 3 1",
        "enter fives",
        "roll = 6 6 5 4 2",
        "enter chance",
        "roll = 4 4 4 5 6",
        "enter three_kind",
    ),
    steps=(
        LessonStep("goal", part="card"),
        LessonStep("throw", "roll = 6 2 6 4 1"),
        LessonStep("keep", "keep 10100 = 3 6 2"),
        LessonStep("again", "keep 10110 = 5 1"),
        LessonStep("enter", "enter sixes"),
        LessonStep("bonus", part="bonus"),
        LessonStep("next", "roll = 3 5 3 5 3"),
        LessonStep("stop", "enter full_house"),
        LessonStep("luckless", "roll = 1 3 6 2 6", then=("keep 00101 = 4 2 3", "keep 00101 = 1 5 2")),
        LessonStep("strike", "enter kniffel"),
    ),
)
