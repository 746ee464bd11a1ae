"""``pilothouse run``: one goal without a window, from start to exit code."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
import sys
from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from app.choices import RunChoices, prompts_are_answered
from app.going_on import as_it_was
from app.live_surface import LiveSurface, record_notes
from app.paths import check_writable, make_folder
from app.progress import ProgressPrinter, ending_words
from app.secrets import Secrets
from app.settings.tables import Settings
from app.stopping import asked_to_end
from app.tasks import OwnedTasks
from app.terminal_approver import TerminalApprover
from app.thinkers import ThinkerSource
from app.wiring import (
    build_mode,
    build_perceiver,
    build_session,
    build_surface,
    build_thinkers,
    check_surface,
    has_display,
    new_session_id,
)
from engine.domain.errors import AskedToEnd, RecordUnavailable
from engine.domain.exploring.completion import GOOD_ENDS
from engine.domain.ports import Approver
from engine.domain.terminals import EXIT_CODES, EXIT_FINDINGS, Outcome, Terminal
from engine.domain.web.resuming import ResumePoint
from engine.modes.explorer.replaying import CAME_UP
from engine.perception.perceiver import SurfacePerceiver
from engine.record.event_log import SessionLog
from engine.record.exporters import export_jsonl
from engine.record.junit import write_junit
from engine.record.report.files import write_reports
from engine.record.report.html import write_html
from engine.record.store import SessionStore
from engine.safety.nobody import NobodyThere
from engine.session.control import Control
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class RunOptions:
    choices: RunChoices
    database: Path
    out: Path | None
    junit: Path | None = None
    html: Path | None = None


async def run_goal(options: RunOptions, settings: Settings, console: Console) -> int:
    """Run the goal; the exit code of its terminal. Raises ``KnownError`` before the start."""
    thinkers, choices = build_thinkers(settings), options.choices
    if not choices.resumes:
        thinkers.read_goal(choices.thinker, choices.goal, mode=choices.mode)
        check_surface(choices.surface)
    if options.out is not None:
        make_folder(options.out)
    check_writable(*(file for file in (options.junit, options.html) if file is not None))
    store = await SessionStore.open(options.database)
    try:
        choices, resumed = await as_it_was(choices, store)
        run = _Run(choices, resumed, settings, console, thinkers)
        outcome, session_id = await run.work(store)
        exit_code = exit_code_of(outcome, run.finding_count)
        if options.out is not None:
            is_exported = await _export(store, session_id, options.out, console)
            exit_code = exit_code if is_exported else EXIT_CODES[Terminal.FAILED]
        if choices.mode == "explorer" and not await _report(store, session_id, options, console):
            exit_code = EXIT_CODES[Terminal.FAILED]
    finally:
        await store.close()
    return exit_code


def exit_code_of(outcome: Outcome, finding_count: int = 0) -> int:
    """That of the terminal; an exploration that found faults has one of its own, and one that ended
    as it may, by what it was given or by what there was to do, has none to complain of."""
    if finding_count or outcome.reason == CAME_UP:
        return EXIT_FINDINGS
    return 0 if outcome.reason in GOOD_ENDS else EXIT_CODES[outcome.terminal]


@dataclass(slots=True)
class _Run:
    """One run with all that was decided beforehand."""

    choices: RunChoices
    resumed: ResumePoint | None
    settings: Settings
    console: Console
    thinkers: ThinkerSource
    finding_count: int = 0

    async def work(self, store: SessionStore) -> tuple[Outcome, str]:
        """The outcome and the session's id; the surface is closed, undisturbed by signals."""
        secrets, tasks = Secrets(), OwnedTasks()
        session_id = self.choices.resumes or new_session_id()
        surface = build_surface(
            self.choices.surface,
            self.settings,
            secrets,
            session_id=session_id,
            has_display=has_display(),
        )
        perceiver = build_perceiver(surface, secrets, self.settings)
        with contextlib.ExitStack() as signals:
            try:
                mode = asyncio.create_task(
                    asyncio.to_thread(build_mode, self.choices, self.settings, surface, perceiver)
                )  # what it loads is loaded while the surface comes up
                try:
                    await surface.start()
                finally:
                    built = await mode
                session, log = await self._session(store, surface, perceiver, session_id)
                surface.on_lost = lambda message: tasks.spawn(session.surface_lost(message))
                surface.on_resized = lambda w, h: tasks.spawn(session.surface_resized(w, h))
                record_notes(surface, session, tasks, perceiver.masked)
                printer = await self._printer(store)
                log.subscribe(printer.show)
                signals.enter_context(_interruptible(session, tasks))
                outcome = await session.run(built)
                explored = printer.state.explore
                self.finding_count = len(explored.findings) if explored is not None else 0
                if printer.state.outcome is None:  # it could not be recorded, hence not shown
                    self.console.print(ending_words(outcome), highlight=False)
                return outcome, log.session_id
            finally:
                await tasks.close()
                await perceiver.close()
                await surface.close()

    async def _session(
        self,
        store: SessionStore,
        surface: LiveSurface,
        perceiver: SurfacePerceiver,
        session_id: str,
    ) -> tuple[Session, SessionLog]:
        return await build_session(
            self.choices,
            settings=self.settings,
            surface=surface,
            perceiver=perceiver,
            approver=_approver(self.console, self.choices, self.settings),
            store=store,
            thinkers=self.thinkers,
            session_id=session_id,
            resumed=self.resumed,
        )

    async def _printer(self, store: SessionStore) -> ProgressPrinter:
        """It knows what was before, where a session goes on."""
        opened = await store.open_session(self.choices.resumes) if self.resumed else None
        return ProgressPrinter(self.console, opened.state if opened else None)


