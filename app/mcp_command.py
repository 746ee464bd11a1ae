"""``pilothouse mcp``: a seat for an agent that speaks the Model Context Protocol.

Over stdio the agent starts it; over HTTP it listens on this machine only, for who has the token.
The surface comes up at the first call. ``finish`` ends a run, and the next call begins another.
"""

import asyncio
from pathlib import Path

from app.announcing import agent_over_stdio
from app.choices import RunChoices
from app.guest_runs import GuestRuns
from app.settings.tables import Settings
from app.terminal import TerminalConsole
from app.wiring import PILOTHOUSE_VERSION, check_surface
from engine.record.store import SessionStore
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.mcp_server import build_server, serve_http


async def serve_mcp(
    choices: RunChoices,
    database: Path,
    port: int | None,
    token: str,
    settings: Settings,
    console: TerminalConsole,
) -> int:
    """Serve until the agent hangs up, or the operator ends the run; without a ``port`` over stdio.
    Raises ``KnownError``."""
    check_surface(choices.surface)
    store = await SessionStore.open(database)
    agent_id = agent_over_stdio() if port is None else 0
    runs = GuestRuns(choices, settings, console, store, agent_id)
    server = build_server(Desk(runs.serve), PILOTHOUSE_VERSION, runs.record)
    serving = asyncio.ensure_future(
        server.run_stdio_async() if port is None else serve_http(server, port, token, console.say)
    )
    ended = asyncio.ensure_future(runs.ended.wait())
    runs.end_by_signals()
    try:
        await asyncio.wait({serving, ended}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
    finally:
        await runs.close()
        for task in (serving, ended):
            task.cancel()
        await asyncio.gather(serving, ended, return_exceptions=True)
        await store.close()
    return 0
