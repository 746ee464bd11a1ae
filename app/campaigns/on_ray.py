"""A campaign's runs as Ray actors, on this machine or on a cluster's: Ray places each by the cores
and the memory that it needs. One runs one order, as a process with a desk of its own, and tells its
events as they come; at its end it sends the folder of what the run left, with its sealed record."""

import asyncio
import contextlib
import io
import zipfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

from app.campaigns.file import Order
from app.campaigns.on_worker import SEALED
from app.campaigns.running import EVENTS, SAID, DeskLost
from app.wiring import PILOTHOUSE_VERSION
from engine.domain.errors import NameUnknown, RecordUnavailable, SurfaceUnavailable
from engine.record.reports.container import import_container
from engine.record.store import SessionStore


def desk_class() -> type:
    """The actor's. Ray sends it whole, as the cluster may have another Pilothouse, or none."""

    class Desk:
        def version(self) -> str:
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("pilothouse")
            except PackageNotFoundError:
                return ""

        async def begin(self, order: str, given: dict[str, bytes]) -> None:
            from app.campaigns.on_worker import run_here

            self._told = run_here(order, given)

        async def more(self) -> Any:
            """One by one: streams do not pass Ray's client, by which a cluster is joined."""
            told = await anext(self._told)
            if not isinstance(told, bytes):
                await self._told.aclose()  # with its folder
            return told

    return Desk


@dataclass(slots=True)
class RayDesks:
    """Implements ``Desks``: an actor for each run, which waits until there is room for it. Its
    session is taken into the owner's ``database`` when it has ended."""

    database: Path
    at_once: int = 256
    tells_all: bool = False
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self, order: Order, folder: Path) -> int | None:
        """Raises ``SurfaceUnavailable`` where the cluster can't be reached any more."""
        names = (*order.task.give, *filter(None, [order.task.script]))
        given = await asyncio.to_thread(lambda: {each: Path(each).read_bytes() for each in names})
        needs = {"num_cpus": order.task.cores, "memory": order.task.memory_mb << 20}
        code: int | None
        with _lost_told(), contextlib.ExitStack() as closing:
            actor = ray.remote(desk_class()).options(**needs, max_restarts=0).remote()
            closing.callback(lambda: ray.kill(actor) if ray.is_initialized() else None)
            events = closing.enter_context((folder / EVENTS).open("wb", buffering=0))
            _check_version(await actor.version.remote())
            await actor.begin.remote(order.model_dump_json(), given)
            while isinstance(told := await actor.more.remote(), bytes):
                events.write(told)
            code, packed = told
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            await asyncio.to_thread(files.extractall, folder)
        await self._take_in(folder)
        if code is not None and code < 0:
            raise DeskLost(f"signal {-code} ended it")
        return code

    async def _take_in(self, folder: Path) -> None:
        """One after the other. What the database can't take is no reason to lose the run's end, or
        those of others: its sealed record stays in the folder, and what it said tells why."""
        if not (sealed := folder / SEALED).exists():
            return
        async with self._turn:
            try:
                async with await SessionStore.open(self.database) as store:
                    await import_container(store, sealed)
            except (NameUnknown, RecordUnavailable) as error:
                with (folder / SAID).open("a") as said:
                    said.write(f"Its session is not in {self.database}: {error}\n")


@contextlib.contextmanager
def _lost_told() -> Iterator[None]:
    """Where Ray has no cluster any more it would begin one here by itself."""
    try:
        if not ray.is_initialized():
            raise ConnectionError("the connection is lost")
        yield
    except (RayError, ConnectionError) as error:
        if not ray.is_initialized():
            raise SurfaceUnavailable(
                f"The cluster can't be reached any more ({error}).",
                "The same command goes on with what has no end.",
            ) from error
        why = getattr(error, "cause", None) or type(error).__name__
        raise DeskLost(f"Ray lost it ({why})") from error


def _check_version(there: str) -> None:
    if there != PILOTHOUSE_VERSION:
        has = f"has Pilothouse {there}" if there else "has no Pilothouse"
        raise SurfaceUnavailable(
            f"The cluster {has}, and this is {PILOTHOUSE_VERSION}.",
            "Install the same version on both.",
        )


@contextlib.asynccontextmanager
async def connected(address: str, database: Path) -> AsyncIterator[RayDesks]:
    """The cluster at ``ray://HOST:PORT``; ``auto`` is the one that there is, or one that begins
    and ends with the campaign on this machine. Raises ``SurfaceUnavailable``."""
    try:
        await asyncio.to_thread(_begin, address)
    except (RuntimeError, OSError, ValueError, TimeoutError) as error:
        raise SurfaceUnavailable(
            f"There is no cluster to be had at {address}: {error}", "ray start --head begins one."
        ) from error
    try:
        yield RayDesks(database)
    finally:
        await asyncio.to_thread(ray.shutdown)


def _begin(address: str) -> None:
    quiet = {"log_to_driver": False, "namespace": "pilothouse", "logging_level": "error"}
    try:
        ray.init(address, **quiet)
    except ConnectionError:
        if address != "auto":
            raise
        ray.init(include_dashboard=False, **quiet)
