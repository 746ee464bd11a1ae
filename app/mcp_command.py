"""``pilothouse mcp``: a seat for an agent that speaks the Model Context Protocol.

Over stdio the agent starts it; over HTTP it listens on this machine only, for who has the token.
The surface comes up at the first call. ``finish`` ends a run, and the next call begins another.
"""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from app.announcing import agent_over_stdio
from app.choices import RunChoices
from app.run import Runner
from app.run_command import TerminalViewer
from app.settings.tables import Settings
from app.terminal import TerminalConsole
from app.wiring import PILOTHOUSE_VERSION, build_thinkers, check_surface
from engine.domain.errors import KnownError
from engine.domain.guests import GuestCall, Leave, Seat, SeatClosed, SeatRefused, Served
from engine.domain.terminals import Outcome, Terminal
from engine.language.sentences.events import told
from engine.processes.tasks import first_of
from engine.record.store import SessionStore
from engine.thinking.guest.desk import Desk

T = TypeVar("T")

_BY_OPERATOR = (Terminal.CANCELLED, Terminal.STOPPED)


class GuestRuns:
    """The runs of one guest, one after the other, each brought up by the first call that needs it.
    ``ended`` is set where the operator ended one, or all: the seat is closed then."""

    def __init__(
        self,
        choices: RunChoices,
        settings: Settings,
        console: TerminalConsole,
        store: SessionStore,
        agent_id: int = 0,
    ) -> None:
        """``agent_id``: of the agent that speaks over our terminal, where one does."""
        self._choices = choices
        self._agent_id = agent_id
        self._settings = settings
        self._console = console
        self._store = store
        self._seat = Seat()
        self._run: asyncio.Task[None] | None = None
        self._failure: KnownError | None = None
        self._is_untold = False
        self.ended = asyncio.Event()
        self.over = asyncio.Event()
        """A run has ended, by whomever."""
        self.outcome: Outcome | None = None
        self._viewer: TerminalViewer | None = None

    async def record(self) -> tuple[str, ...]:
        """What happened in the run of now, or the last one."""
        session_id = self._viewer.session_id if self._viewer is not None else ""
        recorded = await self._store.events(session_id)
        lines = (told(each.event) for each in recorded)
        return tuple(f"{each.kind}: {each.summary}" for each in lines)

    async def serve(self, call: GuestCall) -> Served:
        """Raises ``KnownError`` where the surface can't come up, or the run has ended. A run that
        ended while nobody called is told first: what was seen in it holds no more."""
        if self._run is not None and self._seat.is_closed:
            await asyncio.wait({self._run})  # it is putting its surface away
        if self.ended.is_set():
            raise SeatClosed("The operator has ended the run, and with it the seat.")
        if self._run is None or self._run.done():
            is_untold, self._is_untold = self._is_untold, False
            if is_untold:
                raise SeatClosed("The run has ended. Call again to begin another.")
            self._seat, self._failure = Seat(), None
            self._run = asyncio.ensure_future(self._live(self._seat))
        calling = self._seat.call(call)
        try:
            async with first_of(calling, asyncio.shield(self._run)) as (serving, _):
                if not serving.done() and self._failure is not None:
                    raise self._failure
                self._is_untold = True
                served: Served = await serving
                self._is_untold = not served.is_over
                return served
        except SeatClosed:
            self._is_untold = False
            raise

    async def _live(self, seat: Seat) -> None:
        choices = replace(self._choices, seat=seat)
        try:
            async with contextlib.AsyncExitStack() as closing:
                viewer = TerminalViewer(
                    self._settings, self._console, closing, choices, agent_id=self._agent_id
                )
                self._viewer = viewer
                runner = Runner(self._store, viewer.approver, viewer, viewer.tasks)
                thinkers = build_thinkers(self._settings)
                self.outcome = await runner.run(
                    choices, None, settings=self._settings, thinkers=thinkers
                )
            if self.outcome.terminal in _BY_OPERATOR:
                self.ended.set()
        except KnownError as error:
            self._failure = error
            self._console.print(str(error), markup=False)
        finally:
            seat.close()
            self.over.set()
            self.end_by_signals()

    def end_by_signals(self) -> None:
        """Between two runs; in one they are the run's."""
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, self.ended.set)

    async def led_by(self, work: Awaitable[T], ended: asyncio.Event) -> T | None:
        """What comes of the work that calls; None where this is set before. Then ``close``."""
        leading, ending = asyncio.ensure_future(work), asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait({leading, ending}, return_when=asyncio.FIRST_COMPLETED)
            return leading.result() if leading.done() else None
        finally:
            await self.close()
            for task in (leading, ending):
                task.cancel()
            await asyncio.gather(leading, ending, return_exceptions=True)

    async def close(self) -> None:
        """The guest is gone: what it had begun comes to its end and is recorded."""
        if self._run is not None and not self._run.done():
            with contextlib.suppress(SeatRefused):
                await self._seat.call(Leave())
            await self._run


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
    from engine.thinking.guest.mcp_server import build_server, serve_http

    check_surface(choices.surface)
    async with await SessionStore.open(database) as store:
        agent_id = agent_over_stdio() if port is None else 0
        runs = GuestRuns(choices, settings, console, store, agent_id)
        server = build_server(Desk(runs.serve), PILOTHOUSE_VERSION, runs.record)
        runs.end_by_signals()
        if port is None:
            await runs.led_by(server.run_stdio_async(), runs.ended)
        else:
            await runs.led_by(serve_http(server, port, token, console.say), runs.ended)
    return 0
