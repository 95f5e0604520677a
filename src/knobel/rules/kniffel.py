"""Kniffel: five dice, thirteen boxes."""

from knobel.rules.boxes import D6, Bonus, Box, Repeat, Sheet, number_boxes
from knobel.rules.combinations import Flat, Groups, Run, Same, Total
from knobel.rules.core import Kind, Ruling, Spec
from knobel.rules.sheetgame import SheetGame

UPPER = number_boxes(["ones", "twos", "threes", "fours", "fives", "sixes"])


def boxes(top: str) -> tuple[Box, ...]:
    """The thirteen boxes that Kniffel and Yahtzee share but for the name of the top one."""
    return (
        *UPPER,
        Box("three_kind", Total(), Same(3)),
        Box("four_kind", Total(), Same(4)),
        Box("full_house", Flat(25), Groups((3, 2))),
        Box("small_straight", Flat(30), Run(4)),
        Box("large_straight", Flat(40), Run(5)),
        Box(top, Flat(50), Same(5)),
        Box("chance", Total()),
    )


def sheet(*, kniffel_after_strike: bool = False) -> Sheet:
    return Sheet(
        key="kniffel",
        dice=(D6,) * 5,
        boxes=boxes("kniffel"),
        bonuses=(Bonus(at=63, points=35),),
        repeat=Repeat(
            top="kniffel",
            extra=50,
            extra_in_number_box_only=True,
            joker="free",
            extra_after_strike=kniffel_after_strike,
            joker_after_strike=kniffel_after_strike,
        ),
    )


def build(spec: Spec) -> SheetGame:
    return SheetGame(sheet(kniffel_after_strike="kniffel_after_strike" in spec.house), spec=spec)


KIND = Kind(
    "kniffel",
    build,
    rulings=(
        Ruling("any_die_again"),
        Ruling("five_equal_no_full_house"),
        Ruling("natural_value"),
        Ruling("kniffel_after_strike", house_rule=True),
    ),
)
