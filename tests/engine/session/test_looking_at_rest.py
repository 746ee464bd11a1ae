"""A page is at rest once neither it nor what it says came or went."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from types import SimpleNamespace
from typing import TypeVar

import pytest

from engine.domain.limits import Limits
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Role, Zone
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


@pytest.mark.parametrize(
    "later", [shown("/expired"), shown(dialog="Sorry"), shown(alert="It was not saved")]
)
async def test_a_page_is_looked_at_until_nothing_comes_any_more(later: Situation) -> None:
    looks: Iterator[Situation] = iter((shown(), later, later))

    class Perceiver:
        async def observe_fully(self) -> Situation:
            return next(looks)

    context = SimpleNamespace(
        perceiver=Perceiver(), surface=None, executor=None, account=None, control=_Control(),
        log=None, blobs=None, settings=SimpleNamespace(limits=Limits(settle_secs=0.01)),
    )  # fmt: skip
    assert await Looking(context).look_at_rest() is later  # type: ignore[arg-type]
    assert next(looks, None) is None
