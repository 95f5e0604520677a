"""Whole games in compiled code, very many at once, turn by turn.

All games stand in the same turn. They are sorted by position, so each position's turn is worked out once for all
games in it, sixteen positions side by side, with the expectation of every keep written down; then each game rolls,
looks up its best keeps and its best entry.
"""

import numpy as np

from knobel.solve.hands import Games, Hands, Tally, Ways, choose, deal, next_word, throw
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
from knobel.solve.tables import FILLED, OPEN, STRUCK, Scores


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
    scores: Scores, ways: Ways, memory: Floats, room: Room, games: Games, order: Offsets, turn: int, tally: Tally,
    hands: Hands, low: int, high: int,
) -> None:  # fmt: skip
    """Who has a chip and gains by it throws once more; the others keep all they have."""
    size, nodes = ways.inner_full, ways.inner_full + len(ways.inner_first) - 1
    for i in range(low, high):
        game, lane, roll = order[i], hands.lane[i], scores.spread[hands.out[i] * size + hands.ins[i]]
        if games.chips[game] and memory[hands.kept[i], lane] > room.best[roll, lane]:
            games.chips[game] -= 1
            tally.chips[turn] += 1
        else:
            hands.kept[i] = hands.out[i] * nodes + hands.ins[i]


@compiled
def best_entry(scores: Scores, upper: int, top: int, others: int, roll: int, room: Room, lane: int) -> int:
    """The best entry of a roll, as column × 2²⁰ + points × 2¹⁰ + extra points; upper boxes after lower columns."""
    lower, levels, leads, after = scores.lower, scores.level, room.upper, room.after
    rest, depth = lower.shape[1] - 2, scores.points.shape[1]
    special, case = -1, 0
    if top != OPEN:
        for j in range(len(scores.again)):
            if scores.again[j] == roll:
                special = j
                free = scores.number[j] >= 0 and upper >> scores.number[j] & 1
                case = (top - FILLED) * 4 + (2 if free else 0) + (1 if others else 0)
    best, column, points, extra = NEVER, 0, 0, 0
    for box in range(levels.shape[1]):
        if upper >> box & 1:
            level = levels[roll, box] if special < 0 else scores.again_level[case, special, box]
            more = np.float32(0.0) if special < 0 else scores.again_extra[case, special, box]
            if leads[level, lane] + more > best:
                best, column = leads[level, lane] + more, rest + 2 + box
                points, extra = scores.points[box, level - box * depth], int(more)
    kind = scores.kind[roll]
    tops = top == OPEN and len(scores.again) > 0
    for box in range(rest + 2 if tops else rest):
        if box >= rest or others >> box & 1:
            gain = lower[kind, box] if special < 0 else scores.again_lower[case, special, box]
            if after[box, lane] + gain > best:
                best, column, points, extra = after[box, lane] + gain, box, int(gain), 0
    return (column << 20) + (points << 10) + extra


@compiled
def write_all(
    scores: Scores, places: Places, size: int, room: Room, games: Games, order: Offsets, tally: Tally, memo: Ints,
    hands: Hands, low: int, high: int,
) -> None:  # fmt: skip
    """Enter every hand where it is worth most. All hands share their upper boxes and their top box."""
    rest = scores.lower.shape[1] - 2
    upper, top, shows = games.upper[order[low]], games.top[order[low]], scores.spread
    for i in range(low, high):
        game, lane = order[i], hands.lane[i]
        roll = at(shows, hands.out[i] * size + hands.ins[i])
        key = roll * LANES + lane
        found = memo[key] if key < len(memo) else -1
        if found < 0:
            found = best_entry(scores, upper, top, games.others[game], roll, room, lane)
            if key < len(memo):
                memo[key] = found
        column, points, extra = found >> 20, found >> 10 & 1023, found & 1023
        games.points[game] += points + extra
        if column < rest:
            games.others[game] &= ~(1 << column)
        elif column < rest + 2:
            games.top[game] = FILLED if column == rest else STRUCK
        else:
            games.upper[game] &= ~(1 << (column - rest - 2))
            games.raw_upper[game] += points
            games.total[game] = min(games.total[game] + points, places.cap)
        tally.points[column] += points
        tally.zeros[column] += points == 0
        tally.extra[column] += extra


