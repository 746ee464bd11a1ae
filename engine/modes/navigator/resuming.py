"""Going on after a run broke off: the recorded state, made fit to begin at observe."""

from __future__ import annotations

from engine.domain.web.resuming import BROKE_OFF, ResumePoint
from engine.modes.navigator.attempts import with_attempt, without_keys
from engine.modes.navigator.state import NavState, state_from_text


def state_to_go_on_from(point: ResumePoint) -> NavState:
    """What was under way is never performed again unseen: it becomes an attempt of which the
    thinker is told, and the next page decides. What is known of elements by their ids is
    forgotten: another browser gives the same ids to others. Raises ``RecordUnavailable``."""
    state = state_from_text(point.state_text)
    attempts = state["attempts"]
    if state["pending"]:
        attempts = with_attempt(state, has_changed=False, why=BROKE_OFF)
    return {
        **state,
        **NavState(
            attempts=without_keys(attempts),
            failures={},
            avoid=[],
            last_key="",
            last_error_key="",
            pending="",
            pending_words="",
            claim=None,
            question="",
            error="",
            error_key="",
            is_overruled=False,
            is_turned_down=False,
            has_acted=False,
            is_auto_done=False,
            terminal="",
            reason="",
            message="",
            state_change="the run went on after it broke off",
        ),
    }
