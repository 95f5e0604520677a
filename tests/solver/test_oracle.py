"""The fast solver against the plain ones: tiny random cards move by move, end games of the real ones roll by roll."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.rules.boxes import Bonus, Box, Die, Repeat, Sheet
from knobel.rules.combinations import Anything, AtLeast, Flat, Groups, Number, Run, Same, Total
from knobel.rules.core import Spec
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.induction.layers import solve_layers
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.oracle import Plain, worth
from tests.solver.solved import position_of, sheet_named, solved, written_at_random

LOWER = (
    Box("pair", Flat(7), Same(2)),
    Box("run", Total(), Run(2)),
    Box("high", Total(2), AtLeast(5)),
    Box("chance", Total(), Anything()),
    Box("two", Flat(3), Groups((1, 1))),
)
DICE = (Die("coin", (1, 2)), Die("three", (1, 2, 3)), Die("loaded", (0, 3, 3)))


@st.composite
def small_sheets(draw: st.DrawFn) -> Sheet:
    dice = tuple(draw(st.lists(st.sampled_from(DICE), min_size=1, max_size=2)))
    upper = [Box(f"number{n}", Number(n)) for n in draw(st.sets(st.integers(1, 3), max_size=2))]
    lower = draw(st.lists(st.sampled_from(LOWER), min_size=1, max_size=2, unique_by=lambda box: box.key))
    top = draw(st.booleans()) and Box("top", Flat(9), Same(len(dice)))
    repeat = None
    if top:
        extra = draw(st.sampled_from([0, 4]))
        repeat = Repeat(
            "top",
            anywhere=draw(st.sampled_from([0, 2, 5])),
            extra=extra,
            extra_in_number_box_only=draw(st.booleans()),
            joker=draw(st.sampled_from(["never", "free", "forced"])),
            extra_after_strike=draw(st.booleans()),
            joker_after_strike=draw(st.booleans()),
        )
    return Sheet(
        key="small",
        dice=dice,
        boxes=(*upper, *lower, *([top] if top else [])),
        bonuses=tuple(draw(st.lists(st.builds(Bonus, at=st.integers(0, 6), points=st.integers(0, 9)), max_size=2))),
        repeat=repeat,
        rolls=draw(st.integers(1, 3)),
        chips=draw(st.integers(0, 2)),
        strike_at_will=draw(st.booleans()),
    )


@given(sheet=small_sheets())
def test_small_cards_agree_with_the_game_itself(sheet: Sheet) -> None:
    game = SheetGame(sheet, spec=Spec("small"))
    exact = worth(game, game.start())
    process = DecisionProcess(sheet)
    table = ValueTable(process, solve_layers(process))
    assert table.value(CardPosition.start(sheet)) == pytest.approx(exact, abs=1e-4)
    assert Plain(sheet).value((None,) * len(sheet.boxes), sheet.chips) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "most_free", "cards"),
    [
        ("kniffel", 3, 6),
        ("kniffel+kniffel_after_strike", 3, 4),
        ("yahtzee", 3, 4),
        ("yahtzee+free_joker", 3, 4),
        ("yatzy", 3, 3),
        ("maxi_yatzy", 2, 2),
        ("extreme", 2, 4),
        ("seven", 1, 3),
    ],
)
def test_end_games(name: str, most_free: int, cards: int) -> None:
    sheet, luck = sheet_named(name), Random(name)
    table, plain = solved(name, most_free), Plain(sheet)
    for turn in range(cards):
        written = written_at_random(sheet, 1 + turn % most_free, luck)
        chips = luck.randint(0, sheet.chips)
        fast = table.value(position_of(sheet, written, chips))
        assert fast == pytest.approx(plain.value(written, chips), abs=1e-4), (written, chips)
