"""For One – Kniffel: place every roll of five dice on thirteen rows, and score the rows to get the dice back.

Moves: `roll` begins a round; `put 4 small_straight` lays a waiting 4 there; `leave 4` takes it out of the game;
`score ROW` closes a row and returns its dice; `end` stops when too few dice are left. The yellow die is named by a
`y`: `put y4 kniffel`, `leave y4`. Equal dice are one choice, and rows in which the order means nothing are kept
sorted, so equal outcomes are equal positions.

What a level changes stands in its plan (`foroneplan`) and its tiles (`mechanisms`); here is what never changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from knobel.rules.booklets import Level, earlier_versions, level_numbers, level_of
from knobel.rules.core import Decide, Draw, Face, Game, Kind, Move, Node, Over, Ruling, Spec, Urn, move
from knobel.rules.foroneplan import BONUS_STEPS, FACES, RowsPlan, read_plan
from knobel.rules.foronetext import format_table, parse_table
from knobel.rules.foroneview import blocks
from knobel.rules.mechanisms import Dusk, EveryRound
from knobel.rules.rows import GONE, IN_SUPPLY, WAITING, YELLOW, Row, RowsCard
from knobel.rules.views import Block
from knobel.words import Text, text

ROLL, END = move("roll"), move("end")


@dataclass(frozen=True, repr=False)
class ForOne(Game[RowsCard]):
    engine = "rows"

    plan: RowsPlan = field(default_factory=RowsPlan)
    free_discard: bool = False
    level: Level | None = field(default=None, compare=False)  # what its note says; the plan is what counts

    @property
    def players(self) -> tuple[int, int]:
        return 1, 1

    @property
    def turns(self) -> int:
        return self.plan.rounds

    @property
    def bounds(self) -> tuple[int, int]:
        return self.plan.bounds

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.plan.rows

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {row.key: i for i, row in enumerate(self.rows)}

    def declare(self) -> Mapping[str, Any]:
        return {
            "engine": "forone",
            "rows": [row.declare() for row in self.rows],
            "bonus": list(BONUS_STEPS),
            "free_discard": self.free_discard,
            **self.plan.declare(),
        }

    def start(self) -> RowsCard:
        return self.plan.start()

    def turn(self, state: RowsCard) -> int:
        """Rounds whose dice are all placed; a new one begins with `roll`."""
        return state.round - bool(state.rolling or state.placing)

    def points(self, state: RowsCard) -> int:
        rows = sum(self.plan.would(state, i) for i in range(len(self.rows)))
        return rows + self.plan.settle(state.counts, state.out)

    def best(self, state: RowsCard) -> int:
        """No play from here ends with more than this."""
        return self.plan.best(state)

    def must_score(self, state: RowsCard) -> tuple[int, ...]:
        return self.plan.must_score(state)

    def node(self, state: RowsCard) -> Node:
        if state.rolling:
            return Draw(state.round - 1, 1, tuple(Urn(die, FACES) for die in range(self.plan.thrown)))
        if state.placing:
            return Decide(self._placings(state))
        if None not in state.scored:
            return Over(self.points(state))
        if state.round == 0:
            return Decide((ROLL,))
        return Decide((*self._forward(state), *self._scorings(state)))

    def _placings(self, state: RowsCard) -> tuple[Move, ...]:
        dice = self.plan.dice_to_place(state)
        puts = [
            move("put", die, row.key)
            for die in dice
            for i, row in enumerate(self.rows)
            if self.plan.lands(state, die, i) is not None
        ]
        # Placing is compulsory for the roll as a whole: dice leave once none of those waiting fits any more.
        leaves = [move("leave", die) for die in dice] if self.free_discard or not puts else []
        return (*puts, *leaves)

    def _forward(self, state: RowsCard) -> Iterator[Move]:
        if self.must_score(state):
            return
        if state.supply < self.plan.thrown or state.round == self.plan.last_round:
            yield END
        elif not (self.plan.hurries and not state.acted and any(True for _ in self.plan.scorable(state))):
            yield ROLL

    def _scorings(self, state: RowsCard) -> Iterator[Move]:
        yield from (move("score", self.rows[i].key) for i in self.plan.scorable(state))

    def placements(self, state: RowsCard) -> Mapping[RowsCard, tuple[Move, ...]]:
        """Every position the waiting dice can lead to once all are placed or out, each once, with moves that do it."""
        found: dict[RowsCard, tuple[Move, ...]] = {}
        seen = {state}
        open_paths: list[tuple[RowsCard, tuple[Move, ...]]] = [(state, ())]
        while open_paths:
            current, path = open_paths.pop()
            if not current.placing:
                found[current] = path
                continue
            for step in self._placings(current):
                after = self._apply(current, step)
                if after not in seen:
                    seen.add(after)
                    open_paths.append((after, (*path, step)))
        return found

    def _apply(self, state: RowsCard, move: Move) -> RowsCard:
        match move:
            case Move("roll"):
                return self._roll(state)
            case Move("put", (die, key)):
                return self._put(state, die, self.index[key])
            case Move("leave", (die,)):
                return replace(_taken(state, die, GONE), out=state.out + 1)
            case Move("score", (key,)):
                for i in self.plan.scored_with(self.index[key]):
                    state = self._score(state, i) if state.scored[i] is None else state
                return replace(state, acted=self.plan.counts_acts)
            case Move("end"):
                return self._score_rest(state)
        raise AssertionError(move)

    def _roll(self, state: RowsCard) -> RowsCard:
        return replace(
            state,
            supply=state.supply - self.plan.thrown,
            round=state.round + 1,
            rolling=True,
            yellow=WAITING if state.yellow == IN_SUPPLY else state.yellow,
            acted=False,
        )

    def _put(self, state: RowsCard, die: str, i: int) -> RowsCard:
        number = self.plan.lands(state, die, i)
        assert number is not None
        dice = tuple(sorted((*state.rows[i], number)))  # rows with an order of their own only ever take it ascending
        return replace(_taken(state, die, self.rows[i].key, number), rows=(*state.rows[:i], dice, *state.rows[i + 1 :]))

    def _score(self, state: RowsCard, i: int) -> RowsCard:
        count, back = len(state.rows[i]), self.plan.dice_back(state, i)
        with_yellow = state.yellow == self.rows[i].key
        return replace(
            state,
            rows=(*state.rows[:i], (), *state.rows[i + 1 :]),
            scored=(*state.scored[:i], count, *state.scored[i + 1 :]),
            paid=(*state.paid[:i], self.plan.would(state, i), *state.paid[i + 1 :]),
            supply=state.supply + back,
            out=state.out + count - back,
            yellow=state.yellow if not with_yellow else GONE if back < count else IN_SUPPLY,
            shows=0 if with_yellow else state.shows,
        )

    def _score_rest(self, state: RowsCard) -> RowsCard:
        """The final scoring: every row that is left, as it lies, all in the same moment."""
        on_row = state.yellow in self.index
        return replace(
            state,
            rows=((),) * len(self.rows),
            scored=state.counts,
            paid=tuple(self.plan.would(state, i) for i in range(len(self.rows))),
            supply=state.supply + sum(map(len, state.rows)),
            yellow=IN_SUPPLY if on_row else state.yellow,
            shows=0 if on_row else state.shows,
            acted=False,
        )

    def _reveal(self, state: RowsCard, faces: tuple[Face, ...]) -> RowsCard:
        numbers = [face for face in faces if isinstance(face, int)]
        shows = numbers.pop() if state.yellow == WAITING else state.shows
        return replace(state, waiting=tuple(sorted(numbers)), shows=shows, rolling=False)

    def why_not(self, state: RowsCard, move: Move) -> Text | None:
        dice = self.plan.dice_to_place(state)
        match move:
            case Move("put" | "leave" | "score") if (move.verb == "score") == bool(state.placing):
                return None
            case Move("put" | "leave", (die, *_)) if die not in dice:
                return text("why.not_waiting", face=die, waiting=dice)
            case Move("put", (die, key)) if key in self.index:
                return self.plan.why_not_here(state, die, self.index[key])
            case Move("leave", (_,)):
                return text("why.must_place")
            case Move("score", (key,)) if key in self.index:
                return self.plan.why_not_scored(state, self.index[key])
            case Move("put", (_, key)) | Move("score", (key,)):
                return text("why.no_row", row=key, allowed=list(self.index))
            case Move("roll") if not state.placing and not self.must_score(state):
                return self._why_no_roll(state)
        return None

    def _why_no_roll(self, state: RowsCard) -> Text | None:
        if state.supply < self.plan.thrown:
            return text("why.few_dice", n=self.plan.thrown, supply=state.supply)
        kind = Dusk if state.round == self.plan.last_round else EveryRound
        tile = next((tile for tile in self.plan.tiles if isinstance(tile.kind, kind)), None)
        return text("why.no_roll", tile=tile.title(), rule=tile.kind.text()) if tile else None

    def _blocks(self, state: RowsCard, moves: tuple[Move, ...]) -> tuple[Block, ...]:
        return blocks(self.plan, self.level, state, moves)

    def format(self, state: RowsCard) -> str:
        return format_table(self.plan, state)

    def parse(self, fields: Mapping[str, str]) -> RowsCard:
        return parse_table(self.plan, fields)


def _taken(state: RowsCard, die: str, place: str, number: int = 0) -> RowsCard:
    """The position in which that die waits no longer; the yellow one is now at `place` and is that number there."""
    if die.startswith(YELLOW):
        return replace(state, yellow=place, shows=number)
    i = state.waiting.index(int(die))
    return replace(state, waiting=state.waiting[:i] + state.waiting[i + 1 :])


def level_game(level: Level, *, free_discard: bool = False, spec: Spec | None = None) -> ForOne:
    """The game of a level, of the booklet here or of one's own."""
    spec = spec or Spec("forone", level.number, ("free_discard",) if free_discard else ())
    return ForOne(plan=read_plan(level.entry), free_discard=free_discard, level=level, spec=spec)


def build(spec: Spec) -> ForOne:
    level = level_of(spec)
    assert level is not None
    return level_game(level, free_discard="free_discard" in spec.house, spec=spec)


KIND = Kind(
    "forone",
    build,
    rulings=(Ruling("seventeen_dice"), Ruling("free_discard", house_rule=True)),
    levels=partial(level_numbers, "forone"),
    earlier=partial(earlier_versions, "forone"),
)
