"""Sequences that never change, and whose changed copies share all but a few entries with them.

The state of a run keeps all that happened in it. In tuples, each event would copy all of that, and
to fold a run would cost more than linearly in its length.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

_BITS = 5
_WIDTH = 1 << _BITS
Node = tuple[Any, ...]
"""Up to 32 nodes of the level below, or on the lowest one, 0, as many entries."""
_KEY_LEVELS = 3
Places = dict[Any, Any]
"""By five bits of a key's hash those of the level below, or on the lowest one places by keys."""


class Vector(Sequence[T]):
    """A persistent vector: ``plus`` and ``with_entry`` copy 32 references for each level, of which
    there are three for a thousand entries and four for a million."""

    __slots__ = ("_length", "_root", "_top")

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._root: Node = ()
        self._top = 0
        self._length = 0
        for each in entries:
            self._put(self._length, each)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        index = at + self._length if at < 0 else at
        if not 0 <= index < self._length:
            raise IndexError(at)
        node = self._root
        for level in range(self._top, 0, -1):
            node = node[index >> _BITS * level & _WIDTH - 1]
        entry: T = node[index & _WIDTH - 1]
        return entry

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return _entries(self._root, self._top)

    def __eq__(self, other: object) -> bool:
        """As a tuple of the same entries."""
        return isinstance(other, Vector | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"

    def plus(self, entry: T) -> Self:
        """With one more at the end."""
        return self.with_entry(self._length, entry)

    def with_entry(self, index: int, entry: T) -> Self:
        """With another one at that place, which may be that behind the last."""
        changed = self._copied()
        changed._put(index, entry)
        return changed

    def _copied(self) -> Self:
        copied = type(self)()
        copied._root, copied._top, copied._length = self._root, self._top, self._length
        return copied

    def _put(self, index: int, entry: T) -> None:
        """Only while nobody else has this one."""
        if index == _WIDTH << _BITS * self._top:
            self._root, self._top = (self._root,), self._top + 1
        self._root = _with(self._root, self._top, index, entry)
        self._length = max(self._length, index + 1)


class Keyed(Vector[T], Generic[K, T]):
    """Entries in the order in which their keys came, each found by its key."""

    __slots__ = ("_places",)

    def __init__(self, entries: Mapping[K, T] | None = None) -> None:
        super().__init__((entries or {}).values())
        self._places: Places = {}
        for at, key in enumerate(entries or {}):
            self._places = _with_place(self._places, _KEY_LEVELS, hash(key), key, at)

    def get(self, key: K) -> T | None:
        at = self._place_of(key)
        return None if at is None else self[at]

    def having(self, key: K, entry: T) -> Self:
        """With this entry for that key, in the place of the one before or behind the last."""
        at = self._place_of(key)
        if at is not None:
            return self.with_entry(at, entry)
        changed = self.plus(entry)
        changed._places = _with_place(self._places, _KEY_LEVELS, hash(key), key, len(self))
        return changed

    def _place_of(self, key: K) -> int | None:
        node, hashed = self._places, hash(key)
        for _ in range(_KEY_LEVELS):
            node, hashed = node.get(hashed & _WIDTH - 1, {}), hashed >> _BITS
        return node.get(key)

    def _copied(self) -> Self:
        copied = super()._copied()
        copied._places = self._places
        return copied


def _with(node: Node, level: int, index: int, entry: object) -> Node:
    at = index >> _BITS * level & _WIDTH - 1
    if level:
        entry = _with(node[at] if at < len(node) else (), level - 1, index, entry)
    return (*node[:at], entry, *node[at + 1 :])


def _entries(node: Node, level: int) -> Iterator[Any]:
    if not level:
        yield from node
        return
    for each in node:
        yield from _entries(each, level - 1)


def _with_place(node: Places, level: int, hashed: int, key: Hashable, at: int) -> Places:
    if not level:
        return {**node, key: at}
    slot = hashed & _WIDTH - 1
    below = _with_place(node.get(slot, {}), level - 1, hashed >> _BITS, key, at)
    return {**node, slot: below}
