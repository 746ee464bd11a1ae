"""What the report tells of an exploration: its limits, its findings, its iterations; and its
findings as scripts, which are walked again as others are."""

import textwrap
from dataclasses import asdict
from typing import Any

from engine.domain.actions import Launch
from engine.domain.conditions import NewWindow
from engine.domain.scripts import Script, TracedStep
from engine.language.labels import slug
from engine.language.scripts import script_to_text
from engine.language.sentences.exploring import because_words, reproduced_words, verdict_words
from engine.language.sentences.figures import clock_words, count_words
from engine.record.sessions import Fact, Figure, step_words
from engine.record.views.exploring.explore_view import FindingView, GroupView
from engine.record.views.run_state import RunState, StepView

_MOST_WORDS_CHARS = 40
_TONES = {"succeeded": "good", "did not progress": "quiet", "did not succeed": "warn"}


def figures_of(state: RunState) -> tuple[Figure, ...]:
    """The numbers at the top."""
    view = state.explored
    begun = [each.has_succeeded for each in view.groups if each.segment_number]
    found = len(view.findings)
    return (
        Figure(f"{found:,}", "finding" if found == 1 else "findings", "bad" if found else "good"),
        Figure(f"{len(view.states):,}", "state" if len(view.states) == 1 else "states"),
        Figure(f"{view.actions_done:,}", "action" if view.actions_done == 1 else "actions"),
        Figure(f"{sum(begun):,} of {len(begun):,}", "groups succeeded"),
        Figure(f"{view.iteration:,}", "iteration" if view.iteration == 1 else "iterations"),
        Figure(clock_words(state.worked_secs), "of work"),
    )


def own_facts(state: RunState) -> tuple[Fact, ...]:
    """How the exploration was set up."""
    limits = state.explored.limits
    seconds = count_words(round(limits.max_duration_secs), "second")
    return (
        Fact("Seed", str(limits.seed)),
        Fact("Most actions", f"{limits.max_actions:,}" if limits.max_actions else "no ceiling"),
        Fact("Most time", seconds if limits.max_duration_secs else "no ceiling"),
        Fact("Only windows", ", ".join(limits.scope.windows)),
        Fact("Only zones", ", ".join(limits.scope.zones)),
        Fact("Each group began", "at the start state" if limits.resets_between_groups else ""),
    )


def told_finding(
    state: RunState, finding: FindingView, picture: str, before: str = ""
) -> dict[str, Any]:
    """As its template has it. ``picture`` and ``before``, that before the last step, are addresses;
    ``original`` is the path on which it was found, empty where that is the shortest known."""
    steps = [each.description for each in finding.path]
    original = [each.description for each in finding.original_path]
    least = finding.minimised
    return {
        **asdict(finding.fault),
        "number": finding.number,
        "reproduced": reproduced_words(least),
        "is_certain": least is not None and least.is_certain,
        "is_minimised": finding.is_minimised,
        "steps": steps,
        "original": original if original != steps else [],
        "found_at": finding.found.actions,
        "state": state.explored.states.get(finding.found.state_id),
        "picture": picture,
        "before": before,
        "script": script_to_text(script_of(state, finding)),
        "file_name": script_name(finding),
    }


def iterations_of(state: RunState) -> list[dict[str, Any]]:
    """Each with its groups, in the order in which they were run, as the template has them."""
    view = state.explored
    told = []
    for number in range(1, view.iteration + 1):
        groups = [each for each in view.groups if each.iteration == number]
        succeeded = sum(each.has_succeeded for each in groups)
        told.append(
            {
                "number": number,
                "words": f"{count_words(len(groups), 'group')}, {succeeded:,} succeeded",
                "groups": [_told_group(each, state) for each in groups],
                "refusals": [each.why for each in view.refusals if each.iteration == number],
            }
        )
    return told


def _told_group(group: GroupView, state: RunState) -> dict[str, Any]:
    """``tone`` is that of the verdict; ``figures`` are None before it is judged."""
    seen = group.assessed
    verdict = verdict_words(seen, has_begun=bool(group.segment_number))
    return {
        "number": group.number,
        "grown_from": group.grown_from,
        "confidence": group.group.confidence,
        "reasoning": group.group.reasoning,
        "actions": [step_words(each) for each in actions_of(group, state)],
        "verdict": verdict,
        "tone": _TONES.get(verdict, "quiet"),
        "because": because_words(seen.progression) if seen is not None else "",
        "figures": seen.progression if seen is not None else None,
    }


def actions_of(group: GroupView, state: RunState) -> tuple[StepView, ...]:
    """The group's actions as they went; none before it has begun."""
    segment = state.segment_at(group.segment_number)
    return segment.steps if segment is not None else ()


def script_of(state: RunState, finding: FindingView) -> Script:
    """The shortest path that is known, and what is to be launched before it."""
    name, steps = launched_in(state), finding.path
    if name:
        steps = (TracedStep(Launch(name), f"Start {name}", expects=NewWindow()), *steps)
    return Script(state.surface, steps, fault=finding.fault)


def launched_in(state: RunState) -> str:
    """The application that the run started to explore it; empty where all was there already."""
    for segment in state.segments:
        if state.explored.group_of_segment(segment.segment_number):
            return ""
        for view in segment.steps:
            if isinstance(action := view.step.action, Launch):
                return action.application
    return ""


def script_name(finding: FindingView) -> str:
    """A file's name, such as ``finding-1-crash-sample-ended-by-itself.toml``."""
    words = slug(f"{finding.fault.kind} {finding.fault.summary}", " ")
    whole = textwrap.shorten(words, _MOST_WORDS_CHARS, placeholder="").replace(" ", "-")
    return f"finding-{finding.number}-{whole or finding.fault.kind}.toml"
