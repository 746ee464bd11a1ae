"""Refuses a PySide6 that is known to crash, with a clear message, before anything is shown.

PySide6 6.12.0 on Python 3.11 drops a reference too many to None and True in most calls; a loop
dies after some 5,700 of them with "Fatal Python error: none_dealloc". On Python 3.12 the same
wheel is sound, and so are 6.8 to 6.11 on 3.11."""

import sys
from importlib.metadata import PackageNotFoundError, version

from engine.domain.errors import SurfaceUnavailable

_BROKEN_RELEASES = ("6.12.0",)


def refuse_broken_pyside(
    python: tuple[int, int] | None = None, pyside_version: str | None = None
) -> None:
    """Raises ``SurfaceUnavailable`` where this Python and PySide6 crash together, or none is."""
    python = python or sys.version_info[:2]
    try:
        found = pyside_version or version("PySide6-Essentials")
    except PackageNotFoundError:
        raise SurfaceUnavailable(
            "PySide6 is not installed, and the console needs it.",
            "Install it: pip install 'PySide6-Essentials>=6.10,<6.12'. Runs without a window"
            " (pilothouse run) work without it.",
        ) from None
    if python < (3, 12) and found in _BROKEN_RELEASES:
        raise SurfaceUnavailable(
            f"PySide6 {found} crashes on Python {python[0]}.{python[1]} after some thousand calls.",
            "Install another: pip install 'PySide6-Essentials>=6.10,<6.12'; or use Python 3.12.",
        )
