"""What a thinker is told: the goal, how far it has come, the page, what was tried, what failed."""

from __future__ import annotations

from engine.domain.web.proposals import ActionName, WebRequest
from engine.modes.navigator.attempts import attempts_of
from engine.modes.navigator.rejections import rejected_ids
from engine.modes.navigator.run import Work
from engine.modes.navigator.search_fields import search_controls
from engine.modes.navigator.sending import complaints_now
from engine.modes.navigator.state import NavState, stage_of

_MAX_SEARCHES_IN_VAIN = 2


def request_of(state: NavState, work: Work, allowed: tuple[ActionName, ...]) -> WebRequest:
    look = work.seen
    avoid = tuple(dict.fromkeys((*state["avoid"], *rejected_ids(look.page, state))))
    return WebRequest(
        goal=work.goal,
        situation=look.situation,
        stage=stage_of(state),
        page_type=look.page_type,
        mapping=look.mapping,
        candidates=tuple(each.agent_id for each in look.candidates if each.agent_id not in avoid),
        allowed=allowed,
        is_listing=look.is_listing,
        explore_mode=state["no_progress_steps"] > 1,
        avoid_search=should_avoid_search(state),
        search_no_change=state["search_failures"] > 0,
        search_controls=search_controls(look.page.elements),
        avoid=avoid,
        is_looping=state["is_looping"],
        loop_words=state["loop_words"],
        error=state["error_words"] if state["error"] else look.trouble,
        attempts=attempts_of(state),
        visited=tuple(state["visited"]),
        state_change=state["state_change"],
        completed=work.run.steps.completed,
        answers=dict(state["answers"]),
        steps_left=max(0, work.limits.max_steps - state["step"]),
        sent=state["sent"],
        confirmed=state["confirmed"],
        complaints=complaints_now(state, work),
    )


def should_avoid_search(state: NavState) -> bool:
    """Searching changed nothing, again and again."""
    return state["search_failures"] >= _MAX_SEARCHES_IN_VAIN
