"""The operator's words for where things are."""

from __future__ import annotations

from engine.language.labels import normal, quoted
from engine.thinking.offline.desk import Desk
from engine.thinking.offline.finding import Found


def place_words(desk: Desk, found: Found) -> str:
    """Where it is, where that tells something: “ in “Save As””."""
    if found.which:
        return f" ({found.which})"
    window = desk.finder.window_of(found.zone)
    if window is None or not window.is_dialog or not window.title:
        return ""
    if normal(window.title) == normal(found.zone.label):
        return ""
    return f" in {quoted(window.title)}"
