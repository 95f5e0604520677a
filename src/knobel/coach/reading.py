"""Advice and reviews as lines to read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knobel.coach import sentences
from knobel.coach.advice import Advice, Option
from knobel.coach.reasons import BOXES, Reason
from knobel.coach.review import PlayerReview, Review, ReviewedDecision, ReviewedDraw
from knobel.rules.core import Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.numberup import NumberUp
from knobel.rules.sheetgame import Card, SheetGame
from knobel.words import Text, Words, text

if TYPE_CHECKING:
    from knobel.coach.chances import WinChance  # which loads NumPy


def printed(
    words: Words, game: Game[Any], state: Any, advice: Advice, *, shown: int, explained: int, games: int = 0
) -> Iterator[str]:
    """A heading, then the options, best first, each way to do the same once, the first ones with a reason."""
    lang = words.lang
    yield f"{_heading(game, state).say(lang)} ({_sureness(game, advice).say(lang)})"
    different: dict[object, Option] = {}
    for option in advice:
        different.setdefault(sentences.effect(game, state, option.move), option)
    listed = list(different.values())
    names = [sentences.named(game, state, option.move).say(lang) for option in listed]
    width = max(map(len, names[:shown]))
    for number, (name, option) in enumerate(zip(names[:shown], listed, strict=False), 1):
        loss = sentences.decimal(-option.loss, 2).say(lang)
        yield f"{number:>2}. {name:<{width}}  {sentences.decimal(option.value, 2).say(lang):>7}  {loss:>7}"
        if number <= explained and len(listed) > 1:
            yield from _reasons(words, game, state, advice, with_figures(game, state, option, games), games)
    if len(listed) > shown:
        yield "    " + words("coach.advice.more", n=len(listed) - shown)


def _heading(game: Game[Any], state: Any) -> Text:
    if not isinstance(game, SheetGame):
        return text("coach.advice.result", game=game.name)
    card: Card = state
    if not card.dice:
        return text("coach.advice.at_start", game=game.name)
    return text("coach.advice.to_come", game=game.name, dice=situation(game, card))


def _sureness(game: Game[Any], advice: Advice) -> Text:
    if advice.exact or advice.best.error is None:
        return text("coach.advice.exact")
    error = sentences.decimal(advice.best.error, 2)
    kind = "coach.advice.model" if isinstance(game, SheetGame) else "coach.advice.estimate"
    return text(kind, error=error, game=str(game.spec))


def with_figures(game: Game[Any], state: Any, option: Option, games: int) -> Option:
    """The option with side figures from simulated games, where it has no exact ones and they are wanted."""
    if not games or not isinstance(game, SheetGame) or any(part.key == BOXES for part in option.parts):
        return option
    from knobel.coach.pad_reasons import simulated

    found: Reason = simulated(game, state, option.move, games)
    return replace(option, explain=lambda _: found)


def _reasons(words: Words, game: Game[Any], state: Any, advice: Advice, option: Option, games: int) -> Iterator[str]:
    lang = words.lang
    best = with_figures(game, state, advice.best, games)
    others = [other for other in advice if other.loss >= sentences.LEAST_PART]
    if option.loss >= sentences.LEAST_PART:
        yield "    " + sentences.difference(option, best).say(lang)
    elif others:
        yield "    " + sentences.difference(option, with_figures(game, state, others[0], games)).say(lang)
    if about := sentences.about(option).say(lang):
        yield "    " + about
    if games and not isinstance(game, SheetGame):
        from knobel.coach.level_reasons import medals

        told = [
            words(
                "coach.medal",
                name=each.name.say(lang),
                chance=sentences.percent(each.chance),
                error=f"{100 * (each.error or 0):.0f}",
            )
            for each in medals(game, state, option.move, games)
        ]
        if told:
            yield "    " + " · ".join(told)


def hint_line(words: Words, game: Game[Any], state: Any, advice: Advice) -> str:
    """The best move in a line: what it is, what it comes to, and why."""
    best = advice.best
    return words(
        "coach.hint",
        move=sentences.named(game, state, best.move).say(words.lang),
        points=sentences.decimal(advice.standing + best.value).say(words.lang),
        why=sentences.why(advice, best).say(words.lang),
    )


def cost_line(words: Words, game: Game[Any], state: Any, advice: Advice, move: Move) -> str:
    """What a choice costs, before it is made."""
    return words(
        "coach.cost",
        best=sentences.named(game, state, advice.best.move).say(words.lang),
        why=sentences.difference(advice.of(move), advice.best).say(words.lang),
    )


def told_review(words: Words, found: Review, worst: int = 8) -> Iterator[str]:
    """A review to read: the headline of every player, the turning points, the decisions that lost most."""
    game = found.match.header.game
    if found.chances and not found.match.over:
        from knobel.coach.chances import win_chances

        yield chances_line([player.name for player in found.players], win_chances(found.match)).say(words.lang)
    for player in found.players:
        yield headline(player).say(words.lang)
        yield "  " + ledger(player).say(words.lang)
        if player.stood_in:
            yield "  " + stood_in(player).say(words.lang)
        if player.unknown:
            yield "  " + words("coach.review.unknown", n=player.unknown)
        if moments := player.turning_points:
            yield "  " + words("coach.review.turning")
            for each in moments:
                yield f"    {each.n:>4}  {turning(game, each).say(words.lang)}"
        mistakes = player.mistakes
        if not mistakes and player.decisions:
            yield "  " + words("coach.review.flawless")
        for decision in mistakes[:worst]:
            yield from _mistake(words, game, decision)
        if len(mistakes) > worst:
            rest = sentences.decimal(sum(each.loss for each in mistakes[worst:]))
            yield "  " + words("coach.review.rest", n=len(mistakes) - worst, points=rest.say(words.lang))


def chances_line(names: Sequence[str], found: "Sequence[WinChance]") -> Text:
    """Who wins how likely; with how far that may be off, where it is not exact."""
    told = []
    for each in found:
        chance = sentences.percent(each.chance)
        if each.error is None:
            told.append(text("coach.chances.seat", name=names[each.seat], chance=chance))
        else:
            error = max(1, round(100 * each.error))
            told.append(text("coach.chances.seat_about", name=names[each.seat], chance=chance, error=error))
    return text("coach.chances.line", players=sentences.joined(told))


def headline(player: PlayerReview) -> Text:
    """Luck and decisions in a line."""
    return text(
        "coach.review.headline" if player.over else "coach.review.headline_open",
        name=player.name,
        points=sentences.decimal(player.result, 0 if player.over else 1),
        luck=sentences.decimal(player.luck, sign=True),
        loss=sentences.decimal(-player.loss, sign=True),
        accuracy=sentences.percent(player.accuracy),
        right=len(player.decisions) - len(player.mistakes),
        of=len(player.decisions),
    )


def ledger(player: PlayerReview) -> Text:
    """How it adds up, and how far it is off."""
    values = {
        "start": sentences.decimal(player.start, 4),
        "luck": sentences.decimal(player.luck, 4, sign=True),
        "decided": _decided(player),
        "result": sentences.decimal(player.result, 4),
    }
    if player.exact and not player.residual:
        return text("coach.review.ledger_exact", **values)
    if player.exact:
        return text("coach.review.ledger", **values, residual=f"{abs(player.residual):.0e}")
    return text(
        "coach.review.ledger_about",
        **values,
        residual=sentences.decimal(player.residual, 2, sign=True),
        error=sentences.decimal(player.error or 0.0),
    )


def _decided(player: PlayerReview) -> Text:
    """What decisions cost, and apart from them what those of a bot did."""
    own = text("coach.review.decided_own", loss=sentences.decimal(-player.loss, 4, sign=True))
    if not player.stood_in:
        return own
    return text("coach.review.decided_too", own=own, loss=sentences.decimal(-player.stand_in_loss, 4, sign=True))


def stood_in(player: PlayerReview) -> Text:
    """That a bot played on for a while, whose decisions are not the player's."""
    loss = sentences.decimal(-player.stand_in_loss, sign=True)
    return text("coach.review.stood_in", name=player.name, n=len(player.stood_in), loss=loss)


