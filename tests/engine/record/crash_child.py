"""Appends events for ever and prints each number once it is promised to be on disk."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from engine.domain.events import WarningRaised
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED, frame, observed, situation, zone


async def main(path: Path) -> None:
    store = await SessionStore.open(path)
    log = await store.start_session("crashed")
    await log.append(STARTED)
    turn = 0
    while True:
        picture_hash = await store.blobs.put_picture(frame(turn, 100, 60))
        zones_hash = await store.blobs.put_zones(situation(zone(f"z{turn}")))
        await log.append(observed(picture_hash, zones_hash))
        recorded = await log.append(WarningRaised(str(turn)))
        print(recorded.seq, flush=True)
        turn += 1


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
