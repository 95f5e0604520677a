"""Whole games in compiled code, very many at once, turn by turn.

All games stand in the same turn. They are sorted by position, so each position's turn is worked out once for all
games in it, sixteen positions side by side, with the expectation of every keep written down; then each game rolls,
looks up its best keeps and its best entry.

A game is one number: its place in the layer × 2³⁶ + its points × 2²⁰ + its number. So sorting by place is sorting
numbers, and a turn reads and writes them one after the other.
"""

from typing import NamedTuple

import numpy as np

from knobel.compiled import compiled, mixed
from knobel.solve.entries import EXTRA, best_entries, gains_of_repeats, leads_to
from knobel.solve.hands import Hands, Tally, Ways, choose, deal, throw
from knobel.solve.kernel import Offsets, Room, Values, enter, follow, spread
from knobel.solve.lanes import at, larger, load, number_at, store
from knobel.solve.pools import Doubles, Floats, Ints, Plan, Steps
from knobel.solve.shape import LANES, NEVER
from knobel.solve.space import Places
from knobel.solve.stages import keep_stage
from knobel.solve.tables import Scores

PLACE, POINTS = 36, 20  # how far these are shifted in a game; below is its number
NUMBERS = 1 << POINTS
FEW = 64  # games in sixteen positions: with fewer, remembering decisions costs more than it spares


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


@compiled
def pay_chips(
    scores: Scores, ways: Ways, memory: Floats, best: Floats, batch: Batch, turn: int, tally: Tally,
    hands: Hands, low: int, high: int,
) -> None:  # fmt: skip
    """Who has a chip and gains by it throws once more; the others keep all they have."""
    size, nodes, shows, chips = ways.inner_full, ways.inner_nodes, scores.spread, batch.chips
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
    leads, gains, count, distinct = batch.leads, batch.gains, batch.leads.shape[1], len(scores.kind)
    written, zeros, extras = tally.points, tally.zeros, tally.extra
    for i in range(low, high):
        lane, roll, paid = at(lanes, i), at(shows, at(rolls, i)), at(has_paid, i)
        entry = np.int64(number_at(chosen, roll + paid * distinct, lane))
        place = at(leads, lane * count + entry) - paid  # one chip fewer is one place before
        gain = at(gains, roll * count + entry)
        points, extra = gain >> EXTRA, gain & ((1 << EXTRA) - 1)
        so_far = games[i] & ((1 << PLACE) - 1)
        games[i] = (place << PLACE) + so_far + ((points + extra) << POINTS)
        written[entry] += points
        zeros[entry] += points == 0
        extras[entry] += extra


@compiled
def play_turn(
    scores: Scores, places: Places, plan: Plan, inner: Steps, ways: Ways, rolls: int,
    offsets: Offsets, known: Values, groups: Offsets, games: Offsets, seed: np.uint64, first_game: int, turn: int,
    room: Room, memory: tuple[Floats, ...], keeps: Ints, batch: Batch, tally: Tally, hands: Hands,
) -> None:  # fmt: skip
    """Play one turn of all games, which are sorted by their places."""
    for i in range(len(games)):
        hands.word[i] = mixed(np.uint64(seed) ^ mixed(np.uint64((first_game + (games[i] & (NUMBERS - 1))) * 64 + turn)))
    low, at_group = 0, 0
    while low < len(games):
        at_group = _next_group(groups, games[low] >> PLACE, at_group)
        high = _next_lanes(scores, places, offsets, groups, at_group, games, low, batch, hands)
        _work_out(scores, places, plan, inner, rolls, offsets, known, batch, room, memory)
        many = high - low > FEW
        deal(ways, hands, low, high)
        for stage in range(rolls - 2, -1, -1):
            choose(ways, memory[stage], keeps[stage] if many else keeps[stage, :0], hands, low, high)
            throw(ways, hands, low, high)
        if places.chips:
            choose(ways, memory[rolls - 1], keeps[rolls - 1] if many else keeps[0, :0], hands, low, high)
            pay_chips(scores, ways, memory[rolls - 1], room.best, batch, turn, tally, hands, low, high)
            throw(ways, hands, low, high)
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
def _next_group(groups: Offsets, place: int, at_group: int) -> int:
    """The group that a place is in; games come in the order of places, so it is this one or a later one."""
    while groups[at_group + 1, 0] <= place:
        at_group += 1
    return at_group


@compiled
def _next_lanes(
    scores: Scores, places: Places, offsets: Offsets, groups: Offsets, at_group: int, games: Offsets, low: int,
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
def _work_out(
    scores: Scores, places: Places, plan: Plan, inner: Steps, rolls: int, offsets: Offsets, known: Values,
    batch: Batch, room: Room, memory: tuple[Floats, ...],
) -> None:  # fmt: skip
    """The turn of all lanes, every stage and the best entries written down."""
    upper, top, base, chips = batch.group[0], batch.group[1], batch.base, batch.chips
    base[:] = np.nan
    if places.chips:
        lower = follow(scores, places, offsets, known, batch.group, batch.positions, batch.fewer, base, room)
        enter(scores, upper, top, lower, room)
        best_entries(scores, upper, top, lower, room, batch.of_kind, len(scores.kind), batch.chosen)
        spread(scores, room.best, room.chip)
        keep_stage(plan, inner, room.chip, room.part, memory[rolls - 1])
    lower = follow(scores, places, offsets, known, batch.group, batch.positions, chips, base, room)
    enter(scores, upper, top, lower, room)
    best_entries(scores, upper, top, lower, room, batch.of_kind, 0, batch.chosen)
    gains_of_repeats(scores, upper, top, lower, batch.gains)
    spread(scores, room.best, room.full)
    if places.chips:
        for lane in range(LANES):
            if chips[lane] == 0:
                for i in range(plan.full * inner.full):
                    room.chip[i, lane] = NEVER
        for i in range(plan.full * inner.full):
            store(room.full, i, larger(load(room.full, i), load(room.chip, i)))
    for stage in range(rolls - 1):
        keep_stage(plan, inner, room.full, room.part, memory[stage])
