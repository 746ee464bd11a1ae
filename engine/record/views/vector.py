"""Sequences that never change, and whose changed copies share all but a few entries with them.

The state of a run keeps all that happened in it. In tuples, each event would copy all of that, and
to fold a run would cost more than linearly in its length."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic, Self, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
_WIDTH = 64


class Vector(Sequence[T]):
    """``plus`` and ``with_entry`` copy one block of 64 references, and one to each other block."""

    __slots__ = ("_blocks",)

    def __init__(self, entries: Iterable[T] = ()) -> None:
        whole = tuple(entries)
        starts = range(0, len(whole), _WIDTH)
        self._blocks = tuple(whole[start : start + _WIDTH] for start in starts)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        number, place = divmod(range(len(self))[at], _WIDTH)
        return self._blocks[number][place]

    def __len__(self) -> int:
        return _WIDTH * (len(self._blocks) - 1) + len(self._blocks[-1]) if self._blocks else 0

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._blocks)

    def __eq__(self, other: object) -> bool:
        """As a tuple of the same entries."""
        return isinstance(other, Vector | tuple) and tuple(self) == tuple(other)

    def plus(self, entry: T) -> Self:
        """With one more at the end."""
        return self.with_entry(len(self), entry)

    def with_entry(self, index: int, entry: T) -> Self:
        """With another one at that place, which may be that behind the last."""
        number, place = divmod(index, _WIDTH)
        block = self._blocks[number] if number < len(self._blocks) else ()
        changed = (*block[:place], entry, *block[place + 1 :])
        copied = type(self)()
        copied._blocks = (*self._blocks[:number], changed, *self._blocks[number + 1 :])
        return copied


class Keyed(Vector[T], Generic[K, T]):
    """Entries in the order in which their keys came, each found by its key. Copies share one table
    of places: what it holds beyond the end of one was put there for a longer one."""

    __slots__ = ("_places",)

    def __init__(self, entries: Mapping[K, T] | None = None) -> None:
        super().__init__((entries or {}).values())
        self._places: dict[K, int] = {key: at for at, key in enumerate(entries or {})}

    def get(self, key: K) -> T | None:
        at = self._places.get(key, len(self))
        return self[at] if at < len(self) else None

    def having(self, key: K, entry: T) -> Self:
        """With this entry for that key, in the place of the one before or behind the last."""
        at, places = min(self._places.get(key, len(self)), len(self)), self._places
        if at == len(self) < len(places):
            places = {each: place for each, place in places.items() if place < at}
        places[key] = at
        changed = self.with_entry(at, entry)
        changed._places = places
        return changed
