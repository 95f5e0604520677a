"""For One – Kniffel: place every roll of five dice on thirteen rows, and score the rows to get the dice back.

Moves: `roll` begins a round; `put 4 small_straight` lays a waiting 4 there; `leave 4` takes it out of the game;
`score ROW` closes a row and returns its dice; `end` stops when fewer than five dice are left. Equal dice are one
choice, and rows in which the order means nothing are kept sorted, so equal outcomes are equal positions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from knobel.rules import views
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Face, Game, Kind, Move, Node, Over, Ruling, Spec, Urn, move
from knobel.rules.fields import fail, number, numbers, whole
from knobel.rules.rows import ROWS, Row
from knobel.rules.views import View
from knobel.words import Text, text

FACES = (1, 2, 3, 4, 5, 6)
THROWN = 5  # dice of one roll, always
WHITE_DICE = 17
BONUS_STEPS = (0, 5, 15, 35, 65, 100)  # by the fewest dice any upper row was scored with

ROLL, END = move("roll"), move("end")


@dataclass(frozen=True, slots=True)
class Table:
    """A position. A die is in the supply, waiting, on a row, or out of the game."""

    rows: tuple[tuple[int, ...], ...]
    scored: tuple[int | None, ...]  # with how many dice each row was scored
    supply: int = WHITE_DICE
    out: int = 0
    round: int = 0  # rounds begun
    waiting: tuple[int, ...] = ()  # rolled, not yet placed; sorted
    rolling: bool = False


@dataclass(frozen=True)
class ForOne(Game[Table]):
    rows: tuple[Row, ...] = ROWS
    free_discard: bool = False

    @property
    def players(self) -> tuple[int, int]:
        return 1, 1

    @property
    def turns(self) -> int:
        """Each round takes five dice from the supply, and only scoring a row brings at most five back."""
        return (WHITE_DICE + sum(row.fields for row in self.rows)) // THROWN

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, sum(row.most for row in self.rows) + BONUS_STEPS[-1]

    def declare(self) -> Mapping[str, Any]:
        return {
            "engine": "forone",
            "dice": WHITE_DICE,
            "thrown": THROWN,
            "rows": [row.declare() for row in self.rows],
            "bonus": list(BONUS_STEPS),
            "free_discard": self.free_discard,
        }

    def start(self) -> Table:
        return Table(rows=((),) * len(self.rows), scored=(None,) * len(self.rows))

    def turn(self, state: Table) -> int:
        """Rounds whose dice are all placed; a new one begins with `roll`."""
        return state.round - bool(state.rolling or state.waiting)

    def points(self, state: Table) -> int:
        counts = self._counts(state)
        earned = sum(row.score(count) for row, count in zip(self.rows, counts, strict=True))
        return earned + BONUS_STEPS[self._worst(counts)]

    def _counts(self, state: Table) -> list[int]:
        """Dice each row was scored with, or would be now."""
        return [len(dice) if scored is None else scored for dice, scored in zip(state.rows, state.scored, strict=True)]

    def _worst(self, counts: list[int]) -> int:
        return min(count for row, count in zip(self.rows, counts, strict=True) if row.upper)

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {row.key: i for i, row in enumerate(self.rows)}

    def node(self, state: Table) -> Node:
        if state.rolling:
            return Draw(state.round - 1, 1, tuple(Urn(die, FACES) for die in range(THROWN)))
        if state.waiting:
            return Decide(self._placings(state))
        if None not in state.scored:
            return Over(self.points(state))
        if state.round == 0:
            return Decide((ROLL,))
        return Decide((*self._forward(state), *self._scorings(state)))

    def accepting(self, state: Table, face: int) -> Iterator[int]:
        """The rows a die of that face may be laid in now."""
        for i, row in enumerate(self.rows):
            if state.scored[i] is None and row.accepts(state.rows[i], face):
                yield i

    def _placings(self, state: Table) -> tuple[Move, ...]:
        faces = sorted(set(state.waiting))
        puts = [move("put", face, self.rows[i].key) for face in faces for i in self.accepting(state, face)]
        # Placing is compulsory for the roll as a whole: dice leave once none of those waiting fits any more.
        leaves = [move("leave", face) for face in faces] if self.free_discard or not puts else []
        return (*puts, *leaves)

    def must_score(self, state: Table) -> tuple[int, ...]:
        """Rows that are full and not scored."""
        return tuple(
            i for i, row in enumerate(self.rows) if state.scored[i] is None and len(state.rows[i]) == row.fields
        )

    def _forward(self, state: Table) -> Iterator[Move]:
        if not self.must_score(state):
            yield ROLL if state.supply >= THROWN else END

    def _scorings(self, state: Table) -> Iterator[Move]:
        yield from (move("score", row.key) for i, row in enumerate(self.rows) if state.scored[i] is None)

    def placements(self, state: Table) -> Mapping[Table, tuple[Move, ...]]:
        """Every position the waiting dice can lead to once all are placed or out, each once, with moves that do it."""
        found: dict[Table, tuple[Move, ...]] = {}
        seen = {state}
        open_paths: list[tuple[Table, tuple[Move, ...]]] = [(state, ())]
        while open_paths:
            current, path = open_paths.pop()
            if not current.waiting:
                found[current] = path
                continue
            for step in self._placings(current):
                after = self._apply(current, step)
                if after not in seen:
                    seen.add(after)
                    open_paths.append((after, (*path, step)))
        return found

    def _apply(self, state: Table, move: Move) -> Table:
        match move:
            case Move("roll"):
                return replace(state, supply=state.supply - THROWN, round=state.round + 1, rolling=True)
            case Move("put", (face, key)):
                return self._put(state, int(face), self.index[key])
            case Move("leave", (face,)):
                return replace(state, waiting=_without(state.waiting, int(face)), out=state.out + 1)
            case Move("score", (key,)):
                return self._score(state, self.index[key])
            case Move("end"):
                for i, scored in enumerate(state.scored):
                    state = self._score(state, i) if scored is None else state
                return state
        raise AssertionError(move)

    def _put(self, state: Table, face: int, i: int) -> Table:
        dice = tuple(sorted((*state.rows[i], face)))  # rows with an order of their own only ever take it ascending
        rows = (*state.rows[:i], dice, *state.rows[i + 1 :])
        return replace(state, rows=rows, waiting=_without(state.waiting, face))

    def _score(self, state: Table, i: int) -> Table:
        count = len(state.rows[i])
        return replace(
            state,
            rows=(*state.rows[:i], (), *state.rows[i + 1 :]),
            scored=(*state.scored[:i], count, *state.scored[i + 1 :]),
            supply=state.supply + count,
        )

    def _reveal(self, state: Table, faces: tuple[Face, ...]) -> Table:
        return replace(state, waiting=tuple(sorted(face for face in faces if isinstance(face, int))), rolling=False)

    def why_not(self, state: Table, move: Move) -> Text | None:
        match move:
            case Move("put" | "leave" | "score") if (move.verb == "score") == bool(state.waiting):
                return None
            case Move("put" | "leave", (face, *_)) if face not in map(str, state.waiting):
                return text("why.not_waiting", face=face, waiting=state.waiting)
            case Move("put", (face, key)) if key in self.index:
                return self.why_not_here(state, int(face), self.index[key])
            case Move("leave", (_,)):
                return text("why.must_place")
            case Move("score", (key,)) if key in self.index:
                return text("why.row_scored", row=self.rows[self.index[key]].name)
            case Move("put", (_, key)) | Move("score", (key,)):
                return text("why.no_row", row=key, allowed=list(self.index))
        return None

    def why_not_here(self, state: Table, face: int, i: int) -> Text:
        """Why a die of that face cannot lie in that row."""
        row = self.rows[i]
        if state.scored[i] is not None:
            return text("why.row_scored", row=row.name)
        if len(state.rows[i]) == row.fields:
            return text("why.row_full", row=row.name)
        return text("why.row_spoiled", row=row.name, face=face, takes=row.takes.text())

    def view(self, state: Table) -> View:
        node = self.node(state)
        moves = node.moves if isinstance(node, Decide) else ()
        return View(
            game=str(self.spec),
            turn=self.turn(state),
            turns=self.turns,
            points=self.points(state),
            over=isinstance(node, Over),
            blocks=(
                views.Tray("waiting", state.waiting),
                self._rows_view(state, moves),
                views.Counter("supply", state.supply, WHITE_DICE),
                views.Counter("out", state.out),
            ),
            actions=tuple(str(move) for move in moves if move.verb in ("roll", "leave", "end")),
        )

    def _rows_view(self, state: Table, moves: tuple[Move, ...]) -> views.Rows:
        counts = self._counts(state)
        must = self.must_score(state)
        lines = []
        for i, row in enumerate(self.rows):
            faces = sorted(set(state.waiting))
            accepted = [face for face in faces if state.scored[i] is None and row.accepts(state.rows[i], face)]
            lines.append(
                views.RowLine(
                    key=row.key,
                    name=row.name,
                    rule=row.text(),
                    upper=row.upper,
                    fields=row.fields,
                    dice=state.rows[i],
                    scored=None if (count := state.scored[i]) is None else row.score(count),
                    would=row.score(counts[i]),
                    takes={str(face): f"put {face} {row.key}" for face in accepted},
                    refuses={str(face): self.why_not_here(state, face, i) for face in faces if face not in accepted},
                    score=f"score {row.key}" if move("score", row.key) in moves else None,
                    must=i in must,
                )
            )
        worst = self._worst(counts)
        return views.Rows(tuple(lines), worst, BONUS_STEPS[worst], BONUS_STEPS, self.best(state))

    def best(self, state: Table) -> int:
        """No play from here ends with more than this."""
        counts = [row.fields if scored is None else scored for row, scored in zip(self.rows, state.scored, strict=True)]
        earned = sum(row.score(count) for row, count in zip(self.rows, counts, strict=True))
        return earned + BONUS_STEPS[self._worst(counts)]

    def format(self, state: Table) -> str:
        rows = ",".join(
            f"x{scored}" if scored is not None else "".join(map(str, dice)) or "-"
            for dice, scored in zip(state.rows, state.scored, strict=True)
        )
        fields = [f"rows={rows}", f"supply={state.supply}", f"out={state.out}", f"round={state.round}"]
        if state.waiting:
            fields.append("waiting=" + ",".join(map(str, state.waiting)))
        if state.rolling:
            fields.append("rolling=1")
        return " ".join(fields)

    def parse(self, fields: Mapping[str, str]) -> Table:
        if unknown := fields.keys() - {"rows", "supply", "out", "round", "waiting", "rolling"}:
            fail(min(unknown), "position.field")
        words = fields.get("rows", "").split(",")
        if len(words) != len(self.rows):
            fail("rows", "position.count", n=len(self.rows))
        rows, scored = zip(
            *(self._parse_row(row, word) for row, word in zip(self.rows, words, strict=True)), strict=True
        )
        state = Table(
            rows=rows,
            scored=scored,
            supply=whole(fields, "supply", 0, WHITE_DICE),
            out=whole(fields, "out", 0, WHITE_DICE),
            round=whole(fields, "round", 0, self.turns),
            waiting=numbers(fields, "waiting"),
            rolling=bool(whole(fields, "rolling", 0, 1)),
        )
        self._check(state)
        return state

    def _parse_row(self, row: Row, word: str) -> tuple[tuple[int, ...], int | None]:
        if word.startswith("x"):
            count = number("rows", word[1:])
            if count > row.fields:
                fail("rows", "position.row", row=row.name, dice=word)
            return (), count
        dice = () if word == "-" else tuple(number("rows", digit) for digit in word)
        possible = len(dice) <= row.fields and all(die in FACES for die in dice) and dice == tuple(sorted(dice))
        if not (possible and row.takes.may_hold(dice, row.fields)):
            fail("rows", "position.row", row=row.name, dice=word)
        return dice, None

    def _check(self, state: Table) -> None:
        if any(die not in FACES for die in state.waiting) or len(state.waiting) > THROWN:
            fail("waiting", "position.waiting")
        if state.waiting != tuple(sorted(state.waiting)) or (state.waiting and state.rolling):
            fail("waiting", "position.waiting")
        in_play = sum(map(len, state.rows)) + state.supply + state.out + len(state.waiting) + THROWN * state.rolling
        if in_play != WHITE_DICE:
            fail("supply", "position.dice", n=WHITE_DICE, value=in_play)
        begun = (
            state.rolling or state.waiting or state.out or any(state.rows) or any(s is not None for s in state.scored)
        )
        if bool(begun) != bool(state.round):
            fail("round", "position.turn")
        if None not in state.scored and (state.rolling or state.waiting):
            fail("waiting", "position.turn")


def _without(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    i = dice.index(face)
    return dice[:i] + dice[i + 1 :]


def build(spec: Spec) -> ForOne:
    return ForOne(free_discard="free_discard" in spec.house, spec=spec)


KIND = Kind(
    "forone",
    build,
    rulings=(Ruling("seventeen_dice"), Ruling("free_discard", house_rule=True)),
    levels=partial(level_numbers, "forone"),
)
