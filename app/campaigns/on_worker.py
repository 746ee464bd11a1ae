"""One run of a campaign on a cluster's machine: what it tells goes to the owner as it comes, at its
end what it left, and who joins it on the owner's machine is joined to it here."""

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
from app.joining import runs_folder
from engine.record.codec import recorded_from_json
from engine.record.reports.container import Entry, named_in, write_container
from engine.record.source import Stored
from engine.record.store import SessionStore

SEALED = "session.pilothouse"
_MANY_BYTES = 1 << 20
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class RunHere:
    """``told``: lines of events, then the exit code (None where it took too long) and the packed
    folder. Who asks for the next line keeps the one before."""

    def __init__(self, asked: str, given: dict[str, bytes]) -> None:
        """``given`` are the contents of the files that the order names, by their paths."""
        self._session_id = ""
        self._joined: dict[int, asyncio.Future[Streams]] = {}
        self.told = self._tell(Order.model_validate_json(asked), given)

    async def _tell(self, asked: Order, given: dict[str, bytes]) -> AsyncGenerator[Any]:
        with tempfile.TemporaryDirectory(prefix="pilothouse-desk-") as name:
            place = Path(name)
            code: int | None = None
            folder, self._database = place / "run", place / "sessions.db"
            order = _unpacked(asked, given, place)
            folder.mkdir()
            async with started(order, folder, self._database, asyncio.subprocess.PIPE) as process:
                assert process.stdout is not None and process.stdin is not None
                ends_at = asyncio.get_running_loop().time() + order.task.max_secs
                with contextlib.suppress(TimeoutError):
                    while True:
                        async with asyncio.timeout_at(ends_at):
                            if not (line := await process.stdout.readline()):
                                code = await process.wait()
                                break
                        self._session_id = recorded_from_json(line.decode()).session_id
                        yield line
                        process.stdin.write(b".")
            if self._session_id:
                async with await SessionStore.open(self._database) as store:
                    its = await Stored.of(store, self._session_id)
                    await write_container(folder / SEALED, its)
            yield code, await asyncio.to_thread(_packed, folder)

    async def named(self, line: bytes) -> list[Entry]:
        """What that event names, as a container holds it."""
        async with await SessionStore.open(self._database) as store:
            return await named_in(await Stored.of(store, self._session_id), line.decode())

    async def hear(self, number: int) -> bytes:
        """What the run tells next to whoever joined it by that number; nothing where it is over."""
        with contextlib.suppress(OSError):
            return await (await self._link(number))[0].read(_MANY_BYTES)
        return b""

    async def say(self, number: int, data: bytes) -> None:
        """With nothing, whoever joined it by that number goes."""
        with contextlib.suppress(OSError):
            writer = (await self._link(number))[1]
            writer.write(data) if data else writer.close()

    def _link(self, number: int) -> "asyncio.Future[Streams]":
        if number not in self._joined:
            opening = asyncio.open_unix_connection(runs_folder() / self._session_id)
            self._joined[number] = asyncio.ensure_future(opening)
        return self._joined[number]


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
