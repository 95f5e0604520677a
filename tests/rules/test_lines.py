"""The vocabulary of Number UP's levels: how lines are counted and marked, and how sides become a result."""

from itertools import permutations
from random import Random

import pytest

from knobel.errors import BadBooklet
from knobel.rules.booklets.reader import LevelFields
from knobel.rules.lines import Aim, Card, Count, Final, GridPlan, Mark, Side, read_plan


def line(cards: str) -> list[Card | None]:
    """A line as it lies: `a4 - b2`."""
    return [None if card == "-" else card for card in cards.split()]


COUNTED = [
    (Count.BEST_COLOUR, "- - - - -", 0),
    (Count.BEST_COLOUR, "a5 b2 - a4 b3", 9),
    (Count.BEST_COLOUR, "a2 b3 a4 b4 c5", 7),
    (Count.SECOND_COLOUR, "- - - - -", 0),
    (Count.SECOND_COLOUR, "a5 - a4 - a3", 0),
    (Count.SECOND_COLOUR, "a5 b2 - a4 b3", 5),
    (Count.SECOND_COLOUR, "a5 b5 c1 - -", 5),  # a tie: the second best is as good as the best
    (Count.SECOND_COLOUR, "a4 b1 c2 c4 b4", 5),
    (Count.TOUCHING_COLOUR, "- - a3 - -", 3),
    (Count.TOUCHING_COLOUR, "a5 b1 a4 - a3", 5),
    (Count.TOUCHING_COLOUR, "a5 - a4 a3 b5", 7),
    (Count.TOUCHING_COLOUR, "a1 a2 a3 b5 b2", 7),
    (Count.COLOURS, "- - - - -", 0),
    (Count.COLOURS, "a1 a2 b1 - c1", 3),
    (Count.COLOURS, "a1 b1 c1 d1 e1 f1", 6),
    (Count.EQUAL_NUMBERS, "- - - - -", 0),
    (Count.EQUAL_NUMBERS, "a5 b2 c2 - d2", 6),
    (Count.EQUAL_NUMBERS, "a5 b2 c2 - d1", 5),
    (Count.EQUAL_NUMBERS, "a3 b3 c3 d4 e4", 9),
    (Count.RUN, "- - - - -", 0),
    (Count.RUN, "a2 b4 c3 - d6", 3),
    (Count.RUN, "a2 b2 c3 d3 e3", 2),
    (Count.RUN, "a1 b3 c5 - -", 1),
    (Count.RUN, "a6 b2 c5 d3 e4", 5),
    (Count.STAIRS, "a5 - a4 - a3", 0),
    (Count.STAIRS, "a4 b5 - c2 -", 9),
    (Count.STAIRS, "a5 b4 c3 d2 e1", 15),
    (Count.STAIRS, "a1 b2 c1 d2 e3", 6),  # up, down, up: each flight by itself
    (Count.STAIRS, "a3 - b4 c4 d5", 9),
    (Count.STAIRS, "a2 b2 - c5 c5", 0),
]


@pytest.mark.parametrize(("count", "cards", "value"), COUNTED)
def test_counted(count: Count, cards: str, value: int) -> None:
    assert count.value_of(line(cards)) == value
    assert count.value_of(line(cards)[::-1]) == value, "a line reads the same from both ends"


@pytest.mark.parametrize("count", Count)
def test_every_way_to_count_is_shown_above(count: Count) -> None:
    assert len([case for case in COUNTED if case[0] is count]) >= 3


@pytest.mark.parametrize("count", Count)
def test_no_card_ever_takes_value_from_a_line(count: Count) -> None:
    """Checks are given at once, so what a line has must not be lost again."""
    luck = Random(f"{count}")
    deck = [f"{colour}{number}" for colour in "abcdefgh" for number in range(1, 7)]
    for _ in range(500):
        cards: list[Card | None] = [None] * 6
        value = 0
        for place, card in zip(luck.sample(range(6), 6), luck.sample(deck, 6), strict=True):
            cards[place] = card
            assert count.value_of(cards) >= value
            value = count.value_of(cards)


@pytest.mark.parametrize(
    "count", [Count.BEST_COLOUR, Count.SECOND_COLOUR, Count.COLOURS, Count.EQUAL_NUMBERS, Count.RUN]
)
def test_where_the_place_means_nothing(count: Count) -> None:
    for cards in ("a5 b2 a4 c3 b6", "a2 b3 c4 d5 a6"):
        assert len({count.value_of(order) for order in permutations(line(cards))}) == 1


