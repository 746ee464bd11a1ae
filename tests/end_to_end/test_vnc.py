"""Runs on what a real VNC server shows: a model's plan by text, hands of one's own, and a guest."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from app.secrets import Secrets
from app.settings.tables import Settings
from app.wiring import build_perceiver, build_surface
from engine.domain.actions import Click
from engine.domain.approvals import Asking
from engine.domain.events import ApprovalAsked
from engine.domain.leases import DirectInput
from engine.domain.terminals import EXIT_CODES, EXIT_NOT_SEEN, Terminal
from engine.perception.perceiver import SurfacePerceiver
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.end_to_end.conftest import Bench, LastingReader
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.stage import ScriptedApprover
from tests.support.thinker_sources import at
from tests.support.vnc_desktop import VncServer, vnc_server
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]
GOAL = "Calculate 7 + 8"


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[VncServer]:
    with vnc_server(tmp_path, security="None") as started:
        started.show_window("galculator", "galculator")
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def bench(desktop: VncServer, reader: LastingReader, tmp_path: Path) -> AsyncIterator[Bench]:
    secrets, settings = Secrets({}), Settings()
    surface = build_surface(f"vnc:localhost::{desktop.port}", settings, secrets)
    perceiver = build_perceiver(surface, secrets, settings, reader)
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        await surface.start()
        await until_so(lambda: _is_read(perceiver, "7"))
        yield Bench(surface, perceiver, store, settings, secrets)  # type: ignore[arg-type]
    finally:
        await perceiver.close()
        await surface.close()
        await store.close()


async def _is_read(perceiver: SurfacePerceiver, words: str) -> bool:
    zones = (await perceiver.observe_fully()).zones_in_sight
    return any(words in zone.label for zone in zones)


def key_in(table: str, label: str) -> str:
    """The id of the zone that the table calls so; empty where there is none."""
    found = re.search(rf"^(\S+) \| (?:button|label) \| {label}(?: \||$)", table, re.MULTILINE)
    return found[1] if found else ""


def plan(body: dict[str, Any]) -> str:
    table = body["messages"][-1]["content"]
    assert key_in(table, "7"), table
    steps = [
        {"action": "click", "zone_id": key_in(table, "7"), "description": "Click 7"},
        {"action": "press", "keys": "plus", "description": "Press plus"},
        {"action": "press", "keys": "8", "description": "Press 8"},
        {"action": "press", "keys": "return", "expect": "text: 15", "description": "Press Return"},
    ]
    return json.dumps({"reason": "by text", "steps": steps, "finishes": True})


async def test_a_model_reaches_its_goal_by_text_and_each_line_that_is_confirmed_is_asked_about(
    bench: Bench,
) -> None:
    approver = ScriptedApprover()
    async with ScriptedEndpoint(plan) as endpoint:
        outcome, _ = await bench.run(
            GOAL, asking=Asking.RISKY, approver=approver, thinkers=at(endpoint)
        )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    recorded = [each.event for each in await bench.store.events(bench.session_ids[0])]
    asked = [each.request for each in recorded if isinstance(each, ApprovalAsked)]
    assert any("nobody can tell what runs in" in f"{each.risk}" for each in asked)
    texts = {zone.label for zone in (await bench.perceiver.observe_fully()).zones_in_sight}
    assert "15" in texts


async def test_the_operators_own_click_lands_where_it_is_shown(bench: Bench) -> None:
    await until_so(lambda: _is_read(bench.perceiver, "Calculator"))
    zones = (await bench.perceiver.observe_fully()).zones_in_sight
    menu = next(zone for zone in zones if zone.label == "Help").bounds_px.center
    bench.surface.lease.take_over()
    await bench.surface.hands.direct(DirectInput(menu, Click(half="down")))
    await bench.surface.hands.direct(DirectInput(menu, Click(half="up")))
    await until_so(lambda: _is_read(bench.perceiver, "About"))


async def test_a_run_types_where_nothing_tells_of_a_field(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.touch()
    with vnc_server(tmp_path, security="None") as server:
        server.show_window("note.txt", "mousepad", "--disable-server", str(note))
        command = CommandLine(tmp_path)
        at_server = ("--surface", f"vnc:localhost:{server.port}")
        typed = command.run("run", "Type “Grüße 中 €”", *at_server)
        ends = (EXIT_CODES[Terminal.GOAL_SATISFIED], EXIT_NOT_SEEN)
        assert typed.code in ends, f"{typed.said} {typed.complained}"  # whether it can be read
        server.run("xdotool", "key", "ctrl+s")
        await until(lambda: note.read_text() == "Grüße 中 €")


async def test_a_guest_looks_clicks_and_is_refused_what_may_be_a_command(
    desktop: VncServer, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path)
    seat = ("mcp", "--surface", f"vnc:localhost:{desktop.port}", "--ask", "never")
    program, *words = command.argv((*seat, "--goal", f"{GOAL}, press enter"))
    environment = command.full_environment()
    server = StdioServerParameters(command=program, args=words, env=environment, cwd=command.folder)
    async with Client(stdio_client(server)) as agent:
        seven = ""
        async with asyncio.timeout(BOUND_SECS):  # what is drawn is read in its own time
            while not seven:
                look = await agent.call_tool("look", {})
                seven = key_in(look.content[0].text, "7")
        clicked = await agent.call_tool("click", {"zone_id": seven})
        assert dict(clicked.structured_content)["effect"] != "refused", clicked
        pressed = await agent.call_tool("press_keys", {"keys": "enter"})
        assert dict(pressed.structured_content)["effect"] == "refused"
        assert "nobody can tell what runs in" in pressed.content[0].text
        file = await agent.call_tool("verify", {"expect": "file: /etc/passwd"})
        assert dict(file.structured_content)["verdict"] == "can't tell", file
