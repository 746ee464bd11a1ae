"""4) planner: what a thinker is told, which actions it may choose now, and what it chose.

It chooses one action by a strict schema; what is disallowed goes to error_retry."""

from engine.domain.errors import ModelTimedOut, PlanFailed, ReplyInvalid
from engine.domain.facts import replace, same
from engine.domain.web.events import GoalRead, ProposalRefused
from engine.domain.web.pages import GoalKind, Page, Stage, TaskMode, WebGoal, told_goal
from engine.domain.web.proposals import META_ACTIONS, ActionName, WebProposal, WebRequest
from engine.domain.zones import holds_mask
from engine.language.labels import stands_in
from engine.modes.navigator import attempts, page_types, steps, terminals
from engine.modes.navigator.run import Work
from engine.modes.navigator.sending import complaints_now, sending_key
from engine.modes.navigator.state import EARLY_STAGES, NavState, stage_of, told_of

_MAX_SEARCHES_IN_VAIN = 2


async def planner(state: NavState, work: Work) -> NavState:
    """Ask the thinker. What is allowed and usable is pending from now on."""
    page = work.seen.page
    is_vain = should_avoid_search(state)
    allowed = allowed_actions(stage_of(state), work.goal, page, avoid_search=is_vain)
    calls = NavState(error="", error_key="")
    proposal = _following(state, work, allowed)
    if proposal is None:
        calls["planner_calls"] = state["planner_calls"] + 1
        try:
            proposal = await work.run.thinker.choose(request_of(state, work, allowed))
        except (PlanFailed, ReplyInvalid, ModelTimedOut) as error:
            name = "planner_timeout" if isinstance(error, ModelTimedOut) else "planner_failed"
            return {**calls, **await _refused(None, name, str(error), state, work)}
        if proposal is None:
            return {**calls, "is_overruled": True}
        calls = {**calls, **await _told(proposal, work)}
        work.following, work.following_on = proposal.following, page.url
    if proposal.action is ActionName.GIVE_UP:
        why = proposal.reason or "The planner gives up, and does not say why."
        return {**calls, **terminals.ended(terminals.failed("given_up", why))}
    work.parts, work.named_on = proposal.parts, work.seen.situation
    proposal = replace(proposal, following=(), parts=(), notes=(), reads=(), look=None)
    error_name, why = steps.what_is_wrong(proposal, page, allowed=allowed)
    if not error_name:
        error_name, why = _not_again(proposal, state, work)
    if error_name:
        return {**calls, **await _refused(proposal.action, error_name, why, state, work)}
    has_recovered = state["last_error_key"].startswith("planner_")
    return {
        **calls,
        **NavState(
            pending=proposal,
            pending_words=steps.describe(proposal, work.seen.situation),
            pending_key=sending_key(proposal, work.seen.page, state),
            last_error_key="" if has_recovered else state["last_error_key"],
        ),
    }


def _following(state: NavState, work: Work, allowed: tuple[ActionName, ...]) -> WebProposal | None:
    """What the thinker wanted done next, where all went well and what it names is still on the
    same page; None where it has to be asked."""
    following, work.following = work.following, ()
    if not following or state["error"] or not state["attempts"]:
        return None
    last, page = state["attempts"][-1], work.seen.page
    proposal = following[0]
    is_here = page.url == work.following_on or proposal.action in META_ACTIONS
    if last.why or last.is_refused or not is_here:
        return None
    if steps.what_is_wrong(proposal, page, allowed=allowed)[0]:
        return None
    work.following = following[1:]
    return proposal


async def _told(proposal: WebProposal, work: Work) -> NavState:
    """What a model tells of the goal, once. What heads the page already proves nothing later."""
    if work.goal.is_told or not (proposal.goal_kind or proposal.task_mode):
        return NavState()
    here = page_types.head(work.seen.page)
    told = (e for e in proposal.proofs if not (holds_mask(e) or stands_in(e, here)))
    proofs = tuple(told)
    work.goal = told_goal(work.goal, proposal.goal_kind, proposal.task_mode, proofs)
    await work.run.log.append(GoalRead(work.goal.kind, work.goal.mode, work.goal.parts, proofs))
    return NavState(
        goal_kind=work.goal.kind.value, task_mode=work.goal.mode.value, proofs=list(proofs)
    )


def _not_again(proposal: WebProposal, state: NavState, work: Work) -> tuple[str, str]:
    """The same values were sent with the same button: once is enough, whatever came of it. What
    the operator turned down is not asked about twice."""
    if attempts.key_of(proposal, work.seen.situation) in state["rejected"]:
        return "planner_disallowed_action", "The operator said no to this."
    key = sending_key(proposal, work.seen.page, state)
    if not key or key not in state["sent_keys"]:
        return "", ""
    return "planner_disallowed_action", "This was sent already, and is not sent twice."


async def _refused(
    action: ActionName | None, error: str, why: str, state: NavState, work: Work
) -> NavState:
    named = f"{error}: {why}"
    await work.run.log.append(ProposalRefused(action, stage_of(state), named))
    return NavState(error=error, error_words=why, error_key=error)


def request_of(state: NavState, work: Work, allowed: tuple[ActionName, ...]) -> WebRequest:
    """The goal, how far it has come, the page, what was tried, what failed."""
    look = work.seen
    avoid = tuple(dict.fromkeys((*state["avoid"], *attempts.rejected_ids(look.page, state))))
    before = work.acted_from.page if work.acted_from else None
    known = {each.agent_id for each in before.elements} if before else set()
    searches = filter(page_types.is_search_field, look.page.elements)
    return WebRequest(
        goal=work.goal,
        **same(look, WebRequest),
        **told_of(state, WebRequest, but=("stage", "avoid", "error")),
        stage=stage_of(state),
        came=frozenset(each.agent_id for each in look.page.elements) - known,
        allowed=allowed,
        explore_mode=state["no_progress_steps"] > 1,
        avoid_search=should_avoid_search(state),
        search_no_change=state["search_failures"] > 0,
        search_controls=tuple(each.agent_id for each in searches),
        avoid=avoid,
        error=state["error_words"] if state["error"] else look.trouble,
        completed=work.run.steps.completed,
        steps_left=max(0, work.limits.max_steps - state["step"]),
        complaints=complaints_now(state, work),
    )


def should_avoid_search(state: NavState) -> bool:
    """Searching changed nothing, again and again."""
    return state["search_failures"] >= _MAX_SEARCHES_IN_VAIN


def allowed_actions(
    stage: Stage, goal: WebGoal, page: Page, *, avoid_search: bool = False
) -> tuple[ActionName, ...]:
    """Which actions of the schema a thinker may choose: by stage, by the goal's kind and mode, and
    by what the page can do. In the schema's order; never empty."""
    # an answer may stand behind a form, and what is found may too; words are sought with search
    is_read = goal.mode is TaskMode.BROWSE and goal.kind is not GoalKind.ACTION
    blocked = {ActionName.TYPE} if is_read else set[ActionName]()
    if stage in EARLY_STAGES:
        blocked |= META_ACTIONS
    if avoid_search:
        blocked.add(ActionName.SEARCH)
    if not page.can_go_back:
        blocked.add(ActionName.GO_BACK)
    if not page.can_go_forward:
        blocked.add(ActionName.GO_FORWARD)
    if len(page.tabs) < 2:
        blocked.add(ActionName.SWITCH_TAB)
    return tuple(action for action in ActionName if action not in blocked)
