"""Par of a day's game: what the best player makes with its dice, and what that player makes on average.

The best player is exact play for Kniffel and the strong player for the levels. Both see no dice to come and decide the
same every time, so everybody has the same par. `day_pars.txt` has it for the days to come, written by
`tools/day_pars.py`; for other days, and after a change of a level's rules, it is played when it is asked for.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from knobel.bots import BOTS
from knobel.bots.averages import averages
from knobel.match.day import PARTS, DayGame, Part
from knobel.match.events import Seat
from knobel.rules import digest
from knobel.rules.core import Decide

BEST_PLAYER: Mapping[Part, str] = {"kniffel": "optimal", "level": "strong"}
TABLE = "day_pars.txt"
_MARK_DIGITS = 8  # of the digest of the rules that a par was played by


class Par(NamedTuple):
    points: int  # with the dice of the day
    average: float | None  # over all dice, where that was measured


def known_par(game: DayGame) -> Par | None:
    """Par as it is in the table; none if it has to be played."""
    points = _table().get(game.day, {}).get(f"{game.part} {mark(game)}")
    return None if points is None else Par(points, _average(game))


def par(game: DayGame) -> Par:
    """Par, played if it must be: exact play takes a moment, the strong player compiles its code at first."""
    return known_par(game) or Par(play_par(game), _average(game))


def play_par(game: DayGame) -> int:
    """The points of the best player with these dice."""
    name = BEST_PLAYER[game.part]
    host, luck, bot = game.host(Seat(name, name)), Random(game.id), BOTS[name]
    while isinstance(node := host.match.turn.node, Decide):
        host = host.let_bot(bot(host.match.header.game, host.match.state.cards[0], node, luck))
    return host.match.totals[0]


def mark(game: DayGame) -> str:
    """What the dice depend on besides the day: the rules."""
    return digest(game.game)[:_MARK_DIGITS]


def _average(game: DayGame) -> float | None:
    return averages(game.game).get(BEST_PLAYER[game.part])


@cache
def _table() -> Mapping[date, Mapping[str, int]]:
    """By day, part and rules."""
    found: dict[date, dict[str, int]] = {}
    for line in files(__package__).joinpath(TABLE).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            day, *pairs = line.split()
            words = zip(PARTS, pairs[::2], pairs[1::2], strict=True)
            found[date.fromisoformat(day)] = {f"{part} {rules}": int(points) for part, rules, points in words}
    return found
