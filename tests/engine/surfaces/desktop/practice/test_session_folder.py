"""Folders that a supervisor left behind are swept, and those of living ones are left alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.surfaces.desktop.practice.session_folder import SessionFolder, clear, sweep_leftovers


def test_a_deletion_that_was_cut_short_is_ended_by_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SessionFolder.create(tmp_path)
    folder.furnish()
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda root, **_: (root / "supervisor.json").unlink())
        clear(folder, list, grace_secs=0)
    assert list(tmp_path.iterdir()), "all but the record is left"

    sweep_leftovers(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_whose_maker_was_killed_before_it_was_ready_is_swept(tmp_path: Path) -> None:
    living, left = SessionFolder(tmp_path / "new-1"), SessionFolder(tmp_path / "new-2")
    for folder in (living, left):
        folder.root.mkdir()
        folder.write_record()
    record = left.read_record() | {"started": 0}
    (left.root / "supervisor.json").write_text(json.dumps(record))

    sweep_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == [living.root]
