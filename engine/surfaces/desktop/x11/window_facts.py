"""What the X server's answers about windows add up to: rectangles, and whose process it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.domain.spaces import Rect
from engine.surfaces.desktop.x11.window_stack import XWindow
from engine.surfaces.desktop.x11.x_replies import numbers_in


def rects_of(replies: dict[str, Any]) -> tuple[Rect | None, Rect | None]:
    """Outer and inner rectangle, both without the shadow that GTK draws around its windows."""
    outer, inner, origin = replies["outer"], replies["inner"], replies["origin"]
    if outer is None or inner is None or origin is None:
        return None, None
    border = 2 * outer.border_width
    outer_px = Rect(outer.x, outer.y, outer.width + border, outer.height + border)
    inner_px = Rect(origin.dst_x, origin.dst_y, inner.width, inner.height)
    shadow = numbers_in(replies["_GTK_FRAME_EXTENTS"])
    if len(shadow) == 4:
        left, right, top, bottom = shadow
        inner_px = Rect(
            inner_px.x + left,
            inner_px.y + top,
            inner_px.width - left - right,
            inner_px.height - top - bottom,
        )
        outer_px = inner_px
    return outer_px, inner_px


def with_process_of_siblings(windows: Sequence[XWindow]) -> list[XWindow]:
    """A window without a process id gets that of another window of the same X client."""
    known = {one.client: one.process_id for one in windows if one.process_id}
    return [
        one if one.process_id else replace(one, process_id=known.get(one.client, 0))
        for one in windows
    ]
