"""A second scorer, as plain as possible and sharing nothing with the first: the tests hold one against the other.

Each function is written straight from the booklet's words, by counting faces and nothing else.
"""

from collections.abc import Callable, Sequence

Dice = Sequence[int]


def how_many(dice: Dice, number: int) -> int:
    count = 0
    for die in dice:
        if die == number:
            count += 1
    return count


def most_equal(dice: Dice) -> int:
    return max(how_many(dice, number) for number in range(10))


def numbers_at_least(dice: Dice, times: int) -> int:
    """How many different numbers lie there at least so often."""
    return sum(1 for number in range(10) if how_many(dice, number) >= times)


def two_different(dice: Dice, many: int, few: int) -> bool:
    for one in range(10):
        for other in range(10):
            if one != other and how_many(dice, one) >= many and how_many(dice, other) >= few:
                return True
    return False


def in_sequence(dice: Dice, length: int) -> bool:
    starts = range(11 - length)
    return any(all(number in dice for number in range(start, start + length)) for start in starts)


def upper(number: int) -> Callable[[Dice], int]:
    return lambda dice: number * how_many(dice, number)


def paid(points: int, condition: Callable[[Dice], bool]) -> Callable[[Dice], int]:
    return lambda dice: points if condition(dice) else 0


def summed(condition: Callable[[Dice], bool]) -> Callable[[Dice], int]:
    return lambda dice: sum(dice) if condition(dice) else 0


_UPPER = {name: upper(n) for n, name in enumerate(["ones", "twos", "threes", "fours", "fives", "sixes"], start=1)}

KNIFFEL: dict[str, Callable[[Dice], int]] = {
    **_UPPER,
    "three_kind": summed(lambda dice: most_equal(dice) >= 3),
    "four_kind": summed(lambda dice: most_equal(dice) >= 4),
    "full_house": paid(25, lambda dice: two_different(dice, 3, 2)),
    "small_straight": paid(30, lambda dice: in_sequence(dice, 4)),
    "large_straight": paid(40, lambda dice: in_sequence(dice, 5)),
    "kniffel": paid(50, lambda dice: most_equal(dice) == 5),
    "chance": sum,
}

EXTREME: dict[str, Callable[[Dice], int]] = {
    **_UPPER,
    "three_kind": summed(lambda dice: most_equal(dice) >= 3),
    "four_kind": summed(lambda dice: most_equal(dice) >= 4),
    "two_pairs": summed(lambda dice: two_different(dice, 2, 2)),
    "three_pairs": paid(35, lambda dice: numbers_at_least(dice, 2) == 3),
    "two_triples": paid(45, lambda dice: numbers_at_least(dice, 3) == 2),
    "full_house": paid(25, lambda dice: two_different(dice, 3, 2)),
    "big_full_house": paid(45, lambda dice: two_different(dice, 4, 2)),
    "small_straight": paid(30, lambda dice: in_sequence(dice, 4)),
    "large_straight": paid(40, lambda dice: in_sequence(dice, 5)),
    "highway": paid(50, lambda dice: in_sequence(dice, 6)),
    "kniffel": paid(50, lambda dice: most_equal(dice) >= 5),
    "kniffel_extreme": paid(75, lambda dice: most_equal(dice) == 6),
    "ten_or_less": paid(40, lambda dice: sum(dice) <= 10),
    "thirty_three_or_more": paid(40, lambda dice: sum(dice) >= 33),
    "chance": sum,
    "super_chance": lambda dice: 2 * sum(dice),
}

SEVEN: dict[str, Callable[[Dice], int]] = {
    **_UPPER,
    "sevens": upper(7),
    "four_kind": summed(lambda dice: most_equal(dice) >= 4),
    "five_kind": summed(lambda dice: most_equal(dice) >= 5),
    "double_triple": paid(25, lambda dice: two_different(dice, 3, 3)),
    "run_of_five": paid(30, lambda dice: in_sequence(dice, 5)),
    "run_of_six": paid(40, lambda dice: in_sequence(dice, 6)),
    "super_kniffel": paid(60, lambda dice: most_equal(dice) == 6),
    "chance": sum,
}
