"""What a box asks for and what it pays: conditions (`Fits`) and points (`Points`) as small frozen values.

Each scores a `Roll`, describes itself (`text`) and declares itself as plain data (`declare`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import permutations
from typing import Any, Protocol

from knobel.words import Text, text


@dataclass(frozen=True)
class Roll:
    """What lies on the table, counted once and asked by every box."""

    faces: tuple[int, ...]

    @cached_property
    def counts(self) -> Mapping[int, int]:
        return Counter(self.faces)

    @cached_property
    def total(self) -> int:
        return sum(self.faces)

    @cached_property
    def sizes(self) -> list[int]:
        """How often each number lies there, most frequent first."""
        return sorted(self.counts.values(), reverse=True)

    @cached_property
    def longest_run(self) -> int:
        longest = length = 0
        for face in range(min(self.counts), max(self.counts) + 1):
            length = length + 1 if face in self.counts else 0
            longest = max(longest, length)
        return longest


def counted(dice: Iterable[int]) -> Roll:
    """What these dice show, in whichever order. There are few distinct rolls, and all come again, so they are kept."""
    return _counted(tuple(sorted(dice)))


_counted = lru_cache(maxsize=20_000)(Roll)


class Fits(Protocol):
    """The condition of a box."""

    def holds(self, roll: Roll) -> bool: ...
    def text(self) -> Text: ...
    def declare(self) -> Any: ...


class Points(Protocol):
    """What a box is worth when its condition holds."""

    def of(self, roll: Roll) -> int: ...
    def text(self) -> Text: ...
    def declare(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Anything:
    def holds(self, roll: Roll) -> bool:  # noqa: ARG002
        return True

    def text(self) -> Text:
        return text("fits.anything")

    def declare(self) -> Any:
        return "anything"


@dataclass(frozen=True, slots=True)
class Same:
    """At least `n` dice show one number."""

    n: int

    def holds(self, roll: Roll) -> bool:
        return roll.sizes[0] >= self.n

    def text(self) -> Text:
        return text("fits.same", n=self.n)

    def declare(self) -> Any:
        return {"same": self.n}


@dataclass(frozen=True, slots=True)
class Groups:
    """For each size, another number that lies there at least that often; largest size first."""

    sizes: tuple[int, ...]

    def holds(self, roll: Roll) -> bool:
        have = roll.sizes
        return len(have) >= len(self.sizes) and all(has >= size for has, size in zip(have, self.sizes, strict=False))

    def text(self) -> Text:
        if len(self.sizes) == 1:
            return Same(self.sizes[0]).text()
        if len(set(self.sizes)) == 1:
            return text("fits.equal_groups", times=len(self.sizes), n=self.sizes[0])
        groups = [text("fits.group", n=size) for size in self.sizes]
        return text("fits.groups", groups=reduce(lambda one, other: text("and", one=one, other=other), groups))

    def declare(self) -> Any:
        return {"groups": list(self.sizes)}


@dataclass(frozen=True, slots=True)
class Run:
    """At least `length` numbers in sequence."""

    length: int

    def holds(self, roll: Roll) -> bool:
        return roll.longest_run >= self.length

    def text(self) -> Text:
        return text("fits.run", n=self.length)

    def declare(self) -> Any:
        return {"run": self.length}


@dataclass(frozen=True, slots=True)
class Shows:
    """Each of these numbers lies there."""

    numbers: tuple[int, ...]

    def holds(self, roll: Roll) -> bool:
        return all(number in roll.counts for number in self.numbers)

    def text(self) -> Text:
        return text("fits.shows", numbers=self.numbers)

    def declare(self) -> Any:
        return {"shows": list(self.numbers)}


@dataclass(frozen=True, slots=True)
class AtMost:
    total: int

    def holds(self, roll: Roll) -> bool:
        return roll.total <= self.total

    def text(self) -> Text:
        return text("fits.at_most", total=self.total)

    def declare(self) -> Any:
        return {"at_most": self.total}


@dataclass(frozen=True, slots=True)
class AtLeast:
    total: int

    def holds(self, roll: Roll) -> bool:
        return roll.total >= self.total

    def text(self) -> Text:
        return text("fits.at_least", total=self.total)

    def declare(self) -> Any:
        return {"at_least": self.total}


@dataclass(frozen=True, slots=True)
class Flat:
    points: int

    def of(self, roll: Roll) -> int:  # noqa: ARG002
        return self.points

    def text(self) -> Text:
        return text("points.flat", points=self.points)

    def declare(self) -> Any:
        return self.points


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of all dice, `times` over."""

    times: int = 1

    def of(self, roll: Roll) -> int:
        return roll.total * self.times

    def text(self) -> Text:
        return text("points.total") if self.times == 1 else text("points.total_times", times=self.times)

    def declare(self) -> Any:
        return {"total": self.times}


@dataclass(frozen=True, slots=True)
class Number:
    """The sum of the dice that show `number`. Boxes with these points are the upper part of the card."""

    number: int

    def of(self, roll: Roll) -> int:
        return roll.counts.get(self.number, 0) * self.number

    def text(self) -> Text:
        return text("points.number", number=self.number)

    def declare(self) -> Any:
        return {"number": self.number}


@dataclass(frozen=True, slots=True)
class Part:
    """The sum of just the dice that make up the groups, chosen as high as possible."""

    sizes: tuple[int, ...]

    def of(self, roll: Roll) -> int:
        sums = (
            sum(size * number for size, number in zip(self.sizes, numbers, strict=True))
            for numbers in permutations(roll.counts, len(self.sizes))
            if all(roll.counts[number] >= size for size, number in zip(self.sizes, numbers, strict=True))
        )
        return max(sums, default=0)

    def text(self) -> Text:
        return text("points.part")

    def declare(self) -> Any:
        return {"part": list(self.sizes)}