@pytest.mark.parametrize("count", [Count.EQUAL_NUMBERS, Count.RUN, Count.STAIRS])
def test_where_the_colour_means_nothing(count: Count) -> None:
    assert count.value_of(line("a4 b5 - c2 c2")) == count.value_of(line("e4 e5 - e2 f2"))


def test_check_chip_and_the_other_side_of_the_marker() -> None:
    plain = Aim(target=7)
    assert [plain.mark(value, full=False) for value in (0, 6, 7, 12)] == [None, None, Mark.CHECK, Mark.CHECK]
    assert [plain.points(value, full=True) for value in (0, 6, 7, 12)] == [0, 6, 10, 10]
    assert plain.points(6, full=False) == 0


def test_a_floor_only_bites_when_the_line_is_full() -> None:
    aim = Aim(target=9, floor=6)
    assert [aim.points(value, full=True) for value in (5, 6, 8, 9)] == [-10, 6, 8, 10]
    assert aim.mark(5, full=False) is None


def test_a_limit_turns_a_check_over_at_once() -> None:
    aim = Aim(target=7, limit=9)
    assert [aim.mark(value, full=False) for value in (6, 7, 9, 10)] == [None, Mark.CHECK, Mark.CHECK, Mark.MINUS]
    assert [aim.points(value, full=True) for value in (6, 7, 9, 10)] == [6, 10, 10, -10]


def test_the_result_is_the_sum_or_the_weakest_side() -> None:
    assert Final.SUM.of([30, -10, 20]) == 40
    assert Final.LOWEST.of([30, -10, 20]) == -10


def test_codes_are_places_in_the_list() -> None:
    assert [count.code for count in Count] == list(range(7))
    assert (Side.DIAGONAL.code, Final.LOWEST.code, Mark.MINUS.code) == (2, 1, 2)


SMALLEST = {"size": 5, "colours": 6, "numbers": 5, "lines": {"count": "best_colour", "target": 9}}


def read(**changes: object) -> GridPlan:
    return read_plan(LevelFields("mine.toml", 7, SMALLEST | changes, "plan"))


def test_a_plan_from_a_file() -> None:
    assert read() == GridPlan()
    aims = {
        "rows": {"count": "run", "target": 5, "floor": 4},
        "diagonals": {"count": "stairs", "target": 9, "weight": 3},
    }
    tree = {key: value for key, value in SMALLEST.items() if key != "lines"} | aims
    tree |= {"columns": {"count": "colours", "target": 5, "limit": 5}, "hand": 5, "discards": 2, "final": "lowest"}
    assert read_plan(LevelFields("mine.toml", 7, tree)) == GridPlan(
        rows=Aim(Count.RUN, 5, floor=4),
        columns=Aim(Count.COLOURS, 5, limit=5),
        diagonals=Aim(Count.STAIRS, 9, weight=3),
        hand=5,
        discards=2,
        final=Final.LOWEST,
    )


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"size": 7}, "plan.size”: a whole number from 5 to 6"),
        ({"sise": 5}, "plan.sise”: not known here. Allowed: size, colours"),
        ({"lines": {"count": "sum", "target": 9}}, "plan.lines.count”: expected: best_colour, second_colour"),
        ({"lines": {"count": "run", "target": 10}}, "plan.lines.target”: a whole number from 5 to 9"),
        ({"lines": {"count": "run", "target": 5, "floor": 6}}, "plan.lines.floor”: a whole number from 1 to 5"),
        ({"lines": {"count": "run", "target": 5, "limit": 4}}, "plan.lines.limit”: a whole number from 5"),
        ({"rows": {"count": "run", "target": 5}}, "plan.rows”: not known here"),
        ({"final": "highest"}, "plan.final”: expected: sum, lowest"),
        ({"size": 6}, "plan.colours”: 30 cards are too few: 36 are needed"),
        ({"discards": 6}, "plan.colours”: 30 cards are too few: 31 are needed"),
    ],
)
def test_a_broken_plan_names_file_level_and_key(changes: dict[str, object], named: str) -> None:
    with pytest.raises(BadBooklet) as refused:
        read(**changes)
    assert named in str(refused.value)
    assert "mine.toml" in str(refused.value)
    assert "level 7" in str(refused.value)
