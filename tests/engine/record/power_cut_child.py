"""Records events and pictures, and writes down how many are promised to be there to stay."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from engine.domain.events import WarningRaised
from engine.record.store import SessionStore
from tests.engine.record.power_cuts import PROMISES
from tests.engine.record.runs import STARTED, frame, observed

TURNS = 60


async def main(folder: Path) -> None:
    promises = os.open(folder / PROMISES, os.O_CREAT | os.O_WRONLY, 0o600)
    store = await SessionStore.open(folder / "sessions.db")
    log = await store.start_session("cut")
    await log.append(STARTED)
    for turn in range(TURNS):
        picture_hash = await store.blobs.put_picture(frame(turn, 100, 60))
        await log.append(observed(picture_hash))
        recorded = await log.append(WarningRaised("x" * 200 * (turn % 5)))
        if turn % 3 == 0:
            await log.sync()
            os.write(promises, f"{recorded.seq}\n".encode())
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
