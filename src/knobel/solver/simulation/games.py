"""Whole games in compiled code, very many at once, turn by turn.

All games stand in the same turn. They are sorted by position, so each position's turn is worked out once for all
games in it, sixteen positions side by side, with the expectation of every keep written down; then each game rolls,
looks up its best keeps and its best entry.

A game is one number: its place in the layer × 2³⁶ + its points × 2²⁰ + its number. So sorting by place is sorting
numbers, and a turn reads and writes them one after the other.

Dice come from a generator that depends on (seed, game, turn) only, without the bias that a plain remainder would
have: every roll that can follow a keep stands in a table as often as it comes up, and one number picks from it.
"""

from typing import NamedTuple

import numpy as np

from knobel.compiled import Stream, compiled, compiled_inline, mixed, pick_from
from knobel.solver.arrays.dice import Doubles, Floats, Ints, Schedule, Steps
from knobel.solver.arrays.scoring import Scores, SheetScoring
from knobel.solver.arrays.shape import LANES, NEVER, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.kernel import Offsets, Workspace, enter, follow, spread
from knobel.solver.induction.lanes import at, larger, load, number_at, store
from knobel.solver.induction.stages import keep_stage
from knobel.solver.simulation.policy import (
    EXTRA,
    Transitions,
    best_entries,
    best_keep,
    gains_of_repeats,
    leads_to,
)

PLACE, POINTS = 36, 20  # how far these are shifted in a game; below is its number
NUMBERS = 1 << POINTS
FEW = 64  # games in sixteen positions: with fewer, remembering decisions costs more than it spares


class Tally(NamedTuple):
    """What happened, by entry: points written, zeros written, extra points; and chips paid, by turn."""

    points: Offsets
    zeros: Offsets
    extra: Offsets
    chips: Offsets


class Hands(NamedTuple):
    """The dice of every game within a turn, in the order the games are worked on."""

    word: Stream
    lane: Ints
    roll: Ints  # outer full node × inner full nodes + inner full node
    kept: Ints  # outer node × inner nodes + inner node
    paid: Ints  # 1 if a chip was paid in this turn


def hands(count: int) -> Hands:
    return Hands(np.zeros(count, np.uint64), *(np.zeros(count, np.int32) for _ in range(4)))


def memos(scoring: SheetScoring) -> Ints:
    """Room to remember what to keep by roll and lane, for each stage. None for very many rolls, which hardly ever
    come again."""
    rolls = scoring.pools.outer.full * scoring.pools.inner.full
    stages = scoring.sheet.rolls - 1 + bool(scoring.sheet.chips)
    return np.empty((stages, rolls * LANES if rolls < 10_000 else 0), np.int32)


@compiled
def draw(full: int, first: Ints, rolls: Ints, node: int, words: Stream, which: int) -> int:
    """Roll the missing dice of a keep."""
    while node >= full:
        start = at(first, node)
        node = at(rolls, start + pick_from(words, which, at(first, node + 1) - start))
    return node


@compiled
def deal(transitions: Transitions, hands: Hands, low: int, high: int) -> None:
    """The first roll: nothing is kept."""
    hands.kept[low:high] = transitions.outer_nodes * transitions.inner_nodes - 1
    throw(transitions, hands, low, high)


@compiled
def throw(transitions: Transitions, hands: Hands, low: int, high: int) -> None:
    """Roll what was not kept."""
    outer_first, outer_rolls, outer_full = transitions.outer_first, transitions.outer_rolls, transitions.outer_full
    first, rolls, full, nodes = (
        transitions.inner_first,
        transitions.inner_rolls,
        transitions.inner_full,
        transitions.inner_nodes,
    )
    word, kept, roll = hands.word, hands.kept, hands.roll
    if transitions.outer_nodes == 1:
        for i in range(low, high):
            roll[i] = draw(full, first, rolls, kept[i], word, i)
        return
    for i in range(low, high):
        out = kept[i] // nodes
        ins = draw(full, first, rolls, kept[i] - out * nodes, word, i)
        roll[i] = draw(outer_full, outer_first, outer_rolls, out, word, i) * full + ins


@compiled
def choose(transitions: Transitions, memory: Floats, memo: Ints, hands: Hands, low: int, high: int) -> None:
    """Of every hand, the best keep. What was found for a roll is remembered by lane, if there is room."""
    roll, lanes, kept = hands.roll, hands.lane, hands.kept
    if len(memo) == 0:
        for i in range(low, high):
            kept[i] = best_keep(transitions, memory, roll[i], lanes[i])
        return
    memo[:] = -1
    for i in range(low, high):
        key = roll[i] * LANES + lanes[i]
        if at(memo, key) < 0:
            memo[key] = best_keep(transitions, memory, roll[i], lanes[i])
        kept[i] = at(memo, key)


