"""Lines on a terminal for an exploration: iterations, groups and their verdicts, new states, and
findings with their paths; the rest is in ``app.progress``."""

from __future__ import annotations

from rich.markup import escape

from engine.domain.events import Event
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from engine.domain.exploring.groups import TracedStep
from engine.domain.exploring.states import Progression
from engine.record.views.exploring_views import ExploreView

_SHOWN_STEPS = 20


def explorer_line(event: Event, view: ExploreView | None) -> str:
    """The event's line with markup, from the fold so far; empty where it deserves none."""
    match event:
        case ExplorationStarted(limits=limits):
            actions = f"at most {limits.max_actions}" if limits.max_actions else "any number of"
            return f"[dim]  explores with {actions} actions, seed {limits.seed}[/dim]"
        case GroupsProposed(iteration=number, groups=groups):
            confidences = ", ".join(f"{each.confidence:g}" for each in groups)
            plural = "" if len(groups) == 1 else "s"
            words = f"{len(groups)} group{plural}, confidence {confidences}"
            return f"[bold]Iteration {number}[/bold]: {words}"
        case GroupsRefused(why=why):
            return f"  [yellow]⊘[/yellow] groups refused: {escape(why)}"
        case GroupStarted(group_number=group_number):
            return _group_line(group_number, view)
        case GroupAssessed():
            return _verdict_line(event)
        case StateSeen(is_new=True, title=title):
            count = len(view.states) if view is not None else 0
            return f"    [cyan]◆[/cyan] new state {count}: {escape(title)}"
        case SurfaceReset(why=why):
            return f"[dim]  ↺ back to the start: {escape(why)}[/dim]"
        case FaultFound(finding=finding):
            fault = finding.fault
            detail = f"\n           [dim]{escape(fault.detail)}[/dim]" if fault.detail else ""
            return (
                f"  [bold red]✗ finding {finding.number}[/bold red]: {fault.kind},"
                f" {escape(fault.summary)}{detail}{path_lines(finding.path)}"
            )
        case FindingMinimised():
            return _minimised_line(event)
        case _:
            return ""


def path_lines(path: tuple[TracedStep, ...]) -> str:
    """The path, a line for each step; of a long one the last steps."""
    left_out = max(0, len(path) - _SHOWN_STEPS)
    lines = [f"           … {left_out} steps before"] if left_out else []
    lines += [
        f"           {number:>3}. {escape(step.description)}"
        for number, step in enumerate(path, 1)
        if number > left_out
    ]
    return "".join(f"\n[dim]{line}[/dim]" for line in lines)


def _group_line(number: int, view: ExploreView | None) -> str:
    found = next((each for each in view.groups if each.number == number), None) if view else None
    if found is None:
        return f"  Group {number}"
    group, grown = found.group, f" from group {found.grown_from}" if found.grown_from else ""
    return f"  Group {number}{grown}, confidence {group.confidence:g}: {escape(group.reasoning)}"


def _verdict_line(event: GroupAssessed) -> str:
    seen = event.progression
    mark = "[green]✓[/green]" if event.succeeded else "[red]✗[/red]"
    words = "progressed" if seen.has_progressed else "did not progress"
    by = f" by the {seen.judged_by}" if seen.judged_by == "model" else ""
    verdict = f"  {mark} group {event.group_number}: the state {words}{by}"
    return f"{verdict} [dim]({_figures(seen)}) {escape(seen.why)}[/dim]"


def _figures(seen: Progression) -> str:
    return f"structure {seen.structure:.0%}, text {seen.text:.0%}, picture {seen.picture:.1%}"


def _minimised_line(event: FindingMinimised) -> str:
    number, count = event.finding_number, len(event.path)
    if event.why:
        return f"  [yellow]finding {number}: {escape(event.why)}[/yellow]"
    steps = f"{count} step{'' if count == 1 else 's'}"
    proved = f"it came up {event.reproduced} times out of {event.proofs}"
    walks = f"{event.replays} walk{'' if event.replays == 1 else 's'}"
    words = f"finding {number} in {steps}, found in {walks}; {proved}"
    return f"  [bold]{words}[/bold]{path_lines(event.path)}"
