"""Where the values of a game can be had from, found out without loading the compiler."""

from enum import Enum
from functools import lru_cache
from typing import Any

from knobel.rules import digest
from knobel.rules.core import Game
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.shipped import ships_model, ships_table
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.files import TableFolder, table_folder

AT_ONCE = 1_000_000  # positions that are solved without being asked: a second or two


class Source(Enum):
    """The best there is for a game, best first."""

    STORED = "the table in the user's cache"
    SHIPPED = "the table that comes with the package"
    SOLVED = "a solve on the spot"
    MODEL = "a model that comes with the package, with exact end games"
    NONE = "nothing yet"


def folder_of(game: SheetGame) -> TableFolder:
    mark = digest(game)
    return TableFolder(table_folder(game.spec.key, mark), mark)


def is_stored(game: SheetGame) -> bool:
    """Whether the whole table is in the user's cache."""
    return folder_of(game).has(len(game.sheet.boxes))


def source(game: SheetGame) -> Source:
    key, mark = game.sheet.key, digest(game)
    if is_stored(game):
        return Source.STORED
    if ships_table(key, mark):
        return Source.SHIPPED
    if _positions(game) <= AT_ONCE:
        return Source.SOLVED
    return Source.MODEL if ships_model(key, mark) else Source.NONE


@lru_cache(maxsize=32)
def _positions(game: SheetGame) -> int:
    return DecisionProcess(game.sheet).space.states


def has_values(game: Game[Any]) -> bool:
    """Whether somebody who asks for values of this game gets an answer at once."""
    try:
        return isinstance(game, SheetGame) and source(game) is not Source.NONE
    except NotSolvable:
        return False
