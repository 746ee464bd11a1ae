"""When local perception (Tier 1) falls short, in words: a pure rule over one situation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import PICTURE_ROLES, Source, Window, Zone

_MOST_SHARE = 0.5


def shortfall_of(situation: Situation, *, changed: int = 0) -> str:
    """Why it is not enough; empty where it is, and where there is no window to look at.

    ``changed`` says at how many places something was that a vision model saw, and is no more.
    """
    front = front_window(situation)
    if front is None:
        return ""
    title = f"“{front.title or front.application}”"
    if situation.is_stale or not situation.zones_in_sight:
        return "nothing on the screen can be recognised, though windows are there"
    inside = [
        zone
        for zone in situation.zones_in_sight
        if zone.window_id == front.window_id and _tells(zone)
    ]
    pictures = [zone for zone in inside if zone.role in PICTURE_ROLES]
    if not pictures and not any(zone.is_actionable for zone in inside):
        return f"nothing in the window {title} can be acted upon, as far as it tells"
    for zone in pictures:
        share = zone.bounds_px.area / max(1, front.bounds_px.area)
        if share >= _MOST_SHARE and not any(_within(zone, situation)):
            return f"most of the window {title} is one {zone.role} that tells nothing of itself"
    if changed:
        places = "one place" if changed == 1 else f"{changed} places"
        return f"the window {title} has changed at {places} where a vision model saw something"
    return ""


def front_window(situation: Situation) -> Window | None:
    """The window that has the keyboard, else the topmost."""
    by_order = min(situation.windows, key=lambda window: window.order, default=None)
    return situation.active_window or by_order


def view_px(situation: Situation, front: Window) -> Rect:
    """The window in front with what has popped up from it, in frame pixels."""
    view = front.bounds_px
    for window in windows_in_view(situation, front):
        view = view.union(window.bounds_px)
    return view.intersection(situation.frame.bounds_px)


def windows_in_view(situation: Situation, front: Window) -> tuple[Window, ...]:
    """The window in front and what has popped up from it."""
    popups = (
        window
        for window in situation.windows
        if not window.title
        and window.application == front.application
        and window.order < front.order
    )
    return (front, *popups)


def _tells(zone: Zone) -> bool:
    """A shape that is merely seen, without any words, tells nothing that a plan could use."""
    return zone.source is not Source.SHAPE or bool(zone.label or zone.value)


def _within(picture: Zone, situation: Situation) -> Iterator[bool]:
    return (
        True
        for zone in situation.zones_in_sight
        if zone is not picture
        and _tells(zone)
        and zone.window_id == picture.window_id
        and picture.bounds_px.contains(zone.bounds_px.center)
    )
