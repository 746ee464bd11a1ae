"""The sample run's zones as the operator may look at them, with their windows and places."""

from __future__ import annotations

import time

from engine.domain.spaces import Rect, SightLag
from engine.domain.zones import Window
from tests.support.sample_run import zones
from widgets.window.main_window import MainWindow

DIALOG = Window("w-2", "Save As", "Mousepad", Rect(300, 180, 680, 420), True, 0, is_dialog=True)
EDITOR = Window("w-1", "note.txt", "Mousepad", Rect(140, 80, 940, 640), False, 1)


def show_zones(window: MainWindow, what: str) -> None:
    """The zones of the picture: one of them, or all numbered."""
    window.show_zones(zones(), (DIALOG, EDITOR))
    view = window.views.live.view
    match what:
        case "marks":
            window._actions.marks.trigger()
        case "late":
            window.show_lag(SightLag(unshown_since_secs=time.monotonic() - 2))
        case _:
            view.zone_pinned.emit(view.layer.zones[-1])
