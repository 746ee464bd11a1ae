"""The console starts on every PySide6 but the one that crashes, and without what few runs need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.startup_guard import refuse_broken_pyside
from engine.domain.errors import SurfaceUnavailable


def test_the_release_that_crashes_is_refused_on_its_python() -> None:
    with pytest.raises(SurfaceUnavailable) as refusal:
        refuse_broken_pyside((3, 11), "6.12.0")
    assert refusal.value.message.startswith("PySide6 6.12.0 crashes on Python 3.11")
    assert "PySide6-Essentials>=6.10,<6.12" in refusal.value.remedy
    assert "Python 3.12" in refusal.value.remedy


@pytest.mark.parametrize(
    ("python", "release"),
    [
        ((3, 12), "6.12.0"),
        ((3, 13), "6.12.0"),
        ((3, 11), "6.10.2"),
        ((3, 11), "6.11.0"),
        ((3, 11), "6.12.1"),
    ],
)
def test_every_other_pair_passes(python: tuple[int, int], release: str) -> None:
    refuse_broken_pyside(python, release)


def test_the_installed_release_passes() -> None:
    refuse_broken_pyside()


def test_the_console_comes_up_without_what_only_some_runs_need() -> None:
    """They take a second; ``app.run`` imports them for the runs that need them, off the loop."""
    parts = "{'langgraph', 'langsmith', 'openai', 'playwright'}"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, app.console; print({parts} & set(sys.modules))"],
        capture_output=True,
        check=True,
    )
    assert told.stdout.decode().strip() == "set()"
