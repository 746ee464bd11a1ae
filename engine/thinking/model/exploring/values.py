"""What the prompts of exploring are filled with, from their requests."""

from __future__ import annotations

from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    MAX_REASONING_CHARS,
    SuccessfulActionGroup,
    TriedAction,
    max_actions,
    zone_key,
)
from engine.domain.exploring.requests import ExploreRequest, ProgressRequest
from engine.domain.situation import Situation
from engine.thinking.model.fencing import one_line
from engine.thinking.model.screen_text import changes_between, gone_since

Values = dict[str, object]
_MOST_TRIED, _MOST_REFUSED = 40, 10
_WORDS_CHARS = 120


def words_of(request: ExploreRequest) -> str:
    """What zones are ranked by: the goal, and where exploring may act."""
    return " ".join((request.goal, *request.scope.windows, *request.scope.zones))


def groups_values(request: ExploreRequest, before: Situation | None, *, has_sheet: bool) -> Values:
    """``before`` is the screen of the asking before this one."""
    return {
        "goal": request.goal.strip(),
        "iteration": request.iteration,
        "most_groups": MAX_FIRST_GROUPS,
        "most_actions": max_actions(request.iteration),
        "successful": [_group_values(each) for each in request.successful],
        "gone": gone_since(before, request.situation) if before is not None else "",
        "tried": _tried_words(request),
        "refused": [one_line(each, _WORDS_CHARS) for each in request.refused[-_MOST_REFUSED:]],
        "scope": request.scope,
        "states_seen": request.states_seen,
        "actions_left": request.actions_left,
        "complaint": request.complaint,
        "has_sheet": has_sheet,
        "is_web": request.situation.page is not None,
    }


def verdict_values(request: ProgressRequest, *, has_sheet: bool) -> Values:
    return {
        "goal": request.goal.strip(),
        "actions": [one_line(each, _WORDS_CHARS) for each in request.actions],
        "changes": changes_between(request.before.zones_in_sight, request.after.zones_in_sight),
        "local": one_line(request.local.why, _WORDS_CHARS),
        "picture_share": f"{request.local.picture:.1%}",
        "has_sheet": has_sheet,
    }


def _group_values(group: SuccessfulActionGroup) -> Values:
    return {
        "number": group.number,
        "reasoning": one_line(group.reasoning, MAX_REASONING_CHARS),
        "confidence": f"{group.confidence:.2f}",
        "actions": [_action_words(each) for each in group.actions],
        "change": one_line(group.change, _WORDS_CHARS),
    }


def _action_words(tried: TriedAction) -> str:
    words = one_line(tried.step.description, _WORDS_CHARS)
    if tried.succeeded:
        return f"worked: {words}"
    why = one_line(tried.why, _WORDS_CHARS)
    return f"failed: {words}" + (f" ({why})" if why else "")


def _tried_words(request: ExploreRequest) -> str:
    """Of what can be seen now, what was acted upon and how often; the most often first."""
    counted = [
        (request.tried.get(zone_key(zone, request.situation), 0), zone.zone_id)
        for zone in request.situation.zones_in_sight
        if zone.is_actionable
    ]
    tried = sorted(((count, name) for count, name in counted if count), key=lambda it: -it[0])
    more = len(tried) - _MOST_TRIED
    told = [f"{name} {count}×" for count, name in tried[:_MOST_TRIED]]
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")
