"""Whoever does not look for long is told of all that changed, in a bounded space."""

from __future__ import annotations

import pytest

from engine.domain.errors import SurfaceLost
from engine.domain.spaces import PictureChange, Rect
from engine.processes.change_watches import MOST_WAITING, ChangeWatches

DIALOG, CARET = Rect(100, 100, 400, 300), Rect(900, 700, 2, 16)


async def test_a_watch_that_nobody_asks_stays_bounded_and_forgets_no_place() -> None:
    watches = ChangeWatches()
    watch = watches.open()
    watches.tell(PictureChange(0.0, 0, DIALOG))
    for number in range(1, 5 * MOST_WAITING):
        watches.tell(PictureChange(float(number), number, CARET))
    watches.lose("The display went away.")
    told = []
    with pytest.raises(SurfaceLost, match="went away"):
        while (change := await watch.next(0)) is not None:
            told.append(change)
    assert len(told) == MOST_WAITING
    assert told[0].at_secs == 0.0 and told[0].bounds_px == DIALOG.union(CARET)
    assert [change.change_count for change in told[-2:]] == [
        5 * MOST_WAITING - 2,
        5 * MOST_WAITING - 1,
    ]


async def test_a_watch_is_told_from_its_opening_to_its_close() -> None:
    watches = ChangeWatches()
    watches.tell(PictureChange(0.0, 1, CARET))
    watch = watches.open()
    assert await watch.next(0) is None
    watches.tell(PictureChange(1.0, 2, CARET))
    assert (change := await watch.next(0)) is not None and change.change_count == 2
    watch.close()
    watches.tell(PictureChange(2.0, 3, CARET))
    assert await watch.next(0) is None


async def test_one_that_is_opened_too_late_is_told_why() -> None:
    watches = ChangeWatches()
    watches.lose("The browser has ended.")
    with pytest.raises(SurfaceLost, match="has ended"):
        await watches.open().next(60)
