"""Databases in which bits have flipped, and reading all that is left of them."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

from engine.domain.errors import KnownError
from engine.domain.events import WarningRaised
from engine.record.source import Stored, export_jsonl
from engine.record.store import SessionStore


def flipped(data: bytes, chance: random.Random) -> bytes:
    """A few bits in it are others, half of the time where the tables are told."""
    other = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 30])):
        at = chance.randrange(chance.choice([4096 * 3, len(data)]))
        other[at] ^= 1 << chance.randrange(8)
    return bytes(other)


async def read_all(path: Path, out: Path) -> int:
    """The count of events that are left, after all that can be opened was opened."""
    store, left = await SessionStore.open(path), 0
    try:
        for each in await store.sessions():
            opened = await store.open_session(each.session_id)
            assert opened is not None
            left += len(opened.events)
            source = await Stored.of(store, each.session_id)
            await export_jsonl(out / f"{each.session_id}.jsonl", source)
            with contextlib.suppress(KnownError):
                await store.resume_point(each.session_id)
        await (await store.start_session("new")).append(WarningRaised("a new one"))
    finally:
        await store.close()
    return left
