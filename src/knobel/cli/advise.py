"""`knobel advise`: every move of a position with what it is worth, best first, and why."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from msgspec import Struct
from msgspec.json import encode

from knobel.cli.asking import Fields, Question, asking, position_of, whole
from knobel.cli.options import Level
from knobel.rules.core import Game
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.words import Words, text

SHOWN, EXPLAINED = 10, 3  # options for people: in all, and with a reason


def register(app: typer.Typer) -> None:
    app.command("advise")(_or_from_elsewhere(advise))


def _or_from_elsewhere(command: Callable[..., None]) -> Callable[..., None]:
    """The command by flags, which turns to a position or a match file where one is given in place of a game; games
    without boxes have no flags, for them a name alone is the start of the game."""
    own = [
        Parameter("at", Parameter.KEYWORD_ONLY, default=None, annotation=At),
        Parameter("level", Parameter.KEYWORD_ONLY, default=None, annotation=Level),
    ]
    flags = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in signature(command).parameters.values()]

    def either(*, at: int | None, level: int | None, **given: Any) -> None:
        from knobel.cli.common import as_json, words_of

        found = _elsewhere(given["game"], at, level, given["rule"])
        if found is None:
            command(**given)
            return
        game, state, match = found
        advice = asked_of(game, state)
        if given["json"]:
            print(as_json(told(game, advice)))
            return
        words = words_of(given["lang"])
        show(words, game, state, advice, given["simulate"])
        if match is not None:
            show_chances(words, match)

    either.__annotations__ = {each.name: each.annotation for each in (*flags, *own)}
    either.__signature__ = Signature([*flags, *own])  # type: ignore[attr-defined]
    return either


At = Annotated[int | None, typer.Option("--at", metavar="N", min=1, show_default=False)]


@asking
def advise(
    question: Question,
    dice: Annotated[str | None, typer.Option("--dice", metavar="1,2,…", show_default=False)] = None,
    rolls_left: Annotated[int, typer.Option("--rolls-left", metavar="N", min=0)] = 0,
    chip_used: Annotated[bool, typer.Option("--chip-used", show_default=False)] = False,
    simulate: Annotated[int, typer.Option("--simulate", metavar="N", min=0, max=100_000)] = 0,
) -> None:
    from knobel.cli.failures import BadUsage
    from knobel.cli.score import read_dice

    def turn() -> Fields:
        if not dice:
            raise BadUsage(problem=text("cli.usage.missing", name="--dice"))
        return {"dice": list(read_dice(question.card, dice)), "rolls_left": rolls_left, "chip_used": chip_used}

    if question.batch and _together(question):
        return
    if question.batch or question.json:
        question.answer(_answer, turn, lambda _: None)
        return
    card, state = question.card, _state(question.card, {**question.position, **turn()})
    show(question.words, card, state, asked_of(card, state), simulate)


def _together(question: Question) -> bool:
    """Answer a batch many positions at a time, if this game's can be."""
    from knobel.cli.common import answer_together
    from knobel.errors import KnobelError
    from knobel.solver.asking.bulk import BulkAdviser, BulkAnswer, BulkQuestion, in_bulk
    from knobel.solver.asking.values import value_function

    table, card = value_function(question.card), question.card
    if not in_bulk(table):
        return False
    expert = BulkAdviser(table)
    names = [str(each) for each in expert.moves]

    def read(asked: Fields) -> BulkQuestion | KnobelError:
        try:
            found = BulkQuestion(*_turn(card, asked)[:3])
            expert.check(found)
        except KnobelError as error:
            return error
        return found

    def written(answer: BulkAnswer) -> str:
        told = list(map(_BatchOption, map(names.__getitem__, answer.moves), answer.values, answer.losses))
        return encode(_BatchAnswer(told)).decode()

    def answers(asked: list[Fields]) -> list[str | KnobelError]:
        found = [read(each) for each in asked]
        answered = iter(expert.answers([each for each in found if isinstance(each, BulkQuestion)]))
        return [written(next(answered)) if isinstance(each, BulkQuestion) else each for each in found]

    answer_together(answers, question.words.lang)
    return True


