"""Advice as people say it: a move by what it does on the table, a value with the figures that make it, a loss with the
parts that make it. Everything is a `Text`, so it is said in the reader's language.
"""

from collections import Counter
from typing import Any

from knobel.coach.advice import Advice, Option
from knobel.coach.reasons import BONUS, TOP, Reason, ValuePart
from knobel.rules.core import Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.numberup import COLUMNS, NumberUp
from knobel.rules.sheetgame import Card, SheetGame
from knobel.words import Text, text

MOST_CHANCES, LEAST_CHANCE = 3, 0.03
MOST_PARTS, LEAST_PART = 3, 0.05  # parts of a difference that are named, and how many points they are at least
MINUS, PLUS = "−", "+"


def decimal(value: float, digits: int = 1, *, sign: bool = False) -> Text:
    """A number with the decimal sign of the language.

    >>> decimal(-1.26, sign=True).say("de"), decimal(12.345, 2).say("en")
    ('−1,3', '12.35')
    """
    rounded = f"{abs(value):.{digits}f}"
    whole, _, part = rounded.partition(".")
    before = "" if not float(rounded) else MINUS if value < 0 else PLUS if sign else ""
    return text("coach.decimal", whole=before + whole, part=part) if digits else text("coach.whole", n=before + whole)


def percent(chance: float) -> str:
    """To the whole percent, but nothing that may happen is never and nothing that may fail is sure.

    >>> percent(0.314), percent(0.004), percent(0.997)
    ('31 %', '< 1 %', '> 99 %')
    """
    if 0 < chance < 0.005:
        return "< 1 %"
    return "> 99 %" if 0.995 < chance < 1 else f"{100 * chance:.0f} %"


def named(game: Game[Any], state: Any, move: Move) -> Text:
    """A move as a person would name it: the kept dice, not a mask."""
    if isinstance(game, SheetGame):
        return _named_on_card(game, state, move)
    if isinstance(game, ForOne) and move.verb in ("put", "score"):
        row = game.rows[game.index[move.args[-1]]].name
        return text(f"coach.move.{move.verb}", row=row, die=_die(move.args[0]))
    if isinstance(game, ForOne) and move.verb == "leave":
        return text("coach.move.leave", die=_die(move.args[0]))
    if isinstance(game, NumberUp) and move.verb in ("place", "discard"):
        card = move.args[-1] if game.plan.hand > 1 else state.hand[0]
        held = text("coach.card", colour=text(f"colours.{card[0]}"), number=card[1:])
        if move.verb == "discard":
            return text("coach.move.discard", card=held)
        return text("coach.move.place", card=held, cell=_cell(move.args[0]))
    return text(f"coach.move.{move.verb}")


def _cell(name: str) -> Text:
    """A cell by the name one types; browsers, whose grid has no letters, say where it lies."""
    nth = text(f"web.numberup.nth.{COLUMNS.index(name[0]) + 1}")
    return text("coach.cell", name=name, row=name[1:], nth=nth)


def _die(word: str) -> object:
    return text("coach.yellow", n=word[1:]) if word.startswith("y") else word


def _named_on_card(game: SheetGame, card: Card, move: Move) -> Text:
    match move:
        case Move("keep" | "chip" as verb, (mask,)):
            kept = _kept(game, card, mask)
            return text(f"coach.move.{verb}" if kept else f"coach.move.{verb}_none", dice=kept)
        case Move("enter", (key,)):
            box = game.sheet.index(key)
            entry = game.entries(card)[box]
            points = f"{entry.points} + {entry.extra}" if entry.extra else entry.points
            struck = not entry.points and not entry.extra
            return text(
                "coach.move.strike" if struck else "coach.move.enter", box=game.sheet.boxes[box].name, points=points
            )
        case Move("strike", (key,)):
            return text("coach.move.strike", box=game.sheet.boxes[game.sheet.index(key)].name, points=0)
    return text("coach.move.roll")


