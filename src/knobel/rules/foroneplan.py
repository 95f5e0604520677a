"""What a level of For One – Kniffel lays out, and the questions its dice and tiles answer together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from knobel.rules.booklets.reader import LevelFields
from knobel.rules.mechanisms import Chain, Dusk, EveryRound, OneARound, Rescue, RowScoring, Scales
from knobel.rules.rows import GONE, IN_SUPPLY, ROWS, WAITING, YELLOW, Row, RowsCard
from knobel.rules.tiles import TILES, Tile, YellowDie
from knobel.words import Text, text

FACES = (1, 2, 3, 4, 5, 6)
WHITE_DICE = 17
THROWN = 5
BONUS_STEPS = (0, 5, 15, 35, 65, 100)  # by the fewest dice any upper row was scored with

_KEYS = {row.key: i for i, row in enumerate(ROWS)}


@dataclass(frozen=True)
class RowsPlan:
    """The dice and tiles of a level. Without any of its own it is the base game."""

    dice: int = WHITE_DICE  # white dice in the supply at the start
    aside: int = 0  # white dice that begin out of the game
    thrown: int = THROWN
    yellow: YellowDie | None = None
    tiles: tuple[Tile, ...] = ()

    rows: tuple[Row, ...] = ROWS

    @cached_property
    def all_dice(self) -> int:
        return self.dice + self.aside + (self.yellow is not None)

    @cached_property
    def rounds(self) -> int:
        """The most there can be: each takes dice from the supply, and only scoring and rescue bring some back."""
        rescued = sum(tile.kind.dice for tile in self.tiles if isinstance(tile.kind, Rescue))
        dice = self.dice + (self.yellow is not None) + sum(row.fields for row in self.rows) + rescued
        return min(dice // self.thrown, self.last_round or dice)

    @cached_property
    def last_round(self) -> int | None:
        return min((tile.kind.last for tile in self.tiles if isinstance(tile.kind, Dusk)), default=None)

    @cached_property
    def hurries(self) -> bool:
        """Every round has to score a row."""
        return self._has(EveryRound)

    @cached_property
    def counts_acts(self) -> bool:
        """It matters whether a row was scored since the last roll."""
        return self._has(EveryRound) or self._has(OneARound)

    @cached_property
    def needs_free_scoring(self) -> bool:
        """RowScoring a row before one must can pay in this level."""
        yellow = self.yellow is not None and self.yellow.needs_free_scoring
        return yellow or any(tile.kind.needs_free_scoring for tile in self.tiles)

    def _has(self, kind: type) -> bool:
        return any(isinstance(tile.kind, kind) for tile in self.tiles)

    @cached_property
    def _acting(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles that act on each row, in the order in which they do."""
        return tuple(tuple(tile for tile in self.tiles if i in tile.at) for i in range(len(self.rows)))

    def start(self) -> RowsCard:
        rows = len(self.rows)
        return RowsCard(
            rows=((),) * rows,
            scored=(None,) * rows,
            paid=(0,) * rows,
            supply=self.dice + (self.yellow is not None),
            out=self.aside,
            yellow=IN_SUPPLY if self.yellow else "",
        )

    def closing(self, table: RowsCard, row: int) -> Tile | None:
        """The tile because of which that row takes no dice now."""
        return next((tile for tile in self._acting[row] if tile.kind.closed(table)), None)

    def holding(self, table: RowsCard, row: int) -> Tile | None:
        """The tile because of which that row may not be scored now."""
        return next((tile for tile in self._acting[row] if tile.kind.held(tile.at, table, row)), None)

    def dice_to_place(self, table: RowsCard) -> tuple[str, ...]:
        """The different dice that wait, as moves name them: `1`, `4`, and `y4` for the yellow one."""
        white = tuple(map(str, sorted(set(table.waiting))))
        return (*white, f"{YELLOW}{table.shows}") if table.yellow == WAITING else white

    def lands(self, table: RowsCard, die: str, row: int) -> int | None:
        """The number that die would be in that row; None if it cannot lie there."""
        if table.scored[row] is not None or self.closing(table, row):
            return None
        face = int(die.removeprefix(YELLOW))
        if die.startswith(YELLOW) and self.yellow and self.yellow.wild:
            face = self.rows[row].wild(table.rows[row], face)
        return face if self.rows[row].accepts(table.rows[row], face) else None

    def why_not_here(self, table: RowsCard, die: str, i: int) -> Text:
        """Why that die cannot lie in that row."""
        row = self.rows[i]
        if table.scored[i] is not None:
            return text("why.row_scored", row=row.name)
        if tile := self.closing(table, i):
            return text("why.row_closed", row=row.name, tile=tile.title(), rule=tile.kind.text())
        if len(table.rows[i]) == row.fields:
            return text("why.row_full", row=row.name)
        return text("why.row_spoiled", row=row.name, face=die.removeprefix(YELLOW), takes=row.takes.text())

    def scorable(self, table: RowsCard) -> Iterator[int]:
        """The rows that may be scored once all dice of the roll are placed."""
        for i, scored in enumerate(table.scored):
            if scored is None and not self.holding(table, i):
                yield i

    def must_score(self, table: RowsCard) -> tuple[int, ...]:
        """Rows that are full and not scored, unless a tile makes them wait."""
        return tuple(i for i in self.scorable(table) if len(table.rows[i]) == self.rows[i].fields)

    def why_not_scored(self, table: RowsCard, i: int) -> Text | None:
        """Why that row cannot be scored now, if it cannot."""
        if table.scored[i] is not None:
            return text("why.row_scored", row=self.rows[i].name)
        if tile := self.holding(table, i):
            return text("why.row_held", row=self.rows[i].name, tile=tile.title(), rule=tile.kind.text())
        return None

    def scored_with(self, row: int) -> Iterator[int]:
        """The rows that are scored in the same moment as this one."""
        yield row
        for tile in self._acting[row]:
            if isinstance(tile.kind, Chain):
                yield from (other for other in tile.at if other != row)

    def scoring(self, table: RowsCard, row: int) -> RowScoring:
        """The row as it lies, if it were scored now."""
        dice = table.rows[row]
        return RowScoring(self.rows[row], len(dice), sum(dice), table.round)

    def worth(self, row: int, scoring: RowScoring, *, yellow: bool) -> int:
        """What that row is worth so scored, with or without the yellow die in it."""
        points = scoring.row.score(scoring.count)
        for tile in self._acting[row]:
            points = tile.kind.worth(points, scoring)
        return self.yellow.worth(points) if yellow and self.yellow else points

    def would(self, table: RowsCard, row: int) -> int:
        """What that row is worth: as it was scored, or as it lies."""
        if table.scored[row] is not None:
            return table.paid[row]
        return self.worth(row, self.scoring(table, row), yellow=table.yellow == self.rows[row].key)

    def dice_back(self, table: RowsCard, row: int) -> int:
        """How many dice come to the supply when that row is scored; the rest of its dice leave the game."""
        scoring = self.scoring(table, row)
        white_out = table.out - (table.yellow == GONE)
        dice = scoring.count
        for tile in self._acting[row]:
            dice = tile.kind.dice_back(dice, scoring, white_out)
        return dice

    def settle(self, counts: tuple[int, ...], out: int) -> int:
        """What is added at the end for a card scored with so many dice in each row."""
        tiles = (tile.kind.settle(tuple(counts[i] == self.rows[i].fields for i in tile.at), out) for tile in self.tiles)
        return BONUS_STEPS[self.worst(counts)] + sum(tiles)

    def worst(self, counts: tuple[int, ...]) -> int:
        return min(count for row, count in zip(self.rows, counts, strict=True) if row.upper)

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """Points that no result is below or above."""
        fields, empty = tuple(row.fields for row in self.rows), (0,) * len(self.rows)
        alone = [self.settle((*empty[:i], fields[i], *empty[i + 1 :]), self.all_dice) for i in range(len(self.rows))]
        least = sum(min(map(min, by_count)) for by_count in self.worths)
        most = sum(by_round[0] for by_round in self._most_since)
        return least + min(self.settle(empty, self.all_dice), *alone), most + self.settle(fields, 0)

    def best(self, table: RowsCard) -> int:
        """No play from that position ends with more than this."""
        earned, counts, rescued = 0, [], 0
        for i, scored in enumerate(table.scored):
            earned += table.paid[i] if scored is not None else self._most_since[i][table.round]
            counts.append(self.rows[i].fields if scored is None else scored)
            if scored is None:
                rescued += sum(tile.kind.dice for tile in self._acting[i] if isinstance(tile.kind, Rescue))
        return earned + self.settle(tuple(counts), max(0, table.out - rescued))

    @cached_property
    def worths(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """Everything a row can be worth: row by row, by the number of its dice."""
        return tuple(
            tuple(frozenset(self._worths(i, count, since=1)) for count in range(row.fields + 1))
            for i, row in enumerate(self.rows)
        )

    @cached_property
    def _most_since(self) -> tuple[tuple[int, ...], ...]:
        """The most a row can be worth in a round or later: row by row, round by round."""
        return tuple(
            tuple(
                max(worth for count in range(row.fields + 1) for worth in self._worths(i, count, since=max(1, at)))
                for at in range(self.rounds + 1)
            )
            for i, row in enumerate(self.rows)
        )

    def _worths(self, row: int, count: int, since: int) -> Iterator[int]:
        weighed = any(isinstance(tile.kind, Scales) for tile in self._acting[row])
        for at in range(since, self.rounds + 1):
            for total in range(count, 6 * count + 1) if weighed else (0,):
                for yellow in (False, True) if self.yellow and count else (False,):
                    yield self.worth(row, RowScoring(self.rows[row], count, total, at), yellow=yellow)

    def texts(self) -> tuple[Text, ...]:
        """The level piece by piece: its dice, the yellow die, its tiles."""
        told = [text("plan.dice", n=self.dice)]
        if self.aside:
            told.append(text("plan.aside", n=self.aside))
        if self.thrown != THROWN:
            told.append(text("plan.thrown", n=self.thrown))
        return (*told, *(self.yellow.texts() if self.yellow else ()), *(tile.text() for tile in self.tiles))

    def declare(self) -> Mapping[str, Any]:
        """The plan as plain data; what a level does not use does not stand there."""
        told: dict[str, Any] = {"dice": self.dice, "thrown": self.thrown}
        if self.aside:
            told["aside"] = self.aside
        if self.yellow:
            told["yellow"] = self.yellow.declare()
        if self.tiles:
            told["tiles"] = [tile.declare() for tile in self.tiles]
        return told


def read_plan(entry: LevelFields) -> RowsPlan:
    """The plan of a level as it stands in its file."""
    entry.only("dice", "aside", "thrown", "yellow", "tiles")
    dice = entry.whole("dice", THROWN, WHITE_DICE, default=WHITE_DICE)
    tiles = sorted(map(_tile, entry.tables("tiles")), key=lambda tile: tile.number)
    for one, other in pairwise(tiles):
        if one.number == other.number:
            entry.fail("tiles", "tile_twice", tile=one.number)
    return RowsPlan(
        dice=dice,
        aside=entry.whole("aside", 0, WHITE_DICE - dice, default=0),
        thrown=entry.whole("thrown", 3, THROWN, default=THROWN),
        yellow=_yellow(entry.table("yellow")) if "yellow" in entry.tree else None,
        tiles=tuple(tiles),
    )


def _yellow(entry: LevelFields) -> YellowDie:
    entry.only("wild", "times", "burden")
    return YellowDie(
        entry.truth("wild"), entry.whole("times", 1, 3, default=1), entry.whole("burden", 0, 50, default=0)
    )


def _tile(entry: LevelFields) -> Tile:
    entry.only("tile", "rows")
    number = entry.whole("tile", 1, len(TILES))
    rows = entry.tree.get("rows", [])
    if not isinstance(rows, list) or not all(isinstance(row, str) and row in _KEYS for row in rows):
        entry.fail("rows", "one_of", allowed=list(_KEYS))
    if len(set(rows)) != len(rows) or len(rows) != TILES[number].places:
        entry.fail("rows", "tile_places", tile=number, count=TILES[number].places)
    return Tile(number, tuple(_KEYS[row] for row in rows))
