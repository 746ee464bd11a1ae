"""Regression scripts of the record's findings: as other scripts they are walked again."""

import textwrap

from engine.domain.actions import Launch
from engine.domain.conditions import NewWindow
from engine.domain.scripts import Script, TracedStep
from engine.language.labels import slug
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.run_state import RunState

_MOST_WORDS_CHARS = 40


def script_of(state: RunState, finding: FindingView) -> Script:
    """The shortest path that is known, and what is to be launched before it."""
    name, steps = launched_in(state), finding.path
    if name:
        steps = (TracedStep(Launch(name), f"Start {name}", expects=NewWindow()), *steps)
    return Script(state.surface, steps, fault=finding.fault)


def launched_in(state: RunState) -> str:
    """The application that the run started to explore it; empty where all was there already."""
    explored = state.explore
    for segment in state.segments:
        if explored is not None and explored.group_of_segment(segment.segment_number):
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
