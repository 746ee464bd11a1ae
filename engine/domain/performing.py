"""What a step is aimed at, what performing it showed, and how the step ended."""

import functools
from dataclasses import dataclass

from engine.domain.approvals import PolicyRuling
from engine.domain.plans import PlanStep, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.risks import Risk
from engine.domain.spaces import Frame, Rect
from engine.domain.verdicts import Judgement
from engine.domain.zones import Zone

_CROP_MARGIN, _PLACE_MARGIN = 24, 64


@dataclass(frozen=True, slots=True)
class Target:
    """A zone and the frame on which it was chosen; ``places_px`` are the places in it that are
    touched, where only those are."""

    zone: Zone
    frame: Frame
    places_px: tuple[Rect, ...] = ()

    @property
    def mark_px(self) -> Rect:
        """What is touched: the zone, or all of the places."""
        if not self.places_px:
            return self.zone.bounds_px
        return functools.reduce(Rect.union, self.places_px)

    @property
    def crop_px(self) -> Rect:
        """The same with some of its surroundings, for people."""
        margin = _PLACE_MARGIN if self.places_px else _CROP_MARGIN
        return self.mark_px.grown(margin).intersection(self.frame.bounds_px)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A step that was aimed, rated and ruled upon, before anybody is asked.

    ``suspicion`` is empty, or says why the step seems to follow the screen. ``is_operators``: it
    is what the operator put in its place. ``waits``: it was touched already, and what it set off
    waits for the answer.
    """

    step: PlanStep
    situation: Situation
    target: Target | None
    risk: Risk
    suspicion: str
    ruling: PolicyRuling
    is_operators: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """The gate is open for this step on this situation."""

    step: PlanStep
    situation: Situation
    risk: Risk


@dataclass(frozen=True, slots=True)
class Performed:
    """What looking again said of the step's effect, and the situation now.

    ``is_obstructed`` says that a dialog came up instead: trying again would not help.
    ``has_reacted``: something else changed, so that what was pressed is not pressed again.
    ``may_repeat`` is false where the hands touched something that a second touch might do twice.
    """

    judged: Judgement
    situation: Situation
    is_obstructed: bool = False
    may_repeat: bool = True
    has_reacted: bool = False

    @property
    def succeeded(self) -> bool:
        """Nothing speaks against it; what can't be told costs nothing."""
        return not self.judged.is_contradicted


@dataclass(frozen=True, slots=True)
class StepDone:
    """``step`` is what was really performed, after an edit."""

    step: PlanStep
    judged: Judgement


@dataclass(frozen=True, slots=True)
class StepFailed:
    """``failure`` decides what is tried next (``engine.domain.recoveries``)."""

    step: PlanStep
    why: str
    failure: FailureClass


@dataclass(frozen=True, slots=True)
class StepSkipped:
    step: PlanStep
    why: str = "the operator left it out"


@dataclass(frozen=True, slots=True)
class StepRejected:
    step: PlanStep
    why: str


@dataclass(frozen=True, slots=True)
class StepOverruled:
    """The operator took the wheel before the hands moved: the step was not performed."""

    step: PlanStep
    why: str = "the operator took the wheel first"


StepResult = StepDone | StepFailed | StepSkipped | StepRejected | StepOverruled