class _BatchOption(Struct, gc=False):
    """A move in the answer to a batch: the same fields as `told` gives, written by the hundred thousand."""

    move: str
    value: float
    loss: float


class _BatchAnswer(Struct, gc=False):
    moves: list[_BatchOption]
    exact: bool = True


def _answer(card: SheetGame, asked: Fields) -> dict[str, Any]:
    return told(card, asked_of(card, _state(card, asked)))


def _state(card: SheetGame, asked: Fields) -> Any:
    position, dice, left, paid = _turn(card, asked)
    return position.card(card.sheet, dice, card.sheet.rolls - left + paid)


def _turn(card: SheetGame, asked: Fields) -> tuple[Any, tuple[int, ...], int, bool]:
    """The position that is asked about, what lies on the table, and how far the turn has come."""
    from knobel.cli.score import listed_dice

    position = position_of(card, asked, ("dice", "rolls_left", "chip_used"))
    dice, left = listed_dice(card, asked.get("dice")), whole(asked, "rolls_left")
    if not left < card.sheet.rolls:
        fail("rolls_left", "solve.why.rolls", most=card.sheet.rolls - 1)
    return position, dice, left, not left and asked.get("chip_used") is True


def asked_of(game: Game[Any], state: Any) -> Any:
    from knobel.coach.advice import advise

    return advise(game, state)


def told(game: Game[Any], advice: Any) -> dict[str, Any]:
    """Advice as JSON; where values are estimates of a learned player, each with its error."""
    moves = [{"move": str(each.move), "value": each.value, "loss": each.loss} for each in advice]
    if game.engine != SheetGame.engine:
        moves = [{**each, "error": option.error or 0.0} for each, option in zip(moves, advice, strict=True)]
    return {"moves": moves, "exact": advice.exact}


Asked: TypeAlias = tuple[Game[Any], Any, Any]
"""a game, a position of it, and the match it is from, if it is from one"""


def _elsewhere(name: str, at: int | None, level: int | None, rules: list[str] | None) -> Asked | None:
    """The position that is asked about if it does not come from flags."""
    from knobel.cli.common import game_of
    from knobel.match.notation import parse_position
    from knobel.storage.matchfiles import MATCH, read_match

    if name.startswith("knobel "):
        return *parse_position(name), None
    if name.lower().endswith(MATCH) or at is not None:
        return _in_match(read_match(Path(name)), at)
    game = game_of(name, level, rules)
    return None if game.has_boxes else (game, game.start(), None)


def _in_match(match: Any, at: int | None) -> Asked:
    """The decision of that number, or the last one."""
    from knobel.cli.failures import BadUsage
    from knobel.match.log import Match, Played

    numbers = [n for n, event in enumerate(match.events, 1) if isinstance(event, Played)]
    wanted = at or (match.version + 1 if match.legal_moves else max(numbers, default=0))
    if wanted != match.version + 1 and wanted not in numbers:
        raise BadUsage(problem=text("coach.no_decision", n=wanted))
    replayed = Match.begin(match.header)
    for event in match.events[: wanted - 1]:
        replayed = replayed.step(event)
    return match.header.game, replayed.state.cards[replayed.turn.seat], replayed


def show(words: Words, game: Game[Any], state: Any, advice: Any, games: int) -> None:
    """For people: what can be done, best first, each way once, and why for the first ones."""
    from knobel.coach.reading import printed

    for line in printed(words, game, state, advice, shown=SHOWN, explained=EXPLAINED, games=games):
        print(line)


def show_chances(words: Words, match: Any) -> None:
    """Who wins how likely, where several play."""
    from knobel.coach.chances import win_chances
    from knobel.coach.reading import chances_line

    if found := win_chances(match):
        print(chances_line([seat.name for seat in match.header.seats], found).say(words.lang))
