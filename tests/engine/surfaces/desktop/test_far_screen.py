"""The screen of whoever sits at another machine, over a real sshd: a session of its own, with a
window manager, a bus and a program, none of which ends with the line."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain.actions import TypeText
from engine.domain.errors import ActionImpossible
from engine.domain.zones import Role
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.x11.authority import write_authority
from tests.support.far_machine import HOST, FarMachine, far_machine, refusal, seated
from tests.support.waiting import until, until_so

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.cold]


@dataclass
class Session:
    """Somebody's who sits there."""

    display: str
    process: subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def far() -> Iterator[FarMachine]:
    with pytest.MonkeyPatch.context() as patch, far_machine(patch) as machine:
        yield machine


@pytest.fixture(scope="module")
def session(far: FarMachine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("session")
    authority = folder / "authority"
    write_authority(authority, os.urandom(16))
    reader, writer = os.pipe()
    screen = ("-screen", "0", "900x600x24", "-nolisten", "tcp", "-noreset", "-auth", authority)
    with contextlib.ExitStack() as closing:
        server = subprocess.Popen(
            ["Xvfb", *screen, "-displayfd", str(writer)], pass_fds=[writer], stderr=-3
        )
        closing.callback(server.wait)
        closing.callback(server.kill)
        os.close(writer)
        with os.fdopen(reader) as line:
            display = f":{line.readline().strip()}"
        home = folder / "home"
        home.mkdir()
        its = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "DISPLAY": f"{display}.0",
            "XAUTHORITY": str(authority),
            "XDG_RUNTIME_DIR": str(folder),
            "GTK_MODULES": "gail:atk-bridge",
        }
        left = {**its, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/gone", "XAUTHORITY": os.devnull}
        ended = subprocess.Popen(["sleep", "600"], env=left)  # of a session that was there before
        closing.callback(ended.wait)
        closing.callback(ended.kill)
        script = "openbox --sm-disable & mousepad & wait"
        process = subprocess.Popen(
            ["dbus-run-session", "--", "sh", "-c", script], env=its, start_new_session=True
        )
        closing.callback(process.wait)
        closing.callback(os.killpg, process.pid, signal.SIGTERM)
        yield Session(display, process)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def surface(session: Session) -> AsyncIterator[DesktopSurface]:
    async with seated(f"display{session.display}") as (started, _lost):
        yield started


async def reads(surface: DesktopSurface, text: str, role: Role = Role.TEXT_AREA) -> bool:
    nodes = (await surface.eyes.read_tree()).nodes
    return any(node.role is role and text in node.text for node in nodes)


async def test_its_windows_are_read_and_typed_into_from_here(surface: DesktopSurface) -> None:
    await until_so(lambda: reads(surface, ""))
    await surface.hands.perform(TypeText("Grüße an Ada"), None)
    await until_so(lambda: reads(surface, "Grüße an Ada"))
    frame = await surface.eyes.capture()
    assert (frame.width, frame.height) == (900, 600)


async def test_its_files_and_programs_are_those_there(
    surface: DesktopSurface, far: FarMachine
) -> None:
    home = Path(surface.places["home folder"])
    assert home.name == "home" and "practice folder" not in surface.places
    (home / "a.txt").write_text("hello")
    assert (await surface.file_facts("~/a.txt")).text == "hello"
    assert "Mousepad" in [each.name for each in await surface.applications()]
    await surface.hands.launch("Mousepad")
    assert not await surface.failed_launch()


async def test_it_is_nobodys_to_throw_away(surface: DesktopSurface) -> None:
    assert not surface.is_practice and surface.sandbox is None and surface.files is None
    await surface.mark_start()
    with pytest.raises(ActionImpossible, match="practice desktop"):
        await surface.reset()


async def test_one_drives_it_at_a_time(surface: DesktopSurface, session: Session) -> None:
    refused = await refusal(f"display{session.display}")
    assert "one drives it at a time" in refused.message and HOST in refused.message


async def test_where_nobody_has_that_display_it_is_said(far: FarMachine) -> None:
    refused = await refusal("display:59999")
    assert "no session on display :59999" in refused.message and HOST in refused.message


async def test_the_session_stays_when_the_line_goes_and_can_be_had_again(
    surface: DesktopSurface, session: Session, far: FarMachine
) -> None:
    """The last: it takes the line from the others."""
    far.signal_line(signal.SIGKILL)
    await until(lambda: not far.sessions())
    assert session.process.poll() is None
    async with seated(f"display{session.display}") as (again, _):
        await until_so(lambda: reads(again, ""))
