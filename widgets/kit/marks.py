"""Marks: the icon and the tone that stand for a state, an effect, a risk, an event or an end.

Every colour has a shape of its own beside it, so nothing is told by colour alone."""

from typing import NamedTuple

from engine.domain import approvals, events, performing, plans, risks, terminals, verdicts
from engine.domain.exploring import events as exploring_events
from engine.domain.exploring.limits import CompletionReason, FaultKind, ReplayEnd
from engine.domain.web import events as web_events


class Mark(NamedTuple):
    icon: str
    tone: str


WAITING = Mark("waiting", "waiting")
"""What waits for the operator."""

STATE_MARKS: dict[verdicts.StepState, Mark] = {
    verdicts.StepState.PLANNED: Mark("planned", "text_quiet"),
    verdicts.StepState.WAITING: WAITING,
    verdicts.StepState.RUNNING: Mark("running", "accent"),
    verdicts.StepState.DONE: Mark("done", "good"),
    verdicts.StepState.FAILED: Mark("failed", "bad"),
    verdicts.StepState.SKIPPED: Mark("skipped", "text_faint"),
    verdicts.StepState.REJECTED: Mark("rejected", "warn"),
    verdicts.StepState.ABANDONED: Mark("abandoned", "text_faint"),
}

RISK_MARKS: dict[risks.RiskClass, Mark] = {
    risks.RiskClass.LOOKING: Mark("eye", "text_quiet"),
    risks.RiskClass.REVERSIBLE: Mark("undo", "good"),
    risks.RiskClass.DISCLOSES: Mark("tag", "warn"),
    risks.RiskClass.UNKNOWN: Mark("question", "warn"),
    risks.RiskClass.IRREVERSIBLE: Mark("warning", "warn"),
    risks.RiskClass.LEAVES_MACHINE: Mark("leave", "bad"),
}

SEGMENT_MARKS: dict[plans.ReplanKind, Mark] = {
    plans.ReplanKind.INITIAL: Mark("first-plan", "text_quiet"),
    plans.ReplanKind.ADAPTIVE: Mark("look-again", "text_quiet"),
    plans.ReplanKind.ERROR: Mark("after-error", "warn"),
    plans.ReplanKind.BY_HAND: Mark("by-hand", "text_quiet"),
}

STAGE_MARK = Mark("stage", "text_quiet")

TERMINAL_MARKS: dict[terminals.Terminal, Mark] = {
    terminals.Terminal.GOAL_SATISFIED: Mark("done", "good"),
    terminals.Terminal.GOAL_FAILED: Mark("failed", "bad"),
    terminals.Terminal.LOOP_STUCK: Mark("after-error", "warn"),
    terminals.Terminal.BUDGET_EXHAUSTED: Mark("clock", "warn"),
    terminals.Terminal.CANCELLED: Mark("rejected", "text_quiet"),
    terminals.Terminal.STOPPED: Mark("stop", "warn"),
    terminals.Terminal.FAILED: Mark("failed", "bad"),
}

DECISION_MARKS: dict[str, Mark] = {
    "reached": Mark("goal", "good"),
    "retain": Mark("retain", "text"),
    "explore": Mark("explore", "text"),
    "revert": Mark("undo", "warn"),
    "cancel": Mark("cancel-local", "bad"),
}

RESULT_MARKS: dict[str, Mark] = {
    "": Mark("local-plan", "accent"),
    "reached": Mark("goal", "good"),
    "way found": Mark("goal", "good"),
    "cancelled": Mark("cancel-local", "bad"),
}

RETURNED_MARKS: dict[str, Mark] = {
    "": Mark("undo", "accent"),
    "already back": Mark("undo", "good"),
    "restored": Mark("undo", "good"),
    "not restored": Mark("never", "bad"),
    "can't tell": Mark("partly", "warn"),
}

DEGREE_MARKS: dict[risks.Degree, Mark] = {
    risks.Degree.REVERSIBLE: Mark("undo", "good"),
    risks.Degree.PARTLY: Mark("partly", "warn"),
    risks.Degree.UNKNOWN: Mark("question", "warn"),
    risks.Degree.IRREVERSIBLE: Mark("never", "warn"),
}

TAKEN_BACK = Mark("undo", "text_faint")
"""What was performed and is no longer so."""

SOFT_TONES = {"good": "good_soft", "warn": "warn_soft", "bad": "bad_soft", "accent": "accent_soft"}


