"""The console joins the runs of other programs on this machine, each as often as it begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.announcing import Announcement
from app.choices import RunChoices
from app.joined_runs import RunsHere
from app.joining import runs_folder
from app.shown_run import ShownRun
from app.wiring import new_session_id
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from tests.support.console_windows import discard
from tests.support.waiting import until
from tests.widgets.conftest import qapp as qapp
from widgets.window.main_window import MainWindow


async def test_a_run_that_is_gone_on_with_is_joined_again(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    store, tasks = await SessionStore.open(tmp_path / "sessions.db"), OwnedTasks()
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window, said, session_id = MainWindow(settings=memory), list[str](), new_session_id()
    try:
        runs = RunsHere(window, ShownRun(window), store, tasks)
        folder = str(runs_folder())
        for _ in range(2):
            run = Announcement(None, said.append)
            await run.open(RunChoices("Pay the bill"), session_id)
            runs._look_round(folder)  # as the watcher has it, at each change
            await until(lambda run=run: bool(run._peers))  # type: ignore[misc]
            await run.close()
            runs._look_round(folder)
    finally:
        await tasks.close(cancel=True)
        await store.close()
        discard(window)
