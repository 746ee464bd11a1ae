"""2) loop_mitigation: optional conservative pass; paged_scan with mapping_boost until
max_auto_scrolls."""

from __future__ import annotations

from engine.domain.performing import StepOverruled
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import scroll_step


async def loop_mitigation(state: NavState, work: Work) -> NavState:
    """Look once more without touching anything, then scan view by view; then nothing is left."""
    if work.limits.may_be_conservative and not state["has_been_conservative"]:
        return NavState(is_conservative=True, has_been_conservative=True)
    page = work.seen.page
    may_scan = state["auto_scrolls_used"] < work.limits.max_auto_scrolls
    if not may_scan or not page.can_scroll_down:
        return NavState(is_mitigated=True, is_boosted=True)
    step = scroll_step("Scroll on by a view to find more")
    result = await work.perform_aside(step, f"paged scan: {state['loop_words']}")
    return NavState(
        auto_scrolls_used=state["auto_scrolls_used"] + 1,
        is_boosted=True,
        is_overruled=isinstance(result, StepOverruled),
    )
