"""What a screen shows of a position of For One – Kniffel."""

from knobel.rules import views
from knobel.rules.booklets import Level
from knobel.rules.core import Move, move
from knobel.rules.foroneplan import BONUS_STEPS, RowsPlan
from knobel.rules.rows import WAITING, YELLOW, InOrder, RowsCard
from knobel.rules.tiles import Tile
from knobel.rules.views import Block


def blocks(plan: RowsPlan, level: Level | None, table: RowsCard, moves: tuple[Move, ...]) -> tuple[Block, ...]:
    waiting: tuple[int | str, ...] = table.waiting
    if table.yellow == WAITING and not table.rolling:
        waiting = (*waiting, f"{YELLOW}{table.shows}")
    shown: list[Block] = [
        views.TrayBlock("waiting", waiting),
        _card(plan, table, moves),
        views.CounterBlock("supply", table.supply, plan.all_dice),
        views.CounterBlock("out", table.out),
    ]
    if level:
        shown.append(level.note(*plan.texts()))
    return tuple(shown)


def _card(plan: RowsPlan, table: RowsCard, moves: tuple[Move, ...]) -> views.RowsBlock:
    worst = plan.worst(table.counts)
    must = plan.must_score(table)
    return views.RowsBlock(
        rows=tuple(_row(plan, table, moves, i, must=i in must) for i in range(len(plan.rows))),
        worst=worst,
        bonus=BONUS_STEPS[worst],
        bonus_steps=BONUS_STEPS,
        best=plan.best(table),
        tiles=tuple(_tile(tile, table) for tile in plan.tiles if not tile.places),
        thrown=plan.thrown,
        yellow=plan.yellow.texts() if plan.yellow else (),
        yellow_at=table.yellow or None,
        extra=plan.settle(table.counts, table.out) - BONUS_STEPS[worst],
    )


def _row(plan: RowsPlan, table: RowsCard, moves: tuple[Move, ...], i: int, *, must: bool) -> views.RowView:
    row, dice = plan.rows[i], table.rows[i]
    waiting = plan.dice_to_place(table) if table.placing else ()
    taken = [die for die in waiting if plan.lands(table, die, i) is not None]
    holding = plan.holding(table, i) if table.scored[i] is None else None
    return views.RowView(
        key=row.key,
        name=row.name,
        rule=row.text(),
        upper=row.upper,
        top=row.top,
        fields=row.fields,
        points=row.points,
        order=row.takes.numbers if isinstance(row.takes, InOrder) else (),
        dice=dice,
        yellow=dice.index(table.shows) if table.yellow == row.key else None,
        scored=None if table.scored[i] is None else table.paid[i],
        would=plan.would(table, i),
        takes={die: f"put {die} {row.key}" for die in taken},
        refuses={die: plan.why_not_here(table, die, i) for die in waiting if die not in taken},
        score=f"score {row.key}" if move("score", row.key) in moves else None,
        held=plan.why_not_scored(table, i) if holding else None,
        must=must,
        tiles=tuple(_tile(tile, table) for tile in plan.tiles if i in tile.places),
        closed=table.scored[i] is None and plan.closing(table, i) is not None,
    )


def _tile(tile: Tile, table: RowsCard) -> views.TileView:
    return views.TileView(
        number=tile.number,
        kind=tile.kind.key,
        name=tile.kind.name,
        rule=tile.kind.text(),
        value=tile.kind.printed,
        spent=tile.kind.spent(table),
    )
