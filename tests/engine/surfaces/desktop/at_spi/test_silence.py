"""Who does not answer is left alone until it does, and less and less often asked if it is slow."""

from __future__ import annotations

import asyncio
from collections import defaultdict

import pytest

from engine.domain.spaces import Rect
from engine.surfaces.desktop.at_spi.bus import AccessibilityBus, Call
from engine.surfaces.desktop.at_spi.silence import Silences, SilentClients
from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow
from tests.support.hand_clock import HandClock
from tests.support.waiting import until

PLACE = Rect(0, 0, 400, 300)


class Line(AccessibilityBus):
    """Answers a call once the test lets the application answer."""

    def __init__(self) -> None:
        super().__init__(None, lambda name, path, shown: None)
        self.asked = 0
        self.answers: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def call(self, call: Call, *, timeout_secs: float | None) -> object:
        self.asked += 1
        assert timeout_secs is None, "it may take as long as it wants"
        await self.answers[call.destination].wait()
        return 75


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


async def test_one_that_hangs_is_asked_again_when_it_answers(clock: HandClock) -> None:
    line = Line()
    silences = Silences(line, clock=clock)
    silences.note_failure(":1.7")
    clock.secs += 3600
    await asyncio.sleep(0)
    assert silences.is_left_alone(":1.7") and not silences.is_left_alone(":1.8")
    line.answers[":1.7"].set()
    await until(lambda: not silences.is_left_alone(":1.7"))
    assert line.asked == 1
    await silences.close()


async def test_one_that_is_never_in_time_is_asked_less_and_less_often(clock: HandClock) -> None:
    line = Line()
    silences = Silences(line, clock=clock)
    line.answers[":1.7"].set()
    rests = []
    for _ in range(8):
        silences.note_failure(":1.7")
        await until(lambda: line.asked == len(rests) + 1)
        await asyncio.sleep(0)
        started = clock.secs
        while silences.is_left_alone(":1.7"):
            clock.secs += 0.5
        rests.append(clock.secs - started)
    assert rests == [0, 1, 2, 4, 8, 16, 30, 30]
    silences.note_answer(":1.7")
    silences.note_failure(":1.7")
    await until(lambda: not silences.is_left_alone(":1.7"))
    await silences.close()


async def test_one_that_is_gone_is_forgotten(clock: HandClock) -> None:
    silences = Silences(Line(), clock=clock)
    silences.note_failure(":1.7")
    silences.forget_all_but(frozenset({":1.8"}))
    assert not silences.is_left_alone(":1.7")
    await silences.close()


def window(number: int, client: int, process_id: int) -> XWindow:
    return XWindow(
        number, "", process_id, "", PLACE, PLACE, False, False, False, False, False, client
    )


def test_a_client_that_had_its_time_to_come_to_the_bus_tells_of_no_new_window_either(
    clock: HandClock,
) -> None:
    clients = SilentClients(clock=clock)
    main, dialog, editor = window(1, 10, 7), window(2, 10, 7), window(3, 20, 8)
    clients.note(WindowStack((main, editor), PLACE), {8})
    assert not clients.is_silent(main), "it may come yet"
    clock.secs += 1
    clients.note(WindowStack((dialog, main, editor), PLACE), {8})
    assert clients.is_silent(dialog) and not clients.is_silent(editor)
    clients.note(WindowStack((dialog, main, editor), PLACE), {7, 8})
    assert not clients.is_silent(dialog), "it has come late"
