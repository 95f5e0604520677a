"""Whole games in compiled code, very many at once, turn by turn.

All games stand in the same turn. They are sorted by position, so each position's turn is worked out once for all
games in it, sixteen positions side by side, with the expectation of every keep written down; then each game rolls,
looks up its best keeps and its best entry.

A game is one number: its place in the layer × 2³⁶ + its points × 2²⁰ + its number. So sorting by place is sorting
numbers, and a turn reads and writes them one after the other.
"""

from typing import NamedTuple

import numpy as np

from knobel.solve.entries import best_entry, follows, leads_to
from knobel.solve.hands import Hands, Tally, Ways, choose, deal, mixed, throw
from knobel.solve.kernel import (
    Offsets,
    Room,
    Values,
    average_inner,
    average_outer,
    choose_inner,
    choose_outer,
    enter,
    follow,
    spread,
)
from knobel.solve.lanes import at, compiled, larger, load, store
from knobel.solve.pools import Doubles, Floats, Ints, Steps
from knobel.solve.shape import LANES, NEVER
from knobel.solve.space import Places
from knobel.solve.tables import Scores

PLACE, POINTS = 36, 20  # how far these are shifted in a game; below is its number
NUMBERS = 1 << POINTS
FEW = 64  # games in sixteen positions: with fewer, remembering decisions costs more than it spares


class Batch(NamedTuple):
    """Up to `LANES` positions that share their free upper boxes and their top box, and the games in each."""

    group: Ints  # free upper boxes, top, number of other boxes free
    positions: Ints
    chips: Ints
    fewer: Ints  # chips after paying one
    base: Doubles
    lower: Offsets  # [lane, column] places that entries lead to
    upper: Offsets  # [lane, box and level]
    others: Ints  # by lane: the other boxes that are free


class Paid(NamedTuple):
    """What follows an entry for those who have paid a chip, as `Room` has it for the others."""

    after: Floats
    upper: Floats


@compiled
def keep_stage(outer: Steps, inner: Steps, full: Floats, part: Floats, memory: Floats) -> None:
    """A reroll stage that writes down what every keep is worth: `memory[outer node × inner nodes + inner node]`."""
    size, nodes = inner.full, inner.full + len(inner.share)
    average_outer(outer, size, full)
    for node in range(outer.full + len(outer.share)):
        average_inner(inner, full, node * size, part)
        for i in range(size):
            store(memory, node * nodes + i, load(full, node * size + i))
        for i in range(nodes - size):
            store(memory, node * nodes + size + i, load(part, i))
        choose_inner(inner, full, node * size, part)
    choose_outer(outer, size, full)


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
def _entry(scores: Scores, batch: Batch, roll: int, after: Floats, upper: Floats, lane: int) -> int:
    """The best entry of a roll in a lane: the place it leads to × 2³² + the entry."""
    found = best_entry(scores, batch.group[0], batch.group[1], batch.others[lane], roll, after, upper, lane)
    return (follows(scores, found, batch.lower[lane], batch.upper[lane]) << 32) + found


@compiled
def write_all(
    scores: Scores, batch: Batch, room: Room, paid: Paid, games: Offsets, tally: Tally, memo: Offsets, hands: Hands,
    low: int, high: int,
) -> None:  # fmt: skip
    """Enter every hand where it is worth most. Entries of those who have not paid are remembered, if there is room."""
    shows, lanes, rolls, has_paid = scores.spread, hands.lane, hands.roll, hands.paid
    after, upper = room.after, room.upper
    written, zeros, extras = tally.points, tally.zeros, tally.extra
    memo[:] = -1
    for i in range(low, high):
        lane, roll = lanes[i], at(shows, rolls[i])
        key = roll * LANES + lane
        if has_paid[i]:  # one chip fewer is one place before
            found = _entry(scores, batch, roll, paid.after, paid.upper, lane) - (1 << 32)
        elif len(memo) == 0:
            found = _entry(scores, batch, roll, after, upper, lane)
        else:
            if at(memo, key) < 0:
                memo[key] = _entry(scores, batch, roll, after, upper, lane)
            found = at(memo, key)
        column, points, extra = found >> 20 & 4095, found >> 10 & 1023, found & 1023
        so_far = games[i] & ((1 << PLACE) - 1)
        games[i] = (found >> 32 << PLACE) + so_far + ((points + extra) << POINTS)
        written[column] += points
        zeros[column] += points == 0
        extras[column] += extra


