"""What a step is aimed at, what performing it showed, and how the step ended; and what the operator
steers while a run goes on: the steps to come, where it stops, when it asks. Events of that, and of
local planning and of taking back, are part of the union in ``engine.domain.events``."""

import functools
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.domain import approvals, local_planning, recoveries, steering, surface_ports, zones
from engine.domain.facts import Frozen, Told, field
from engine.domain.plans import OfStep, PlanStep, Situation
from engine.domain.risks import Control, Reversibility, Risk
from engine.domain.spaces import Frame, Rect
from engine.domain.verdicts import Judgement, Verdict

_CROP_MARGIN, _PLACE_MARGIN = 24, 64


class Target(Frozen):
    """A zone and the frame on which it was chosen; ``places_px``: the places to be touched."""

    zone: zones.Zone
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


class Weighed(Frozen):
    """A step that was aimed, rated and ruled upon, before anybody is asked. ``suspicion`` is empty,
    or says why the step seems to follow the screen. ``is_operators``: it is what the operator put
    in its place. ``waits``: it was touched already, and what it set off waits for the answer."""

    step: PlanStep
    situation: Situation
    target: Target | None
    risk: Risk
    suspicion: str
    ruling: approvals.PolicyRuling
    is_operators: bool = False
    waits: bool = False


class Passed(Frozen):
    """The gate is open for this step on this situation; ``is_operators`` as they changed it."""

    step: PlanStep
    situation: Situation
    risk: Risk
    is_operators: bool = False


class Performed(Frozen):
    """What looking again said of the step's effect, and the situation now.

    ``is_obstructed`` says that a dialog came up instead: trying again would not help.
    ``has_reacted``: something else changed, so that what was pressed is not pressed again.
    ``may_repeat`` is false where the hands touched something that a second touch might do twice."""

    judged: Judgement
    situation: Situation
    is_obstructed: bool = False
    may_repeat: bool = True
    has_reacted: bool = False

    @property
    def succeeded(self) -> bool:
        """Nothing speaks against it; what can't be told costs nothing."""
        return not self.judged.is_contradicted


class Looks(Frozen):
    """What a condition or a step is judged by: the situation and the files before it and now.
    ``since_secs`` (wall clock) is when the step began. A file that is there now and was looked at
    before and not there came of it, however old it says it is (moved, renamed, pasted)."""

    before: Situation
    now: Situation
    since_secs: float = 0.0
    files: Mapping[str, surface_ports.FileFacts] = field(default_factory=dict)
    files_before: Mapping[str, surface_ports.FileFacts] = field(default_factory=dict)


class StepDone(Frozen):
    """``step`` is what was really performed, after an edit."""

    step: PlanStep
    judged: Judgement


class StepFailed(Frozen):
    """``failure`` decides what is tried next (``engine.domain.recoveries``)."""

    step: PlanStep
    why: str
    failure: recoveries.FailureClass


class StepSkipped(Frozen):
    step: PlanStep
    why: str = "the operator left it out"


class StepRejected(Frozen):
    step: PlanStep
    why: str


class StepOverruled(Frozen):
    """The operator took the wheel before the hands moved: the step was not performed."""

    step: PlanStep
    why: str = "the operator took the wheel first"


StepResult = StepDone | StepFailed | StepSkipped | StepRejected | StepOverruled


class Revision(Frozen):
    """The steps to come of a segment, as the operator wants them. ``based_on`` are the numbers of
    those that they saw there: where one of them has begun meanwhile, the revision is refused.
    ``left_out`` are numbers of steps that stay and are not done. ``words`` say what was changed."""

    segment_number: int
    based_on: tuple[int, ...]
    steps: tuple[PlanStep, ...]
    left_out: tuple[int, ...] = ()
    words: str = ""


class PlanRevised(Told, kind="plan_revised"):
    revision: Revision


class BreakpointsSet(Told, kind="breakpoints_set"):
    """All that there are from now on."""

    breakpoints: tuple[steering.Breakpoint, ...]


class AskingChanged(Told, kind="asking_changed"):
    """From now on it asks so."""

    asking: approvals.Asking


