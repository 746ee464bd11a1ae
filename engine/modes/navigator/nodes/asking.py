"""9) ask_user: the operator answers; where nobody can, the stop reason is kept, nothing waits."""

from __future__ import annotations

from engine.modes.navigator.loops import is_budget_used_up
from engine.modes.navigator.rejections import is_about_rejection, lifted
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState
from engine.modes.navigator.terminals import (
    Ending,
    ended,
    failed,
    refused,
    stuck,
    stuck_at_element,
)


async def ask_user(state: NavState, work: Work) -> NavState:
    """The answer is told to the thinker from now on; without one the run ends."""
    question = state["question"]
    answer = await work.run.control.ask(question, tuple(state["choices"]))
    if answer:
        answers = {**state["answers"], question: answer}
        told = NavState(question="", choices=[], answers=answers, stop_reason="")
        return {**told, **lifted(state, question, answer)}
    if is_about_rejection(question) and any(e.get("is_refused") for e in state["attempts"]):
        return {**NavState(question=""), **ended(refused(state))}
    stop_reason = f"It was asked “{question}”, and nobody answered."
    ending = _stuck(state, work) or failed(
        "ask_user", f"The run needs an answer to go on. {stop_reason}"
    )
    return {**NavState(question="", stop_reason=stop_reason), **ended(ending)}


def _stuck(state: NavState, work: Work) -> Ending | None:
    """Asked because the world is frozen and a budget used up: that is the terminal then, and the
    question is kept as what the run stopped with."""
    if state["is_frozen"] and is_budget_used_up(state, work.limits):
        return stuck(state["loop_words"] or "nothing changes any more", state)
    return stuck_at_element(state, work.limits)
