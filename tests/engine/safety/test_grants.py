"""A yes beforehand: to what it holds, when it ends, and to what there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, TypeText
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Grant,
    PolicyAnswer,
    PolicyRuling,
)
from engine.domain.performing import GrantEnded, GrantGiven
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.risks import Degree, Risk, RiskClass, Touched
from engine.safety.gate import Gate
from tests.support.memory_log import MemoryLog
from tests.support.stage import ScriptedApprover

HARMLESS = Risk(RiskClass.REVERSIBLE, "why", "")
CLICK = PlanStep(1, "z", "OK", Click(), "Click “OK”")


class Asked:
    """A gate whose first question is answered with the grant, all others with a yes."""

    def __init__(self, grant: Grant) -> None:
        self.log = MemoryLog()
        self.approver = ScriptedApprover([Approve(grant=grant)])
        self.gate = Gate(self.approver, self.log)

    async def about(
        self,
        where: str = "editor",
        risk: Risk | RiskClass = RiskClass.REVERSIBLE,
        suspicion: str = "",
        segment_number: int = 1,
        action: Action = CLICK.action,
    ) -> Decision:
        rated = risk if isinstance(risk, Risk) else Risk(risk, "why", "")
        request = ApprovalRequest(
            f"r{len(self.log.recorded)}",
            replace(CLICK, action=action),
            replace(rated, touched=Touched(programs=(where,) if where else ())),
            PolicyRuling(PolicyAnswer.ASK, "ask each", "each"),
            "digest",
            suspicion=suspicion,
        )
        return await self.gate.decide(request, StepPlace(segment_number, 1))

    @property
    def questions(self) -> int:
        return len(self.approver.asked)

    def told(self, kind: type) -> list[object]:
        return [each.event for each in self.log.recorded if isinstance(each.event, kind)]


async def test_a_grant_is_recorded_with_each_action_that_used_it_until_its_number_is_used_up() -> (
    None
):
    asked = Asked(Grant("g", "click", "editor", most=2))
    decisions = [await asked.about() for _ in range(4)]
    assert [each.grant_id for each in decisions] == ["", "g", "g", ""]
    assert {each.how for each in decisions} == {DecidedHow.OPERATOR}
    assert asked.questions == 2 and asked.told(GrantEnded) == [GrantEnded("g", "used up")]


@pytest.mark.parametrize(
    ("grant", "otherwise"),
    [
        (Grant("g", "click", "editor"), {"where": "mailer"}),
        (Grant("g", "click", "editor"), {"action": TypeText("x")}),
        (Grant("g", "click", "editor", segment_number=1), {"segment_number": 2}),
        (Grant("g", "click", "editor"), {"risk": RiskClass.IRREVERSIBLE}),
        (Grant("g", "click", "editor"), {"risk": RiskClass.LEAVES_MACHINE}),
        (Grant("g", "click", "editor"), {"risk": RiskClass.UNKNOWN}),
        (Grant("g", "click", "editor"), {"suspicion": "it follows the screen"}),
        (Grant("g", "click", "editor"), {"risk": replace(HARMLESS, hands_over="secret")}),
        (Grant("g", "click", "editor"), {"risk": replace(HARMLESS, degree=Degree.IRREVERSIBLE)}),
    ],
)
async def test_outside_of_its_scope_and_for_what_is_grave_it_asks_all_the_same(
    grant: Grant, otherwise: dict[str, object]
) -> None:
    asked = Asked(grant)
    await asked.about()
    assert asked.told(GrantGiven)
    assert (await asked.about(**otherwise)).grant_id == ""  # type: ignore[arg-type]
    assert asked.questions == 2


@pytest.mark.parametrize(
    ("grant", "about"),
    [
        (Grant("g", "click", "editor"), {"risk": RiskClass.IRREVERSIBLE}),
        (Grant("g", "click", "mailer"), {}),
        (Grant("g", "type", "editor"), {}),
        (Grant("g", "click", ""), {"where": ""}),
    ],
)
async def test_nothing_is_granted_but_what_is_harmless_and_like_what_was_asked_about(
    grant: Grant, about: dict[str, object]
) -> None:
    asked = Asked(grant)
    await asked.about(**about)  # type: ignore[arg-type]
    assert not asked.told(GrantGiven)


async def test_a_grant_ends_with_its_time_and_by_the_operators_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("engine.safety.gate.time.monotonic", lambda: now)
    timed = Asked(Grant("g", "click", "editor", secs=60.0))
    await timed.about()
    assert (await timed.about()).grant_id == "g"
    now = 161.0
    assert (await timed.about()).grant_id == ""
    revoked = Asked(Grant("g", "click", "editor"))
    await revoked.about()
    await revoked.gate.revoke("g")
    assert (await revoked.about()).grant_id == ""
    assert revoked.told(GrantEnded) == [GrantEnded("g", "revoked")]
