"""Eyes and hands on a real display, checked from outside by a window that listens."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partialmethod
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio
import xcffib
import xcffib.xproto

from engine.domain.actions import Click, Drag, FocusWindow, PressKeys, Scroll, TypeText
from engine.domain.errors import (
    ActionImpossible,
    HandsStopped,
    SurfaceLost,
    SurfaceSilent,
    SurfaceUnavailable,
)
from engine.domain.leases import DirectInput, Lease
from engine.domain.spaces import Point
from engine.domain.zones import Role, Window
from engine.processes import child_process
from engine.processes.child_process import ChildProcess
from engine.processes.descendants import python_module
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.input import hands
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.surfaces.desktop.input.pacing import MOST_KEYS
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.terminals import own_processes
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from engine.surfaces.desktop.x11 import x_calls
from engine.surfaces.desktop.x11.windows import XPings
from tests.support.listener import Listener
from tests.support.processes import is_alive
from tests.support.resizable import make_displays_resizable
from tests.support.slow_window import SlowWindow
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHIFT_MASK, CONTROL_MASK = 1, 4
CLOCK_TICK_SECS = 0.02


def newest(are_meant: Callable[[psutil.Process], bool]) -> psutil.Process:
    """Of the processes below this one; others may come and go meanwhile."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if are_meant(process):
                found.append((process.create_time(), process.pid, process))
    assert found, "no such process runs here"
    return max(found)[-1]


def child_named(name: str) -> psutil.Process:
    """A process of the practice desktop that was started last."""
    return newest(lambda process: process.name() == name)


def child_of(module: str) -> psutil.Process:
    """The child that runs this module of the desktop's, of the surface that was started last."""
    return newest(lambda process: f"engine.surfaces.desktop.{module}" in process.cmdline())


async def nothing(application: str) -> None: ...


class NoSecrets:
    def reveal(self, name: str) -> str:
        raise AssertionError(name)


class OnDesktop(ExistingDisplay):
    """The display of a practice desktop that is there already, for eyes and hands beside its own.
    They find its cookie in its environment; `ExistingDisplay` knocks with ours."""

    def __init__(self, desktop: PracticeDesktop) -> None:
        super().__init__(desktop.display, desktop.environment)

    async def start(self) -> None:
        return


def surface_on(host: PracticeDesktop | ExistingDisplay) -> DesktopSurface:
    return DesktopSurface(
        "practice",
        host,
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=NoSecrets(),
        is_practice=True,
    )


@contextlib.asynccontextmanager
async def started(host: PracticeDesktop | ExistingDisplay) -> AsyncIterator[DesktopSurface]:
    surface = surface_on(host)
    try:
        await surface.start()
        yield surface
    finally:
        await surface.close()


@pytest.fixture(scope="module")
def desktop() -> PracticeDesktop:
    """One for all tests; none of them may end it."""
    return PracticeDesktop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting(desktop: PracticeDesktop) -> AsyncIterator[DesktopSurface]:
    async with started(desktop) as surface:
        await desktop.mark_start()
        yield surface


@pytest_asyncio.fixture(loop_scope="module")
async def surface(
    lasting: DesktopSurface, desktop: PracticeDesktop
) -> AsyncIterator[DesktopSurface]:
    """Eyes and hands of all tests; what a test stops or starts is set back after it."""
    yield lasting
    lasting.on_lost = lambda message: None
    if lasting.hands.is_stopped:
        await lasting.renew_hands()
    if (await desktop.news()).running:
        await desktop.reset()


@pytest_asyncio.fixture(loop_scope="module")
async def own_surface(
    lasting: DesktopSurface, desktop: PracticeDesktop
) -> AsyncIterator[DesktopSurface]:
    """Eyes and hands of the test's own, on the same desktop: it may do them harm."""
    async with started(OnDesktop(desktop)) as surface:
        yield surface


def slow_handed(command: Sequence[str], **options: Any) -> ChildProcess:
    """A child whose drags last until STOP comes, however late that is."""
    at = next(number for number, word in enumerate(command) if word.endswith("hands_child"))
    return ChildProcess(python_module("tests.support.slow_hands", *command[at + 1 :]), **options)