def _kept(game: SheetGame, card: Card, mask: str) -> str:
    """The faces that are kept. Where unlike dice show the same and only some of them are, their places too."""
    places = [i for i, bit in enumerate(mask) if bit == "1"]
    faces = [card.dice[i] for i in places]
    told = " ".join(map(str, sorted(faces)))
    for face, count in Counter(faces).items():
        showing = [i for i, shown in enumerate(card.dice) if shown == face]
        if count < len(showing) and len({game.sheet.dice[i].kind for i in showing}) > 1:
            return " ".join(str(card.dice[i]) for i in places) + f" ({' '.join(f'#{i + 1}' for i in places)})"
    return told


def effect(game: Game[Any], state: Any, move: Move) -> object:
    """What tells options apart for a person: equal dice are one choice."""
    return named(game, state, move).say("en")


def chances(reason: Reason) -> list[Text]:
    """What the turn most likely comes to."""
    likely = [each for each in reason.chances if each.chance >= LEAST_CHANCE][:MOST_CHANCES]
    return [text("coach.chance", name=each.name, chance=percent(each.chance)) for each in likely]


def about(option: Option) -> Text:
    """What a move leads to."""
    reason = option.reason
    sure = len(reason.chances) == 1
    told: list[Text] = [*reason.notes] if sure else [*chances(reason), *reason.notes]
    if reason.chances and not sure:
        told.append(text("coach.now", points=decimal(reason.part("now"))))
    told += [
        _figure(part) for part in reason.parts if part.chance is not None and part.key in (BONUS, TOP) and part.chance
    ]
    return text("coach.list", parts=joined(told))


def _figure(part: ValuePart) -> Text:
    assert part.chance is not None
    if part.error is None:
        return text("coach.chance", name=part.name, chance=percent(part.chance))
    about = part.error / part.points * part.chance if part.points else 0.0
    return text("coach.chance_about", name=part.name, chance=percent(part.chance), error=f"{100 * about:.0f}")


def difference(option: Option, other: Option) -> Text:
    """Why one move is worth more or less than another: the two or three parts that make most of it."""
    gap = option.value - other.value
    if abs(gap) < LEAST_PART:
        return text("coach.alike")
    named = [phrase for _, phrase in compared_parts(option.reason, other.reason)[:MOST_PARTS]]
    more = text("coach.more" if gap > 0 else "coach.less", points=decimal(abs(gap)))
    return text("coach.because", more=more, parts=joined(named)) if named else more


def compared_parts(one: Reason, other: Reason) -> list[tuple[float, Text]]:
    """How far each part differs, and what is said of it, the largest first; what is too small to name is left out."""
    found = []
    for part in one.parts:
        same = (each for each in other.parts if (each.key, each.name) == (part.key, part.name))
        against = next(same, ValuePart(part.key, 0.0, part.name))
        gap = part.points - against.points
        if abs(gap) >= LEAST_PART:
            found.append((gap, _compared(part, against, gap)))
    return sorted(found, key=lambda each: -abs(each[0]))


def _compared(part: ValuePart, against: ValuePart, gap: float) -> Text:
    points = decimal(gap, sign=True)
    if part.chance is None or against.chance is None:
        return text(f"coach.part.{part.key}", points=points)
    here: Text | str = percent(part.chance)
    there: Text | str = percent(against.chance)
    if here == there:
        here, there = (text("coach.share", n=decimal(100 * chance)) for chance in (part.chance, against.chance))
    return text("coach.instead", name=part.name, here=here, there=there, points=points)


def why(advice: Advice, option: Option) -> Text:
    """What speaks for the best move beside the next, or what another loses against the best."""
    others = [other for other in advice if other.loss >= LEAST_PART]
    if option.loss >= LEAST_PART:
        return difference(option, advice.best)
    return difference(option, others[0]) if others else text("coach.alike")


def joined(parts: list[Text]) -> Text | str:
    """Parts one after the other, with semicolons: some of them have commas of their own."""
    found: Text | str = parts[0] if parts else ""
    for part in parts[1:]:
        found = text("coach.and", one=found, other=part)
    return found
