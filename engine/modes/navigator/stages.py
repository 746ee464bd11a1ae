"""How far the run has come: orient → context → locate → verify → done, and never back."""

from __future__ import annotations

from engine.domain.web.goals import GoalKind, Stage, TaskMode, WebGoal
from engine.language.matching import content_words, coverage, hits
from engine.modes.navigator.echoes import head, own_words
from engine.modes.navigator.looks import Look
from engine.modes.navigator.state import NavState, stage_of

_NEAR = 0.6
"""The share of the goal's words on the page from which on it is worth verifying."""


def promotions(
    look: Look, goal: WebGoal, state: NavState, found: str
) -> tuple[tuple[Stage, str], ...]:
    """The stages that are reached now beyond the present one, in order, each with its reason."""
    reached: list[tuple[Stage, str]] = []
    stages = tuple(Stage)
    for stage in stages[stage_of(state).number + 1 :]:
        why = found or _why(stage, look, goal, state)
        if not why:
            break
        reached.append((stage, why))
    return tuple(reached)


def _why(stage: Stage, look: Look, goal: WebGoal, state: NavState) -> str:
    if look.trouble:
        return ""
    match stage:
        case Stage.CONTEXT:
            page = look.page
            return f"on “{page.title or page.url}”" if page.text or page.elements else ""
        case Stage.LOCATE:
            return _in_context(look, goal, state)
        case Stage.VERIFY:
            return _located(look, goal, state)
        case _:
            return ""  # only an artifact is the end


def _in_context(look: Look, goal: WebGoal, state: NavState) -> str:
    """The page has words of the goal; or the thinker, which may have other words for it, has acted
    or was asked before."""
    page = own_words(look.page)
    found = hits(content_words(goal.text), head(page), page.url, page.text)
    if found:
        return f"the page speaks of {', '.join(found[:3])}"
    if look.candidates:
        return f"“{look.candidates[0].text or look.candidates[0].aria_label}” fits the goal"
    if state["has_searched"]:
        return "it was searched for"
    if goal.kind is GoalKind.ACTION and state["performed"] and state["has_changed"]:
        return "the action was begun"
    return "the thinker has looked at it before" if state["planner_calls"] else ""


def _located(look: Look, goal: WebGoal, state: NavState) -> str:
    """Something of the artifact is in sight, or said to be."""
    if state["claim"] is not None:
        return "the thinker says that it is there"
    if goal.mode is TaskMode.DOWNLOAD:
        return "a download began" if look.page.downloads else ""
    if goal.kind is GoalKind.ACTION:
        return "the action was begun" if state["performed"] and state["has_changed"] else ""
    if goal.kind is GoalKind.LIST and look.is_listing and look.candidates:
        return "the page lists things that fit"
    page = own_words(look.page)
    share = coverage(content_words(goal.text), head(page), page.url, page.text)
    is_far = look.is_listing and goal.kind is GoalKind.OBJECT and goal.mode is not TaskMode.ANSWER
    return f"the page has {share:.0%} of the goal's words" if share >= _NEAR and not is_far else ""
