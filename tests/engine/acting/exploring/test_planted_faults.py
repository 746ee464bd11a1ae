"""The planted faults of the Practice app are noticed, each by its shortest path and under the same
name after a reset; all else in it stays silent."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine.domain.exploring.limits import Fault, FaultKind
from engine.domain.zones import Role
from tests.support.fault_hunt import Hunt, hunting

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="module")]

FAULTY = "Practice with faults"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Hunt]:
    async with hunting() as hunt:
        await hunt.launch(FAULTY)
        await hunt.zone("Invoices", Role.TAB)
        await hunt.rest()
        await hunt.surface.mark_start()
        yield hunt


@pytest_asyncio.fixture(loop_scope="module")
async def hunt(shared: Hunt) -> Hunt:
    await begun(shared)
    return shared


async def begun(hunt: Hunt) -> None:
    """At the start again."""
    await hunt.surface.reset()
    await hunt.zone("Invoices", Role.TAB)
    await hunt.rest()
    await hunt.watch.begin(await hunt.look())


async def walked(hunt: Hunt, *path: tuple[str, Role]) -> list[Fault]:
    """What was noticed on the way; all steps but the last are to be silent."""
    assert await hunt.press("Invoices", Role.TAB) == ()
    for label, role in path[:-1]:
        assert await hunt.press(label, role) == ()
    return list(await hunt.breaks(*path[-1]))


CRASH = (("Amount", Role.COLUMN_HEADER), ("Take out the last", Role.BUTTON))
HANG = (("By customer", Role.CHECK_BOX), ("Open ones only", Role.CHECK_BOX))
ENDLESS = (("Check", Role.BUTTON), *[("OK", Role.BUTTON)] * 3)


async def test_the_crash_has_the_same_name_each_time(hunt: Hunt) -> None:
    (found,) = await walked(hunt, *CRASH)
    assert (found.kind, found.application) == (FaultKind.CRASH, FAULTY)
    assert "SIGABRT" in found.summary
    await begun(hunt)
    (again,) = await walked(hunt, *CRASH)
    assert again.key == found.key


async def test_the_hang(hunt: Hunt) -> None:
    (found,) = await walked(hunt, *HANG)
    assert (found.kind, found.application) == (FaultKind.HANG, FAULTY)
    now = await hunt.look()
    assert await hunt.watch.check(now, now) == (), "it is told once"


async def test_the_endless_dialog(hunt: Hunt) -> None:
    (found,) = await walked(hunt, *ENDLESS)
    assert (found.kind, found.application) == (FaultKind.ENDLESS_DIALOG, FAULTY)
    assert "“Check”" in found.summary


async def test_each_half_of_a_fault_is_silent(hunt: Hunt) -> None:
    """A step beside the path leads nowhere near it, and quitting is no crash."""
    assert await hunt.press("Invoices", Role.TAB) == ()
    for label in ("One more", "Take out the last"):
        assert await hunt.press(label, Role.BUTTON) == ()
    assert await hunt.press("Item", Role.COLUMN_HEADER) == ()
    for label in ("By customer", "Discount of 10 %"):
        assert await hunt.press(label, Role.CHECK_BOX) == ()
    assert await hunt.press("Message", Role.TAB) == ()
    assert await hunt.press("Help", Role.MENU) == ()
    assert await hunt.press("About Practice…", Role.MENU_ITEM) == ()
    assert await hunt.press("OK", Role.BUTTON) == ()
    assert await hunt.keys("ctrl", "q") == ()
    await hunt.until(lambda seen: not seen.windows)
    now = await hunt.look()
    assert await hunt.watch.check(now, now) == (), "it ended in order"

    await hunt.launch("Practice")
    await hunt.zone("Message", Role.TAB)
    told = [zone.label for zone in (await hunt.look()).zones]
    assert "Invoices" not in told, "the plain one has no such page"
