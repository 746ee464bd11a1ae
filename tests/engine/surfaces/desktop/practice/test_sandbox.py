"""What a program on the practice desktop can reach, tried by one: with bubblewrap and without.

Where a machine closes user namespaces, what is kept from a program can't be tried: that this is
said is tried instead."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.domain.errors import BugError
from engine.domain.surface_ports import Sandbox
from engine.surfaces.desktop.practice.inside import check_apart
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.practice.sandbox import namespace_ids
from tests.support.bare_desktop import BareDesktop
from tests.support.processes import eventually

pytestmark = pytest.mark.cold
PROJECT = Path(__file__).parents[5]
ADD_KEY, REQUEST_KEY = {"x86_64": (248, 249)}.get(platform.machine(), (217, 218))
OF_SESSION = -3
OWN_COMMAND = Path("/proc/self/cmdline").read_text()
ROOMS = ("app", "engine", "resources", "widgets")
PROBE = """
import ctypes, json, os, socket, sys
from pathlib import Path
told = json.loads(sys.argv[1])

def may(attempt):
    try:
        return attempt()
    except OSError:
        return None

def connects(family, place):
    with socket.socket(family) as probe:
        probe.settimeout(5)
        probe.connect(place)
    return True

def files_below(top):
    # but for those of Pilothouse and its Python, which may be installed in a home
    found = []
    for folder, folders, files in os.walk(top):
        if folder in told["own"]:
            folders.clear()
        else:
            found += [os.path.join(folder, each) for each in files]
    return found

found = {
    "diary": may(lambda: Path(told["diary"]).read_text()),
    "homes": [*files_below("/root"), *files_below("/home")],
    "others": [each for each in may(lambda: os.listdir(told["sessions"])) or []],
    "processes": [int(each) for each in os.listdir("/proc") if each.isdecimal()],
    "console": may(lambda: Path(f"/proc/{told['pid']}/cmdline").read_text() == told["command"]),
    "network": may(lambda: connects(socket.AF_INET, ("127.0.0.1", told["port"]))),
    "abstract": may(lambda: connects(socket.AF_UNIX, "\\0" + told["abstract"])),
    "bus": may(lambda: connects(socket.AF_UNIX, told["bus"].replace("@", "\\0"))),
    "display": may(lambda: connects(socket.AF_UNIX, told["display"])),
    "display without a file": may(lambda: connects(socket.AF_UNIX, "\\0" + told["display"])),
    "displays": os.listdir("/tmp/.X11-unix"),
    "runtime": may(lambda: os.listdir("/run")),
    "passwords": may(lambda: Path("/etc/shadow").read_text()),
    "system": [path for path in ("/", "/usr", "/etc/passwd", "/proc/sys/kernel/core_pattern")
        if os.access(path, os.W_OK)],
    "environment": dict(os.environ),
    "keyring": ctypes.CDLL(None).syscall(told["request_key"], b"user", b"test-diary", None, 0),
    "capabilities": [line for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("CapEff")],
}
Path("saved.txt").write_text("kept")
Path("found.json.new").write_text(json.dumps(found))
os.rename("found.json.new", "found.json")
"""
CONSOLE = """
import asyncio, json, time
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop

async def main():
    desktop = PracticeDesktop()
    await desktop.start()
    sandbox = desktop.sandbox
    await desktop.spawn(["touch", "ran"])
    while not (desktop.home / "ran").exists():
        await asyncio.sleep(0.02)
    await desktop.close()
    print(json.dumps([sandbox.is_used, sandbox.words, sandbox.problem, sandbox.remedy]))

asyncio.run(main())
"""
CLOSED = ("bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--")
"""A machine on which no user namespace may be opened."""


def add_to_keyring(name: str, text: str) -> None:
    """Of this process's session, where the kernel has keyrings."""
    value = text.encode()
    ctypes.CDLL(None).syscall(ADD_KEY, b"user", name.encode(), value, len(value), OF_SESSION)


def can_be_sandboxed() -> bool:
    """Asked of the machine itself."""
    tried = ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc"]
    if shutil.which(tried[0]) is None:
        return False
    return subprocess.run([*tried, "true"], check=False, capture_output=True).returncode == 0


@pytest.fixture
def listener() -> Iterator[tuple[int, str]]:
    """Of the person's: a server on the network of this machine, and one without a file."""
    name = f"pilothouse-test-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind(f"\0{name}")
        other.listen()
        yield server.getsockname()[1], name


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BareDesktop]:
    """Of the person's: a display, with its clipboard, that asks for no cookie, and a bus."""
    folder = tmp_path / "session"
    folder.mkdir()
    bare = BareDesktop(folder)
    monkeypatch.setenv("DISPLAY", bare.display)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bare.environment["DBUS_SESSION_BUS_ADDRESS"])
    yield bare
    bare.close()


