"""A director's run goes on after it broke off: it looks first, and repeats nothing that is done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Launch, PressKeys, TypeText
from engine.domain.approvals import Asking
from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileSaved,
    NewWindow,
    SomethingChanges,
    WindowGone,
    WindowShown,
    ZoneGone,
    ZoneValue,
)
from engine.domain.errors import RecordUnavailable
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    Event,
    PhaseChanged,
    QuestionAsked,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
)
from engine.domain.limits import UNUSED, Limits
from engine.domain.performing import ReversalStarted, StepDone
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Degree, Reversibility
from engine.domain.surface_ports import FileFacts
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase, Verdict, cant_tell
from engine.domain.web.events import SessionResumed
from engine.domain.web.resuming import ResumePoint
from engine.domain.zones import Role
from engine.modes.director import Director
from engine.record.store import SessionStore
from tests.engine.record.conftest import store as store
from tests.support.stage import (
    Play,
    ScriptedApprover,
    ScriptedThinker,
    Stage,
    play,
    situation,
    zone,
)

ONE = PlanStep(1, "One", "One", Click(), "Click One")
FIELD = zone("Field", Role.TEXT_FIELD, at=1, value="half a te", zone_id="now")


def typed(expected: Condition | None) -> PlanStep:
    return PlanStep(2, "then", "Field", TypeText("half a text"), "Type it", expected)


def point(under_way: PlanStep | None = None, **more: object) -> ResumePoint:
    told = ResumePoint(
        "broken", "a goal", "stage", "scripted", Asking.RISKY, Limits(), "director",
        "", "", "", (ONE,), 1, UNUSED, under_way=under_way, under_way_at="1.2",
        windows=("Window",), windows_ever=frozenset({"Window"}),
    )  # fmt: skip
    return replace(told, **more)  # type: ignore[arg-type]


def going_on(stage: Stage, at: ResumePoint, choice: str = "") -> tuple[Play, ScriptedThinker]:
    last = PlanStep(1, "Three", "Three", Click(), "Click Three")
    thinker = ScriptedThinker(PlanSegment((last,), finishes=True))
    approver = ScriptedApprover(choice=choice)
    return play(stage, thinker, approver=approver, resumed=at), thinker


def stage(*titles: str, field: str = "half a te") -> Stage:
    shown = (zone("One"), replace(FIELD, value=field), zone("Three", at=2))
    return Stage(situation(*shown, titles=titles or ("Window",)))


async def test_it_looks_first_and_plans_what_remains() -> None:
    scene, thinker = going_on(stage(), point())
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert isinstance(scene.log.events[0], SessionResumed)
    assert scene.log.of(SituationObserved) and not scene.log.of(SessionStarted)
    assert thinker.requests[0].completed == (ONE,)
    assert scene.log.of(SegmentPlanned)[0].segment_number == 2
    assert [action for action, _ in scene.stage.done] == [Click()]


@pytest.mark.parametrize(
    ("expected", "seen"),
    [
        (ZoneValue("then", "Field", "half a text", contains=True), {"field": "half a text"}),
        (NewWindow(), {"titles": ("Window", "Other")}),
        (WindowShown("Other"), {"titles": ("Window", "Other")}),
        (FileSaved("/a.txt"), {"file": True}),
        (AnyOf((NewWindow(), WindowGone("w", "Window"))), {"titles": ("Window", "Other")}),
    ],
)
async def test_what_was_under_way_and_is_seen_counts_as_done_and_nobody_is_asked(
    expected: Condition, seen: dict[str, object]
) -> None:
    titles = seen.get("titles", ())
    there = stage(*titles, field=str(seen.get("field", "")))  # type: ignore[misc]
    saved = FileFacts(exists=True, text="x", modified_at_secs=2.0)
    there.files = {"/a.txt": saved} if seen.get("file") else {}
    scene, thinker = going_on(there, point(typed(expected), since_secs=1.0))
    await scene.session.run(Director())
    told = StepEnded(1, 2, "done", Verdict.SEEN, evidence=("it was seen when the run went on",))
    assert scene.log.of(StepEnded)[0] == told  # so that it counts after another kill, too
    assert [each.description for each in thinker.requests[0].completed] == ["Click One", "Type it"]
    assert not scene.log.of(QuestionAsked)
    assert not [action for action, _ in there.done if isinstance(action, TypeText)]


@pytest.mark.parametrize(
    ("choice", "completed"),
    [("It was done: go on", ["Click One", "Type it"]), ("It was not done: go on", ["Click One"])],
)
@pytest.mark.parametrize(
    "expected",
    [
        None,
        ZoneValue("then", "Field", "half a text", contains=True),
        FileSaved("/a.txt"),  # an older one is there
        ZoneGone("then", "Field"),  # by an id that nobody has any more
        WindowGone("w", "Window"),
    ],
)
async def test_what_can_not_be_seen_is_asked_of_the_operator(
    choice: str, completed: list[str], expected: Condition | None
) -> None:
    there = stage()
    there.files = {"/a.txt": FileFacts(exists=True, text="x", modified_at_secs=2.0)}
    scene, thinker = going_on(there, point(typed(expected), since_secs=3.0), choice)
    await scene.session.run(Director())
    assert "Nobody can see whether it was done" in scene.log.of(QuestionAsked)[0].question
    assert [each.description for each in thinker.requests[0].completed] == completed


@pytest.mark.parametrize(
    ("expected", "is_asked"),
    [
        (None, False),
        (ZoneGone("then", "Field"), False),
        (SomethingChanges(), False),
        (AnyOf((ZoneGone("then", "Field"), NewWindow())), False),
        # a look would show it, and does not
        (ZoneValue("then", "Field", "half a text", contains=True), True),
        (AnyOf((NewWindow(), WindowShown("Other"))), True),
    ],
)
async def test_what_the_hands_brought_to_its_end_was_done_and_only_not_seen(
    expected: Condition | None, is_asked: bool
) -> None:
    step = typed(expected)
    at = point(step, since_secs=3.0, last_done=StepDone(step, cant_tell()))
    scene, thinker = going_on(stage(), at)
    outcome = await scene.session.run(Director())
    assert bool(scene.log.of(QuestionAsked)) is is_asked
    assert not [action for action, _ in scene.stage.done if isinstance(action, TypeText)]
    if is_asked:  # and nobody is there
        assert outcome.reason == "nobody_to_ask"
        return
    assert [each.description for each in thinker.requests[0].completed] == ["Click One", "Type it"]
    (told, *_) = scene.log.of(StepEnded)
    assert (told.state, told.verdict) == ("done", Verdict.CANT_TELL)


@pytest.mark.parametrize("until", [ActionEnded, StepEnded])
async def test_a_step_whose_end_is_recorded_is_neither_done_again_nor_asked_about(
    until: type[Event], store: SessionStore
) -> None:
    first = play(stage(), ScriptedThinker(PlanSegment((ONE,), finishes=True)))
    await first.session.run(Director())
    log = await store.start_session("broken")
    for event in first.log.events:
        await log.append(event)
        if isinstance(event, until):
            break
    log.close()
    there = stage()
    scene, thinker = going_on(there, await store.resume_point("broken"))
    await scene.session.run(Director())
    assert not scene.log.of(QuestionAsked)
    assert [each.description for each in thinker.requests[0].completed] == ["Click One"]
    assert len(there.done) == 1, "what was planned then, and nothing of before"


async def test_with_nobody_there_nothing_that_may_be_done_is_done_again() -> None:
    scene, thinker = going_on(stage(), point(typed(None)))
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "nobody_to_ask")
    assert not scene.stage.done and not thinker.requests


@pytest.mark.parametrize("is_final", [False, True])
async def test_on_another_desktop_it_begins_anew_and_asks_about_what_is_final(
    *, is_final: bool
) -> None:
    at = point(typed(None), final=(ONE,) if is_final else (), is_elsewhere=True)
    scene, thinker = going_on(stage(), at, "Begin anew" if is_final else "")
    await scene.session.run(Director())
    assert thinker.requests[0].completed == ()
    asked = [each.question for each in scene.log.of(QuestionAsked)]
    assert len(asked) == int(is_final) and all("“Click One”" in each for each in asked)
    scene, thinker = going_on(stage(), replace(at, final=(ONE,)))
    assert (await scene.session.run(Director())).reason == "nobody_to_ask"


async def test_where_all_windows_are_gone_the_operator_says_whether_it_stands() -> None:
    scene, thinker = going_on(stage("Another"), point(), "What was done stands: go on")
    await scene.session.run(Director())
    assert thinker.requests[0].completed == (ONE,)
    scene, thinker = going_on(stage("Another"), point())
    assert (await scene.session.run(Director())).reason == "nobody_to_ask"
    assert not scene.stage.done


def _launch(action: Action) -> PlanStep:
    return PlanStep(2, "", "", action, "Start it", NewWindow())


@pytest.mark.parametrize("expected", [NewWindow(), WindowGone("w", "Window")])
async def test_that_all_windows_are_others_bears_nothing_of_what_was_under_way(
    expected: Condition,
) -> None:
    at = point(typed(expected))
    scene, _ = going_on(stage("Another"), at, "What was done stands: go on")
    assert (await scene.session.run(Director())).reason == "nobody_to_ask"
    assert not scene.log.of(StepEnded)


async def _recorded(store: SessionStore, *ends: Event) -> None:
    log = await store.start_session("broken")
    send = replace(ONE, description="Send it")
    events: list[Event] = [
        SessionStarted("a goal", "display:1", "offline", Asking.RISKY, Limits(), "0"),
        PhaseChanged(Phase.PLANNING),
        SituationObserved("to plan", "", "", 64, 48, 3, ("Window",), 1.0, from_cache=False),
        SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((send, _launch(Launch("x"))), True)),
        StepStarted(1, 1),
        ActionStarted("1.1-1", 1, send, reversibility=Reversibility(Degree.IRREVERSIBLE, "")),
        StepEnded(1, 1, "done", Verdict.CANT_TELL),
        StepStarted(1, 2),
        ActionStarted("1.2-2", 1, _launch(Launch("x"))),
        *ends,
    ]
    for event in events:
        await log.append(event)
    log.close()


async def test_the_record_tells_what_was_done_and_what_was_under_way(store: SessionStore) -> None:
    await _recorded(store)
    told = await store.resume_point("broken")
    assert (told.mode, told.checkpoint_id, told.surface) == ("director", "", "display:1")
    assert [each.description for each in told.completed] == ["Send it"]
    assert told.not_seen == told.final == told.completed
    assert told.under_way is not None and told.under_way.description == "Start it"
    assert told.under_way_at == "1.2"
    assert (told.windows, told.segment_number) == (("Window",), 1)


async def test_what_was_settled_when_it_went_on_counts_when_it_breaks_off_again(
    store: SessionStore,
) -> None:
    await _recorded(store)
    point = await store.resume_point("broken")
    log = await store.continue_session("broken", point.event_count)
    await log.append(SessionResumed("", "", "0"))
    await log.append(StepEnded(1, 2, "done", Verdict.SEEN))
    log.close()
    told = await store.resume_point("broken")
    assert told.under_way is None
    assert [each.description for each in told.completed] == ["Send it", "Start it"]
    with pytest.raises(RecordUnavailable, match="gone on elsewhere"):
        await store.continue_session("broken", point.event_count)


async def test_a_run_that_lost_its_display_can_go_on_and_is_not_over_then(
    store: SessionStore,
) -> None:
    lost = SessionEnded(Outcome(Terminal.FAILED, "surface_lost", "The display is gone."))
    await _recorded(store, StepEnded(1, 2, "failed", Verdict.CANT_TELL), lost)
    under_way = (await store.resume_point("broken")).under_way
    assert under_way is not None and under_way.description == "Start it"
    log = await store.continue_session("broken")
    await log.append(SessionResumed("", "", "0"))
    opened = await store.open_session("broken")
    assert opened is not None and opened.summary.terminal == "" and opened.state.is_running
    assert opened.state.web is None


async def test_what_was_just_being_taken_back_is_not_certain_any_more(store: SessionStore) -> None:
    undo = PlanStep(1, "", "", PressKeys(("ctrl", "z")), "Undo it")
    await _recorded(
        store,
        StepEnded(1, 2, "done", Verdict.SEEN),
        ReversalStarted(1, 2, 1, ("1.2",)),
        ActionStarted("1.2-3", 1, undo, local=1),
    )
    told = await store.resume_point("broken")
    assert [each.description for each in told.not_seen] == ["Send it", "Start it"]
