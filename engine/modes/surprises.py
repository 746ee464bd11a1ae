"""What a plan did not foresee: a dialog that came up although no step was to open a window."""

from __future__ import annotations

from engine.domain.conditions import opens_window
from engine.domain.plans import PlanSegment
from engine.domain.situation import Situation


def unforeseen_dialog(segment: PlanSegment, planned_on: Situation, now: Situation) -> str:
    """The title of a dialog in front that is a surprise; empty where there is none.

    Whoever planned the segment knew nothing of it, so its word that the goal is reached then is
    worth another look.
    """
    front = now.active_window
    if front is None or not front.is_dialog:
        return ""
    if any(window.window_id == front.window_id for window in planned_on.windows):
        return ""
    if any(opens_window(step.expected_change) for step in segment.steps):
        return ""
    return front.title or front.application
