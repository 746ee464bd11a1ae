"""What the inspector says of a step, as far as no window is needed for it."""

from __future__ import annotations

from engine.domain.actions import Click
from engine.domain.plans import PlanStep, ReplanKind
from engine.record.views.run_state import SegmentView, StepView
from widgets.inspector.facts import Fact, step_facts


def test_the_reason_of_its_plan_stands_at_a_step() -> None:
    view = StepView(PlanStep(1, "Save", "Save", Click(), "Click “Save”"))
    segment = SegmentView(2, ReplanKind.ADAPTIVE, (view,), False, "The text is typed.")
    assert Fact("Because", "The text is typed.") in step_facts(2, view, segment)
