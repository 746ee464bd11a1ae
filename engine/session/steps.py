"""Running one step: aim, pass the gate, move, judge, and try again where that may help.

A retry looks first and performs only if the effect is absent; what can't be taken back is never
tried twice. An approval holds for the target as it was seen: if that changed in between, the
gate is passed again.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, replace
from typing import Literal

from engine.domain.actions import Action, Launch, PressKeys, TypeText, Wait
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Edit,
    PolicyAnswer,
    Reject,
    Skip,
    Withdraw,
)
from engine.domain.errors import (
    ActionImpossible,
    ApplicationNotFound,
    BugError,
    KnownError,
    NobodyToAsk,
    SecretMissing,
    ZoneNotInSight,
)
from engine.domain.events import ActionEnded, ActionStarted, StepEnded, StepStarted
from engine.domain.lifecycle import Effect
from engine.domain.limits import Limits
from engine.domain.performing import (
    Performed,
    StepDone,
    StepFailed,
    StepRejected,
    StepResult,
    StepSkipped,
    Target,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.ports import (
    ApprovalGate,
    BlobStore,
    EventLog,
    Perceiver,
    Policy,
    RiskRater,
    StepExecutor,
    TargetGuard,
)
from engine.domain.risks import Risk, RiskClass
from engine.domain.situation import Situation
from engine.session.control import RunControl

_MAX_ASKED_AGAIN = 5
_STATE_OF: dict[type[StepResult], Literal["done", "failed", "skipped", "rejected"]] = {
    StepDone: "done",
    StepFailed: "failed",
    StepSkipped: "skipped",
    StepRejected: "rejected",
}
_NEVER_TWICE = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


@dataclass(frozen=True, slots=True)
class _Passed:
    """The gate is open for this step on this situation."""

    step: PlanStep
    situation: Situation
    risk: Risk


class StepRunner:
    """Runs steps for one session."""

    def __init__(
        self,
        *,
        perceiver: Perceiver,
        executor: StepExecutor,
        guard: TargetGuard,
        rater: RiskRater,
        policy: Policy,
        gate: ApprovalGate,
        log: EventLog,
        blobs: BlobStore,
        control: RunControl,
        limits: Limits,
    ) -> None:
        self._perceiver = perceiver
        self._executor = executor
        self._guard = guard
        self._rater = rater
        self._policy = policy
        self._gate = gate
        self._log = log
        self._blobs = blobs
        self._control = control
        self._limits = limits
        self._numbers = itertools.count(1)
        self._situation: Situation | None = None

    @property
    def situation(self) -> Situation | None:
        """What was seen last."""
        return self._situation

    async def saw(self, situation: Situation) -> None:
        self._situation = situation

    async def ask(self, question: str, choices: tuple[str, ...]) -> str:
        return await self._control.unless_cancelled(self._gate.answer(question, choices))

    async def run(self, step: PlanStep, segment_number: int) -> StepResult:
        """Run one step to its end; the end is recorded."""
        started = time.perf_counter()
        result, detail, effect = await self._attempts(step, segment_number)
        picture_hash = ""
        if self._situation is not None:
            picture_hash = await self._blobs.put_picture(self._situation.frame)
        await self._log.append(
            StepEnded(
                segment_number,
                step.step_number,
                _STATE_OF[type(result)],
                effect,
                detail,
                picture_hash,
                round((time.perf_counter() - started) * 1000, 3),
            )
        )
        return result

    async def _attempts(
        self, step: PlanStep, segment_number: int
    ) -> tuple[StepResult, str, Effect]:
        before = self._situation or await self._perceiver.observe()
        why, began_at_secs = "", time.time()
        for attempt in range(1, self._limits.max_step_retries + 2):
            if attempt > 1:
                await self._control.boundary()
                self._situation = await self._perceiver.observe()
                if await self._executor.has_effect_already(
                    step, before, self._situation, since_secs=began_at_secs
                ):
                    return (
                        StepDone(step, Effect.CONFIRMED),
                        "seen on looking again",
                        Effect.CONFIRMED,
                    )
            await self._log.append(StepStarted(segment_number, step.step_number, attempt))
            try:
                passed = await self._pass_gate(step, segment_number, asked_again_because=why)
                if not isinstance(passed, _Passed):
                    return passed, getattr(passed, "why", ""), Effect.UNVERIFIABLE
                step = passed.step
                performed = await self._perform(passed, segment_number)
            except (ApplicationNotFound, SecretMissing, ZoneNotInSight) as error:
                return StepFailed(step, error.message), str(error), Effect.SUSPECTED_NO_OP
            except ActionImpossible as error:
                why = error.message
                continue
            self._situation = performed.situation
            if performed.succeeded:
                return (
                    StepDone(passed.step, performed.effect),
                    performed.detail,
                    performed.effect,
                )
            why = performed.detail
            if passed.risk.risk_class in _NEVER_TWICE:
                why += " It can't be taken back, so it was not tried again."
                break
            if performed.is_obstructed or _is_once(passed.step.action):
                break
        return StepFailed(step, why), why, Effect.SUSPECTED_NO_OP

    # -- the gate ----------------------------------------------------------------------------

    async def _pass_gate(
        self, step: PlanStep, segment_number: int, *, asked_again_because: str
    ) -> _Passed | StepSkipped | StepRejected:
        """Ask until the answer holds for what is there now. Raises ``ActionImpossible``."""
        is_edited = False
        for _ in range(_MAX_ASKED_AGAIN):
            situation, target = await self._aim(step)
            risk = self._rater.rate(step, situation)
            ruling = self._policy.rule(step, risk)
            if is_edited and ruling.answer is PolicyAnswer.ASK:
                ruling = replace(ruling, answer=PolicyAnswer.ALLOW, layer="operator's edit")
            request = ApprovalRequest(
                request_id=f"{segment_number}.{step.step_number}.{next(self._numbers)}",
                step=step,
                risk=risk,
                ruling=ruling,
                digest=self._guard.digest_of(step, situation),
                crop_hash=await self._crop_hash(target, ruling.answer),
                target_px=target.zone.bounds_px if target else None,
                crop_px=target.crop_px if target else None,
                asked_again_because=asked_again_because,
            )
            decision = await self._control.unless_cancelled(
                self._gate.decide(
                    request, segment_number=segment_number, step_number=step.step_number
                )
            )
            match decision.verdict:
                case Edit(step=edited):
                    step = replace(edited, step_number=step.step_number)
                    is_edited = True
                    continue
                case Skip():
                    return StepSkipped(step)
                case Reject() if decision.how is DecidedHow.NOBODY:
                    raise NobodyToAsk(
                        f"“{step.description}” needs a yes, and nobody could be asked.",
                        "Sit before the console or a terminal, or ask less (--ask risky).",
                    )
                case Reject(why=why):
                    return StepRejected(step, _rejection(decision, why))
                case Withdraw():
                    return StepRejected(step, "the question was withdrawn")
                case Approve():
                    await self._control.boundary()
                    change = await self._change_since(step, situation, target)
                    if change is None:
                        return _Passed(step, situation, risk)
                    asked_again_because = f"since the approval {change}"
                    is_edited = False
                    self._situation = await self._perceiver.observe()
        raise ActionImpossible(f"“{step.zone_label}” keeps changing while it is approved.")

    async def _change_since(
        self, step: PlanStep, situation: Situation, target: Target | None
    ) -> str | None:
        """What is different from what was asked about, in words: the target, a drag's end, or
        for keys and typing without a zone, where they would go."""
        if target is not None:
            end = self._guard.end_of(step, situation)
            return await self._guard.change_of(target) or (
                await self._guard.change_of(end) if end else None
            )
        if not isinstance(step.action, PressKeys | TypeText):
            return None
        now = await self._perceiver.observe()
        before_window, now_window = situation.active_window, now.active_window
        if before_window is None or now_window is None:
            return None
        if before_window.window_id != now_window.window_id:
            return f"the window “{now_window.title}” came to the front"
        before_zone, now_zone = situation.focused_zone, now.focused_zone
        if before_zone and now_zone and before_zone.zone_id != now_zone.zone_id:
            return f"the focus moved to {now_zone.words}"
        return None

    async def _aim(self, step: PlanStep) -> tuple[Situation, Target | None]:
        """The situation and the step's target in it; waits for a zone that is not there yet."""
        situation = self._situation
        if situation is None:
            raise BugError("a step was run before anything was seen")
        if step.zone_id == GLOBAL_ZONE_ID:
            return situation, None
        if not self._is_in_sight(step, situation):
            situation = await self._executor.wait_for_zone(step, situation)
            self._situation = situation
            if not self._is_in_sight(step, situation):
                raise ZoneNotInSight(f"“{step.zone_label}” is not in sight.")
        return situation, self._guard.target_of(step, situation)

    @staticmethod
    def _is_in_sight(step: PlanStep, situation: Situation) -> bool:
        zone = situation.zone(step.zone_id)
        return zone is not None and zone.on_screen

    async def _crop_hash(self, target: Target | None, answer: PolicyAnswer) -> str:
        if target is None or answer is not PolicyAnswer.ASK:
            return ""
        return await self._blobs.put_picture(target.frame, target.crop_px)

    # -- the hands ---------------------------------------------------------------------------

    async def _perform(self, passed: _Passed, segment_number: int) -> Performed:
        """Record the start before the hands move, and the end whatever it is."""
        step = passed.step
        action_id = f"{segment_number}.{step.step_number}.{next(self._numbers)}"
        zone = passed.situation.zone(step.zone_id)
        at_px = (zone.bounds_px.center.x, zone.bounds_px.center.y) if zone else None
        await self._log.append(ActionStarted(action_id, segment_number, step, at_px))
        started = time.perf_counter()
        try:
            performed = await self._executor.perform(step, passed.situation)
        except KnownError as error:
            await self._end_action(action_id, started, why=error.message)
            raise
        await self._end_action(action_id, started, succeeded=True)
        return performed

    async def _end_action(
        self, action_id: str, started: float, *, succeeded: bool = False, why: str = ""
    ) -> None:
        took_ms = round((time.perf_counter() - started) * 1000, 3)
        await self._log.append(ActionEnded(action_id, succeeded, why, took_ms))


def _is_once(action: Action) -> bool:
    """What is not tried again: a second copy of a program or of a text, a second full wait."""
    match action:
        case Launch() | Wait() | TypeText(replace=False):
            return True
        case _:
            return False


def _rejection(decision: Decision, why: str) -> str:
    return f"{decision.who} said no" + (f": {why}" if why else "")
