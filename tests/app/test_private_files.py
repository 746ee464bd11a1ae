"""All that Pilothouse writes is its owner's only, though new files were everybody's otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from app.paths import make_folder
from app.settings.file import write_settings
from app.settings.tables import Settings
from engine.record.exploring.reports import write_reports
from engine.record.exporters import export_jsonl
from engine.record.store import SessionStore
from engine.surfaces.browser.downloads import reserve
from tests.support.explored_run import explored_run
from tests.support.stored_exploration import stored
from widgets.window.layout_memory import LayoutMemory


@pytest.fixture(autouse=True)
def everybody_may() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _open_to_others(folder: Path) -> list[str]:
    return [str(each) for each in folder.rglob("*") if each.stat().st_mode & 0o077]


async def test_records_exports_and_reports_are_private(tmp_path: Path) -> None:
    store = await SessionStore.open(tmp_path / "data" / "deep" / "sessions.db")
    opened = await stored(store, explored_run())
    await export_jsonl(store, "run", tmp_path / "out" / "a" / "run.jsonl")
    await write_reports(opened, store, tmp_path / "reports")
    assert _open_to_others(tmp_path) == []
    await store.close()


def test_settings_downloads_and_folders_are_private(tmp_path: Path) -> None:
    write_settings(tmp_path / "config" / "settings.toml", Settings())
    reserve(tmp_path / "downloads" / "run", "a.pdf")
    make_folder(tmp_path / "chosen" / "deep")
    assert _open_to_others(tmp_path) == []


def test_what_the_window_remembers_is_private(tmp_path: Path) -> None:
    native = QSettings.Format.NativeFormat
    before = Path(QSettings(native, QSettings.Scope.UserScope, "x").fileName()).parent
    QSettings.setPath(native, QSettings.Scope.UserScope, str(tmp_path / "config"))
    try:
        memory = LayoutMemory()
        memory._settings.setValue("goals", ["secret"])
        memory._settings.sync()
    finally:
        QSettings.setPath(native, QSettings.Scope.UserScope, str(before))
    assert "secret" in (tmp_path / "config" / "Pilothouse" / "console.conf").read_text()
    assert _open_to_others(tmp_path) == []


def test_a_folder_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    make_folder(shared)
    write_settings(shared / "settings.toml", Settings())
    assert shared.stat().st_mode & 0o777 == 0o755
    assert _open_to_others(shared) == []