async def found_by_a_program(
    desktop: PracticeDesktop, tmp_path: Path, listener: tuple[int, str], session: BareDesktop
) -> dict[str, Any]:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    port, abstract = listener
    own = [sys.prefix, sys.base_prefix, *(str(PROJECT / room) for room in ROOMS)]
    own += [] if desktop.sandbox.is_closed else ["/root", "/home"]  # all of them can be read
    told = {
        "diary": str(diary),
        "sessions": str(desktop.home.parents[1]),
        "pid": os.getpid(),
        "command": OWN_COMMAND,
        "port": port,
        "abstract": abstract,
        "bus": re.sub(
            r".*path=|,.*|.*abstract=(?=.)", "", session.environment["DBUS_SESSION_BUS_ADDRESS"]
        ),
        "display": f"/tmp/.X11-unix/X{session.display.removeprefix(':')}",
        "request_key": REQUEST_KEY,
        "own": own,
    }
    folder = desktop.practice_folder
    await desktop.spawn((sys.executable, "-c", PROBE, json.dumps(told)), cwd=folder)
    await eventually((folder / "found.json").exists)
    assert (folder / "saved.txt").read_text() == "kept", "what it saves is found outside"
    found: dict[str, Any] = json.loads((folder / "found.json").read_text())
    return found


@pytest.mark.parametrize("has_network", [False, True], ids=["alone", "with the network"])
async def test_a_program_reaches_nothing_of_the_persons(
    has_network: bool,
    tmp_path: Path,
    listener: tuple[int, str],
    session: BareDesktop,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DIARY", "dear diary")
    add_to_keyring("test-diary", "dear diary")
    desktop, other = PracticeDesktop(has_network=has_network), PracticeDesktop()
    await desktop.start()
    await other.start()
    try:
        if not can_be_sandboxed():
            assert not desktop.sandbox.is_used and desktop.sandbox.problem
            return
        found = await found_by_a_program(desktop, tmp_path, listener, session)
        assert desktop.sandbox == Sandbox(is_used=True, has_network=has_network)
        assert desktop.sandbox.is_closed is not has_network
        assert found["diary"] is None and found["homes"] == [] and found["passwords"] is None
        assert found["others"] == [desktop.home.parent.name], "no other session's folder"
        assert max(found["processes"]) < 100 and not found["console"]
        assert found["displays"] == [f"X{desktop.display.removeprefix(':')}"]
        assert found["runtime"] == [] and found["system"] == []
        assert found["bus"] is None and found["display"] is None
        assert found["display without a file"] is (True if has_network else None)
        assert session.environment["DBUS_SESSION_BUS_ADDRESS"] not in found["environment"].values()
        assert "dear diary" not in found["environment"].values()
        assert found["keyring"] == -1
        assert found["capabilities"] == ["CapEff:\t0000000000000000"]
        assert found["network"] is (True if has_network else None)
        assert found["abstract"] is (True if has_network else None)
    finally:
        await desktop.close()
        await other.close()


async def test_without_a_sandbox_it_reaches_what_is_said(
    tmp_path: Path, listener: tuple[int, str], session: BareDesktop
) -> None:
    desktop = PracticeDesktop(is_sandboxed=False)
    await desktop.start()
    try:
        found = await found_by_a_program(desktop, tmp_path, listener, session)
        assert not desktop.sandbox.is_closed
        assert desktop.sandbox.words == (
            "not sandboxed: programs can reach your files, other programs and the network"
        )
        assert found["diary"] == "dear diary" and found["network"] and found["console"]
        assert found["bus"] and found["display"]
    finally:
        await desktop.close()


async def test_a_file_is_told_as_the_programs_see_it(tmp_path: Path) -> None:
    """A link that a program made does not lead out of the sandbox."""
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    desktop = PracticeDesktop()
    await desktop.start()
    try:
        (desktop.practice_folder / "note.txt").symlink_to(diary)
        (desktop.practice_folder / "own.txt").write_text("own")
        assert (await desktop.file_facts("~/Practice/own.txt")).text == "own"
        seen = await desktop.file_facts(str(desktop.practice_folder / "note.txt"))
        assert seen.exists is not can_be_sandboxed()
    finally:
        await desktop.close()


def test_where_user_namespaces_are_closed_it_works_without_and_says_why() -> None:
    closed = CLOSED if can_be_sandboxed() else ()
    command = [*closed, sys.executable, "-c", CONSOLE]
    is_used, words, problem, remedy = json.loads(subprocess.check_output(command, text=True))
    assert not is_used
    assert words.startswith("not sandboxed: programs can reach your files")
    assert problem and problem in words
    if closed:
        assert problem == "no more user namespaces may be opened (user.max_user_namespaces)"
        assert "sysctl user.max_user_namespaces" in remedy


async def test_where_bubblewrap_is_missing_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("Xvfb", "openbox", "dbus-daemon", "dbus-send"):
        found = shutil.which(program)
        assert found is not None
        (tmp_path / program).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path))
    desktop = PracticeDesktop()
    await desktop.start()
    try:
        assert desktop.sandbox is not None
        assert desktop.sandbox.problem == "bubblewrap is not installed"
        assert "apt install bubblewrap" in desktop.sandbox.advice
    finally:
        await desktop.close()


def test_it_never_says_that_it_is_kept_apart_where_it_is_not() -> None:
    outside = namespace_ids()
    check_apart(Sandbox(is_used=False), outside)
    with pytest.raises(BugError, match="shares with the machine: ipc, mnt, net, pid"):
        check_apart(Sandbox(is_used=True, has_network=False), outside)
    apart = {name: f"{number}-other" for name, number in outside.items()}
    check_apart(Sandbox(is_used=True, has_network=False), apart)
    check_apart(Sandbox(is_used=True, has_network=True), apart | {"net": outside["net"]})
