"""Files that programs remove or write while the desktop is set back are no failure."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.surfaces.desktop.practice.started_applications import restore


def test_what_goes_by_itself_meanwhile_need_not_be_removed(tmp_path: Path) -> None:
    copy, home = tmp_path / "copy", tmp_path / "home"
    copy.mkdir()
    (copy / "kept.txt").write_text("kept")
    home.mkdir()
    cache = home / ".cache"
    for _ in range(10):
        folders = [cache / str(number) for number in range(100)]
        for folder in folders:
            folder.mkdir(parents=True)
        program = threading.Thread(target=_remove, args=((*folders, cache),))
        program.start()
        try:
            restore(copy, home)
        finally:
            program.join()
        assert [each.name for each in home.iterdir()] == ["kept.txt"]


def test_what_a_program_wrote_as_it_ended_goes_with_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, home = tmp_path / "copy", tmp_path / "home"
    copy.mkdir()
    (cache := home / "cache").mkdir(parents=True)
    written, rmdir = list[str](), os.rmdir

    def write_first(path: Any, **where: Any) -> None:
        if not written:
            (cache / "late").write_text("late")
            written.append("late")
        rmdir(path, **where)

    monkeypatch.setattr(os, "rmdir", write_first)
    restore(copy, home)
    assert written and not [*home.iterdir()]


def _remove(folders: tuple[Path, ...]) -> None:
    """As a program does with its cache."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()
