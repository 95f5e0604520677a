"""What a table asks the coach: as functions of plain values, so that a worker of whatever kind can be given them.

Each takes `report`, which hears how far it is, from 0 to 1. What they give has no language yet.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from knobel.coach import reading, sentences
from knobel.coach.advice import Advice, advise, is_compiled
from knobel.coach.review import PlayerReview, Review, ReviewedDecision, ReviewedDraw, review
from knobel.coach.what_if import CoachLine, coach_line, why_no_what_if
from knobel.match.notation import is_own, parse_match
from knobel.rules import digest, find_by_rules
from knobel.rules.core import Game
from knobel.rules.sheetfile import sheet_game
from knobel.rules.sheetgame import SheetGame
from knobel.solver.plain.table import made_for
from knobel.words import Text

Report: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True)
class HintedOption:
    move: str
    value: float  # the expected result of the whole game
    loss: float
    error: float | None


@dataclass(frozen=True)
class Hints:
    """The options of a decision, best first."""

    exact: bool
    options: tuple[HintedOption, ...]
    best: Text  # named as a person would


@dataclass(frozen=True)
class Why:
    """One option: what it is called, what makes the difference to the best (or to the next), what it leads to."""

    move: str
    name: Text
    loss: float
    why: Text
    about: Text


@dataclass(frozen=True)
class SeatChance:
    """How likely a player is to win; the error is one standard error, none where it is exact."""

    seat: int
    chance: float
    error: float | None


@dataclass(frozen=True)
class MedalChance:
    """How likely a medal is, or a better one, from games that are played on."""

    medal: str
    chance: float
    error: float


@dataclass(frozen=True)
class MoveMedals:
    """The chance of each medal of the level after a move."""

    move: str
    medals: tuple[MedalChance, ...]


GameText: TypeAlias = tuple[str, str, str]
"""a game in words: its name, digest of its rules, its card if that is one's own"""
PositionText: TypeAlias = tuple[str, str, str, str]
"""a position in words: its game, as above, and where it stands"""


def game_text(game: Game[Any]) -> GameText:
    return str(game.spec.today), digest(game), json.dumps(game.own_card()) if is_own(game) else ""


def position_text(game: Game[Any], state: Any) -> PositionText:
    return *game_text(game), game.format(state)


@lru_cache(maxsize=64)
def game_in_words(spec: str, rules: str, card: str) -> Game[Any]:
    """Kept, so that who asks twice need not begin anew."""
    return sheet_game(json.loads(card), "sheet") if card else find_by_rules(spec, rules)


def _position(position: PositionText) -> tuple[Game[Any], Any]:
    spec, rules, card, words = position
    game = game_in_words(spec, rules, card)
    fields = (word.partition("=") for word in words.split(" "))
    return game, game.parse({name: value for name, _, value in fields})


def is_at_hand(game: Game[Any]) -> bool:
    """Whether values come from what ships with the package; else a game may have to be solved first, which takes longer
    than anybody waits for a hint.
    """
    if not isinstance(game, SheetGame):
        return True
    mark, key = digest(game), game.sheet.key
    return any(made_for(mark, f"{key}.{kind}") for kind in ("table", "model"))


@lru_cache(maxsize=16)
def _advised(position: PositionText, fully: bool) -> tuple[Game[Any], Any, Advice]:  # noqa: ARG001
    """Kept, since whoever was told what moves are worth asks for the reasons next. Another one once it can be said
    `fully`, with machine code."""
    game, state = _position(position)
    return game, state, advise(game, state)


def _advice(position: PositionText) -> tuple[Game[Any], Any, Advice]:
    return _advised(position, is_compiled(_position(position)[0]))


def hints(position: PositionText, *, report: Report) -> Hints:  # noqa: ARG001
    """What every move is worth."""
    game, state, advice = _advice(position)
    found = (
        HintedOption(str(one.move), advice.standing + one.value, 0.0 if one.best else one.loss, one.error)
        for one in advice
    )
    return Hints(advice.exact, tuple(found), sentences.named(game, state, advice.best.move))


def reasons(position: PositionText, moves: tuple[str, ...], *, report: Report) -> tuple[Why, ...]:  # noqa: ARG001
    """Why these moves are worth what they are; without any, the three best that differ."""
    game, state, advice = _advice(position)
    return tuple(_why(game, state, advice, move) for move in moves or _first_ones(game, state, advice))


def seat_chances(match: str, *, report: Report) -> tuple[SeatChance, ...]:  # noqa: ARG001
    """How likely each player is to win the match of a file, as it stands."""
    from knobel.coach.chances import win_chances  # late: it loads NumPy

    return tuple(SeatChance(*each) for each in win_chances(parse_match(match)))


