"""A campaign on a cluster of one machine: Ray's own actors, which run what a test tells them."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import pytest_asyncio

from app import joining
from app.campaigns.file import Order
from app.campaigns.results import results_in
from app.campaigns.running import EVENTS, SAID, DeskLost, events_in
from engine.domain.approvals import Approve, Asking
from engine.domain.errors import SurfaceUnavailable
from engine.domain.events import ActionEnded, ApprovalAsked, Recorded, SessionEnded, SessionStarted
from engine.domain.terminals import EXIT_CANNOT_START, EXIT_CODES, Terminal
from engine.processes.descendants import python_module
from engine.record.codec import recorded_to_json
from engine.record.store import SessionStore
from tests.app.campaigns.conftest import order
from tests.engine.record.runs import ENDED, STARTED, recorded_run
from tests.support.closed_port import held_port

ray = pytest.importorskip("ray", reason="the extra “campaigns” is not installed")
import grpc  # noqa: E402

from app.campaigns import on_ray  # noqa: E402

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.end_to_end,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::FutureWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]


def asked(**said: object) -> Order:
    goal = "Open Practice, click 'Moon'"
    return order("none", **({"goal": goal, "max_secs": 900.0} | said))


def begun_in(folder: Path) -> bool:
    return any(each.stat().st_size for each in folder.glob(f"runs/*/{EVENTS}"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desks(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[on_ray.RayDesks]:
    """Of a cluster of its own, whatever others this machine has: Ray's ``auto`` takes any."""
    database, begin = tmp_path_factory.mktemp("owner") / "runs.db", ray.init

    def begin_one(address: str | None = None, **said: object) -> object:
        if address == "auto":
            raise ConnectionError("none is to be found")
        return begin(address, **said)

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as short:
        patch.setenv("RAY_TMPDIR", short)
        patch.delenv("RAY_ADDRESS", raising=False)
        patch.setattr(ray, "init", begin_one)
        async with on_ray.connected("auto", database) as desks:
            yield desks


async def test_a_run_is_in_the_owner_s_sessions(desks: on_ray.RayDesks, tmp_path: Path) -> None:
    given = tmp_path / "list.txt"
    given.write_text("1")
    (folder := tmp_path / "run").mkdir()
    assert await desks.run(asked(give=(str(given),)), folder) == EXIT_CODES[Terminal.GOAL_FAILED]
    events = [each.event for each in events_in(folder)]
    assert isinstance(events[0], SessionStarted) and isinstance(events[-1], SessionEnded)
    (session,) = await desks.store.sessions()
    assert session.session_id == events_in(folder)[0].session_id and not session.is_live


async def test_a_run_elsewhere_stands_here_while_it_runs_and_is_decided_here(
    desks: on_ray.RayDesks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process looks for announcements in a folder where the cluster's runs have none."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    asks = asked(goal="Open Practice, click 'List', click 'Moon'").model_copy(
        update={"asking": Asking.EACH}
    )
    (folder := tmp_path / "run").mkdir()
    run, heard = asyncio.ensure_future(desks.run(asks, folder)), list[joining.Told]()
    crops = list[object]()
    while not (found := [*joining.runs_folder().glob("[!.]*")]):
        await asyncio.sleep(0.05)
        assert not run.done(), run.result()
    link = await joining.join(found[0])
    async for told in link.told():
        heard.append(told)
        match told:
            case joining.EventTold(Recorded(event=ApprovalAsked(request=request)) as recorded):
                link.say(joining.Steer("glance"))
                (its,) = [each for each in await desks.store.sessions() if each.is_live]
                assert its.session_id == recorded.session_id == found[0].name
                crops += [await desks.store.blobs.picture(request.crop_hash)]
            case joining.PictureTold():
                link.say(joining.Decide(request.request_id, Approve(), request.digest))
                link.say(joining.Steer("look_away"))
    link.close()
    assert await run == EXIT_CODES[Terminal.GOAL_FAILED] and not found[0].exists()
    events = [each.recorded.event for each in heard if isinstance(each, joining.EventTold)]
    assert isinstance(heard[0], joining.RunAnnounced) and isinstance(events[-1], SessionEnded)
    assert any(isinstance(each, ActionEnded) for each in events) and any(crops)
    told = await desks.store.events(found[0].name)
    assert [each.event for each in told] == [each.event for each in events_in(folder)] == events


async def test_what_takes_too_long_is_ended(desks: on_ray.RayDesks, tmp_path: Path) -> None:
    assert await desks.run(asked(max_secs=0.5), tmp_path) is None


