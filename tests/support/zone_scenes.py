"""The sample run's zones as the operator may look at them, with their windows and places."""

from __future__ import annotations

import time

from engine.domain.spaces import Rect, SightLag
from engine.domain.zones import Source, Window
from tests.support.sample_run import zones
from widgets.picture.zone_filter import RoleGroup
from widgets.window.main_window import MainWindow

DIALOG = Window("w-2", "Save As", "Mousepad", Rect(300, 180, 680, 420), True, 0, is_dialog=True)
EDITOR = Window("w-1", "note.txt", "Mousepad", Rect(140, 80, 940, 640), False, 1)


def show_zones(window: MainWindow, what: str) -> None:
    """The zones of the picture: one of them, filtered or numbered."""
    window.show_zones(zones(), (DIALOG, EDITOR))
    view = window.views.live.view
    match what:
        case "filter":
            tools = window.views.live.tools
            for choice in (Source.TEXT, RoleGroup.FIELDS):
                tools.menu.choices[choice].trigger()
            tools.open_filter()
        case "marks":
            window._actions.marks.trigger()
        case "late":
            window.picture_controls.show_lag(SightLag(unshown_since_secs=time.monotonic() - 2))
        case _:
            view.zone_pinned.emit(view.layer.zones[-1])
