"""One run of a campaign as a process, on a desk of its own. What it leaves lies in a folder: the
lines that tell its events as they happen, what it said, its export and the files that it made."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, Protocol

from app.campaigns.file import Order
from engine.domain.errors import RecordUnavailable
from engine.domain.events import Recorded
from engine.processes.descendants import dying_with_parent
from engine.processes.environment import python_module
from engine.record.codec import recorded_from_json

EVENTS = "events.jsonl"
SAID = "errors.txt"
_LONGEST_LINE_BYTES = 64 << 20
_END_SECS = 30.0
"""In which a run that is ended may tidy up."""


class DeskLost(Exception):
    """The process or machine that held a run is gone; the message says how."""


class Desks(Protocol):
    """Where runs are run, so many ``at_once`` if nothing is said. ``tells_all``: what began in one
    that died is surely among its lines."""

    at_once: int
    tells_all: bool

    async def run(self, order: Order, folder: Path) -> int | None:
        """Its exit code, or None where it took too long and was ended. The empty ``folder`` then
        holds what it left. Raises ``DeskLost``."""
        ...


class LocalDesks:
    """Processes of this machine, which record into the owner's database."""

    at_once = 1
    tells_all = True

    def __init__(self, database: Path) -> None:
        self._database = database

    async def run(self, order: Order, folder: Path) -> int | None:
        with (folder / EVENTS).open("wb") as events:
            async with started(order, folder, self._database, events) as process:
                try:
                    async with asyncio.timeout(order.task.max_secs):
                        code = await process.wait()
                except TimeoutError:
                    return None
        if code < 0:
            raise DeskLost(f"signal {-code} ended it")
        return code


@contextlib.asynccontextmanager
async def started(
    order: Order, folder: Path, database: Path, events: IO[bytes] | int
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The run, whose lines go to ``events``. Who goes away before its end ends it."""
    with (folder / SAID).open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            *_command(order, folder, database),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=events,
            stderr=said,
            limit=_LONGEST_LINE_BYTES,
            preexec_fn=dying_with_parent(signal.SIGTERM),
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_END_SECS):
                    await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()


def events_in(folder: Path) -> tuple[Recorded, ...]:
    """Those that a run told; a last line that was not written whole is none, and where there is no
    folder there are none. Raises ``RecordUnavailable``."""
    try:
        whole, _, _ = (folder / EVENTS).read_bytes().rpartition(b"\n")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise RecordUnavailable(f"{folder / EVENTS} can't be read: {error.strerror}.") from None
    return tuple(recorded_from_json(line) for line in whole.decode().split("\n") if line)


def _command(order: Order, folder: Path, database: Path) -> tuple[str, ...]:
    task = order.task
    words = ["--ask", order.asking, "--database", str(database), "--non-interactive", "--json"]
    words += ["--out", str(folder), "--surface", order.surface]
    if task.script:
        return python_module("app", "replay", *words, "--", task.script)
    words += [word for each in task.give for word in ("--give", each)]
    words += ["--thinker", order.thinker]
    words += ["--mode", task.mode] if task.mode else []
    words += ["--seed", str(order.seed)] if task.mode == "explorer" else []
    return python_module("app", "run", *words, "--", task.goal)
