"""A turn as a graded player sees it, in plain Python: for places without NumPy, and cards with few ways to keep.

A keep is a tuple with the numbers kept of each kind of dice, in order. What it is worth to throw the rest is the mean
over one more die; the best that can be kept of a roll is the best of it and of what is left without one die.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from math import comb, prod
from random import Random

from knobel.bots.pads.styles import STYLES, PadStyle, outlook, pick, rarest_box
from knobel.rules.boxes import Die, Sheet
from knobel.rules.combinations import counted
from knobel.rules.core import Move, move
from knobel.rules.sheetgame import Card, SheetGame

Keep = tuple[tuple[int, ...], ...]
CardValue = Callable[[frozenset[int], int, int, int], float]
"""(free boxes, upper sum, points in the top box, chips) → points still to come"""

MOST_KEEPS = 10_000


class PlainDice:
    """The keeps of a card's dice: which one die more leads to, which one die less."""

    def __init__(self, dice: tuple[Die, ...]) -> None:
        self.kinds = list(dict.fromkeys(dice))
        self.sizes = [dice.count(kind) for kind in self.kinds]
        self.places = [[i for i, die in enumerate(dice) if die == kind] for kind in self.kinds]

    def keep(self, dice: tuple[int, ...], mask: str) -> Keep:
        return tuple(tuple(sorted(dice[i] for i in places if mask[i] == "1")) for places in self.places)

    @cached_property
    def by_missing(self) -> list[list[Keep]]:
        """Keeps by the number of dice that are missing, full rolls first."""
        levels: list[list[Keep]] = [[tuple(() for _ in self.kinds)]]
        for _ in range(sum(self.sizes)):
            levels.append(list(dict.fromkeys(more for keep in levels[-1] for more in self.every_more(keep))))
        return levels[::-1]

    def every_more(self, keep: Keep) -> list[Keep]:
        """All keeps with one die more."""
        return [more for kind in range(len(self.kinds)) for more in self.more(keep, kind)]

    def more(self, keep: Keep, kind: int) -> list[Keep]:
        """What it becomes when one die of a kind is thrown, number by number; nothing if none is missing."""
        if len(keep[kind]) == self.sizes[kind]:
            return []
        thrown = (tuple(sorted((*keep[kind], face))) for face in self.kinds[kind].faces)
        return [(*keep[:kind], numbers, *keep[kind + 1 :]) for numbers in thrown]

    @cached_property
    def throws(self) -> list[tuple[Keep, list[Keep]]]:
        """Every keep that is not full with what its next die makes of it, those with fewer missing first."""
        kinds = range(len(self.kinds))
        return [
            (keep, next(found for kind in kinds if (found := self.more(keep, kind))))
            for level in self.by_missing[1:]
            for keep in level
        ]

    @cached_property
    def parts(self) -> list[tuple[Keep, list[Keep]]]:
        """Every keep that is not empty with what is left without one die, those with more missing first."""
        return [
            (keep, list(dict.fromkeys(_without(keep)))) for level in reversed(self.by_missing[:-1]) for keep in level
        ]

    def averaged(self, worth: Mapping[Keep, float]) -> dict[Keep, float]:
        """By keep: what it is worth to throw the rest, from what rolls are worth."""
        found = dict(worth)
        for keep, more in self.throws:
            found[keep] = sum([found[one] for one in more]) / len(more)
        return found

    def best(self, kept: Mapping[Keep, float]) -> dict[Keep, float]:
        """By roll: the best of the keeps within it."""
        found = dict(kept)
        for keep, parts in self.parts:
            found[keep] = max(found[keep], *[found[part] for part in parts])
        return {roll: found[roll] for roll in self.by_missing[0]}


