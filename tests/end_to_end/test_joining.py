"""The console joins what other programs do on this machine, each in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import sys
from collections.abc import AsyncIterator

import psutil
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from engine.domain.terminals import EXIT_CODES, Terminal
from tests.end_to_end.operator import PATIENCE_SECS, Operator

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="module")]
NOTES, SEVEN = "Open Practice and show its second tab", "Open Galculator and click 7"


@contextlib.asynccontextmanager
async def agent_of(operator: Operator, *words: str) -> AsyncIterator[Client]:
    """An agent that has started ``pilothouse mcp``, over stdio: its shell, which pipes to it, is a
    program of its own, as the console is not."""
    seat = shlex.join([sys.executable, "-m", "app", "mcp", *words])
    parameters = StdioServerParameters(
        command="sh", args=["-c", f"cat | {seat}"], env=dict(operator.surface.environment)
    )
    async with Client(stdio_client(parameters)) as agent:
        yield agent


def _seat() -> psutil.Process:
    below = psutil.Process().children(recursive=True)
    alive = [each for each in below if each.status() != psutil.STATUS_ZOMBIE]
    [seat] = [each for each in alive if each.cmdline()[1:4] == ["-m", "app", "mcp"]]
    return seat


async def test_two_runs_elsewhere_are_seen_decided_and_stopped_in_one_console(
    operator: Operator,
) -> None:
    console = await operator.open_console(NOTES)
    try:
        await operator.sees("Start")
        run = await operator.starts("app", "run", SEVEN, "--ask", "each")
        await operator.sees(f"{SEVEN}: Launch Galculator")
        async with agent_of(operator, "--goal", NOTES, "--ask", "each") as agent:
            launching = asyncio.ensure_future(
                agent.call_tool("launch", {"application": "Practice"})
            )
            await operator.clicks(f"{NOTES}: Launch Practice")
            await operator.approves("Launch Practice")
            assert (await launching).structured_content["effect"] == "confirmed"
            await operator.presses("ctrl+j")  # to what waits
            await operator.sees("Launch Galculator")
            await operator.clicks("STOP")
            async with asyncio.timeout(PATIENCE_SECS):
                assert await run.wait() == EXIT_CODES[Terminal.STOPPED]
            await operator.sees("Stopped", "stopped")
            _seat().kill()
            await operator.sees("The record ended early")
            await operator.sees(f"{NOTES}: its process has gone")
    finally:
        await operator.presses("ctrl+q")
        async with asyncio.timeout(PATIENCE_SECS):
            assert await console.wait() == 0