async def _export(store: SessionStore, session_id: str, folder: Path, console: Console) -> bool:
    """Whether the session could be written; what hindered it is said."""
    target = folder / f"session-{session_id}.jsonl"
    try:
        await export_jsonl(store, session_id, target, with_pictures=True)
    except RecordUnavailable as error:
        console.print(f"[red]The session was not exported. {escape(str(error))}[/red]")
        return False
    console.print(f"Exported to {target}", highlight=False, soft_wrap=True)
    return True


async def _report(
    store: SessionStore, session_id: str, options: RunOptions, console: Console
) -> bool:
    """What was explored, as files for other programs: whether they could be written."""
    if options.junit is None and options.html is None and options.out is None:
        return True
    opened = await store.open_session(session_id)
    if opened is None:
        return False
    reports: list[Awaitable[Sequence[Path]]] = []
    if options.out is not None:
        reports.append(write_reports(opened, store, options.out))
    if options.junit is not None:
        reports.append(_one(options.junit, write_junit(options.junit, opened)))
    if options.html is not None:
        reports.append(_one(options.html, write_html(options.html, opened, store)))
    return all([await _is_written(each, console) for each in reports])


async def _one(path: Path, writing: Awaitable[None]) -> Sequence[Path]:
    await writing
    return (path,)


async def _is_written(report: Awaitable[Sequence[Path]], console: Console) -> bool:
    """Whether it could be; what hindered it is said, and the other reports are written all the
    same."""
    try:
        written = await report
    except RecordUnavailable as error:
        console.print(f"[red]The exploration was not reported. {escape(str(error))}[/red]")
        return False
    for path in written:
        console.print(f"Written: {path}", highlight=False, soft_wrap=True)
    return True


def _approver(console: Console, choices: RunChoices, settings: Settings) -> Approver:
    if not (choices.is_interactive and sys.stdin.isatty()):
        return NobodyThere()
    asks = prompts_are_answered(otherwise=settings.navigator.ask_questions)
    return TerminalApprover(console, asks_questions=asks, offers_groups=choices.mode == "explorer")


@contextlib.contextmanager
def _interruptible(session: Session, tasks: OwnedTasks) -> Iterator[None]:
    """Ctrl+C cancels at the next boundary, a second one stops now. Once the run is over, one does
    nothing, for what is left is to tidy up and the exit code is the run's; another ends that too.

    SIGTERM stops now, and so does the end of the terminal (unless ``nohup`` said otherwise);
    both are recorded as what they are.
    """
    loop = asyncio.get_running_loop()
    stopping = [signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stopping.append(signal.SIGHUP)

    interruptions = itertools.count()

    def interrupted() -> None:
        is_second = next(interruptions) > 0 or session.control.state is Control.CANCELLING
        tasks.spawn(session.stop() if is_second else session.cancel())

    def ended(cause: AskedToEnd) -> None:
        tasks.spawn(session.stop(cause))

    loop.add_signal_handler(signal.SIGINT, interrupted)
    for each in stopping:
        loop.add_signal_handler(each, ended, asked_to_end(each.name))
    try:
        yield
    finally:
        for each in (signal.SIGINT, *stopping):
            loop.remove_signal_handler(each)
        signal.signal(signal.SIGINT, _let_pass)


def _let_pass(number: int, _frame: object) -> None:
    signal.signal(number, signal.default_int_handler)
