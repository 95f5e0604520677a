"""The entries of one position: where each leads, and which is best for a roll."""

import numpy as np

from knobel.solve.kernel import Offsets
from knobel.solve.lanes import compiled
from knobel.solve.pools import Floats, Ints
from knobel.solve.shape import NEVER
from knobel.solve.space import Places
from knobel.solve.tables import FILLED, OPEN, STRUCK, Scores


@compiled
def leads_to(
    scores: Scores,
    places: Places,
    offsets: Offsets,
    group: Ints,
    position: int,
    chips: int,
    lower: Offsets,
    upper: Offsets,
) -> int:
    """Where every entry leads: rows of the layer below, by lower column, and by upper box and level. Returns the
    open lower columns."""
    boxes, top, others = group[0], group[1], group[2]
    classes, width, depth = places.classes[boxes], places.chips + 1, scores.points.shape[1]
    rest = scores.lower.shape[1] - 2
    free = places.ranked[places.sizes[others] + position // classes]
    kind, total = position % classes, places.sums[boxes, position % classes]
    for i in range(scores.levels.shape[0]):
        if boxes >> i & 1:
            fewer = boxes & ~(1 << i)
            start = offsets[fewer, top] + places.rank[free] * places.classes[fewer] * width + chips
            for level in range(scores.levels[i]):
                points = scores.points[i, level]
                upper[i * depth + level] = start + places.of_sum[fewer, min(total + points, places.cap)] * width
    for i in range(rest):
        if free >> i & 1:
            start = offsets[boxes, top] + places.rank[free & ~(1 << i)] * classes * width
            lower[i] = start + kind * width + chips
    open_columns = int(free)
    if top == OPEN and offsets[boxes, FILLED] >= 0:
        open_columns |= 3 << rest
        for state in (FILLED, STRUCK):
            lower[rest + state - FILLED] = offsets[boxes, state] + (places.rank[free] * classes + kind) * width + chips
    return open_columns


@compiled
def best_entry(
    scores: Scores, upper: int, top: int, others: int, roll: int, after: Floats, leads: Floats, lane: int
) -> int:
    """The best entry of a roll, as column × 2²⁰ + points × 2¹⁰ + extra points; upper boxes after lower columns. What
    follows is `after` by lower column and `leads` by upper box and level, as `follow` fills them."""
    lower, levels = scores.lower, scores.level
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
def follows(scores: Scores, entry: int, lower: Offsets, upper: Offsets) -> int:
    """Where an entry leads, from the places that `leads_to` has found."""
    rest, depth = scores.lower.shape[1] - 2, scores.points.shape[1]
    column, points = entry >> 20, entry >> 10 & 1023
    if column < rest + 2:
        return int(lower[column])
    box, level = column - rest - 2, 0
    while scores.points[box, level] != points:
        level += 1
    return int(upper[box * depth + level])
