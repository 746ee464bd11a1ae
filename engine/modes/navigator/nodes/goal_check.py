"""3) goal_check: artifact detection, stage promotion, terminals.

8) progress: the score, 0 to 1, with what it rests on, auto_done, and the counters.

How far the run has come: orient → context → locate → verify → done, and never back."""

from dataclasses import replace

from engine.domain.actions import PressKeys
from engine.domain.terminals import DONE_NOT_SEEN, Terminal
from engine.domain.web.events import ProgressJudged, ProposalRefused, StagePromoted
from engine.domain.web.pages import GoalKind, Page, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import META_ACTIONS, ActionName, WebProposal
from engine.language.labels import content_words, coverage, hits
from engine.modes.claiming import WeighedParts, weigh_parts
from engine.modes.navigator import keeping, page_types, sending, weighing
from engine.modes.navigator.attempts import action_key
from engine.modes.navigator.looks import Look, artifact, shown, with_latest, words_of
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import MAX_SEEN, NavState, is_early, stage_of
from engine.modes.navigator.terminals import ended, terminal_of

CLAIM_REFUSED = "claim_not_confirmed"
_NEAR = 0.6
"""The share of the goal's words on the page from which on it is worth verifying."""


async def goal_check(state: NavState, work: Work) -> NavState:
    """Promote the stage as far as the page shows, and end the run where a terminal holds."""
    look = work.seen
    work.remember_page()
    confirmed = NavState(confirmed=sending.confirmed_now(state, work))
    now: NavState = {**state, **confirmed}
    found = artifact(
        look,
        work.goal,
        now,
        known_downloads=work.known_downloads or 0,
        read=tuple(work.read.values()),
    )
    parts = await _weighed_parts(now, work)
    bare = weighing.borne_by(parts, found, now, work)
    is_action, work.kept = work.goal.kind is GoalKind.ACTION, ""
    found = weighing.evidence_of(bare, now) if bare and is_action else bare
    ending = weighing.weighed(found, now, work, parts)
    if is_action and ending is not None and ending.reason == DONE_NOT_SEEN:
        work.kept = await keeping.kept_by_server(now, work)
        found = weighing.evidence_of(bare, now, work.kept)
        ending = weighing.weighed(found, now, work, parts)
    if ending is not None and ending.terminal is Terminal.GOAL_FAILED:
        found = ""
    update: NavState = {**confirmed, **await _promoted(now, work, found)}
    if not found and ending is None and state["claim"] is not None:
        update = {**update, **await _refused_claim({**now, **update}, work, parts)}
    ending = ending or terminal_of({**now, **update}, work.limits, found, now["claim"] or "")
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
    """The page has words of the goal, or the thinker has acted or was asked before."""
    page = page_types.own_words(look.page)
    found = hits(content_words(goal.text), page_types.head(page), page.url, page.text)
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
    page = page_types.own_words(look.page)
    share = coverage(content_words(goal.text), page_types.head(page), page.url, page.text)
    is_far = look.is_listing and goal.kind is GoalKind.OBJECT and goal.mode is not TaskMode.ANSWER
    return f"the page has {share:.0%} of the goal's words" if share >= _NEAR and not is_far else ""


WEIGHTS = {"url": 0.15, "title": 0.2, "keywords": 0.2, "goal_hits": 0.3, "last_target": 0.15}


async def progress(state: NavState, work: Work) -> NavState:
    """Judge what the action under way came to; it is not under way any more."""
    proposal = state["pending"]
    page = page_of(work.run.looks.seen)
    words = content_words(work.goal.text)
    target = work.seen.page.element(proposal.agent_id) if proposal is not None else None
    about = words_of(target) if target is not None else state["pending_words"] if proposal else ""
    score, evidence = score_of(page, words, about)
    mark = f"{page.url} {page.dom_hash} {page.scroll_y_px}"
    has_changed = state["has_changed"]
    is_new = has_changed and mark not in state["seen_states"]
    has_progressed = is_new or score > state["best_score"]
    evidence = (*evidence, state["state_change"]) if state["state_change"] else evidence
    await work.run.log.append(ProgressJudged(state["step"], score, has_progressed, evidence))
    update = NavState(
        score=score,
        best_score=max(score, state["best_score"]),
        seen_states=with_latest(state["seen_states"], mark, MAX_SEEN),
        # past the early stages nobody need say so, where it led to what the model told beforehand;
        # for one goal_check, upon the page that is in front by then
        is_auto_done=not is_early(state) and has_changed and bool(shown(page, work.goal)),
        pending=None,
        error="",
        is_turned_down=False,
    )
    return {**update, **_counters(proposal, state, is_new, has_progressed)}


def _counters(
    proposal: WebProposal | None, state: NavState, is_new: bool, has_progressed: bool
) -> NavState:
    key = action_key(proposal, state["visited"][-1]) if proposal else ""
    is_vain = state["has_acted"] or not (proposal and isinstance(proposal.acts, PressKeys))
    is_repeat = bool(key) and key == state["last_key"] and not is_new and is_vain
    update = NavState(last_key=key, repeat_count=state["repeat_count"] + 1 if is_repeat else 1)
    if has_progressed:
        update["no_progress_steps"] = 0
        update["has_been_conservative"] = False
        update["is_boosted"] = False
        return update
    update["idle_calls"] = state["idle_calls"] + 1
    if proposal is None or proposal.action not in META_ACTIONS:
        update["no_progress_steps"] = state["no_progress_steps"] + 1
    return update


def score_of(page: Page, words: tuple[str, ...], last_target: str) -> tuple[float, tuple[str, ...]]:
    """``words`` are the goal's; ``last_target`` is what the last action was done upon, in words."""
    url = page.url.replace("-", " ").replace("_", " ").replace("/", " ")
    shares = {
        "url": coverage(words, url),
        "title": coverage(words, page.title),
        "keywords": coverage(words, *page.headings),
        "goal_hits": coverage(words, page.text),
        "last_target": coverage(words, last_target),
    }
    evidence = [
        f"{name}: {share:.0%} of the goal's words" for name, share in shares.items() if share
    ]
    found = hits(words, page.title, *page.headings, page.text)
    evidence += [f"on the page: {', '.join(found)}"] if found else []
    score = sum(WEIGHTS[name] * share for name, share in shares.items())
    return round(score, 3), tuple(evidence)
