"""``pilothouse run``: one goal without a window, from start to exit code; and ``pilothouse
replay``, which walks a script."""

import asyncio
import contextlib
import itertools
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from rich.markup import escape

from app import announcing, paths, wiring
from app.choices import RunChoices, check_beginning, prompts_are_answered
from app.home_files import HomeFiles, check_given, files_of
from app.live_surface import LiveSurface
from app.progress import JsonPrinter, ProgressPrinter
from app.run import Runner, as_it_was, export_session, going_on_words
from app.secrets import Secrets
from app.settings.tables import Settings
from app.terminal import TerminalConsole, in_markup
from app.terminal_approver import TerminalApprover
from engine.domain import errors, events, ports, terminals
from engine.domain.exploring.limits import exit_code_of
from engine.domain.facts import Frozen, replace
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.record.sessions import OpenedSession
from engine.record.source import Stored
from engine.record.store import SessionStore
from engine.record.writer import KEPT_ELSEWHERE, Keeper
from engine.safety.gate import NobodyThere
from engine.session.control import Control
from engine.session.session import Session


class RunOptions(Frozen):
    """What a command asks for: a run by these choices and settings, told on that console."""

    choices: RunChoices
    settings: Settings
    console: TerminalConsole
    database: Path
    out: Path | None = None
    junit: Path | None = None
    html: Path | None = None
    as_json: bool = False
    give: tuple[Path, ...] = ()


async def run_goal(options: RunOptions) -> int:
    """Run the goal; the exit code of its terminal. Raises ``KnownError`` before the start."""
    settings, console, choices = options.settings, options.console, options.choices
    thinkers = wiring.build_thinkers(settings)
    check_given(options.give, choices.surface)
    if not choices.resumes:
        thinkers.read_goal(choices.thinker, choices.goal, mode=choices.mode)
        check_beginning(choices)
        wiring.check_surface(choices.surface)
    if options.out is not None:
        paths.make_folder(options.out)
    paths.check_writable(*(file for file in (options.junit, options.html) if file is not None))
    async with await SessionStore.open(options.database) as store:
        store.keeper = await _keeper() if KEPT_ELSEWHERE in os.environ else None
        choices, resumed = await as_it_was(choices, store)
        if resumed is not None:
            console.print(in_markup(going_on_words(resumed)), style="dim", highlight=False)
        async with contextlib.AsyncExitStack() as closing:
            terminal = TerminalViewer(replace(options, choices=choices), closing)
            runner = Runner(store, terminal.approver, terminal, terminal.tasks)
            outcome = await runner.run(choices, resumed, settings, thinkers)
        exit_code = exit_code_of(outcome, terminal.finding_count)
        if not await _export(store, terminal.session_id, options):
            exit_code = terminals.EXIT_CODES[terminals.Terminal.FAILED]
    return exit_code


class TerminalViewer:
    """Shows a run as lines, on a surface of its own, and announces it on this machine; Ctrl+C and
    signals reach its session. ``approver`` asks whoever is there. What it opened is closed with
    ``closing``: tasks first, the surface undisturbed by signals."""

    def __init__(
        self, options: RunOptions, closing: contextlib.AsyncExitStack, *, agent_id: int = 0
    ) -> None:
        """``agent_id``: of the agent that has our terminal, so that nobody sits there."""
        self._options, self._closing = options, closing
        self._files: HomeFiles | None = None
        self.files: Callable[[], HomeFiles | None] = lambda: self._files
        choices, console = options.choices, options.console
        asks = prompts_are_answered(otherwise=options.settings.navigator.ask_questions)
        is_explorer, sits = choices.mode == "explorer", not agent_id and sys.stdin.isatty()
        own = TerminalApprover(console, offers_groups=is_explorer) if sits else None
        self._announcement = announcing.Announcement(own, console.say, agent_id)
        self._announcement.asked.asks_questions = asks
        self.approver: ports.Approver = (
            self._announcement.asked if choices.is_interactive else NobodyThere()
        )
        self._signals = contextlib.ExitStack()
        closing.callback(self._signals.close)
        self._surface: LiveSurface | None = None
        self._prints = JsonPrinter if options.as_json else ProgressPrinter
        self._printer = self._prints(console)
        self.tasks = OwnedTasks()
        self.session_id = ""

    @property
    def is_left(self) -> bool:
        """The console that was open is closed, and may be opened again yet."""
        return self._announcement.is_left

    @property
    def finding_count(self) -> int:
        return len(self._printer.state.explored.findings)

    async def bring_up(
        self, choices: RunChoices, session_id: str
    ) -> tuple[LiveSurface, SurfacePerceiver]:
        self.session_id, secrets, settings = session_id, Secrets(), self._options.settings
        await self._announcement.open(choices, session_id)
        self._closing.push_async_callback(self._announcement.close)
        with_display = wiring.has_display()
        surface = wiring.build_surface(
            choices.surface, settings, secrets, session_id=session_id, has_display=with_display
        )
        perceiver = wiring.build_perceiver(surface, secrets, settings)
        for close in (surface.close, perceiver.close, self.tasks.close):
            self._closing.push_async_callback(close)
        self._surface = surface
        await surface.start()
        self._announcement.show(surface, perceiver)
        self._files = await files_of(surface, self._options.give)
        if surface.sandbox is not None:
            advice = escape(surface.sandbox.advice)
            self._options.console.print(advice, style="dim", highlight=False)
        return surface, perceiver

    async def begin(self, session: Session, before: OpenedSession | None) -> None:
        spawn = self.tasks.spawn
        if self._surface is not None:
            self._surface.on_lost = lambda message: spawn(session.surface_lost(message))
            self._surface.on_resized = lambda w, h: spawn(session.surface_resized(w, h))
        self._printer = self._prints(self._options.console, before.state if before else None)
        self._signals.enter_context(_interruptible(session, self.tasks))
        self._announcement.lead(session, before)

    def take(self, recorded: events.Recorded) -> None:
        self._printer.show(recorded)
        self._announcement.take(recorded)

    def end(self, outcome: terminals.Outcome) -> None:
        if self._printer.state.outcome is None:  # it could not be recorded, hence not shown
            self._printer.show_end(outcome)