def medal_chances(position: PositionText, *, report: Report) -> tuple[MoveMedals, ...]:  # noqa: ARG001
    """The chances of the medals after the three best moves that differ. They are simulated in compiled code: until that
    is made there are none."""
    from knobel.coach.level_reasons import medals

    game, state = _position(position)
    if not is_compiled(game):
        return ()
    advice = _advice(position)[2]
    return tuple(
        MoveMedals(
            move,
            tuple(
                MedalChance(each.key, each.chance, each.error or 0.0)
                for each in medals(game, state, advice.of(move).move)
            ),
        )
        for move in _first_ones(game, state, advice)
    )


def _first_ones(game: Game[Any], state: Any, advice: Advice) -> list[str]:
    different: dict[object, str] = {}
    for option in advice:
        different.setdefault(sentences.effect(game, state, option.move), str(option.move))
        if len(different) == 3:
            break
    return list(different.values())


def _why(game: Game[Any], state: Any, advice: Advice, move: str) -> Why:
    option = advice.of(move)
    loss = 0.0 if option.best else option.loss
    name = sentences.named(game, state, option.move)
    return Why(move, name, loss, sentences.why(advice, option), sentences.about(option))


@dataclass(frozen=True)
class ToldMoment:
    """A throw or a decision that moved the expected result much."""

    n: int
    turn: int
    points: float
    says: Text


@dataclass(frozen=True)
class ToldDecision:
    """A decision that lost something."""

    n: int
    game: int
    turn: int
    loss: float
    position: Text
    move: Text
    best: Text
    why: Text


@dataclass(frozen=True)
class ToldPlayer:
    seat: int
    name: str
    start: float
    luck: float
    loss: float
    result: float
    residual: float
    exact: bool
    error: float | None
    over: bool
    accuracy: float
    decided: int
    right: int
    unknown: int
    stood_in: Text | None  # that a bot decided for a while
    ledger: Text
    expected: tuple[tuple[int, float], ...]
    turning: tuple[ToldMoment, ...]
    mistakes: tuple[ToldDecision, ...]  # the worst first


@dataclass(frozen=True)
class ToldReview:
    players: tuple[ToldPlayer, ...]
    chances: tuple[tuple[int, tuple[float, ...]], ...]  # after which event, and of every seat: the chance to win
    no_what_if: Text | None  # why nobody can go on from a decision with the same dice


def told_review(match: str, *, report: Report) -> ToldReview:
    """The review of a match file, with everything that is said in it."""
    return told_in_full(review(parse_match(match), lambda done: report(0.8 * done)), report)


def told_in_full(found: Review, report: Report) -> ToldReview:
    """Everything that is said in a review."""
    every = sum(len(player.mistakes) for player in found.players) or 1
    told: list[ToldPlayer] = []
    for player in found.players:
        mistakes = []
        for decision in player.mistakes:
            mistakes.append(_told_decision(found, decision))
            report(0.8 + 0.2 * (sum(len(one.mistakes) for one in told) + len(mistakes)) / every)
        told.append(_told_player(found, player, tuple(mistakes)))
    chances = tuple((each.n, each.chances) for each in found.chances)
    return ToldReview(tuple(told), chances, why_no_what_if(found.match))


def _told_player(found: Review, player: PlayerReview, mistakes: tuple[ToldDecision, ...]) -> ToldPlayer:
    game = found.match.header.game
    return ToldPlayer(
        seat=player.seat,
        name=player.name,
        start=player.start,
        luck=player.luck,
        loss=player.loss,
        result=player.result,
        residual=player.residual,
        exact=player.exact,
        error=player.error,
        over=player.over,
        accuracy=player.accuracy,
        decided=len(player.decisions),
        right=len(player.decisions) - len(mistakes),
        unknown=player.unknown,
        stood_in=reading.stood_in(player) if player.stood_in else None,
        ledger=reading.ledger(player),
        expected=tuple((each.n, each.value) for each in player.expected),
        turning=tuple(
            ToldMoment(each.n, each.turn, _moved(each), reading.turning(game, each)) for each in player.turning_points
        ),
        mistakes=mistakes,
    )


def _moved(each: ReviewedDecision | ReviewedDraw) -> float:
    return each.luck if isinstance(each, ReviewedDraw) else -each.loss


def _told_decision(found: Review, decision: ReviewedDecision) -> ToldDecision:
    game, best = found.match.header.game, decision.advice.best
    return ToldDecision(
        n=decision.n,
        game=decision.game,
        turn=decision.turn,
        loss=decision.loss,
        position=reading.situation(game, decision.state),
        move=sentences.named(game, decision.state, decision.move),
        best=sentences.named(game, decision.state, best.move),
        why=sentences.difference(decision.chosen, best),
    )


def line(match: str, n: int, *, report: Report) -> CoachLine:
    """How the coach would have gone on from a decision of a match file, with the same dice."""
    return coach_line(parse_match(match), n, report)
