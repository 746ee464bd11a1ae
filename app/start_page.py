"""What is wrong with the page on which a run on the web was to begin, for whoever wrote it."""

from __future__ import annotations

from engine.domain.lifecycle import StepState
from engine.domain.terminals import Terminal
from engine.record.views.run_state import RunState

ADDRESS_REMEDY = "Write it as in example.org/shop."
TROUBLE_REMEDY = "Correct the start page, or see whether it opens elsewhere, and start again."


def start_page_trouble(state: RunState) -> str:
    """Why the first page did not load, where the run came no further; else empty."""
    if state.outcome is None or state.outcome.terminal is Terminal.GOAL_SATISFIED:
        return ""
    has_acted = any(
        view.state is StepState.DONE for segment in state.segments for view in segment.steps
    )
    page = state.web.page if state.web is not None else None
    if has_acted or page is None or not page.trouble:
        return ""
    return f"The start page did not load. {page.trouble}"
