"""Folders that a supervisor left behind are swept, and those of living ones are left alone."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from engine.surfaces.desktop.practice.session_folder import (
    MARKER,
    SessionFolder,
    base_folder,
    clear,
    desktop_environment,
    sweep_leftovers,
)


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


def test_a_sweep_ends_what_was_left_and_collects_no_child_that_somebody_waits_for(
    tmp_path: Path,
) -> None:
    left = SessionFolder.create(tmp_path)
    (left.root / "supervisor.json").write_text(json.dumps(left.read_record() | {"started": 0}))
    own = subprocess.Popen(("false",))
    os.waitid(os.P_PID, own.pid, os.WEXITED | os.WNOWAIT)
    with subprocess.Popen(("sleep", "600"), env={**os.environ, MARKER: left.desktop_id}) as marked:
        sweep_leftovers(tmp_path)
        marked.send_signal(signal.SIGTERM)  # where it lives still
    assert marked.returncode == -signal.SIGKILL and own.wait() == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("length", "is_used"), [(5, True), (120, False)])
def test_a_temporary_folder_whose_name_is_too_long_for_sockets_is_not_used(
    length: int, is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        own = Path(short) / ("x" * length)
        own.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(own))
        base = base_folder()
        assert base.is_relative_to(own) is is_used
        with socket.socket(socket.AF_UNIX) as listener, contextlib.ExitStack() as after:
            folder = base / "practice-ab0123456789" / "run" / "at-spi"
            after.callback(shutil.rmtree, folder.parents[1])
            folder.mkdir(parents=True)
            listener.bind(str(folder / "bus_1234"))


def test_gtk_2_programs_tell_of_themselves_and_gtk_3_reads_nothing_of_it(tmp_path: Path) -> None:
    """GTK 3 would say on stderr that it does not load what the variable names."""
    folder = SessionFolder.create(tmp_path)
    folder.furnish()
    assert 'gtk-modules = "gail:atk-bridge"' in (folder.home / ".gtkrc-2.0").read_text()
    environment = desktop_environment({"GTK_MODULES": "gail"}, folder, with_network=False)
    assert "GTK_MODULES" not in environment


def test_gtk_3_is_told_its_theme_and_gtk_4_keeps_the_colours_that_a_program_brings_along(
    tmp_path: Path,
) -> None:
    folder = SessionFolder.create(tmp_path)
    folder.furnish()
    environment = desktop_environment({"GTK_THEME": "HighContrast"}, folder, with_network=False)
    assert "GTK_THEME" not in environment
    settings = (folder.home / ".config" / "gtk-3.0" / "settings.ini").read_text()
    assert "gtk-theme-name=Adwaita\n" in settings