@compiled
def play_turn(
    scores: Scores, places: Places, outer: Steps, inner: Steps, ways: Ways, rolls: int,
    offsets: Offsets, known: Values, groups: Offsets, games: Offsets, seed: np.uint64, first_game: int, turn: int,
    room: Room, paid: Paid, memory: tuple[Floats, ...], keeps: Ints, entries: Offsets, batch: Batch,
    tally: Tally, hands: Hands,
) -> None:  # fmt: skip
    """Play one turn of all games, which are sorted by their places."""
    for i in range(len(games)):
        hands.word[i] = mixed(np.uint64(seed) ^ mixed(np.uint64((first_game + (games[i] & (NUMBERS - 1))) * 64 + turn)))
    low, at_group = 0, 0
    while low < len(games):
        at_group = _next_group(groups, games[low] >> PLACE, at_group)
        high = _next_lanes(scores, places, offsets, groups, at_group, games, low, batch, hands)
        _work_out(scores, places, outer, inner, rolls, offsets, known, batch, room, paid, memory)
        many = high - low > FEW
        deal(ways, hands, low, high)
        for stage in range(rolls - 2, -1, -1):
            choose(ways, memory[stage], keeps[stage] if many else keeps[stage, :0], hands, low, high)
            throw(ways, hands, low, high)
        if places.chips:
            choose(ways, memory[rolls - 1], keeps[rolls - 1] if many else keeps[0, :0], hands, low, high)
            pay_chips(scores, ways, memory[rolls - 1], room.best, batch, turn, tally, hands, low, high)
            throw(ways, hands, low, high)
        write_all(scores, batch, room, paid, games, tally, entries if many else entries[:0], hands, low, high)
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
        batch.others[lane] = places.ranked[places.sizes[group[2]] + positions[lane] // places.classes[group[0]]]
        leads_to(scores, places, offsets, group, positions[lane], chips[lane], batch.lower[lane], batch.upper[lane])
    return i


@compiled
def _work_out(
    scores: Scores, places: Places, outer: Steps, inner: Steps, rolls: int, offsets: Offsets, known: Values,
    batch: Batch, room: Room, paid: Paid, memory: tuple[Floats, ...],
) -> None:  # fmt: skip
    """The turn of all lanes, every stage written down; leaves the entries in `room` and `paid`."""
    group, base, chips = batch.group, batch.base, batch.chips
    base[:] = np.nan
    if places.chips:
        union = follow(scores, places, offsets, known, group, batch.positions, batch.fewer, base, room)
        paid.after[:], paid.upper[:] = room.after, room.upper
        enter(scores, group[0], group[1], union, room)
        spread(scores, room.best, room.chip)
        keep_stage(outer, inner, room.chip, room.part, memory[rolls - 1])
    union = follow(scores, places, offsets, known, group, batch.positions, chips, base, room)
    enter(scores, group[0], group[1], union, room)
    spread(scores, room.best, room.full)
    if places.chips:
        for lane in range(LANES):
            if chips[lane] == 0:
                for i in range(outer.full * inner.full):
                    room.chip[i, lane] = NEVER
        for i in range(outer.full * inner.full):
            store(room.full, i, larger(load(room.full, i), load(room.chip, i)))
    for stage in range(rolls - 1):
        keep_stage(outer, inner, room.full, room.part, memory[stage])
