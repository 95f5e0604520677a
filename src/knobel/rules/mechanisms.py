"""What a level of For One – Kniffel may use: the kinds of challenge tiles, the 22 tiles, and the yellow die.

Exact semantics. `round` counts the rounds begun; a row is *complete* when all its fields are taken; a scoring is a row
with its dice at the moment it is scored. Rows left at the end are scored together, in the round the game ended,
whatever holds them; this final scoring moves no dice in or out of the game and obeys no order.

Supply and roll
- A round takes `thrown` dice (5) from the supply. With fewer, nothing can be rolled and the game can only be ended.
- A level may begin with fewer white dice (`dice`) and with some out of the game (`aside`), which can be rescued.
- With a yellow die the supply holds one die more. Whenever it is in the supply it is one of the dice thrown, the last.
- `Dusk(last)`: after round `last` nothing can be rolled; the game can only be ended.
- `EveryRound`: before the next roll at least one row has to be scored since the last one.
- `Rescue(n)`: when its row is scored complete, up to `n` white dice that are out come to the supply as well.
- `Pledge`: when a row is scored incomplete, its dice leave the game instead of returning to the supply.

Which dice a row takes
- `Gate(after)`: its row and all rows below it take no dice until `after` rows have been scored.
- `Tide`: its row takes dice in rounds of even number only.
- A wild yellow die becomes, when it is laid, the number its row wants: in an upper row the row's number, in a straight
  the next one, elsewhere the number that lies there most often (among equals the highest) and may lie there once
  more; if there is none, the number it shows. The row must then accept that number as from a white die.

Which rows may be scored (a row that may not be scored does not have to be scored when it is full: it waits)
- `TopDown`: an upper row only when all upper rows above it have been scored.
- `OneARound`: one row since the last roll; a chained row goes along with it.
- `Chain`: when one of its two rows is scored, the other is scored in the same moment, as it lies, whatever holds it.

What a row is worth when scored: what the card says, then changed by the tiles that act on it in the order of their
numbers, then by the yellow die if it lies there (times, then burden). The number of dice for the bonus never changes.
- `Scales`: complete: the sum of its dice instead.
- `AllOrNothing`: an upper row that is complete is worth double, any other upper row 0.
- `Ice(step)`: a lower row is worth `step` less for each round after the first, but not less than 0.
- `Wine(step)`: a complete lower row is worth `step` more for each round after the first.
- `Deadline(last)`: scored after round `last`: 0.
- `Prize(points)`: complete: that much more. `Debt(points)`: not complete: that much less.
- yellow die, `times`: multiplied. `burden`: that much less.

At the end of the game, besides the bonus for the worst upper row
- `Twins(both, one)`: both of its rows scored complete: +`both`; exactly one of them: −`one`.
- `Loss(points)`: every die out of the game costs that much.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from knobel.rules.rows import ROWS, Row, RowsCard
from knobel.words import Text, text

UPPER = tuple(i for i, row in enumerate(ROWS) if row.upper)
LOWER = tuple(i for i, row in enumerate(ROWS) if not row.upper)
EVERY = tuple(range(len(ROWS)))


@dataclass(frozen=True, slots=True)
class RowScoring:
    """A row at the moment it is scored."""

    row: Row
    count: int  # its dice
    total: int  # their sum
    round: int

    @property
    def complete(self) -> bool:
        return self.count == self.row.fields

    @property
    def rounds_since_first(self) -> int:
        return max(0, self.round - 1)


class Mechanism:
    """One kind of challenge tile. `at` are the rows it acts on; what a kind does not change, it inherits."""

    key: ClassVar[str]
    places: ClassVar[int] = 1  # beside how many rows it lies; 0: beside the whole card
    scope: ClassVar[tuple[int, ...]] = ()  # the rows a tile of the whole card acts on
    sign: ClassVar[str] = ""  # what is printed on the tile
    needs_free_scoring: ClassVar[bool] = False  # scoring before one must can pay, so a player has to look at it

    @property
    def printed(self) -> str:
        """The short sign on the tile."""
        return self.sign.format(**self._values())

    def acts_on(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return places or self.scope

    def closed(self, table: RowsCard) -> bool:  # noqa: ARG002
        """Its rows take no dice now."""
        return False

    def held(self, at: tuple[int, ...], table: RowsCard, row: int) -> bool:  # noqa: ARG002
        """That row may not be scored now."""
        return False

    def spent(self, table: RowsCard) -> bool:  # noqa: ARG002
        """It has no more to say in this game."""
        return False

    def worth(self, points: int, scoring: RowScoring) -> int:  # noqa: ARG002
        """What the row is worth, if it were `points` without this tile."""
        return points

    def dice_back(self, dice: int, scoring: RowScoring, out: int) -> int:  # noqa: ARG002
        """How many dice come to the supply, if it were `dice` without this tile and `out` white ones are out."""
        return dice

    def settle(self, complete: tuple[bool, ...], out: int) -> int:  # noqa: ARG002
        """Points at the end of the game: which of its rows were complete, how many dice are out."""
        return 0

    def text(self) -> Text:
        return text(f"tiles.{self.key}.rule", **self._values())

    @property
    def name(self) -> Text:
        return text(f"tiles.{self.key}.name")

    def declare(self) -> dict[str, Any]:
        return {"kind": self.key, **self._values()}

    def _values(self) -> Mapping[str, int]:
        return asdict(self)  # type: ignore[call-overload, no-any-return]  # every kind is a dataclass


@dataclass(frozen=True, slots=True)
class Scales(Mechanism):
    key = "scales"
    sign = "Σ"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return scoring.total if scoring.complete else points


@dataclass(frozen=True, slots=True)
class AllOrNothing(Mechanism):
    key = "all_or_nothing"
    places = 0
    scope = UPPER
    sign = "×2 / 0"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return 2 * points if scoring.complete else 0


@dataclass(frozen=True, slots=True)
class Ice(Mechanism):
    step: int

    key = "ice"
    places = 0
    scope = LOWER
    sign = "−{step}"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return max(0, points - self.step * scoring.rounds_since_first)


@dataclass(frozen=True, slots=True)
class Wine(Mechanism):
    step: int

    key = "wine"
    places = 0
    scope = LOWER
    sign = "+{step}"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return points + self.step * scoring.rounds_since_first * scoring.complete


@dataclass(frozen=True, slots=True)
class Deadline(Mechanism):
    last: int

    key = "deadline"
    needs_free_scoring = True  # an upper row may have to be scored as it lies
    sign = "≤ {last}"

    def spent(self, table: RowsCard) -> bool:
        return table.round > self.last

    def worth(self, points: int, scoring: RowScoring) -> int:
        return points if scoring.round <= self.last else 0


@dataclass(frozen=True, slots=True)
class Prize(Mechanism):
    points: int

    key = "prize"
    sign = "+{points}"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return points + self.points * scoring.complete


@dataclass(frozen=True, slots=True)
class Debt(Mechanism):
    points: int

    key = "debt"
    sign = "−{points}"

    def worth(self, points: int, scoring: RowScoring) -> int:
        return points - self.points * (not scoring.complete)


@dataclass(frozen=True, slots=True)
class Twins(Mechanism):
    both: int
    one: int

    key = "twins"
    places = 2
    sign = "+{both} −{one}"

    def settle(self, complete: tuple[bool, ...], out: int) -> int:  # noqa: ARG002
        return (0, -self.one, self.both)[sum(complete)]


@dataclass(frozen=True, slots=True)
class Dusk(Mechanism):
    last: int

    key = "dusk"
    places = 0
    sign = "≤ {last}"


@dataclass(frozen=True, slots=True)
class Tide(Mechanism):
    key = "tide"
    sign = "2 4 6"

    def closed(self, table: RowsCard) -> bool:
        return table.round % 2 == 1


@dataclass(frozen=True, slots=True)
class Gate(Mechanism):
    after: int

    key = "gate"
    needs_free_scoring = True
    sign = "≥ {after}"

    def acts_on(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return EVERY[places[0] :]

    def closed(self, table: RowsCard) -> bool:
        return table.rows_scored < self.after

    def spent(self, table: RowsCard) -> bool:
        return not self.closed(table)


@dataclass(frozen=True, slots=True)
class Chain(Mechanism):
    key = "chain"
    places = 2
    sign = "&"
    needs_free_scoring = True


@dataclass(frozen=True, slots=True)
class TopDown(Mechanism):
    key = "top_down"
    places = 0
    scope = UPPER
    needs_free_scoring = True
    sign = "1 → 6"

    def held(self, at: tuple[int, ...], table: RowsCard, row: int) -> bool:
        return any(table.scored[above] is None for above in at if above < row)


@dataclass(frozen=True, slots=True)
class OneARound(Mechanism):
    key = "one_a_round"
    places = 0
    scope = EVERY
    needs_free_scoring = True
    sign = "≤ 1"

    def held(self, at: tuple[int, ...], table: RowsCard, row: int) -> bool:  # noqa: ARG002
        return table.acted


@dataclass(frozen=True, slots=True)
class EveryRound(Mechanism):
    key = "every_round"
    places = 0
    needs_free_scoring = True
    sign = "≥ 1"


@dataclass(frozen=True, slots=True)
class Rescue(Mechanism):
    dice: int

    key = "rescue"
    sign = "+{dice}"

    def dice_back(self, dice: int, scoring: RowScoring, out: int) -> int:
        return dice + min(self.dice, out) * scoring.complete


@dataclass(frozen=True, slots=True)
class Pledge(Mechanism):
    key = "pledge"
    places = 0
    scope = EVERY

    def dice_back(self, dice: int, scoring: RowScoring, out: int) -> int:  # noqa: ARG002
        return dice * scoring.complete


@dataclass(frozen=True, slots=True)
class Loss(Mechanism):
    points: int

    key = "loss"
    places = 0
    needs_free_scoring = True  # closing the last rows stops the losses
    sign = "−{points}"

    def settle(self, complete: tuple[bool, ...], out: int) -> int:  # noqa: ARG002
        return -self.points * out
