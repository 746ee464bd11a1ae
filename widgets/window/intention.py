"""What the agent means to act upon next, and where it is: for the mark over the picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.lifecycle import StepState
from engine.domain.plans import StepPlace
from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from engine.record.views.run_state import RunState
from widgets.inspector.inspector import find_step


def intended_target(state: RunState, zones: Sequence[Zone]) -> tuple[Rect | None, str]:
    """The target's place in frame pixels and what will be done there; None without a place."""
    if not state.is_running:
        return None, ""
    if state.pending is not None:
        return state.pending.target_px, state.pending.step.description
    view = find_step(state, StepPlace(state.current_segment, state.current_step))
    plan = view.local if view is not None else None
    acting = plan.states[-1] if plan is not None and plan.is_open and plan.states else view
    if acting is None or acting.step is None or acting.state is not StepState.RUNNING:
        return None, ""
    step = acting.performed or acting.step
    zone = next((each for each in zones if each.zone_id == step.zone_id and each.on_screen), None)
    return (zone.bounds_px, step.description) if zone is not None else (None, "")
