"""What is told of a table is never older than the table."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.match.host import Host, new_match
from knobel.rules.core import Draw
from knobel.server import tell
from knobel.server.slim import slim


def some_step(host: Host, some: Random) -> Host:
    """What anybody may do at a table, now and then something other than a move."""
    match = host.match
    rare = some.random()
    if rare < 0.05:
        return host.switch(by_hand=not match.by_hand)
    if rare < 0.1:
        return host.hint()
    if rare < 0.25 and match.undoable is not None:
        return host.undo()
    if match.real_dice_due and isinstance(match.turn.node, Draw):
        return host.dice([some.choice(urn.faces) for urn in match.turn.node.urns])
    if match.real_dice_due and match.choices and rare < 0.8:
        noted = some.choice(match.choices)
        return host.note(noted.box, noted.points)
    if match.bot is not None:
        return host.let_bot(some.choice(match.legal_moves))
    return host.play(some.choice(match.legal_moves))


@pytest.mark.parametrize(("spec", "bot"), [("kniffel", None), ("kniffel", "greedy"), ("forone", None)])
@given(seed=st.integers(0, 2**32))
def test_the_table_of_before_is_shown_only_where_it_would_be_told_the_same(
    spec: str, bot: str | None, seed: int
) -> None:
    some = Random(seed)
    seats = [Seat("Ada")] if spec == "forone" else [Seat("Ada"), Seat("Ben", bot)]
    host = new_match(spec, seats, games=len(seats), seed=some.randbytes(32))
    spell = slim(host.match.header.game)
    shown, waits = tell.shown(host.match, spell), False
    for _ in range(150):
        if host.match.over:
            break
        with suppress(KnobelError):
            host = some_step(host, some)
        waits = some.random() < 0.2
        shown = tell.shown(host.match, spell, shown, bot_waits=waits)
        assert shown.table == tell.table(host.match, bot_waits=waits)
