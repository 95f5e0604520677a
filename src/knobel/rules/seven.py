"""Kniffel 7: seven dice, each without another of the numbers 1 to 7, fourteen boxes."""

from knobel.rules.boxes import Bonus, Box, Die, Repeat, Sheet, number_boxes
from knobel.rules.combinations import Flat, Groups, Run, Same, Total
from knobel.rules.core import Kind, Ruling, Spec
from knobel.rules.sheetgame import SheetGame


def die_without(missing: int) -> Die:
    return Die(f"without_{missing}", tuple(face for face in range(1, 8) if face != missing))


SHEET = Sheet(
    key="seven",
    dice=tuple(die_without(missing) for missing in range(1, 8)),
    boxes=(
        *number_boxes(["ones", "twos", "threes", "fours", "fives", "sixes", "sevens"]),
        Box("four_kind", Total(), Same(4)),
        Box("five_kind", Total(), Same(5)),
        Box("double_triple", Flat(25), Groups((3, 3))),
        Box("run_of_five", Flat(30), Run(5)),
        Box("run_of_six", Flat(40), Run(6)),
        Box("super_kniffel", Flat(60), Same(6)),
        Box("chance", Total()),
    ),
    bonuses=(Bonus(at=63, points=35), Bonus(at=84, points=35)),
    repeat=Repeat(top="super_kniffel", anywhere=60),
    strike_at_will=True,
)


def build(spec: Spec) -> SheetGame:
    return SheetGame(SHEET, spec=spec)


KIND = Kind(
    "seven",
    build,
    rulings=(Ruling("one_to_eight_players"), Ruling("white_die"), Ruling("super_points_count_for_bonus")),
)
