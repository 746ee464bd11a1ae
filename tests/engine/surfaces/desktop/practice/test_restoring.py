"""Files that programs remove while the desktop is set back are no failure."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

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


def _remove(folders: tuple[Path, ...]) -> None:
    """As a program does with its cache."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()
