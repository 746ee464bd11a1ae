"""9) ask_user: the operator answers; where nobody can, the stop reason is kept, nothing waits."""

from __future__ import annotations

from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState
from engine.modes.navigator.terminals import ended, failed


async def ask_user(state: NavState, work: Work) -> NavState:
    """The answer is told to the thinker from now on; without one the run ends."""
    question = state["question"]
    answer = await work.run.ask(question, tuple(state["choices"]))
    if answer:
        answers = {**state["answers"], question: answer}
        return NavState(question="", choices=[], answers=answers, stop_reason="")
    stop_reason = f"It was asked “{question}”, and nobody answered."
    return {
        **NavState(question="", stop_reason=stop_reason),
        **ended(failed("ask_user", f"The run needs an answer to go on. {stop_reason}")),
    }
