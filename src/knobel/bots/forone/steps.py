"""Steps of a path: a die is laid or leaves, rows are scored. Each brings the network's first layer along."""

from knobel.bots.forone.card import LINES, YELLOW_FACE, Card
from knobel.bots.forone.desk import STEP_BASE, STEP_SCORE, Desk
from knobel.bots.forone.network import PARTS, YELLOW_AT, Net, swap
from knobel.bots.forone.twin import LEAVES, YELLOW, copy, lay, leave, score, score_full
from knobel.bots.vectors import load, store
from knobel.compiled import fast_bare, fast_inline


@fast_inline
def put(card: Card, net: Net, desk: Desk, level: int, die: int, row: int) -> None:
    """Lay a die, or let it leave, as the step after `level`."""
    copy(desk.at[level], desk.at[level + 1])
    desk.path[level] = die * STEP_BASE + row
    at = desk.at[level + 1]
    if row == LEAVES:
        leave(at, die)
    else:
        lay(card, at, die, row)
        swap(net, desk.sums, desk.plain, level, level + 1, desk.at[level, row], at[row])
    if die >= YELLOW_FACE:
        _move_yellow(card, net, desk, level, level + (row < LEAVES))
    elif row == LEAVES:
        desk.plain[level + 1] = desk.plain[level]
        for part in range(PARTS):
            store(desk.sums, (level + 1) * PARTS + part, load(desk.sums, level * PARTS + part))


@fast_inline
def _move_yellow(card: Card, net: Net, desk: Desk, level: int, sums: int) -> None:
    """The yellow die went elsewhere between `level` and the next; the sums so far are those of `sums`."""
    first = len(card.fill) + YELLOW_AT
    swap(
        net, desk.sums, desk.plain, sums, level + 1, first + desk.at[level, YELLOW], first + desk.at[level + 1, YELLOW]
    )


@fast_bare
def score_rows(card: Card, net: Net, desk: Desk, level: int, row: int) -> None:
    """Score a row, or none if it is LINES, and the full rows there is no choice about."""
    copy(desk.at[level], desk.at[level + 1])
    desk.path[level] = STEP_SCORE + row
    if row < LINES:
        score(card, desk.at[level + 1], row)
    score_full(card, desk.at[level + 1])
    _follow(card, net, desk, level)


@fast_bare
def _follow(card: Card, net: Net, desk: Desk, level: int) -> None:
    """Bring the sums along to the next level, after rows were scored."""
    here = level
    for row in range(LINES):
        if desk.at[level, row] != desk.at[level + 1, row]:
            swap(net, desk.sums, desk.plain, here, level + 1, desk.at[level, row], desk.at[level + 1, row])
            here = level + 1
    if desk.at[level, YELLOW] != desk.at[level + 1, YELLOW]:
        _move_yellow(card, net, desk, level, here)
