"""The events of a run of any length in little room: as compressed JSON, of which those that are
asked for are made anew, and held until others are."""

import json
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import overload

from engine.domain.events import Recorded
from engine.record.codec import event_from_json, event_to_json

BLOCK = 32
_BLOCKS_HELD = 400
"""Of all runs together: 10 MB or so of events."""


class PackedEvents(Sequence[Recorded]):
    """Grows at its end."""

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        self._packed: list[bytes] = []
        self._last: list[Recorded] = []
        self.extend(events)

    def extend(self, events: Iterable[Recorded]) -> None:
        for each in events:
            self._last.append(each)
            if len(self._last) == BLOCK:
                its = ((e.seq, e.session_id, e.at_secs, event_to_json(e.event)) for e in self._last)
                self._packed.append(zlib.compress(json.dumps([*its]).encode(), 1))
                self._last.clear()

    def clear(self) -> None:
        self._packed.clear()
        self._last.clear()

    @overload
    def __getitem__(self, at: int) -> Recorded: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Recorded, ...]: ...
    def __getitem__(self, at: int | slice) -> Recorded | tuple[Recorded, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(len(self))[at])
        number, place = divmod(range(len(self))[at], BLOCK)
        is_last = number == len(self._packed)
        return self._last[place] if is_last else _unpacked(self._packed[number])[place]

    def __len__(self) -> int:
        return len(self._packed) * BLOCK + len(self._last)

    def __eq__(self, other: object) -> bool:
        """As a tuple of the same events."""
        return isinstance(other, PackedEvents | tuple) and tuple(self) == tuple(other)


@lru_cache(_BLOCKS_HELD)
def _unpacked(block: bytes) -> tuple[Recorded, ...]:
    lines = json.loads(zlib.decompress(block))
    return tuple(Recorded(seq, one, at, event_from_json(told)) for seq, one, at, told in lines)
