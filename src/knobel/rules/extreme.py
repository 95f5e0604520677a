"""Kniffel Extreme: five ordinary dice and one with ten faces, twenty-two boxes, three chips."""

from knobel.rules.boxes import D6, D10, Bonus, Box, Sheet
from knobel.rules.combinations import AtLeast, AtMost, Flat, Groups, Run, Same, Total
from knobel.rules.core import Kind, Ruling, Spec
from knobel.rules.kniffel import UPPER
from knobel.rules.sheetgame import SheetGame

SHEET = Sheet(
    key="extreme",
    dice=(D6,) * 5 + (D10,),
    boxes=(
        *UPPER,
        Box("three_kind", Total(), Same(3)),
        Box("four_kind", Total(), Same(4)),
        Box("two_pairs", Total(), Groups((2, 2))),
        Box("three_pairs", Flat(35), Groups((2, 2, 2))),
        Box("two_triples", Flat(45), Groups((3, 3))),
        Box("full_house", Flat(25), Groups((3, 2))),
        Box("big_full_house", Flat(45), Groups((4, 2))),
        Box("small_straight", Flat(30), Run(4)),
        Box("large_straight", Flat(40), Run(5)),
        Box("highway", Flat(50), Run(6)),
        Box("kniffel", Flat(50), Same(5)),
        Box("kniffel_extreme", Flat(75), Same(6)),
        Box("ten_or_less", Flat(40), AtMost(10)),
        Box("thirty_three_or_more", Flat(40), AtLeast(33)),
        Box("chance", Total()),
        Box("super_chance", Total(times=2)),
    ),
    bonuses=(Bonus(at=73, points=45),),
    chips=3,
    players=(1, 4),
)


def build(spec: Spec) -> SheetGame:
    return SheetGame(SHEET, spec=spec)


KIND = Kind("extreme", build, rulings=(Ruling("runs_do_not_wrap"),))
