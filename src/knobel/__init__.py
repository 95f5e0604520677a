"""Knobel: the Kniffel family of games. Rules, matches with sealed dice, notation; bots and a terminal on top.

>>> import knobel
>>> game = knobel.find("extreme")
>>> state = game.draw(game.play(game.start(), "roll"), (5, 5, 5, 6, 6, 6))
>>> [str(move) for move in game.moves(state)][-2:]
['enter chance', 'enter super_chance']

`solve`, `advise`, `review` and `simulate` bring NumPy and, where many numbers are asked for, a compiler, when one of
them is first asked for; all else here needs nothing but the standard library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from knobel.errors import (
    BadBooklet,
    BadDice,
    BadMatch,
    BadMove,
    BadPosition,
    BadReceipt,
    BadRule,
    BadSeating,
    BadSheet,
    BadText,
    BotSeat,
    DiceOfADay,
    DrawRefused,
    IllegalMove,
    KnobelError,
    MatchOver,
    MoveRefused,
    NoBot,
    NoSuchEntry,
    NotBeforeThrow,
    NoteRefused,
    NothingToUndo,
    NotYourTurn,
    PointsImpossible,
    ReceiptBroken,
    SameName,
    SealBroken,
    StaleMove,
    UnknownGame,
    WrongSource,
)
from knobel.match import log as _log
from knobel.match.chance import Seal
from knobel.match.events import (
    Corrected,
    Drew,
    Event,
    Hinted,
    Noted,
    Played,
    Resealed,
    Revealed,
    Salted,
    Shifted,
    StoodIn,
    Switched,
    Undid,
)
from knobel.match.host import Host, new_match
from knobel.match.log import Header, Match, Seat, fold, verify
from knobel.match.notation import format_match, format_position, parse_match, parse_position
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Decide, Draw, Game, Move, Over
from knobel.rules.sheetfile import read_sheet

if TYPE_CHECKING:
    from knobel.bots.errors import UnknownBot
    from knobel.bots.simulation import simulate
    from knobel.coach.advice import advise
    from knobel.coach.errors import NoAdvice, NothingToDecide
    from knobel.coach.review import review
    from knobel.solver.errors import NotSolvable
    from knobel.solver.induction.tables import solve


def _printed(match: Match) -> str:
    """`print(match)` shows the card as the terminal draws it; what draws is loaded when something is drawn."""
    from knobel.terminal.printed import printed

    return printed(match)


_log.painter = _printed

__version__ = "0.1.0"

_LATER = {
    "NoAdvice": "knobel.coach.errors",
    "NotSolvable": "knobel.solver.errors",
    "NothingToDecide": "knobel.coach.errors",
    "UnknownBot": "knobel.bots.errors",
    "advise": "knobel.coach.advice",
    "review": "knobel.coach.review",
    "simulate": "knobel.bots.simulation",
    "solve": "knobel.solver.induction.tables",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "GAMES",
    "BadBooklet",
    "BadDice",
    "BadMatch",
    "BadMove",
    "BadPosition",
    "BadReceipt",
    "BadRule",
    "BadSeating",
    "BadSheet",
    "BadText",
    "BotSeat",
    "Corrected",
    "Decide",
    "DiceOfADay",
    "Draw",
    "DrawRefused",
    "Drew",
    "Event",
    "Game",
    "Header",
    "Hinted",
    "Host",
    "IllegalMove",
    "KnobelError",
    "Match",
    "MatchOver",
    "Move",
    "MoveRefused",
    "NoAdvice",
    "NoBot",
    "NoSuchEntry",
    "NotBeforeThrow",
    "NotSolvable",
    "NotYourTurn",
    "NoteRefused",
    "Noted",
    "NothingToDecide",
    "NothingToUndo",
    "Over",
    "Played",
    "PointsImpossible",
    "ReceiptBroken",
    "Resealed",
    "Revealed",
    "Salted",
    "SameName",
    "Seal",
    "SealBroken",
    "Seat",
    "Shifted",
    "StaleMove",
    "StoodIn",
    "Switched",
    "Undid",
    "UnknownBot",
    "UnknownGame",
    "WrongSource",
    "advise",
    "digest",
    "find",
    "fold",
    "format_match",
    "format_position",
    "new_match",
    "parse_match",
    "parse_position",
    "read_sheet",
    "review",
    "simulate",
    "solve",
    "verify",
]
