"""``pilothouse run``: one goal without a window, from start to exit code."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from app.choices import RunChoices
from app.live_surface import LiveSurface
from app.paths import make_folder
from app.progress import ProgressPrinter, ending_words
from app.secrets import Secrets
from app.settings import Settings
from app.stopping import asked_to_end
from app.tasks import OwnedTasks
from app.terminal_approver import TerminalApprover
from app.thinkers import Hiring
from app.wiring import build_perceiver, build_session, build_surface, build_thinkers, has_display
from engine.approval.nobody import NobodyThere
from engine.domain.errors import AskedToEnd, RecordUnavailable
from engine.domain.ports import Approver
from engine.domain.terminals import EXIT_CODES, Outcome, Terminal
from engine.modes.director import Director
from engine.record.exporters import export_jsonl
from engine.record.store import SessionStore
from engine.session.control import Control
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class RunOptions:
    choices: RunChoices
    database: Path
    out: Path | None


async def run_goal(options: RunOptions, settings: Settings, console: Console) -> int:
    """Run the goal; the exit code of its terminal. Raises ``KnownError`` before the start."""
    secrets = Secrets()
    thinkers = build_thinkers(settings)
    choices = options.choices
    thinkers.read_goal(choices.thinker, choices.goal, for_web=choices.mode == "navigator")
    surface = build_surface(choices.surface, settings, secrets, has_display=has_display())
    if options.out is not None:
        make_folder(options.out)
    store = await SessionStore.open(options.database)
    try:
        outcome, session_id = await _run(
            options, settings, secrets, surface, store, console, thinkers
        )
        exit_code = EXIT_CODES[outcome.terminal]
        if options.out is not None:
            is_exported = await _export(store, session_id, options.out, console)
            exit_code = exit_code if is_exported else EXIT_CODES[Terminal.FAILED]
    finally:
        await store.close()
    return exit_code


async def _run(
    options: RunOptions,
    settings: Settings,
    secrets: Secrets,
    surface: LiveSurface,
    store: SessionStore,
    console: Console,
    thinkers: Hiring,
) -> tuple[Outcome, str]:
    """The outcome and the session's id; the surface is closed, undisturbed by signals."""
    tasks = OwnedTasks()
    perceiver = build_perceiver(surface, secrets, settings)
    with contextlib.ExitStack() as signals:
        try:
            await surface.start()
            session, log = await build_session(
                options.choices,
                settings=settings,
                surface=surface,
                perceiver=perceiver,
                approver=_approver(console, options.choices),
                store=store,
                thinkers=thinkers,
            )
            surface.on_lost = lambda message: tasks.spawn(session.surface_lost(message))
            surface.on_resized = lambda w, h: tasks.spawn(session.surface_resized(w, h))
            printer = ProgressPrinter(console)
            log.subscribe(printer.show)
            signals.enter_context(_interruptible(session, tasks))
            outcome = await session.run(Director())
            if printer.state.outcome is None:  # the end could not be recorded, hence not shown
                console.print(ending_words(outcome), highlight=False)
            return outcome, log.session_id
        finally:
            await tasks.close()
            await perceiver.close()
            await surface.close()


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


def _approver(console: Console, choices: RunChoices) -> Approver:
    is_there = choices.is_interactive and sys.stdin.isatty()
    return TerminalApprover(console) if is_there else NobodyThere()


@contextlib.contextmanager
def _interruptible(session: Session, tasks: OwnedTasks) -> Iterator[None]:
    """Ctrl+C cancels at the next boundary, a second one stops now.

    SIGTERM stops now, and so does the end of the terminal (unless ``nohup`` said otherwise);
    both are recorded as what they are.
    """
    loop = asyncio.get_running_loop()
    stopping = [signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stopping.append(signal.SIGHUP)

    def interrupted() -> None:
        is_second = session.control.state is Control.CANCELLING
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
