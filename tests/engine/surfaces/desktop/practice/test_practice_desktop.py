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
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import psutil
import pytest
import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.errors import ActionImpossible, BugError, SurfaceLost, SurfaceUnavailable
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.practice.session_folder import SessionFolder, clear, sweep_leftovers
from engine.surfaces.desktop.x11.authority import read_cookie, write_authority
from engine.surfaces.desktop.x11.x_calls import connect
from tests.support.processes import eventually, is_alive, processes_with, seen_from_outside

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


@pytest.fixture
async def desktop() -> AsyncIterator[PracticeDesktop]:
    async with practice_desktop() as started:
        yield started


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


@contextmanager
def display_with(cookie: bytes, authority: Path) -> Iterator[Mapping[str, str]]:
    """The environment for a bare X server that wants the cookie."""
    write_authority(authority, cookie)
    reader, writer = os.pipe()
    screen = ("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
    command = ["Xvfb", *screen, "-auth", str(authority), "-displayfd", str(writer)]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as line:
            number = line.readline().strip()
        yield {"DISPLAY": f":{number}", "XAUTHORITY": str(authority)}
    finally:
        server.kill()
        server.wait()


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


@asynccontextmanager
async def console_in_a_process(
    is_sandboxed: bool,
) -> AsyncIterator[tuple[int, dict[str, str]]]:
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


async def test_it_starts_with_a_display_of_the_size_asked_for() -> None:
    async with practice_desktop(width=1000, height=700) as desktop:
        assert screen_size(desktop.environment) == (1000, 700)


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


async def test_only_the_user_may_read_the_cookie_and_each_desktop_has_its_own() -> None:
    async with practice_desktop() as one, practice_desktop() as other:
        file = Path(one.environment["XAUTHORITY"])
        assert file.parent == session_folder(one.environment)
        assert permissions(file) == 0o600
        cookies = {
            read_cookie(file, one.display),
            read_cookie(Path(other.environment["XAUTHORITY"]), other.display),
        }
        assert sorted(len(cookie or b"") for cookie in cookies) == [16, 16]
        assert read_cookie(file, other.display) is None
        with pytest.raises(xcffib.ConnectionException):
            connect({**other.environment, "XAUTHORITY": str(file)})


async def test_programs_on_the_desktop_have_the_cookie_by_their_environment(
    desktop: PracticeDesktop,
) -> None:
    def may_connect(**changes: str) -> bool:
        environment = {**desktop.environment, **changes}
        asked = ["xdotool", "getdisplaygeometry"]
        return subprocess.run(asked, env=environment, capture_output=True).returncode == 0

    assert await asyncio.to_thread(may_connect)
    assert not await asyncio.to_thread(may_connect, XAUTHORITY=os.devnull)


@pytest.mark.parametrize("cookie", [b":" * 16, bytes(16)])
def test_a_cookie_may_hold_any_bytes(cookie: bytes, tmp_path: Path) -> None:
    with display_with(cookie, tmp_path / "authority") as environment:
        for _ in range(3):
            assert screen_size(environment) == (640, 480)
        with pytest.raises(xcffib.ConnectionException):
            connect({**environment, "XAUTHORITY": os.devnull})


def test_a_file_that_is_cut_off_or_missing_has_no_cookie(tmp_path: Path) -> None:
    file = tmp_path / "authority"
    assert read_cookie(file, ":7") is None
    write_authority(file, b"c" * 16, display_number="7")
    whole = file.read_bytes()

    for length in range(45):  # shorter than the first entry
        file.write_bytes(whole[:length])
        assert read_cookie(file, ":7") is None


@pytest.mark.parametrize("display", [":7", ":7.0", "unix:7"])
def test_a_cookie_is_found_by_the_displays_number(display: str, tmp_path: Path) -> None:
    file = tmp_path / "authority"
    write_authority(file, b"c" * 16, display_number="7")

    assert read_cookie(file, display) == b"c" * 16
    assert read_cookie(file, ":77") is None


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
    note = desktop.practice_folder / "where.txt"
    await desktop.spawn(["sh", "-c", "pwd > where.txt"], cwd=desktop.practice_folder)

    await eventually(lambda: note.exists() and note.read_text())
    assert note.read_text().strip() == str(desktop.practice_folder)


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


async def test_games_are_found_though_the_operators_path_leaves_them_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/usr/local/games:/usr/bin:/bin")
    async with practice_desktop() as desktop:
        assert desktop.environment["PATH"] == "/usr/local/games:/usr/bin:/bin:/usr/games"


async def test_two_at_once_keep_apart() -> None:
    desktops = [PracticeDesktop(), PracticeDesktop()]
    await asyncio.gather(*(desktop.start() for desktop in desktops))
    one, other = desktops
    try:
        assert one.display != other.display
        assert one.bus_address != other.bus_address
        await one.close()
        assert (await other.spawn(["true"])) > 0
        assert screen_size(other.environment) == (1280, 800)
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
        await eventually(lambda: window_titles(desktop.environment))
        daemon = await start_stubborn_daemon(desktop)
        assert {"Xvfb", "openbox", "dbus-daemon", "mousepad"} <= {
            *processes_on(environment).values()
        }

        await desktop.close()

        assert processes_on(environment) == {}
        assert not is_alive(daemon)
        assert not session_folder(environment).exists()
        assert not has_dead_socket(environment)


@BOTH_WAYS
async def test_a_daemon_without_the_mark_is_ended_too(is_sandboxed: bool) -> None:
    async with practice_desktop(is_sandboxed=is_sandboxed) as desktop:
        note = desktop.home / "daemon.pid"
        await desktop.spawn(["env", "-i", sys.executable, "-c", STUBBORN, str(note)])
        await eventually(lambda: note.exists() and note.read_text())

        def running() -> list[psutil.Process]:
            return [one for one in psutil.process_iter() if str(note) in arguments_of(one)]

        await eventually(lambda: len(running()) == 1)  # who started it has ended
        (daemon,) = running()
        assert daemon.pid not in processes_on(desktop.environment)

        await desktop.close()

        assert not is_alive(daemon.pid)


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


@BOTH_WAYS
async def test_a_console_that_is_killed_takes_its_desktop_along(is_sandboxed: bool) -> None:
    async with console_in_a_process(is_sandboxed) as (console, environment):
        assert processes_on(environment)

        os.kill(console, signal.SIGKILL)

        await eventually(lambda: not processes_on(environment))
        await eventually(lambda: not session_folder(environment).exists())
        assert not has_dead_socket(environment)


@BOTH_WAYS
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
        assert not is_alive(daemon)
        assert session_folder(environment).exists()
        async with practice_desktop():
            assert not session_folder(environment).exists()
            assert not has_dead_socket(environment)


async def test_what_a_living_supervisor_keeps_is_left_alone(desktop: PracticeDesktop) -> None:
    daemon = await start_stubborn_daemon(desktop)

    async with practice_desktop():
        assert is_alive(daemon)
        assert desktop.home.exists()


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


def test_a_deletion_that_was_cut_short_is_ended_by_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SessionFolder.create(tmp_path)
    folder.furnish()
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda root, **_: (root / "supervisor.json").unlink())
        clear(folder, list, grace_secs=0)
    assert list(tmp_path.iterdir()), "all but the record is left"

    sweep_leftovers(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_whose_maker_was_killed_before_it_was_ready_is_swept(tmp_path: Path) -> None:
    living, left = SessionFolder(tmp_path / "new-1"), SessionFolder(tmp_path / "new-2")
    for folder in (living, left):
        folder.root.mkdir()
        folder.write_record()
    record = left.read_record() | {"started": 0}
    (left.root / "supervisor.json").write_text(json.dumps(record))

    sweep_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == [living.root]


async def test_a_display_that_vanishes_is_reported(desktop: PracticeDesktop) -> None:
    waiting = asyncio.create_task(desktop.wait_gone())

    os.kill(process_named(desktop.environment, "Xvfb"), signal.SIGKILL)

    assert await asyncio.wait_for(waiting, 60) == "display"
    with pytest.raises(SurfaceLost):
        await desktop.spawn(["true"])
    await desktop.close()
    assert not has_dead_socket(desktop.environment)


async def test_a_session_bus_that_vanishes_is_reported(desktop: PracticeDesktop) -> None:
    bus = Path(desktop.bus_address.removeprefix("unix:path="))
    pids = [pid for pid, name in processes_on(desktop.environment).items() if name == "dbus-daemon"]
    (session_bus,) = (pid for pid in pids if str(bus) in " ".join(psutil.Process(pid).cmdline()))

    os.kill(session_bus, signal.SIGKILL)

    assert await asyncio.wait_for(desktop.wait_gone(), 60) == "session bus"


async def test_a_window_manager_that_dies_is_started_again_once(desktop: PracticeDesktop) -> None:
    await desktop.spawn(["mousepad"])
    await eventually(lambda: window_titles(desktop.environment))
    died = process_named(desktop.environment, "openbox")

    os.kill(died, signal.SIGKILL)
    await eventually(lambda: window_managers(desktop.environment) - {died})
    (restarted,) = window_managers(desktop.environment)
    await eventually(lambda: supporting_window(desktop.environment))
    await eventually(lambda: window_titles(desktop.environment))

    os.kill(restarted, signal.SIGKILL)
    await eventually(lambda: not psutil.pid_exists(restarted))
    assert (await desktop.spawn(["true"])) > 0  # answered after the end was dealt with
    assert window_managers(desktop.environment) == set()


async def test_servers_that_are_stopped_go_on(desktop: PracticeDesktop) -> None:
    bus = desktop.bus_address.removeprefix("unix:path=")
    for pid, name in processes_on(desktop.environment).items():
        process = psutil.Process(pid)
        if name == "openbox" or (name == "dbus-daemon" and bus in " ".join(process.cmdline())):
            process.suspend()
    await desktop.spawn(["mousepad"])
    await eventually(lambda: window_titles(desktop.environment))


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
        assert screen_size(desktop.environment) == (1280, 800)

        resize(desktop.environment, 1024, 768)

        assert screen_size(desktop.environment) == (1024, 768)


def resize(environment: Mapping[str, str], width: int, height: int) -> None:
    """Choose the mode of that size on the first output, as a person does in the settings."""
    connection = connect(environment)
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