class PlainTurn:
    """The turn of one card, as a style sees it. `exact` tells what cards are worth."""

    def __init__(self, game: SheetGame, style: PadStyle, card: Card, exact: CardValue | None = None) -> None:
        self.game, self.style, self.card, self.dice = game, style, card, plain_dice(game.sheet.dice)
        self._rarest = rarest_box(game.sheet) if style.chase != 1.0 else -1
        self._seen = outlook(game, style)
        self._exact = exact

    def entries(self, faces: tuple[int, ...], chips: int) -> dict[int, float]:
        """By box: what it seems worth to enter these dice there."""
        sheet, found = self.game.sheet, {}
        for box, entry in sheet.entries(counted(tuple(sorted(faces))), self.card.written).items():
            times = (
                self.style.chase if box == self._rarest and not sheet.repeats(counted(faces), self.card.written) else 1
            )
            found[box] = entry.points * times + entry.extra + self.after(box, entry.points, chips)
        return found

    def after(self, box: int, points: int, chips: int) -> float:
        """What it seems worth to have those points in that box."""
        key = box, points, chips
        if key not in self._known:
            sheet, written = self.game.sheet, list(self.card.written)
            written[box] = points
            free = frozenset(i for i, each in enumerate(written) if each is None)
            upper = sheet.upper(written)
            if self.style.boxes == "exact":
                assert self._exact is not None
                top = (written[sheet.top] or 0) if sheet.top is not None else 0
                self._known[key] = self._exact(free, upper, top, chips)
            else:
                self._known[key] = self._seen.value(free, upper, chips)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, int, int], float]:
        return {}

    def entered(self, chips: int) -> dict[Keep, float]:
        """By roll: the best entry."""
        seen: dict[tuple[int, ...], float] = {}
        found = {}
        for roll in self.dice.by_missing[0]:
            faces = tuple(sorted(face for numbers in roll for face in numbers))
            if faces not in seen:
                seen[faces] = max(self.entries(faces, chips).values())
            found[roll] = seen[faces]
        return found

    def stage(self, rolls_left: int) -> dict[Keep, float]:
        """By roll: what it seems worth with so many rolls to come."""
        if rolls_left:
            return self.dice.best(self.dice.averaged(self.stage(rolls_left - 1)))
        end, chips = self.entered(self.card.chips), self.card.chips
        if not chips:
            return end
        thrown = self.dice.best(self.dice.averaged(self.entered(chips - 1)))
        return {roll: max(worth, thrown[roll]) for roll, worth in end.items()}

    def keeps(self, rolls_left: int) -> dict[Keep, float]:
        """By keep: what it seems worth to throw the others, or, after the last roll, to do so for a chip."""
        after = (
            self.stage(min(rolls_left, self.style.foresight) - 1) if rolls_left else self.entered(self.card.chips - 1)
        )
        return self.dice.averaged(after)


def plain_choice(game: SheetGame, style: PadStyle, card: Card, luck: Random, exact: CardValue | None = None) -> Move:
    """The move of a style in a position with dice on the table: as `players.choose`, without NumPy."""
    turn, sheet = PlainTurn(game, style, card, exact), game.sheet
    entries = sorted(turn.entries(card.dice, card.chips).items(), key=lambda each: -each[1])
    left, paid = max(0, sheet.rolls - card.roll), card.roll > sheet.rolls
    if left or (card.chips and not paid):
        worth = turn.keeps(left)
        masks: dict[Keep, str] = {}
        for bits in range(2 ** len(card.dice) - 2, -1, -1):
            mask = f"{bits:0{len(card.dice)}b}"
            masks.setdefault(turn.dice.keep(card.dice, mask), mask)
        chosen = pick([entries[0][1], *[worth[keep] for keep in masks]], style.temperature, luck)
        if chosen:
            return move("keep" if left else "chip", list(masks.values())[chosen - 1])
    return move("enter", sheet.boxes[entries[pick([worth for _, worth in entries], style.temperature, luck)][0]].key)


def plain_options(game: SheetGame, card: Card, exact: CardValue) -> list[tuple[Move, float]]:
    """Every move in a position with dice on the table and what it is worth, best first: as `TurnValues.options`."""
    turn, sheet = PlainTurn(game, STYLES["optimal"], card, exact), game.sheet
    entered = sheet.entries(counted(tuple(sorted(card.dice))), card.written)
    found = []
    for box, worth in sorted(turn.entries(card.dice, card.chips).items()):
        found.append((move("enter", sheet.boxes[box].key), worth))
        if sheet.strike_at_will and entered[box].points:
            found.append((move("strike", sheet.boxes[box].key), turn.after(box, 0, card.chips)))
    left, paid = max(0, sheet.rolls - card.roll), card.roll > sheet.rolls
    if left or (card.chips and not paid):
        kept = turn.keeps(left)
        for bits in range(2 ** len(card.dice) - 2, -1, -1):
            mask = f"{bits:0{len(card.dice)}b}"
            found.append((move("keep" if left else "chip", mask), kept[turn.dice.keep(card.dice, mask)]))
    return sorted(found, key=lambda each: -each[1])


def few_keeps(sheet: Sheet) -> bool:
    """Whether a turn can be worked out in plain Python while somebody waits."""
    kinds = set(sheet.dice)
    ways = (comb(sheet.dice.count(kind) + len(kind.faces), len(kind.faces)) for kind in kinds)
    return prod(ways) <= MOST_KEEPS


@cache
def plain_dice(dice: tuple[Die, ...]) -> PlainDice:
    return PlainDice(dice)


def _without(keep: Keep) -> list[Keep]:
    return [
        (*keep[:kind], numbers[:i] + numbers[i + 1 :], *keep[kind + 1 :])
        for kind, numbers in enumerate(keep)
        for i in range(len(numbers))
    ]