class Batch(NamedTuple):
    """Up to `LANES` positions that share their free upper boxes and their top box."""

    group: Ints  # free upper boxes, top, number of other boxes free
    positions: Ints
    chips: Ints
    fewer: Ints  # chips after paying one
    base: Doubles
    leads: Offsets  # by lane and entry: the place it leads to
    gains: Ints  # by distinct roll and entry: what it brings
    chosen: Floats  # by distinct roll: the best entry, then the same for those who have paid a chip
    of_kind: Floats  # scratch
    paid_after: Floats  # by lower column: what follows an entry of those who have paid a chip
    paid_upper: Floats  # the same by upper box and level


@compiled
def pay_chips(
    scores: Scores, transitions: Transitions, memory: Floats, best: Floats, batch: Batch, turn: int, tally: Tally,
    hands: Hands, low: int, high: int,
) -> None:  # fmt: skip
    """Who has a chip and gains by it throws once more; the others keep all they have."""
    size, nodes, shows, chips = transitions.inner_full, transitions.inner_nodes, scores.spread, batch.chips
    lanes, roll, kept, paid = hands.lane, hands.roll, hands.kept, hands.paid
    for i in range(low, high):
        lane = lanes[i]
        paid[i] = chips[lane] > 0 and memory[kept[i], lane] > best[at(shows, roll[i]), lane]
        if paid[i]:
            tally.chips[turn] += 1
        else:
            kept[i] = roll[i] // size * nodes + roll[i] % size


@compiled
def write_all(scores: Scores, batch: Batch, games: Offsets, tally: Tally, hands: Hands, low: int, high: int) -> None:
    """Enter every hand where it is worth most."""
    shows, lanes, rolls, has_paid, chosen = scores.spread, hands.lane, hands.roll, hands.paid, batch.chosen
    distinct = len(scores.kind)
    for i in range(low, high):
        lane, roll, paid = at(lanes, i), at(shows, at(rolls, i)), at(has_paid, i)
        entry = np.int64(number_at(chosen, roll + paid * distinct, lane))
        write(batch, games, tally, i, lane, roll, paid, entry)  # type: ignore[arg-type]


@compiled_inline
def write(batch: Batch, games: Offsets, tally: Tally, i: int, lane: int, roll: int, paid: int, entry: int) -> None:
    """One entry of one game: where it leads, and what it brings."""
    leads, gains, count = batch.leads, batch.gains, batch.leads.shape[1]
    place = at(leads, lane * count + entry) - paid  # one chip fewer is one place before
    gain = at(gains, roll * count + entry)
    points, extra = gain >> EXTRA, gain & ((1 << EXTRA) - 1)
    so_far = games[i] & ((1 << PLACE) - 1)
    games[i] = (place << PLACE) + so_far + ((points + extra) << POINTS)
    tally.points[entry] += points
    tally.zeros[entry] += points == 0
    tally.extra[entry] += extra


@compiled
def begin_turn(games: Offsets, seed: np.uint64, first_game: int, turn: int, hands: Hands) -> None:
    """Give every game the stream of its turn."""
    for i in range(len(games)):
        hands.word[i] = mixed(np.uint64(seed) ^ mixed(np.uint64((first_game + (games[i] & (NUMBERS - 1))) * 64 + turn)))


@compiled
def play_turn(
    scores: Scores, places: StateIndex, schedule: Schedule, inner: Steps, transitions: Transitions, rolls: int,
    offsets: Offsets, known: Values, groups: Offsets, games: Offsets, seed: np.uint64, first_game: int, turn: int,
    workspace: Workspace, memory: tuple[Floats, ...], keeps: Ints, batch: Batch, tally: Tally, hands: Hands,
) -> None:  # fmt: skip
    """Play one turn of all games, which are sorted by their places."""
    begin_turn(games, seed, first_game, turn, hands)
    low, at_group = 0, 0
    while low < len(games):
        at_group = next_group(groups, games[low] >> PLACE, at_group)
        high = next_lanes(scores, places, offsets, groups, at_group, games, low, batch, hands)
        work_out(scores, places, schedule, inner, rolls, offsets, known, batch, workspace, memory)
        many = high - low > FEW
        deal(transitions, hands, low, high)
        for stage in range(rolls - 2, -1, -1):
            choose(transitions, memory[stage], keeps[stage] if many else keeps[stage, :0], hands, low, high)
            throw(transitions, hands, low, high)
        if places.chips:
            choose(transitions, memory[rolls - 1], keeps[rolls - 1] if many else keeps[0, :0], hands, low, high)
            pay_chips(scores, transitions, memory[rolls - 1], workspace.best, batch, turn, tally, hands, low, high)
            throw(transitions, hands, low, high)
        write_all(scores, batch, games, tally, hands, low, high)
        low = high