FAULT_MARKS: dict[FaultKind, Mark] = {
    FaultKind.CRASH: Mark("failed", "bad"),
    FaultKind.HANG: Mark("clock", "bad"),
    FaultKind.ERROR_DIALOG: Mark("warning", "bad"),
    FaultKind.ENDLESS_DIALOG: Mark("after-error", "bad"),
    FaultKind.CONSOLE_ERROR: Mark("info", "bad"),
    FaultKind.CONTRADICTION: Mark("question", "bad"),
}
NOTE_MARKS: dict[str, Mark] = {
    "download_saved": Mark("done", "good"),
    "download_refused": Mark("rejected", "warn"),
    "upload_refused": Mark("rejected", "warn"),
    "dialog_answered": Mark("info", "text"),
    "popup_opened": Mark("info", "text"),
    "popup_refused": Mark("rejected", "warn"),
    "page_crashed": Mark("warning", "bad"),
    "page_reopened": Mark("look-again", "text"),
    "page_cut": Mark("warning", "warn"),
    "address_refused": Mark("rejected", "warn"),
    "looked_again": Mark("look-again", "text"),
}
_REASON_MARKS: dict[str, Mark] = {
    CompletionReason.LLM_COMPLETE: Mark("done", "good"),
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: Mark("done", "text"),
    CompletionReason.MAX_ACTIONS: Mark("clock", "text"),
    CompletionReason.MAX_DURATION: Mark("clock", "text"),
    CompletionReason.BUDGET_LIMIT: Mark("clock", "warn"),
    terminals.DONE_NOT_SEEN: Mark("done", "warn"),
    ReplayEnd.CAME_UP: Mark("failed", "bad"),
    ReplayEnd.STAYED_AWAY: Mark("done", "good"),
    ReplayEnd.DRIFTED: Mark("done", "warn"),
}
_QUIET = Mark("info", "text_quiet")
_MARKS: dict[str, Mark] = {
    "situation_observed": Mark("eye", "text_quiet"),
    "thinker_asked": Mark("calls", "text_quiet"),
    "model_asked": Mark("calls", "text_quiet"),
    "replan_started": Mark("replans", "text"),
    "segment_planned": Mark("segment", "text"),
    "step_started": Mark("play", "text_quiet"),
    "approval_asked": WAITING,
    "action_started": STATE_MARKS[verdicts.StepState.RUNNING],
    "local_planning_started": Mark("local-plan", "text"),
    "local_proposed": Mark("explore", "accent"),
    "reversal_started": RETURNED_MARKS[""],
    "operator_forced": Mark("policy", "text"),
    "control_changed": Mark("policy", "text"),
    "plan_revised": Mark("edit", "text"),
    "breakpoints_set": Mark("policy", "text"),
    "asking_changed": Mark("policy", "text"),
    "grant_given": Mark("policy", "text"),
    "grant_ended": Mark("policy", "text"),
    "files_made": Mark("export", "text"),
    "hands_released": Mark("stop", "text"),
    "question_asked": Mark("question", WAITING.tone),
    "question_answered": Mark("question", "text"),
    "warning_raised": Mark("warning", "warn"),
    "surface_went_away": Mark("warning", "bad"),
    "surface_resized": Mark("desktop", "text_quiet"),
    "goal_read": Mark("goal", "text"),
    "node_entered": Mark("graph", "text_quiet"),
    "stage_promoted": Mark("stage", "text"),
    "proposal_refused": Mark("rejected", "warn"),
    "graph_checkpointed": Mark("retain", "text_quiet"),
    "session_resumed": Mark("play", "text"),
    "exploration_started": Mark("explore", "text_quiet"),
    "groups_proposed": Mark("stage", "text"),
    "groups_refused": Mark("rejected", "warn"),
    "group_started": Mark("play", "text_quiet"),
    "surface_reset": Mark("undo", "text_quiet"),
}
"""Where the mark of such an event is always the same."""


def ending_mark(terminal: terminals.Terminal, reason: str) -> Mark:
    """``reason`` is the outcome's; no other mode has an exploration's own."""
    return _REASON_MARKS.get(reason) or TERMINAL_MARKS[terminal]


def event_mark(event: events.Event) -> Mark:
    match event:
        case events.SessionEnded(outcome=outcome):
            return ending_mark(outcome.terminal, outcome.reason)
        case events.StepEnded(state=state):
            return STATE_MARKS[verdicts.StepState(state)]
        case events.ApprovalDecided(decision=decision):
            is_yes = isinstance(decision.verdict, approvals.Approve | approvals.Edit)
            return Mark("done", "good") if is_yes else Mark("rejected", "warn")
        case events.ActionEnded(succeeded=succeeded):
            return Mark("running", "text_quiet") if succeeded else Mark("failed", "bad")
        case events.ModelCalled(failure=failure):
            return Mark("calls", "warn" if failure else "text_quiet")
        case performing.LocalDecided(decision=decision):
            return DECISION_MARKS[decision]
        case performing.LocalPlanningEnded(result=result):
            return RESULT_MARKS[result]
        case performing.ReversalEnded():
            return RETURNED_MARKS[event.returned]
        case web_events.PageSeen(trouble=trouble):
            return Mark("page", "warn" if trouble else "text_quiet")
        case web_events.ProgressJudged(has_progressed=has_progressed):
            return Mark("explore", "text" if has_progressed else "text_quiet")
        case web_events.BrowserNoted(what=what):
            return NOTE_MARKS[what]
        case exploring_events.GroupAssessed(succeeded=succeeded):
            return Mark("done", "good") if succeeded else Mark("abandoned", "text_quiet")
        case exploring_events.StateSeen(is_new=is_new):
            return Mark("graph", "text" if is_new else "text_quiet")
        case exploring_events.FaultFound(finding=finding):
            return FAULT_MARKS[finding.fault.kind]
        case exploring_events.FindingMinimised() if event.came_up_again:
            return Mark("goal", "good" if event.is_certain else "warn")
        case exploring_events.FindingMinimised():
            return Mark("warning", "warn")
        case _:
            return _MARKS.get(event.kind, _QUIET)
