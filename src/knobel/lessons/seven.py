"""Kniffel 7: seven unlike dice, two bonuses, and why it matters which die is thrown again."""

from knobel.lessons.lesson import Lesson, LessonStep

LESSON = Lesson(
    "seven",
    before=(
        "roll = 7 1 1 1 2 5 6",
        "enter ones",
        "roll = 2 1 2 6 2 4 5",
        "enter twos",
        "roll = 3 3 6 3 1 7 5",
        "enter threes",
        "roll = 4 4 4 1 6 2 5",
        "enter fours",
        "roll = 5 5 5 2 1 4 6",
        "enter fives",
        "roll = 6 6 6 6 2 4 1",
        "enter four_kind",
        "roll = 5 5 5 5 3 5 2",
        "enter five_kind",
    ),
    steps=(
        LessonStep("goal", part="card"),
        LessonStep("dice", part="dice"),
        LessonStep("throw", "roll = 7 7 5 7 2 4 3"),
        LessonStep("keep", "keep 1101000 = 7 3 1 5"),
        LessonStep("again", "keep 1111000 = 6 7 3"),
        LessonStep("enter", "enter sevens"),
        LessonStep("bonus", part="bonus"),
        LessonStep("next", "roll = 2 1 1 1 2 2 5"),
        LessonStep("triples", "enter double_triple"),
        LessonStep("super", part="box super_kniffel"),
    ),
)
