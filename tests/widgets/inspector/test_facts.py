"""What the inspector says of a step, as far as no window is needed for it."""

from __future__ import annotations

import re

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import Grant
from engine.domain.events import ActionStarted, Event, Recorded
from engine.domain.performing import FileMade, FilesMade, GrantGiven
from engine.domain.plans import PlanStep, ReplanKind
from engine.domain.scripts import TracedStep
from engine.record.views.run_state import SegmentView, StepView
from tests.engine.record.runs import exploration, typical_run, web_pass
from widgets.inspector.facts import Fact, event_facts, step_facts

SAVE = PlanStep(1, "Save", "Save", Click(), "Click “Save”")
ITS_OWN: tuple[Event, ...] = (
    ActionStarted("a", 1, SAVE, trace=TracedStep(Click(), "Click “Save”")),
    FilesMade((FileMade("note.txt", 24, "ab12"),)),
    GrantGiven(Grant("1", "click", "Mousepad", secs=300.0)),
)


def test_the_reason_of_its_plan_stands_at_a_step() -> None:
    view = StepView(SAVE)
    segment = SegmentView(2, ReplanKind.ADAPTIVE, (view,), False, "The text is typed.")
    assert Fact("Because", "The text is typed.") in step_facts(2, view, segment)


@pytest.mark.parametrize(
    "event", [*typical_run(), *exploration(), *web_pass(), *ITS_OWN], ids=lambda event: event.kind
)
def test_what_an_event_holds_is_told_in_words(event: Event) -> None:
    told = event_facts(Recorded(1, "run", 0.0, event), 0.0)
    assert not [each.value for each in told if re.search(r"\b[A-Z]\w+\(|<\w+\.", each.value)]
