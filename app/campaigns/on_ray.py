"""A campaign's runs as Ray actors, on this machine or on a cluster's: Ray places each by the cores
and the memory that it needs. One runs one order, as a process with a desk of its own, and tells its
events as they come; at its end it sends the folder of what the run left, with its sealed record.
Meanwhile the run stands among those of this machine: who joins it here is joined to it there."""

import asyncio
import contextlib
import io
import itertools
import os
import re
import socket
import tempfile
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import ray
from ray.exceptions import RayError

from app import joining
from app.announcing import listen, why_refused
from app.campaigns.file import Order
from app.campaigns.on_worker import SEALED
from app.campaigns.running import EVENTS, SAID, DeskLost
from app.wiring import PILOTHOUSE_VERSION
from engine.domain.errors import KnownError, NameUnknown, RecordUnavailable, SurfaceUnavailable
from engine.domain.events import ApprovalAsked
from engine.domain.facts import Part
from engine.processes.tasks import OwnedTasks
from engine.record.codec import recorded_from_json
from engine.record.proof import Altered
from engine.record.reports.container import import_container, take_named
from engine.record.store import SessionStore
from engine.record.writer import SessionLog

_SEQ = re.compile(rb'"recorded": ?{"seq": ?(\d+)')
_LAST_WORDS_SECS, _ANSWER_SECS = 10.0, 5.0
_DETAILS = re.compile(r'details = "(.+)"')
_NO_CLUSTER = (OSError, RuntimeError, ValueError, RayError, grpc.RpcError)
"""So Ray says that there is none; that no node of its own comes up it says by no kind at all."""
_CLUSTER_INFO = "/ray.rpc.RayletDriver/ClusterInfo"
"""Of the protocol of Ray's client, which needs nothing said."""


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
            from app.campaigns.on_worker import RunHere

            self._run = RunHere(order, given)

        async def more(self) -> Any:
            """One by one: streams do not pass Ray's client, by which a cluster is joined."""
            told = await anext(self._run.told)
            if not isinstance(told, bytes):
                await self._run.told.aclose()  # with its folder
            return told

        async def ask(self, what: str, *said: Any) -> Any:
            return await getattr(self._run, what)(*said)

    return Desk


class RayDesks(Part):
    """Implements ``Desks``: an actor for each run, which waits until there is room for it. What its
    session tells is taken into the owner's ``store`` as it comes, and its sealed record at its end.
    """

    store: SessionStore
    at_once: int = 256

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
            if (there := await actor.version.remote()) != PILOTHOUSE_VERSION:
                has = f"has Pilothouse {there}" if there else "has no Pilothouse"
                raise SurfaceUnavailable(
                    f"The cluster {has}, and this is {PILOTHOUSE_VERSION}.",
                    "Install the same version on both.",
                )
            await actor.begin.remote(order.model_dump_json(), given)
            session = _Session(self.store, actor, folder)
            try:
                while isinstance(told := await actor.more.remote(), bytes):
                    events.write(told)
                    await session.take(told)
            finally:
                await session.end()
            code, packed = told
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            await asyncio.to_thread(files.extractall, folder)
        await session.seal()
        if code is not None and code < 0:
            raise DeskLost(f"signal {-code} ended it")
        return code


