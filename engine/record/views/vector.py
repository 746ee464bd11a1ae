"""Sequences that never change, and whose changed copies share all but a few entries with them; and
the events of a run of any length in little room, of which those that are asked for are made anew.

The state of a run keeps all that happened in it. In tuples, each event would copy all of that, and
to fold a run would cost more than linearly in its length. What lies far back may be sealed."""

import pickle
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, Self, TypeVar, overload

from engine.domain.events import Recorded

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Came = TypeVar("Came")


class Vector(Sequence[T]):
    """``plus`` and ``with_entry`` copy one block of 64 references, and one to each other block."""

    WIDTH = 64
    __slots__ = ("_blocks",)

    def __init__(self, entries: Iterable[T] = ()) -> None:
        whole = tuple(entries)
        starts = range(0, len(whole), self.WIDTH)
        self._blocks: Sequence[Sequence[T]] = tuple(
            whole[start : start + self.WIDTH] for start in starts
        )

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(len(self))[at])
        number, place = divmod(range(len(self))[at], self.WIDTH)
        return self._blocks[number][place]

    def __len__(self) -> int:
        return self.WIDTH * (len(self._blocks) - 1) + len(self._blocks[-1]) if self._blocks else 0

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
        number, place = divmod(index, self.WIDTH)
        block = self._blocks[number] if number < len(self._blocks) else ()
        return self._with_block(number, (*block[:place], entry, *block[place + 1 :]))

    def _with_block(self, number: int, block: Sequence[T]) -> Self:
        copied = type(self)()
        copied._blocks = (*self._blocks[:number], block, *self._blocks[number + 1 :])
        return copied


class Sealed(Sequence[T]):
    """Entries in little room: compressed, and made anew for who asks for them, who gets others that
    are equal. ``tally`` is what they came to, which is told without them."""

    __slots__ = ("_data", "_length", "tally")

    def __init__(self, entries: Sequence[T], tally: Any = None) -> None:
        self._data = zlib.compress(pickle.dumps(tuple(entries)), 1)
        self._length, self.tally = len(entries), tally

    def __getitem__(self, at: Any) -> Any:
        return _unsealed(self._data)[at]

    def __len__(self) -> int:
        return self._length


class LongVector(Vector[T], Generic[T, Came]):
    """All but the last are sealed, some dozens together, with what they came to."""

    __slots__ = ()
    tally_of: Callable[[Sequence[T]], Came]

    @property
    def parts(self) -> Iterator[tuple[Sequence[T], Came]]:
        """In their order, so many together as are sealed."""
        for block in self._blocks:
            yield block, block.tally if isinstance(block, Sealed) else self.tally_of(block)

    def plus(self, entry: T) -> Self:
        before = self if len(self) % self.WIDTH else self.sealed()
        return super(LongVector, before).plus(entry)

    def sealed(self) -> Self:
        """The last ones too, to be kept beside others."""
        if not self or isinstance(self._blocks[-1], Sealed):
            return self
        last = self._blocks[-1]
        return self._with_block(len(self._blocks) - 1, Sealed(last, self.tally_of(last)))


@lru_cache(64)
def _unsealed(data: bytes) -> tuple[Any, ...]:
    entries: tuple[Any, ...] = pickle.loads(zlib.decompress(data))
    return entries


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


class PackedEvents(Vector[Recorded]):
    """Grows at its end, itself."""

    WIDTH = 128

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        super().__init__()
        self.clear()
        self.extend(events)

    def extend(self, events: Iterable[Recorded]) -> None:
        for each in events:
            self._last.append(each)
            if len(self._last) == self.WIDTH:
                self._growing[-1] = Sealed(self._last)
                self._begin()

    def clear(self) -> None:
        self._blocks = self._growing = list[Sequence[Recorded]]()
        self._begin()

    def _begin(self) -> None:
        self._last: list[Recorded] = []
        self._growing.append(self._last)
