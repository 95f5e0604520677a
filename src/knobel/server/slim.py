"""Views as they travel: only what differs from a view that the client has, the empty card or the one before.

`Slim` tells such differences; `merge` in docs/protocol.md, and here for tests, is the way back. Nothing here knows a
game: a view is compared field by field, a part that is the very one of before is not looked at at all, and one that is
the very one of the empty card, which every client has, need not be told: boxes without offers, dice not thrown.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Raw

from knobel.rules.core import Game, Node
from knobel.rules.views import View, plain
from knobel.server.told import encode

Json = Any

_SAME = object()
_EMPTY = Raw(b"{}")
_BLANK = Raw(b"null")  # an item of a list that is as on the empty card
_PLAIN = frozenset({int, str, bool, type(None)})
_MOST_MET = 20_000  # pairs of parts, remembered for one game


class _Fields(NamedTuple):
    """How parts of one kind are compared."""

    names: tuple[str, ...]  # all kinds have several fields
    read: Callable[[Any], tuple[Any, ...]]
    is_block: bool


class _Known(dict[type, _Fields | None]):
    """By kind; None for what is no part but a value."""

    def __missing__(self, kind: type) -> _Fields | None:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
        found = self[kind] = _Fields(names, attrgetter(*names), "block" in vars(kind)) if names else None
        return found


_fields_of = _Known()


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
        """A view, for somebody who has the old one and the empty card."""
        return self._object(old, new, self.empty)

    def _object(self, old: Any, new: Any, empty: Any) -> Json:
        """`empty` is what the empty card has in its place, if anything."""
        kind = _fields_of[type(new)]
        if kind is None or type(old) is not type(new):
            return _replaced(old, new)
        found = {}
        for name, before, value in zip(kind.names, kind.read(old), kind.read(new)):  # noqa: B905
            if value is before:
                continue
            if type(value) in _PLAIN:
                if value != before:
                    found[name] = value
            elif (told := self._value(before, value, getattr(empty, name, None))) is not _SAME:
                found[name] = told
        return found or _EMPTY

    def _value(self, old: Any, new: Any, empty: Any) -> Json:
        """A field of an object; not the very one of before."""
        if new == ():
            return new
        kind = _fields_of[type(new[0] if type(new) is tuple else new)]
        if kind is None:
            return _SAME if new == old else _replaced(old, new)
        if type(new) is not tuple:
            told = self._object(old, new, None)
            return _SAME if told is _EMPTY else told
        if type(old) is not tuple or len(new) != len(old):
            return _replaced(old, new)
        blank = empty if type(empty) is tuple and len(empty) == len(new) else (None,) * len(new)
        tell = self._object if kind.is_block else self._met_before  # of blocks hardly one comes again
        told = [
            _EMPTY if now is was else _BLANK if now is nothing else tell(was, now, nothing)
            for was, now, nothing in zip(old, new, blank, strict=True)
        ]
        return _SAME if told.count(_EMPTY) == len(told) else told

    def _met_before(self, old: Any, new: Any, _empty: Any) -> Raw:
        """Boxes, dice, rows: the same pairs are met again and again, so how they are told is remembered. They are kept,
        so that no other part takes their ids."""
        known = self._met.get((id(old), id(new)))
        if known is None:
            if len(self._met) >= _MOST_MET:
                self._met.clear()
                self._lasting.clear()
            told = self._object(old, new, None)
            known = self._met[id(old), id(new)] = _EMPTY if told is _EMPTY else Raw(encode(told))
            self._lasting.append((old, new))
        return known


def _replaced(old: Any, new: Any) -> Json:
    """A value that is told as a whole, and said to be whole where it would be taken for a difference."""
    if type(new) is tuple and type(new[0]) in _PLAIN:
        return new
    told = plain(new)
    return told if merge(plain(old), told) == told else {"whole": told}


def merge(old: Json, new: Json, empty: Json = None) -> Json:
    """What a client makes of what it has, the difference it was told, and what the empty card has there."""
    if isinstance(new, Mapping):
        if new.keys() == {"whole"}:
            return new["whole"]
        if isinstance(old, Mapping):
            blank = empty if isinstance(empty, Mapping) else {}
            changed = {name: merge(old[name], value, blank.get(name)) for name, value in new.items() if name in old}
            return {**old, **new, **changed}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old and isinstance(old[0], Mapping):
        items = zip(old, new, empty if isinstance(empty, list) and len(empty) == len(new) else new, strict=True)
        return [nothing if told is None else merge(known, told, nothing) for known, told, nothing in items]
    return new


def slim(game: Game[Any]) -> Slim:
    """One for all matches of a game: what one of them has met, the others know.

    Cards of one's own that differ in names alone are the same game, but do not look the same.
    """
    return _slim(game, str(game.own_card()))


@cache
def _slim(game: Game[Any], _names: str) -> Slim:
    return Slim(game)
