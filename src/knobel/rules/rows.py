"""The card of For One – Kniffel: which dice each row may hold, what it pays, and a position on it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

from knobel.words import Text, text


class Takes(Protocol):
    """Which dice may lie in a row together: exactly those from which it can still be completed."""

    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool: ...
    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers that help most beside these dice, best first; a wild die becomes the first that may lie there."""

    def text(self) -> Text: ...
    def declare(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class OnlyNumber:
    number: int

    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool:  # noqa: ARG002
        return all(die == self.number for die in dice)

    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:  # noqa: ARG002
        return (self.number,)

    def text(self) -> Text:
        return text("takes.only_number", number=self.number)

    def declare(self) -> Any:
        return {"only": self.number}


@dataclass(frozen=True, slots=True)
class OfAKind:
    """At least `n` of the row's dice have to become equal."""

    n: int

    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool:
        most = max(Counter(dice).values(), default=0)
        return most + fields - len(dice) >= self.n

    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return _most_frequent(dice)

    def text(self) -> Text:
        return text("takes.of_a_kind", n=self.n)

    def declare(self) -> Any:
        return {"of_a_kind": self.n}


@dataclass(frozen=True, slots=True)
class FullHouse:
    """Exactly three of one number and two of another."""

    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool:  # noqa: ARG002
        sizes = sorted(Counter(dice).values(), reverse=True)
        return len(sizes) <= 2 and all(size <= room for size, room in zip(sizes, (3, 2), strict=False))

    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return _most_frequent(dice)

    def text(self) -> Text:
        return text("takes.full_house")

    def declare(self) -> Any:
        return "full_house"


@dataclass(frozen=True, slots=True)
class InOrder:
    """These numbers, from left to right."""

    numbers: tuple[int, ...]

    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool:  # noqa: ARG002
        return dice == self.numbers[: len(dice)]

    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return self.numbers[len(dice) : len(dice) + 1]

    def text(self) -> Text:
        return text("takes.in_order", numbers=self.numbers)

    def declare(self) -> Any:
        return {"in_order": list(self.numbers)}


@dataclass(frozen=True, slots=True)
class AnyDice:
    def may_hold(self, dice: tuple[int, ...], fields: int) -> bool:  # noqa: ARG002
        return True

    def wanted(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return _most_frequent(dice)

    def text(self) -> Text:
        return text("takes.anything")

    def declare(self) -> Any:
        return "anything"


def _most_frequent(dice: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that lie there: the most frequent first, among equals the highest."""
    counts = Counter(dice)
    return tuple(sorted(counts, key=lambda face: (-counts[face], -face)))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the card. An upper row pays by the die, a lower one only when complete."""

    key: str
    takes: Takes
    points: int
    fields: int = 5

    @property
    def upper(self) -> bool:
        return isinstance(self.takes, OnlyNumber)

    @property
    def top(self) -> bool:
        """Whether all its dice have to be alike."""
        return self.takes == OfAKind(self.fields)

    @property
    def name(self) -> Text:
        return text(f"boxes.{self.key}")

    def accepts(self, dice: tuple[int, ...], face: int) -> bool:
        return len(dice) < self.fields and self.takes.may_hold((*dice, face), self.fields)

    def wild(self, dice: tuple[int, ...], face: int) -> int:
        """The number a wild die that shows `face` becomes beside these dice: its own, if none is wanted that fits."""
        return next((wanted for wanted in self.takes.wanted(dice) if self.accepts(dice, wanted)), face)

    def score(self, count: int) -> int:
        """Points for the row scored with `count` dice."""
        return self.points * count if self.upper else self.points * (count == self.fields)

    @property
    def most(self) -> int:
        return self.score(self.fields)

    def text(self) -> Text:
        key = "row_rule.upper" if self.upper else "row_rule.lower"
        return text(key, takes=self.takes.text(), points=self.points, fields=self.fields)

    def declare(self) -> Any:
        return {"key": self.key, "takes": self.takes.declare(), "points": self.points, "fields": self.fields}


ROWS = (
    Row("ones", OnlyNumber(1), 1),
    Row("twos", OnlyNumber(2), 2),
    Row("threes", OnlyNumber(3), 3),
    Row("fours", OnlyNumber(4), 4),
    Row("fives", OnlyNumber(5), 5),
    Row("sixes", OnlyNumber(6), 6),
    Row("three_kind", OfAKind(3), 15),
    Row("four_kind", OfAKind(4), 20),
    Row("full_house", FullHouse(), 25),
    Row("small_straight", InOrder((1, 2, 3, 4)), 30, fields=4),
    Row("large_straight", InOrder((2, 3, 4, 5, 6)), 40),
    Row("kniffel", OfAKind(5), 50),
    Row("chance", AnyDice(), 10),
)


# Where the yellow die is, if it is not on a row (then it is the row's key) and the level has one at all.
IN_SUPPLY, WAITING, GONE = "supply", "waiting", "out"
YELLOW = "y"  # stands before the number of the yellow die


@dataclass(frozen=True, slots=True)
class RowsCard:
    """A position. A die is in the supply, waiting, on a row, or out of the game."""

    rows: tuple[tuple[int, ...], ...]
    scored: tuple[int | None, ...]  # with how many dice each row was scored
    paid: tuple[int, ...]  # the points each scored row was worth in that moment, with all that its level changes
    supply: int
    out: int = 0
    round: int = 0  # rounds begun
    waiting: tuple[int, ...] = ()  # rolled, not yet placed, without the yellow die; sorted
    rolling: bool = False
    yellow: str = ""  # where the yellow die is
    shows: int = 0  # the number of the yellow die while it waits or lies on a row
    acted: bool = False  # a row was scored since the last roll; only kept where a tile asks

    @property
    def rows_scored(self) -> int:
        return len(self.scored) - self.scored.count(None)

    @property
    def counts(self) -> tuple[int, ...]:
        """Dice each row was scored with, or would be now."""
        return tuple(len(dice) if n is None else n for dice, n in zip(self.rows, self.scored, strict=True))

    @property
    def placing(self) -> bool:
        """Dice of the roll are still to be laid."""
        return bool(self.waiting) or (self.yellow == WAITING and not self.rolling)
