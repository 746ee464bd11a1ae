"""Events of an exploration in the operator's words: a short kind, a summary, a mark."""

from __future__ import annotations

from engine.domain.exploring.events import (
    ExplorationStarted,
    ExploringEvent,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from widgets.kit.explore_words import FAULT_MARKS, because_words
from widgets.kit.marks import Mark
from widgets.kit.words import count_words, shortened

QUIET = "text_quiet"


def explore_event_text(event: ExploringEvent) -> tuple[str, str, Mark]:
    """Kind, summary and mark."""
    match event:
        case ExplorationStarted(limits=limits):
            actions = (
                f"at most {count_words(limits.max_actions, 'action')}"
                if limits.max_actions
                else "without a ceiling of actions"
            )
            return "Explores", f"{actions} · seed {limits.seed}", Mark("explore", QUIET)
        case GroupsProposed(iteration=number, groups=groups):
            confidences = ", ".join(f"{each.confidence:.2f}" for each in groups)
            summary = f"iteration {number} · {count_words(len(groups), 'group')}"
            return "Groups", f"{summary} · confidence {confidences}", Mark("stage", "text")
        case GroupsRefused(iteration=number, why=why):
            return "Refused", f"iteration {number}: {why}", Mark("rejected", "warn")
        case GroupStarted(group_number=number):
            return "Group", f"group {number} begins", Mark("play", QUIET)
        case GroupAssessed(group_number=number, succeeded=succeeded, progression=seen):
            words = "succeeded" if succeeded else "did not succeed"
            words = words if seen.has_progressed else "did not progress"
            mark = Mark("done", "good") if succeeded else Mark("abandoned", QUIET)
            return "Verdict", f"group {number} {words} · {because_words(seen)}", mark
        case StateSeen():
            return _state(event)
        case FaultFound(finding=finding):
            fault = finding.fault
            summary = f"{fault.kind} · {fault.summary} · {count_words(len(finding.path), 'step')}"
            return "Finding", summary, FAULT_MARKS[fault.kind]
        case FindingMinimised():
            return _minimised(event)
        case SurfaceReset(why=why):
            return "Set back", f"to the start: {why}", Mark("undo", QUIET)


def _state(event: StateSeen) -> tuple[str, str, Mark]:
    kind = "New state" if event.is_new else "State"
    by = f" · {event.by}" if event.by else ""
    tone = "text" if event.is_new else QUIET
    return kind, f"{shortened(event.title)}{by}", Mark("graph", tone)


def _minimised(event: FindingMinimised) -> tuple[str, str, Mark]:
    name = f"finding {event.finding_number}"
    if event.why:
        return "Path", f"{name}: {event.why}", Mark("warning", "warn")
    steps, walks = count_words(len(event.path), "step"), count_words(event.replays, "walk")
    often = f" · came up {event.reproduced} of {event.proofs} times" if event.proofs else ""
    is_certain = event.reproduced == event.proofs
    mark = Mark("goal", "good" if is_certain else "warn")
    return "Path", f"{name} in {steps} after {walks}{often}", mark
