"""A screen that is there is driven by one Pilothouse at a time."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import pytest

from app.secrets import Secrets
from engine.domain.errors import SurfaceUnavailable
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
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
