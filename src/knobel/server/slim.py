"""Views as they travel: only what differs from the empty card, which every client gets once.

`Slim` tells a position as such a difference; `merge` in docs/protocol.md, and here for tests, is the way back. Nothing
here knows a game: parts of a view are compared field by field, lists of parts item by item, and a part that is the
very one met before is not looked at again.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Raw

from knobel.rules.core import Game, Node
from knobel.rules.views import plain
from knobel.server.told import encode

Json = Any

_SAME = object()
_EMPTY = Raw(b"{}")
_PLAIN = (int, str, bool, type(None))
_MOST_PARTS = 5000  # remembered for one game


class _NotTellable(Exception):
    """What `merge` would make of the difference is not the new value."""


class _Fields(NamedTuple):
    names: tuple[str, ...]
    values: Callable[[object], tuple[Any, ...]]


@cache
def _fields(kind: type) -> _Fields | None:
    """How to read a part of a view; nothing for what is no part but a value."""
    if not is_dataclass(kind):
        return None
    names = tuple(field.name for field in fields(kind))
    return _Fields(names, attrgetter(*names))  # all of them have several fields


@cache
def _is_block(kind: type) -> bool:
    return "block" in vars(kind)


class Slim:
    """The views of one game, told as differences to its empty card."""

    def __init__(self, game: Game[Any]) -> None:
        self._view = game.view
        self._empty = game.view(game.start())
        self.layout = Raw(encode(plain(self._empty)))
        self._known: dict[tuple[int, int], tuple[object, object, Raw]] = {}  # the parts too, so that their ids last

    def __call__(self, state: Any, node: Node | None = None) -> Raw:
        view = self._view(state, node)
        try:
            told = self._difference(self._empty, view)
        except _NotTellable:
            told = {"whole": plain(view)}
        return _EMPTY if told is _SAME else Raw(encode(told))

    def _difference(self, old: Any, new: Any) -> Json:
        if type(old) is type(new):
            if known := _fields(new.__class__):
                return self._fields_that_differ(known, old, new)
            if isinstance(new, tuple) and new and len(old) == len(new) and _fields(new[0].__class__):
                return self._parts(old, new)
        return _SAME if old == new else _value(old, new)

    def _fields_that_differ(self, known: _Fields, old: Any, new: Any) -> Json:
        found = {}
        for name, a, b in zip(known.names, known.values(old), known.values(new), strict=True):
            if a is not b and a != b:
                found[name] = b if type(b) in _PLAIN else self._difference(a, b)
        return found or _SAME

    def _parts(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> list[Json]:
        """Item by item. Of small parts the same few are met again and again; a block is hardly ever the same."""
        if _is_block(new[0].__class__):
            told = (self._difference(a, b) for a, b in zip(old, new, strict=True))
            return [_EMPTY if one is _SAME else one for one in told]
        known = self._known
        return [
            _EMPTY if a is b else met[2] if (met := known.get((id(a), id(b)))) else self._met(a, b)
            for a, b in zip(old, new, strict=True)
        ]

    def _met(self, old: Any, new: Any) -> Raw:
        """A part that is seen for the first time."""
        told = self._difference(old, new)
        raw = _EMPTY if told is _SAME else Raw(encode(told))
        if len(self._known) >= _MOST_PARTS:
            self._known.clear()
        self._known[id(old), id(new)] = (old, new, raw)
        return raw


def _value(old: Any, new: Any) -> Json:
    if type(new) in _PLAIN:
        return new
    if type(new) is tuple and all(type(item) in _PLAIN for item in new):
        return new  # lists of plain values are replaced as a whole
    told = plain(new)
    if merge(plain(old), told) != told:
        raise _NotTellable
    return told


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
