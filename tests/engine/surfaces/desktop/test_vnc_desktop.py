"""A VNC desktop as a surface: real servers, real viewers, windows that listen, and what fails."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psutil
import pytest

from app.secrets import Secrets
from app.wiring import catalogue_of
from engine.domain.actions import Click, Drag, Launch, PressKeys, Scroll, TypeText
from engine.domain.errors import ActionImpossible, HandsStopped, SurfaceUnavailable
from engine.domain.spaces import Point, Rect
from engine.surfaces.desktop import vnc_desktop as vnc
from engine.surfaces.desktop.surface import DesktopSurface
from tests.support.closed_port import held_port
from tests.support.listener import Listener
from tests.support.vnc_desktop import PASSWORD, VncServer, vnc_server
from tests.support.waiting import BOUND_SECS, until, until_so

SHIFT_MASK, CONTROL_MASK = 1, 4


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VncServer]:
    with vnc_server(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start waits for the viewer's own window: 410 of 410 came at loads of 7 to 23, within 7 s;
    whatever else has the machine, it is not given up sooner than anything that tests wait for."""
    monkeypatch.setattr(vnc, "CONNECT_SECS", BOUND_SECS)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[VncServer]:
    """One that a test may harm."""
    with vnc_server(tmp_path) as started:
        yield started


def surface_at(port: int, password: str = PASSWORD, host: str = "localhost") -> DesktopSurface:
    return DesktopSurface(
        f"vnc:{host}:{port}",
        vnc.VncDesktop(host, port, lambda name: password, "some place"),
        catalogue_for=catalogue_of,
        secrets=Secrets({"PILOTHOUSE_SECRET_PIN": "4711"}),
        is_practice=False,
    )


@contextlib.asynccontextmanager
async def started(server: VncServer) -> AsyncIterator[DesktopSurface]:
    surface = surface_at(server.port)
    try:
        try:
            await surface.start()
        except SurfaceUnavailable:
            _tell_what_is_there(surface)
            raise
        yield surface
    finally:
        await surface.close()


def _tell_what_is_there(surface: DesktopSurface) -> None:
    """Once of some 500 a viewer had its picture, and its window was not seen to come."""
    for command in (["xprop", "-root"], ["xwininfo", "-root", "-tree"], ["ps", "axo", "stat,comm"]):
        there = dict(surface._host.environment)
        done = subprocess.run(command, env=there, capture_output=True, check=False, timeout=60)
        print(*command, done.stdout.decode(), done.stderr.decode(), sep="\n")


async def refusal(
    port: int, password: str = PASSWORD, host: str = "localhost"
) -> SurfaceUnavailable:
    surface, lost = surface_at(port, password, host), list[str]()
    surface.on_lost = lost.append
    try:
        with pytest.raises(SurfaceUnavailable) as refused:
            await surface.start()
    finally:
        await surface.close()
    assert PASSWORD not in f"{refused.value}" and lost == []
    return refused.value


def viewers() -> list[psutil.Process]:
    """Of this test process, whoever their parent is."""
    below = psutil.Process().children(recursive=True)
    return [one for one in below if one.name() == "xtigervncviewer"]


async def test_one_window_as_large_as_the_picture_stands_for_all_and_a_new_size_is_followed(
    own: VncServer,
) -> None:
    async with started(own) as surface:
        told = list[tuple[int, int]]()
        surface.on_resized = lambda width, height: told.append((width, height))
        for size in ((800, 600), (1000, 700), (640, 480)):

            async def is_seen(size: tuple[int, int] = size) -> bool:
                frame = await surface.eyes.capture()
                return (frame.width, frame.height) == size

            own.resize(f"{size[0]}x{size[1]}")
            await until_so(is_seen)
            tree = await surface.eyes.read_tree()
            (window,) = tree.windows
            assert window.bounds_px == Rect(0, 0, *size) and window.is_active and not tree.nodes
            assert window.title == f"localhost:{own.port}" and not window.may_tell
            assert window.keeps_terminal is None, "nobody can tell what runs there"
        assert told == [(1000, 700), (640, 480)]
        with Listener(own.environment) as listener:
            await surface.hands.perform(Click(), Point(639, 479))
            await until(lambda: listener.of("button up"))
            (pressed,) = listener.of("button down")
            assert (pressed.x, pressed.y) == (639, 479)