@compiled
def play_turn(
    scores: Scores, places: Places, outer: Steps, inner: Steps, ways: Ways, rolls: int,
    offsets: Offsets, known: Values, games: Games, order: Offsets, place: Offsets,
    seed: np.uint64, first_game: int, turn: int, room: Room, memory: tuple[Floats, ...], memo: Ints,
    tally: Tally, hands: Hands,
) -> None:  # fmt: skip
    """Play one turn of all games. `order` lists them sorted by `place`: games in one position follow each other."""
    positions, chips, fewer = np.zeros(LANES, np.int32), np.zeros(LANES, np.int32), np.zeros(LANES, np.int32)
    starts, base, group = np.zeros(LANES + 1, np.int64), np.empty(LANES), np.zeros(3, np.int32)
    for i in range(len(order)):
        place_of_game = np.uint64(first_game + order[i]) * np.uint64(64) + np.uint64(turn)
        hands.word[i] = next_word(np.uint64(seed) ^ next_word(place_of_game))
    low = 0
    while low < len(order):
        lanes = _next_lanes(places, games, order, place, low, positions, chips, fewer, starts, group)
        _work_out(
            scores, places, outer, inner, rolls, offsets, known, group, positions, chips, fewer, base, room, memory
        )
        for lane in range(lanes):
            hands.lane[starts[lane] : starts[lane + 1]] = lane
        high = starts[lanes]
        memo[:] = -1
        deal(ways, hands, low, high)
        for stage in range(rolls - 2, -1, -1):
            choose(ways, memory[stage], memo[stage], hands, low, high)
            throw(ways, hands, low, high)
        if places.chips:
            choose(ways, memory[rolls - 1], memo[rolls - 1], hands, low, high)
            pay_chips(scores, ways, memory[rolls - 1], room, games, order, turn, tally, hands, low, high)
            throw(ways, hands, low, high)
        write_all(scores, places, inner.full, room, games, order, tally, memo[rolls], hands, low, high)
        low = high


@compiled
def sort_games(place: Offsets, order: Offsets, count: Ints) -> None:
    """The games in the order of their places, by counting."""
    count[:] = 0
    for i in range(len(place)):
        count[place[i] + 1] += 1
    for i in range(1, len(count)):
        count[i] += count[i - 1]
    for i in range(len(place)):
        order[count[place[i]]] = i
        count[place[i]] += 1


@compiled
def find_places(places: Places, offsets: Offsets, games: Games, place: Offsets) -> None:
    """Where each game's position lies in its layer."""
    for i in range(len(place)):
        upper = games.upper[i]
        row = places.rank[games.others[i]] * np.int64(places.classes[upper]) + places.of_sum[upper, games.total[i]]
        place[i] = offsets[upper, games.top[i]] + row * (places.chips + 1) + games.chips[i]


@compiled
def _next_lanes(
    places: Places, games: Games, order: Offsets, place: Offsets, at_game: int,
    positions: Ints, chips: Ints, fewer: Ints, starts: Offsets, group: Ints,
) -> int:  # fmt: skip
    """Gather the next positions that share their upper boxes and top box. Returns how many."""
    lanes, i, total = 0, at_game, len(order)
    one = order[at_game]
    group[0], group[1] = games.upper[one], games.top[one]
    count, bits = 0, games.others[one]
    while bits:
        bits &= bits - 1
        count += 1
    group[2] = count
    while i < total and lanes < LANES:
        one = order[i]
        if games.upper[one] != group[0] or games.top[one] != group[1]:
            break
        kind = places.of_sum[group[0], games.total[one]]
        positions[lanes] = places.rank[games.others[one]] * places.classes[group[0]] + kind
        chips[lanes] = games.chips[one]
        fewer[lanes] = max(games.chips[one] - 1, 0)
        starts[lanes] = i
        here = place[one]
        while i < total and place[order[i]] == here:
            i += 1
        lanes += 1
    starts[lanes] = i
    for lane in range(lanes, LANES):
        positions[lane], chips[lane], fewer[lane] = positions[0], chips[0], fewer[0]
    return lanes


@compiled
def _work_out(
    scores: Scores, places: Places, outer: Steps, inner: Steps, rolls: int, offsets: Offsets, known: Values,
    group: Ints, positions: Ints, chips: Ints, fewer: Ints, base: Doubles, room: Room, memory: tuple[Floats, ...],
) -> None:  # fmt: skip
    """The turn of all lanes, every stage written down; leaves the entries in `room.after` and `room.upper`."""
    base[:] = np.nan
    if places.chips:
        union = follow(scores, places, offsets, known, group, positions, fewer, base, room)
        enter(scores, group[0], group[1], union, room)
        spread(scores, room.best, room.chip)
        keep_stage(outer, inner, room.chip, room.part, memory[rolls - 1])
    union = follow(scores, places, offsets, known, group, positions, chips, base, room)
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
