"""``pilothouse mcp`` as an agent starts it: over stdio, on a real practice desktop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from engine.domain.terminals import Outcome, Terminal
from engine.record.store import SessionStore
from tests.app.command import CommandLine

pytestmark = pytest.mark.end_to_end
GOAL = "Open Practice and show its second tab"


async def outcomes(command: CommandLine) -> list[Outcome | None]:
    """How the recorded sessions ended, the newest first."""
    store = await SessionStore.open(command.database)
    try:
        opened = [await store.open_session(one.session_id) for one in await store.sessions()]
        return [each.state.outcome for each in opened if each is not None]
    finally:
        await store.close()


async def test_an_agent_acts_takes_back_finishes_and_hangs_up(command: CommandLine) -> None:
    program, *words = command.argv(("mcp", "--goal", GOAL))
    environment = command.full_environment()
    seat = StdioServerParameters(command=program, args=words, env=environment, cwd=command.folder)
    async with Client(stdio_client(seat)) as agent:
        launched = await agent.call_tool("launch", {"application": "Practice"})
        assert _facts(launched)["effect"] == "confirmed", launched
        look = await agent.call_tool("look", {})
        tab = _second("tab", look)
        shown = await agent.call_tool("click", {"zone_id": tab})
        assert _facts(shown)["effect"] == "confirmed", shown
        seen = await agent.call_tool("verify", {"zone_id": tab, "expect": "selected"})
        assert _facts(seen)["verdict"] == "seen"
        back = await agent.call_tool("undo_last", {})
        assert _facts(back)["returned"] == "verified", back
        seen = await agent.call_tool("verify", {"zone_id": tab, "expect": "selected"})
        assert _facts(seen)["verdict"] == "contradicted"
        await agent.call_tool("finish", {"gives_up_because": "the first tab is better"})
        await agent.call_tool("look", {})  # another run begins
    [left, finished] = await outcomes(command)
    assert finished is not None and finished.message == "the first tab is better"
    assert left is not None and (left.terminal, left.reason) == (Terminal.CANCELLED, "guest_left")


@pytest.mark.parametrize("between", [(), ("sh", "-c", '"$@"; exit $?', "sh")])
def test_the_agent_over_stdio_is_who_pipes_to_it_whatever_lies_between(
    between: tuple[str, ...],
) -> None:
    code = "from app.announcing import agent_over_stdio as agent; print(agent())"
    ran = subprocess.run((*between, sys.executable, "-c", code), input=b"", capture_output=True)
    assert int(ran.stdout) == os.getpid()


def test_the_seat_is_closed_by_ctrl_c_where_no_run_is_under_way(command: CommandLine) -> None:
    with command.at_a_terminal("mcp", "--port", "0") as working:
        working.hears("Authorization: Bearer ")
        working.signals(signal.SIGINT)
        ended = working.ends()
    assert ended.code == 0 and "Traceback" not in ended.stdout


def _facts(result: Any) -> dict[str, Any]:
    return dict(result.structured_content)


def _second(role: str, look: Any) -> str:
    rows = [line.split(" | ") for line in look.content[0].text.splitlines()]
    return [row[0] for row in rows if len(row) > 1 and row[1] == role][1]
