"""How far the run has come: orient → context → locate → verify → done, and never back."""

from __future__ import annotations

from engine.domain.web.goals import GoalKind, Stage, TaskMode, WebGoal
from engine.domain.web.matching import coverage, hits
from engine.domain.web.reading.goals import wanted_page
from engine.domain.web.synonyms import field_asked
from engine.modes.navigator.deeds_done import head
from engine.modes.navigator.echoes import own_words
from engine.modes.navigator.looks import Look, goal_hits
from engine.modes.navigator.state import NavState, stage_of

_NEAR = 0.6
"""The share of the terms on the page from which on the artifact is worth verifying."""


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
            return _oriented(look)
        case Stage.LOCATE:
            return _in_context(look, goal, state)
        case Stage.VERIFY:
            return _located(look, goal, state)
        case _:
            return ""  # only an artifact is the end


def _oriented(look: Look) -> str:
    page = look.page
    if page.text or page.elements:
        return f"on “{page.title or page.url}”"
    return ""


def _in_context(look: Look, goal: WebGoal, state: NavState) -> str:
    """The page has to do with the goal."""
    page = own_words(look.page)
    found = hits(goal.terms, head(page), page.url, page.text)
    if found:
        return f"the page speaks of {', '.join(found[:3])}"
    asked = field_asked(" ".join(goal.terms)) if goal.mode is TaskMode.ANSWER else None
    if asked and asked[0].is_told_in("\n".join((head(page), page.text))):
        return f"the page has another word for {asked[0].asked[0]}"
    if look.candidates:
        return f"“{look.candidates[0].text or look.candidates[0].aria_label}” fits the goal"
    if state["has_searched"]:
        return "it was searched for"
    if goal.kind is GoalKind.ACTION and state["performed"] and state["has_changed"]:
        return "the action was begun"
    return "" if goal.terms else "the goal names nothing else to look for"


def _located(look: Look, goal: WebGoal, state: NavState) -> str:
    """Something of the artifact is in sight."""
    page = own_words(look.page)
    share = coverage(goal.terms, head(page), page.url, page.text)
    if goal.mode is TaskMode.DOWNLOAD:
        return "a download began" if page.downloads else _link_to_file(look, goal)
    if goal.kind is GoalKind.ACTION:
        if not state["performed"]:
            return ""
        return "the action was begun" if state["typed"] or state["has_changed"] else ""
    is_paged = wanted_page(goal) is not None
    if goal.kind is GoalKind.LIST and look.is_listing and (look.candidates or is_paged):
        return "the page lists things that fit"
    is_far = look.is_listing and goal.kind is GoalKind.OBJECT and goal.mode is not TaskMode.ANSWER
    if share >= _NEAR and not is_far:
        return f"the page has {share:.0%} of what is sought"
    return ""


def _link_to_file(look: Look, goal: WebGoal) -> str:
    for each in look.candidates:
        is_file = "download" in f"{each.text} {each.href}".casefold() or "." in each.href[-5:]
        if is_file and goal_hits(each, goal) >= max(1, len(goal.terms) // 2):
            return f"“{each.text}” may be the file"
    return ""
