"""Knobel: the Kniffel family of games. Rules, matches with sealed dice, notation; bots and a terminal on top.

>>> import knobel
>>> game = knobel.find("extreme")
>>> state = game.draw(game.play(game.start(), knobel.Move("roll")), (5, 5, 5, 6, 6, 6))
>>> [str(move) for move in game.node(state).moves][-2:]
['enter chance', 'enter super_chance']
"""

from knobel.errors import IllegalMove, KnobelError
from knobel.match.chance import Seal
from knobel.match.log import Header, Match, Seat, fold, verify
from knobel.match.notation import format_match, format_position, parse_match, parse_position
from knobel.match.play import new_match, play_on
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Decide, Draw, Game, Move, Over
from knobel.rules.sheetfile import read_sheet

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Decide",
    "Draw",
    "Game",
    "Header",
    "IllegalMove",
    "KnobelError",
    "Match",
    "Move",
    "Over",
    "Seal",
    "Seat",
    "digest",
    "find",
    "fold",
    "format_match",
    "format_position",
    "new_match",
    "parse_match",
    "parse_position",
    "play_on",
    "read_sheet",
    "verify",
]
