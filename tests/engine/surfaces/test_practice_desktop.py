"""The practice desktop on real servers: it comes up clean, and nothing of it stays."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.errors import ActionImpossible, BugError, SurfaceLost, SurfaceUnavailable
from engine.surfaces.desktop.practice_desktop import PracticeDesktop
from tests.support.processes import eventually, is_alive, processes_with

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
import asyncio, json
from engine.surfaces.desktop.practice_desktop import PracticeDesktop

async def main():
    desktop = PracticeDesktop()
    await desktop.start()
    print(json.dumps(dict(desktop.environment)), flush=True)
    await desktop.wait_gone()

asyncio.run(main())
"""


@asynccontextmanager
async def practice_desktop(**options: object) -> AsyncIterator[PracticeDesktop]:
    desktop = PracticeDesktop(**options)  # type: ignore[arg-type]
    await desktop.start()
    try:
        yield desktop
    finally:
        await desktop.close()


@pytest.fixture
async def desktop() -> AsyncIterator[PracticeDesktop]:
    async with practice_desktop() as started:
        yield started


def window_titles(display: str) -> list[str]:
    """The titles of the windows that the window manager manages."""
    connection = xcffib.connect(display)
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


def screen_size(display: str) -> tuple[int, int]:
    connection = xcffib.connect(display)
    try:
        root = connection.get_setup().roots[0].root
        geometry = connection.core.GetGeometry(root).reply()
        return geometry.width, geometry.height
    finally:
        connection.disconnect()


def processes_on(environment: Mapping[str, str]) -> dict[int, str]:
    return processes_with(MARKER, environment[MARKER])


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
    note = desktop.home / "daemon.pid"
    await desktop.spawn([sys.executable, "-c", STUBBORN, str(note)])
    await eventually(lambda: note.exists() and note.read_text())
    return int(note.read_text())


@asynccontextmanager
async def console_in_a_process() -> AsyncIterator[tuple[int, dict[str, str]]]:
    """A console with a practice desktop: its process id and the desktop's environment."""
    console = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CONSOLE, stdout=asyncio.subprocess.PIPE, limit=1 << 20
    )
    assert console.stdout is not None
    try:
        yield console.pid, json.loads(await console.stdout.readline())
    finally:
        if console.returncode is None:
            console.kill()
        await console.wait()


async def test_it_starts_with_a_display_of_the_size_asked_for() -> None:
    async with practice_desktop(width=1000, height=700) as desktop:
        assert screen_size(desktop.display) == (1000, 700)


async def test_its_display_has_what_eyes_and_hands_need(desktop: PracticeDesktop) -> None:
    connection = xcffib.connect(desktop.display)
    try:
        for name in ("DAMAGE", "RANDR", "XTEST", "Composite"):
            assert connection.core.QueryExtension(len(name), name).reply().present, name
    finally:
        connection.disconnect()


async def test_an_application_gets_a_managed_window(desktop: PracticeDesktop) -> None:
    pid = await desktop.spawn(["mousepad"], cwd=desktop.practice_folder)

    await eventually(lambda: any("Mousepad" in title for title in window_titles(desktop.display)))
    assert psutil.Process(pid).cwd() == str(desktop.practice_folder)


async def test_it_has_an_accessibility_bus_of_its_own(desktop: PracticeDesktop) -> None:
    folder = session_folder(desktop.environment)

    assert desktop.bus_address == f"unix:path={folder}/run/bus"
    assert desktop.accessibility_address.startswith(f"unix:path={folder}/run/at-spi/")
    assert "at-spi-bus-launcher"[:15] in {
        name[:15] for name in processes_on(desktop.environment).values()
    }


