"""The action under way and those before it, as the state keeps them and thinkers read them,
and what a step that failed or was turned down leaves in the state.

What the operator turned down is known again, also where the page was made anew, and is avoided for
the rest of the run."""

import itertools
import json
from dataclasses import replace
from urllib.parse import urlsplit

from engine.domain import conditions, performing, plans
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import ActionName, Attempt, WebProposal
from engine.domain.web.resuming import BROKE_OFF, ResumePoint
from engine.modes.navigator import run, sending, steps
from engine.modes.navigator.looks import with_latest
from engine.modes.navigator.state import NavState, nothing_under_way, state_from_text
from engine.modes.past_steps import ask_whether_done

MAX_ATTEMPTS = 200


def with_attempt(
    state: NavState, *, has_changed: bool, why: str, is_refused: bool = False, was_done: bool = True
) -> list[Attempt]:
    """The attempts with the action under way as the newest."""
    pending, words = state["pending"], state["pending_words"]
    if pending is None:
        return state["attempts"]
    attempt = Attempt(pending, words, state["url"], has_changed, why, is_refused)
    attempt = replace(attempt, was_done=was_done and not is_refused)
    return [*state["attempts"], attempt][-MAX_ATTEMPTS:]


def action_key(proposal: WebProposal, url: str) -> str:
    """Action, element and URL: what repeats is told by these."""
    is_told = proposal.agent_id and proposal.action is not ActionName.SEARCH
    deed = "" if is_told else repr(proposal.acts)
    return " ".join((proposal.action.value, proposal.agent_id, deed, url))


def key_of(proposal: WebProposal, now: plans.Situation) -> str:
    """What was turned down, by what a person sees of it: not by its id, which a page that is
    loaded anew gives to something else."""
    page = run.page_of(now)
    element = page.element(proposal.agent_id)
    seen = (urlsplit(page.url).path, *_seen(element)) if element is not None else ()
    return json.dumps([steps.describe(proposal, now), *seen])


def rejected_ids(page: Page, state: NavState) -> tuple[str, ...]:
    """The elements of the page upon which something was turned down."""
    known = [json.loads(each) for each in state["rejected"]]
    marks = {tuple(each[1:]) for each in known if len(each) > 2}
    path = urlsplit(page.url).path
    return tuple(each.agent_id for each in page.elements if (path, *_seen(each)) in marks)


def _seen(element: WebElement) -> tuple[str, ...]:
    return (element.tag, element.label, element.context, element.form, element.href)


def failed_step(failed: performing.StepFailed, state: NavState, work: run.Work) -> NavState:
    """An error for error_retry; the element's failures are counted."""
    proposal = state["pending"]
    key = action_key(proposal, state["url"]) if proposal else ""
    return {
        **NavState(
            error="execute_failed",
            error_words=failed.why,
            error_key=key,
            attempts=with_attempt(state, has_changed=False, why=failed.why, was_done=False),
            pending=None,
            has_changed=False,
            has_acted=True,
            state_change="nothing was done",
        ),
        **counted_failure(state, work),
    }


def turned_down(why: str, state: NavState, work: run.Work) -> NavState:
    """The gate said no: it is not proposed again, and the run goes on."""
    proposal = state["pending"]
    avoid, rejected = state["avoid"], state["rejected"]
    if proposal is not None:
        key = key_of(proposal, work.run.looks.seen)
        rejected = with_latest(rejected, key, len(rejected) + 1)
    if proposal is not None and proposal.agent_id and proposal.agent_id not in avoid:
        avoid = [*avoid, proposal.agent_id]
    return NavState(
        attempts=with_attempt(state, has_changed=False, why=why, is_refused=True),
        refusals=state["refusals"] + 1,
        refused_deed=_refused_action(state, work) or state["refused_deed"],
        rejected=rejected,
        avoid=avoid,
        is_turned_down=True,
        has_changed=False,
        state_change=f"nothing was done: {why}",
    )


def left_out(state: NavState, work: run.Work) -> NavState:
    """The operator skipped it: the ending speaks of that."""
    skipped = [*state["left_out"], state["pending_words"]]
    return {**turned_down("left out by the operator", state, work), "left_out": skipped}


def tells_itself(proposal: WebProposal, step: plans.PlanStep, element: WebElement | None) -> bool:
    """A link leads, a field holds its text, a box is ticked: it may be done once more."""
    is_press = proposal.action is ActionName.CLICK and not (element and element.href)
    does = is_press or proposal.action is ActionName.DO or proposal.submits
    return not does or isinstance(step.expected_change, conditions.ZoneState | conditions.ZoneValue)


