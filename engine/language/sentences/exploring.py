"""Explorations in words: groups with their verdicts, findings, paths, and what an event says."""

from engine.domain.exploring import events
from engine.domain.exploring.groups import ActionGroup
from engine.domain.exploring.limits import Fault, Progression
from engine.domain.scripts import TracedStep
from engine.language.labels import shortened
from engine.language.sentences.figures import Told, count_words, numbered


def verdict_words(
    assessed: events.GroupAssessed | None, *, has_begun: bool = True, is_over: bool = True
) -> str:
    """``succeeded``, ``did not progress``, ``did not succeed``; of a group that is not judged
    ``being tried``, ``not finished`` or ``not begun``."""
    if assessed is None and not has_begun:
        return "not begun"
    if assessed is None:
        return "not finished" if is_over else "being tried"
    if assessed.succeeded:
        return "succeeded"
    return "did not succeed" if assessed.progression.has_progressed else "did not progress"


def figures_words(seen: Progression) -> str:
    """The figures behind a verdict."""
    return (
        f"structure {seen.structure:.0%} · text {seen.text:.0%} · picture {seen.picture:.1%}"
        f" · noise left out {seen.noise:.1%}"
    )


def because_words(seen: Progression) -> str:
    """Why it was judged so, and by whom: ``the title changed (by comparison, not sure)``."""
    by = "by the model" if seen.judged_by == "model" else "by comparison"
    sure = "" if seen.is_sure else ", not sure"
    return f"{seen.why} ({by}{sure})" if seen.why else by + sure


def group_words(number: int, group: ActionGroup, grown_from: int) -> str:
    """``2 from group 1, confidence 0.8: open the menu and choose Save``."""
    grown = f" from group {grown_from}" if grown_from else ""
    return f"{number}{grown}, confidence {group.confidence:g}: {group.reasoning}"


def fault_words(fault: Fault) -> str:
    """``crash: Ledger ended by itself``."""
    return f"{fault.kind}: {fault.summary}"


def reproduced_words(least: events.FindingMinimised | None) -> str:
    """``reproduced 10 of 10 times``, or why not known; ``least`` is None for the whole path."""
    if least is None:
        return "not made shorter"
    if least.why:
        return f"not reproduced: {least.why}"
    if not least.proofs:
        return "made shorter, not tried again after that"
    return f"reproduced {least.reproduced} of {least.proofs} times"


def path_words(path: tuple[TracedStep, ...]) -> str:
    """A line for each step."""
    return numbered(step.description for step in path)


def exploring_told(event: events.ExploringEvent) -> Told:
    match event:
        case events.ExplorationStarted(limits=limits):
            most = limits.max_actions
            actions = f"at most {count_words(most, 'action')}" if most else "any number of actions"
            return Told("Explores", f"{actions} · seed {limits.seed}")
        case events.GroupsProposed(iteration=number, groups=groups):
            confidences = ", ".join(f"{each.confidence:g}" for each in groups)
            summary = f"iteration {number} · {count_words(len(groups), 'group')}"
            return Told("Groups", f"{summary} · confidence {confidences}")
        case events.GroupsRefused(iteration=number, why=why):
            return Told("Refused", f"groups of iteration {number}: {why}")
        case events.GroupStarted(group_number=number):
            return Told("Group", f"{number} begins")
        case events.GroupAssessed(group_number=number, progression=seen):
            return Told("Verdict", f"group {number} {verdict_words(event)} · {because_words(seen)}")
        case events.StateSeen(is_new=is_new, title=title, by=by):
            summary = f"{shortened(title)} · {by}" if by else shortened(title)
            return Told("New state" if is_new else "State", summary)
        case events.FaultFound(finding=finding):
            steps = count_words(len(finding.path), "step")
            return Told("Finding", f"{finding.number} · {fault_words(finding.fault)} · {steps}")
        case events.FindingMinimised():
            return Told("Path", _minimised(event))
        case events.SurfaceReset(why=why):
            return Told("Set back", f"to the start: {why}")


def _minimised(event: events.FindingMinimised) -> str:
    name = f"of finding {event.finding_number}"
    if event.why:
        return f"{name}: {event.why}"
    steps, walks = count_words(len(event.path), "step"), count_words(event.replays, "walk")
    return f"{name}: {steps} after {walks} · {reproduced_words(event)}"