async def test_what_is_done_arrives_and_nothing_else_is_done_or_told(lasting: VncServer) -> None:
    async with started(lasting) as surface:
        await clicks_wheel_drags_and_chords_arrive(lasting, surface)
        await what_vnc_does_not_know_is_refused_in_words(lasting, surface)
        await no_other_program_is_given_the_password(surface)
        await stop_ends_typing_and_leaves_no_key_down(lasting, surface)


async def clicks_wheel_drags_and_chords_arrive(lasting: VncServer, surface: DesktopSurface) -> None:
    with Listener(lasting.environment) as listener:
        hands = surface.hands
        await hands.perform(Click(count=2, modifiers=("ctrl", "shift")), Point(640, 400))
        await hands.perform(Click(button="right"), Point(799, 0))
        await hands.perform(Scroll(down=2, right=-1), Point(100, 100))
        await hands.perform(Drag(), None, [[Point(200, 200), Point(500, 300)]])
        for keys in (("ctrl", "page_down"), ("f8",)):
            await hands.perform(PressKeys(keys), None)
        await until(lambda: len(listener.of("button up")) == 7)
        await until(lambda: len(listener.of("key up")) == 5)
        pressed = [(e.x, e.y, e.detail) for e in listener.of("button down")]
        assert pressed == [
            *[(640, 400, 1)] * 2,
            (799, 0, 3),
            *[(100, 100, 5)] * 2,
            (100, 100, 6),
            (200, 200, 1),
        ]
        masks = [e.state & (SHIFT_MASK | CONTROL_MASK) for e in listener.of("button down")]
        assert masks == [5, 5, 0, 0, 0, 0, 0]
        dropped = listener.of("button up")[-1]
        assert (dropped.x, dropped.y) == (500, 300)
        assert listener.keys_down() == []


async def what_vnc_does_not_know_is_refused_in_words(
    lasting: VncServer, surface: DesktopSurface
) -> None:
    for action, words in (
        (PressKeys(("ctrl", "hyperspace")), "no key called “hyperspace”"),
        (
            Launch("Mousepad"),
            f"“Mousepad” can't be started by its name on localhost:{lasting.port}",
        ),
    ):
        with pytest.raises(ActionImpossible, match=words):
            await surface.hands.perform(action, None)
    assert await surface.applications() == () and surface.places == {}
    assert not (await surface.file_facts("/etc/passwd")).exists
    assert surface.sandbox is None and not surface.can_reset and not surface.is_sandboxed


async def no_other_program_is_given_the_password(surface: DesktopSurface) -> None:
    (viewer,) = viewers()
    assert PASSWORD not in " ".join(viewer.cmdline())
    with_it = [
        one.name()
        for one in psutil.Process().children(recursive=True)
        if PASSWORD in f"{one.environ()}"
    ]
    assert with_it == ["xtigervncviewer"] and PASSWORD not in f"{surface.environment}"


async def stop_ends_typing_and_leaves_no_key_down(
    lasting: VncServer, surface: DesktopSurface
) -> None:
    with Listener(lasting.environment) as listener:
        typing = asyncio.ensure_future(surface.hands.perform(TypeText("Xy" * 20_000), None))
        await until(lambda: len(listener.heard) > 20)
        await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await typing
        await surface.renew_hands()
        await surface.hands.perform(Click(), Point(5, 5))
        await until(lambda: listener.of("button up"))
        assert len(listener.heard) < 20_000 and listener.keys_down() == []


async def test_keys_that_window_managers_take_are_for_the_one_over_there(own: VncServer) -> None:
    closed = own.launch("xterm", "-geometry", "60x20+0+0", "-T", "Notes")
    number = own.run("xdotool", "search", "--sync", "--onlyvisible", "--name", "Notes")
    async with started(own) as surface:
        await surface.hands.perform(Click(), Point(200, 100))
        # its window manager closes what it knows to have the focus, and hears of that later
        await until(lambda: own.run("xdotool", "getactivewindow", check=False) == number)
        await surface.hands.perform(PressKeys(("alt", "f4")), None)
        await until(lambda: closed.poll() is not None)
        assert viewers() != []


