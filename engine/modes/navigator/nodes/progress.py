"""8) progress: the score, 0 to 1, with what it rests on, auto_done, and the counters."""

from __future__ import annotations

from engine.domain.web.events import ProgressJudged
from engine.domain.web.pages import Page
from engine.domain.web.proposals import META_ACTIONS, WebProposal
from engine.language.labels import content_words, coverage, hits
from engine.modes.navigator.artifacts import shown
from engine.modes.navigator.attempts import action_key
from engine.modes.navigator.looks import with_latest, words_of
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import MAX_SEEN, NavState, is_early

WEIGHTS = {"url": 0.15, "title": 0.2, "keywords": 0.2, "goal_hits": 0.3, "last_target": 0.15}


async def progress(state: NavState, work: Work) -> NavState:
    """Judge what the action under way came to; it is not under way any more."""
    proposal = state["pending"]
    page = page_of(work.run.looks.seen)
    score, evidence = score_of(page, content_words(work.goal.text), _target_words(proposal, work))
    mark = f"{page.url} {page.dom_hash} {page.scroll_y_px}"
    is_new = state["has_changed"] and mark not in state["seen_states"]
    has_progressed = is_new or score > state["best_score"]
    evidence = (*evidence, state["state_change"]) if state["state_change"] else evidence
    await work.run.log.append(ProgressJudged(state["step"], score, has_progressed, evidence))
    update = NavState(
        score=score,
        best_score=max(score, state["best_score"]),
        seen_states=with_latest(state["seen_states"], mark, MAX_SEEN),
        is_auto_done=_is_auto_done(state, page, work),
        pending=None,
        error="",
        is_turned_down=False,
    )
    return {**update, **_counters(proposal, state, is_new, has_progressed)}


def _is_auto_done(state: NavState, page: Page, work: Work) -> bool:
    """Past the early stages, where ``done`` may be said, nobody need say it: the last action led
    to what the model told beforehand. It counts for one goal_check, upon the page that is in
    front by then."""
    return not is_early(state) and state["has_changed"] and bool(shown(page, work.goal))


def _counters(
    proposal: WebProposal | None, state: NavState, is_new: bool, has_progressed: bool
) -> NavState:
    key = action_key(proposal, state["visited"][-1]) if proposal else ""
    is_repeat = bool(key) and key == state["last_key"] and not is_new
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


def _target_words(proposal: WebProposal | None, work: Work) -> str:
    if proposal is None:
        return ""
    element = work.seen.page.element(proposal.agent_id)
    return words_of(element) if element is not None else f"{proposal.text} {proposal.url}"


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
    evidence = tuple(
        f"{name}: {share:.0%} of the goal's words" for name, share in shares.items() if share
    )
    found = hits(words, page.title, *page.headings, page.text)
    if found:
        evidence = (*evidence, f"on the page: {', '.join(found)}")
    score = sum(WEIGHTS[name] * share for name, share in shares.items())
    return round(score, 3), evidence