async def _keeper() -> Keeper:
    """Whoever reads our standard output."""
    said, kept = asyncio.StreamReader(), 0
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(said), sys.stdin)

    async def keep(recorded: events.Recorded) -> None:
        nonlocal kept
        gone = "Who keeps what this run tells has gone."
        with errors.RecordUnavailable.instead_of(asyncio.IncompleteReadError, gone):
            await said.readexactly(recorded.seq - kept)
        kept = recorded.seq

    return keep


async def _export(store: SessionStore, session_id: str, options: RunOptions) -> bool:
    """The session as files for others to read: whether all that were wanted could be written."""
    writing: list[Awaitable[Path | tuple[Path, ...]]] = []
    if options.out is not None:
        writing.append(export_session(store, session_id, options.out))
    if options.junit is not None or options.html is not None:
        from engine.record.reports.formats import FORMATS  # slow to import

        source, wanted = await Stored.of(store, session_id), (options.junit, options.html)
        both = zip(("junit", "html"), wanted, strict=True)
        writing += [FORMATS[kind].write(file, source) for kind, file in both if file is not None]
    return all([await _is_written(each, options.console) for each in writing])


async def _is_written(
    writing: Awaitable[Path | tuple[Path, ...]], console: TerminalConsole
) -> bool:
    """Whether it could be; what hindered it is said, and whatever else there is, is written."""
    try:
        written = await writing
    except errors.RecordUnavailable as error:
        console.print(f"[red]The session was not exported. {in_markup(str(error))}[/red]")
        return False
    for path in written if isinstance(written, tuple) else (written,):
        console.print(f"Exported to {path}", highlight=False, soft_wrap=True)
    return True


@contextlib.contextmanager
def _interruptible(session: Session, tasks: OwnedTasks) -> Iterator[None]:
    """Ctrl+C cancels at the next boundary, a second one stops now. Once the run is over, one does
    nothing, for what is left is to tidy up and the exit code is the run's; another ends that too.

    SIGTERM stops now, and so does the end of the terminal (unless ``nohup`` said otherwise);
    both are recorded as what they are."""
    loop = asyncio.get_running_loop()
    stopping = [signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stopping.append(signal.SIGHUP)

    interruptions = itertools.count()

    def interrupted() -> None:
        is_second = next(interruptions) > 0 or session.control.state is Control.CANCELLING
        tasks.spawn(session.stop() if is_second else session.cancel())

    def ended(cause: errors.AskedToEnd) -> None:
        tasks.spawn(session.stop(cause))

    loop.add_signal_handler(signal.SIGINT, interrupted)
    for each in stopping:
        loop.add_signal_handler(each, ended, errors.AskedToEnd.by(each.name))
    try:
        yield
    finally:
        for each in (signal.SIGINT, *stopping):
            loop.remove_signal_handler(each)
        signal.signal(signal.SIGINT, lambda it, _: signal.signal(it, signal.default_int_handler))
