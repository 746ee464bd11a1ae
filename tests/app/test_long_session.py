"""A past session of any length is shown as it is read, part by part."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.past_sessions import PastSessions
from engine.domain.errors import RecordUnavailable
from engine.domain.events import Recorded
from engine.record.sessions import OpenedSession
from engine.record.store import EVENTS_A_PART, SessionStore
from engine.record.views import vector
from tests.engine.record.runs import STARTED, frame, long_run, observed
from tests.support.console_windows import discard
from tests.widgets.conftest import qapp as qapp
from widgets.window.main_window import MainWindow


@pytest.fixture
async def past(qapp: QApplication, tmp_path: Path) -> AsyncIterator[PastSessions]:
    window = MainWindow(
        settings=QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    )
    window.show()
    async with await SessionStore.open(tmp_path / "sessions.db") as store:
        for name, segments in (("long", 60), ("other", 1)):
            log = await store.start_session(name)
            events = [replace(STARTED, goal=name), *list(long_run(segments))[1:]]
            pictures = [await store.blobs.put_picture(frame(at)) for at in (1, 2)]
            events[3:3], events[-1:-1] = [observed(pictures[0])], [observed(pictures[1])]
            await asyncio.gather(*(log.append(each) for each in events))
        yield PastSessions(window, store)
    discard(window)


def _window(past: PastSessions) -> MainWindow:
    return past._window


async def _first_part(past: PastSessions, name: str) -> asyncio.Task[object]:
    """Whoever awaits it comes before the second part does."""
    window, came = _window(past), asyncio.Event()
    show = window.show_events

    def told(*part: object) -> None:
        show(*part)  # type: ignore[arg-type]
        came.set()

    window.show_events = told  # type: ignore[method-assign]
    opening = asyncio.ensure_future(past.open(name))
    await came.wait()
    return opening  # type: ignore[return-value]


async def test_what_is_read_first_is_shown_before_the_rest(past: PastSessions) -> None:
    window = _window(past)
    counts: list[int] = []
    show = window.show_events

    def counted(*told: object) -> None:
        show(*told)  # type: ignore[arg-type]
        counts.append(window.views.timeline.strip.count())

    window.show_events = counted  # type: ignore[method-assign]
    state = await past.open("long")
    events = await past.store.events("long")
    assert counts[:2] == [EVENTS_A_PART, 2 * EVENTS_A_PART]
    assert counts[-1] == len(events) == window.views.timeline.log.log.rowCount()
    assert state is not None and state.goal == "long" and state.outcome is not None
    assert window.views.plan.view.rows.rowCount() == 60
    assert window.views.live.state.text == "from the record"


async def test_what_is_left_before_its_plan_is_shown_shows_none(past: PastSessions) -> None:
    """The plan of a long run comes a turn after its last events: together they take too long."""
    window, show = _window(past), _window(past).show_events
    count = len(await past.store.events("long"))

    def told(*part: object) -> None:
        show(*part)  # type: ignore[arg-type]
        if window.views.timeline.strip.count() == count:
            asyncio.get_running_loop().call_soon(window.leave_past)

    window.show_events = told  # type: ignore[method-assign]
    assert await past.open("long") is None
    assert window.views.plan.view.rows.rowCount() == 0


async def test_what_is_shown_has_a_turn_of_the_loop_before_more_is_read(
    past: PastSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There it is painted; while it is read, painting waits for what reads, again and again."""
    happened, read, loop = list[str](), past.store.parts, asyncio.get_running_loop()

    async def parts(session_id: str) -> AsyncIterator[OpenedSession]:
        happened.append("asked")
        async for part in read(session_id):
            yield part
            happened.append("asked")

    def note(name: str) -> None:
        """What comes next waits for two turns: in the first it is painted."""
        happened.append(name)
        loop.call_soon(happened.append, "turn")
        loop.call_soon(loop.call_soon, happened.append, "turn")

    def noted(name: str, shows: Callable[..., Any]) -> Callable[..., Any]:
        def steps(*shown: object) -> Iterator[None]:
            for step in shows(*shown):
                note(name)
                yield step

        def at_once(*shown: object) -> None:
            note(name)
            shows(*shown)

        return steps if name == "showing_past" else at_once

    monkeypatch.setattr(past.store, "parts", parts)
    for name in ("showing_past", "show_events", "show_run"):
        monkeypatch.setattr(_window(past), name, noted(name, getattr(_window(past), name)))
    await past.open("long")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    begins, count = happened.count("showing_past"), happened.count("show_events")
    assert (
        begins == 3
        and count > 8
        and happened
        == [
            "asked",
            *("showing_past", "turn", "turn") * begins,
            *("show_events", "turn", "turn", "asked") * count,
            *("show_run", "turn", "turn"),
        ]
    )


@pytest.mark.parametrize("then", ["other", "long"])
async def test_what_is_opened_meanwhile_comes_in_its_place(past: PastSessions, then: str) -> None:
    opening = await _first_part(past, "long")
    state = await past.open(then)
    assert await opening is None, "nothing more of it is shown"
    assert state is not None and state.goal == then
    strip = _window(past).views.timeline.strip
    assert strip.count() == len(await past.store.events(then))


async def test_nothing_of_it_comes_after_it_was_left(past: PastSessions) -> None:
    opening = await _first_part(past, "long")
    _window(past).leave_past()
    assert await opening is None
    assert _window(past).views.timeline.strip.count() == 0


async def test_a_moment_that_was_chosen_meanwhile_stays_in_sight(past: PastSessions) -> None:
    window, wanted = _window(past), list[str]()
    window.record.picture_wanted.connect(wanted.append)
    opening = await _first_part(past, "long")
    window.views.timeline.strip.take(3)
    chosen = wanted[-1]
    assert await opening is not None
    assert wanted[-1] == chosen
    window.views.timeline.strip.take(window.views.timeline.strip.count() - 1)
    assert wanted[-1] != chosen


async def test_of_a_long_session_few_events_are_held(
    past: PastSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector, "_unsealed", lru_cache(3)(vector._unsealed.__wrapped__))
    window, before = _window(past), _alive()
    held = (3 + 1) * vector.PackedEvents.WIDTH + EVENTS_A_PART  # and the part that was read last
    await past.open("long")
    strip, log = window.views.timeline.strip, window.views.timeline.log
    count = strip.count()
    assert count > 2_000 and _alive() - before < held
    for row in range(0, count, 101):
        strip.take(row)
        assert strip.tip_of(row) and log.log.data(log.log.index_of(row))
    assert _alive() - before < held, "of what was looked at few are held, too"
    window.views.timeline.filter.setText("click at")
    assert 0 < log.log.rowCount() < count and _alive() - before < held


def _alive() -> int:
    gc.unfreeze()
    gc.collect()
    return sum(type(each) is Recorded for each in gc.get_objects())


async def test_one_that_is_deleted_meanwhile_is_not_told_in_part(past: PastSessions) -> None:
    parts = past.store.parts("long")
    await anext(parts)
    await past.store.let_go(("long",))
    with pytest.raises(RecordUnavailable, match="long is deleted"):
        await anext(parts)
    assert await past.store.open_session("long") is None


async def test_one_that_is_gone_is_told(past: PastSessions) -> None:
    with pytest.raises(RecordUnavailable, match="no session gone any more"):
        await past.open("gone")
