"""7) execute: perform the action once; see whether URL or DOM changed; count an element's failures.

The ways around what can't be clicked, and a target that closed, are the executor's. Meta actions
are blocked on early stages here too.

5) safety and 6) confirm: the step is weighed, and the one gate says whether it may be done.

What acts upon the run and not on the page (done, ask_user) has nothing to weigh."""

from dataclasses import replace

from engine.domain import performing
from engine.domain.actions import PressKeys, TypeText
from engine.domain.conditions import ZoneState, ZoneValue
from engine.domain.errors import BugError
from engine.domain.plans import PlanSegment, ReplanKind, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.web.events import ProposalRefused
from engine.domain.web.pages import Page
from engine.domain.web.proposals import META_ACTIONS, MOVED_ON, ActionName, WebProposal
from engine.domain.zones import Role
from engine.language.labels import shortened
from engine.modes.navigator import attempts, page_types, reading_back, run, sending, steps, weighing
from engine.modes.navigator.state import MAX_BORNE, NavState, is_early, stage_of
from engine.states.spots import CARET_PIXELS, changed_pixels


async def safety(state: NavState, work: run.Work) -> NavState:
    """Aim, rate the risk, ask whose wish it is, and what the policy says of it."""
    proposal = _chosen(state)
    if proposal.action in META_ACTIONS:
        return NavState()
    if (late := await heed_late(state, work)) is not None:  # what comes of it is looked at first
        return {**late, "pending": None, "is_overruled": True}
    aimed, proposal = proposal, await _aimed_anew(proposal, work)
    step = steps.step_of(proposal, work.run.looks.seen)
    if step is None:
        words = f"“{state['pending_words']}” has no place on the screen."
        lost = performing.StepFailed(steps.scroll_step(), words, FailureClass.ZONE_MISSING)
        return attempts.failed_step(lost, state, work)
    told = await attempts.broken_off(proposal, step, state, work) or NavState()
    if "is_overruled" in told:
        return told
    element = run.page_of(work.run.looks.seen).element(proposal.agent_id)
    if proposal != aimed:
        told["pending"] = proposal
    told["pending_tells"] = attempts.tells_itself(proposal, step, element)
    segment = PlanSegment((step,), finishes=False, reason=proposal.reason)
    later = ReplanKind.ADAPTIVE if state["performed"] else ReplanKind.INITIAL
    kind = ReplanKind.ERROR if state["last_error_key"] else later
    await work.run.steps.adopt(segment, kind)
    weighed = await work.run.steps.weigh(step)
    if not isinstance(weighed, performing.Weighed):
        return {**told, **_stopped(weighed, {**state, **told}, work)}
    work.weighed = weighed
    return told


async def _aimed_anew(proposal: WebProposal, work: run.Work) -> WebProposal:
    """Planners take seconds, in which a page may have drawn anew what they chose."""
    looks, seen = work.run.looks, work.run.looks.seen
    if not proposal.agent_id or await looks.is_unchanged():
        return proposal
    return steps.aimed_anew(proposal, seen, await looks.glance_quickly())


def _chosen(state: NavState) -> WebProposal:
    if (proposal := state["pending"]) is None:
        raise BugError("a step is under way that nobody chose")
    return proposal


def _stopped(result: performing.StepResult, state: NavState, work: run.Work) -> NavState:
    """What came in place of what was to be done."""
    match result:
        case performing.StepOverruled():
            return NavState(is_overruled=True)
        case performing.StepSkipped():
            return attempts.left_out(state, work)
        case performing.StepRejected(why=why):
            return attempts.turned_down(why, state, work)
        case performing.StepFailed() as failed:
            return attempts.failed_step(failed, state, work)
        case performing.StepDone():
            raise BugError("a step was done before it passed the gate")


async def confirm(state: NavState, work: run.Work) -> NavState:
    """By the policy where it allows, and else by the operator."""
    if _chosen(state).action in META_ACTIONS:
        return NavState()
    if work.weighed is None:
        raise BugError("a step was confirmed that was not weighed")
    passed = await work.run.steps.confirm(work.weighed)
    if not isinstance(passed, performing.Passed):
        return _stopped(passed, state, work)
    work.passed = passed
    return NavState()


_WITHOUT_EFFECT = (FailureClass.NO_EFFECT, FailureClass.NOT_AGAIN, FailureClass.NOT_TYPED)
_EVIDENCE_CHARS = 120
_SET = (Role.CHECK_BOX, Role.SWITCH, Role.RADIO_BUTTON)
_MAY_CHANGE_NOTHING = (ActionName.SCROLL, ActionName.SCREENSHOT, ActionName.TYPE)


