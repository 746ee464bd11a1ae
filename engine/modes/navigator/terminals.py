"""Terminals: how a run on the web can end by itself. ``terminal_of`` is asked in goal_check."""

from engine.domain.terminals import Outcome, Terminal
from engine.domain.web.limits import WebLimits
from engine.domain.web.proposals import Attempt
from engine.modes.navigator.looks import is_budget_used_up, is_element_used_up, last_action
from engine.modes.navigator.state import NavState, is_early, stage_of

MAX_REFUSED_CLAIMS = 3
MAX_REFUSALS = 3
"""So many times in a row the gate said no: another way is not tried for ever."""


def terminal_of(state: NavState, limits: WebLimits, found: str, answer: str = "") -> Outcome | None:
    """The terminal that holds now, if one does; the document's order. ``answer`` is what was
    claimed in words, told with what bears it."""
    if found:
        said = f"{found[0].upper()}{found[1:]}."
        words = f"{answer} ({said})" if answer else said
        return Outcome(Terminal.GOAL_SATISFIED, "artifact", words)
    if state["is_frozen"] and is_budget_used_up(state, limits):
        words = state["loop_words"] or f"{state['no_progress_steps']} steps changed nothing"
        return stuck(f"{words}, and looking further brought nothing", state)
    if state["refused_claims"] >= MAX_REFUSED_CLAIMS and state["refused_deed"]:
        return refused(state)
    if state["refused_claims"] >= MAX_REFUSED_CLAIMS:
        return _unknown("claim_not_confirmed", "what was claimed can't be seen on the page", state)
    if _is_refused_for_good(state):
        return refused(state)
    if state["no_progress_steps"] >= limits.max_no_progress:
        steps = state["no_progress_steps"]
        return _unknown("no_progress", f"{steps} steps in a row led no further", state)
    if state["idle_calls"] >= 2 * limits.max_no_progress:
        calls = state["idle_calls"]
        return _unknown("planner_calls", f"{calls} calls on this stage led no further", state)
    if is_early(state) and state["step"] - state["stage_step"] >= 2 * limits.max_no_progress:
        return _unknown(
            "stage_not_advanced", "nothing was found that has to do with the goal", state
        )
    if state["step"] >= limits.max_steps:
        return Outcome(
            Terminal.BUDGET_EXHAUSTED,
            "max_steps",
            f"All {limits.max_steps} steps of this run are used up. {_where(state)}",
        )
    return None


def ended(ending: Outcome) -> NavState:
    return NavState(
        terminal=ending.terminal.value, reason=ending.reason, message=ending.message.strip()
    )


def outcome_of(state: NavState) -> Outcome:
    """The outcome of a graph that came to its end. ``stop_reason`` (a question that nobody
    answered) is kept whatever terminal follows: the message says it too."""
    stop_reason = state["stop_reason"]
    message = state["message"]
    if stop_reason and stop_reason not in message:
        message = f"{message} {stop_reason}"
    is_reached = state["terminal"] == Terminal.GOAL_SATISFIED
    answer = state["claim"] or "" if is_reached else ""
    return Outcome(Terminal(state["terminal"]), state["reason"], message, answer)


def recursion_outcome(state: NavState, limits: WebLimits) -> Outcome:
    """The graph itself says that it was visited too often."""
    words = f"All {limits.recursion_limit} visits to nodes of this run are used up."
    ending = Outcome(Terminal.BUDGET_EXHAUSTED, "recursion_limit", words)
    return outcome_of({**state, **ended(ending)})


def stuck(words: str, state: NavState) -> Outcome:
    return Outcome(Terminal.LOOP_STUCK, "world_frozen", f"Stuck: {words}. {_where(state)}")


def stuck_at_element(state: NavState, limits: WebLimits) -> Outcome | None:
    """Nothing else is known than what does nothing in a world that stays the same."""
    last = last_action(state)
    if last is None or not is_element_used_up(state, limits):
        return None
    tried, why = last.description, last.why.rstrip(".")
    said = f"did not go well: {why}" if why else "does nothing, again and again"
    return stuck(f"“{tried}” {said}, and nothing else is known", state)


def refused(state: NavState) -> Outcome:
    """What the goal needs may not be done: the last no."""
    noes = [f"{e.description} was refused: {e.why.rstrip('.')}" for e in _noes(state)]
    said = noes[-1] if noes else f"{state['refused_deed']} was refused"
    return failed("refused", f"{said}. {_where(state)}")


def _noes(state: NavState) -> list[Attempt]:
    return [each for each in state["attempts"] if each.is_refused]


def _is_refused_for_good(state: NavState) -> bool:
    """The gate said no again and again, or to the same as before."""
    last = state["attempts"][-1] if state["attempts"] else None
    if last is None or not last.is_refused:
        return False
    same = [each for each in _noes(state) if each.description == last.description]
    return len(same) > 1 or state["refusals"] >= MAX_REFUSALS


def failed(reason: str, message: str) -> Outcome:
    return Outcome(Terminal.GOAL_FAILED, reason, message)


def _unknown(reason: str, words: str, state: NavState) -> Outcome:
    return failed(f"insufficient_knowledge: {reason}", f"Not found: {words}. {_where(state)}")


def _where(state: NavState) -> str:
    place = state["title"] or state["url"]
    return f"The run came to stage “{stage_of(state).value}”, the last page was “{place}”."