async def test_nothing_of_the_operators_session_reaches_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    personal = ("WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "NO_AT_BRIDGE", "GTK_IM_MODULE")
    secrets = ("OPENAI_API_KEY", "GITHUB_TOKEN", "DB_PASSWORD")
    for name in (*personal, *secrets):
        monkeypatch.setenv(name, "the operator's")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("LANG", "")

    async with practice_desktop() as desktop:
        environment = desktop.environment
        assert "the operator's" not in environment.values()
        assert environment["QT_QPA_PLATFORM"] == "xcb"
        assert environment["LANG"] == "C.UTF-8"
        for name in ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
            assert Path(environment[name]).is_relative_to(session_folder(environment))


async def test_the_places_that_a_goal_may_name_are_there(desktop: PracticeDesktop) -> None:
    assert set(desktop.places) == {
        *("practice folder", "home folder", "documents", "downloads", "desktop"),
    }
    assert folders_of(desktop.home) == {Path(path) for path in desktop.places.values()}
    assert desktop.places["practice folder"] == str(desktop.practice_folder)
    assert list(desktop.practice_folder.iterdir()) == []


async def test_two_at_once_keep_apart() -> None:
    desktops = [PracticeDesktop(), PracticeDesktop()]
    await asyncio.gather(*(desktop.start() for desktop in desktops))
    one, other = desktops
    try:
        assert one.display != other.display
        assert one.bus_address != other.bus_address
        await one.close()
        assert (await other.spawn(["true"])) > 0
        assert screen_size(other.display) == (1280, 800)
    finally:
        await asyncio.gather(*(desktop.close() for desktop in desktops))


async def test_a_program_that_is_missing_is_named(desktop: PracticeDesktop) -> None:
    with pytest.raises(ActionImpossible, match="“no-such-program” could not be started"):
        await desktop.spawn(["no-such-program"])

    assert (await desktop.spawn(["true"])) > 0


async def test_close_ends_everything_and_deletes_the_home() -> None:
    async with practice_desktop() as desktop:
        environment = desktop.environment
        await desktop.spawn(["mousepad"])
        await eventually(lambda: window_titles(desktop.display))
        daemon = await start_stubborn_daemon(desktop)
        assert {"Xvfb", "openbox", "dbus-daemon", "mousepad"} <= {
            *processes_on(environment).values()
        }

        await desktop.close()

        assert processes_on(environment) == {}
        assert not is_alive(daemon)
        assert not session_folder(environment).exists()
        assert not has_dead_socket(environment)


async def test_a_daemon_without_the_mark_is_ended_too() -> None:
    async with practice_desktop() as desktop:
        note = desktop.home / "daemon.pid"
        await desktop.spawn(["env", "-i", sys.executable, "-c", STUBBORN, str(note)])
        await eventually(lambda: note.exists() and note.read_text())
        daemon = int(note.read_text())
        assert daemon not in processes_on(desktop.environment)

        await desktop.close()

        assert not is_alive(daemon)


async def test_close_may_be_called_again_and_before_the_start() -> None:
    desktop = PracticeDesktop()
    await desktop.close()

    async with practice_desktop() as started:
        await started.close()
        await started.close()
        assert await started.wait_gone() == "closed"
        with pytest.raises(SurfaceLost):
            await started.spawn(["true"])


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


async def test_a_console_that_is_killed_takes_its_desktop_along() -> None:
    async with console_in_a_process() as (console, environment):
        assert processes_on(environment)

        os.kill(console, signal.SIGKILL)

        await eventually(lambda: not processes_on(environment))
        await eventually(lambda: not session_folder(environment).exists())
        assert not has_dead_socket(environment)


async def test_a_keeper_that_is_killed_is_noticed_and_cleaned_up_after() -> None:
    async with practice_desktop() as desktop:
        environment = desktop.environment
        daemon = await start_stubborn_daemon(desktop)
        display = process_named(environment, "Xvfb")

        os.kill(psutil.Process(display).ppid(), signal.SIGKILL)

        assert await desktop.wait_gone() == "keeper"
        await eventually(lambda: not is_alive(display))
        assert is_alive(daemon)
        assert session_folder(environment).exists()
        async with practice_desktop():
            assert not is_alive(daemon)
            assert processes_on(environment) == {}
            assert not session_folder(environment).exists()
            assert not has_dead_socket(environment)


async def test_what_a_living_keeper_keeps_is_left_alone(desktop: PracticeDesktop) -> None:
    daemon = await start_stubborn_daemon(desktop)

    async with practice_desktop():
        assert is_alive(daemon)
        assert desktop.home.exists()


async def test_a_display_that_vanishes_is_reported(desktop: PracticeDesktop) -> None:
    waiting = asyncio.create_task(desktop.wait_gone())

    os.kill(process_named(desktop.environment, "Xvfb"), signal.SIGKILL)

    assert await asyncio.wait_for(waiting, 5) == "display"
    with pytest.raises(SurfaceLost):
        await desktop.spawn(["true"])
    await desktop.close()
    assert not has_dead_socket(desktop.environment)


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


async def test_the_other_server_changes_its_size_and_listens_to_nobody() -> None:
    async with practice_desktop(server="Xtigervnc") as desktop:
        server = psutil.Process(process_named(desktop.environment, "Xtigervnc"))
        assert server.net_connections(kind="inet") == []
        assert screen_size(desktop.display) == (1280, 800)

        resize(desktop.display, 1024, 768)

        assert screen_size(desktop.display) == (1024, 768)


def resize(display: str, width: int, height: int) -> None:
    """Choose the mode of that size on the first output, as a person does in the settings."""
    connection = xcffib.connect(display)
    try:
        root = connection.get_setup().roots[0].root
        randr = connection(xcffib.randr.key)
        screen = randr.GetScreenResources(root).reply()
        mode = next(m for m in screen.modes if (m.width, m.height) == (width, height))
        rotation = xcffib.randr.Rotation.Rotate_0
        crtc, now = screen.crtcs[0], xcffib.CurrentTime
        outputs = list(screen.outputs)[:1]
        configured = screen.config_timestamp
        randr.SetCrtcConfig(crtc, now, configured, 0, 0, 0, rotation, 0, []).reply()
        randr.SetScreenSize(root, width, height, width // 4, height // 4, is_checked=True).check()
        randr.SetCrtcConfig(crtc, now, configured, 0, 0, mode.id, rotation, 1, outputs).reply()
    finally:
        connection.disconnect()
