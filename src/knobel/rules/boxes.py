"""A score card is data: dice, boxes with a condition and points, bonuses, and what a repeated top roll is worth.

Each part is a small frozen value that declares itself as plain data (`declare`), which is also how a card is
written in a TOML file and what its digest is taken from. A box is declared once; rules, solver, coach, screens
and documents read that declaration.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal, TypeAlias

from knobel.rules.combinations import Anything, Fits, Flat, Number, Points, Roll, Same
from knobel.words import Text, text


@dataclass(frozen=True)
class Box:
    """One field of the card."""

    key: str
    points: Points
    fits: Fits = Anything()
    own_name: Mapping[str, str] = field(default_factory=dict, compare=False)  # by language; else the catalogue's

    def score(self, roll: Roll) -> int:
        return self.points.of(roll) if self.fits.holds(roll) else 0

    @property
    def number(self) -> int | None:
        """The number an upper box collects; None for the lower part."""
        return self.points.number if isinstance(self.points, Number) else None

    @property
    def name(self) -> Text:
        return text("own_name", **self.own_name) if self.own_name else text(f"boxes.{self.key}")

    def text(self) -> Text:
        if isinstance(self.fits, Anything):
            return self.points.text()
        return text("box_rule", fits=self.fits.text(), points=self.points.text())

    def describe(self, lang: str) -> str:
        return self.text().say(lang)

    def declare(self, *, names: bool = False) -> dict[str, Any]:
        fits = {} if isinstance(self.fits, Anything) else {"fits": self.fits.declare()}
        name = {"name": dict(self.own_name)} if names and self.own_name else {}
        return {"key": self.key, **name, **fits, "points": self.points.declare()}


@dataclass(frozen=True, slots=True)
class Die:
    """A die of some kind; `kind` is its name in the catalogue, and all that tells equal dice from unlike ones."""

    kind: str
    faces: tuple[int, ...]

    def declare(self) -> Any:
        return {"kind": self.kind, "faces": list(self.faces)}


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))


@dataclass(frozen=True, slots=True)
class Bonus:
    """`points` for an upper part of at least `at`."""

    at: int
    points: int

    def declare(self) -> Any:
        return {"at": self.at, "points": self.points}


Joker: TypeAlias = Literal["never", "free", "forced"]


@dataclass(frozen=True, slots=True)
class Repeat:
    """What the roll of the top box is worth again, once that box is filled.

    A *joker* fills any lower box at full value once the number box of the same number is filled too; a forced one
    must go to that number box while it is free, then to the lower part, and strikes an upper box only at last.
    """

    top: str
    anywhere: int = 0  # so many points in any free box, whatever its condition
    extra: int = 0  # points kept apart from the boxes …
    extra_in_number_box_only: bool = False  # … only with an entry in the number box of the same number
    joker: Joker = "never"
    extra_after_strike: bool = False
    joker_after_strike: bool = False

    def declare(self) -> Any:
        given = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: value for name, value in given.items() if value != self.__dataclass_fields__[name].default}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a roll brings in one box: the points written there, extra points beside, and why if it is special."""

    points: int
    extra: int = 0
    note: Text | None = None


