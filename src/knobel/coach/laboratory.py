"""What a house rule is worth: two score cards compared, by their exact values, by many games of the best play on each,
and by the decisions that become others.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from knobel.coach.advice import ALIKE, Advice, Option, advise
from knobel.coach.hints import GameText, game_in_words
from knobel.coach.reading import situation
from knobel.coach.sentences import difference, named
from knobel.errors import BadPosition
from knobel.machine_code import Preparation
from knobel.rules.boxes import Box
from knobel.rules.combinations import Flat
from knobel.rules.core import Draw, Move, Over
from knobel.rules.sheetgame import Card, SheetGame
from knobel.words import Text, text

GAMES = 20_000  # simulated on each card for the spread and the bonus
PLAYED = 12  # games whose decisions are compared
SHOWN = 10  # decisions that are told
MODEL_ERRORS = 3  # a habit that only a model knows of must lose more than so many of its errors
Report = Callable[[Any], None]

# Seconds of one thread, fitted to docs/solver.md: for each position, and for each step of its turn.
A_POSITION, A_STEP = 0.5e-6, 82e-12
COMPARING = 3.0  # seconds for the games that are compared
COMPILING = 60.0  # seconds until there is machine code, where nobody has made it yet
SIMULATED_BELOW = 60.0  # cards that are solved in less have games that are simulated in no time


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
    options: tuple[Option, Option]  # both by the new rules: that of before, and the best one


@dataclass(frozen=True, slots=True)
class CardComparison:
    before: CardWorth
    after: CardWorth
    compared: int  # decisions of real play on the changed card
    changed: int  # of these, with another best move
    examples: tuple[ChangedDecision, ...]  # the dearest first
    comparable: bool = True  # whether the cards have the same dice and boxes, so that decisions can be compared


def compare(
    before: SheetGame,
    after: SheetGame,
    report: Report | None = None,
    *,
    games: int = GAMES,
    threads: int | None = None,
    compared: Callable[[float], None] = lambda _: None,
) -> CardComparison:
    """What `after` changes about `before`. Cards that are not solved yet are solved first, and kept; then `compared` is
    told how far the rest is, from 0 to 1.
    """
    from knobel.solver.induction.tables import solve

    def progress(state: Any) -> None:
        if report is not None:
            report({"done": state.done, "work": state.work, "remaining": state.remaining})

    for game in (before, after):
        if not _is_known(game):
            solve(game, report=progress, threads=threads)
    comparable = _same_table(before, after)
    asked, changed = _decisions(before, after, compared) if comparable else (0, [])
    changed.sort(key=lambda each: -each.loss)
    shown = tuple(changed[:SHOWN])
    return CardComparison(worth(before, games), worth(after, games), asked, len(changed), shown, comparable)


def _is_known(game: SheetGame) -> bool:
    """Whether its values are there: solved on the spot for every question they would come too often."""
    from knobel.solver.asking.sources import Source, source

    return source(game) in (Source.STORED, Source.SHIPPED, Source.MODEL)


def seconds_to_compare(before: SheetGame, after: SheetGame) -> float:
    """About how long it takes, with one thread that has a core to itself."""
    compiling = 0.0 if Preparation("solver").there() else COMPILING
    return compiling + COMPARING + sum(_seconds_to_solve(game) for game in (before, after) if not _is_known(game))


def _seconds_to_solve(game: SheetGame) -> float:
    from knobel.solver.arrays.process import DecisionProcess

    process = DecisionProcess(game.sheet)
    return process.space.states * (A_POSITION + A_STEP * process.turn_steps)


def worth(game: SheetGame, games: int = GAMES) -> CardWorth:
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.values import adviser
    from knobel.solver.induction.value_table import ValueTable

    expert, start = adviser(game), CardPosition.start(game.sheet)
    value, table = expert.value(start), expert.value_function
    if not isinstance(table, ValueTable):
        return CardWorth(value, exact=False)
    if not games:
        return CardWorth(value, exact=True)
    from knobel.solver.simulation.simulate import simulate

    found = simulate(table, games, seed=1)
    return CardWorth(value, exact=True, sd=found.sd, bonus=found.bonus_rate, games=games)


def _same_table(one: SheetGame, other: SheetGame) -> bool:
    keys = [[box.key for box in game.sheet.boxes] for game in (one, other)]
    return one.sheet.dice == other.sheet.dice and keys[0] == keys[1]


def _decisions(
    before: SheetGame, after: SheetGame, compared_to: Callable[[float], None]
) -> tuple[int, list[ChangedDecision]]:
    """Games of the best play by the new rules; in each decision the rules of before are asked too."""
    luck, compared = Random(1), 0
    found: list[ChangedDecision] = []
    for played in range(PLAYED):
        compared_to(played / PLAYED)
        card = after.start()
        while not isinstance(node := after.node(card), Over):
            if isinstance(node, Draw):
                card = after.draw(card, tuple(luck.choice(urn.faces) for urn in node.urns))
            elif len(node.moves) == 1:
                card = after.play(card, node.moves[0])
            else:
                now = advise(after, card)
                if _is_as_far(before, after, card):
                    compared += 1
                    if (other := _changed(before, after, card, now)) is not None:
                        found.append(other)
                card = after.play(card, now.best.move)
    return compared, found


def _is_as_far(before: SheetGame, after: SheetGame, card: Card) -> bool:
    """Whether the turn is as far by both rules: who has no throw left has nothing to compare with who has one."""
    last = [card.roll - game.sheet.rolls for game in (before, after)]
    return max(last) <= 0 and (last[0] == 0) == (last[1] == 0)


def _changed(before: SheetGame, after: SheetGame, card: Card, now: Advice) -> ChangedDecision | None:
    try:
        then = advise(before, _on(before, card, after))
    except BadPosition:
        return None  # a sum of the upper part that could not be made by the rules of before
    habit = then.best.move
    known = next((option for option in now if option.move == habit), None)
    if known is None or known.loss < max(
        ALIKE, MODEL_ERRORS * (then.best.error or 0), MODEL_ERRORS * (now.best.error or 0)
    ):
        return None
    return ChangedDecision(card, habit, now.best.move, known.value, now.best.value, known.loss, (known, now.best))


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


# What a page asks for: functions of plain values for a worker, see `knobel.coach.hints`.


@dataclass(frozen=True)
class ToldChange:
    """A decision that is another one now."""

    position: Text
    free: Text  # the boxes that are still free
    before: Text
    after: Text
    loss: float
    why: Text


@dataclass(frozen=True)
class ToldComparison:
    before: CardWorth
    after: CardWorth
    compared: int
    changed: int
    comparable: bool
    examples: tuple[ToldChange, ...]


def _cards(before: GameText, after: GameText) -> tuple[SheetGame, SheetGame]:
    one, other = game_in_words(*before), game_in_words(*after)
    assert isinstance(one, SheetGame)
    assert isinstance(other, SheetGame)
    return one, other


def estimated(before: GameText, after: GameText, *, report: Report) -> float:  # noqa: ARG001
    """How many seconds `tried` will take."""
    return seconds_to_compare(*_cards(before, after))


def tried(before: GameText, after: GameText, *, report: Report) -> ToldComparison:
    """What a changed card is worth, with everything that is said of it. Reports how far it is, from 0 to 1."""
    old, new = _cards(before, after)
    whole = seconds_to_compare(old, new)
    solving = 1 - COMPARING / whole
    found = compare(
        old,
        new,
        lambda state: report(solving * state["done"] / state["work"]),
        games=GAMES if whole < SIMULATED_BELOW else 0,
        threads=1,  # as many cards are solved at the same time as there are workers
        compared=lambda done: report(solving + (1 - solving) * done),
    )
    examples = tuple(_told(new, each) for each in found.examples)
    return ToldComparison(found.before, found.after, found.compared, found.changed, found.comparable, examples)


def _told(game: SheetGame, each: ChangedDecision) -> ToldChange:
    habit, best = each.options
    free = [box.name for box, points in zip(game.sheet.boxes, each.card.written, strict=True) if points is None]
    return ToldChange(
        position=situation(game, each.card),
        free=text("laboratory.told.all_free")
        if len(free) == len(game.sheet.boxes)
        else text("laboratory.told.free", boxes=free),
        before=named(game, each.card, each.before),
        after=named(game, each.card, each.after),
        loss=each.loss,
        why=difference(best, habit),
    )
