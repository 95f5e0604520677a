"""Relatives from elsewhere as score cards: official Yahtzee, Scandinavian Yatzy and Maxi Yatzy."""

from knobel.rules.boxes import D6, Bonus, Box, Repeat, Sheet
from knobel.rules.combinations import Flat, Groups, Part, Same, Shows, Total
from knobel.rules.core import Kind, Ruling, Spec
from knobel.rules.kniffel import UPPER, boxes
from knobel.rules.sheetgame import SheetGame


def yahtzee(*, free_joker: bool = False) -> Sheet:
    return Sheet(
        key="yahtzee",
        dice=(D6,) * 5,
        boxes=boxes("yahtzee"),
        bonuses=(Bonus(at=63, points=35),),
        repeat=Repeat(top="yahtzee", extra=100, joker="free" if free_joker else "forced", joker_after_strike=True),
    )


def _groups(key: str, *sizes: int) -> Box:
    """A Yatzy box that counts just the dice of its groups."""
    return Box(key, Part(sizes), Groups(sizes))


def _straight(key: str, first: int, last: int) -> Box:
    numbers = tuple(range(first, last + 1))
    return Box(key, Flat(sum(numbers)), Shows(numbers))


YATZY = Sheet(
    key="yatzy",
    dice=(D6,) * 5,
    boxes=(
        *UPPER,
        _groups("one_pair", 2),
        _groups("two_pairs", 2, 2),
        _groups("three_kind", 3),
        _groups("four_kind", 4),
        _straight("small_straight", 1, 5),
        _straight("large_straight", 2, 6),
        _groups("full_house", 3, 2),
        Box("chance", Total()),
        Box("yatzy", Flat(50), Same(5)),
    ),
    bonuses=(Bonus(at=63, points=50),),
)

MAXI_YATZY = Sheet(
    key="maxi_yatzy",
    dice=(D6,) * 6,
    boxes=(
        *UPPER,
        _groups("one_pair", 2),
        _groups("two_pairs", 2, 2),
        _groups("three_pairs", 2, 2, 2),
        _groups("three_kind", 3),
        _groups("four_kind", 4),
        _groups("five_kind", 5),
        _straight("small_straight", 1, 5),
        _straight("large_straight", 2, 6),
        _straight("full_straight", 1, 6),
        _groups("full_house", 3, 2),
        _groups("castle", 3, 3),
        _groups("tower", 4, 2),
        Box("chance", Total()),
        Box("maxi_yatzy", Flat(100), Same(6)),
    ),
    bonuses=(Bonus(at=75, points=50),),
)


def _yahtzee(spec: Spec) -> SheetGame:
    return SheetGame(yahtzee(free_joker="free_joker" in spec.house), spec=spec)


def _yatzy(spec: Spec) -> SheetGame:
    return SheetGame(YATZY, spec=spec)


def _maxi_yatzy(spec: Spec) -> SheetGame:
    return SheetGame(MAXI_YATZY, spec=spec)


KINDS = (
    Kind("yahtzee", _yahtzee, rulings=(Ruling("free_joker", house_rule=True),), classic=True),
    Kind("yatzy", _yatzy, rulings=(Ruling("five_equal_no_full_house"),), classic=True),
    Kind("maxi_yatzy", _maxi_yatzy, rulings=(Ruling("bonus_50_at_75"), Ruling("no_saved_throws")), classic=True),
)
