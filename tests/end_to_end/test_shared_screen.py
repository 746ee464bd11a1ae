"""The console on the screen that the agent works on: a strip above all windows, which is not in its
own picture, and which the agent can't touch."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.domain.events import SituationObserved, StepEnded
from engine.domain.spaces import Rect
from engine.domain.zones import COVERED
from engine.record.store import SessionStore
from tests.end_to_end.conftest import operator_before
from tests.end_to_end.operator import Operator
from tests.support.waiting import until

pytestmark = pytest.mark.end_to_end

GOAL = "Click “Press me”, type 'from the agent' into Diary, press BackSpace"


LAST = ("from the agent", "from the agen")


@pytest.fixture
async def operator(tmp_path: Path) -> AsyncIterator[Operator]:
    """Before a screen with room for the console and for a window beside it."""
    async with operator_before(2000, 1000, tmp_path) as operator:
        yield operator


async def pictures(operator: Operator) -> list[np.ndarray]:
    """That of its first look, and those that its steps ended with, as red, green and blue."""
    store = await SessionStore.open(operator.database)
    try:
        [session] = await store.sessions()
        events = [each.event for each in await store.events(session.session_id)]
        first = next(one for one in events if isinstance(one, SituationObserved))
        ends = [one for one in events if isinstance(one, StepEnded)]
        hashes = dict.fromkeys(one.picture_hash for one in (first, *ends))
        found = [await store.blobs.picture(one) for one in hashes]
        return [decoded(one.data) for one in found if one is not None]
    finally:
        await store.close()


def decoded(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


async def test_it_works_beside_the_console(operator: Operator, tmp_path: Path) -> None:
    told = tmp_path / "told"
    other = await operator.starts(
        "tests.support.restless_window", "--told", str(told), "--at", "1550,100,400,300", "--calm"
    )
    await operator.sees("Press me")
    console = await operator.open_console(GOAL)
    try:
        await operator.clicks("How it is run: Practice desktop")
        await operator.sees("It counts for the next run")  # in the form that has come up
        await operator.presses("Down")
        await operator.sees("How it is run: This screen")
        await operator.presses("Escape")
        await operator.sees_no_more("It counts for the next run")
        await operator.clicks("Start")
        await operator.approves_on_the_strip("Press me")
        stop = await operator.sees("STOP")
        await operator.approves_on_the_strip("from the agent")
        await operator.presses("ctrl+Return")  # as a program does: no yes, and not the other's
        await operator.approves_on_the_strip("Backspace")
        await operator.sees("Done, not seen")  # nothing in sight tells that “Press me” was pressed
        await until(lambda: told.read_text().splitlines()[-2:] == [f"text {each}" for each in LAST])
        await operator.sees("Start")  # in the whole window
        first, *_, last = await pictures(operator)
        assert is_covered(last, stop.bounds_px)
        assert (first == COVERED).all(axis=2).mean() < 0.1, "the console had shrunk by then"
    finally:
        for process in (console, other):
            process.terminate()
            await process.wait()


def is_covered(picture: np.ndarray, place: Rect) -> bool:
    part = picture[place.y : place.bottom, place.x : place.right]
    return bool((part == COVERED).all())