async def broken_off(
    proposal: WebProposal, step: plans.PlanStep, state: NavState, work: run.Work
) -> NavState | None:
    """Whether what was under way when the run broke off was done, as the operator says, before
    anything is pressed or sent that may be it once more, but for another thing that lies over the
    page. None where there is nothing to ask. Raises ``NobodyToAsk``."""
    left = [each for each in state["attempts"] if each.why == BROKE_OFF]
    element = run.page_of(work.run.looks.seen).element(proposal.agent_id)
    if not left or tells_itself(proposal, step, element):
        return None
    was = left[-1]
    if element is not None and element.is_fixed and step.description != was.description:
        return None
    others = [each for each in state["attempts"] if each is not was]
    if not await ask_whether_done(work.run, was.description):
        return NavState(attempts=others)
    done = replace(was, has_changed=True, why="", saw="the operator says that it was done")
    return NavState(attempts=[*others, done], pending=None, is_overruled=True)


def _refused_action(state: NavState, work: run.Work) -> str:
    """What was turned down, where it was more than opening a link, typing or closing a banner."""
    proposal = state["pending"]
    element = run.page_of(work.run.looks.seen).element(proposal.agent_id) if proposal else None
    if proposal is None or element is None or element.is_fixed:
        return ""
    does = proposal.submits or (proposal.action is ActionName.CLICK and not element.href)
    return state["pending_words"] if does else ""


def counted_failure(state: NavState, work: run.Work) -> NavState:
    """One more failure of the pending action's element; too many put it on the avoid list."""
    proposal = state["pending"]
    if proposal is None or not proposal.agent_id:
        return NavState()
    count = state["failures"].get(proposal.agent_id, 0) + 1
    avoid = state["avoid"]
    if count >= work.limits.max_element_failures and proposal.agent_id not in avoid:
        avoid = [*avoid, proposal.agent_id]
    return NavState(failures={**state["failures"], proposal.agent_id: count}, avoid=avoid)


def _did_nothing_else(attempt: Attempt) -> bool:
    """Than to fill in the page, or to look at it."""
    looks = (ActionName.SCROLL, ActionName.SCREENSHOT)
    return attempt.fills or attempt.proposal.action in looks or not attempt.was_done


def state_to_go_on_from(point: ResumePoint) -> NavState:
    """What was begun is never performed again unseen: it becomes an attempt of which the thinker
    is told, and the next page decides, unless the record tells that it was done. What was only
    chosen is chosen anew, and so is what was filled in last: it went with the page. Of what was
    sent no page will say any more what came of it. What is known of elements by their ids is
    forgotten: another browser gives the same ids to others. Raises ``RecordUnavailable``."""
    state = state_from_text(point.state_text)
    unsaid, attempts = list(sending.unsaid(state)), state["attempts"]
    since = itertools.takewhile(_did_nothing_else, reversed(attempts))
    lost = {id(each): f"{each.description} (" for each in since if each.fills}
    is_begun = state["pending"] and point.is_begun and not state["pending_tells"]
    if is_begun and (done := point.last_done) is not None:
        lost, words = {}, done.step.description  # what was filled in went with it
        unsaid.append(words)
        state = {**state, "sent_keys": [*state["sent_keys"], state["pending_key"]]}
        attempts = with_attempt(state, has_changed=False, why="")
        is_edited, saw = words != state["pending_words"], done.judged.words
        attempts[-1] = replace(attempts[-1], description=words, saw=saw, is_edited=is_edited)
    attempts = [each for each in attempts if id(each) not in lost]
    if is_begun and point.last_done is None:
        attempts = with_attempt({**state, "attempts": attempts}, has_changed=False, why=BROKE_OFF)
    return {
        **state,
        **nothing_under_way("failures", "avoid", "last_key", "last_error_key", "pending_words"),
        **nothing_under_way("terminal", "reason", "message"),
        **NavState(
            attempts=[
                replace(each, proposal=replace(each.proposal, agent_id="")) for each in attempts
            ],
            borne=[it for it in state["borne"] if not it.startswith(tuple(lost.values()))],
            sent=state["sent"] if state["confirmed"] else "",
            unsaid=list(dict.fromkeys(unsaid)),
            state_change="the run went on after it broke off",
        ),
    }
