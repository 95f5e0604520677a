"""Duels in compiled code: two players side by side, turn by turn, each for the mean or for the win."""

from typing import NamedTuple

import numpy as np

from knobel.compiled import Stream, begin, compiled, pick
from knobel.solver.arrays.dice import Doubles, Ints
from knobel.solver.arrays.scoring import OPEN, Scores
from knobel.solver.arrays.shape import NEVER, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.kernel import Offsets, case_of
from knobel.solver.simulation.policy import EXTRA, gains_of_repeats, leads_to

STEPS_A_UNIT, WIDEST = 512, 6.0  # of the table of the normal distribution


class DuelDice(NamedTuple):
    """The keeps of equal dice: what one die more makes of each, what is left without one, all that a roll has."""

    full: int
    more: Ints  # [keep, face]
    less: Ints  # [keep, …], filled up with the first of them
    first: Ints  # by full roll: where its keeps begin
    keeps: Ints


class DuelScratch(NamedTuple):
    """Room for one turn."""

    gains: Ints  # [distinct roll, entry]
    leads: Offsets
    mean: Doubles  # by entry: expected after it
    entry: Ints  # by distinct roll: the best entry
    entered: Doubles  # by distinct roll: its worth
    near: Doubles  # by keep, one throw left
    far: Doubles  # by keep, two throws left
    best: Doubles
    normal: Doubles
    group: Ints


@compiled
def chance(normal: Doubles, z: float) -> float:
    """The normal distribution, from a table."""
    place = (z + WIDEST) * STEPS_A_UNIT
    if place <= 0:
        return z * 1e-9  # hopeless, but not all the same
    if place >= len(normal) - 1:
        return 1.0 + z * 1e-9
    low = int(place)
    return normal[low] + (place - low) * (normal[low + 1] - normal[low])  # type: ignore[no-any-return]


@compiled
def find_place(groups: Offsets, place: int, group: Ints) -> int:
    """The group of a place, and the position within it."""
    low, high = 0, len(groups) - 2
    while low < high:
        middle = (low + high + 1) // 2
        if groups[middle, 0] <= place:
            low = middle
        else:
            high = middle - 1
    for i in range(3):
        group[i] = groups[low, 1 + i]
    return place - groups[low, 0]  # type: ignore[no-any-return]


@compiled
def rate_entries(
    scores: Scores, places: StateIndex, offsets: Offsets, groups: Offsets, known: Values, place: int,
    lead: float, off: float, for_win: bool, scratch: DuelScratch,
) -> None:  # fmt: skip
    """The best entry of every distinct roll: by points, or by the chance to be ahead in the end of who is `lead` ahead
    of what the other expects, where both ends together may be `off` by so much."""
    gains, leads, group, columns = scratch.gains, scratch.leads, scratch.group, scores.lower.shape[1]
    position = find_place(groups, place, group)
    lower = leads_to(scores, places, offsets, group, position, 0, leads)
    upper, top = group[0], group[1]
    gains_of_repeats(scores, upper, top, lower, gains)
    depth = scores.points.shape[1]
    for entry in range(len(leads)):
        if entry < columns:
            free = lower >> entry & 1 == 1
        else:
            box = (entry - columns) // depth
            free = upper >> box & 1 == 1 and (entry - columns) % depth < scores.levels[box]
        if free:
            scratch.mean[entry] = known[leads[entry]]
    for roll in range(len(scores.kind)):
        again = -1
        if top != OPEN:
            for j in range(len(scores.again)):
                if scores.again[j] == roll:
                    again = j
        case = case_of(scores, again, upper, top, lower) if again >= 0 else 0
        kind, most = scores.kind[roll], -1e18
        for column in range(columns + scores.levels.shape[0]):
            if column < columns:
                entry = int(column)
                free = lower >> column & 1 == 1
                points = scores.again_lower[case, again, column] if again >= 0 else scores.lower[kind, column]
            else:
                box = column - columns
                level = scores.again_level[case, again, box] if again >= 0 else scores.level[roll, box]
                entry = int(columns + level)
                free = upper >> box & 1 == 1
                points = scores.again_extra[case, again, box] if again >= 0 else np.float32(0)
            if not free or points < NEVER / 2:
                continue
            gain = gains[roll, entry]
            worth = scratch.mean[entry] + (gain >> EXTRA) + (gain & ((1 << EXTRA) - 1))
            if for_win:
                worth = chance(scratch.normal, (worth + lead) / off)
            if worth > most:
                most, scratch.entry[roll] = worth, entry
        scratch.entered[roll] = most


@compiled
def throw_stage(dice: DuelDice, best: Doubles, kept: Doubles) -> None:
    """By keep: what it is worth to throw the rest, from what rolls are worth; then, in `best`, the best of each."""
    for node in range(dice.full):
        kept[node] = best[node]
    for node in range(dice.full, len(kept)):
        total = 0.0
        for face in range(dice.more.shape[1]):
            total += kept[dice.more[node, face]]
        kept[node] = total / dice.more.shape[1]
    for node in range(len(kept) - 1, -1, -1):
        most = kept[node]
        for i in range(dice.less.shape[1]):
            most = max(most, best[dice.less[node, i]]) if node < len(kept) - 1 else most
        best[node] = most


@compiled
def play_turn(scores: Scores, dice: DuelDice, rolls: int, stream: Stream, scratch: DuelScratch) -> int:
    """Roll, keep and roll as well as the worths of entries say; the distinct roll that is entered."""
    for node in range(dice.full):
        scratch.best[node] = scratch.entered[scores.spread[node]]
    throw_stage(dice, scratch.best, scratch.near)
    throw_stage(dice, scratch.best, scratch.far)
    node = len(scratch.near) - 1
    for left in range(rolls - 1, -1, -1):
        while node >= dice.full:
            node = dice.more[node, pick(stream, dice.more.shape[1])]
        if left:
            worth = scratch.far if left > 1 else scratch.near
            kept = node
            for i in range(dice.first[node], dice.first[node + 1]):
                if worth[dice.keeps[i]] > worth[kept]:
                    kept = dice.keeps[i]
            node = kept
    return scores.spread[node]  # type: ignore[no-any-return]


@compiled
def play_round(
    scores: Scores, places: StateIndex, dice: DuelDice, rolls: int, offsets: Offsets, groups: Offsets, known: Values,
    rival_known: Values, own: Offsets, rival: Offsets, points: Offsets, rival_points: Offsets, off: float,
    for_win: bool, seed: int, first: int, scratch: DuelScratch,
) -> None:  # fmt: skip
    """One turn of one player in every duel. Places of both are in the layers that the arrays are of."""
    stream = np.zeros(1, np.uint64)
    for game in range(len(own)):
        begin(stream, seed, first + game)
        lead = points[game] - rival_points[game] - rival_known[rival[game]]
        rate_entries(scores, places, offsets, groups, known, own[game], lead, off, for_win, scratch)
        roll = play_turn(scores, dice, rolls, stream, scratch)
        entry = scratch.entry[roll]
        gain = scratch.gains[roll, entry]
        points[game] += (gain >> EXTRA) + (gain & ((1 << EXTRA) - 1))
        own[game] = scratch.leads[entry]
