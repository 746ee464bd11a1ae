"""Plans: short segments of steps, made on one situation, which is all that is known of the surface
at one moment; and what a planner asks to be shown, with the picture that it was shown then."""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from engine.domain import actions, models
from engine.domain.conditions import Condition, condition_words
from engine.domain.facts import Frozen, Told, field
from engine.domain.spaces import Frame, Point, Rect
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Arrangement, State, Window, Zone

Power = Literal["", "executes", "settings"]


class Application(Frozen):
    """Something that can be launched: a desktop entry with the words that people call it by.
    ``power`` says what it gives over the machine, empty for most: a terminal or an interpreter
    executes what it is told, settings change the system."""

    name: str
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    entry_id: str = ""
    power: Power = ""


class Situation(Frozen, Arrangement):
    """Frame, zones and windows that belong together.

    ``places`` maps the folders that a goal may name ("practice folder") to absolute paths.
    ``is_stale`` says that a recapture yielded nothing and these are the zones from before.
    ``is_being_read`` says that more of its picture may be told soon.
    ``beneath`` are the zones that nobody sees, since a popup lies over them.
    ``page`` is what a browser tells of its active tab, on a web surface.
    ``is_sandboxed`` is the surface's: nothing of the operator's is within reach there.
    ``warnings`` are what the operator should know of this look, such as a vision model's failure.
    ``restless`` is what changed in this run by nobody's act, as ``states.marking`` calls it."""

    frame: Frame
    zones: tuple[Zone, ...]
    windows: tuple[Window, ...]
    applications: tuple[Application, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    is_stale: bool = False
    is_being_read: bool = False
    warnings: tuple[str, ...] = ()
    page: Page | None = None
    beneath: tuple[Zone, ...] = ()
    is_sandboxed: bool = False
    restless: frozenset[str] = field(default=frozenset(), compare=False)

    def zone_of(self, element: WebElement) -> Zone | None:
        """What the page's element is among the zones."""
        return next((zone for zone in self.zones if zone.source_key == element.agent_id), None)

    def element_of(self, zone: Zone | None) -> WebElement | None:
        """What the zone is of the page, where there is one and it tells of it."""
        return self.page.element(zone.source_key) if zone and self.page else None

    @property
    def zones_in_sight(self) -> tuple[Zone, ...]:
        return tuple(zone for zone in self.zones if zone.on_screen)

    @property
    def focused_zone(self) -> Zone | None:
        """The zone that has the keyboard: a focused one in the active window."""
        active = self.active_window
        here = {"", active.window_id} if active else None
        focused = (zone for zone in self.zones if State.FOCUSED in zone.state)
        return next((zone for zone in focused if here is None or zone.window_id in here), None)


class Look(Frozen):
    """A picture of ``part_px`` of the frame, of a zone, of the whole screen, or else of the window
    in front, enlarged by ``zoom`` as far as pictures may be large. ``why``: in its own words."""

    zone_id: str = ""
    part_px: Rect | None = None
    is_whole: bool = False
    zoom: float = 1.0
    why: str = field(default="", compare=False)


class ShownPicture(Frozen):
    """``part_px`` of the frame of what was ``seen`` then, as it went out. ``of`` is what that is,
    in words; ``marks`` are the numbers in it with their zones; at ``covered`` places nothing can be
    seen in it, at ``unread`` of them because nobody could read in time what they say."""

    look: Look
    picture: models.SentPicture
    part_px: Rect
    seen: Situation
    of: str
    marks: tuple[tuple[int, str], ...] = ()
    covered: int = 0
    unread: int = 0

    @property
    def frame(self) -> Frame:
        return self.seen.frame

    @property
    def why(self) -> str:
        """For the record."""
        return f"it asked to see {self.of}" + (f": {self.look.why}" if self.look.why else "")

    def frame_point(self, x: float, y: float) -> Point | None:
        """The frame pixel of a place in the picture; None outside of it."""
        part, width, height = self.part_px, self.picture.width, self.picture.height
        if not (0 <= x <= width and 0 <= y <= height):
            return None
        right, down = math.floor(x * part.width / width), math.floor(y * part.height / height)
        return Point(part.x + min(right, part.width - 1), part.y + min(down, part.height - 1))


REPLAN_ZONE_ID = "__replan__"
GLOBAL_ZONE_ID = "__global__"
WHOLE_PAGE = "page"
"""What the whole text of a web page is read by, as a zone's is by its zone_id."""
IN_SIGHT = "window"
"""And what is in sight of the window in front."""
ALL_PROGRAMS = "applications"
"""What the names of all that can be launched are read by."""
SOUGHT_ZONE_ID = "__sought__"
"""Of a step that only looks for something: nothing has this id, so it is planned locally."""
REPLAN_WORDS = "Look again and plan what remains"


class PlanStep(Frozen):
    """One step of a segment.

    ``zone_id`` is a zone of the situation, ``__global__`` for steps that need none (keys, a
    launch) or ``__replan__``. ``intent`` is the part of the goal that the step serves and
    ``completes_intent`` marks its last step, so that a planner knows what remains.
    ``asked_by`` is the planner's own word on whose wish the step follows: the goal's, or that of
    something on the screen; empty where it does not say."""

    step_number: int
    zone_id: str
    zone_label: str
    action: actions.Action
    description: str
    expected_change: Condition | None = None
    intent: str = ""
    completes_intent: bool = False
    has_risk_of: str = ""
    asked_by: Literal["", "goal", "screen"] = ""

    @property
    def is_replan(self) -> bool:
        return self.zone_id == REPLAN_ZONE_ID or isinstance(self.action, actions.Replan)


def look_again(step_number: int, unless: Condition | None = None) -> PlanStep:
    """``__replan__``: what comes next is planned on what is there then. ``unless`` this is there,
    for which it was planned already."""
    words = f"{REPLAN_WORDS}, unless {condition_words(unless)}" if unless else REPLAN_WORDS
    return PlanStep(step_number, REPLAN_ZONE_ID, "", actions.Replan(), words, unless)


class StepPlace(Frozen):
    """Where something performed stands in the run; as text "2.3", or "2.3.1" in a local plan.
    ``local`` is the number of the local state that it leads to under the step (an attempt on the
    way to the step, or a revert); 0 is the step itself."""

    segment_number: int
    step_number: int
    local: int = 0

    @classmethod
    def parse(cls, text: str) -> "StepPlace":
        """The place that reads so. Raises ``ValueError``."""
        return cls(*map(int, text.split(".")))

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.segment_number, self.step_number, self.local

    def __str__(self) -> str:
        return ".".join(str(number) for number in self.numbers if number)


class OfStep(Told):
    """An event of a step, or of a local state under it."""

    segment_number: int
    step_number: int

    @property
    def at(self) -> StepPlace:
        return StepPlace(self.segment_number, self.step_number, getattr(self, "local", 0))


class GoalPart(Frozen):
    """One thing that the goal asks for, in the planner's words. ``shown_by`` is what shows that it
    is so; None where nothing that can be looked at does."""

    words: str
    shown_by: Condition | None = None


class PlanSegment(Frozen):
    """Steps up to the next major change of the screen.

    ``finishes`` says explicitly that the goal is reached when the steps are done. A segment
    without steps that does not say so is a failure. ``is_looked_up``: that nothing is left to do
    was found in the situation, part by part, and is not merely said.

    ``parts`` are looked for once the steps of a segment that finishes are done; where a planner
    names none, the effects of the steps bear the goal. ``answer`` is what the person wanted to
    know. ``gives_up``: the goal can't be reached, for the ``reason``. ``notes`` stay before the
    planner for the rest of the run; ``reads`` are zones (``zone_id``, ``zone_id@character`` or
    ``zone_id@words``) whose whole text it wants before it plans, ``look`` is a picture that it
    wants. ``left`` are the words of what it planned behind the last of the steps, for a screen that
    nobody had seen."""

    steps: tuple[PlanStep, ...]
    finishes: bool
    reason: str = ""
    is_looked_up: bool = False
    parts: tuple[GoalPart, ...] = ()
    answer: str = ""
    gives_up: bool = False
    notes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    look: Look | None = None
    left: tuple[str, ...] = ()


class ReplanKind(StrEnum):
    INITIAL = "initial"
    ADAPTIVE = "adaptive"
    ERROR = "error"
    BY_HAND = "by hand"
    """Not the planner's: what the operator does themselves."""


class FailedStep(Frozen):
    """The step that an error replan must get around, and why it failed or was not done."""

    step: PlanStep
    why: str
    was_refused: bool = False

    @property
    def words(self) -> str:
        came = "was not done" if self.was_refused else "was tried"
        return f"“{self.step.description}” {came}: {self.why}"


class Came(StrEnum):
    """What came of something in a run's past; ``PLANNED`` is a plan with its reason."""

    DONE = "done"
    NOT_SEEN = "done, not seen"
    FAILED = "failed"
    REJECTED = "rejected"
    SKIPPED = "skipped"
    CUT_OFF = "not done"
    TAKEN_BACK = "taken back"
    UNTOLD = "can't tell whether it was taken back"
    PLANNED = "planned"
    NOT_CLAIMED = "the goal is not taken as reached"


class PastStep(Frozen):
    """An entry of a run's past: a step's own words, and why it came so (the evidence, the reason,
    the operator's words); empty where there is nothing to say."""

    came: Came
    words: str
    why: str = ""


class ReadText(Frozen):
    """A text that the planner asked to read: of the zone, from that character on, or where the
    ``words`` are. ``is_cut``: it holds more than anybody could tell. ``is_drawn``: nobody tells it,
    it was read in the picture."""

    zone_id: str
    start: int
    text: str
    words: str = ""
    is_cut: bool = False
    is_drawn: bool = False

    @property
    def name(self) -> str:
        """As it is asked for: ``zone_id``, ``zone_id@character`` or ``zone_id@words``."""
        part = self.words or self.start
        return f"{self.zone_id}@{part}" if part else self.zone_id


class PlanRequest(Frozen):
    """What a planner is given. ``completed`` holds the steps as they were actually done, ``past``
    all that happened in its order: it only grows. ``notes`` and ``texts`` are what the planner
    itself wrote down and asked to read. ``is_last``: no replan of the run is left, so that it can't
    be asked again.

    ``shown`` is the last picture that the planner was shown, and goes along now where
    ``is_shown_now``; ``looked`` is what it was shown since something was done last. ``no_pictures``
    says why it can be shown none; empty where it can."""

    goal: str
    situation: Situation
    kind: ReplanKind = ReplanKind.INITIAL
    completed: tuple[PlanStep, ...] = ()
    skipped: tuple[PlanStep, ...] = ()
    failed: FailedStep | None = None
    answers: dict[str, str] = field(default_factory=dict)
    is_last: bool = False
    past: tuple[PastStep, ...] = ()
    notes: tuple[str, ...] = ()
    texts: tuple[ReadText, ...] = ()
    shown: ShownPicture | None = None
    is_shown_now: bool = False
    looked: tuple[Look, ...] = ()
    no_pictures: str = ""


def cause_of(request: PlanRequest) -> models.CallCause:
    """What asking for the plan is charged to."""
    if request.is_shown_now:
        return "look"
    return "plan" if request.kind is ReplanKind.INITIAL else "replan"
