"""When an application that does not answer hangs, and when it is only slow."""

from __future__ import annotations

from typing import cast

import pytest

from engine.acting.exploring import crashes
from engine.acting.exploring.crashes import HangWatch
from engine.domain.exploring.limits import FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from tests.support.stage import Stage, situation

SLOW = ("Slow",)
NEVER = 10**6


class Silent(Stage):
    """Answers after so many asks, each of which takes a second of its own clock, and shows the
    shades in turn."""

    def __init__(self, *, answers_after: int = NEVER, shades: tuple[int, ...] = (0,)) -> None:
        self.shows = [situation(shade=shade, titles=SLOW) for shade in shades]
        super().__init__(self.shows[0])
        self.answers_after = answers_after
        self.asks = 0

    async def vitals(self) -> Vitals:
        self.asks += 1
        self.now = self.shows[self.asks % len(self.shows)]
        return Vitals(silent=SLOW if self.asks < self.answers_after else ())


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crashes, "_REST_SECS", 0.0)


def watch_of(surface: Silent, *, hang_secs: float = 4.0, crowding: float = 1.0) -> HangWatch:
    return HangWatch(  # it uses the eyes and the vitals only
        cast(ExplorableSurface, surface),
        hang_secs=hang_secs,
        clock=lambda: float(surface.asks),
        crowding=lambda: crowding,
    )


async def test_one_that_is_silent_all_the_time_hangs_and_is_told_once() -> None:
    surface = Silent()
    watch = watch_of(surface)
    (found,), told = await watch.check(SLOW, situation())
    assert (found.kind, found.application, len(told)) == (FaultKind.HANG, "Slow", 4)
    assert await watch.check(SLOW, situation()) == ((), ())


async def test_one_that_shows_that_it_goes_on_does_not_hang() -> None:
    """Its bar stands at the end where it stood at the beginning."""
    surface = Silent(shades=(0, 60, 120, 180))
    assert (await watch_of(surface).check(SLOW, surface.now))[0] == ()


async def test_what_was_painted_before_it_fell_silent_is_no_work() -> None:
    surface = Silent(shades=(60, *[0] * 9))
    (found,), _ = await watch_of(surface).check(SLOW, surface.now)
    assert found.kind is FaultKind.HANG


async def test_on_a_busy_machine_it_has_longer() -> None:
    surface = Silent(answers_after=10)
    assert (await watch_of(surface, crowding=5.0).check(SLOW, situation()))[0] == ()
    assert surface.asks == 10


async def test_it_is_asked_a_few_times_though_the_time_is_over() -> None:
    """The time went by while this program itself did not get the processor."""
    surface = Silent(answers_after=4)
    assert (await watch_of(surface, hang_secs=0.5).check(SLOW, situation()))[0] == ()


async def test_one_that_was_only_slow_to_start_may_hang_later() -> None:
    surface = Silent(answers_after=2)
    watch = watch_of(surface)
    await watch.begin(SLOW, situation())
    surface.answers_after = NEVER
    (found,), _ = await watch.check(SLOW, situation())
    assert found.kind is FaultKind.HANG


async def test_what_hangs_at_the_start_is_no_finding() -> None:
    watch = watch_of(Silent())
    await watch.begin(SLOW, situation())
    assert await watch.check(SLOW, situation()) == ((), ())
