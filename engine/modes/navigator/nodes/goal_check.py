"""3) goal_check: artifact detection, stage promotion, terminals.

How far the run has come: orient → context → locate → verify → done, and never back.
"""

from __future__ import annotations

from dataclasses import replace

from engine.domain.terminals import Terminal
from engine.domain.web.events import ProposalRefused, StagePromoted
from engine.domain.web.goals import GoalKind, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName
from engine.language.labels import content_words, coverage, hits
from engine.modes.claiming import WeighedParts, weigh_parts
from engine.modes.navigator.artifacts import artifact, told_of
from engine.modes.navigator.looks import Look
from engine.modes.navigator.page_types import head, own_words
from engine.modes.navigator.run import Work
from engine.modes.navigator.sending import confirmed_now
from engine.modes.navigator.state import NavState, stage_of
from engine.modes.navigator.terminals import ended, terminal_of
from engine.modes.navigator.weighing import borne_by, evidence_of, weighed

CLAIM_REFUSED = "claim_not_confirmed"
_NEAR = 0.6
"""The share of the goal's words on the page from which on it is worth verifying."""


async def goal_check(state: NavState, work: Work) -> NavState:
    """Promote the stage as far as the page shows, and end the run where a terminal holds."""
    look = work.seen
    work.remember_page()
    confirmed = NavState(confirmed=confirmed_now(state, work))
    now: NavState = {**state, **confirmed}
    found = artifact(
        look,
        work.goal,
        now,
        known_downloads=work.known_downloads or 0,
        read=tuple(work.read.values()),
    )
    parts = await _weighed_parts(now, work)
    found = borne_by(parts, found, now, work)
    if found and work.goal.kind is GoalKind.ACTION:
        found = evidence_of(found, now)
    ending = weighed(found, now, work, parts)
    if ending is not None and ending.terminal is Terminal.GOAL_FAILED:
        found = ""
    update: NavState = {**confirmed, **await _promoted(now, work, found)}
    if not found and ending is None and state["claim"] is not None:
        update = {**update, **await _refused_claim({**now, **update}, work, parts)}
    answer = now["claim"] or ""
    proved = answer if told_of(answer, work.goal, tuple(work.read.values())) else ""
    ending = ending or terminal_of({**now, **update}, work.limits, found, proved)
    if ending is not None:
        return {**update, **ended(ending)}
    # what the last action led to has been looked at; a page that somebody opens later needs a claim
    return {**update, "is_auto_done": False}


async def _weighed_parts(state: NavState, work: Work) -> WeighedParts:
    """What the thinker named beside its claim, looked for. To do something is borne by no text
    that stood there before it was sent, or before the run."""
    if state["claim"] is None:
        return WeighedParts()
    is_deed = work.goal.kind is GoalKind.ACTION and not state["claim"]
    before = (work.sent_from or work.first) if is_deed else None
    now = work.seen.situation
    return await weigh_parts(work.parts, work.run.looks, now, before, work.named_on)


async def _promoted(state: NavState, work: Work, found: str) -> NavState:
    reached = promotions(work.seen, work.goal, state, found)
    for stage, why in reached:
        await work.run.log.append(StagePromoted(stage, why))
    if not reached:
        return NavState()
    return NavState(
        stage=reached[-1][0].value, stage_step=state["step"], idle_calls=0, no_progress_steps=0
    )


async def _refused_claim(state: NavState, work: Work, parts: WeighedParts) -> NavState:
    """What was claimed can't be seen: the thinker is told so, and the run goes on."""
    why = "It was said to be done, but nothing on the page shows it."
    if state["refused_deed"]:
        why = f"It was said to be done, but it was turned down: {state['refused_deed']}."
    elif parts.excluded:
        why = f"It was said to be done, but {'; '.join(parts.excluded)}."
    elif state["claim"]:
        why = f"The answer “{state['claim']}” does not stand on the page."
    await work.run.log.append(ProposalRefused(ActionName.DONE, stage_of(state), why))
    attempts = list(state["attempts"])
    if attempts:
        attempts[-1] = replace(attempts[-1], why=why)
    return NavState(
        claim=None,
        attempts=attempts,
        refused_claims=state["refused_claims"] + 1,
        error=CLAIM_REFUSED,
        error_words=why,
    )


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
