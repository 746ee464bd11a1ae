"""How a step ends: what a no, an error, or what was seen after the action makes of it;
and what the steps bear of the claim that the goal is reached."""

import time
from collections.abc import Sequence
from typing import Literal

from engine.domain import conditions, errors, facts, performing
from engine.domain.actions import Click, Launch, PressKeys, TypeText, Wait
from engine.domain.events import StepEnded
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.plans import SOUGHT_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.recoveries import FailureClass
from engine.domain.risks import Reversibility, RiskClass, StateMark
from engine.domain.verdicts import Judgement, Verdict, cant_tell, contradicted
from engine.domain.web.resuming import ResumePoint
from engine.language.keys import chord_of
from engine.language.typed_texts import typed_chars
from engine.session.looking import leave_out
from engine.states.dialogs import asides_of


class DoneSteps:
    """The steps of a run that count as done, those of before it broke off included."""

    def __init__(self, history: LocalActionHistory, resumed: ResumePoint | None) -> None:
        self._history = history
        self.done_before = resumed.completed if resumed else ()
        self.not_seen_before = resumed.not_seen if resumed else ()
        self._done_otherwise: list[PlanStep] = []

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """The steps that were done and not taken back, as they were actually done."""
        return (*self.done_before, *self._history.completed, *self._done_otherwise)

    @property
    def done_not_seen(self) -> tuple[PlanStep, ...]:
        """The completed steps whose effect nobody saw, nor that of a later one which bears it."""
        claimed = self._claimed()
        return (
            *self.not_seen_before,
            *(
                claim.step
                for at, claim in enumerate(claimed)
                if claim.verdict is not Verdict.SEEN
                and not any(_bears(later, claim.step) for later in claimed[at + 1 :])
                and not _led_on(claim, claimed[at + 1 :])
            ),
        )

    @property
    def acted_in(self) -> set[str]:
        """The windows of the zones in which the steps were done, be they covered since."""
        found = (each.before.zone(each.step.zone_id) for each in self._claimed())
        return {zone.window_id for zone in found if zone is not None}

    @property
    def lasting(self) -> tuple[conditions.Condition, ...]:
        """What was seen and must still be so for the goal to be claimed: the state that the last
        step brought about, and the file that was saved last. What merely appeared may have gone."""
        told = [
            (each.step.expected_change, each.verdict is Verdict.SEEN) for each in self._claimed()
        ]
        found: list[conditions.Condition] = []
        for expected, is_seen in told[-1:]:
            if is_seen and isinstance(expected, conditions.ZoneState | conditions.ZoneValue):
                found.append(expected)
        for expected, is_seen in reversed(told):
            if isinstance(expected, conditions.FileSaved | conditions.FileExists):
                if is_seen:
                    found.append(conditions.FileExists(expected.path, expected.text))
                break
        return tuple(found)

    def _claimed(self) -> list[LocalActionNode]:
        return [each for each in self._history.stack if each.is_done]

    def count_as_done(self, step: PlanStep) -> None:
        """The step was not performed and is done nevertheless: by the operator, or by itself."""
        self._done_otherwise.append(step)


def _bears(later: LocalActionNode, step: PlanStep) -> bool:
    """What was seen of a later step could not have come without this one: it ends the same part
    of the goal, its file holds the text that this one typed, or it looks what came of a line that
    this one confirmed."""
    if later.verdict is not Verdict.SEEN:
        return False
    if step.intent and later.step.intent == step.intent:
        return True
    match step.action, later.step.expected_change:
        case TypeText(text=text), conditions.FileSaved(text=str(held)) | conditions.FileExists(
            text=str(held)
        ):
            return bool(text.strip()) and text.strip() in held
        case PressKeys(
            keys=keys
        ), conditions.FileSaved() | conditions.FileExists() | conditions.TextShown():
            return isinstance(later.step.action, Wait) and chord_of(keys) == ("enter",)
        case _:
            return False


def _led_on(press: LocalActionNode, later: Sequence[LocalActionNode]) -> bool:
    """What was done next was seen to have come about in a window that came of the press."""
    wanted, is_press = press.step.expected_change, isinstance(press.step.action, Click | PressKeys)
    is_any = wanted in (None, conditions.SomethingChanges()) or conditions.opens_window(wanted)
    to = next((each for each in later if not isinstance(each.step.action, Wait)), None)
    if to is None or to.verdict is not Verdict.SEEN or not (is_press and is_any):
        return False
    for there in (to.before, to.after):  # the first is older where the zone had to be waited for
        if (zone := there.zone(to.step.zone_id)) is not None:
            aside = asides_of(press.step, press.before, there)
            came = [each for each in there.windows_since(press.before) if each not in aside]
            return there.window_of(zone) in came
    return False


STATE_OF: dict[
    type[performing.StepResult], Literal["done", "failed", "skipped", "rejected", "abandoned"]
] = {
    performing.StepDone: "done",
    performing.StepFailed: "failed",
    performing.StepSkipped: "skipped",
    performing.StepRejected: "rejected",
    performing.StepOverruled: "abandoned",
}
_NEVER_TWICE = (RiskClass.UNKNOWN, RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)

FAILING_A_STEP = (errors.ApplicationNotFound, errors.SecretMissing, errors.ActionImpossible)
"""Errors that end a step rather than the run."""


class Ended(facts.Frozen):
    """How a step ended, as it is recorded; ``judged`` is None where nothing was performed."""

    result: performing.StepResult
    detail: str = ""
    judged: Judgement | None = None

    def event_at(self, begun: "UnderWay | BrokenOff", picture_hash: str) -> StepEnded:
        judged, place = self.judged, begun.place
        return StepEnded(
            place.segment_number,
            place.step_number,
            STATE_OF[type(self.result)],
            judged.verdict if judged else None,
            self.detail,
            picture_hash,
            round((time.perf_counter() - begun.started_secs) * 1000, 3),
            place.local,
            judged.evidence if judged else (),
        )


