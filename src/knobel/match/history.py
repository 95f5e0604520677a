"""A sequence that grows at its end, as a value: what it grew from stays as it was, and one more item costs the same
however many there are. A tuple would be copied whole at every step, which makes a long match slow out of proportion.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar, overload

_PIECE = 64  # items that are shared as a whole once there are so many

Item = TypeVar("Item", covariant=True)


class History(Sequence[Item], Generic[Item]):
    """Whole pieces, shared with what it grew from, and the rest. It equals the tuple of its items; so do slices."""

    __slots__ = ("_pieces", "_rest", "_whole", "length")

    def __init__(self, pieces: tuple[tuple[Item, ...], ...] = (), rest: tuple[Item, ...] = ()) -> None:
        self._pieces, self._rest, self._whole = pieces, rest, _PIECE * len(pieces)
        self.length = self._whole + len(rest)

    def plus(self, *items: Item) -> "History[Item]":  # type: ignore[misc]  # nothing is changed, so it is covariant
        rest = self._rest + items
        if len(rest) < _PIECE:
            return History(self._pieces, rest)
        pieces = [rest[at : at + _PIECE] for at in range(0, len(rest), _PIECE)]
        rest = pieces.pop() if len(pieces[-1]) < _PIECE else ()
        return History((*self._pieces, *pieces), rest)

    def but_last(self) -> "History[Item]":
        if self._rest:
            return History(self._pieces, self._rest[:-1])
        return History(self._pieces[:-1], self._pieces[-1][:-1])

    @property
    def last(self) -> Item | None:
        if self._rest:
            return self._rest[-1]
        return self._pieces[-1][-1] if self._pieces else None

    def since(self, place: int) -> tuple[Item, ...]:
        """What has come after so many."""
        return self._rest[place - self._whole :] if place >= self._whole else self[place:]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self.length)
            if step < 0:
                return tuple(self)[index]
            stop = max(start, stop)
            first = start // _PIECE
            last = stop // _PIECE + 1
            near = chain(chain.from_iterable(self._pieces[first:last]), self._rest if stop > self._whole else ())
            return tuple(near)[start - first * _PIECE : stop - first * _PIECE : step]
        place = index if index >= 0 else index + self.length
        if place < 0:
            raise IndexError(index)
        if place >= self._whole:
            return self._rest[place - self._whole]
        return self._pieces[place // _PIECE][place % _PIECE]

    def __iter__(self) -> Iterator[Item]:
        return chain(chain.from_iterable(self._pieces), self._rest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


NONE: History[Any] = History()