@compiled
def sort_games(games: Offsets, into: Offsets, count: Ints) -> None:
    """The games in the order of their places, by counting."""
    count[:] = 0
    for i in range(len(games)):
        count[(games[i] >> PLACE) + 1] += 1
    for i in range(1, len(count)):
        count[i] += count[i - 1]
    for i in range(len(games)):
        place = games[i] >> PLACE
        into[count[place]] = games[i]
        count[place] += 1


@compiled
def next_group(groups: Offsets, place: int, at_group: int) -> int:
    """The group that a place is in; games come in the order of places, so it is this one or a later one."""
    while groups[at_group + 1, 0] <= place:
        at_group += 1
    return at_group


@compiled
def next_lanes(
    scores: Scores, places: StateIndex, offsets: Offsets, groups: Offsets, at_group: int, games: Offsets, low: int,
    batch: Batch, hands: Hands,
) -> int:  # fmt: skip
    """Gather the next positions of a group, with where their entries lead. Returns the end of their games."""
    start, end, width = groups[at_group, 0], groups[at_group + 1, 0], places.chips + 1
    group, positions, chips, lane_of = batch.group, batch.positions, batch.chips, hands.lane
    for j in range(3):
        group[j] = groups[at_group, 1 + j]
    lanes, i = 0, low
    while i < len(games) and lanes < LANES and games[i] >> PLACE < end:
        place = games[i] >> PLACE
        positions[lanes], chips[lanes] = (place - start) // width, (place - start) % width
        while i < len(games) and games[i] >> PLACE == place:
            lane_of[i] = lanes
            i += 1
        lanes += 1
    for lane in range(LANES):
        used = min(lane, lanes - 1)  # lanes beyond the last repeat it
        positions[lane], chips[lane], batch.fewer[lane] = positions[used], chips[used], max(chips[used] - 1, 0)
    for lane in range(lanes):
        leads_to(scores, places, offsets, group, positions[lane], chips[lane], batch.leads[lane])
    return i


@compiled
def work_out(
    scores: Scores, places: StateIndex, schedule: Schedule, inner: Steps, rolls: int, offsets: Offsets, known: Values,
    batch: Batch, workspace: Workspace, memory: tuple[Floats, ...],
) -> int:  # fmt: skip
    """The turn of all lanes, every stage and the best entries written down. Returns the lower columns open in any."""
    upper, top, base, chips = batch.group[0], batch.group[1], batch.base, batch.chips
    base[:] = np.nan
    if places.chips:
        lower = follow(scores, places, offsets, known, batch.group, batch.positions, batch.fewer, base, workspace)
        enter(scores, upper, top, lower, workspace)
        best_entries(scores, upper, top, lower, workspace, batch.of_kind, len(scores.kind), batch.chosen)
        batch.paid_after[:] = workspace.after
        batch.paid_upper[:] = workspace.upper
        spread(scores, workspace.best, workspace.chip)
        keep_stage(schedule, inner, workspace.chip, workspace.part, memory[rolls - 1])
    lower = follow(scores, places, offsets, known, batch.group, batch.positions, chips, base, workspace)
    enter(scores, upper, top, lower, workspace)
    best_entries(scores, upper, top, lower, workspace, batch.of_kind, 0, batch.chosen)
    gains_of_repeats(scores, upper, top, lower, batch.gains)
    spread(scores, workspace.best, workspace.full)
    if places.chips:
        for lane in range(LANES):
            if chips[lane] == 0:
                for i in range(schedule.full * inner.full):
                    workspace.chip[i, lane] = NEVER
        for i in range(schedule.full * inner.full):
            store(workspace.full, i, larger(load(workspace.full, i), load(workspace.chip, i)))
    for stage in range(rolls - 1):
        keep_stage(schedule, inner, workspace.full, workspace.part, memory[stage])
    return lower
