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

from app.progress import ProgressPrinter
from app.secrets import Secrets
from app.settings import Settings
from app.tasks import OwnedTasks
from app.terminal_approver import TerminalApprover
from app.wiring import RunChoices, build_perceiver, build_session, build_surface, build_thinker
from engine.approval.nobody import NobodyThere
from engine.domain.ports import Approver
from engine.domain.terminals import EXIT_CODES
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
    build_thinker(options.choices.thinker).read_goal(options.choices.goal)
    surface = build_surface(options.choices.surface, settings, secrets)
    store = await SessionStore.open(options.database)
    tasks = OwnedTasks()
    try:
        try:
            await surface.start()
            session, log = await build_session(
                options.choices,
                settings=settings,
                surface=surface,
                perceiver=build_perceiver(surface, secrets),
                approver=_approver(console),
                store=store,
            )
            surface.on_lost = lambda message: tasks.spawn(session.surface_lost(message))
            surface.on_resized = lambda w, h: tasks.spawn(session.surface_resized(w, h))
            log.subscribe(ProgressPrinter(console).show)
            with _interruptible(session, tasks):
                outcome = await session.run(Director())
        finally:
            await tasks.close()
            await surface.close()
        if options.out is not None:
            options.out.mkdir(parents=True, exist_ok=True)
            target = options.out / f"session-{log.session_id}.jsonl"
            await export_jsonl(store, log.session_id, target, with_pictures=True)
            console.print(f"Exported to {target}", highlight=False)
    finally:
        await store.close()
    return EXIT_CODES[outcome.terminal]


def _approver(console: Console) -> Approver:
    return TerminalApprover(console) if sys.stdin.isatty() else NobodyThere()


@contextlib.contextmanager
def _interruptible(session: Session, tasks: OwnedTasks) -> Iterator[None]:
    """Ctrl+C cancels at the next boundary, a second one stops now; SIGTERM stops now."""
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        is_second = session.control.state is Control.CANCELLING
        tasks.spawn(session.stop() if is_second else session.cancel())

    loop.add_signal_handler(signal.SIGINT, interrupted)
    loop.add_signal_handler(signal.SIGTERM, lambda: tasks.spawn(session.stop()))
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)
