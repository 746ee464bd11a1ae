"""``pilothouse mcp`` as an agent starts it: over stdio, on a real practice desktop."""

from __future__ import annotations

import asyncio
import json
import os
import re
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
from tests.support.browser_site import site

pytestmark = [pytest.mark.end_to_end, pytest.mark.usefixtures("reads_no_drawn_texts")]
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


def test_what_an_agent_that_dies_had_begun_is_done_and_recorded(command: CommandLine) -> None:
    calls = (("launch", {"application": "Mousepad"}), ("type_text", {"text": "Buy tar. " * 100}))
    about = {"protocolVersion": "2025-11-25", "capabilities": {}}
    said = [("initialize", about | {"clientInfo": {"name": "brief", "version": "1"}})]
    said += [("tools/call", {"name": name, "arguments": each}) for name, each in calls]
    agent = subprocess.Popen(
        command.argv(("mcp", "--goal", "Type “Buy tar” with Mousepad")),
        env=command.full_environment(),
        cwd=command.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert agent.stdin and agent.stdout and agent.stderr
    for number, (method, told) in enumerate(said):
        line = {"jsonrpc": "2.0", "id": number, "method": method, "params": told}
        print(json.dumps(line), file=agent.stdin, flush=True)
        if method == "initialize":
            agent.stdout.readline()
            ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            print(json.dumps(ready), file=agent.stdin, flush=True)
    while '"id":1,' not in agent.stdout.readline():
        pass
    agent.stdin.close()
    agent.stdout.close()
    said_last = agent.stderr.read()
    agent.stderr.close()
    assert agent.wait() == 0 and "Traceback" not in said_last
    assert "Type" in said_last and "guest_left" in said_last
    [left] = asyncio.run(outcomes(command))
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


async def test_the_record_that_a_guest_reads_tells_nothing_of_other_sites(
    command: CommandLine,
) -> None:
    with site() as served:
        away = served.put("/payroll", "<script>alert('Payroll is 4711')</script>", title="Payroll")
        away = away.replace("127.0.0.1", "localhost")
        jump = f"<button onclick=\"location='{away}'\">Go on</button><p>Mine</p>"
        start = served.put("/own", jump, title="Own")
        command.write_settings('[guest]\ngrants = ["sites:127.0.0.1"]\n')
        words = ("mcp", "--goal", "Go on", "--surface", f"browser:{start}")
        program, *words = command.argv(words)
        environment = command.full_environment()
        seat = StdioServerParameters(command=program, args=words, env=environment)
        async with Client(stdio_client(seat)) as agent:
            assert "sites:127.0.0.1" in str(agent.instructions)
            [button] = re.findall(r"^(\S+) \| button", _text(await agent.call_tool("look")), re.M)
            told = _text(await agent.call_tool("click", {"zone_id": button}))
            told += _text(await agent.call_tool("look"))
            told += _text(await agent.call_tool("list_windows"))
            read = await agent.call_tool("read", {"zone_id": "page"})
            back = await agent.call_tool("open_address", {"url": start})
            assert _facts(back)["effect"] == "confirmed", back
            told += _text(read) + _text(back) + _text(await agent.call_tool("look"))
            record = (await agent.read_resource("pilothouse://record")).contents[0].text
        assert "Payroll" not in told and "4711" not in told, told
        assert "sites:127.0.0.1" in record and "Go on" in record
        assert "Payroll" not in record and "4711" not in record, record


def _text(result: Any) -> str:
    return str(result.content[0].text)


def _facts(result: Any) -> dict[str, Any]:
    return dict(result.structured_content)


def _second(role: str, look: Any) -> str:
    rows = [line.split(" | ") for line in look.content[0].text.splitlines()]
    return [row[0] for row in rows if len(row) > 1 and row[1] == role][1]
