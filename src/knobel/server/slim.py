"""Views as they travel: only what differs from the empty card, which every client gets once.

`slim` writes the difference as JSON; `merge` in docs/protocol.md, and here for tests, is the way back.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from knobel.rules.core import Game
from knobel.rules.sheetgame import Card, SheetGame
from knobel.rules.views import plain
from knobel.server.wire import encode

Json = Any


class _NotTellable(Exception):
    """The view lacks something the empty card has, which a difference cannot say."""


@cache
def layout(game: Game[Any]) -> Json:
    """The view of the empty card."""
    return plain(game.view(game.start()))


def difference(old: Json, new: Json) -> Json:
    """What `merge` needs to make `new` out of `old`. Only called where they differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        if old.keys() - new.keys():
            raise _NotTellable
        return {key: difference(old.get(key), value) for key, value in new.items() if _differ(old, key, value)}
    if _itemwise(old, new):
        return [difference(a, b) for a, b in zip(old, new, strict=True)]
    return new


def _differ(old: Mapping[str, Json], key: str, value: Json) -> bool:
    return key not in old or old[key] != value


def _itemwise(old: Json, new: Json) -> bool:
    if not (isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old):
        return False
    if not isinstance(old[0], Mapping):
        return False
    if not all(isinstance(item, Mapping) for item in new):
        raise _NotTellable
    return True


def merge(old: Json, new: Json) -> Json:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: merge(old[key], value) if key in old else value for key, value in new.items()}}
    if _itemwise(old, new):
        return [merge(a, b) for a, b in zip(old, new, strict=True)]
    return new


def slimmer(game: Game[Any]) -> Callable[[Any], str]:
    """A function from a position to its view as a difference to the empty card, in JSON."""
    if isinstance(game, SheetGame):
        return partial(_slim_sheet, _SheetWords(game), game)
    return partial(_slim_any, game, layout(game))


def _slim_any(game: Game[Any], empty: Json, state: Any) -> str:
    view = plain(game.view(state))
    try:
        return encode(difference(empty, view)).decode()
    except _NotTellable:
        return encode({"whole": view}).decode()


_SUMS = ("upper", "lower", "extra", "total")


class _SheetWords:
    """The parts of a score card's JSON that never change, spelled once: every move sends a card."""

    def __init__(self, game: SheetGame) -> None:
        sheet = game.sheet
        self.turns = len(sheet.boxes)
        self.moves = [f'"move":"enter {box.key}"' for box in sheet.boxes]
        self.strikes = [f',"strike":"strike {box.key}"' for box in sheet.boxes]
        self.bonuses = [bonus.at for bonus in sheet.bonuses]


def _slim_sheet(words: _SheetWords, game: SheetGame, card: Card) -> str:
    sheet, written = game.sheet, card.written
    upper = sheet.upper(written)
    boxes = sum(filter(None, written))
    points = boxes + card.extra + sheet.bonus(upper)
    turn = words.turns - written.count(None)
    parts = []
    if turn:
        parts.append(f'"turn":{turn}')
    if points:
        parts.append(f'"points":{points}')
    if turn == words.turns:
        parts.append('"over":true')
    if card.dice or card.rolling or turn == words.turns:
        parts.append('"actions":[]')
    blocks = [_slim_dice(game, card), _slim_boxes(words, game, card, (upper, boxes - upper, card.extra, points))]
    if sheet.chips:
        blocks.append("{}" if card.chips == sheet.chips else f'{{"value":{card.chips}}}')
    parts.append(f'"blocks":[{",".join(blocks)}]')
    return f"{{{','.join(parts)}}}"


def _slim_dice(game: SheetGame, card: Card) -> str:
    if not card.dice:
        return "{}"
    rolling = card.rolling
    faces = ["{}" if die in rolling else f'{{"face":{face}}}' for die, face in enumerate(card.dice)]
    again = game.again(card)
    left = max(0, game.sheet.rolls - card.roll)
    return (
        f'{{"dice":[{",".join(faces)}],"roll":{card.roll},"rolls_left":{left}'
        + (f',"again":"{again}"' if again else "")
        + "}"
    )


def _slim_boxes(words: _SheetWords, game: SheetGame, card: Card, sums: tuple[int, int, int, int]) -> str:
    entries = {} if card.rolling or not card.dice else game.entries(card)
    strike = game.sheet.strike_at_will
    boxes = []
    for i, value in enumerate(card.written):
        if value is not None:
            boxes.append(f'{{"points":{value}}}')
        elif entry := entries.get(i):
            extra = f',"extra":{entry.extra}' if entry.extra else ""
            note = f',"note":{encode(plain(entry.note)).decode()}' if entry.note else ""
            struck = words.strikes[i] if strike and entry.points else ""
            boxes.append(f'{{"would":{entry.points}{extra}{note},{words.moves[i]}{struck}}}')
        else:
            boxes.append("{}")
    parts = [f'"boxes":[{",".join(boxes)}]']
    if words.bonuses and sums[0] >= min(words.bonuses):
        reached = ",".join('{"reached":true}' if sums[0] >= at else "{}" for at in words.bonuses)
        parts.append(f'"bonuses":[{reached}]')
    parts += [f'"{name}":{value}' for name, value in zip(_SUMS, sums, strict=True) if value]
    return f"{{{','.join(parts)}}}"
