"""Seats for agents: ``pilothouse mcp`` for one that speaks the Model Context Protocol, and
``pilothouse guest`` for a vendor's computer-use loop with Pilothouse as its computer, or for a
program of that protocol, started with its seat.

Over stdio the agent starts the seat; over HTTP it listens on this machine only, for who has the
token. The surface comes up at the first call. ``finish`` ends a run, and the next call begins
another."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

from app.announcing import agent_over_stdio
from app.paths import endpoints_path
from app.run import Runner
from app.run_command import RunOptions, TerminalViewer
from app.secrets import ModelKeys
from app.settings.tables import Settings
from app.wiring import PILOTHOUSE_VERSION, build_thinkers, check_surface
from engine.domain.errors import KnownError, NameUnknown, SurfaceUnavailable
from engine.domain.exploring.limits import exit_code_of
from engine.domain.facts import Part, field, replace
from engine.domain.guests import GuestCall, Leave, Seat, SeatClosed, SeatRefused, Served
from engine.domain.models import ModelCall, ModelQuestion, TokenUsage, Wire
from engine.domain.performing import FilesMade
from engine.domain.plans import Look
from engine.domain.terminals import EXIT_CODES, Outcome, Terminal
from engine.domain.web.events import BrowserNoted
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.language.sentences.run import told
from engine.processes.descendants import python_module
from engine.processes.tasks import first_of
from engine.record.store import SessionStore
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.vendors import MessagesComputer, ResponsesComputer, Vendor, drive

T = TypeVar("T")

_BY_OPERATOR = (Terminal.CANCELLED, Terminal.STOPPED)
_UNSEEN = (BrowserNoted, FilesMade)
"""Events that tell of pages and files whether they are granted or not."""


class GuestRuns(Part):
    """The runs of one guest, one after the other, each brought up by the first call that needs it.
    ``ended`` is set where the operator ended one, or all: the seat is closed then. ``agent_id`` is
    that of the agent that speaks over our terminal, where one does."""

    options: RunOptions
    store: SessionStore
    agent_id: int = 0
    _seat: Seat = field(default_factory=Seat, init=False)
    _run: asyncio.Task[None] | None = field(default=None, init=False)
    _failure: KnownError | None = field(default=None, init=False)
    _is_untold = False
    ended: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    over: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    """A run has ended, by whomever."""
    outcome: Outcome | None = field(default=None, init=False)
    _viewer: TerminalViewer | None = field(default=None, init=False)

    async def record(self) -> tuple[str, ...]:
        """What happened in the run of now, or the last one, as far as it is granted."""
        session_id = self._viewer.session_id if self._viewer is not None else ""
        recorded = await self.store.events(session_id)
        untold = _UNSEEN if self.options.choices.granted.said else ()
        lines = (told(each.event) for each in recorded if not isinstance(each.event, untold))
        return tuple(f"{each.kind}: {each.summary}" for each in lines)

    def is_left(self) -> bool:
        return self._viewer is not None and self._viewer.is_left

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
            self._seat, self._failure = Seat(self.options.choices.granted), None
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
        choices, settings = replace(self.options.choices, seat=seat), self.options.settings
        try:
            async with contextlib.AsyncExitStack() as closing:
                options = replace(self.options, choices=choices)
                viewer = TerminalViewer(options, closing, agent_id=self.agent_id)
                self._viewer = viewer
                runner = Runner(self.store, viewer.approver, viewer, viewer.tasks)
                thinkers = build_thinkers(settings)
                self.outcome = await runner.run(choices, None, settings, thinkers)
            if self.outcome.terminal in _BY_OPERATOR:
                self.ended.set()
        except KnownError as error:
            self._failure = error
            self.options.console.print(str(error), markup=False)
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


async def serve_mcp(options: RunOptions, port: int | None, token: str) -> int:
    """Serve until it hangs up or is ended; without ``port`` over stdio. Raises ``KnownError``."""
    from engine.thinking.guest.mcp_server import build_server, serve_http

    check_surface(options.choices.surface)
    async with await SessionStore.open(options.database) as store:
        runs = GuestRuns(options, store, agent_over_stdio() if port is None else 0)
        granted = f"{options.choices.granted}"
        its = (PILOTHOUSE_VERSION, runs.record, granted, runs.is_left)
        server = build_server(Desk(runs.serve), *its)
        runs.end_by_signals()
        if port is None:
            try:
                await runs.led_by(server.run_stdio_async(), runs.ended)
            except* BrokenPipeError:  # it died in mid-call: nobody hears the answer
                pass
        else:
            serving = serve_http(server, port, token, options.console.say)
            await runs.led_by(serving, runs.ended)
    return 0


ENDPOINTS: dict[Wire, str] = {
    "responses": "https://api.openai.com/v1",
    "messages": "https://api.anthropic.com/v1",
}
CONFIG = "{config}"


class _Spent(Part):
    """Implements ``ModelAccount``: the turns are the limit, and the tokens are told at the end."""

    usage: TokenUsage = field(default_factory=TokenUsage)
    secs_left: float | None = None

    def spend_extra_call(self) -> None: ...

    async def note_asked(self, question: ModelQuestion, model: str) -> None: ...

    async def warn(self, words: str) -> None: ...

    async def charge(self, call: ModelCall) -> None:
        self.usage += call.usage


def endpoint_for(wire: Wire, model: str, settings: Settings) -> EndpointSettings:
    """The one that is set up where it speaks that protocol, else the vendor's own. Raises
    ``NameUnknown`` where no model is named."""
    its, in_settings = settings.model_in_profile, settings.model.api_key.get_secret_value()
    if its.to_endpoint("").wire != wire or not its.base_url:
        its = its.model_copy(update={"base_url": ENDPOINTS[wire], "protocol": wire, "name": model})
        in_settings = ""
    if not (model or its.name):
        raise NameUnknown("Which model?", "Say --model, with the name that its vendor gives it.")
    return its.to_endpoint(ModelKeys().find(its.base_url, in_settings).value, model)


async def run_vendor(options: RunOptions, wire: Wire, model: str, *, most_turns: int) -> int:
    """Until the vendor's model is done or the run ended: the exit code. Raises ``KnownError``."""
    choices, settings, console = options.choices, options.settings, options.console
    check_surface(choices.surface)
    endpoint = endpoint_for(wire, model, settings)
    plain = settings.model.model_copy(update={"picture_marks": False})
    plain_options = replace(options, settings=settings.model_copy(update={"model": plain}))
    spent = _Spent()
    asked = OpenAiModel(endpoint, spent, FormMemory(endpoints_path()))

    async def exchange(body: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
        came = await asked.exchange(body)
        return came.turn, came.text or came.refusal

    async def led(desk: Desk) -> str:
        first = await desk.look(Look(is_whole=True))
        if first.picture is None:
            raise SurfaceUnavailable(first.text)
        vendor: Vendor = ResponsesComputer(endpoint.model, choices.goal)
        if wire == "messages":
            most = endpoint.max_reply_tokens
            vendor = MessagesComputer(endpoint.model, choices.goal, most, first)
        return await drive(vendor, desk, exchange, most_turns=most_turns, first=first)

    async with await SessionStore.open(options.database) as store:
        runs = GuestRuns(plain_options, store)
        try:
            said = await runs.led_by(led(Desk(runs.serve)), runs.over)
            if said is not None:
                console.print(said, markup=False, highlight=False)
        finally:
            await asked.close()
            console.print(f"{spent.usage.total:,} tokens", style="dim", highlight=False)
    return exit_code_of(runs.outcome) if runs.outcome else EXIT_CODES[Terminal.FAILED]


def run_program(program: Sequence[str], seat: Sequence[str]) -> int:
    """Start the program, with the words of ``pilothouse mcp`` for its seat: ``{config}`` in its
    arguments becomes the file that names the server, which ``PILOTHOUSE_MCP_CONFIG`` names, too.
    Its exit code."""
    command, *arguments = python_module("app", "mcp", *seat)
    servers = {"pilothouse": {"command": command, "args": arguments}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"mcpServers": servers}, file)
        file.flush()
        argv = [word.replace(CONFIG, file.name) for word in program]
        environment = {**os.environ, "PILOTHOUSE_MCP_CONFIG": file.name}
        with NameUnknown.on_refusal(f"{argv[0]} can't be started", "Name another program."):
            return subprocess.run(argv, env=environment, check=False).returncode
