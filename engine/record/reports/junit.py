"""A session as JUnit XML, which continuous integration reads.

Of a run towards a goal, a test case for the goal, which fails where it was not reached, and one for
each step. Of an exploration, a test case for each action group: that a group did not progress is
no failure of what is tested, it only led nowhere. A failing test case for each finding, with the
path that leads there. Where a session broke, so that its silence says nothing, one case of it has
an error."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from xml.etree import ElementTree

from engine.domain.events import Recorded
from engine.domain.exploring.events import FaultFound, FindingMinimised, GroupAssessed, GroupStarted
from engine.domain.exploring.groups import Finding
from engine.domain.exploring.limits import ReplayEnd
from engine.domain.terminals import Terminal
from engine.domain.verdicts import StepState, sentence_of
from engine.language.labels import shortened
from engine.language.sentences import exploring
from engine.language.sentences.figures import count_words, joined
from engine.record.exploring.telling import actions_of
from engine.record.sessions import OpenedSession, completion_reason, completion_words, step_words
from engine.record.views.exploring.explore_view import ExploreView, FindingView, GroupView
from engine.record.views.run_state import RunState

BROKEN_ENDS = (Terminal.FAILED, Terminal.STOPPED)
_MOST_NAME_CHARS = 120
_Took = Mapping[tuple[str, int], str]
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def junit_of(opened: OpenedSession) -> bytes:
    """The whole file, as UTF-8."""
    state = opened.state
    view, times = state.explored, _times(opened.events)
    cases = [_group_case(each, state, times) for each in view.groups]
    cases += [_finding_case(each, times) for each in view.findings]
    if state.mode != "explorer":
        cases += [_goal_case(state), *_step_cases(state)]
    cases += [case for case in (_replay_case(state), _broken_case(state)) if case is not None]
    counts = _counts(cases) | {"time": f"{state.elapsed_secs:.3f}"}
    what = "exploration" if state.mode == "explorer" else "session"
    root = element("testsuites", name=f"Pilothouse {what}", **counts)
    suite = element("testsuite", name=state.goal or what, **counts)
    began = datetime.fromtimestamp(opened.summary.started_at_secs, UTC)
    suite.set("timestamp", f"{began:%Y-%m-%dT%H:%M:%S}")
    suite.append(_properties(opened, view))
    suite.extend(cases)
    root.append(suite)
    return written(root)


def written(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root)
    xml: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def readable(text: str) -> str:
    """What XML can't hold or would change becomes a sign that stands for it: a picture of a control
    character, such as ␛; of anything else the replacement character."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NOT_XML.sub(lambda it: chr(0x2400 + ord(it[0])) if it[0] < " " else "\ufffd", text)


def _times(events: Iterable[Recorded]) -> _Took:
    """How long groups and findings took, from their beginning to their end."""
    at_secs = defaultdict[tuple[str, int], list[float]](list)
    for each in events:
        match each.event:
            case GroupStarted(group_number=number) | GroupAssessed(group_number=number):
                at_secs["group", number].append(each.at_secs)
            case (
                FaultFound(finding=Finding(number=number)) | FindingMinimised(finding_number=number)
            ):
                at_secs["finding", number].append(each.at_secs)
    return {what: f"{max(0.0, told[-1] - told[0]):.3f}" for what, told in at_secs.items()}


def _case(
    classname: str, name: str, took: str, *inside: ElementTree.Element
) -> ElementTree.Element:
    case = element(
        "testcase", classname=classname, name=shortened(name, _MOST_NAME_CHARS), time=took
    )
    case.extend(inside)
    return case


def _group_case(group: GroupView, state: RunState, times: _Took) -> ElementTree.Element:
    name = f"group {group.number}: {group.group.reasoning}"
    took = times.get(("group", group.number), "0.000")
    told = element("system-out", _group_words(group, state))
    words = f"{_verdict(group)}: {completion_words(state)}"
    skipped = () if group.assessed is not None else (element("skipped", message=words),)
    return _case(f"iteration {group.iteration}", name, took, *skipped, told)


def _verdict(group: GroupView) -> str:
    return exploring.verdict_words(group.assessed, has_begun=bool(group.segment_number))


def _group_words(group: GroupView, state: RunState) -> str:
    lines = [group.group.reasoning, f"Confidence: {group.group.confidence:g}"]
    if group.grown_from:
        lines.append(f"Grown from group {group.grown_from}")
    lines.append(f"Verdict: {_verdict(group)}")
    if group.assessed is not None:
        lines.append(f"Because {exploring.because_words(group.assessed.progression)}")
        lines.append(f"Figures: {exploring.figures_words(group.assessed.progression)}")
    actions = [step_words(each) for each in actions_of(group, state)]
    return "\n".join([*lines, "Actions:", *(f"- {each}" for each in actions or ["none"])])


