"""The console joins what other programs do on this machine, each in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shlex
import sqlite3
import sys
from collections.abc import AsyncIterator

import psutil
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from engine.domain.terminals import EXIT_CODES, Terminal
from tests.end_to_end.operator import PATIENCE_SECS, Operator

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]
NOTES, SEVEN = "Open Practice and show its second tab", "Open Galculator and click 7"
WALL = "Runs on this machine"


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


@contextlib.asynccontextmanager
async def console_before(operator: Operator) -> AsyncIterator[None]:
    """One that is quit at the end by Ctrl+Q, in whatever window of it has the keyboard. Where the
    block fails, that is what is told, and not what it left open."""
    console = await operator.open_console(NOTES)
    try:
        await operator.sees("Start")
        yield
        await operator.presses("ctrl+q")
        async with asyncio.timeout(PATIENCE_SECS):
            assert await console.wait() == 0
    finally:
        if console.returncode is None:
            console.kill()
            await console.wait()


async def test_two_runs_elsewhere_are_seen_decided_and_stopped_in_one_console(
    operator: Operator,
) -> None:
    async with console_before(operator):
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


async def test_from_the_wall_a_run_is_opened_and_two_are_decided_at_once_and_stopped(
    operator: Operator,
) -> None:
    async with console_before(operator):
        await operator.presses("ctrl+shift+j")
        await operator.has_the_keyboard_in(WALL)
        run = await operator.starts("app", "run", SEVEN, "--ask", "each")
        await operator.sees(f"{SEVEN}, waits since")
        await operator.presses("Home")
        await operator.presses("Return")
        await operator.has_the_keyboard_in("Waiting for you")
        seen = await operator.perceiver.observe()
        titles = [each.title for each in seen.windows if "Pilothouse" in each.title]
        assert [each.startswith(WALL) for each in titles] == [False, True]
        await operator.clicks("Reject")
        await operator.clicks("STOP")
        async with asyncio.timeout(PATIENCE_SECS):
            assert await run.wait() == EXIT_CODES[Terminal.STOPPED]
        runs = [await operator.starts("app", "run", SEVEN, "--ask", "each") for _ in range(2)]
        await operator.presses("ctrl+shift+j")
        await operator.clicks("Decide 2 together")
        await operator.clicks("Approve in 2 runs")
        async with asyncio.timeout(PATIENCE_SECS):
            while (decided := _decided_with_others(operator)) != [1, 1]:
                assert not decided or decided == [1]
                await asyncio.sleep(0.1)
        await operator.clicks("STOP all")
        await operator.has_the_keyboard_in("Stop all runs?")
        await operator.presses("Return")
        async with asyncio.timeout(PATIENCE_SECS):
            for run in runs:
                assert await run.wait() == EXIT_CODES[Terminal.STOPPED]
        await operator.sees(f"{SEVEN}, Stopped")
        await operator.has_the_keyboard_in(WALL)


def _decided_with_others(operator: Operator) -> list[int]:
    """With how many others each approval was given, as it is recorded."""
    if not operator.database.exists():
        return []
    with contextlib.closing(
        sqlite3.connect(f"{operator.database.as_uri()}?mode=ro", uri=True)
    ) as it:
        told = it.execute("SELECT body FROM events WHERE kind = 'approval_decided'").fetchall()
    decisions = [json.loads(body)["decision"] for (body,) in told]
    return [each["with_others"] for each in decisions if each["verdict"]["kind"] == "approve"]
