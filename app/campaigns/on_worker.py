"""One run of a campaign on a cluster's machine: what it tells goes to the owner as it comes, and at
its end what it left."""

import asyncio
import contextlib
import io
import tempfile
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from app.campaigns.file import Order
from app.campaigns.running import started
from engine.record.codec import recorded_from_json
from engine.record.reports.container import write_container
from engine.record.source import Stored
from engine.record.store import SessionStore

SEALED = "session.pilothouse"


async def run_here(asked: str, given: dict[str, bytes]) -> AsyncGenerator[Any]:
    """Lines of events, then the exit code (None where it took too long) and the packed folder.
    ``given`` are the contents of the files that the order names, by their paths."""
    with tempfile.TemporaryDirectory(prefix="pilothouse-desk-") as name:
        place, session_id = Path(name), ""
        code: int | None = None
        folder, database = place / "run", place / "sessions.db"
        order = _unpacked(Order.model_validate_json(asked), given, place)
        folder.mkdir()
        async with started(order, folder, database, asyncio.subprocess.PIPE) as process:
            assert process.stdout is not None
            ends_at = asyncio.get_running_loop().time() + order.task.max_secs
            with contextlib.suppress(TimeoutError):
                while True:
                    async with asyncio.timeout_at(ends_at):
                        if not (line := await process.stdout.readline()):
                            code = await process.wait()
                            break
                    session_id = session_id or recorded_from_json(line.decode()).session_id
                    yield line
        if session_id:
            async with await SessionStore.open(database) as store:
                await write_container(folder / SEALED, await Stored.of(store, session_id))
        yield code, await asyncio.to_thread(_packed, folder)


def _unpacked(order: Order, given: dict[str, bytes], folder: Path) -> Order:
    """The order, with the places that its files have here."""
    places = {"": ""}
    for number, (path, data) in enumerate(given.items()):
        place = folder / str(number) / Path(path).name
        place.parent.mkdir()
        place.write_bytes(data)
        places[path] = str(place)
    task = order.task
    here = {"give": tuple(places[each] for each in task.give), "script": places[task.script]}
    return order.model_copy(update={"task": task.model_copy(update=here)})


def _packed(folder: Path) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in folder.rglob("*"):
            packed.write(path, path.relative_to(folder))
    return written.getvalue()