async def execute(state: NavState, work: run.Work) -> NavState:
    proposal = _chosen(state)
    if proposal.action in META_ACTIONS:
        return await _meta(proposal, state, work)
    if work.passed is None:
        raise BugError("an action was performed that did not pass the gate")
    seen = work.run.looks.seen
    chosen, proposal = proposal, steps.as_edited(proposal, work.passed.step, seen)
    if proposal != chosen:
        words = steps.describe(proposal, seen)
        state = {**state, "pending": proposal, "pending_words": words}
    told_risk, is_theirs = work.passed.step.has_risk_of, work.passed.is_operators
    result = await work.run.steps.execute(work.passed)
    work.forget_step()
    sets_off = result.step.has_risk_of != told_risk
    done = _came_of(result, seen, state, work, sets_off=sets_off)
    if proposal != chosen and is_theirs and "performed" in done:
        done["attempts"][-1] = replace(done["attempts"][-1], is_edited=True)
    return done


async def heed_late(state: NavState, work: run.Work) -> NavState | None:
    """What the last action set off when it was over, asked about now: what came of it is told in
    place of what was told before. None where nothing waits."""
    result, last = await work.run.steps.heed_late(), sending.last_done(state)
    if result is None or work.acted_from is None or last is None:
        return None
    rest = [each for each in state["attempts"] if each is not last]
    words = last.description
    told: NavState = {**state, "attempts": rest, "performed": state["performed"] - 1}
    told = {**told, "pending": last.proposal, "pending_words": words}
    done = _came_of(result, work.acted_from, told, work, sets_off=True)
    if "performed" not in done:  # what the page says of it may have been said before
        done["refused_deed"] = words
    # nothing is under way that could have failed or been turned down: it has been, before
    return {**done, "pending": state["pending"], "error_key": "", "is_turned_down": False}


def _came_of(
    result: performing.StepResult,
    seen: Situation,
    state: NavState,
    work: run.Work,
    *,
    sets_off: bool,
) -> NavState:
    """What is told of an action that was done upon ``seen``, for ``sets_off`` see ``noted``."""
    proposal = _chosen(state)
    is_tried = isinstance(result, performing.StepFailed) and result.failure in _WITHOUT_EFFECT
    if not (is_tried or isinstance(result, performing.StepDone)):
        return _stopped(result, state, work)
    why = result.why if isinstance(result, performing.StepFailed) else ""
    sent = sending.noted(proposal, seen, state, work, sets_off=sets_off)
    if proposal.action is not ActionName.SCREENSHOT:
        work.led_on += weighing.led_to(proposal.agent_id, seen, state, work)
        work.led_on += [state["sent"]] if state["confirmed"] else []
        off = weighing.put_off(proposal.agent_id, seen, state, work)
        sent = NavState(**{**sent, "unsaid": [*sent.get("unsaid", state["unsaid"]), *off]})
        work.acted_from, work.known_then = seen, reading_back.lines_of(work.said.values())
        work.first_on.setdefault(run.page_of(seen).url, run.page_of(seen))
        it = run.page_of(seen).element(proposal.agent_id)
        if it is not None and not reading_back.lies_over(it):
            work.acted_on[run.page_of(seen).url] = run.page_of(seen)
    if sent.get("sent"):
        why = ""  # it went out, whatever the page shows of it: it is not done again
    after, expected = run.page_of(work.run.looks.seen), result.step.expected_change
    done = _performed(seen, why, state, work)
    is_once = isinstance(result, performing.StepFailed) and result.failure is FailureClass.NOT_AGAIN
    zone, acts = seen.zone(result.step.zone_id), proposal.acts
    sets = zone is not None and zone.role in _SET and proposal.action is ActionName.CLICK
    fills = sets or (isinstance(acts, TypeText) and acts.replace and not proposal.submits)
    attempt = replace(done["attempts"][-1], may_repeat=not is_once, fills=fills)
    if isinstance(expected, ZoneValue | ZoneState) and after.element(proposal.agent_id) is not None:
        attempt = replace(attempt, why=why)  # what it tells itself goes before what else changed
    if sent.get("sent"):
        done["refused_deed"] = ""
    if isinstance(result, performing.StepDone) and result.judged.is_seen:
        if result.judged.evidence and proposal.action is not ActionName.SCREENSHOT:
            told = shortened(result.judged.evidence[0], _EVIDENCE_CHARS)
            borne = [*state["borne"], f"{state['pending_words']} ({told})"]
            done["borne"] = borne[-MAX_BORNE:]
        attempt = replace(attempt, saw=result.judged.words)
    elif done["has_changed"]:
        attempt = replace(attempt, saw=done["state_change"])
    done["attempts"][-1] = attempt
    return {**done, **sent}