def _finding_case(finding: FindingView, times: _Took) -> ElementTree.Element:
    fault, path = finding.fault, finding.path
    kind = "minimal path" if finding.is_minimised else "path as it was found"
    again = exploring.reproduced_words(finding.minimised)
    lines = [
        f"{fault.kind} in {fault.application}: {fault.summary}",
        fault.detail,
        f"The {kind}, {count_words(len(path), 'step')}, {again}:",
        exploring.path_words(path),
    ]
    text = "\n".join(line for line in lines if line)
    failure = element("failure", text, message=fault.summary, type=str(fault.kind))
    took = times.get(("finding", finding.number), "0.000")
    return _case("findings", exploring.fault_words(fault), took, failure)


def _goal_case(state: RunState) -> ElementTree.Element:
    """What broke the run is another case's error; here it only was not told whether it is so."""
    outcome = state.outcome
    case = _case("goal", state.goal, f"{state.elapsed_secs:.3f}")
    if outcome is None or outcome.terminal in BROKEN_ENDS:
        case.append(element("skipped", message=completion_words(state)))
    elif outcome.terminal is not Terminal.GOAL_SATISFIED:
        kind = f"{outcome.terminal} ({outcome.reason})"
        case.append(element("failure", outcome.message, message=outcome.message, type=kind))
    elif told := "\n".join(filter(None, (outcome.answer, outcome.message))):
        case.append(element("system-out", told))
    return case


def _step_cases(state: RunState) -> Iterator[ElementTree.Element]:
    """That a step failed is no failure where the run got past it: the goal's case tells."""
    for segment in state.segments:
        for view in segment.steps:
            name, took = f"{view.step.step_number} {view.title}", f"{view.took_ms / 1000:.3f}"
            case = _case(f"segment {segment.segment_number}", name, took)
            if view.state is not StepState.DONE:
                case.append(element("skipped", message=step_words(view)))
            if view.verdict is not None:
                told = view.detail or sentence_of(view.evidence)
                case.append(element("system-out", joined(view.verdict, told)))
            yield case


def _replay_case(state: RunState) -> ElementTree.Element | None:
    """A regression script that was walked again: it fails where its fault came up."""
    outcome = state.outcome
    if outcome is None or outcome.reason not in tuple(ReplayEnd):
        return None
    case = _case("replay", state.goal, f"{state.elapsed_secs:.3f}")
    if outcome.reason == ReplayEnd.CAME_UP:
        message = outcome.message
        case.append(element("failure", message, message=message, type=outcome.reason))
    return case


def _broken_case(state: RunState) -> ElementTree.Element | None:
    """The run could not do its work: without groups and findings it must not look good."""
    outcome = state.outcome
    if outcome is not None and outcome.terminal not in BROKEN_ENDS:
        return None
    what = "exploration" if state.mode == "explorer" else "run"
    message = outcome.message if outcome is not None else "The session has no end."
    error = element("error", message, message=message, type=completion_reason(state))
    return _case(what, f"the {what} itself", "0", error)


def _properties(opened: OpenedSession, view: ExploreView) -> ElementTree.Element:
    state, limits = opened.state, view.limits
    values: dict[str, object] = {
        "session": state.session_id,
        "pilothouse_version": opened.summary.pilothouse_version,
        **{name: getattr(state, name) for name in ("goal", "surface", "thinker", "mode")},
        "max_calls": state.limits.max_calls,
        "max_cost": f"{state.limits.max_cost:g}",
        "completion_reason": completion_reason(state),
        "completion_words": completion_words(state),
        "terminal": str(state.outcome.terminal) if state.outcome is not None else "",
        "calls": state.calls_used,
    }
    if state.mode == "explorer":
        values |= {
            "seed": limits.seed,
            "max_actions": limits.max_actions,
            "max_duration_secs": f"{limits.max_duration_secs:g}",
            "resets_between_groups": str(limits.resets_between_groups).lower(),
            "scope_windows": ", ".join(limits.scope.windows),
            "scope_zones": ", ".join(limits.scope.zones),
            "iterations": view.iteration,
            "groups": len(view.groups),
            "successful_groups": sum(each.has_succeeded for each in view.groups),
            "actions": view.actions_done,
            "states": len(view.states),
            "findings": len(view.findings),
        }
    properties = ElementTree.Element("properties")
    properties.extend(element("property", name=k, value=str(v)) for k, v in values.items())
    return properties


def _counts(cases: list[ElementTree.Element]) -> dict[str, str]:
    tags = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    found = {name: [it for it in cases if it.find(tag) is not None] for name, tag in tags.items()}
    return {name: str(len(some)) for name, some in ({"tests": cases} | found).items()}


def element(tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.Element(tag, {k: readable(v) for k, v in attributes.items()})
    made.text = readable(text) or None
    return made
