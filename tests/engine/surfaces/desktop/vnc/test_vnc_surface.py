"""A VNC desktop as a surface: a real server, windows that listen, and servers that misbehave."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psutil
import pytest

from app.secrets import Secrets
from engine.domain.actions import Click, Drag, FocusWindow, Launch, PressKeys, Scroll, TypeText
from engine.domain.errors import (
    ActionImpossible,
    HandsStopped,
    SurfaceLost,
    SurfaceSilent,
    SurfaceUnavailable,
)
from engine.domain.leases import DirectInput
from engine.domain.spaces import Point, Rect
from engine.surfaces.desktop.vnc.surface import VncServer, VncSurface
from tests.support.closed_port import held_port
from tests.support.listener import Listener
from tests.support.vnc_desktop import PASSWORD, VncDesktop, vnc_desktop
from tests.support.waiting import until, until_so

SHIFT_MASK, CONTROL_MASK = 1, 4
REMEDY = "Put it into the keyring."


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VncDesktop]:
    with vnc_desktop(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def own(tmp_path: Path) -> Iterator[VncDesktop]:
    """One that a test may harm."""
    with vnc_desktop(tmp_path) as started:
        yield started


def surface_at(port: int, password: str = PASSWORD) -> VncSurface:
    name = f"localhost:{port}"
    server = VncServer("localhost", port, name, lambda: password, REMEDY)
    return VncSurface(f"vnc:{name}", server, secrets=Secrets({"PILOTHOUSE_SECRET_PIN": "4711"}))


@contextlib.asynccontextmanager
async def started(desktop: VncDesktop) -> AsyncIterator[VncSurface]:
    surface = surface_at(desktop.port)
    try:
        await surface.start()
        yield surface
    finally:
        await surface.close()


async def refusal(port: int, password: str = PASSWORD) -> SurfaceUnavailable:
    surface, lost = surface_at(port, password), list[str]()
    surface.on_lost = lost.append
    try:
        with pytest.raises(SurfaceUnavailable) as refused:
            await surface.start()
    finally:
        await surface.close()
    assert PASSWORD not in f"{refused.value}" and lost == []
    return refused.value


# -- eyes ----------------------------------------------------------------------------------


async def test_a_change_is_told_where_it_is_and_a_picture_at_rest_keeps_its_count(
    lasting: VncDesktop,
) -> None:
    async with started(lasting) as surface:
        tree = await surface.eyes.read_tree()
        (window,) = tree.windows
        assert window.bounds_px == Rect(0, 0, 800, 600) and window.is_active and not tree.nodes
        assert window.keeps_terminal is None, "nobody can tell what runs there"
        before = await surface.eyes.capture()
        assert (before.width, before.height, len(before.pixels)) == (800, 600, 800 * 600 * 4)
        await until_so(lambda: at_rest(surface))
        count = await surface.eyes.change_count()
        for _ in range(5):
            assert await surface.eyes.change_count() == count
        watch = surface.eyes.watch()
        with Listener(lasting.environment):
            change = await watch.next(30)
            assert change is not None and change.change_count > count
            shown = await surface.eyes.capture()
            live = await surface.eyes.next_live_frame(count, 0.0, 30)
            assert live is not None and bytes(live.pixels[:3]) == b"\xff\xff\xff"
        assert bytes(shown.pixels) != bytes(before.pixels)
        assert await surface.eyes.next_live_frame(10**9, 0.0, 0.05) is None
        watch.close()


async def at_rest(surface: VncSurface) -> bool:
    count = await surface.eyes.change_count()
    await asyncio.sleep(0.2)
    return await surface.eyes.change_count() == count


async def test_a_new_size_is_told_and_looked_at(own: VncDesktop) -> None:
    async with started(own) as surface:
        told = list[tuple[int, int]]()
        surface.on_resized = lambda width, height: told.append((width, height))
        own.resize("1000x700")
        await until(lambda: told)

        async def is_seen() -> bool:
            frame = await surface.eyes.capture()
            return (frame.width, frame.height) == (1000, 700)

        await until_so(is_seen)
        assert told == [(1000, 700)]
        assert (await surface.eyes.read_tree()).windows[0].bounds_px == Rect(0, 0, 1000, 700)
        await surface.hands.perform(Click(), Point(990, 690))


# -- hands ---------------------------------------------------------------------------------


async def test_clicks_wheel_drags_and_chords_arrive(lasting: VncDesktop) -> None:
    async with started(lasting) as surface:
        with Listener(lasting.environment) as listener:
            hands = surface.hands
            await hands.perform(Click(count=2, modifiers=("ctrl", "shift")), Point(640, 400))
            await hands.perform(Click(button="right"), Point(799, 0))
            await hands.perform(Scroll(down=2, right=-1), Point(100, 100))
            await hands.perform(Drag(), Point(200, 200), Point(500, 300))
            await hands.perform(PressKeys(("ctrl", "page_down")), None)
            await until(lambda: len(listener.of("button up")) == 7)
            await until(lambda: len(listener.of("key up")) == 4)
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
            assert listener.of("key down")[-1].state & CONTROL_MASK
            assert listener.keys_down() == []


async def test_text_of_any_script_arrives_and_a_secret_is_filled_in(own: VncDesktop) -> None:
    text = "Grüße, ÀÉ ~|@{}[] €5\n你好 привет שלום 🙂\n"
    written = Path(own.environment["HOME"]) / "written"
    own.show_window(
        "Notes", "xterm", "-geometry", "60x20+0+0", "-T", "Notes", "-e", f"cat > {written}"
    )
    async with started(own) as surface:
        await surface.hands.perform(TypeText(text + "{{secret:pin}}\n"), Point(200, 100))
        await until(lambda: written.read_text() == f"{text}4711\n")


async def test_what_the_operator_does_with_their_own_hands_arrives(lasting: VncDesktop) -> None:
    async with started(lasting) as surface:
        with Listener(lasting.environment) as listener:
            surface.lease.take_over()
            await surface.hands.direct(DirectInput(Point(10, 10)))
            await surface.hands.direct(DirectInput(Point(10, 10), Click(half="down")))
            await until(lambda: listener.of("button down"))
            await surface.hands.direct(DirectInput(Point(300, 200), Click(half="up")))
            await until(lambda: listener.of("button up"))
            let_go = listener.of("button up")[0]
            assert (let_go.x, let_go.y) == (300, 200)


async def test_what_vnc_does_not_know_is_refused_in_words(lasting: VncDesktop) -> None:
    async with started(lasting) as surface:
        for action, words in (
            (PressKeys(("ctrl", "hyperspace")), "no key called “hyperspace”"),
            (Launch("Mousepad"), "“Mousepad” can't be started by its name"),
            (FocusWindow("Notes"), "no window and no program is known by its name"),
        ):
            with pytest.raises(ActionImpossible, match=words):
                await surface.hands.perform(action, None)
        assert await surface.applications() == ()
        assert not (await surface.file_facts("/etc/passwd")).is_known


# -- nothing stays pressed -----------------------------------------------------------------


async def test_stop_ends_typing_at_once_and_new_hands_go_on(lasting: VncDesktop) -> None:
    async with started(lasting) as surface:
        with Listener(lasting.environment) as listener:
            typing = asyncio.ensure_future(surface.hands.perform(TypeText("Xy" * 20_000), None))
            await until(lambda: len(listener.heard) > 20)
            await surface.stop_hands()
            with pytest.raises(HandsStopped):
                await typing
            heard = len(listener.heard)
            with pytest.raises(HandsStopped):
                await surface.hands.perform(Click(), Point(5, 5))
            assert listener.keys_down() == []
            await surface.renew_hands()
            await surface.hands.perform(Click(), Point(5, 5))
            await until(lambda: listener.of("button up"))
            assert len(listener.heard) <= heard + 2 + 8 * 4, "no more than a burst was under way"


@pytest.mark.parametrize("how", ["stop", "let go", "close", "kill"])
async def test_what_is_held_does_not_stay_down(lasting: VncDesktop, how: str) -> None:
    with Listener(lasting.environment) as listener:

        async def is_free() -> bool:
            return bool(listener.of("button up")) and not listener.keys_down()

        async with started(lasting) as surface:
            hold = Click(modifiers=("shift",), half="down")
            await surface.hands.perform(hold, Point(10, 10))
            await until(lambda: listener.of("button down"))
            assert listener.keys_down()
            match how:
                case "stop":
                    released, _ = await surface.stop_hands()
                    assert released == ("button 1", "key 65505")
                case "let go":
                    assert await surface.hands.let_go()
                case "kill":
                    assert surface.eyes.child.pid is not None
                    psutil.Process(surface.eyes.child.pid).kill()
            if how != "close":
                await until_so(is_free)
        await until_so(is_free)


# -- what goes wrong -----------------------------------------------------------------------


async def test_a_server_that_ends_is_lost_with_a_plain_message(own: VncDesktop) -> None:
    async with started(own) as surface:
        lost = list[str]()
        surface.on_lost = lost.append
        own.server.kill()
        await until(lambda: lost)
        assert (
            lost
            == [
                f"The connection to localhost:{own.port} ended unexpectedly (the server closed it)."
            ]
            or "broke off" in lost[0]
        )
        with pytest.raises(SurfaceLost, match=f"localhost:{own.port} ended"):
            await surface.hands.perform(Click(), Point(5, 5))
        with pytest.raises(SurfaceLost):
            await surface.eyes.watch().next(1)


async def test_a_server_that_stalls_is_silent_and_may_come_back(own: VncDesktop) -> None:
    async with started(own) as surface:
        lost = list[str]()
        surface.on_lost = lost.append
        own.server.send_signal(signal.SIGSTOP)
        with pytest.raises(SurfaceSilent, match=f"localhost:{own.port} did not answer within"):
            await surface.hands.perform(Click(), Point(5, 5))
        with pytest.raises(SurfaceSilent):
            await surface.eyes.next_live_frame(10**9, 0.0, 0.1)
        own.server.send_signal(signal.SIGCONT)
        await surface.eyes.change_count()
        await surface.hands.perform(Click(), Point(5, 5))
        assert lost == []


async def test_a_wrong_password_and_none_are_told_and_where_to_put_it(
    lasting: VncDesktop,
) -> None:
    wrong = await refusal(lasting.port, "not-that")
    assert "does not let us in: Authentication failure." in wrong.message
    assert wrong.remedy == REMEDY
    assert "asks for a password, and there is none" in (await refusal(lasting.port, "")).message
    strange = await refusal(lasting.port, "Schlüssel")
    assert "letters that VNC does not know" in strange.message and "Schl" not in f"{strange}"


async def test_a_server_that_wants_its_own_encryption_is_told_of_with_the_way_out(
    tmp_path: Path,
) -> None:
    with vnc_desktop(tmp_path, security="TLSVnc") as desktop:
        refused = await refusal(desktop.port)
    assert "over its own encryption only" in refused.message and "ssh -L" in refused.remedy


async def test_no_server_and_no_machine_are_told() -> None:
    with held_port() as port:
        refused = await refusal(port)
    assert refused.message == f"localhost:{port} can't be reached: Connection refused."
    assert "display :1 is 5901" in refused.remedy
    server = VncServer("nowhere.invalid", 5901, "nowhere.invalid:5901", lambda: "", REMEDY)
    surface = VncSurface("vnc:nowhere.invalid:5901", server, secrets=Secrets({}))
    with pytest.raises(SurfaceUnavailable, match=r"nowhere.invalid:5901 can't be reached: "):
        await surface.start()
    await surface.close()


GREETING = b"RFB 003.008\n"
INIT = b"\x01\x01" + b"\0\0\0\0"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "is no VNC server"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "is no VNC server"),
        (GREETING + b"\0\0\0\0\x09too busy!", "broke off: Connection refused: b'too busy!'"),
        (GREETING, "ended the connection: the server closed it"),
        (
            GREETING + b"\x01\x01\0\0\0\0" + b"\xff\xff\xff\xff" + bytes(16) + bytes(4),
            "a picture of 65535 × 65535 pixels",
        ),
        (b"", "ended the connection"),
    ],
)
async def test_whatever_else_answers_there_is_told(said: bytes, words: str) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
            await asyncio.sleep(0.2)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        refused = await refusal(server.sockets[0].getsockname()[1])
    assert words in refused.message


async def test_who_says_nothing_is_waited_for_no_longer_than_told() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        refused = await refusal(silent.getsockname()[1])
    assert "No VNC server answered at" in refused.message and "within 10 s" in refused.message