async def test_an_actor_that_dies_is_told(desks: on_ray.RayDesks, tmp_path: Path) -> None:
    run = asyncio.ensure_future(desks.run(asked(), tmp_path))
    while not ((file := tmp_path / EVENTS).exists() and file.stat().st_size):
        await asyncio.sleep(0.05)
        assert not run.done()
    for each in psutil.process_iter(["cmdline"]):
        if each.info["cmdline"] and each.info["cmdline"][0].startswith("ray::Desk"):
            each.kill()
    with pytest.raises(DeskLost, match="Ray lost it"):
        await run


async def test_a_machine_whose_disk_is_full_says_so(
    desks: on_ray.RayDesks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_desk() -> type:
        import errno
        import os
        from importlib.metadata import version

        class Desk:
            def version(self) -> str:
                return version("pilothouse")

            async def begin(self, order: str, given: dict[str, bytes]) -> None:
                pass

            async def more(self) -> bytes:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

            async def ask(self, what: str) -> None:
                pass

        return Desk

    monkeypatch.setattr(on_ray, "desk_class", full_desk)
    with pytest.raises(DeskLost, match="No space left on device"):
        await desks.run(asked(), tmp_path)


async def test_another_version_is_refused(
    desks: on_ray.RayDesks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_ray, "PILOTHOUSE_VERSION", "9.9")
    with pytest.raises(SurfaceUnavailable, match=r"and this is 9\.9"):
        await desks.run(asked(), tmp_path)
    assert not events_in(tmp_path)


async def test_a_session_that_can_not_be_taken_in_loses_no_run(tmp_path: Path) -> None:
    (tmp_path / "session.pilothouse").write_bytes(b"half")
    async with await SessionStore.open(tmp_path / "runs.db") as store:
        await on_ray._Session(
            store, SimpleNamespace(ask=SimpleNamespace(remote=None)), tmp_path
        ).seal()
    assert "Its session is not in" in (tmp_path / SAID).read_text()
    assert (tmp_path / "session.pilothouse").exists()


async def test_a_run_goes_on_that_the_owner_s_database_does_not_take(tmp_path: Path) -> None:
    """Another run has a session of that name; and it is heard from in its midst."""
    ask = SimpleNamespace(ask=SimpleNamespace(remote=None))
    async with await SessionStore.open(tmp_path / "runs.db") as store:
        await store.start_session("run")
        session = on_ray._Session(store, ask, tmp_path)
        for each in recorded_run(STARTED, STARTED)[1:] * 2:
            await session.take(recorded_to_json(each).encode())
        await session.end()
    assert "Its session is not in" in (tmp_path / SAID).read_text()


async def test_who_joined_hears_a_run_s_end_over_a_slow_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    told = recorded_run(STARTED, ENDED)
    lines = [joining.line_of(joining.EventTold(each)) for each in told]

    async def ask(what: str, number: int, *said: bytes) -> bytes:
        await asyncio.sleep(0.0 if what == "say" or len(lines) == 2 else 2.0)  # a slow way
        return lines.pop(0) if what == "hear" and lines else b""

    actor = SimpleNamespace(ask=SimpleNamespace(remote=ask))
    async with await SessionStore.open(tmp_path / "runs.db") as store:
        session = on_ray._Session(store, actor, tmp_path)
        await session.take(recorded_to_json(told[0]).encode())
        link = await joining.join(joining.runs_folder() / "run")
        heard = link.told()
        assert isinstance(await anext(heard), joining.EventTold)
        await session.take(recorded_to_json(told[1]).encode())
        ending = asyncio.ensure_future(session.end())
        rest = [each.recorded async for each in heard if isinstance(each, joining.EventTold)]
        link.close()
        await ending
    assert rest == [told[1]]


async def test_a_run_goes_to_a_cluster_that_is_joined_from_elsewhere(
    desks: on_ray.RayDesks, tmp_path: Path
) -> None:
    """By ``ray://``, that is by Ray's client, in a process of its own."""
    from ray.util.client.server.server import serve

    with held_port() as port:
        pass
    serving = serve("127.0.0.1", port)
    work, task = tmp_path / "work.toml", asked().task.goal
    work.write_text(
        f'[[tasks]]\nname = "none"\ngoal = "{task}"\njudge = {{ ending = "goal_failed" }}\n'
    )
    words = ("campaign", str(work), "--on", f"ray://127.0.0.1:{port}", "--database")
    command = python_module("app", *words, str(tmp_path / "runs.db"))
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await child.communicate()
    serving.stop(0)
    assert child.returncode == 0 and b"1 of 1 succeeded" in said, said


@pytest.mark.filterwarnings("default:Ray Client connection timed out:UserWarning")
async def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SurfaceUnavailable, match="no cluster to be had"):
        async with on_ray.connected("ray://127.0.0.1:1", tmp_path / "runs.db"):
            pass


