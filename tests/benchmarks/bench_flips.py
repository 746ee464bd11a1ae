"""What is left of real databases in which bits have flipped: 100 of them; ``-- 500`` says how many.

Each is opened, all its sessions are read, exported and asked where they could go on, and a new one
is begun. What ends in anything but a plain message is told."""

from __future__ import annotations

import asyncio
import gzip
import random
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from engine.domain.errors import RecordUnavailable
from engine.record.store import SessionStore
from tests.benchmarks import report
from tests.engine.record.flipping import flipped, read_all

_DATABASES = Path(__file__).parents[1] / "engine" / "record" / "databases"


async def _fate(path: Path, whole: int) -> str:
    try:
        left = await read_all(path, path.parent / "out")
    except RecordUnavailable:
        return "refused in a plain message"
    except Exception:  # noqa: BLE001 - any is a finding, and is told
        return traceback.format_exc()
    return "all events are there" if left == whole else "some events are there"


async def _count(path: Path) -> int:
    """How many events it has; it is in the present form afterwards, as those in use are."""
    store = await SessionStore.open(path)
    events = [await store.events(each.session_id) for each in await store.sessions()]
    await store.close()
    return sum(map(len, events))


def main(count: int = 100) -> None:
    chance, fates = random.Random(7), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder, wholes = Path(name), []
        for packed in sorted(_DATABASES.glob("*.db.gz")):
            path = folder / packed.stem
            path.write_bytes(gzip.decompress(packed.read_bytes()))
            events = asyncio.run(_count(path))
            wholes.append((path.read_bytes(), events))
        for number in range(count):
            data, whole = chance.choice(wholes)
            path = folder / str(number) / "sessions.db"
            path.parent.mkdir()
            path.write_bytes(flipped(data, chance))
            fates[asyncio.run(_fate(path, whole))] += 1
    report.title(f"{count} databases with flipped bits")
    for fate, times in fates.most_common():
        report.note(f"{times:4d}  {fate}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
