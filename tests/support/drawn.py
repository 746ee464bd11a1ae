"""Situations with a picture that was drawn: a window with zones, painted as a test wants it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, State, Window, Zone

SCREEN = Rect(0, 0, 400, 300)
_WINDOW = Rect(20, 20, 320, 240)
PAPER, INK, GREY = 250, 10, 120
_counts = itertools.count(1)


def window(
    title: str = "App",
    bounds: Rect = _WINDOW,
    *,
    order: int = 0,
    active: bool = True,
    dialog: bool = False,
    application: str = "app",
) -> Window:
    return Window(f"id {title}", title, application, bounds, active, order, dialog)


def zone(
    label: str,
    role: Role,
    bounds: Rect,
    *states: State,
    value: str = "",
    parent: str = "",
    at: str = "id App",
    shown: bool = True,
) -> Zone:
    return Zone(
        zone_id=label or role.value,
        label=label,
        role=role,
        bounds_px=bounds,
        state=frozenset({State.ENABLED, *states}),
        value=value,
        window_id=at,
        parent_id=parent,
        on_screen=shown,
    )


def drawn(windows: Sequence[Window], zones: Sequence[Zone], *marks: tuple[Rect, int]) -> Situation:
    """The windows are paper; each of ``marks`` is painted over them in that grey."""
    pixels = np.full((SCREEN.height, SCREEN.width, 4), 60, np.uint8)
    boxes = [(one.bounds_px, PAPER) for one in sorted(windows, key=lambda w: -w.order)]
    for box, grey in (*boxes, *marks):
        pixels[box.y : box.bottom, box.x : box.right, :3] = grey
    frame = Frame(next(_counts), 0.0, SCREEN.width, SCREEN.height, pixels.tobytes())
    return Situation(frame, tuple(zones), tuple(windows))
