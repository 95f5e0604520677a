"""Why a move on a score card is worth what it is: this turn, upper bonus, top box, all other boxes later."""

from collections.abc import Sequence

from knobel.coach.reasons import BONUS, BOXES, LATER, NOW, TOP, Chance, Reason, ValuePart
from knobel.rules.core import Move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.asking.figures import SideFigures, known_figures
from knobel.solver.asking.turns import TurnOutcome
from knobel.solver.asking.values import adviser
from knobel.words import text


def explain(game: SheetGame, card: Card, move: Move) -> Reason:
    """Exact where the game has side figures; elsewhere all that is to come later is one part, see `simulated`."""
    outcomes, known = adviser(game).outcomes(card, move), known_figures(game)
    return reason(game, outcomes, known.after(outcomes) if known else None)


def simulated(game: SheetGame, card: Card, move: Move, games: int) -> Reason:
    """The same with side figures from so many games, which bring errors of their own."""
    from knobel.solver.simulation.figures import simulate_figures  # late: it loads the compiler

    outcomes = adviser(game).outcomes(card, move)
    return reason(game, outcomes, simulate_figures(game, outcomes, games))


def reason(game: SheetGame, outcomes: Sequence[TurnOutcome], figures: SideFigures | None) -> Reason:
    now = sum(one.chance * (one.points + one.extra) for one in outcomes)
    later = sum(one.chance * one.later for one in outcomes)
    if figures is None:
        return Reason((ValuePart(NOW, now), ValuePart(LATER, later)), _chances(game, outcomes))
    parts = [ValuePart(NOW, now)]
    for bonus, chance in zip(game.sheet.bonuses, figures.bonuses, strict=True):
        error = _error(chance, figures) * bonus.points if figures.games else None
        parts.append(ValuePart(BONUS, chance * bonus.points, text("coach.bonus", n=bonus.at), chance, error))
    if game.sheet.top is not None:
        box = game.sheet.boxes[game.sheet.top]
        most = game.sheet.top_points
        error = _error(figures.top, figures) * most if figures.games else None
        parts.append(
            ValuePart(TOP, figures.top * most + figures.extra, text("coach.later", box=box.name), figures.top, error)
        )
    rest = later - sum(part.points for part in parts[1:])
    return Reason((*parts, ValuePart(BOXES, rest)), _chances(game, outcomes))


def _error(chance: float, figures: SideFigures) -> float:
    """One standard error of a chance found by simulation."""
    games = figures.games or 1
    shifted = (chance * games + 1) / (games + 2)  # so that 0 and 1 have one too
    return float((shifted * (1 - shifted) / games) ** 0.5)


def _chances(game: SheetGame, outcomes: Sequence[TurnOutcome]) -> tuple[Chance, ...]:
    """By box, likeliest first; a box that is struck is something else than one that brings points."""
    found: dict[tuple[int, bool], list[TurnOutcome]] = {}
    for one in outcomes:
        found.setdefault((one.box, one.points + one.extra > 0), []).append(one)
    listed = []
    for (box, brings), ones in found.items():
        chance, name = sum(one.chance for one in ones), game.sheet.boxes[box].name
        points = sum(one.chance * (one.points + one.extra) for one in ones) / chance
        told = name if brings else text("coach.struck", box=name)
        listed.append(Chance(game.sheet.boxes[box].key, told, chance, points))
    return tuple(sorted(listed, key=lambda each: -each.chance))