def turning(game: Game[Any], each: ReviewedDecision | ReviewedDraw) -> Text:
    """A turning point in a line."""
    if isinstance(each, ReviewedDecision):
        points = sentences.decimal(-each.loss, sign=True)
        return text("coach.review.decided", points=points, move=sentences.named(game, each.state, each.move))
    points = sentences.decimal(each.luck, sign=True)
    if each.written is not None:
        name = (
            next(box.name for box in game.sheet.boxes if box.key == each.written.box)
            if isinstance(game, SheetGame)
            else ""
        )
        return text("coach.review.noted", points=points, box=name, n=each.written.points)
    return text("coach.review.drew", points=points, faces=" ".join(map(str, each.faces)))


def _mistake(words: Words, game: Game[Any], decision: ReviewedDecision) -> Iterator[str]:
    lang, best = words.lang, decision.advice.best
    yield "  " + words(
        "coach.review.mistake",
        n=decision.n,
        turn=decision.turn + 1,
        loss=sentences.decimal(decision.loss).say(lang),
        position=situation(game, decision.state).say(lang),
        move=sentences.named(game, decision.state, decision.move).say(lang),
        best=sentences.named(game, decision.state, best.move).say(lang),
    )
    yield "       " + sentences.difference(decision.chosen, best).say(lang)


def situation(game: Game[Any], state: Any) -> Text:
    """What lies on the table when a decision is due."""
    if isinstance(game, SheetGame) and state.dice:
        left = game.sheet.rolls - state.roll
        dice = " ".join(map(str, state.dice))
        return text("coach.advice.throws" if left > 0 else "coach.advice.last", n=left, dice=dice)
    if isinstance(game, ForOne) and state.placing:
        return text("coach.review.dice", dice=" ".join(game.plan.dice_to_place(state)))
    if isinstance(game, NumberUp) and state.hand:
        return text("coach.review.dice", dice=" ".join(state.hand))
    return text("coach.review.between")