@dataclass(frozen=True)
class Sheet:
    """A score card with everything that is played on it."""

    key: str
    dice: tuple[Die, ...]
    boxes: tuple[Box, ...]
    bonuses: tuple[Bonus, ...] = ()
    repeat: Repeat | None = None
    rolls: int = 3
    chips: int = 0
    strike_at_will: bool = False  # a box may be struck even when the roll would bring points there
    players: tuple[int, int] = (1, 8)
    own_name: Mapping[str, str] = field(default_factory=dict, compare=False)

    @cached_property
    def indices(self) -> Mapping[str, int]:
        return {box.key: i for i, box in enumerate(self.boxes)}

    def index(self, key: str) -> int:
        return self.indices[key]

    @cached_property
    def number_boxes(self) -> Mapping[int, int]:
        """The upper part: number -> index of its box."""
        return {box.number: i for i, box in enumerate(self.boxes) if box.number is not None}

    @cached_property
    def number_most(self) -> Mapping[int, int]:
        """The upper part: index of a box -> the most that it can hold."""
        anywhere = self.repeat.anywhere if self.repeat else 0
        return {
            box: max(number * sum(number in die.faces for die in self.dice), anywhere)
            for number, box in self.number_boxes.items()
        }

    @cached_property
    def top(self) -> int | None:
        return self.index(self.repeat.top) if self.repeat else None

    @cached_property
    def tops(self) -> frozenset[int]:
        """The boxes that pay a fixed sum for dice that are all alike, or all but one."""
        alike = ((i, box.fits) for i, box in enumerate(self.boxes) if isinstance(box.points, Flat))
        return frozenset(i for i, fits in alike if isinstance(fits, Same) and fits.n >= len(self.dice) - 1)

    @cached_property
    def top_points(self) -> int:
        """The most that the top box can hold."""
        assert self.top is not None
        return max(self.boxes[self.top].score(roll) for roll in self.distinct_rolls())

    def entries(self, roll: Roll, written: Sequence[int | None]) -> dict[int, Entry]:
        """Every free box this roll may be entered in, by index, with what it brings on this card."""
        natural = self.natural(roll)
        free = {i: natural[i] for i, points in enumerate(written) if points is None}
        return self._repeated(roll, written, free) if self.repeats(roll, written) else free

    def repeats(self, roll: Roll, written: Sequence[int | None]) -> bool:
        """Whether the roll is one more Kniffel: what the top box asks for, and that box is filled."""
        top = self.top
        return top is not None and written[top] is not None and self.boxes[top].fits.holds(roll)

    def natural(self, roll: Roll) -> tuple[Entry, ...]:
        """What the roll brings in each box of an empty card. Kept: there are few distinct rolls, and all come again."""
        found = self._seen.get(roll.faces)
        if found is None:
            found = self._seen[roll.faces] = tuple(Entry(box.score(roll)) for box in self.boxes)
        return found

    @cached_property
    def _seen(self) -> dict[tuple[int, ...], tuple[Entry, ...]]:
        return {}

    def _repeated(self, roll: Roll, written: Sequence[int | None], free: dict[int, Entry]) -> dict[int, Entry]:
        repeat = self.repeat
        assert repeat is not None
        assert self.top is not None
        struck = written[self.top] == 0
        if repeat.anywhere and not struck:
            note = text("notes.anywhere", points=repeat.anywhere)
            free = dict.fromkeys(free, Entry(repeat.anywhere, note=note))
        number_box = self.number_boxes.get(max(roll.counts, key=roll.counts.__getitem__))
        number_free = number_box in free
        if repeat.joker != "never" and not number_free and (repeat.joker_after_strike or not struck):
            for i in free.keys() - self.number_boxes.values():
                free[i] = Entry(self.boxes[i].points.of(roll), note=text("notes.joker"))
        if repeat.joker == "forced" and (repeat.joker_after_strike or not struck):
            lower = free.keys() - self.number_boxes.values()
            forced = {number_box} if number_free else lower or free.keys()
            free = {i: entry for i, entry in free.items() if i in forced}
        if repeat.extra and (repeat.extra_after_strike or not struck):
            for i in free.keys() & ({number_box} if repeat.extra_in_number_box_only else free.keys()):
                note = text("notes.extra", top=self.boxes[self.top].name, points=repeat.extra)
                free[i] = Entry(free[i].points, repeat.extra, note)
        return free

    def upper(self, written: Sequence[int | None]) -> int:
        return sum(filter(None, self._upper_part(written)))

    @cached_property
    def _upper_part(self) -> Callable[[Sequence[int | None]], Iterable[int | None]]:
        places = tuple(self.number_boxes.values())
        return itemgetter(*places) if len(places) > 1 else lambda written: [written[i] for i in places]

    def bonus(self, upper: int) -> int:
        return sum([bonus.points for bonus in self.bonuses if upper >= bonus.at])

    def distinct_rolls(self) -> Iterator[Roll]:
        """Every roll once, whichever dice show it."""
        seen: set[tuple[int, ...]] = {()}
        for die in self.dice:
            seen = {tuple(sorted((*faces, face))) for faces in seen for face in die.faces}
        return map(Roll, sorted(seen))

    @cached_property
    def most(self) -> int:
        """More than this no card can bring: every box at its best, every bonus, every repetition."""
        rolls = list(self.distinct_rolls())
        best = [max(box.score(roll) for roll in rolls) for box in self.boxes]
        if self.repeat:
            best = [max(points, self.repeat.anywhere) for points in best]
        repeated = self.repeat.extra * (len(self.boxes) - 1) if self.repeat else 0
        return sum(best) + repeated + sum(bonus.points for bonus in self.bonuses)

    def declare(self, *, names: bool = False) -> dict[str, Any]:
        """The card as plain data, in the form of a TOML file; names, which are no rules, only if wanted."""
        plain: dict[str, Any] = {"key": self.key, "dice": [die.declare() for die in self.dice], "rolls": self.rolls}
        if names and self.own_name:
            plain["name"] = dict(self.own_name)
        if self.chips:
            plain["chips"] = self.chips
        if self.strike_at_will:
            plain["strike_at_will"] = True
        plain["players"] = list(self.players)
        plain["boxes"] = [box.declare(names=names) for box in self.boxes]
        plain["bonuses"] = [bonus.declare() for bonus in self.bonuses]
        if self.repeat:
            plain["repeat"] = self.repeat.declare()
        return plain


def number_boxes(names: Iterable[str]) -> tuple[Box, ...]:
    """The upper part of a card: `ones`, `twos`, … in this order."""
    return tuple(Box(name, Number(number)) for number, name in enumerate(names, start=1))