async def test_clicks_land_on_the_pixel(surface: DesktopSurface, desktop: PracticeDesktop) -> None:
    with Listener(desktop.environment) as listener:
        await surface.hands.perform(Click(), Point(0, 0))
        await surface.hands.perform(Click(button="right"), Point(1279, 799))
        await surface.hands.perform(Click(count=2, modifiers=("ctrl", "shift")), Point(640, 400))
        await until(lambda: len(listener.of("button up")) == 4)
        heard = [
            (e.x, e.y, e.detail, e.state & (SHIFT_MASK | CONTROL_MASK))
            for e in listener.of("button down")
        ]
    assert heard == [
        (0, 0, 1, 0),
        (1279, 799, 3, 0),
        (640, 400, 1, SHIFT_MASK | CONTROL_MASK),
        (640, 400, 1, SHIFT_MASK | CONTROL_MASK),
    ]


async def test_wheel_drag_and_chords_arrive(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    with Listener(desktop.environment) as listener:
        await surface.hands.perform(Scroll(down=2), Point(100, 100))
        await surface.hands.perform(Scroll(down=-1), Point(100, 100))
        await surface.hands.perform(Drag(), None, [[Point(200, 200), Point(500, 300)]])
        await surface.hands.perform(PressKeys(("ctrl", "s")), None)
        await until(lambda: len(listener.of("key up")) == 2)
        wheel = [event.detail for event in listener.of("button down")]
        drag = [e for e in listener.heard if e.detail == 1 and e.kind.startswith("button")]
        last = listener.of("key down")[-1]
        held = listener.keys_down()
    assert wheel == [5, 5, 4, 1]
    assert [(e.kind, e.x, e.y) for e in drag] == [
        ("button down", 200, 200),
        ("button up", 500, 300),
    ]
    assert last.state & CONTROL_MASK
    assert held == []


async def test_an_unknown_key_is_refused_in_words(surface: DesktopSurface) -> None:
    with pytest.raises(ActionImpossible, match="no key called “hyperspace”"):
        await surface.hands.perform(PressKeys(("ctrl", "hyperspace")), None)
    with pytest.raises(ActionImpossible, match="no window called “Nowhere”"):
        await surface.hands.perform(FocusWindow("Nowhere"), None)


async def test_a_window_that_tells_its_title_in_the_old_way_alone_is_brought_to_the_front(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    connection = x_calls.connect(desktop.environment)
    window, x = connection.generate_id(), xcffib.xproto
    at, copy = (300, 300, 200, 100), x.WindowClass.InputOutput
    connection.core.CreateWindow(0, window, x_calls.root_of(connection), *at, 0, copy, 0, 0, [])
    name = b"Old ways"
    put = (x.PropMode.Replace, window, x.Atom.WM_NAME, x.Atom.STRING, 8, len(name), name)
    connection.core.ChangeProperty(*put)
    connection.core.MapWindow(window)
    connection.flush()

    async def is_found() -> bool:
        with contextlib.suppress(ActionImpossible):
            await surface.hands.perform(FocusWindow("Old ways"), None)
            return True
        return False

    await until_so(is_found)
    connection.disconnect()


async def test_only_what_the_operator_presses_is_told_to_be_their_own(
    own_surface: DesktopSurface, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those presses wait for nothing: two that come soon are meant as a double click."""
    told, call = [], DesktopHands._call

    async def heard(self: DesktopHands, op: str, **arguments: Any) -> Any:
        told.append(arguments.get("is_direct"))
        return await call(self, op, **arguments)

    monkeypatch.setattr(DesktopHands, "_call", heard)
    await own_surface.hands.direct(DirectInput(Point(640, 400), Click(half="down")))
    await own_surface.hands.direct(DirectInput(Point(640, 400), Click(half="up")))
    await own_surface.hands.perform(Click(), Point(640, 400))
    assert told == [True, True, False]


async def test_stop_ends_input_at_once_and_leaves_no_key_down(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    with Listener(desktop.environment) as listener:
        typing = asyncio.ensure_future(surface.hands.perform(TypeText("Xy" * 20_000), None))
        await until(lambda: len(listener.heard) > 200)
        await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await typing
        assert listener.keys_down() == []
        before = await surface.eyes.capture()
        assert before.width == 1280, "the live picture goes on"
        await until(lambda: listener.heard[-1].kind == "key up")
        assert len(listener.heard) < 40_000, "typing would have gone on"


async def test_typing_never_runs_far_ahead_of_a_program_that_becomes_slow(
    surface: DesktopSurface, desktop: PracticeDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where all that is handed to the hands at once is one burst."""
    monkeypatch.setenv("XAUTHORITY", desktop.environment["XAUTHORITY"])
    taken = 0

    def take() -> None:
        nonlocal taken
        taken += 1
        time.sleep(0.01 if taken > 400 else 0)  # how slow it is

    tells = frozenset({"paints", "answers"})
    with SlowWindow(desktop.environment, key_secs=0, tells=tells, on_key=take) as window:
        typing = asyncio.ensure_future(surface.hands.perform(TypeText("x" * 20_000), None))
        await until(lambda: taken > 460)
        await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await typing
        at_stop, pings = taken, XPings(desktop.environment["DISPLAY"])
        assert not await asyncio.to_thread(pings.unanswered, [window.number], BOUND_SECS)
    assert taken - at_stop <= 2 * MOST_KEYS


async def test_a_held_button_is_let_go_after_stop(
    surface: DesktopSurface, desktop: PracticeDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = DesktopHands._call
    monkeypatch.setattr(hands, "ChildProcess", slow_handed)
    monkeypatch.setattr(DesktopHands, "_call", partialmethod(call, timeout_secs=120.0))
    await surface.renew_hands()
    with Listener(desktop.environment) as listener:
        dragging = asyncio.ensure_future(
            surface.hands.perform(Drag(), None, [[Point(10, 10), Point(900, 700)]])
        )
        await until(lambda: listener.of("button down"))
        released, _ = await surface.stop_hands()
        with pytest.raises(HandsStopped):
            await dragging
        await until(lambda: listener.of("button up"))
    assert released == ("button 1",)


@pytest.mark.parametrize("how", ["stop", "lost", "end"])
async def test_what_is_held_over_several_steps_does_not_stay_down(
    lasting: DesktopSurface, desktop: PracticeDesktop, how: str
) -> None:
    with Listener(desktop.environment) as listener:

        async def is_free() -> bool:
            return bool(listener.of("button up")) and not listener.keys_down()

        async with started(OnDesktop(desktop)) as own:
            hold = Click(modifiers=("shift",), half="down")
            await own.hands.perform(hold, Point(10, 10))
            await until(lambda: listener.of("button down"))
            assert listener.keys_down() and not await is_free()
            if how == "lost":
                child_of("input.hands_child").kill()
            elif how == "stop":
                await own.stop_hands()
                assert not await own.hands.let_go()
                await until_so(is_free)
            else:
                assert [await own.hands.let_go() for _ in range(2)] == [True, False]
                await until_so(is_free)
        await until_so(is_free)


async def test_where_the_operator_clicks_too_nothing_is_held_over_several_steps() -> None:
    shared = DesktopHands(
        {}, launch=nothing, secrets=NoSecrets(), lease=Lease(), own=own_processes(), on_lost=print
    )
    with pytest.raises(ActionImpossible, match="would hold your own clicks"):
        await shared.perform(Click(half="down"), Point(10, 10))


async def test_hands_can_be_renewed_after_stop(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    await surface.stop_hands()
    await surface.renew_hands()
    with Listener(desktop.environment) as listener:
        await surface.hands.perform(Click(), Point(5, 5))
        await until(lambda: listener.of("button up"))


async def test_silent_hands_are_told_as_silent_until_they_are_renewed(
    surface: DesktopSurface, desktop: PracticeDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    surface.on_lost = told.append
    monkeypatch.setattr(child_process, "wake_stopped", print)
    child_of("input.hands_child").suspend()
    with pytest.raises(SurfaceSilent):
        await surface.hands._call("ping", timeout_secs=0.1)
    with pytest.raises(SurfaceSilent, match="The hands did not answer"):
        await surface.hands.perform(Click(), Point(5, 5))
    await surface.renew_hands()
    with Listener(desktop.environment) as listener:
        await surface.hands.perform(Click(), Point(5, 5))
        await until(lambda: listener.of("button up"))
    assert not told, "the surface is still there"


async def test_the_count_tells_whether_the_picture_changed(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    first = await surface.eyes.capture()

    async def is_still() -> bool:
        nonlocal first
        first = await surface.eyes.capture()
        return await surface.eyes.change_count() == first.change_count

    await until_so(is_still)  # what an earlier test left has been painted over
    watch = surface.eyes.watch()
    with Listener(desktop.environment):  # a new window changes the whole picture
        change = await watch.next(BOUND_SECS)
        assert change is not None
        second = await surface.eyes.capture()
    assert second.change_count > first.change_count
    assert second.pixels != first.pixels


@pytest.mark.parametrize("child", ["x11.camera", "at_spi.reader_child", "input.hands_child"])
async def test_a_dead_child_is_told_in_words(own_surface: DesktopSurface, child: str) -> None:
    told: list[str] = []
    own_surface.on_lost = told.append
    child_of(child).kill()
    await until(lambda: told)
    assert "ended unexpectedly" in told[0]


async def test_a_lost_session_bus_is_told_and_without_a_display_calls_fail() -> None:
    async with started(PracticeDesktop()) as surface:
        told: list[str] = []
        surface.on_lost = told.append
        newest(lambda process: {"dbus-daemon", "--session"} <= {*process.cmdline()}).kill()
        await until(lambda: told)
        assert "session bus" in told[0] or "accessibility" in told[0]
        child_named("Xvfb").kill()

        async def fails() -> bool:
            try:
                await surface.eyes.capture()
            except SurfaceLost:
                return True
            return False

        await until_so(fails)


async def test_a_hung_display_server_becomes_a_message_not_a_wait(
    own_surface: DesktopSurface,
) -> None:
    keeper, server = child_of("practice.supervisor"), child_named("Xvfb")
    keeper.suspend()  # it would have the server go on
    server.suspend()
    try:
        with pytest.raises(SurfaceLost, match="did not answer within"):
            await own_surface.eyes.capture()
    finally:
        server.resume()
        keeper.resume()


async def test_a_stopped_display_server_goes_on(surface: DesktopSurface) -> None:
    child_named("Xvfb").suspend()
    assert (await surface.eyes.capture()).width


async def test_a_stopped_child_is_told_of_though_what_it_was_asked_takes_long(
    own_surface: DesktopSurface, desktop: PracticeDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await own_surface.eyes.read_tree()
    with Listener(desktop.environment) as listener:
        await own_surface.hands.perform(Click(), Point(5, 5))
        typing = asyncio.ensure_future(own_surface.hands.perform(TypeText("x" * 10_000), None))
        await until(lambda: listener.of("key down"))
        monkeypatch.setattr(child_process, "_PULSE_EVERY_SECS", 0.05)
        monkeypatch.setattr(child_process, "ANSWER_SECS", 0.5)
        monkeypatch.setattr(child_process, "wake_stopped", print)
        child_of("input.hands_child").suspend()
        with pytest.raises(SurfaceSilent, match=r"The hands did not answer within 0\.5 s"):
            await typing
        child_of("at_spi.reader_child").suspend()
        with pytest.raises(SurfaceSilent, match=r"reader did not answer within 0\.5 s"):
            await own_surface.eyes.read_tree()


async def test_a_display_that_answers_late_is_left_once_it_has_answered(
    own_surface: DesktopSurface, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever speaks with it in a thread would go on with what is freed."""
    releaser = own_surface.hands._releaser
    assert releaser is not None
    left: list[str] = []
    monkeypatch.setattr(releaser._connection, "disconnect", lambda: left.append("the display"))
    keeper, server = child_of("practice.supervisor"), child_named("Xvfb")
    keeper.suspend()  # it would have the server go on
    server.suspend()
    try:
        await own_surface.hands.close()
        assert not left
    finally:
        server.resume()
        keeper.resume()
    await until(lambda: left)


async def test_a_display_that_changes_its_size_is_seen_in_its_new_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_displays_resizable(tmp_path, monkeypatch)
    desktop = PracticeDesktop()
    sizes: list[tuple[int, int]] = []
    async with started(desktop) as surface:
        surface.on_resized = lambda width, height: sizes.append((width, height))
        assert (await surface.eyes.capture()).width == 1280
        environment = dict(desktop.environment)
        await asyncio.to_thread(
            subprocess.run, ["xrandr", "--fb", "1600x1000"], env=environment, check=False
        )
        await until(lambda: (1600, 1000) in sizes)
        frame = await surface.eyes.capture()
        assert (frame.width, frame.height) == sizes[-1] == (1600, 1000)
        assert len(frame.pixels) == frame.width * frame.height * 4


@pytest.mark.parametrize(
    ("environment", "display", "words"),
    [
        ({}, None, "no display here"),
        ({"DISPLAY": ":987"}, None, "can't be opened"),
        ({"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}, None, "Wayland"),
        ({}, ":988", "can't be opened"),
    ],
)
async def test_a_display_that_is_not_there(
    environment: dict[str, str], display: str | None, words: str
) -> None:
    with pytest.raises(SurfaceUnavailable, match=words) as refused:
        await surface_on(ExistingDisplay(display, environment)).start()
    assert refused.value.remedy


async def test_nothing_is_left_behind(tmp_path: Path) -> None:
    surface = surface_on(PracticeDesktop())
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    await surface.start()
    await surface.close()
    after = {child.pid for child in psutil.Process().children(recursive=True)}
    assert [pid for pid in after - before if is_alive(pid)] == []


async def editor_text(surface: DesktopSurface) -> str | None:
    tree = await surface.eyes.read_tree()
    areas = [node for node in tree.nodes if node.role is Role.TEXT_AREA and node.is_showing]
    return areas[0].text if areas else None


async def open_editor(surface: DesktopSurface, desktop: PracticeDesktop) -> None:
    await desktop.spawn(["mousepad"])

    async def is_open() -> bool:
        return await editor_text(surface) is not None

    await until_so(is_open)


async def test_stop_cuts_the_typing_short_in_a_real_application(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    await open_editor(surface, desktop)
    whole = "abc " * 20_000  # more than is typed until somebody has looked
    typing = asyncio.ensure_future(surface.hands.perform(TypeText(whole), None))
    await until_so(lambda: editor_text(surface))
    await surface.stop_hands()
    with pytest.raises(HandsStopped):
        await typing
    watch, texts = surface.eyes.watch(), [await editor_text(surface)]

    async def is_at_rest() -> bool:
        while await watch.next(0.5) is not None:  # what was under way is shown
            pass
        texts.append(await editor_text(surface))
        return texts[-1] == texts[-2]

    await until_so(is_at_rest)
    assert 0 < len(texts[-1] or "") < len(whole)


async def test_more_new_characters_than_the_keyboard_has_room_for_all_arrive(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    await open_editor(surface, desktop)
    texts = ["äöüÄÖÜßéèêçñáíóúàìòù", "αβγδεζηθικλμνξοπρστ", "你好世界天地玄黄宇宙洪荒日月"]
    for text in texts:
        await surface.hands.perform(TypeText(text), None)

    async def have_all_arrived() -> bool:
        return await editor_text(surface) == "".join(texts)

    await until_so(have_all_arrived)


async def test_no_typed_character_stays_on_the_keyboard(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    def layout() -> str:
        words = ["xmodmap", "-pke"]
        environment = dict(desktop.environment)
        return subprocess.run(
            words, env=environment, check=True, capture_output=True, text=True
        ).stdout

    await surface.renew_hands()  # those of an earlier test have typed
    before = await asyncio.to_thread(layout)
    await surface.hands.perform(TypeText("é你"), None)
    assert await asyncio.to_thread(layout) != before
    await surface.stop_hands()
    assert await asyncio.to_thread(layout) == before


async def test_who_keeps_a_terminal_is_known_in_the_sandbox_too(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    """There, programs are numbered otherwise than here."""
    began_secs = time.time() - CLOCK_TICK_SECS
    known: dict[str, Window] = {}

    async def are_shown() -> bool:
        known.update({w.application: w for w in (await surface.eyes.read_tree()).windows})
        return {"mousepad", "XTerm"} <= known.keys() and bool(known["XTerm"].keeps_terminal)

    await desktop.spawn(("xterm",))
    await desktop.spawn(("mousepad",))
    await until_so(are_shown)
    assert known["mousepad"].keeps_terminal is False
    for window in (known["mousepad"], known["XTerm"]):
        assert began_secs <= window.started_at_secs <= time.time()
