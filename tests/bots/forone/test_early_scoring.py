"""In the base game it never pays to score a row that need not be scored, nor more rows than the next roll asks for.

Who scores a row early can wait instead and otherwise do the same: the row goes on taking dice that would have left the
game, which never costs points, and it is scored as soon as its dice are needed. Here is the one thing the argument
rests on, for every content of every row, and the claim itself on end games worked out to the last roll."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import pytest

from knobel.rules import find
from knobel.rules.forone import ForOne
from knobel.rules.foroneplan import FACES
from knobel.rules.rows import ROWS, Row, RowsCard
from tests.thoroughness import sample

GAME = ForOne(spec=find("forone").spec)
THROWN = GAME.plan.thrown
ROLLS = {
    dice: factorial(THROWN) / prod(factorial(dice.count(face)) for face in FACES) / len(FACES) ** THROWN
    for dice in combinations_with_replacement(FACES, THROWN)
}
Choice = Callable[[RowsCard], Iterator[RowsCard]]


def _contents(row: Row) -> Iterator[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for dice in found:
        yield dice
        found += {tuple(sorted((*dice, face))) for face in FACES if row.accepts(dice, face)} - set(found)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_one_more_die_never_costs_points(row: Row) -> None:
    contents = list(_contents(row))
    assert max(map(len, contents)) == row.fields
    assert all(row.score(len(dice) + 1) >= row.score(len(dice)) for dice in contents if len(dice) < row.fields)


def _scored(table: RowsCard, rows: tuple[int, ...]) -> RowsCard:
    for i in rows:
        table = GAME._score(table, i)
    return table


def _open(table: RowsCard) -> list[int]:
    return [i for i, scored in enumerate(table.scored) if scored is None]


def freely(table: RowsCard) -> Iterator[RowsCard]:
    """Any set of rows may be scored."""
    rows = _open(table)
    for n in range(len(rows) + 1):
        yield from (_scored(table, each) for each in combinations(rows, n))


def sparingly(table: RowsCard) -> Iterator[RowsCard]:
    """Only sets that bring the dice for a roll and of which no row can be left out."""
    for rows in (each for n in range(len(_open(table)) + 1) for each in combinations(_open(table), n)):
        dice = [len(table.rows[i]) for i in rows]
        lacking = THROWN - table.supply - sum(dice)
        if lacking <= 0 and all(lacking + each > 0 for each in dice):
            yield _scored(table, rows)


def _solver(choice: Choice) -> Callable[[RowsCard], float]:
    """The expected points at the end for who chooses so after every roll and otherwise plays perfectly."""

    @cache
    def after_laying(table: RowsCard) -> float:
        table = _scored(table, GAME.must_score(table))
        ended = float(GAME.points(table))
        return max([ended, *(before_roll(each) for each in choice(table) if _open(each) and each.supply >= THROWN)])

    @cache
    def before_roll(table: RowsCard) -> float:
        found: float = sum(
            chance * max(map(after_laying, GAME.placements(GAME._reveal(GAME._roll(table), dice))))
            for dice, chance in ROLLS.items()
        )
        return found

    return after_laying


# Rows that are open, with their dice; and the dice in the supply. All other rows are scored and empty but for the upper
# ones, which have three dice each, so that the bonus is at stake.
END_GAMES = [
    ({"sixes": (6, 6, 6), "chance": (1, 4)}, 6),
    ({"ones": (1,), "kniffel": (2, 2, 2, 2)}, 4),
    ({"fives": (5, 5), "small_straight": (1, 2)}, 5),
    ({"full_house": (3, 3, 4), "three_kind": (1, 2, 2, 2)}, 4),
    ({"large_straight": (2, 3, 4, 5), "twos": (2, 2, 2, 2), "four_kind": (6, 6, 6, 6)}, 1),
]


@pytest.mark.parametrize(("rows", "supply"), sample(END_GAMES, 2))
def test_scoring_sparingly_loses_nothing(rows: dict[str, tuple[int, ...]], supply: int) -> None:
    table = RowsCard(
        rows=tuple(rows.get(row.key, ()) for row in ROWS),
        scored=tuple(None if row.key in rows else 3 * row.upper for row in ROWS),
        paid=tuple(0 if row.key in rows else row.score(3 * row.upper) for row in ROWS),
        supply=supply,
        out=0,
        round=5,
    )
    least, most = _solver(sparingly)(table), _solver(freely)(table)
    assert least == pytest.approx(most, abs=1e-9)
    assert most > GAME.points(table)  # there is something to play for
