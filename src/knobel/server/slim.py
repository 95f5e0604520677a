"""Views as they travel: only what differs from the empty card, which every client gets once.

`Slim` tells a position as such a difference; `merge` in docs/protocol.md, and here for tests, is the way back. Nothing
here knows a game: the empty card is taken apart once, into parts that each know how to tell a new value beside the old
one, and a part that is the very one met before is not looked at again.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias

from msgspec import Raw

from knobel.rules.core import Game, Node
from knobel.rules.views import plain
from knobel.server.told import encode

Json = Any
Telling: TypeAlias = Callable[[Any], Json]  # what is to be said of a new value

_SAME = object()
_EMPTY = Raw(b"{}")
_PLAIN = frozenset({int, str, bool, type(None)})
_MOST_MET = 5000  # parts of one kind, remembered for one game


class _NotTellable(Exception):
    """What `merge` would make of the difference is not the new value."""


class Slim:
    """The views of one game, told as differences to its empty card."""

    def __init__(self, game: Game[Any]) -> None:
        self._view = game.view
        empty = game.view(game.start())
        self.layout = Raw(encode(plain(empty)))
        self._told = _beside(empty)

    def __call__(self, state: Any, node: Node | None = None) -> Raw:
        view = self._view(state, node)
        try:
            told = self._told(view)
        except _NotTellable:
            told = {"whole": plain(view)}
        return _EMPTY if told is _SAME else Raw(encode(told))


def _beside(old: Any) -> Telling:
    """How new values are told to somebody who has the old one."""
    if is_dataclass(old):
        return _Part(old)
    if isinstance(old, tuple) and old and is_dataclass(old[0]):
        return _Blocks(old) if "block" in vars(type(old[0])) else _Parts(old)
    return _Value(old)


class _Value:
    """Anything that is told as a whole."""

    def __init__(self, old: Any) -> None:
        self._old = old

    def __call__(self, new: Any) -> Json:
        if new == self._old:
            return _SAME
        if type(new) is tuple and all(type(item) in _PLAIN for item in new):
            return new  # lists of plain values are replaced as a whole
        told = plain(new)
        if merge(plain(self._old), told) != told:
            raise _NotTellable
        return told


class _Part(_Value):
    """A part of a view, told field by field."""

    def __init__(self, old: Any) -> None:
        super().__init__(old)
        names = [field.name for field in fields(old)]
        self._read = attrgetter(*names)  # all parts have several fields
        self._fields = [(name, value, _beside(value)) for name, value in zip(names, self._read(old), strict=True)]

    def __call__(self, new: Any) -> Json:
        if type(new) is not type(self._old):
            return super().__call__(new)
        found = {}
        for (name, old, telling), value in zip(self._fields, self._read(new), strict=True):
            if value is old:
                continue
            if type(value) in _PLAIN:
                if value != old:
                    found[name] = value
            elif (told := telling(value)) is not _SAME:
                found[name] = told
        return found or _SAME


class _Blocks(_Value):
    """The blocks of a view. Hardly ever is one the same as before."""

    def __init__(self, old: tuple[Any, ...]) -> None:
        super().__init__(old)
        self._tellings = [_Part(block) for block in old]

    def __call__(self, new: Any) -> Json:
        if len(new) != len(self._tellings):
            return super().__call__(new)
        told = [telling(block) for telling, block in zip(self._tellings, new, strict=True)]
        return [_EMPTY if one is _SAME else one for one in told] if any(one is not _SAME for one in told) else _SAME


class _Parts(_Value):
    """Boxes, dice, rows: in each place the same few are met again and again, so they are remembered as they go out."""

    def __init__(self, old: tuple[Any, ...]) -> None:
        super().__init__(old)
        self._tellings = [_Part(part) for part in old]
        self._nothing = [_EMPTY] * len(old)
        self._met: list[dict[int, Raw]] = [{} for _ in old]
        self._lasting: list[Any] = []  # all that were met, so that no other part takes their ids

    def __call__(self, new: Any) -> Json:
        if len(new) != len(self._tellings):
            return super().__call__(new)
        try:
            told = [met[id(part)] for met, part in zip(self._met, new, strict=True)]
        except KeyError:
            told = [self._first(place, part) for place, part in enumerate(new)]
        return _SAME if told == self._nothing else told

    def _first(self, place: int, part: Any) -> Raw:
        """One that may be met for the first time."""
        if (known := self._met[place].get(id(part))) is not None:
            return known
        if len(self._lasting) >= _MOST_MET:
            self._lasting.clear()
            for met in self._met:
                met.clear()
        told = self._tellings[place](part)
        raw = self._met[place][id(part)] = _EMPTY if told is _SAME else Raw(encode(told))
        self._lasting.append(part)
        return raw


def merge(old: Json, new: Json) -> Json:
    """What a client makes of the empty card and the difference it was told."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
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
