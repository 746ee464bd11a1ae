"""How far the live picture lags: a still screen never does, however old its picture is."""

from __future__ import annotations

import asyncio
from typing import cast

from app.live_lag import LiveLag
from engine.domain.errors import SurfaceLost
from engine.domain.frames import Frame, PictureChange
from engine.domain.lag import SightLag
from engine.domain.ports import ChangeWatch
from engine.domain.spaces import Rect

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


async def test_following_ends_with_the_display() -> None:
    class Watch:
        closed = False

        def __init__(self) -> None:
            self.waiting = [change(5.0, 2)]

        async def next(self, timeout_secs: float) -> PictureChange | None:
            if self.waiting:
                return self.waiting.pop()
            raise SurfaceLost("gone")

        def close(self) -> None:
            self.closed = True

    lag, told = follower()
    watch = Watch()
    async with asyncio.timeout(5):
        await lag.follow(cast(ChangeWatch, watch))
    assert told == [SightLag(5.0, 5.0)] and watch.closed
