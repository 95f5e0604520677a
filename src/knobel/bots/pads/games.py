"""Whole games of graded players in compiled code: the turn of the exact player, seen by the player's own lights, and a
choice that is the likelier the better it looks.

All dice kept counts as one of the keeps, at the worth of the best entry. Who has chosen it throws no more and chooses
among the entries. That is what `players` does at a table, too.
"""

from typing import NamedTuple

import numpy as np

from knobel.compiled import Stream, compiled, pick_from
from knobel.solver.arrays.dice import Doubles, Floats, Ints, Schedule, Steps
from knobel.solver.arrays.scoring import OPEN, Scores
from knobel.solver.arrays.shape import NEVER, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.kernel import Offsets, Workspace, case_of
from knobel.solver.induction.lanes import at, number_at
from knobel.solver.simulation.games import (
    PLACE,
    Batch,
    Hands,
    Tally,
    begin_turn,
    deal,
    next_group,
    next_lanes,
    throw,
    work_out,
)
from knobel.solver.simulation.games import write as write_entry
from knobel.solver.simulation.policy import Transitions, gains_of_repeats

FRACTIONS = 1 << 30
MOST_OPTIONS = 1 << 12


class RatedOptions(NamedTuple):
    """What there is to choose from, with its worth."""

    worth: Doubles
    which: Ints


def new_options() -> RatedOptions:
    return RatedOptions(np.zeros(MOST_OPTIONS), np.zeros(MOST_OPTIONS, np.int32))


@compiled
def pick(options: RatedOptions, count: int, temperature: float, words: Stream, i: int) -> int:
    """One of the first so many options, the better the likelier."""
    worth, best = options.worth, 0
    for k in range(1, count):
        if worth[k] > worth[best]:
            best = k
    if temperature == 0.0 or count == 1:
        return options.which[best]  # type: ignore[no-any-return]
    most, total = worth[best], 0.0
    for k in range(count):
        worth[k] = np.exp((worth[k] - most) / temperature)
        total += worth[k]
    left = total * (pick_from(words, i, FRACTIONS) / FRACTIONS)
    for k in range(count):
        left -= worth[k]
        if left < 0:
            return options.which[k]  # type: ignore[no-any-return]
    return options.which[best]  # type: ignore[no-any-return]


@compiled
def list_keeps(
    transitions: Transitions, memory: Floats, stay: float, roll: int, lane: int, options: RatedOptions
) -> int:
    """Every keep of a roll with its worth; how many. All dice kept is -1, and comes first."""
    outer_begin, outer_keeps = transitions.outer_begin, transitions.outer_keeps
    begin, keeps, nodes = transitions.inner_begin, transitions.inner_keeps, transitions.inner_nodes
    out, ins = roll // transitions.inner_full, roll % transitions.inner_full
    options.worth[0], options.which[0], count = stay, -1, 1
    for a in range(at(outer_begin, out), at(outer_begin, out + 1)):
        start = at(outer_keeps, a) * nodes
        for b in range(at(begin, ins), at(begin, ins + 1)):
            node = start + at(keeps, b)
            if node != out * nodes + ins:
                options.worth[count], options.which[count] = number_at(memory, node, lane), node
                count += 1
    return count


@compiled
def list_entries(
    scores: Scores, upper: int, top: int, lower: int, after: Floats, raised: Floats, roll: int, lane: int,
    options: RatedOptions,
) -> int:  # fmt: skip
    """Every entry of a distinct roll with its worth, numbered as in `policy`; how many."""
    count, columns, again = 0, scores.lower.shape[1], -1
    if top != OPEN:
        for j in range(len(scores.again)):
            if scores.again[j] == roll:
                again = j
    case = case_of(scores, again, upper, top, lower) if again >= 0 else 0
    kind = scores.kind[roll]
    for column in range(columns):
        if lower >> column & 1:
            gain = scores.again_lower[case, again, column] if again >= 0 else scores.lower[kind, column]
            worth = after[column, lane] + gain
            if worth > NEVER / 2:
                options.worth[count], options.which[count] = worth, column
                count += 1
    for box in range(scores.levels.shape[0]):
        if upper >> box & 1:
            row = scores.again_level[case, again, box] if again >= 0 else scores.level[roll, box]
            worth = raised[row, lane] + (scores.again_extra[case, again, box] if again >= 0 else np.float32(0))
            if worth > NEVER / 2:
                options.worth[count], options.which[count] = worth, columns + row
                count += 1
    return count


