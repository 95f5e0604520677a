"""Advice: every move of a decision with what it is worth, best first, and why. Nothing else compares moves for a
person.

Each engine has its adviser in `ADVISERS`. Score cards ask the solver: exact, except where only a model of a large game
is at hand, which says how far it is off. The For One games ask their learned players, whose values are estimates.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from knobel.bots import LEARNED, learned_players
from knobel.bots.graded import has_numpy
from knobel.bots.pads.plain import few_keeps, plain_options
from knobel.bots.protocols import MoveEstimate
from knobel.bots.wasm.memory import has_web_assembly
from knobel.coach.errors import NoAdvice, NothingToDecide
from knobel.coach.reasons import Explain, Reason, ValuePart
from knobel.machine_code import Preparation
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Game, Move
from knobel.rules.fields import fail
from knobel.rules.sheetgame import ROLL, Card, SheetGame
from knobel.solver.plain.table import has_plain_table, plain_table
from knobel.words import text

ALIKE = 1e-4  # values that differ by less are the same: tables are kept in steps of this size


@dataclass(frozen=True, slots=True)
class Option:
    """A move that can be made."""

    move: Move
    value: float  # expected points of what it writes and of all that follows; points written before do not count
    loss: float  # how much less than the best
    exact: bool
    error: float | None = None  # of the value, one standard error, where it is not exact
    explain: Explain | None = field(default=None, repr=False, compare=False)

    @property
    def best(self) -> bool:
        """Nothing is better."""
        return self.loss < ALIKE

    @property
    def reason(self) -> Reason:
        """What it does to this turn and to the rest; worked out when it is first asked for."""
        if self.explain is None:
            return Reason((ValuePart("later", self.value),))
        return self.explain(self)

    @property
    def parts(self) -> tuple[ValuePart, ...]:
        """What the value is made of: these add up to it."""
        return self.reason.parts

    def __str__(self) -> str:
        return f"{self.move} {self.value:.2f}"


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The options of a decision, best first."""

    options: tuple[Option, ...]
    standing: int = 0  # points that stand already: with a value they make the expected result

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def exact(self) -> bool:
        """Whether all values are."""
        return all(option.exact for option in self.options)

    def of(self, move: Move | str) -> Option:
        """What is said of one move."""
        wanted = str(move)
        return next(option for option in self.options if str(option.move) == wanted)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __repr__(self) -> str:
        return f"<Advice: {self.best}{'' if self.exact else f' ± {self.best.error:.2f}'}, {len(self)} options>"

    def __str__(self) -> str:
        """A line for each option: the move, its value, and what it loses."""
        width = max(len(str(option.move)) for option in self.options)
        lines = (f"{option.move!s:<{width}}  {option.value:9.4f}  {0 - option.loss:9.4f}" for option in self.options)
        return "\n".join(lines)


Adviser: TypeAlias = Callable[[Any, Any], Advice]
"""(game, position that waits for a decision) → advice"""


def advise(game: Game[Any] | str, state: Any) -> Advice:
    """What every move is worth in a position of a game, which may be given by its name.

    >>> from knobel.rules import find
    >>> kniffel = find("kniffel")
    >>> thrown = kniffel.draw(kniffel.play(kniffel.start(), ROLL), (2, 3, 4, 5, 6))
    >>> advise(kniffel, thrown)
    <Advice: enter large_straight 255.67, 44 options>
    >>> str(advise(kniffel, thrown).of("keep 11110").move)
    'keep 11110'
    """
    game = find(game) if isinstance(game, str) else game
    node = game.node(state)
    if not isinstance(node, Decide):
        why = text("advice.why.dice" if isinstance(node, Draw) else "advice.why.over")
        raise NothingToDecide(game=game.name, why=why)
    adviser = ADVISERS.get(game.engine)
    if adviser is None:
        raise NoAdvice(game=game.name)
    return adviser(game, state)


def compared(
    values: Iterable[tuple[Move, float]],
    *,
    error: float | None = None,
    standing: int = 0,
    explain: Explain | None = None,
) -> Advice:
    """Moves with their values as advice; with an `error` they are estimates. Among equals the order stays."""
    ranked = sorted(values, key=lambda each: -each[1])
    best, exact = ranked[0][1], error is None
    return Advice(tuple([Option(move, value, best - value, exact, error, explain) for move, value in ranked]), standing)


def _by_solver(game: SheetGame, card: Card) -> Advice:
    if not has_numpy() and has_plain_table(game) and few_keeps(game.sheet):
        return _by_plain_table(game, card)
    from knobel.coach.pad_reasons import explain
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.values import adviser  # late: it loads NumPy

    _check_dice(game, card)
    expert, position = adviser(game), CardPosition.of(game.sheet, card)
    found = expert.moves(card) if card.dice else [(ROLL, expert.value(position))]
    return compared(
        found,
        error=expert.value_function.error(position),
        standing=sum(filter(None, card.written)) + card.extra,
        explain=cache(lambda option: explain(game, card, option.move)),
    )


def _by_plain_table(game: SheetGame, card: Card) -> Advice:
    """Where there is no NumPy: the same values from the table that ships, without the parts they are made of."""
    _check_dice(game, card)
    exact = plain_table(game).value
    if card.dice:
        found = plain_options(game, card, exact)
    else:
        free = frozenset(i for i, points in enumerate(card.written) if points is None)
        top = (card.written[game.sheet.top] or 0) if game.sheet.top is not None else 0
        found = [(ROLL, exact(free, game.sheet.upper(card.written), top, card.chips))]
    return compared(found, standing=sum(filter(None, card.written)) + card.extra, explain=lambda _: Reason(parts=()))


def _check_dice(game: SheetGame, card: Card) -> None:
    """Cards that the rules made are right; one made by hand may hold dice that do not exist."""
    if card.dice and len(card.dice) != len(game.sheet.dice):
        fail("dice", "position.count", n=len(game.sheet.dice))
    for die, face in zip(game.sheet.dice, card.dice, strict=False):
        if face not in die.faces:
            fail("dice", "position.face", face=face, faces=die.faces)


def _by_learned_player(game: Game[Any], state: Any) -> Advice:
    """What a game is expected to end with; nothing is settled before that, so nothing stands."""
    from knobel.coach.level_reasons import explain

    node = game.node(state)
    assert isinstance(node, Decide)
    ranked = sorted(_estimates(game)(game, state, node), key=lambda each: -each.value)
    best, why = ranked[0].value, cache(lambda option: explain(game, state, option.move, option.value))
    return Advice(
        tuple(
            [
                Option(each.move, each.value, best - each.value, each.error == 0, each.error or None, why)
                for each in ranked
            ]
        )
    )


def _estimates(game: Game[Any]) -> Callable[[Any, Any, Decide], list[MoveEstimate]]:
    players = learned_players(game.spec.key)
    return players.estimates if is_compiled(game) else players.plain_estimates


def is_compiled(game: Game[Any]) -> bool:
    """Whether the learned players of a game have their machine code; if not, somebody makes it from now on."""
    return not has_web_assembly() and game.spec.key in _MADE and _MADE[game.spec.key].ready()


_MADE = {name: Preparation(name) for name in LEARNED}  # the machine code of learned players

ADVISERS: dict[str, Adviser] = {"pad": _by_solver, "rows": _by_learned_player, "grid": _by_learned_player}