class GrantGiven(Told, kind="grant_given"):
    grant: approvals.Grant


class GrantEnded(Told, kind="grant_ended"):
    grant_id: str
    why: Literal["used up", "its time is over", "revoked"]


class FileGiven(Told, kind="file_given"):
    """A copy of it was put into the practice folder."""

    name: str
    size_bytes: int


class FileMade(Frozen):
    """``path`` is from the practice home, ``file_hash`` the SHA-256 of what it held."""

    path: str
    size_bytes: int
    file_hash: str


class FilesMade(Told, kind="files_made"):
    """What the run created or changed in the practice home, as it was at the end; copies are kept.
    ``left_out`` more are not: too large, too many, not to be read, or a secret stands in them."""

    files: tuple[FileMade, ...] = ()
    left_out: int = 0

    @property
    def count(self) -> int:
        return len(self.files) + self.left_out


SteeringEvent = PlanRevised | BreakpointsSet | AskingChanged | GrantGiven | GrantEnded | FileGiven


class LocalPlanningStarted(OfStep, kind="local_planning_started"):
    """A step could not be reached; the state now is its local state 0."""

    goal: str
    why: str
    max_iterations: int
    picture_hash: str = ""


class LocalProposed(OfStep, kind="local_proposed"):
    """What an iteration will do, with its reversibility declared before it is done. ``local`` is
    the number of the state that it leads to. ``tries`` names the option that it follows, of the
    action that led to state ``tries_of``."""

    local: int
    iteration: int
    step: PlanStep
    options: tuple[local_planning.ExplorationOption, ...]
    reversibility: Reversibility
    tries: str = ""
    tries_of: int = 0


class LocalDecided(OfStep, kind="local_decided"):
    """What the iteration led to, what was decided on it and why. ``inputs`` is all that the rule
    looked at. ``ruled`` is what the rule said where ``by`` is the operator. ``next_option`` is the
    option to explore. Digests name states: equal ones are equal."""

    local: int
    decision: Literal["reached", "retain", "explore", "revert", "cancel"]
    reason: str
    inputs: local_planning.DecisionInputs
    explored_count: int = 0
    next_option: str = ""
    by: Literal["rule", "operator"] = "rule"
    ruled: str = ""
    picture_before_hash: str = ""
    picture_after_hash: str = ""
    digest_before: str = ""
    digest_after: str = ""


class ReversalStarted(OfStep, kind="reversal_started"):
    """Going back: to the state before ``places[-1]``, over these actions, the newest first. The
    revert leads to local state ``local`` of the step."""

    local: int
    places: tuple[str, ...]
    by: Literal["rule", "operator"] = "rule"


class ReversalEnded(OfStep, kind="reversal_ended", version=2):
    """How far it went. ``undone`` names the actions that were seen to be taken back, ``controls``
    what they were done upon: of these it is known from now on.

    The ``evidence`` of the verdict is what was seen to be as before again, what differs, or why it
    can't be told; of the ``untold`` actions it can't."""

    local: int
    verdict: Verdict
    undone: tuple[str, ...]
    ways: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    why: str = ""
    picture_hash: str = ""
    took_ms: float = 0.0
    controls: tuple[Control, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def returned(self) -> Literal["already back", "restored", "not restored", "can't tell"]:
        """The verdict as it is called of a return; already back: nothing had to be done."""
        match self.verdict:
            case Verdict.SEEN:
                return "restored" if self.ways else "already back"
            case Verdict.CONTRADICTED:
                return "not restored"
            case Verdict.CANT_TELL:
                return "can't tell"


class LocalPlanningEnded(OfStep, kind="local_planning_ended"):
    """``way found``: what the step needs is in sight now, and the step itself comes next."""

    result: Literal["reached", "way found", "cancelled"]
    reason: str
    iterations: int


class OperatorForced(Told, kind="operator_forced"):
    """The operator took a decision out of the engine's hands."""

    force: Annotated[local_planning.Force, Field(discriminator="kind")]


LocalStateEvent = LocalProposed | LocalDecided | ReversalStarted | ReversalEnded
LocalEvent = LocalPlanningStarted | LocalStateEvent | LocalPlanningEnded