class _Session:
    """A run's, as it stands with the owner. What the database can't take is no reason to lose the
    run's end: its sealed record stays in the folder, and what it said tells why."""

    def __init__(self, store: SessionStore, actor: Any, folder: Path) -> None:
        self._store, self._ask, self._folder = store, actor.ask.remote, folder
        self._session_id, self._taken, self._more = "", 0, asyncio.Event()
        self._log: SessionLog | None = None
        self._numbers = itertools.count()
        self._tasks = OwnedTasks()
        self._closing = contextlib.ExitStack()

    async def take(self, line: bytes) -> None:
        """With the pictures of what is asked; all others come at its end."""
        recorded = recorded_from_json(line.decode())
        with self._failing():
            if not self._taken:
                await self._begin(recorded.session_id)
            if isinstance(recorded.event, ApprovalAsked):
                named = await self._ask("named", line)
                await self._store.bring_in(lambda db: take_named(db, named))
            if self._log is not None:
                await self._log.append(recorded.event)
        self._taken = recorded.seq
        self._more.set()
        self._more = asyncio.Event()

    async def _begin(self, session_id: str) -> None:
        self._log = await self._store.start_session(session_id)
        self._session_id = session_id
        self._closing.callback(self._log.close)
        with contextlib.suppress(KnownError, OSError):
            if not (joining.runs_folder() / session_id).exists():  # it is on another machine
                server, path = await listen(
                    session_id, lambda *streams: self._tasks.spawn(self._join(*streams))
                )
                self._closing.callback(server.close)
                self._closing.callback(path.unlink, missing_ok=True)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what the run and who joined it say; what is not taken here yet is not told."""
        number = next(self._numbers)
        with contextlib.closing(writer), contextlib.suppress(RayError, ConnectionError):
            if not why_refused(writer):
                self._tasks.spawn(self._say(number, reader))
                while told := await self._ask("hear", number):
                    while self._taken < int((_SEQ.findall(told) or [0])[-1]):
                        await self._more.wait()
                    writer.write(told)
                    await writer.drain()

    async def _say(self, number: int, reader: asyncio.StreamReader) -> None:
        said = b" "
        with contextlib.suppress(RayError, ConnectionError):
            while said:
                said = await reader.read(joining.MOST_SAID_BYTES)
                await self._ask("say", number, said)

    async def end(self) -> None:
        """It is told no more; who joined hears the last of it."""
        self._closing.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._tasks.close(), _LAST_WORDS_SECS)
        await self._tasks.close(cancel=True)

    async def seal(self) -> None:
        if (sealed := self._folder / SEALED).exists():
            with self._failing():
                await import_container(self._store, sealed, self._session_id)

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (Altered, NameUnknown, RecordUnavailable) as error:
            with (self._folder / SAID).open("a") as said:
                said.write(f"Its session is not in {self._store.path}: {error}\n")


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
                f"The cluster can't be reached any more ({_told_by(error)}).",
                "The same command goes on with what has no end.",
            ) from error
        why = getattr(error, "cause", None) or type(error).__name__
        raise DeskLost(f"Ray lost it ({why})") from error


@contextlib.asynccontextmanager
async def connected(address: str, database: Path) -> AsyncIterator[RayDesks]:
    """The cluster at ``ray://HOST:PORT``; ``auto`` is the one that there is, or one that begins
    and ends with the campaign on this machine. Raises ``SurfaceUnavailable``."""
    try:
        await asyncio.to_thread(_begin, address)
    except Exception as error:
        if not isinstance(error, _NO_CLUSTER) and type(error) is not Exception:
            raise
        remedy = await asyncio.to_thread(_remedy_at, address, error)
        raise SurfaceUnavailable(
            f"There is no cluster to be had at {address}: {_told_by(error)}", remedy
        ) from error
    try:
        async with await SessionStore.open(database) as store:
            yield RayDesks(store)
    finally:
        await asyncio.to_thread(ray.shutdown)


def _told_by(error: Exception) -> str:
    """A line of what Ray says, which may be all of a call, or what went wrong on the other side."""
    its = _DETAILS.search(str(error))
    return its[1] if its is not None else (str(error).strip().splitlines() or [repr(error)])[-1]


def _remedy_at(address: str, error: Exception) -> str:
    """That a cluster is there, and lets nobody in without its token, Ray's client does not tell,
    but for its patience: it is asked again, without one."""
    if "timeout" in str(error):
        with grpc.insecure_channel(address.removeprefix("ray://")) as channel:
            try:
                channel.unary_unary(_CLUSTER_INFO)(b"", timeout=_ANSWER_SECS)
            except grpc.RpcError as refusal:
                if refusal.code() is grpc.StatusCode.UNAUTHENTICATED:
                    return "It wants its token: RAY_AUTH_TOKEN and RAY_AUTH_MODE=token (campaigns)"
    return "ray start --head begins one, and ray stop forgets one that is gone."


def _begin(address: str) -> None:
    """Where nothing answers, Ray would go on trying for minutes. Raises what Ray raises, too."""
    temporary = os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()
    written = Path(temporary, "ray", "ray_current_cluster")  # by `ray start` on this machine
    known = os.environ.get("RAY_ADDRESS") or (written.read_text() if written.exists() else "")
    if address == "auto" and ":" in known and "://" not in known:
        host, _, port = known.strip().rpartition(":")
        try:
            socket.create_connection((host, int(port)), _ANSWER_SECS).close()
        except OSError as error:
            where = f"nothing answers at {known.strip()}, where it was last ({error})"
            raise ConnectionError(where) from error
    quiet = {"log_to_driver": False, "namespace": "pilothouse", "logging_level": "error"}
    try:
        ray.init(address, **quiet)
    except ConnectionError:
        if address != "auto":
            raise
        ray.init(include_dashboard=False, **quiet)
