"""Explorations in the operator's words: groups with their verdicts, faults, findings, states."""

from typing import NamedTuple

from engine.domain.verdicts import StepState
from engine.language.sentences import exploring as sentences
from engine.language.sentences.figures import count_words, numbered
from engine.record.views.exploring import explore_view
from engine.record.views.run_state import RunState
from widgets.kit.fact_sheet import Fact
from widgets.kit.marks import STATE_MARKS, Mark
from widgets.kit.performed import is_going_back


def verdict_of(group: explore_view.GroupView, *, is_over: bool = False) -> tuple[str, Mark]:
    """In a word or two, with its mark."""
    seen, has_begun = group.assessed, bool(group.segment_number)
    words = sentences.verdict_words(seen, has_begun=has_begun, is_over=is_over)
    if seen is not None and seen.succeeded:
        return words, Mark("done", "good")
    if seen is not None and seen.progression.has_progressed:
        return words, Mark("rejected", "warn")
    if seen is not None:
        return words, Mark("abandoned", "text_quiet")
    if has_begun and not is_over:
        return words, STATE_MARKS[StepState.RUNNING]
    return words, Mark("abandoned" if is_over else "planned", "text_faint")


class Belonging(NamedTuple):
    """What an action is part of, and what would be approved with all that is left of it; empty
    where there is nothing to approve as a whole."""

    words: str = ""
    approval: str = ""


def belonging_of(state: RunState) -> Belonging:
    """What the step that goes on is part of; without words where it is part of nothing."""
    view, segment = state.explore, state.segment_at(state.current_segment)
    if view is None or segment is None or is_going_back(state):
        return Belonging()
    count = len(segment.steps)
    place, rest = f"action {state.current_step} of {count}", _rest_words(state.current_step, count)
    group = view.group_of_segment(state.current_segment)
    if group is not None:
        words = f"part of group {group.number}, {place}: {group.group.reasoning}"
        return Belonging(words, f"Approve this group ({rest})")
    if state.pending is not None and state.pending.group:
        return Belonging(f"{segment.reason}, {place}", f"Approve {state.pending.group}")
    if count > 1:
        return Belonging(f"{segment.reason}, {place}", f"Approve this walk ({rest})")
    return Belonging(segment.reason)


def _rest_words(number: int, count: int) -> str:
    """``this and 2 more``; ``its last action``."""
    if number < count:
        return f"this and {count - number} more"
    return "its last action" if count > 1 else "its only action"


def place_words(state: RunState) -> list[str]:
    """``group 5``, ``action 2 of 5``; on a walk what it is for."""
    view, segment = state.explore, state.segment_at(state.current_segment)
    if view is None or segment is None:
        return []
    group = view.group_of_segment(state.current_segment)
    if group is None:
        return [segment.reason.partition(":")[0].rstrip(".")]
    place = [f"group {group.number}"]
    if group.assessed is None and state.current_step:
        place.append(f"action {state.current_step} of {len(segment.steps)}")
    return place


def doing_words(state: RunState) -> str:
    """What an exploration does while it waits for nobody."""
    if is_walking(state):
        return "walking"
    group = state.explored.group_of_segment(state.current_segment)
    return "trying" if group is not None and group.assessed is None else "exploring"


def is_walking(state: RunState) -> bool:
    """What goes on is no group's, though groups have begun."""
    return state.explored.is_walk(state.current_segment)


def group_facts(group: explore_view.GroupView, *, is_over: bool) -> tuple[Fact, ...]:
    """What the inspector tells of a group."""
    words, _ = verdict_of(group, is_over=is_over)
    seen = group.assessed
    facts = [
        Fact("Reasoning", group.group.reasoning),
        Fact("Confidence", f"{group.group.confidence:.2f}"),
        Fact("Iteration", str(group.iteration)),
        Fact("Grown from", f"group {group.grown_from}" if group.grown_from else ""),
        Fact("Verdict", words),
    ]
    if seen is not None:
        facts.append(Fact("Because", sentences.because_words(seen.progression)))
        facts.append(Fact("Figures", sentences.figures_words(seen.progression)))
        facts.append(Fact("Actions done", str(seen.actions_done)))
    return tuple(facts)


def state_facts(view: explore_view.ExploreView, state: explore_view.StateView) -> tuple[Fact, ...]:
    """What the inspector tells of a state."""
    names = {each.state_id: f"{each.number} {each.title}" for each in view.states}
    ways = [
        f"{each.by} → {names.get(each.end, '')}"
        for each in view.transitions
        if each.start == state.state_id
    ]
    found = [each.fault.summary for each in view.findings if each.found.state_id == state.state_id]
    return (
        Fact("State", f"{state.number} of {len(names)}"),
        Fact("Fault", "\n".join(found)),
        Fact("First seen", f"after {count_words(state.first_seen_at, 'action')}"),
        Fact("Visits", str(state.visits)),
        Fact("Path there", numbered(view.path_to(state.state_id)) or "It is a start."),
        Fact("Ways on", "\n".join(ways)),
    )


def finding_facts(
    view: explore_view.ExploreView, finding: explore_view.FindingView
) -> tuple[Fact, ...]:
    """What the inspector tells of a finding."""
    fault = finding.fault
    where = view.states.get(finding.found.state_id)
    path, original = sentences.path_words(finding.path), sentences.path_words(finding.original_path)
    return (
        Fact("Fault", str(fault.kind)),
        Fact("In", fault.application),
        Fact("Detail", fault.detail),
        Fact("Walked again", sentences.reproduced_words(finding.minimised)),
        Fact("Shortest path" if finding.is_minimised else "Path", path or "Nothing was done."),
        Fact("Found on", original if finding.is_minimised and original != path else ""),
        Fact("Found at", f"action {finding.found.actions}"),
        Fact("State", where.title if where is not None else ""),
    )