def _performed(seen: Situation, why: str, state: NavState, work: run.Work) -> NavState:
    """What the action did, by URL and DOM hash; a scroll by where the view is too. What changed the
    picture alone, as a tool that is chosen does, is no failure of its element, and keys that did,
    or led the keyboard elsewhere, were not pressed in vain."""
    proposal, now = _chosen(state), work.run.looks.seen
    before, after = run.page_of(seen), run.page_of(now)
    is_drawn = changed_pixels(seen.frame, now.frame) > CARET_PIXELS
    has_moved = before.scroll_y_px != after.scroll_y_px
    is_by_keys = isinstance(proposal.acts, PressKeys)
    has_led = seen.focused_zone != now.focused_zone
    is_scroll = proposal.action is ActionName.SCROLL
    is_other = _marks(before) != _marks(after)
    has_changed = is_other or (is_scroll and has_moved)
    # what is called like what was turned down: another one, or that one after all
    makes_up = state["pending_words"] == state["refused_deed"]
    update = NavState(
        attempts=attempts.with_attempt(
            state, has_changed=has_changed, why="" if has_changed else why
        ),
        url=after.url,
        has_acted=proposal.action is not ActionName.SCREENSHOT
        and not ((is_scroll and has_moved) or (is_by_keys and (is_drawn or has_led))),
        has_changed=has_changed,
        state_change=_change_words(before, after),
        performed=state["performed"] + 1,
        has_submitted=_submits(proposal, before),
        last_error_key="",
        refused_deed="" if makes_up else state["refused_deed"],
        refusals=0,
    )
    if not (has_changed or is_drawn or proposal.action in _MAY_CHANGE_NOTHING):
        update.update(attempts.counted_failure(state, work))
    if proposal.action is ActionName.TYPE and not why:
        update["typed"] = [*state["typed"], proposal.typed]
        work.typed_at.setdefault(proposal.typed, before.last_answer)
    if proposal.action is ActionName.SEARCH:
        update["has_searched"] = True
        update["search_failures"] = 0 if has_changed else state["search_failures"] + 1
    return update


async def _meta(proposal: WebProposal, state: NavState, work: run.Work) -> NavState:
    """The thinker's claim, or its question."""
    if is_early(state):
        why = f"“{proposal.action.value}” is not allowed on stage “{state['stage']}”."
        named = f"planner_disallowed_action: {why}"
        await work.run.log.append(ProposalRefused(proposal.action, stage_of(state), named))
        error = "planner_disallowed_action"
        return NavState(error=error, error_words=why, error_key=error, pending=None)
    update = NavState(
        attempts=attempts.with_attempt(state, has_changed=False, why=""),
        has_changed=False,
        state_change="nothing on the page",
    )
    if proposal.action is ActionName.DONE:
        update["claim"], update["checked"] = proposal.text, list(proposal.checked)
        if proposal.checked:
            update["proofs"] = list(proposal.proofs)
    else:
        update["question"], update["choices"] = proposal.text, list(proposal.choices)
    return update


def _submits(proposal: WebProposal, page: Page) -> bool:
    """A form was sent with it; a search is none."""
    element = page.element(proposal.agent_id)
    if element is None or page_types.is_search_field(element):
        return False
    is_sending = element.is_submit and proposal.action is ActionName.CLICK
    return is_sending or (proposal.submits and proposal.action is ActionName.TYPE)


def _marks(page: Page) -> tuple[object, ...]:
    """What tells that an action changed something: a new tab and a saved file do, too."""
    tabs = tuple(tab.tab_id for tab in page.tabs)
    return (page.url, page.dom_hash, tabs, page.downloads)


def _change_words(before: Page, after: Page) -> str:
    if before.url != after.url:
        return f"the page {after.url} was opened"
    if before.downloads != after.downloads:
        return "a file was handed out"
    if before.dom_hash != after.dom_hash:
        return "something on the same page changed"
    return MOVED_ON if before.scroll_y_px != after.scroll_y_px else "nothing changed"
