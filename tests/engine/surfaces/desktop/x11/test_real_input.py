"""Only what real devices do is heard of: those of a VNC server's client, beside XTEST's."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.language.keys import Chord
from engine.surfaces.desktop.x11.real_input import CORNER, RealInput
from tests.support.vnc_client import VncClient
from tests.support.vnc_desktop import VncServer, vnc_server
from tests.support.waiting import BOUND_SECS

pytestmark = pytest.mark.skipif(not shutil.which("Xtigervnc"), reason="no VNC server")
EMERGENCY = ("ctrl", "shift", "escape")
APPROVE = ("ctrl", "enter")
LAST = ("f12",)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VncServer]:
    with vnc_server(tmp_path_factory.mktemp("vnc"), security="None") as running:
        yield running


@pytest.fixture
def real(server: VncServer) -> Iterator[RealInput]:
    with contextlib.closing(RealInput(server.environment)) as listening:
        yield listening


@pytest.fixture
def client(server: VncServer) -> Iterator[VncClient]:
    with contextlib.closing(VncClient(server.port)) as connected:
        yield connected


def heard(real: RealInput, client: VncClient) -> list[Chord]:
    """All until F12, which comes last of all."""
    client.press(*LAST)
    chords: list[Chord] = []
    _until(lambda: LAST in chords or chords.extend(real.take()))
    return [one for one in chords if one != LAST]


def _until(check: Callable[[], object]) -> None:
    deadline = time.monotonic() + BOUND_SECS
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_chord_of_a_real_keyboard_is_heard_and_one_that_a_program_presses_is_not(
    server: VncServer, real: RealInput, client: VncClient
) -> None:
    client.press(*EMERGENCY)
    assert heard(real, client) == [EMERGENCY]
    server.run("xdotool", "key", "ctrl+shift+Escape")
    assert heard(real, client) == []


def test_a_programs_held_key_makes_no_chord_of_a_real_one(
    server: VncServer, real: RealInput, client: VncClient
) -> None:
    server.run("xdotool", "keydown", "ctrl")
    client.press("enter")
    chords = heard(real, client)
    server.run("xdotool", "keyup", "ctrl")
    assert chords == [("enter",)]


def test_what_is_held_goes_to_no_program_and_is_heard_all_the_same(
    server: VncServer, real: RealInput, client: VncClient, tmp_path: Path
) -> None:
    got = tmp_path / "got"
    reads = f"read -r line; echo got > {got}; sleep 99"
    window = server.show_window(
        "Reads a line", "xterm", "-T", "Reads a line", "-e", "sh", "-c", reads
    )
    server.run("xdotool", "windowfocus", "--sync", str(window))
    assert real.hold([APPROVE]) == {APPROVE}
    client.press(*APPROVE)
    assert heard(real, client) == [APPROVE]
    real.hold([])
    assert not got.exists()
    client.press(*APPROVE)
    assert heard(real, client) == [APPROVE]
    _until(got.exists)


def test_what_another_program_holds_is_not_kept(server: VncServer, real: RealInput) -> None:
    with contextlib.closing(RealInput(server.environment)) as other:
        assert other.hold([APPROVE]) == {APPROVE}
        assert real.hold([APPROVE]) == frozenset()


def test_the_corner_counts_where_a_real_pointer_was_thrown_into_it(
    server: VncServer, real: RealInput, client: VncClient
) -> None:
    real.watch_corner(True)
    server.run("xdotool", "mousemove", "200", "200")
    server.run("xdotool", "mousemove", "0", "0")
    assert heard(real, client) == []
    client.point(50, 50)
    client.point(0, 0)
    assert CORNER in heard(real, client)
    real.watch_corner(False)
    client.point(50, 50)
    client.point(0, 0)
    assert heard(real, client) == []
