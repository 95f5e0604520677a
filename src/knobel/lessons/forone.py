"""For One – Kniffel: lay every roll, score full rows, and keep enough dice in the supply."""

from knobel.lessons.lesson import Lesson, LessonStep

LESSON = Lesson(
    "forone",
    before=(
        "roll = 1 2 3 6 6",
        "put 1 small_straight",
        "put 2 small_straight",
        "put 3 small_straight",
        "put 6 sixes",
        "put 6 sixes",
        "roll = 2 4 5 5 6",
        "put 2 large_straight",
        "put 4 fours",
        "put 5 fives",
        "put 5 fives",
        "put 6 sixes",
    ),
    steps=(
        LessonStep("goal", part="card"),
        LessonStep("throw", "roll = 1 3 4 4 6"),
        LessonStep("straight", "put 4 small_straight"),
        LessonStep("order", "put 3 large_straight", then=("put 4 large_straight", "put 6 sixes", "put 1 ones")),
        LessonStep("full", "score small_straight"),
        LessonStep("bonus", part="bonus"),
        LessonStep("next", "roll = 2 2 3 5 6"),
        LessonStep("sixes", "put 6 sixes", then=("put 5 large_straight", "put 3 threes", "put 2 twos", "put 2 twos")),
        LessonStep("supply", "score sixes"),
        LessonStep("medals", part="goal"),
    ),
)