@compiled
def play_turn(
    scores: Scores, believed: Scores, places: StateIndex, schedule: Schedule, inner: Steps, transitions: Transitions,
    rolls: int, offsets: Offsets, known: Values, groups: Offsets, games: Offsets, seed: np.uint64, first_game: int,
    turn: int, workspace: Workspace, memory: tuple[Floats, ...], batch: Batch, tally: Tally, hands: Hands,
    foresight: int, temperature: float, options: RatedOptions, decisions: Offsets,
) -> None:  # fmt: skip
    """Play one turn of all games, which are sorted by their places. Counts decisions with a choice."""
    begin_turn(games, seed, first_game, turn, hands)
    stays, shows = np.zeros(len(games), np.int32), scores.spread
    low, at_group = 0, 0
    while low < len(games):
        at_group = next_group(groups, games[low] >> PLACE, at_group)
        high = next_lanes(scores, places, offsets, groups, at_group, games, low, batch, hands)
        lower = work_out(believed, places, schedule, inner, rolls, offsets, known, batch, workspace, memory)
        upper, top = batch.group[0], batch.group[1]
        gains_of_repeats(scores, upper, top, lower, batch.gains)
        hands.paid[low:high] = 0
        deal(transitions, hands, low, high)
        for left in range(rolls - 1, 0, -1):
            stage = min(left, foresight) - 1
            for i in range(low, high):
                if not stays[i]:
                    _keep(transitions, memory[stage], workspace, shows, temperature, options, hands, stays, i)
                    decisions[0] += 1
            throw(transitions, hands, low, high)
        if places.chips:
            for i in range(low, high):
                if not stays[i] and batch.chips[hands.lane[i]] > 0:
                    _keep(transitions, memory[rolls - 1], workspace, shows, temperature, options, hands, stays, i)
                    decisions[0] += 1
                    if not stays[i]:
                        hands.paid[i] = 1
                        tally.chips[turn] += 1
                elif not stays[i]:
                    _stay(transitions, hands, i)
            throw(transitions, hands, low, high)
        for i in range(low, high):
            lane, roll = hands.lane[i], shows[hands.roll[i]]
            if hands.paid[i]:
                count = list_entries(
                    believed, upper, top, lower, batch.paid_after, batch.paid_upper, roll, lane, options
                )
            else:
                count = list_entries(believed, upper, top, lower, workspace.after, workspace.upper, roll, lane, options)
            decisions[0] += not stays[i] and count > 1
            entry = pick(options, count, temperature, hands.word, i)
            write_entry(batch, games, tally, i, lane, roll, hands.paid[i], entry)
        low = high


@compiled
def _keep(
    transitions: Transitions, memory: Floats, workspace: Workspace, shows: Ints, temperature: float,
    options: RatedOptions, hands: Hands, stays: Ints, i: int,
) -> None:  # fmt: skip
    """Choose what a hand keeps; who keeps all stays."""
    roll, lane = hands.roll[i], hands.lane[i]
    count = list_keeps(transitions, memory, workspace.best[shows[roll], lane], roll, lane, options)
    node = pick(options, count, temperature, hands.word, i)
    if node < 0:
        stays[i] = 1
        _stay(transitions, hands, i)
    else:
        hands.kept[i] = node


@compiled
def _stay(transitions: Transitions, hands: Hands, i: int) -> None:
    size = transitions.inner_full
    hands.kept[i] = hands.roll[i] // size * transitions.inner_nodes + hands.roll[i] % size
