"""Why a move of the For One games is worth what it is: how likely each medal is, and what it keeps open and closes."""

from typing import Any

from knobel.bots import learned_players
from knobel.coach.reasons import LATER, NOW, SO_FAR, Chance, Reason, ValuePart
from knobel.rules.booklets import MEDALS, level_of
from knobel.rules.core import Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.numberup import NumberUp
from knobel.rules.rows import RowsCard
from knobel.words import Text, text

GAMES = 200  # played on to see how likely medals are


def explain(game: Game[Any], state: Any, move: Move, value: float) -> Reason:
    """The points it makes at once, as if the game ended there, and what is expected to come after it."""
    after = game.play(state, move)
    here, there = game.points(state), game.points(after)
    parts = (ValuePart(SO_FAR, here), ValuePart(NOW, there - here), ValuePart(LATER, value - there))
    return Reason(parts, notes=_notes(game, state, after, move))


def medals(game: Game[Any], state: Any, move: Move, games: int = GAMES) -> tuple[Chance, ...]:
    """How often games that are played on after a move earn each medal of the level."""
    level = level_of(game.spec)
    if level is None:
        return ()
    after = state if move.verb in ("roll", "draw") else game.play(state, move)
    results = learned_players(game.spec.key).results(game, after, games)
    found = []
    for medal, least in zip(MEDALS, level.medals, strict=True):
        chance = float((results >= least).mean())
        shifted = (chance * games + 1) / (games + 2)
        error = (shifted * (1 - shifted) / games) ** 0.5
        found.append(Chance(medal, text(f"medals.{medal}"), chance, float(least), error))
    return tuple(found)


def _notes(game: Game[Any], state: Any, after: Any, move: Move) -> tuple[Text, ...]:
    if isinstance(game, ForOne) and move.verb == "put":
        return _about_row(game, state, after, move)
    if isinstance(game, NumberUp) and move.verb == "place":
        return _about_lines(game, state, after)
    return ()


def _about_row(game: ForOne, state: RowsCard, after: RowsCard, move: Move) -> tuple[Text, ...]:
    """What the row of a die still takes, and which numbers no row takes any more."""
    i = game.index[move.args[1]]
    takes, took = _taken_by(game, after, i), _taken_by(game, state, i)
    told = []
    if len(after.rows[i]) == game.rows[i].fields:
        told.append(text("coach.row_full", row=game.rows[i].name))
    elif takes != took:
        told.append(text("coach.row_takes", row=game.rows[i].name, numbers=takes))
    else:
        told.append(text("coach.row_open", row=game.rows[i].name, n=game.rows[i].fields - len(after.rows[i])))
    nowhere = [face for face in range(1, 7) if _places(game, state, face) and not _places(game, after, face)]
    if nowhere:
        told.append(text("coach.nowhere", numbers=nowhere))
    return tuple(told)


def _taken_by(game: ForOne, table: RowsCard, row: int) -> list[int]:
    return [face for face in range(1, 7) if game.plan.lands(table, str(face), row) is not None]


def _places(game: ForOne, table: RowsCard, face: int) -> int:
    """How many rows take that number."""
    return sum(game.plan.lands(table, str(face), row) is not None for row in range(len(game.rows)))


def _about_lines(game: NumberUp, state: Any, after: Any) -> tuple[Text, ...]:
    """What becomes of the lines that a card is laid in."""
    told = []
    for line in game.lines:
        before, now = game.line_value(state, line), game.line_value(after, line)
        free = sum(after.cells[cell] is None for cell in line.cells)
        if any(state.cells[cell] != after.cells[cell] for cell in line.cells):
            name = text(f"coach.side.{line.side}", n=line.index + 1)
            told.append(text("coach.line", line=name, before=before, now=now, target=line.aim.target, free=free))
    return tuple(told)
