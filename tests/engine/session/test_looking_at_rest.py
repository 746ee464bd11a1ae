"""A page is at rest once neither it nor what it says came or went."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from dataclasses import replace
from types import SimpleNamespace
from typing import TypeVar

import numpy as np
import pytest

from engine.domain.limits import Limits
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Role, State, Zone
from engine.session.looking import Looking

T = TypeVar("T")
BOX = Rect(0, 0, 9, 9)


class _Control:
    def raise_if_ended(self) -> None:
        return

    async def unless_cancelled(self, wait: Awaitable[T]) -> T:
        return await wait


def shown(url: str = "/form", *, dialog: str = "", alert: str = "") -> Situation:
    button = WebElement("1", "button", "OK", "button", "top", BOX, dialog=dialog)
    zones = (Zone("a", alert, Role.ALERT, BOX),) if alert else ()
    page = Page(url, "Club", elements=(button,))
    return Situation(Frame(1, 0.0, 1, 1, bytes(4)), zones, (), page=page)


def looking(
    looks: list[Situation] | None = None, *, eyes: object = None, last: Situation | None = None
) -> Looking:
    """Looks at these, one after the other."""
    left = [] if looks is None else looks

    class Perceiver:
        async def observe_fully(self) -> Situation:
            return left.pop(0)

        async def observe(self, *, patience_secs: float = 1.0) -> Situation:
            return left.pop(0)

    context = SimpleNamespace(
        perceiver=Perceiver(), surface=SimpleNamespace(eyes=eyes), executor=None, account=None,
        control=_Control(), log=None, blobs=None,
        settings=SimpleNamespace(limits=Limits(settle_secs=0.01)),
    )  # fmt: skip
    looker = Looking(context)  # type: ignore[arg-type]
    looker.last = last
    return looker


@pytest.mark.parametrize(
    "later", [shown("/expired"), shown(dialog="Sorry"), shown(alert="It was not saved")]
)
async def test_a_page_is_looked_at_until_nothing_comes_any_more(later: Situation) -> None:
    looks = [shown(), later, later]
    assert await looking(looks).look_at_rest() is later
    assert not looks


PX = 40
FIELD = Zone("f", "Name", Role.TEXT_FIELD, Rect(0, 0, 20, 20), frozenset({State.FOCUSED}))


def pictured(count: int, *carets: Rect) -> Situation:
    """A window with a field that has the keyboard, and carets that show."""
    pixels = np.full((PX, PX, 4), 255, np.uint8)
    for caret in carets:
        pixels[caret.slices] = 0
    return Situation(Frame(count, 0.0, PX, PX, pixels.tobytes()), (FIELD,), ())


class Eyes:
    def __init__(self, now: Situation) -> None:
        self.now = now.frame

    async def change_count(self) -> int:
        return self.now.change_count

    async def capture(self) -> Frame:
        return self.now


IN_FIELD, ELSEWHERE = Rect(5, 3, 2, 14), Rect(30, 3, 2, 14)


@pytest.mark.parametrize(
    ("now", "is_so"),
    [
        (pictured(2, IN_FIELD), True),
        (pictured(2, ELSEWHERE), False),
        (pictured(2, IN_FIELD, ELSEWHERE), False),
        (pictured(2, IN_FIELD, Rect(5, 25, 2, 14)), False),
        (pictured(2, Rect(2, 3, 9, 14)), False),
        (pictured(1), True),
    ],
)
async def test_only_the_caret_of_what_has_the_keyboard_blinks_without_being_a_change(
    now: Situation, is_so: bool
) -> None:
    assert await looking(eyes=Eyes(now), last=pictured(1)).is_unchanged() is is_so


async def test_what_has_stood_still_for_long_enough_is_not_waited_for() -> None:
    looks = [pictured(2)] * 4
    await looking(looks, eyes=Eyes(pictured(1)), last=pictured(1)).look_at_rest()
    assert len(looks) == 3
    await looking(looks, eyes=Eyes(pictured(2, ELSEWHERE)), last=pictured(1)).look_at_rest()
    assert len(looks) == 1


@pytest.mark.parametrize(
    ("since_secs", "is_known", "looks"), [(-60, False, 0), (60, False, 1), (-60, True, 1)]
)
async def test_before_acting_a_look_that_was_just_made_is_not_made_twice(
    since_secs: float, is_known: bool, looks: int
) -> None:
    """``since_secs`` after its picture; one from the time to come is new however busy it is."""
    plain = pictured(1)
    at_secs = time.monotonic() - since_secs
    seen = replace(plain, frame=replace(plain.frame, captured_at_secs=at_secs))
    glances = [pictured(2)]
    looker = looking(glances, last=seen)
    await looker.glance_before_acting(seen if is_known else plain)
    assert len(glances) == 1 - looks