class UnderWay(facts.Frozen):
    """A step that has begun, and the state that it starts from."""

    step: PlanStep
    place: StepPlace
    before: Situation
    mark: StateMark
    digest: str
    acts_before: int
    started_secs: float
    is_operators: bool = False

    def node(
        self, ended: Ended, after: StateMark, back: Reversibility, restless: frozenset[str]
    ) -> LocalActionNode:
        """As it is remembered, so that it can be taken back; ``restless`` had changed by itself."""
        node = LocalActionNode(
            place=self.place,
            step=ended.result.step,
            before=self.mark,
            after=after,
            reversibility=back,
            is_done=isinstance(ended.result, performing.StepDone) and not self.place.local,
            verdict=ended.judged.verdict if ended.judged else Verdict.CANT_TELL,
        )
        leave_out(node, restless)
        return node


class BrokenOff(facts.Frozen):
    """An action that the run ended in the middle of; ``is_of_plan``: as a step, not a way back."""

    action_id: str
    place: StepPlace
    step: PlanStep
    before: Situation
    started_secs: float
    is_of_plan: bool

    def ended(self, told: Judgement, picture_hash: str) -> StepEnded:
        """As it is recorded."""
        failed = failed_with(
            performing.StepFailed(self.step, told.words, FailureClass.NOT_AGAIN), told
        )
        return failed.event_at(self, picture_hash)


def turned_back(
    result: performing.StepSkipped | performing.StepRejected | performing.StepOverruled,
) -> Ended:
    """The step did not pass the gate."""
    return Ended(result, getattr(result, "why", ""))


def failed_by(step: PlanStep, error: errors.KnownError) -> Ended:
    """What one of ``FAILING_A_STEP`` makes of the step."""
    if isinstance(error, errors.TakenOver):
        return Ended(performing.StepOverruled(step), error.message)
    return failed_with(performing.StepFailed(step, error.message, _class_of_error(error, step)))


def judged(passed: performing.Passed, performed: performing.Performed) -> Ended:
    """What performing it once came to."""
    if performed.succeeded:
        return Ended(performing.StepDone(passed.step, performed.judged), judged=performed.judged)
    failure = _class_of_outcome(passed, performed)
    why = performed.judged.words
    if (condition := passed.step.expected_change) is not None:
        why = f"It was expected that {conditions.condition_words(condition)}. {why}"
    return failed_with(performing.StepFailed(passed.step, why, failure), performed.judged)


def failed_with(failed: performing.StepFailed, judged: Judgement | None = None) -> Ended:
    return Ended(failed, failed.why, judged)


def _class_of_error(error: errors.KnownError, step: PlanStep) -> FailureClass:
    """A wait only looks: nothing is opened for it, unless the step is to find something."""
    only_looks = isinstance(step.action, Wait) and step.zone_id != SOUGHT_ZONE_ID
    match error:
        case errors.ApplicationNotFound() | errors.SecretMissing():
            return FailureClass.NOT_THERE
        case errors.GreyedOut():
            return FailureClass.NOTHING_CAME
        case errors.ZoneNotInSight() if only_looks:
            return FailureClass.NOTHING_CAME
        case errors.ZoneNotInSight() | errors.TargetLost():
            return FailureClass.ZONE_MISSING
        case errors.PlaceChanged():
            return FailureClass.PLACE_CHANGED
        case errors.MayHaveLanded():
            return FailureClass.NOT_AGAIN
        case _ if isinstance(step.action, Wait | Launch):
            return FailureClass.NOTHING_CAME
        case _:
            return FailureClass.NOT_PERFORMED


def _class_of_outcome(passed: performing.Passed, performed: performing.Performed) -> FailureClass:
    """What an action that had no effect is; a second copy of a program or of a text is harm, and so
    may be one more click upon what is merely drawn, since little is told of what it did."""
    if passed.risk.risk_class in _NEVER_TWICE or not performed.may_repeat:
        return FailureClass.NOT_AGAIN
    if performed.is_obstructed:
        return FailureClass.OBSTRUCTED
    if performed.has_reacted:
        return FailureClass.OTHER_EFFECT
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None and zone.source.is_drawn:
        return FailureClass.NOT_AGAIN
    if zone is not None and zone.source.tells and not zone.is_enabled:
        return FailureClass.NOTHING_CAME  # nor would it a second time
    match passed.step.action:
        case Launch() | Wait():
            return FailureClass.NOTHING_CAME
        case TypeText(replace=False):
            return FailureClass.NOT_TYPED
        case _:
            return FailureClass.NO_EFFECT


def how_far(step: PlanStep, before: Situation, now: Situation) -> Judgement:
    """How much was done of a step that was stopped in its middle, as far as that can be told."""
    zone = now.zone(step.zone_id) or now.focused_zone
    if not isinstance(step.action, TypeText) or zone is None or zone.is_secret:
        return cant_tell("it was stopped in the middle, so that nobody can tell how far it came")
    text, was = step.action.text, before.zone(zone.zone_id)
    then = was.value if was is not None and not step.action.replace else ""
    typed = typed_chars(text, then, zone.value)
    if not zone.source.tells or not typed:
        return cant_tell("it was stopped in the middle, and no part of the text is seen")
    told = f"{typed} of {len(text)} characters stand in {zone.words}"
    return contradicted(f"it was stopped in the middle: {told}")
