"""Runs to record: one with everything in it, one long one, and small pictures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.domain.actions import Click, PressKeys, Replan, TypeText
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    Asking,
    DecidedHow,
    Decision,
    Edit,
    Grant,
    OperatorAnswer,
    PolicyAnswer,
    PolicyRuling,
    Reject,
    Skip,
)
from engine.domain.conditions import AnyOf, FileSaved, NewWindow, WindowShown, ZoneState
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    ControlChanged,
    Event,
    HandsReleased,
    ModelAsked,
    ModelCalled,
    PhaseChanged,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    SurfaceResized,
    SurfaceWentAway,
    ThinkerAsked,
    WarningRaised,
)
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from engine.domain.exploring.groups import ActionGroup, Complete, Finding, Recommendation
from engine.domain.exploring.limits import ExploreLimits, Fault, FaultKind, Progression, Scope
from engine.domain.limits import Limits
from engine.domain.local_planning import DecisionInputs, DoStep, ExplorationOption, ForceRevert
from engine.domain.models import CallCause, ReplyForm, TokenUsage
from engine.domain.performing import (
    AskingChanged,
    BreakpointsSet,
    FileGiven,
    FileMade,
    FilesMade,
    GrantEnded,
    GrantGiven,
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    PlanRevised,
    ReversalEnded,
    ReversalStarted,
    Revision,
)
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.risks import Degree, Reversibility, Risk, RiskClass
from engine.domain.scripts import Locator, TracedStep
from engine.domain.spaces import Frame, Rect
from engine.domain.steering import BreakAtStep, BreakBeforeGrave
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase, Verdict
from engine.domain.web.events import (
    BrowserNoted,
    GoalRead,
    GraphCheckpointed,
    Node,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    SessionResumed,
    StagePromoted,
)
from engine.domain.web.pages import GoalKind, PageType, Stage, TaskMode
from engine.domain.web.proposals import ActionName
from engine.domain.zones import Role, State, Zone

NO_PICTURE = "0" * 32

STARTED = SessionStarted(
    goal="Write “héllo 你好” and save it",
    surface="practice",
    thinker="offline",
    asking=Asking.EACH,
    limits=Limits(max_calls=12),
    pilothouse_version="0.1.0",
)
ENDED = SessionEnded(Outcome(Terminal.GOAL_SATISFIED, "goal_reached", "The file is saved."))

LAUNCH = PlanStep(1, "z1", "Applications", Click(), "Open the menu", NewWindow(), "open")
TYPE = PlanStep(
    2, "z2", "Text", TypeText("hello", replace=True), "Type hello", AnyOf((NewWindow(),))
)
TYPE_EDITED = PlanStep(2, "z2", "Text", TypeText("héllo 你好\n"), "Type héllo 你好")
BOLD = PlanStep(3, "z3", "Bold", Click(), "Tick Bold", ZoneState("z3", "Bold", State.CHECKED))
SAVE = PlanStep(1, "__global__", "", PressKeys(("ctrl", "s")), "Save", WindowShown("Save As"))
CLOSE = PlanStep(2, "z9", "Close", Click(count=2), "Close the window", has_risk_of="closing")
LOOK_AGAIN = PlanStep(3, "__replan__", "", Replan(), "Look again")
OPEN_FILE = PlanStep(1, "z7", "File", Click(), "Click File")
SAVE_KEYS = PlanStep(1, "__global__", "", PressKeys(("ctrl", "shift", "s")), "Press Ctrl+Shift+S")
LEAVE = PlanStep(1, "__global__", "", PressKeys(("escape",)), "Press Escape")
CONFIRM = PlanStep(1, "z4", "Save", Click(), "Click Save", FileSaved("/tmp/note.txt", "héllo"))
LAST = PlanStep(2, "__replan__", "", Replan(), "See whether it worked")


PAGE = PageSeen(
    step=1,
    url="http://127.0.0.1/shop",
    title="Kettles",
    page_type=PageType.LISTING,
    is_listing=True,
    element_count=84,
    mapping_count=60,
    dom_hash="dom",
    mapping_hash="map",
    candidates_hash="can",
    repeat_count=1,
    stagnation_count=2,
    auto_scrolls_used=3,
    no_progress_steps=4,
    planner_calls=5,
)


def observed(picture_hash: str = NO_PICTURE, zones_hash: str = NO_PICTURE) -> SituationObserved:
    return SituationObserved(
        why="to plan",
        picture_hash=picture_hash,
        zones_hash=zones_hash,
        width_px=1280,
        height_px=800,
        zone_count=3,
        window_titles=("Mousepad", "Files"),
        took_ms=41.5,
        from_cache=False,
    )


def asked(segment: int, step: PlanStep, verdict: OperatorAnswer) -> Iterator[Event]:
    """The question to the operator and the answer."""
    request = ApprovalRequest(
        request_id=f"r{segment}.{step.step_number}",
        step=step,
        risk=Risk(RiskClass.REVERSIBLE, "typing", "Ctrl+Z"),
        ruling=PolicyRuling(PolicyAnswer.ASK, "asking", "each step is asked"),
        digest="d" * 32,
        crop_hash="c" * 32,
        target_px=Rect(10, 20, 80, 24),
        crop_px=Rect(0, 0, 160, 90),
    )
    yield ApprovalAsked(segment, step.step_number, request)
    decision = Decision(request.request_id, verdict, DecidedHow.OPERATOR, "anna", request.digest)
    yield ApprovalDecided(segment, step.step_number, decision)


def performed(segment: int, step: PlanStep, succeeded: bool = True) -> Iterator[Event]:
    thing = Locator("sample", Role.TEXT_FIELD, step.zone_label)
    trace = TracedStep(step.action, step.description, thing, expects=step.expected_change)
    yield ActionStarted(f"a{segment}.{step.step_number}", segment, step, (50, 32), trace=trace)
    yield ActionEnded(f"a{segment}.{step.step_number}", succeeded, took_ms=5.25)


MOVED = Progression(True, 0.4, 0.1, 0.3, 0.01, "a menu opened")
RESTED = Progression(False, 0.0, 0.0, 0.0, 0.01, "nothing changed", is_sure=False)


def local_plan() -> Iterator[Event]:
    """Two attempts under step 2.1, of which the second reaches the goal after a revert."""
    options = (ExplorationOption("try_keys", "Press Ctrl+Shift+S"),)
    can_be_undone = Reversibility(Degree.REVERSIBLE, "Escape closes it.")
    yield LocalPlanningStarted(2, 1, "the window “Save As” is there", "no dialog came", 10, "p0")
    yield called("proposal", TokenUsage(900, 600, 80), 0.002, place="2.1.1")
    yield ThinkerAsked("proposal", "offline", place="2.1.1")
    yield LocalProposed(2, 1, 1, 1, OPEN_FILE, options, can_be_undone)
    yield from attempted(1, OPEN_FILE)
    yield ThinkerAsked("distance", "offline", place="2.1.1")
    inputs = DecisionInputs(2.0, 1.5, untried=1, option_count=1)
    yield LocalDecided(2, 1, 1, "explore", "Further away.", inputs, 0, "try_keys")
    yield LocalProposed(2, 1, 2, 2, SAVE_KEYS, (), can_be_undone, "try_keys", 1)
    yield from attempted(2, SAVE_KEYS)
    inputs = DecisionInputs(1.5, 1.5, option_count=1)
    yield LocalDecided(
        2, 1, 2, "revert", "The operator decided.", inputs, 1, "", "operator", "retain"
    )
    yield OperatorForced(ForceRevert("2.1.1"))
    yield BreakpointsSet((BreakAtStep("2.1"), BreakBeforeGrave()))
    yield AskingChanged(Asking.EACH)
    yield GrantGiven(Grant("g", "click", "mousepad", most=3, secs=60.0))
    yield GrantEnded("g", "revoked")
    yield FileGiven("note.txt", 24)
    yield OperatorForced(DoStep(PlanStep(1, "z", "Save", Click(), "Click “Save”")))
    yield ReversalStarted(2, 1, 3, ("2.1.2", "2.1.1"), "operator")
    yield ActionStarted("2.1.3-9", 2, LEAVE, None, 3)
    yield ActionEnded("2.1.3-9", True)
    yield ReversalEnded(2, 1, 3, Verdict.SEEN, ("2.1.2", "2.1.1"), ("press Escape",))
    yield LocalProposed(2, 1, 4, 3, SAVE_KEYS, (), can_be_undone)
    yield from attempted(4, SAVE_KEYS)
    yield LocalDecided(2, 1, 4, "reached", "The goal is reached.", DecisionInputs(2.0, 10.0))
    yield LocalPlanningEnded(2, 1, "reached", "Reached in 3 iterations.", 3)


def web_pass() -> Iterator[Event]:
    """What the navigator tells of one pass through its graph, and of going on after a break."""
    yield GoalRead(GoalKind.OBJECT, TaskMode.FIND, ("blue", "kettle"))
    yield GraphCheckpointed("c1", "", 1, "s1")
    yield NodeEntered(Node.OBSERVE, 1)
    yield PAGE
    yield NodeEntered(Node.GOAL_CHECK, 1)
    yield StagePromoted(Stage.CONTEXT, "the page lists things alike")
    yield NodeEntered(Node.PLANNER, 1)
    yield ProposalRefused(ActionName.DONE, Stage.CONTEXT, "too early to be done")
    yield NodeEntered(Node.ERROR_RETRY, 1, "the proposal was refused")
    yield NodeEntered(Node.OBSERVE, 2)
    yield NodeEntered(Node.GOAL_CHECK, 2)
    yield ProgressJudged(2, 0.4, True, ("two words of the goal stand in the title",))
    yield BrowserNoted("download_saved", "list.pdf was saved.", "/tmp/list.pdf")
    yield SessionResumed("c1", "http://127.0.0.1/shop", "0.1.0")


def exploration() -> tuple[Event, ...]:
    """Two iterations: a group that succeeds, one that does not, one that has not begun."""
    first = ActionGroup("Open the first menu", 0.9, (Recommendation(Click(), "z1", "File"),))
    second = ActionGroup("Press the Escape key", 0.4, (Recommendation(Complete()),))
    trace = TracedStep(Click(), "Click “File”", Locator("sample", Role.MENU, "File"))
    fault = Fault(FaultKind.CRASH, "sample", "sample ended by itself", "exit code -11")
    return (
        ExplorationStarted(ExploreLimits(seed=7, scope=Scope(("sample",)))),
        StateSeen("s1", "Start", True, 0, NO_PICTURE),
        GroupsProposed(1, 1, (first, second)),
        GroupStarted(1, 1),
        StateSeen("s2", "Menu", True, 1, NO_PICTURE, "s1", "Click “File”"),
        GroupAssessed(1, True, MOVED, 1, NO_PICTURE, NO_PICTURE),
        GroupStarted(2, 2),
        StateSeen("s1", "Start", False, 2, NO_PICTURE, "s2", "Press Escape"),
        GroupAssessed(2, False, RESTED, 0, NO_PICTURE, NO_PICTURE),
        GroupsRefused(2, "groups: iteration 2 must have one group for each successful one"),
        SurfaceReset("each group begins at the start"),
        GroupsProposed(2, 3, (first,), (1,)),
        StateSeen("s2", "Menu", False, 3, NO_PICTURE, "s1", "Click “File” again"),
        FaultFound(Finding(1, fault, (trace, trace)), 3, NO_PICTURE, "s2"),
        FindingMinimised(1, (trace,), 12, 10, 10),
    )


def called(cause: CallCause, usage: TokenUsage, cost: float, place: str = "") -> ModelCalled:
    """A round with a model at a local server, as the record has it."""
    endpoint, form = "http://127.0.0.1:8000/v1", ReplyForm.JSON_SCHEMA
    return ModelCalled(
        cause, "small", endpoint, form, "t0", "p0", usage, 800.0, cost, retries=1, place=place
    )


def attempted(local: int, step: PlanStep) -> Iterator[Event]:
    """An attempt of the local plan under step 2.1."""
    yield StepStarted(2, 1, 1, local)
    yield ActionStarted(f"2.1.{local}-1", 2, step, (5, 6), local)
    yield ActionEnded(f"2.1.{local}-1", True, took_ms=4.0)
    yield StepEnded(2, 1, "done", Verdict.CANT_TELL, "", f"p{local}", 50.0, local)


def typical_run() -> tuple[Event, ...]:
    """Three segments with every kind of event and every way in which a step can end."""
    return (
        STARTED,
        PhaseChanged(Phase.PLANNING),
        observed(),
        QuestionAsked("q1", "Which editor?", ("Mousepad", "Vim")),
        QuestionAnswered("q1", "Mousepad", "anna"),
        ModelAsked("plan", "small"),
        called("plan", TokenUsage(1200, 0, 150), 0.004),
        ThinkerAsked("plan", "offline", calls=2, took_ms=3.0),
        SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((LAUNCH, TYPE, BOLD), False)),
        PhaseChanged(Phase.EXECUTING),
        StepStarted(1, 1),
        *asked(1, LAUNCH, Approve()),
        *performed(1, LAUNCH),
        StepEnded(1, 1, "done", Verdict.SEEN, "a menu opened", NO_PICTURE, 120.0),
        StepStarted(1, 2),
        *asked(1, TYPE, Edit(TYPE_EDITED)),
        *performed(1, TYPE_EDITED),
        StepEnded(1, 2, "done", Verdict.SEEN),
        StepStarted(1, 3),
        *asked(1, BOLD, Skip()),
        StepEnded(1, 3, "skipped", Verdict.CANT_TELL),
        ReplanStarted(1, ReplanKind.ADAPTIVE, "the screen changed"),
        ThinkerAsked("replan", "offline"),
        SegmentPlanned(
            2, ReplanKind.ADAPTIVE, PlanSegment((SAVE, CLOSE, LOOK_AGAIN), False, "then save")
        ),
        PlanRevised(Revision(2, (1, 2, 3), (SAVE, CLOSE, LOOK_AGAIN), (), "as it was")),
        StepStarted(2, 1),
        *performed(2, SAVE, succeeded=False),
        StepStarted(2, 1, attempt=2),
        *performed(2, SAVE),
        StepEnded(2, 1, "failed", Verdict.CONTRADICTED, "no dialog came"),
        *local_plan(),
        *web_pass(),
        *exploration(),
        WarningRaised("The screen is slow."),
        StepStarted(2, 2),
        *asked(2, CLOSE, Reject("keep it open")),
        StepEnded(2, 2, "rejected", Verdict.CANT_TELL, "keep it open"),
        SurfaceResized(1920, 1080),
        FilesMade((FileMade("Practice/note.txt", 24, "0" * 64),)),
        ControlChanged("paused"),
        ControlChanged("running"),
        ReplanStarted(2, ReplanKind.ERROR, "no dialog came"),
        SegmentPlanned(3, ReplanKind.ERROR, PlanSegment((CONFIRM, LAST), True)),
        StepStarted(3, 1),
        *performed(3, CONFIRM),
        StepEnded(3, 1, "done", Verdict.SEEN, "the file is there", "e" * 32, 80.0),
        StepStarted(3, 2),
        StepEnded(3, 2, "done", Verdict.CANT_TELL),
        HandsReleased(("shift",), 12.0),
        SurfaceWentAway("The practice display was closed."),
        PhaseChanged(Phase.COMPLETE),
        ENDED,
    )


def long_run(segments: int = 334) -> Iterator[Event]:
    """Three steps a segment and twelve events a step."""
    yield STARTED
    for segment in range(1, segments + 1):
        steps = tuple(
            PlanStep(number, f"z{number}", f"Button {number}", Click(), "Click", NewWindow())
            for number in (1, 2, 3)
        )
        yield SegmentPlanned(segment, ReplanKind.ADAPTIVE, PlanSegment(steps, False))
        for step in steps:
            yield PhaseChanged(Phase.EXECUTING)
            yield StepStarted(segment, step.step_number)
            yield from asked(segment, step, Approve())
            yield from performed(segment, step)
            yield PhaseChanged(Phase.RECAPTURE)
            yield observed()
            yield ThinkerAsked("distance", "offline")
            yield StepEnded(segment, step.step_number, "done", Verdict.SEEN)
            yield PhaseChanged(Phase.REPLANNING)
            yield ReplanStarted(segment, ReplanKind.ADAPTIVE, "the screen changed")
    yield ENDED


def recorded_run(*events: Event, session_id: str = "run") -> tuple[Recorded, ...]:
    """The events as a log would hold them: numbered from 1, a second apart."""
    return tuple(
        Recorded(seq=seq, session_id=session_id, at_secs=1_000.0 + seq, event=event)
        for seq, event in enumerate(events, start=1)
    )


def frame(seed: int = 0, width: int = 64, height: int = 40) -> Frame:
    """A gradient that differs by ``seed``; every row and column can be told apart."""
    rows, columns = np.indices((height, width))
    rest = np.full_like(rows, seed), np.full_like(rows, 255)
    pixels = np.stack((columns, rows, *rest), axis=-1).astype(np.uint8)
    return Frame(seed, 0.0, width, height, pixels.tobytes())


def situation(*zones: Zone) -> Situation:
    return Situation(frame(), zones, ())


def zone(zone_id: str, *state: State) -> Zone:
    return Zone(zone_id, "Größe “1”", Role.CHECK_BOX, Rect(1, 2, 30, 40), frozenset(state))
