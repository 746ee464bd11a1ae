"""Limits of an exploration, and how it may end (calls and money: ``engine.domain.limits``); the
states of the surface, as exploring tells them apart; the faults that it finds, and applications'
lives."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from engine.domain import facts, terminals
from engine.domain.zones import Window


class CompletionReason(StrEnum):
    ZERO_SUCCESSFUL_GROUPS = "zero_successful_groups"
    LLM_COMPLETE = "llm_complete"
    MAX_ACTIONS = "max_actions"
    MAX_DURATION = "max_duration"
    BUDGET_LIMIT = "budget_limit"
    OPERATOR = "operator"
    ERROR = "error"


class ReplayEnd(StrEnum):
    """How a script was walked: whether its fault came again, or all was as recorded."""

    CAME_UP = "fault_came_up"
    STAYED_AWAY = "fault_stayed_away"
    WALKED = "script_walked"
    DRIFTED = "script_drifted"
    NO_LONGER_FITS = "no_longer_fits"


GOOD_ENDS = frozenset(
    {
        CompletionReason.ZERO_SUCCESSFUL_GROUPS,
        CompletionReason.LLM_COMPLETE,
        CompletionReason.MAX_ACTIONS,
        CompletionReason.MAX_DURATION,
    }
)
"""An exploration that ended so did what it was asked to do."""

TERMINAL_OF: dict[CompletionReason, terminals.Terminal] = {
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: terminals.Terminal.LOOP_STUCK,
    CompletionReason.LLM_COMPLETE: terminals.Terminal.GOAL_SATISFIED,
    CompletionReason.MAX_ACTIONS: terminals.Terminal.BUDGET_EXHAUSTED,
    CompletionReason.MAX_DURATION: terminals.Terminal.BUDGET_EXHAUSTED,
    CompletionReason.BUDGET_LIMIT: terminals.Terminal.BUDGET_EXHAUSTED,
    CompletionReason.OPERATOR: terminals.Terminal.CANCELLED,
    CompletionReason.ERROR: terminals.Terminal.FAILED,
}


_NOT_ALL_SEEN = (terminals.DONE_NOT_SEEN, ReplayEnd.DRIFTED)


def is_good(outcome: terminals.Outcome) -> bool:
    """The run was seen to do what it was asked to do."""
    if outcome.reason in _NOT_ALL_SEEN:
        return False
    return outcome.terminal is terminals.Terminal.GOAL_SATISFIED or outcome.reason in GOOD_ENDS


def exit_code_of(outcome: terminals.Outcome, finding_count: int = 0) -> int:
    """That of the terminal; 17 where all was done and not all of it seen or as recorded; 0 for an
    exploration that did what it was asked to, 16 for one that found faults and for a script whose
    fault came up."""
    if finding_count or outcome.reason == ReplayEnd.CAME_UP:
        return terminals.EXIT_FINDINGS
    if outcome.reason in _NOT_ALL_SEEN:
        return terminals.EXIT_NOT_SEEN
    return 0 if is_good(outcome) else terminals.EXIT_CODES[outcome.terminal]


BUDGET_SHARE = 0.9
"""An exploration ends by ``budget_limit`` from this share of calls or money on, forecast
included (the action group document)."""


class Scope(facts.Frozen):
    """Where exploring may act: windows by title or application, zones by label; each entry fits
    where it is part of the name, whatever its case. An empty list allows all of its kind that
    belongs to what is explored (``Home``)."""

    windows: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def allows_window(self, window: Window) -> bool:
        return _fits(self.windows, window.title, window.application)

    def allows_zone(self, label: str) -> bool:
        return _fits(self.zones, label)


def _fits(allowed: tuple[str, ...], *names: str) -> bool:
    folded = [name.casefold() for name in names]
    return not allowed or any(word.casefold() in name for word in allowed for name in folded)


ANYWHERE = Scope()


class Home(facts.Frozen):
    """What is explored, as it was at the start: the applications whose windows it has, the one that
    the run may start again, and the host of the first page in a browser. Empty ones are not known
    and bind nothing."""

    applications: frozenset[str] = frozenset()
    launched: str = ""
    host: str = ""


class ExploreLimits(facts.Frozen):
    """``max_actions`` counts actions of groups, not those of replays; 0 is no ceiling, as it is for
    ``max_duration_secs`` (of work: waiting for the operator does not count). ``seed`` makes an
    offline run reproducible. ``resets_between_groups`` begins each group at the start state, where
    the surface can. A finding's path is minimised in at most ``max_replays`` replays and then
    proved by ``proofs`` more; 0 leaves it as it was found."""

    max_actions: int = 200
    max_duration_secs: float = 0.0
    seed: int = 0
    scope: Scope = ANYWHERE
    resets_between_groups: bool = False
    max_replays: int = 60
    proofs: int = 10


class SeenState(facts.Frozen):
    """``state_id`` is equal for looks that show the same: a digest of the windows and of what is in
    them, without texts and places that change by themselves. ``title`` is for people."""

    state_id: str
    title: str


class Progression(facts.Frozen):
    """Whether the state progressed, with the figures behind the verdict.

    ``structure``, ``text`` and ``picture`` are the shares, 0 to 1, of zones that came, went or
    changed their state, of texts that changed, and of the picture that changed, each without what
    moves by itself (blinking, clocks, animation); ``noise`` is the share of the picture that was
    left out for that. ``is_sure`` is false where local comparison can't tell: then a model may be
    asked, and ``judged_by`` says who decided."""

    has_progressed: bool
    structure: float
    text: float
    picture: float
    noise: float
    why: str
    is_sure: bool = True
    judged_by: Literal["local", "model"] = "local"


class FaultKind(StrEnum):
    CRASH = "crash"
    HANG = "hang"
    ERROR_DIALOG = "error dialog"
    ENDLESS_DIALOG = "endless dialog"
    CONSOLE_ERROR = "console error"
    CONTRADICTION = "contradiction"
    """A total that is not the sum of its parts: not looked for any more; records tell of it."""


class Fault(facts.Frozen):
    """``summary`` is one line that is the same for the same fault: what changes from time to time
    (numbers of processes, times) belongs into ``detail``."""

    kind: FaultKind
    application: str
    summary: str
    detail: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}|{self.application}|{self.summary}"

    def is_among(self, faults: "Iterable[Fault]") -> bool:
        """Whether it came up again: a fault of the same key, whatever its detail."""
        return any(each.key == self.key for each in faults)


class EndedProcess(facts.Frozen):
    """An application's process that ended; ``exit_code`` as ``subprocess`` has it (negative: a
    signal), None where the surface can't know."""

    application: str
    process_id: int
    exit_code: int | None


class ConsoleLine(facts.Frozen):
    """An error that an application wrote where people don't look: a page's console, its standard
    error."""

    application: str
    text: str
    source: str = ""


class Vitals(facts.Frozen):
    """What happened to a surface's applications since; ``silent`` ones don't answer now."""

    ended: tuple[EndedProcess, ...] = ()
    silent: tuple[str, ...] = ()
    console: tuple[ConsoleLine, ...] = ()
