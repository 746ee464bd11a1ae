"""The operator's words for what the domain names: phases, states, events, durations."""

from __future__ import annotations

from datetime import datetime

from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.lifecycle import Phase, StepState
from engine.domain.plans import ReplanKind
from engine.domain.terminals import Terminal

ASKING_WORDS: dict[Asking, str] = {
    Asking.EACH: "Ask for each action",
    Asking.RISKY: "Ask for risky ones",
    Asking.NEVER: "Never ask",
}

ASKING_HINTS: dict[Asking, str] = {
    Asking.EACH: "Nothing is done before you approve it",
    Asking.RISKY: "You are asked before what can’t be undone or leaves the machine",
    Asking.NEVER: "Nobody is asked; what can’t be undone or leaves the machine is refused",
}

CHOICE_WORDS: dict[str, tuple[str, str]] = {
    "practice": (
        "Practice desktop",
        "The director works on a display of its own; nothing there is yours",
    ),
    "screen": ("This screen", "The director works on your own desktop, as it is"),
    "browser": ("Browser", "The navigator works in it, one action at a time"),
    "offline": ("Offline thinker", "Understands simple goals, without a model"),
}
"""Keys of surfaces and thinkers in words, with a hint; other keys are shown as they are."""

PHASE_WORDS: dict[Phase, str] = {
    Phase.PLANNING: "planning",
    Phase.EXECUTING: "acting",
    Phase.RECAPTURE: "looking again",
    Phase.REPLANNING: "planning the next part",
    Phase.ERROR_HANDLING: "getting past an error",
    Phase.COMPLETE: "ended",
}

CONTROL_WORDS: dict[str, str] = {
    "running": "",
    "paused": "paused",
    "stepping": "one step, then paused",
    "cancelling": "cancelling",
    "stopped": "stopped",
}

STATE_WORDS: dict[StepState, str] = {
    StepState.PLANNED: "planned",
    StepState.WAITING: "waits for you",
    StepState.RUNNING: "being done",
    StepState.DONE: "done",
    StepState.FAILED: "failed",
    StepState.SKIPPED: "skipped",
    StepState.REJECTED: "rejected",
    StepState.ABANDONED: "abandoned",
}

SEGMENT_WORDS: dict[ReplanKind, str] = {
    ReplanKind.INITIAL: "first plan",
    ReplanKind.ADAPTIVE: "looked again",
    ReplanKind.ERROR: "after an error",
}

TERMINAL_WORDS: dict[Terminal, str] = {
    Terminal.GOAL_SATISFIED: "Goal reached",
    Terminal.GOAL_FAILED: "Goal not reached",
    Terminal.LOOP_STUCK: "Going in circles",
    Terminal.BUDGET_EXHAUSTED: "Budget used up",
    Terminal.CANCELLED: "Cancelled",
    Terminal.STOPPED: "Stopped",
    Terminal.FAILED: "Failed",
}

POLICY_WORDS: dict[PolicyAnswer, str] = {
    PolicyAnswer.ALLOW: "allows it",
    PolicyAnswer.ASK: "asks you",
    PolicyAnswer.DENY: "refuses it",
}


def shortened(text: str, limit: int = 60) -> str:
    """One line of at most ``limit`` characters."""
    line = " ⏎ ".join(text.splitlines()) if "\n" in text else text
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def clock_words(secs: float) -> str:
    """A duration in tabular form: ``0:08``, ``12:30``, ``1:02:03``."""
    whole = max(0, int(secs))
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours}:{minutes:02d}:{whole % 60:02d}"
    return f"{minutes}:{whole % 60:02d}"


def span_words(ms: float) -> str:
    """A short span for reading: ``340 ms``, ``2.1 s``, ``1:05``."""
    if ms < 1000:
        return f"{ms:.0f} ms"
    return f"{ms / 1000:.1f} s" if ms < 60_000 else clock_words(ms / 1000)


def day_words(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M")


def count_words(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