async def test_text_of_any_script_arrives_whatever_the_keyboard_is_there(own: VncServer) -> None:
    text = "Grüße, ÀÉ ~|@{}[] €5 zyZY qaQA 1!\n你好 中 привет שלום 🙂\n"
    async with started(own) as surface:
        for layout in ("us", "de", "fr"):
            written = Path(own.environment["HOME"]) / f"written-{layout}"
            own.run("setxkbmap", layout)
            own.show_window(
                f"Notes {layout}", "xterm", "-geometry", "60x20+0+0", "-T", f"Notes {layout}",
                "-e", f"cat > {written}",
            )  # fmt: skip
            await surface.hands.perform(TypeText(text + "{{secret:pin}}\n"), Point(200, 100))
            await until(lambda written=written: written.read_text() == f"{text}4711\n")


@pytest.mark.parametrize("how", ["let go and stop", "close", "kill"])
async def test_what_is_held_does_not_stay_down(lasting: VncServer, how: str) -> None:
    with Listener(lasting.environment) as listener:
        async with started(lasting) as surface:
            hold = Click(modifiers=("shift",), half="down")
            await surface.hands.perform(hold, Point(10, 10))
            await until(lambda: listener.of("button down"))
            match how:
                case "let go and stop":
                    assert await surface.hands.let_go()
                    await until(lambda: listener.of("button up") and not listener.keys_down())
                    await surface.hands.perform(hold, Point(10, 10))
                    await until(lambda: len(listener.of("button down")) == 2)
                    assert (await surface.stop_hands())[0]
                    with pytest.raises(HandsStopped):
                        await surface.hands.perform(Click(), Point(5, 5))
                case "kill":
                    (viewer,) = viewers()
                    viewer.kill()
        # a button that a lost connection held stays down on this server
        pressed = listener.of("button down")
        await until(lambda: len(listener.of("button up")) == len(pressed) or how == "kill")
        await until(lambda: not listener.keys_down())
    assert viewers() == []


# -- what goes wrong -----------------------------------------------------------------------


async def test_a_server_that_ends_is_lost_with_a_plain_message(own: VncServer) -> None:
    async with started(own) as surface:
        lost = list[str]()
        surface.on_lost = lost.append
        own.server.kill()
        await until(lambda: lost)
        assert lost[0].startswith(f"The desktop lost its connection to localhost:{own.port}: ")
    assert viewers() == []


async def test_a_wrong_password_and_none_are_told_and_where_to_put_it(lasting: VncServer) -> None:
    wrong = await refusal(lasting.port, "not-that")
    assert "can't be had: Authentication failure" in wrong.message
    assert wrong.remedy.endswith(f'keyring set "some place" localhost:{lasting.port}')
    none = await refusal(lasting.port, "")
    assert none.message.endswith("; no password is kept for it.") and none.remedy == wrong.remedy


async def test_what_the_viewer_asks_itself_is_never_taken_for_the_desktop(tmp_path: Path) -> None:
    with vnc_server(tmp_path, security="X509Vnc") as server:
        refused = await refusal(server.port)
    assert "its viewer asks “Unknown certificate issuer”" in refused.message


async def test_an_encrypted_connection_is_had_without_a_certificate(tmp_path: Path) -> None:
    with vnc_server(tmp_path, security="TLSVnc") as server:
        async with started(server) as surface:
            assert (await surface.eyes.capture()).width == 800


async def test_a_desktop_that_is_too_large_is_told_of(tmp_path: Path) -> None:
    with vnc_server(tmp_path, size="8000x600") as server:
        refused = await refusal(server.port)
    assert "its desktop is larger than 7680 × 2880" in refused.message


async def test_no_server_no_machine_and_something_else_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with held_port() as port:
        refused = await refusal(port)
    assert f"at localhost:{port} can't be had: " in refused.message
    assert "Connection refused" in refused.message and "display :1 is 5901" in refused.remedy
    nowhere = await refusal(5901, host="nowhere.invalid")
    assert "at nowhere.invalid:5901 can't be had: unable to resolve host" in nowhere.message
    monkeypatch.setattr(vnc, "CONNECT_SECS", 1.5)
    monkeypatch.setattr(vnc, "crowding", lambda: 2.0)  # so many programs want each processor
    with socket.create_server(("127.0.0.1", 0)) as silent:
        refused = await refusal(silent.getsockname()[1])
    assert "it did not answer within 3 s" in refused.message


async def test_without_the_viewer_its_package_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    vnc.require_viewer()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        SurfaceUnavailable, match="A VNC desktop needs xtigervncviewer, which is not"
    ) as refused:
        vnc.require_viewer()
    assert refused.value.remedy == "On Debian: sudo apt install tigervnc-viewer"
