"""What a house rule is worth: two score cards compared, by their exact values, by many games of the best play on each,
and by the decisions that become others.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from knobel.coach.advice import ALIKE, Advice, advise
from knobel.rules.boxes import Box
from knobel.rules.combinations import Flat
from knobel.rules.core import Draw, Move, Over
from knobel.rules.sheetgame import Card, SheetGame

GAMES = 20_000  # simulated on each card for the spread and the bonus
PLAYED = 12  # games whose decisions are compared
SHOWN = 10  # decisions that are told
Report = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What the best play makes on a card. The last three come from simulated games, where there is a table."""

    value: float
    exact: bool
    sd: float | None = None
    bonus: float | None = None  # how often a bonus is reached
    games: int = 0


@dataclass(frozen=True, slots=True)
class ChangedDecision:
    """A position in which the best move on one card is not the best on the other."""

    card: Card  # as it lies on the changed card
    before: Move  # the best by the rules of before
    after: Move  # the best now
    value_before: float  # by the new rules: what is still to come after the move of before …
    value_after: float  # … and after the best one
    loss: float  # what the old habit costs now


@dataclass(frozen=True, slots=True)
class CardComparison:
    before: CardWorth
    after: CardWorth
    compared: int  # decisions of real play on the changed card
    changed: int  # of these, with another best move
    examples: tuple[ChangedDecision, ...]  # the dearest first
    comparable: bool = True  # whether the cards have the same dice and boxes, so that decisions can be compared


def compare(before: SheetGame, after: SheetGame, report: Report | None = None) -> CardComparison:
    """What `after` changes about `before`. A card that is not solved yet is solved first."""
    from knobel.solver.induction.tables import solve

    def progress(state: Any) -> None:
        if report is not None:
            report({"done": state.done, "work": state.work, "remaining": state.remaining})

    if not _is_known(after):
        solve(after, report=progress)
    comparable = _same_table(before, after)
    compared, changed = _decisions(before, after) if comparable else (0, [])
    changed.sort(key=lambda each: -each.loss)
    return CardComparison(worth(before), worth(after), compared, len(changed), tuple(changed[:SHOWN]), comparable)


def _is_known(game: SheetGame) -> bool:
    from knobel.solver.asking.sources import has_values

    return has_values(game)


def worth(game: SheetGame, games: int = GAMES) -> CardWorth:
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.values import adviser
    from knobel.solver.induction.value_table import ValueTable

    expert, start = adviser(game), CardPosition.start(game.sheet)
    value, table = expert.value(start), expert.value_function
    if not isinstance(table, ValueTable):
        return CardWorth(value, exact=False)
    from knobel.solver.simulation.simulate import simulate

    found = simulate(table, games, seed=1)
    return CardWorth(value, exact=True, sd=found.sd, bonus=found.bonus_rate, games=games)


def _same_table(one: SheetGame, other: SheetGame) -> bool:
    keys = [[box.key for box in game.sheet.boxes] for game in (one, other)]
    return one.sheet.dice == other.sheet.dice and keys[0] == keys[1]


def _decisions(before: SheetGame, after: SheetGame) -> tuple[int, list[ChangedDecision]]:
    """Games of the best play by the new rules; in each decision the rules of before are asked too."""
    luck, compared = Random(1), 0
    found: list[ChangedDecision] = []
    for _ in range(PLAYED):
        card = after.start()
        while not isinstance(node := after.node(card), Over):
            if isinstance(node, Draw):
                card = after.draw(card, tuple(luck.choice(urn.faces) for urn in node.urns))
            elif len(node.moves) == 1:
                card = after.play(card, node.moves[0])
            else:
                now = advise(after, card)
                if card.roll <= min(before.sheet.rolls, after.sheet.rolls):
                    compared += 1
                    if (other := _changed(before, after, card, now)) is not None:
                        found.append(other)
                card = after.play(card, now.best.move)
    return compared, found


def _changed(before: SheetGame, after: SheetGame, card: Card, now: Advice) -> ChangedDecision | None:
    same = _on(before, card, after)
    habit = advise(before, same).best.move
    known = next((option for option in now if option.move == habit), None)
    if known is None or known.loss < ALIKE:
        return None
    return ChangedDecision(card, habit, now.best.move, known.value, now.best.value, known.loss)


def _on(before: SheetGame, card: Card, after: SheetGame) -> Card:
    """The same position on the card of before: number boxes keep their points, others what they would hold there."""
    boxes = zip(card.written, before.sheet.boxes, after.sheet.boxes, strict=True)
    return replace(
        card,
        written=tuple([_held(points, old, new) for points, old, new in boxes]),
        chips=min(card.chips, before.sheet.chips),
    )


def _held(points: int | None, old: Box, new: Box) -> int | None:
    if not points or old.points == new.points or not isinstance(old.points, Flat):
        return points
    return old.points.points
