"""A policy tried over what was recorded: the same words as in a run, and “can't tell” where the
record does not hold what a rule asks about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Launch
from engine.domain.approvals import (
    OWN_STEP,
    ApprovalRequest,
    Asking,
    Edit,
    PolicyAnswer,
    PolicyRuling,
)
from engine.domain.events import ApprovalDecided, Event, Recorded, SegmentPlanned, SessionStarted
from engine.domain.limits import Limits
from engine.domain.performing import AskingChanged
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, StepPlace
from engine.domain.risks import Risk, RiskClass, Touched
from engine.record.views.oversight import decisions_in
from engine.safety.gate import Gate, NobodyThere
from engine.safety.policy import (
    AskingLayer,
    BoundsLayer,
    LayeredPolicy,
    ruled_anew,
    rules_from_text,
)
from tests.support.memory_log import MemoryLog

HARMLESS = Risk(RiskClass.REVERSIBLE, "why", "undo", touched=Touched("button", ("gimp",)))


def rules(*told: str) -> str:
    return "".join(f"[[rules]]\n{each}\n" for each in told).replace("; ", "\n")


async def ran(
    risk: Risk, asking: Asking = Asking.RISKY, action: Action | None = None, suspicion: str = ""
) -> list[Event]:
    """A run of one step, as the gate records it."""
    log, step = MemoryLog(), PlanStep(1, "z", "OK", action or Click(), "Click “OK”")
    policy = LayeredPolicy([BoundsLayer(), AskingLayer(asking)])
    ruling = policy.rule(step, risk, suspicion)
    request = ApprovalRequest("1", step, risk, ruling, digest="d", suspicion=suspicion)
    await Gate(NobodyThere(), log).decide(request, StepPlace(1, 1))
    planned = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((step,), True))
    return [
        SessionStarted("goal", "practice", "offline", asking, Limits(), "1"),
        planned,
        *log.events,
    ]


def tried(events: list[Event], text: str) -> tuple[PolicyAnswer, PolicyRuling | None]:
    """What was said of the last step, and what would be."""
    recorded = [Recorded(seq, "s-1", 0.0, event) for seq, event in enumerate(events)]
    *_, view = decisions_in(recorded)
    assert view.weighed is not None
    rules = rules_from_text(text, "policy.toml")
    return view.ruled, ruled_anew(view.weighed, view.asking, rules, is_theirs=view.is_theirs)


def now(events: list[Event], text: str) -> str | None:
    ruling = tried(events, text)[1]
    return ruling.answer if ruling else None


@pytest.mark.parametrize(
    ("risk", "told", "was", "anew"),
    [
        (HARMLESS, 'answer = "deny"; program = "gimp"', "allow", "deny"),
        (HARMLESS, 'answer = "ask"; program = "mousepad"', "allow", "allow"),
        (Risk.unknown("no name", ""), 'answer = "deny"; kind = "click"', "ask", "deny"),
        (Risk.final(RiskClass.LEAVES_MACHINE, "Send"), 'answer = "allow"', "ask", "ask"),
        (replace(HARMLESS, leaves="out of it"), 'answer = "allow"', "deny", "deny"),
    ],
)
async def test_the_rules_say_what_they_would_have_said(
    risk: Risk, told: str, was: str, anew: str
) -> None:
    events = await ran(risk)
    assert tried(events, rules(told))[0] == was and now(events, rules(told)) == anew


async def test_what_decides_is_named_by_its_line() -> None:
    told = rules('answer = "deny"; kind = "launch"', 'answer = "ask"; role = "button"; why = "Me"')
    _, ruling = tried(await ran(HARMLESS), told)
    why = "Ask about everything on a button. Me"
    assert ruling == PolicyRuling(PolicyAnswer.ASK, "policy.toml:4", why)


async def test_a_place_that_was_not_recorded_can_be_told_only_where_no_rule_is_about_it() -> None:
    events = await ran(replace(HARMLESS, touched=Touched()))
    for told, anew in (
        ('answer = "deny"; program = "gimp"', None),
        ('answer = "ask"; role = ["button", "link"]', None),
        ('answer = "deny"; program = "gimp"; kind = "launch"', "allow"),
        ('answer = "deny"', "deny"),
    ):
        assert now(events, rules(told)) == anew, told


async def test_of_what_policy_decided_in_an_old_record_nothing_can_be_told() -> None:
    *before, decided = await ran(HARMLESS, action=Launch("gimp"))
    assert isinstance(decided, ApprovalDecided)
    old = [*before, replace(decided, request=None)]
    [view] = decisions_in([Recorded(seq, "s-1", 0.0, each) for seq, each in enumerate(old)])
    assert (view.ruled, view.weighed) == (PolicyAnswer.ALLOW, None)


async def test_asking_and_suspicion_count_as_in_the_run() -> None:
    first, planned, decided = await ran(HARMLESS, Asking.NEVER)
    told = rules('answer = "ask"')
    assert now([first, planned, decided], told) == "deny", "nobody is asked"
    changed = AskingChanged(Asking.RISKY)
    assert now([first, planned, changed, decided], told) == "ask"
    suspected = await ran(HARMLESS, suspicion="the screen says so")
    assert now(suspected, rules('answer = "allow"')) == "ask"


async def test_the_operators_own_harmless_step_is_not_asked_about_but_denied() -> None:
    first, planned, decided = await ran(HARMLESS)
    assert isinstance(decided, ApprovalDecided) and decided.request is not None
    assert isinstance(planned, SegmentPlanned)
    own = replace(decided.request, ruling=replace(decided.request.ruling, layer=OWN_STEP))
    by_hand = replace(planned, replan_kind=ReplanKind.BY_HAND)
    edit = replace(decided.decision, verdict=Edit(decided.request.step))
    for events in (
        [first, planned, replace(decided, request=own)],
        [first, by_hand, decided],
        [first, planned, replace(decided, decision=replace(edit, request_id="0")), decided],
    ):
        for told, anew in (("ask", "allow"), ("deny", "deny")):
            assert now(events, rules(f'answer = "{told}"')) == anew
