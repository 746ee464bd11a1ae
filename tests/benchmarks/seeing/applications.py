"""The applications whose pictures are looked at, and how the truth of each is known."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_HERE = Path(__file__).parent
TERMINAL_TEXT = _HERE / "terminal.txt"
TERMINAL_COLUMNS, TERMINAL_ROWS, TERMINAL_BORDER_PX = 80, 24, 4


class Told(StrEnum):
    """Who knows the truth."""

    TREE = "its accessibility tree"
    WIDGETS = "Tk's own word about its widgets"
    X_WINDOWS = "the X windows of its widgets"
    CELLS = "the cells of its lines"


@dataclass(frozen=True, slots=True)
class SeenApplication:
    """``command`` may hold ``{folder}``, a folder to write to. ``is_unseen``: no rule was made or
    mended by its picture."""

    name: str
    toolkit: str
    command: tuple[str, ...]
    told_by: Told = Told.TREE
    is_unseen: bool = False

    @property
    def is_installed(self) -> bool:
        words = (word for word in self.command if word != "env" and "=" not in word)
        return shutil.which(next(words)) is not None


_CHROMIUM = (
    *("env", "GNOME_ACCESSIBILITY=1", "chromium", "--no-sandbox", "--no-first-run"),
    *("--force-renderer-accessibility", "--disable-gpu", "--password-store=basic"),
    *("--user-data-dir={folder}/chromium", "--window-size=1100,700", f"file://{_HERE}/form.html"),
)
_WRITER = ("env", "SAL_USE_VCLPLUGIN=gtk3", "soffice", "--writer", "--norestore", "--nologo")
_TERMINAL = (
    *("xterm", "+sb", "-b", str(TERMINAL_BORDER_PX), "-fa", "DejaVu Sans Mono", "-fs", "11"),
    *("-geometry", f"{TERMINAL_COLUMNS}x{TERMINAL_ROWS}", "-e"),
    *("sh", "-c", f"cat {TERMINAL_TEXT}; exec sleep 600"),
)

APPLICATIONS = (
    SeenApplication("gtk3-widget-factory", "GTK 3", ("gtk3-widget-factory",)),
    SeenApplication("mousepad", "GTK 3", ("mousepad", str(_HERE / "note.txt"))),
    SeenApplication("gtk4-demo", "GTK 4", ("gtk4-demo",)),
    SeenApplication("featherpad", "Qt", ("featherpad", str(_HERE / "note.txt"))),
    SeenApplication("practice app", "Qt", (sys.executable, "-m", "tests.practice_app")),
    SeenApplication(
        "a form in Tk", "Tk", ("wish", str(_HERE / "form.tcl"), "{folder}/widgets"), Told.WIDGETS
    ),
    SeenApplication("xcalc", "Xt", ("xcalc",), Told.X_WINDOWS),
    SeenApplication(
        *("xmessage", "Xt"),
        ("xmessage", "-buttons", "Yes:1,No:2,Ask me later:3", "Shall the old notes be kept?"),
        Told.X_WINDOWS,
    ),
    SeenApplication("writer", "LibreOffice", _WRITER),
    SeenApplication("a form in chromium", "Chromium", _CHROMIUM),
    SeenApplication("xterm", "a terminal", _TERMINAL, Told.CELLS),
    SeenApplication("galculator", "GTK 3", ("galculator",), is_unseen=True),
    SeenApplication("thunar", "GTK 3", ("thunar", "/usr/share")),
    SeenApplication("editres", "Xt", ("editres",), Told.X_WINDOWS, is_unseen=True),
    SeenApplication("gtk4-print-editor", "GTK 4", ("gtk4-print-editor",), is_unseen=True),
)
