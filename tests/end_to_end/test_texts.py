"""Windows without accessibility are read and acted upon, offline and without any model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from engine.domain.zones import MASK, Role, Source, Zone
from engine.perception.vision.zones import shortfall_of
from tests.end_to_end.conftest import Bench
from tests.end_to_end.test_vision import canvas_page
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

QUESTION = "Which one is it? Write to jane@example.com if you do not know."


@asynccontextmanager
async def asking(bench: Bench, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """An old program of the Xt toolkit, whose exit code is the number of the pressed button."""
    child = await asyncio.create_subprocess_exec(
        *("xmessage", "-title", "Question", *arguments),
        env=dict(bench.surface.environment),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def read_zones(bench: Bench, *labels: str) -> list[Zone]:
    """What was read, once these are among it."""
    found: list[Zone] = []

    async def is_read() -> bool:
        situation = await bench.perceiver.observe_fully()
        drawn = (zone for zone in situation.zones_in_sight if zone.source.is_drawn)
        # with some fonts the round ends of a button are read as brackets
        found[:] = [replace(zone, label=zone.label.strip("()")) for zone in drawn]
        return set(labels) <= {zone.label for zone in found}

    await until_so(is_read)
    return found


async def looks_the_same(bench: Bench) -> bool:
    """A picture that stands still is not read again."""
    before = await bench.perceiver.observe_fully()
    return await bench.perceiver.observe_fully() is before


async def test_a_button_that_tells_nothing_is_pressed_without_a_model(bench: Bench) -> None:
    async with asking(bench, "-buttons", "Red circle:3,Blue square:4", QUESTION) as child:
        zones = await read_zones(bench, "Blue square", "Red circle")
        labels = {zone.label for zone in zones}
        blue, red = (
            next(z for z in zones if z.label == one) for one in ("Blue square", "Red circle")
        )
        assert (blue.role, blue.source) == (Role.BUTTON, Source.SHAPE)
        assert red.bounds_px.intersection(blue.bounds_px).is_empty
        assert f"Which one is it? Write to {MASK} if" in " ".join(labels)
        outcome, state = await bench.run("In Question, click Blue square")
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
        assert await asyncio.wait_for(child.wait(), 60) == 4
        assert state.outcome is not None


WITH_A_MENU = """
wm title . Workshop
wm geometry . 400x200+200+100
menu .bar
foreach label {File Tools} {
    set entries [menu .bar.[string tolower $label] -tearoff 0]
    $entries add command -label Forge -underline 0 -command exit
    .bar add cascade -label $label -underline 0 -menu $entries
}
. configure -menu .bar
"""


async def test_an_entry_of_a_menu_that_is_only_drawn_is_clicked(
    bench: Bench, tmp_path: Path
) -> None:
    """Of such an entry no role is known, and it is read a while after the menu opened."""
    script = tmp_path / "menu.tcl"
    script.write_text(WITH_A_MENU, "utf-8")
    child = await asyncio.create_subprocess_exec(
        *("wish", str(script)), env=dict(bench.surface.environment)
    )
    try:
        await read_zones(bench, "File", "Tools")
        await bench.run("In Workshop, click Tools > Forge")
        assert await asyncio.wait_for(child.wait(), 60) == 0
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def test_on_a_canvas_that_was_read_there_is_little_to_ask_a_vision_model(
    bench: Bench,
) -> None:
    await canvas_page(bench)
    names = {"Red circle", "Green triangle", "Blue square", "Yellow star", "Purple hexagon"}
    zones = await read_zones(bench, *names)
    assert {zone.label for zone in zones} == names
    assert {(zone.role, zone.source) for zone in zones} == {(Role.ICON, Source.SHAPE)}
    await until_so(lambda: looks_the_same(bench))
    situation = await bench.perceiver.observe_fully()
    assert shortfall_of(situation) == ""
    [canvas] = [zone for zone in situation.zones_in_sight if zone.role == "canvas"]
    assert (await bench.perceiver.withheld(situation, canvas.bounds_px)).places == ()
