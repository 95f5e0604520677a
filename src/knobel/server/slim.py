"""Views as they travel: only what differs from a view that the client has, the empty card or the one before.

`Slim` tells such differences; `merge` in docs/protocol.md, and here for tests, is the way back. Nothing here knows a
game: a view is compared field by field, and a part that is the very one of before is not looked at at all.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any

from msgspec import Raw

from knobel.rules.core import Game, Node
from knobel.rules.views import View, plain
from knobel.server.told import encode

Json = Any

_SAME = object()
_EMPTY = Raw(b"{}")
_PLAIN = frozenset({int, str, bool, type(None)})
_MOST_MET = 20_000  # pairs of parts, remembered for one game


class Slim:
    """The views of one game, told as differences."""

    def __init__(self, game: Game[Any]) -> None:
        self.view = game.view
        self.empty = game.view(game.start())
        self.layout = Raw(encode(plain(self.empty)))
        self._met: dict[tuple[int, int], Raw] = {}
        self._lasting: list[tuple[Any, Any]] = []

    def __call__(self, state: Any, node: Node | None = None) -> Raw:
        """A position, for somebody who has the empty card."""
        return self.told(self.view(state, node))

    def told(self, view: View) -> Raw:
        """A view, for somebody who has the empty card."""
        return Raw(encode(self.difference(self.empty, view)))

    def difference(self, old: View, new: View) -> Json:
        """A view, for somebody who has the old one."""
        return self._part(old, new)

    def _compared(self, old: Any, new: Any) -> Json:
        if type(new) is type(old):
            if type(new) is tuple:
                return self._items(old, new)
            if named := _fields_of(type(new)):
                return self._fields(named, old, new)
        return _SAME if new == old else _replaced(old, new)

    def _fields(self, named: "_Fields", old: Any, new: Any) -> Json:
        names, read = named
        was, now = read(old), read(new)
        found = {}
        for name, before, value in compress(zip(names, was, now, strict=True), map(is_not, was, now)):
            if type(value) in _PLAIN:
                if value != before:
                    found[name] = value
            elif (told := self._compared(before, value)) is not _SAME:
                found[name] = told
        return found or _SAME

    def _items(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> Json:
        if new == ():
            return new
        if len(new) != len(old) or not _fields_of(type(new[0])):
            return _SAME if new == old else _replaced(old, new)
        if "block" in vars(type(new[0])):  # hardly ever the same
            return list(map(self._part, old, new))
        try:
            told = list(map(self._met.__getitem__, zip(map(id, old), map(id, new), strict=True)))
        except KeyError:
            told = list(map(self._first, old, new))
        return _SAME if told.count(_EMPTY) == len(told) else told

    def _first(self, old: Any, new: Any) -> Raw:
        """Boxes, dice, rows: the same pairs are met again and again, so how they are told is remembered. This may be
        the first time. They are kept, so that no other part takes their ids."""
        known = self._met.get((id(old), id(new)))
        if known is None:
            if len(self._met) >= _MOST_MET:
                self._met.clear()
                self._lasting.clear()
            told = self._part(old, new)
            known = self._met[id(old), id(new)] = _EMPTY if told is _EMPTY else Raw(encode(told))
            self._lasting.append((old, new))
        return known

    def _part(self, old: Any, new: Any) -> Json:
        told = _SAME if new is old else self._compared(old, new)
        return _EMPTY if told is _SAME else told


_Fields = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]


_known_fields: dict[type, _Fields | None] = {}


def _fields_of(kind: type) -> _Fields | None:
    """The names of a part's fields, and how all are read at once; all parts have several."""
    try:
        return _known_fields[kind]
    except KeyError:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
        found = _known_fields[kind] = (names, attrgetter(*names)) if names else None
        return found


def _replaced(old: Any, new: Any) -> Json:
    """A value that is told as a whole, and said to be whole where it would be taken for a difference."""
    if type(new) is tuple and type(new[0]) in _PLAIN:
        return new
    told = plain(new)
    return told if merge(plain(old), told) == told else {"whole": told}


def merge(old: Json, new: Json) -> Json:
    """What a client makes of what it has and the difference it was told."""
    if isinstance(new, Mapping):
        if new.keys() == {"whole"}:
            return new["whole"]
        if isinstance(old, Mapping):
            return {**old, **{key: merge(old[key], value) if key in old else value for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old and isinstance(old[0], Mapping):
        return [merge(a, b) for a, b in zip(old, new, strict=True)]
    return new


def slim(game: Game[Any]) -> Slim:
    """One for all matches of a game: what one of them has met, the others know.

    Cards of one's own that differ in names alone are the same game, but do not look the same.
    """
    return _slim(game, str(game.own_card()))


@cache
def _slim(game: Game[Any], _names: str) -> Slim:
    return Slim(game)