@pytest.mark.parametrize("raised", [Exception("no node"), TimeoutError("no node"), TypeError()])
async def test_that_no_node_comes_up_is_told_and_a_mistake_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    def fails(*words: object, **said: object) -> None:
        raise raised

    monkeypatch.setattr(ray, "init", fails)
    told = TypeError if isinstance(raised, TypeError) else SurfaceUnavailable
    with pytest.raises(told, match="no node" if told is SurfaceUnavailable else None):
        async with on_ray.connected("ray://127.0.0.1:1", tmp_path / "runs.db"):
            pass


@pytest.mark.parametrize("by", ["its address", "what Ray wrote down"])
async def test_a_cluster_that_was_here_and_is_gone_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """Ray itself goes on trying to reach it for minutes."""
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with held_port() as port:
        gone = f"127.0.0.1:{port}"
    if by == "its address":
        monkeypatch.setenv("RAY_ADDRESS", gone)
    else:
        (tmp_path / "ray").mkdir()
        (tmp_path / "ray/ray_current_cluster").write_text(gone)
    with pytest.raises(SurfaceUnavailable, match=f"nothing answers at {gone}") as told:
        async with asyncio.timeout(20), on_ray.connected("auto", tmp_path / "runs.db"):
            pass
    assert "ray stop" in str(told.value)


async def test_a_cluster_that_wants_another_token_says_so() -> None:
    """Its port refuses as Ray's does; Ray's own client tells of no more than its patience. Where it
    was let in and something broke there, the token is not what is wanting."""

    async def refuses(asked: object, context: grpc.aio.ServicerContext[object, object]) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, "Invalid or missing token")

    handlers = {"ClusterInfo": grpc.unary_unary_rpc_method_handler(refuses)}
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("ray.rpc.RayletDriver", handlers)]
    )
    address = f"ray://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    patience = ConnectionError("ray client connection timeout")
    broke = ConnectionError("Initialization failure from server:\nTraceback …\nRuntimeError: so")
    await server.start()
    assert "wants its token" in await asyncio.to_thread(on_ray._remedy_at, address, patience)
    assert "ray start --head" in await asyncio.to_thread(on_ray._remedy_at, address, broke)
    await server.stop(0)
    assert "ray start --head" in await asyncio.to_thread(on_ray._remedy_at, address, patience)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Initialization failure from server:\nTraceback …\nRuntimeError: so", "RuntimeError: so"),
        ('<_Rendezvous of RPC:\n\tdetails = "cleaned up"\n\tdebug = "x"\n>', "cleaned up"),
        ("", "ConnectionError('')"),
    ],
)
async def test_of_what_ray_says_one_line_is_told(said: str, told: str) -> None:
    assert on_ray._told_by(ConnectionError(said)) == told


async def test_a_cluster_that_is_lost_is_told_and_no_run_is_lost_with_it(
    desks: on_ray.RayDesks, tmp_path: Path
) -> None:
    """Ray's client tries to reach it again for a while, and would then begin one of its own."""
    from ray.util.client.server.server import serve

    with held_port() as port:
        pass
    serving = serve("127.0.0.1", port)
    work, goal = tmp_path / "work.toml", asked().task.goal
    judge = 'judge = { ending = "goal_failed" }'
    work.write_text(f'repeats = 3\n[[tasks]]\nname = "none"\ngoal = "{goal}"\n{judge}\n')
    words = ("campaign", str(work), "--on", f"ray://127.0.0.1:{port}", "--database")
    child = await asyncio.create_subprocess_exec(
        *python_module("app", *words, str(tmp_path / "runs.db")),
        env=os.environ | {"RAY_CLIENT_RECONNECT_GRACE_PERIOD": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    while not begun_in(tmp_path / "work"):
        await asyncio.sleep(0.05)
        assert child.returncode is None
    serving.stop(0)
    said, _ = await child.communicate()
    assert child.returncode == EXIT_CANNOT_START, said
    assert b"The cluster can't be reached any more" in said, said
    assert not results_in(tmp_path / "work")
