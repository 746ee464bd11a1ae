"""Each kind of fault on real programs and pages, and what only looks like it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine.acting.exploring.watching import SurfaceFaultWatch
from engine.domain.exploring.limits import ConsoleLine, EndedProcess, Fault, FaultKind, Vitals
from engine.domain.zones import Role
from tests.support import broken_programs as broken
from tests.support.fault_hunt import Hunt, hunting
from tests.support.stage import Stage, situation

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Hunt]:
    async with hunting() as hunt:
        await hunt.surface.mark_start()
        yield hunt


@pytest_asyncio.fixture(loop_scope="module")
async def hunt(shared: Hunt) -> AsyncIterator[Hunt]:
    yield shared
    await shared.surface.reset()


async def started(hunt: Hunt, program: str) -> None:
    await hunt.spawn(broken.command(program), "Broken")
    await hunt.zone("Go", Role.BUTTON)
    await hunt.rest()
    await hunt.watch.begin(await hunt.look())


async def gone(hunt: Hunt, program: str) -> tuple[Fault, ...]:
    """What was noticed after the program's button was pressed."""
    await started(hunt, program)
    return await hunt.press("Go", Role.BUTTON)


async def broken_by(hunt: Hunt, program: str) -> tuple[Fault, ...]:
    """The same of a program that is to break."""
    await started(hunt, program)
    return await hunt.breaks("Go", Role.BUTTON)


CRASHES = {
    "a signal": (broken.ABORT, "It ended by an abort (SIGABRT)"),
    "an error at the end": (broken.EXIT_3, "It ended with exit code 3"),
    "an end that nobody asked for": (broken.QUIT, "It ended, though nobody closed it"),
}


@pytest.mark.parametrize("name", CRASHES)
async def test_a_crash(hunt: Hunt, name: str) -> None:
    program, summary = CRASHES[name]
    (found,) = await broken_by(hunt, program)
    assert (found.kind, found.application) == (FaultKind.CRASH, "Broken")
    assert found.summary.startswith(summary)


async def test_closing_a_window_is_no_crash(hunt: Hunt) -> None:
    assert await gone(hunt, broken.LONG_JOB) == ()
    assert await hunt.keys("alt", "F4") == ()
    await hunt.until(lambda seen: not seen.windows)


async def test_a_long_job_that_does_not_answer_but_shows_that_it_goes_on(hunt: Hunt) -> None:
    """One that hangs is among the planted faults."""
    assert await gone(hunt, broken.DEAF_JOB) == ()


MESSAGES = {
    ("Error", "The file could not be read."): True,
    ("Broken", "An unexpected error occurred (code 1234)."): True,
    ("Error", "Please fill in the name."): False,
    ("Done", "The check found no errors."): False,
}


@pytest.mark.parametrize("said", MESSAGES, ids=" ".join)
async def test_an_error_dialog(hunt: Hunt, said: tuple[str, str]) -> None:
    act = broken_by if MESSAGES[said] else gone
    found = await act(hunt, broken.message(*said))
    assert [fault.kind for fault in found] == [FaultKind.ERROR_DIALOG] * MESSAGES[said]
    assert not any("1234" in fault.summary for fault in found)
    assert await hunt.press("OK", Role.BUTTON) == ()


async def test_a_dialog_that_comes_back_and_one_that_ends(hunt: Hunt) -> None:
    assert await gone(hunt, broken.endless("Notice", "Read this.", times=2)) == ()
    for _ in range(3):
        assert await hunt.press("OK", Role.BUTTON) == ()
    await hunt.surface.reset()
    assert await gone(hunt, broken.endless("Notice", "Read this.", times=9)) == ()
    assert await hunt.press("OK", Role.BUTTON) == ()
    assert await hunt.keys("Escape") == ()
    (found,) = await hunt.breaks("OK", Role.BUTTON)
    assert found.kind is FaultKind.ENDLESS_DIALOG


async def test_a_form_that_complains_each_time_is_no_endless_dialog(hunt: Hunt) -> None:
    assert await gone(hunt, broken.message("Form", "Please fill in the name.")) == ()
    for _ in range(4):
        assert await hunt.press("OK", Role.BUTTON) == ()
        assert await hunt.press("Go", Role.BUTTON) == ()


async def test_errors_on_standard_error_are_masked_and_named_alike(hunt: Hunt) -> None:
    watch = SurfaceFaultWatch(
        hunt.surface, masked=lambda text: text.replace("gtk_widget_show", "••••")
    )
    now = await hunt.look()
    names = set()
    for _ in range(2):
        await watch.begin(now)
        await hunt.spawn(broken.command(broken.GRUMBLE), "Grumbler")
        found: tuple[Fault, ...] = ()
        while not found:
            found = await watch.check(now, now)
        (fault,) = found
        assert fault.kind is FaultKind.CONSOLE_ERROR
        assert "••••" in fault.summary and "gtk_widget_show" not in fault.summary + fault.detail
        names.add(fault.key)
    assert len(names) == 1


async def test_a_secret_is_masked_before_numbers_and_paths_are_cut_out_of_a_line() -> None:
    """What is left of it could not be known any more."""
    secret = "2026-harbour/lights/9"
    line = ConsoleLine("Notes", f"ERROR: {'x' * 140} {secret} is wrong")
    stage = Stage(situation())
    told = iter([Vitals(), Vitals(console=(line,), ended=(EndedProcess("Other", 1, 0),))])

    async def vitals() -> Vitals:
        return next(told)

    stage.vitals = vitals  # type: ignore[attr-defined]
    watch = SurfaceFaultWatch(stage, masked=lambda text: text.replace(secret, "••"))  # type: ignore[arg-type]
    await watch.begin(stage.now)
    (fault,) = await watch.check(stage.now, stage.now)
    assert "harbour" not in fault.summary + fault.detail and "•• is wrong" in fault.detail


async def test_an_uncaught_exception_is_a_crash_that_names_it(hunt: Hunt) -> None:
    now = await hunt.look()
    await hunt.watch.begin(now)
    await hunt.spawn(broken.command(broken.UNCAUGHT), "Careless")
    found: tuple[Fault, ...] = ()
    while not found:
        found = await hunt.watch.check(now, now)
    assert [fault.kind for fault in found] == [FaultKind.CRASH]
    assert found[0].summary == (
        "It ended with exit code 1: IndexError: list index out of range (<string>, take_last)"
    )
