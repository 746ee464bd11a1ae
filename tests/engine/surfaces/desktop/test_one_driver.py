"""A screen that is there is driven by one Pilothouse at a time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator

import pytest

from app.secrets import Secrets
from engine.domain.errors import SurfaceUnavailable
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from engine.surfaces.desktop.x11 import x_calls
from tests.support.bare_desktop import BareDesktop


@contextlib.asynccontextmanager
async def console_at(desktop: BareDesktop) -> AsyncIterator[DesktopSurface]:
    made = DesktopSurface(
        "screen",
        ExistingDisplay(desktop.display, desktop.environment),
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=Secrets({}),
        is_practice=False,
    )
    try:
        await made.start()
        yield made
    finally:
        await made.close()


async def test_a_second_one_is_refused_until_the_first_has_gone(desktop: BareDesktop) -> None:
    async with console_at(desktop):
        with pytest.raises(SurfaceUnavailable, match="one drives it at a time") as refused:
            async with console_at(desktop):
                pass
        assert desktop.display in refused.value.message and refused.value.remedy
    async with console_at(desktop):
        pass


async def test_a_start_that_is_cancelled_as_it_claims_the_screen_gives_it_up_once_that_is_done(
    desktop: BareDesktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on, claim = threading.Event(), threading.Event(), x_calls.claim

    def slow_claim(*said: object) -> bool:
        begun.set()
        goes_on.wait()
        return claim(*said)  # type: ignore[arg-type]

    monkeypatch.setattr(x_calls, "claim", slow_claim)
    display = ExistingDisplay(desktop.display, desktop.environment)
    starting = asyncio.ensure_future(display.start())
    await asyncio.to_thread(begun.wait)
    starting.cancel()
    closing = asyncio.ensure_future(display.close())
    await asyncio.wait([starting])
    is_held = not closing.done()
    goes_on.set()
    await closing
    assert starting.cancelled() and is_held
    monkeypatch.undo()
    async with console_at(desktop):
        pass
