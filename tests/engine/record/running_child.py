"""A program of its own that has a session under way until it is told to end, or is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from engine.domain.web.events import GraphCheckpointed
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED


async def main(path: Path, session_id: str) -> None:
    store = await SessionStore.open(path)
    log = await store.start_session(session_id)
    await log.append(STARTED)
    await log.append(GraphCheckpointed("1", "", 1, await store.blobs.put_text("{}")))
    print("under way", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
