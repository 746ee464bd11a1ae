"""A guest that was granted one program, on a desktop on which another lies beside it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any

import cv2
import numpy as np
import pytest
from mcp.client import Client

from app.choices import RunChoices
from app.wiring import build_session
from engine.domain.approvals import Asking
from engine.domain.guests import Granted, Leave, Seat, SeatRefused
from engine.domain.spaces import Point, Rect
from engine.domain.zones import ROW_ROLES
from engine.geometry.marks import BADGE_HEIGHT_PX
from engine.modes.guest import ACCESS, Guest
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.mcp_server import build_server
from tests.end_to_end.conftest import Bench
from tests.support.stage import ScriptedApprover
from tests.support.thinker_sources import without_a_model
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]
_NOISE = 8
_MOST_ON_PLATES = 8 * BADGE_HEIGHT_PX**2
"""They may lie where the other window is: a strip of it is more than they are."""
MOUSEPAD = Granted(windows=("mousepad",))


@contextlib.asynccontextmanager
async def seated(
    bench: Bench, granted: Granted, approver: ScriptedApprover | None = None
) -> AsyncIterator[Client]:
    seat = Seat(granted)
    choices = RunChoices(
        "Write a note with Mousepad",
        asking=Asking.RISKY,
        mode="guest",
        seat=seat,
        granted=granted,
        shows_pictures=True,
    )
    session, _ = await build_session(
        choices,
        settings=bench.settings,
        surface=bench.surface,
        perceiver=bench.perceiver,
        approver=approver or ScriptedApprover(),
        store=bench.store,
        thinkers=without_a_model(),
    )
    running = asyncio.ensure_future(session.run(Guest(seat)))
    try:
        async with Client(build_server(Desk(seat.call), "0", None, f"{granted}")) as agent:
            yield agent
    finally:
        with contextlib.suppress(SeatRefused):
            await seat.call(Leave())
        await running


async def test_it_sees_and_acts_in_what_it_was_granted_and_in_nothing_else(bench: Bench) -> None:
    await bench.run("Open Galculator, then open Mousepad and type “My own note”")
    there = await bench.perceiver.observe_fully()
    [calculator] = [each for each in there.windows if each.application == "galculator"]
    key = next(
        z for z in there.zones_in_sight if (z.window_id, z.label) == (calculator.window_id, "7")
    )
    async with seated(bench, MOUSEPAD) as agent:
        assert "windows:mousepad" in str(agent.instructions)
        look = await agent.call_tool("look", {})
        table = text_of(look)
        assert "My own note" in table and "(not granted)" in table
        assert "alculator" not in table and not re.search(r"\| 7\b", table)
        windows = text_of(await agent.call_tool("list_windows", {}))
        assert "Mousepad" in windows and "alculator" not in windows
        own = next(each for each in there.windows if each.application == "mousepad").bounds_px
        resource = await agent.read_resource("pilothouse://picture")
        picture = cv2.imdecode(np.frombuffer(b64decode(resource.contents[0].blob), np.uint8), 1)
        is_seen = np.any(np.abs(picture.astype(int) - 128) > _NOISE, axis=2)
        assert is_seen[own.slices].mean() > 0.5
        is_seen[own.slices] = False
        around = own.grown(BADGE_HEIGHT_PX)
        assert is_seen[around.slices].sum() < _MOST_ON_PLATES, "but the numbers of its own zones"
        is_seen[around.slices] = False
        assert not is_seen[calculator.bounds_px.slices].any(), "and nor is the desktop around it"
        assert is_seen.mean() < 0.01
        beside = next(at for at in corners(calculator.bounds_px) if not own.contains(at))
        for name, arguments, words in (
            ("click", {"zone_id": key.zone_id}, "not in sight"),
            ("read", {"zone_id": key.zone_id}, "not in the table"),
            ("click", {"x": beside.x, "y": beside.y}, "not granted"),
            ("launch", {"application": "Galculator"}, "no application"),
            ("press_keys", {"keys": "alt+tab"}, "window manager"),
            ("press_keys", {"keys": "super"}, "desktop"),
        ):
            refused = await agent.call_tool(name, arguments)
            assert refused.is_error and words in text_of(refused), (name, text_of(refused))
        seen = await agent.call_tool("verify", {"expect": "window: Calculator"})
        assert facts_of(seen)["verdict"] != "seen"
        typed = await agent.call_tool("type_text", {"text": ", and more"})
        assert facts_of(typed)["effect"] == "confirmed", text_of(typed)


async def test_it_is_granted_more_where_the_operator_says_so_and_until_the_run_ends(
    bench: Bench,
) -> None:
    await bench.run("Open Galculator, then open Mousepad")
    async with seated(bench, MOUSEPAD, ScriptedApprover(choice=ACCESS[1])) as agent:
        no = await agent.call_tool("request_access", {"what": ["windows:galculator"]})
        assert no.is_error and "not granted" in text_of(no)
        assert "alculator" not in text_of(await agent.call_tool("look", {}))
    async with seated(bench, MOUSEPAD, ScriptedApprover(choice=ACCESS[0])) as agent:
        yes = await agent.call_tool("request_access", {"what": ["windows:galculator"]})
        assert "windows:mousepad, windows:galculator" in text_of(yes)
        assert re.search(r"\| 7\b", text_of(await agent.call_tool("look", {})))
    async with seated(bench, MOUSEPAD) as agent:
        assert "alculator" not in text_of(await agent.call_tool("look", {}))


async def test_it_names_the_files_that_it_was_granted_by_their_full_path(bench: Bench) -> None:
    folder = bench.practice_folder
    (folder / "of-mine.txt").write_text("private")
    mine = bench.home / "granted"
    mine.mkdir(exist_ok=True)
    await bench.run("Open Mousepad and type “My own note”")
    async with seated(bench, Granted(files=(str(mine),))) as agent:
        peek = await agent.call_tool("verify", {"expect": f"file: {folder}/of-mine.txt"})
        assert peek.is_error and "not granted" in text_of(peek)
        waits = {"secs": 1, "expect": f"file: {folder}/of-mine.txt"}
        assert (await agent.call_tool("wait_for", waits)).is_error
        await agent.call_tool("press_keys", {"keys": "ctrl+s"})
        look = text_of(await agent.call_tool("look", {}))
        assert "of-mine" not in look, look
        outside = await agent.call_tool("type_text", {"text": f"{folder}/stolen.txt"})
        assert outside.is_error and "full path" in text_of(outside), text_of(outside)
        [field] = re.findall(r"^(\S+) \| text field", look, re.MULTILINE)
        for path in (f"{mine}/../stolen.txt", "stolen.txt"):
            wrong = await agent.call_tool("set_value", {"zone_id": field, "text": path})
            assert wrong.is_error and "full path" in text_of(wrong), text_of(wrong)
        early = await agent.call_tool("press_keys", {"keys": "enter"})
        assert early.is_error, text_of(early)
        right = {"zone_id": field, "text": f"{mine}/note.txt"}
        assert not (await agent.call_tool("set_value", right)).is_error
        await agent.call_tool("press_keys", {"keys": "enter"})
        saved = await agent.call_tool("verify", {"expect": f"file: {mine}/note.txt"})
        assert facts_of(saved)["verdict"] == "seen", text_of(saved)
    assert (mine / "note.txt").read_text() == "My own note"


async def test_a_dialog_in_which_files_are_only_listed_tells_and_opens_none(bench: Bench) -> None:
    folder = bench.practice_folder
    (folder / "of-mine.txt").write_text("private")
    mine = bench.home / "granted"
    mine.mkdir(exist_ok=True)
    (mine / "note.txt").write_text("A granted note")
    await bench.run("Open Mousepad")
    async with seated(bench, Granted(files=(str(mine),))) as agent:
        await agent.call_tool("press_keys", {"keys": "ctrl+o"})
        there = await bench.perceiver.observe_fully()
        listed = [z for z in there.zones_in_sight if z.role in ROW_ROLES and z.window_id]
        assert listed and not any(zone.is_editable for zone in there.zones_in_sight if zone.value)
        assert "of-mine" not in repr(there.zones)
        look = text_of(await agent.call_tool("look", {}))
        assert "of-mine" not in look and "private" not in look, look
        for name, arguments in (
            ("double_click", {"zone_id": listed[0].zone_id}),
            ("click", {"zone_id": listed[0].zone_id}),
            ("press_keys", {"keys": "down"}),
            ("press_keys", {"keys": "enter"}),
        ):
            refused = await agent.call_tool(name, arguments)
            assert refused.is_error and "full path" in text_of(refused), (name, text_of(refused))
        await agent.call_tool("type_text", {"text": f"{mine}/note.txt"})
        taken = await agent.call_tool("press_keys", {"keys": "enter"})
        assert not taken.is_error, text_of(taken)

        async def is_open() -> bool:  # the dialog closes before the file is shown
            return "A granted note" in text_of(await agent.call_tool("look", {}))

        await until_so(is_open)


def corners(place: Rect) -> list[Point]:
    inner = place.grown(-8)
    right, bottom = inner.right - 1, inner.bottom - 1
    return [Point(x, y) for x in (inner.x, right) for y in (inner.y, bottom)]


def text_of(result: Any) -> str:
    return str(result.content[0].text)


def facts_of(result: Any) -> dict[str, Any]:
    return dict(result.structured_content)
