"""The practice desktop on real servers: it comes up clean, and nothing of it stays."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.errors import ActionImpossible, BugError, SurfaceLost, SurfaceUnavailable
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.x11.authority import read_cookie
from engine.surfaces.desktop.x11.x_calls import connect
from tests.support.processes import eventually, is_alive, processes_with, seen_from_outside

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.cold]

MARKER = "PILOTHOUSE_DESKTOP"
# ends neither when it is asked to nor with its parent, and needs no display
STUBBORN = """
import os, signal, sys
if os.fork():
    sys.exit()
os.setsid()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
open(sys.argv[1], "w").write(str(os.getpid()))
while True:
    signal.pause()
"""
CONSOLE = """
import asyncio, json, sys
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop

async def main():
    desktop = PracticeDesktop(is_sandboxed=bool(sys.argv[1]))
    await desktop.start()
    print(json.dumps(dict(desktop.environment)), flush=True)
    await desktop.wait_gone()

asyncio.run(main())
"""


BOTH_WAYS = pytest.mark.parametrize(
    "is_sandboxed", [True, False], ids=["sandboxed", "not sandboxed"]
)


@asynccontextmanager
async def practice_desktop(**options: object) -> AsyncIterator[PracticeDesktop]:
    desktop = PracticeDesktop(**options)  # type: ignore[arg-type]
    await desktop.start()
    try:
        yield desktop
    finally:
        await desktop.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desktop() -> AsyncIterator[PracticeDesktop]:
    """One for all tests that take nothing away from it."""
    async with practice_desktop() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def doomed() -> AsyncIterator[PracticeDesktop]:
    """The test's own: it ends a part of it."""
    async with practice_desktop() as started:
        yield started


PERSONAL = ("WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "NO_AT_BRIDGE", "GTK_IM_MODULE")
SECRETS = ("OPENAI_API_KEY", "GITHUB_TOKEN", "DB_PASSWORD")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other_way() -> AsyncIterator[PracticeDesktop]:
    """Of another size, and started by somebody whose own environment says other things."""
    with pytest.MonkeyPatch.context() as operators:
        for name in (*PERSONAL, *SECRETS):
            operators.setenv(name, "the operator's")
        operators.setenv("QT_QPA_PLATFORM", "offscreen")
        operators.setenv("LANG", "")
        operators.setenv("PATH", "/usr/local/games:/usr/bin:/bin")
        desktop = PracticeDesktop(width=1000, height=700)
        await desktop.start()
    yield desktop
    await desktop.close()


def window_titles(environment: Mapping[str, str]) -> list[str]:
    """The titles of the windows that the window manager manages."""
    connection = connect(environment)
    try:
        root = connection.get_setup().roots[0].root
        windows = read_property(connection, root, "_NET_CLIENT_LIST").to_atoms()
        titles = [read_property(connection, window, "_NET_WM_NAME") for window in windows]
        return [title.buf().decode() for title in titles]
    finally:
        connection.disconnect()


def read_property(connection: xcffib.Connection, window: int, name: str) -> xcffib.List:
    atom = connection.core.InternAtom(False, len(name), name).reply().atom
    any_type = xcffib.xproto.GetPropertyType.Any
    return connection.core.GetProperty(False, window, atom, any_type, 0, 1024).reply().value


def screen_size(environment: Mapping[str, str]) -> tuple[int, int]:
    connection = connect(environment)
    try:
        root = connection.get_setup().roots[0].root
        geometry = connection.core.GetGeometry(root).reply()
        return geometry.width, geometry.height
    finally:
        connection.disconnect()


def supporting_window(environment: Mapping[str, str]) -> int:
    """The window by which a window manager shows that it is there; 0 where there is none."""
    connection = connect(environment)
    try:
        root = connection.get_setup().roots[0].root
        found = read_property(connection, root, "_NET_SUPPORTING_WM_CHECK").to_atoms()
        return found[0] if found else 0
    finally:
        connection.disconnect()


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def window_managers(environment: Mapping[str, str]) -> set[int]:
    return {pid for pid, name in processes_on(environment).items() if name == "openbox"}


def processes_on(environment: Mapping[str, str]) -> dict[int, str]:
    return processes_with(MARKER, environment[MARKER])


def arguments_of(process: psutil.Process) -> list[str]:
    """Empty where it has ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def process_named(environment: Mapping[str, str], name: str) -> int:
    return next(pid for pid, found in processes_on(environment).items() if found == name)


def folders_of(home: Path) -> set[Path]:
    """The home and the folders in it that a file dialog shows."""
    return {home, *(path for path in home.iterdir() if not path.name.startswith("."))}


def session_folder(environment: Mapping[str, str]) -> Path:
    return Path(environment["HOME"]).parent


def has_dead_socket(environment: Mapping[str, str]) -> bool:
    """Whether the display left its socket; a display that has the number by now is none of ours."""
    path = f"/tmp/.X11-unix/X{environment['DISPLAY'].removeprefix(':')}"
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == errno.ECONNREFUSED


async def start_stubborn_daemon(desktop: PracticeDesktop) -> int:
    """Its number outside of the sandbox."""
    note = desktop.home / "daemon.pid"
    await desktop.spawn([sys.executable, "-c", STUBBORN, str(note)])
    await eventually(lambda: note.exists() and note.read_text())
    return seen_from_outside(int(note.read_text()), MARKER, desktop.environment[MARKER])


async def start_unmarked_daemon(desktop: PracticeDesktop) -> int:
    """One without the desktop's mark in its environment; its number outside of the sandbox."""
    note = desktop.home / "unmarked.pid"
    await desktop.spawn(["env", "-i", sys.executable, "-c", STUBBORN, str(note)])
    await eventually(lambda: note.exists() and note.read_text())

    def running() -> list[psutil.Process]:
        return [one for one in psutil.process_iter() if str(note) in arguments_of(one)]

    await eventually(lambda: len(running()) == 1)  # who started it has ended
    (daemon,) = running()
    return daemon.pid


@asynccontextmanager
async def console_in_a_process(is_sandboxed: bool) -> AsyncIterator[tuple[int, dict[str, str]]]:
    """A console with a practice desktop: its process id and the desktop's environment."""
    console = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CONSOLE, "sandboxed" if is_sandboxed else ""),
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 20,
    )
    assert console.stdout is not None
    try:
        yield console.pid, json.loads(await console.stdout.readline())
    finally:
        if console.returncode is None:
            console.kill()
        await console.wait()


