"""PySide6 of the one release that crashes is refused before a window is shown; others pass."""

from __future__ import annotations

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
