"""No bot sees dice to come: one and the same past, many different futures, the same move.

A match is played for a while and then goes on under other seals, as a match whose secret is elsewhere does. What comes
next is different from there on, and nobody may have chosen differently before it came.
"""

from random import Random

import pytest

from knobel.bots import BOTS, LEARNED, offered
from knobel.match.chance import Seal
from knobel.match.events import Seat
from knobel.match.host import Host, new_match
from knobel.rules import digest, find
from knobel.rules.core import Decide
from tests.thoroughness import LONG

SLOW = {"greedy", "strong"}  # samples and searches: a thousand decisions would take a minute
GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")


def begun(key: str, bot: str) -> Host:
    """A match in which a bot has something to choose."""
    host, luck = new_match(find(key), [Seat("Bo", bot=bot)], seed=bytes(32), match_id="past"), Random(4)
    while len(host.match.legal_moves) < 2 or host.match.version < 12:
        node = host.match.turn.node
        assert isinstance(node, Decide)
        host = host.let_bot(luck.choice(node.moves))
    return host


@pytest.mark.parametrize(("key", "bot"), [(key, bot) for key in GAMES for bot in offered(find(key))])
def test_the_future_changes_no_move(key: str, bot: str) -> None:
    past = begun(key, bot)
    game, match = past.match.header.game, past.match
    quick = bot not in SLOW and (key not in LEARNED or bot == "random")
    futures = 1000 if LONG else 200 if quick else 40
    chosen, drawn = set(), set()
    for number in range(futures):
        seal = Seal(match.header.id, digest(game), Random(number).randbytes(32))
        host = Host(match, seal).reseal()
        node = host.match.turn.node
        assert isinstance(node, Decide)
        move = BOTS[bot](game, host.match.state.cards[0], node, Random(9))
        chosen.add(move)
        if number < 40:
            draws = _next_draws(host, Random(1))
            drawn.add(draws)
    assert len(chosen) == 1
    assert len(drawn) > 30, "these are no different futures"


def _next_draws(host: Host, luck: Random) -> str:
    """How the match goes on for a while, whoever plays."""
    for _ in range(12):
        node = host.match.turn.node
        if isinstance(node, Decide) and host.match.bot is not None:
            host = host.let_bot(luck.choice(node.moves))
    return str(host.match.state.cards[0])
