"""The graph's library sends nothing anywhere, whatever the environment asks for."""

from __future__ import annotations

import asyncio

import pytest

from engine.domain.terminals import Terminal
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import clicking


async def test_a_run_is_traced_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    callers: list[object] = []

    async def called(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer.get_extra_info("peername"))
        writer.close()

    server = await asyncio.start_server(called, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING"):
        monkeypatch.setenv(name, "true")
    for name in ("LANGSMITH_ENDPOINT", "LANGCHAIN_ENDPOINT"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    monkeypatch.setenv("LANGSMITH_API_KEY", "test")
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    async with server:
        outcome = await Navigator()(run)
        for _ in range(20):
            await asyncio.sleep(0.01)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert not callers