async def test_it_starts_with_a_display_of_the_size_asked_for(other_way: PracticeDesktop) -> None:
    assert screen_size(other_way.environment) == (1000, 700)


async def test_without_the_cookie_the_display_refuses(
    desktop: PracticeDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = {**desktop.environment, "XAUTHORITY": os.devnull}
    monkeypatch.setenv("HOME", "/nowhere")  # no ~/.Xauthority either
    monkeypatch.delenv("XAUTHORITY", raising=False)

    for environment in (stranger, {"DISPLAY": desktop.display}):
        with pytest.raises(xcffib.ConnectionException):
            connect(environment)

    assert screen_size(desktop.environment) == (1280, 800)


async def test_only_the_user_may_read_the_cookie_and_each_desktop_has_its_own(
    desktop: PracticeDesktop, other_way: PracticeDesktop
) -> None:
    file = Path(desktop.environment["XAUTHORITY"])
    assert file.parent == session_folder(desktop.environment)
    assert permissions(file) == 0o600
    cookies = {
        read_cookie(file, desktop.display),
        read_cookie(Path(other_way.environment["XAUTHORITY"]), other_way.display),
    }
    assert sorted(len(cookie or b"") for cookie in cookies) == [16, 16]
    assert read_cookie(file, other_way.display) is None
    with pytest.raises(xcffib.ConnectionException):
        connect({**other_way.environment, "XAUTHORITY": str(file)})


async def test_programs_on_the_desktop_have_the_cookie_by_their_environment(
    desktop: PracticeDesktop,
) -> None:
    def may_connect(**changes: str) -> bool:
        environment = {**desktop.environment, **changes}
        asked = ["xdotool", "getdisplaygeometry"]
        return subprocess.run(asked, env=environment, capture_output=True).returncode == 0

    assert await asyncio.to_thread(may_connect)
    assert not await asyncio.to_thread(may_connect, XAUTHORITY=os.devnull)


async def test_its_display_has_what_eyes_and_hands_need(desktop: PracticeDesktop) -> None:
    connection = connect(desktop.environment)
    try:
        for name in ("DAMAGE", "RANDR", "XTEST", "Composite"):
            assert connection.core.QueryExtension(len(name), name).reply().present, name
    finally:
        connection.disconnect()


async def test_an_application_gets_a_managed_window(desktop: PracticeDesktop) -> None:
    await desktop.spawn(["mousepad"])

    await eventually(
        lambda: any("Mousepad" in title for title in window_titles(desktop.environment))
    )


async def test_a_program_is_started_in_the_folder_asked_for(desktop: PracticeDesktop) -> None:
    folder = desktop.home / "Documents"
    note = folder / "where.txt"
    await desktop.spawn(["sh", "-c", "pwd > where.txt"], cwd=folder)

    await eventually(lambda: note.exists() and note.read_text())
    assert note.read_text().strip() == str(folder)


async def test_it_has_an_accessibility_bus_of_its_own(desktop: PracticeDesktop) -> None:
    folder = session_folder(desktop.environment)

    assert desktop.environment["DBUS_SESSION_BUS_ADDRESS"] == f"unix:path={folder}/run/bus"
    assert any((Path(folder) / "run" / "at-spi").iterdir())
    assert "at-spi-bus-launcher"[:15] in {
        name[:15] for name in processes_on(desktop.environment).values()
    }


async def test_nothing_of_the_operators_session_reaches_it(other_way: PracticeDesktop) -> None:
    environment = other_way.environment
    assert "the operator's" not in environment.values()
    assert environment["QT_QPA_PLATFORM"] == "xcb"
    assert environment["LANG"] == "C.UTF-8"
    for name in ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        assert Path(environment[name]).is_relative_to(session_folder(environment))


async def test_the_places_that_a_goal_may_name_are_there(desktop: PracticeDesktop) -> None:
    assert set(desktop.places) == {
        *("practice folder", "home folder", "documents", "downloads", "desktop")
    }
    assert folders_of(desktop.home) == {Path(path) for path in desktop.places.values()}
    assert desktop.places["practice folder"] == str(desktop.practice_folder)
    assert list(desktop.practice_folder.iterdir()) == []


async def test_games_are_found_though_the_operators_path_leaves_them_out(
    other_way: PracticeDesktop,
) -> None:
    assert other_way.environment["PATH"] == "/usr/local/games:/usr/bin:/bin:/usr/games"


async def test_two_at_once_keep_apart(desktop: PracticeDesktop) -> None:
    """What is left behind is swept at a start; what a living supervisor keeps is not."""
    daemon = await start_stubborn_daemon(desktop)
    async with practice_desktop() as other:
        assert is_alive(daemon)
        assert desktop.home.exists()
        assert desktop.display != other.display
        assert (
            desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
            != other.environment["DBUS_SESSION_BUS_ADDRESS"]
        )
    assert (await desktop.spawn(["true"])) > 0
    assert screen_size(desktop.environment) == (1280, 800)


async def test_a_program_that_is_missing_is_named(desktop: PracticeDesktop) -> None:
    with pytest.raises(ActionImpossible, match="“no-such-program” could not be started"):
        await desktop.spawn(["no-such-program"])

    assert (await desktop.spawn(["true"])) > 0


@BOTH_WAYS
async def test_close_ends_everything_and_deletes_the_home(is_sandboxed: bool) -> None:
    async with practice_desktop(is_sandboxed=is_sandboxed) as desktop:
        environment = desktop.environment
        await desktop.spawn(["mousepad"])
        await eventually(lambda: window_titles(desktop.environment))
        marked = await start_stubborn_daemon(desktop)
        unmarked = await start_unmarked_daemon(desktop)
        assert unmarked not in processes_on(environment)
        assert {"Xvfb", "openbox", "dbus-daemon", "mousepad"} <= {
            *processes_on(environment).values()
        }

        await desktop.close()

        assert processes_on(environment) == {}
        assert not is_alive(marked) and not is_alive(unmarked)
        assert not session_folder(environment).exists()
        assert not has_dead_socket(environment)
        await desktop.close()
        assert await desktop.wait_gone() == "closed"
        with pytest.raises(SurfaceLost):
            await desktop.spawn(["true"])


async def test_close_may_be_called_before_the_start() -> None:
    await PracticeDesktop().close()


async def test_a_start_that_is_cancelled_leaves_nothing() -> None:
    desktop = PracticeDesktop()
    before = {child.pid for child in psutil.Process().children()}
    starting = asyncio.create_task(desktop.start())
    await eventually(lambda: {child.pid for child in psutil.Process().children()} - before)

    starting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await starting
    assert {child.pid for child in psutil.Process().children()} == before


async def test_before_the_start_there_is_nothing_to_ask_for() -> None:
    desktop = PracticeDesktop()

    with pytest.raises(BugError):
        _ = desktop.display
    with pytest.raises(BugError):
        await desktop.spawn(["true"])


@BOTH_WAYS
async def test_a_console_that_is_killed_takes_its_desktop_along(is_sandboxed: bool) -> None:
    async with console_in_a_process(is_sandboxed) as (console, environment):
        assert processes_on(environment)

        os.kill(console, signal.SIGKILL)

        await eventually(lambda: not processes_on(environment))
        await eventually(lambda: not session_folder(environment).exists())
        assert not has_dead_socket(environment)


@pytest.fixture
def own_base(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where no other test starts a desktop meanwhile, and sweeps what is left behind. Sockets lie
    in it, whose paths may not be long."""
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield


@BOTH_WAYS
@pytest.mark.usefixtures("own_base")
async def test_a_supervisor_that_is_killed_is_noticed_and_cleaned_up_after(
    is_sandboxed: bool,
) -> None:
    async with practice_desktop(is_sandboxed=is_sandboxed) as desktop:
        environment = desktop.environment
        daemon = await start_stubborn_daemon(desktop)
        display = process_named(environment, "Xvfb")

        os.kill(psutil.Process(display).ppid(), signal.SIGKILL)

        assert await desktop.wait_gone() == "supervisor"
        await eventually(lambda: not is_alive(display))
        await eventually(lambda: not processes_on(environment))
        await eventually(lambda: not is_alive(daemon))  # what ends loses its environment first
        assert session_folder(environment).exists()
        async with practice_desktop():
            assert not session_folder(environment).exists()
            assert not has_dead_socket(environment)


async def test_a_folder_that_does_not_tell_whose_it_is_is_left_alone(
    desktop: PracticeDesktop,
) -> None:
    daemon = await start_stubborn_daemon(desktop)
    record = session_folder(desktop.environment) / "supervisor.json"
    elsewhere = record.rename(record.with_name("named-by-another-release.json"))

    async with practice_desktop():
        assert is_alive(daemon)
        assert desktop.home.exists()
    elsewhere.rename(record)


async def test_a_display_that_vanishes_is_reported(doomed: PracticeDesktop) -> None:
    waiting = asyncio.create_task(doomed.wait_gone())

    os.kill(process_named(doomed.environment, "Xvfb"), signal.SIGKILL)

    assert await asyncio.wait_for(waiting, 60) == "display"
    with pytest.raises(SurfaceLost):
        await doomed.spawn(["true"])
    await doomed.close()
    assert not has_dead_socket(doomed.environment)


async def test_a_session_bus_that_vanishes_is_reported(doomed: PracticeDesktop) -> None:
    bus = Path(doomed.environment["DBUS_SESSION_BUS_ADDRESS"].removeprefix("unix:path="))
    pids = [pid for pid, name in processes_on(doomed.environment).items() if name == "dbus-daemon"]
    (session_bus,) = (pid for pid in pids if str(bus) in " ".join(psutil.Process(pid).cmdline()))

    os.kill(session_bus, signal.SIGKILL)

    assert await asyncio.wait_for(doomed.wait_gone(), 60) == "session bus"


async def test_a_window_manager_that_dies_is_started_again_once(doomed: PracticeDesktop) -> None:
    await doomed.spawn(["mousepad"])
    await eventually(lambda: window_titles(doomed.environment))
    died = process_named(doomed.environment, "openbox")

    os.kill(died, signal.SIGKILL)
    await eventually(lambda: window_managers(doomed.environment) - {died})
    (restarted,) = window_managers(doomed.environment)
    await eventually(lambda: supporting_window(doomed.environment))
    await eventually(lambda: window_titles(doomed.environment))

    os.kill(restarted, signal.SIGKILL)
    await eventually(lambda: not psutil.pid_exists(restarted))
    assert (await doomed.spawn(["true"])) > 0  # answered after the end was dealt with
    assert window_managers(doomed.environment) == set()


async def test_servers_that_are_stopped_go_on(desktop: PracticeDesktop) -> None:
    bus = desktop.environment["DBUS_SESSION_BUS_ADDRESS"].removeprefix("unix:path=")
    for pid, name in processes_on(desktop.environment).items():
        process = psutil.Process(pid)
        if name == "openbox" or (name == "dbus-daemon" and bus in " ".join(process.cmdline())):
            process.suspend()
    before = len(window_titles(desktop.environment))
    await desktop.spawn(["galculator"])
    await eventually(lambda: len(window_titles(desktop.environment)) > before)


@pytest.mark.parametrize(
    ("missing", "package"), [("Xvfb", "xvfb"), ("openbox", "openbox"), ("dbus-daemon", "dbus")]
)
async def test_a_missing_program_is_named_with_its_package(
    missing: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in {"Xvfb", "openbox", "dbus-daemon", "dbus-send"} - {missing}:
        found = shutil.which(program)
        assert found is not None
        (tmp_path / program).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SurfaceUnavailable) as caught:
        await PracticeDesktop().start()

    assert caught.value.message == f"The practice desktop needs {missing}, which is not installed."
    assert caught.value.remedy == f"On Debian: sudo apt install {package}"


async def test_a_display_server_that_fails_is_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "Xvfb"
    broken.write_text("#!/bin/sh\necho 'no frame buffer' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    with pytest.raises(SurfaceUnavailable, match=r"ended at its start.*no frame buffer"):
        await PracticeDesktop().start()
