"""How far the live picture lags: a still screen never does, however old its picture is."""

from __future__ import annotations

import asyncio
from typing import cast

from app.live_picture import LiveLag
from engine.domain.errors import SurfaceLost
from engine.domain.spaces import Frame, PictureChange, Rect, SightLag
from engine.domain.surface_ports import Eyes

WHOLE, CARET = Rect(0, 0, 100, 100), Rect(10, 10, 1, 8)


def frame(count: int) -> Frame:
    return Frame(count, 0.0, 100, 100, b"")


def change(at_secs: float, count: int, place: Rect = WHOLE) -> PictureChange:
    return PictureChange(at_secs, count, place)


def follower() -> tuple[LiveLag, list[SightLag]]:
    told: list[SightLag] = []
    lag = LiveLag(on_lag=told.append)
    lag.take_frame(frame(1))
    lag.take_look(frame(1))
    return lag, told


def test_a_change_lags_until_its_picture_and_its_zones_have_come() -> None:
    lag, told = follower()
    lag.take_change(change(5.0, 2))
    lag.take_change(change(6.0, 3))
    assert told == [SightLag(5.0, 5.0)], "the first of them counts"
    lag.take_frame(frame(2))
    assert told[-1] == SightLag(6.0, 5.0)
    lag.take_frame(frame(3))
    assert told[-1] == SightLag(None, 5.0)
    lag.take_look(frame(3))
    assert told[-1] == SightLag()


def test_a_change_that_is_shown_already_lags_nowhere() -> None:
    lag, told = follower()
    lag.take_frame(frame(4))
    lag.take_look(frame(4))
    lag.take_change(change(5.0, 3))
    assert told == []


def test_a_caret_makes_the_picture_new_but_not_the_zones_old() -> None:
    lag, told = follower()
    for count in range(2, 8):
        lag.take_change(change(count, count, CARET))
        lag.take_frame(frame(count))
    lag.take_look(frame(3))
    assert told[-1] == SightLag()


class Camera:
    """Eyes that have seen one change; asked for the count, they do as ``answers`` say in turn:
    a number, an error, or silence until ``woken``."""

    def __init__(self, *answers: int | SurfaceLost | None) -> None:
        self._answers = list(answers)
        self._changes = [change(5.0, 2)]
        self.woken = asyncio.Event()
        self.closed = False

    def watch(self) -> Camera:
        return self

    async def next(self, timeout_secs: float) -> PictureChange | None:
        if self._changes:
            return self._changes.pop()
        if not self._answers:
            raise SurfaceLost("gone")
        return None

    async def change_count(self) -> int:
        answer = self._answers.pop(0)
        if isinstance(answer, SurfaceLost):
            raise answer
        if answer is None:
            await self.woken.wait()
        return 2

    def close(self) -> None:
        self.closed = True


async def follow(*answers: int | SurfaceLost | None) -> list[SightLag]:
    told: list[SightLag] = []
    camera = Camera(*answers)

    def take(lag: SightLag) -> None:
        told.append(lag)
        if lag.silent_since_secs is not None:
            camera.woken.set()

    lag = LiveLag(on_lag=take, answer_secs=0.01)
    lag.take_frame(frame(2))
    lag.take_look(frame(2))
    async with asyncio.timeout(60):
        await lag.follow(cast(Eyes, camera))
    assert camera.closed
    return told


async def test_following_ends_with_the_display() -> None:
    assert await follow() == []


async def test_a_camera_that_answers_makes_nothing_late() -> None:
    assert await follow(2, 2, 2) == []


async def test_a_silent_camera_is_told_of_until_it_answers() -> None:
    silent, answered = await follow(None)
    assert silent.silent_since_secs is not None and answered == SightLag()


async def test_a_camera_that_never_answers_stays_silent_since_it_was_first_asked() -> None:
    [silent] = await follow(SurfaceLost("no answer"), SurfaceLost("no answer"))
    assert silent.silent_since_secs is not None
