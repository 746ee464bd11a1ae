"""The director's rolling horizon, with its failure modes as the document names them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from engine.domain.actions import Click, Drag, PressKeys, Replan, TypeText, Wait
from engine.domain.approvals import Asking, Edit, Skip, Withdraw
from engine.domain.conditions import (
    Condition,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowGone,
    ZoneState,
    ZoneValue,
)
from engine.domain.events import (
    ApprovalDecided,
    Event,
    PhaseChanged,
    QuestionAsked,
    Recorded,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    StepEnded,
    StepStarted,
    WarningRaised,
)
from engine.domain.limits import Limits
from engine.domain.plans import (
    GLOBAL_ZONE_ID,
    REPLAN_ZONE_ID,
    PlanRequest,
    PlanSegment,
    PlanStep,
    ReplanKind,
)
from engine.domain.surface_ports import FileFacts
from engine.domain.terminals import Terminal
from engine.domain.verdicts import Phase
from engine.domain.zones import Role, State
from engine.modes.director import Director
from engine.modes.past_steps import aimed_again, with_its_window
from engine.record.views.fold import fold_all
from tests.support.stage import ScriptedApprover, ScriptedThinker, Stage, play, situation, zone
from tests.support.waiting import until

LIMITS = Limits(max_step_retries=0, settle_secs=0.02)


def click(number: int, label: str, *, fails: bool = False) -> PlanStep:
    expected = TextShown("what never comes") if fails else None
    return PlanStep(number, label, label, Click(), f"Click {label}", expected)


def look_again(number: int) -> PlanStep:
    return PlanStep(number, REPLAN_ZONE_ID, "replan", Replan(), "Look again")


def stage() -> Stage:
    return Stage(situation(zone("One"), zone("Two", at=1), zone("Three", at=2)))


async def test_segments_are_planned_at_each_replan_with_what_was_done() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), look_again(2)), finishes=False),
        PlanSegment((click(1, "Two"), look_again(2)), finishes=False),
        PlanSegment((click(1, "Three"),), finishes=True),
    )
    scene = play(stage(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    done = [[step.description for step in request.completed] for request in thinker.requests]
    assert done == [[], ["Click One"], ["Click One", "Click Two"]]
    kinds = [request.kind for request in thinker.requests]
    assert kinds == [ReplanKind.INITIAL, ReplanKind.ADAPTIVE, ReplanKind.ADAPTIVE]


async def test_the_lifecycle_is_recorded_as_the_document_draws_it() -> None:
    thinker = ScriptedThinker(
        PlanSegment((look_again(1),), finishes=False),
        PlanSegment((click(1, "One", fails=True),), finishes=True),
        PlanSegment((), finishes=True, reason="nothing left"),
    )
    scene = play(stage(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    phases = [event.phase for event in scene.log.events if isinstance(event, PhaseChanged)]
    assert phases == [
        Phase.PLANNING,
        Phase.EXECUTING,
        Phase.RECAPTURE,
        Phase.REPLANNING,
        Phase.EXECUTING,
        Phase.ERROR_HANDLING,
        Phase.RECAPTURE,
        Phase.REPLANNING,
        Phase.COMPLETE,
    ]


async def test_an_empty_plan_is_a_failure() -> None:
    scene = play(stage(), ScriptedThinker(PlanSegment((), finishes=False)), limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "empty_plan")


async def test_an_empty_plan_after_a_replan_says_so() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), look_again(2)), finishes=False),
        PlanSegment((), finishes=False),
    )
    outcome = await play(stage(), thinker, limits=LIMITS).session.run(Director())
    assert outcome.message.startswith("Adaptive replan failed")


async def test_finished_must_be_said_by_the_plan() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"),), finishes=False),
        PlanSegment((), finishes=True, reason="all is there"),
    )
    outcome = await play(stage(), thinker, limits=LIMITS).session.run(Director())
    assert len(thinker.requests) == 2
    assert outcome.terminal is Terminal.GOAL_SATISFIED


async def test_adaptive_and_error_replans_share_one_limit() -> None:
    segments = [PlanSegment((look_again(1),), finishes=False)] * 3 + [
        PlanSegment((click(1, label, fails=True),), finishes=True)
        for label in ("One", "Two", "Three")
    ]
    scene = play(stage(), ScriptedThinker(*segments), limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_replans")
    kinds = [event.replan_kind for event in scene.log.of(ReplanStarted)]  # type: ignore[attr-defined]
    assert kinds == [ReplanKind.ADAPTIVE] * 3 + [ReplanKind.ERROR] * 2


async def test_an_error_replan_knows_the_failed_step_and_why() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), click(2, "Two", fails=True)), finishes=True),
        PlanSegment((click(1, "Three"),), finishes=True),
    )
    outcome = await play(stage(), thinker, limits=LIMITS).session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    failed = thinker.requests[1].failed
    assert failed is not None
    assert failed.step.description == "Click Two" and "what never comes" in failed.why
    assert [step.description for step in thinker.requests[1].completed] == ["Click One"]


async def test_the_same_plan_failing_again_is_a_loop() -> None:
    segment = PlanSegment((click(1, "One", fails=True),), finishes=True)
    outcome = await play(stage(), ScriptedThinker(segment, segment), limits=LIMITS).session.run(
        Director()
    )
    assert (outcome.terminal, outcome.reason) == (Terminal.LOOP_STUCK, "repeated_plan")


async def test_the_call_ceiling_ends_the_run_with_what_was_done() -> None:
    segments = [PlanSegment((click(1, "One"), look_again(2)), finishes=False)] * 5
    limits = Limits(max_calls=2, settle_secs=0.02)
    scene = play(stage(), ScriptedThinker(*segments), limits=limits)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_calls")
    assert len(fold_all(scene.log.recorded).completed_steps) == 2


async def test_skipped_steps_leave_the_list_and_are_told_to_the_planner() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), click(2, "Two"), look_again(3)), finishes=False),
        PlanSegment((), finishes=True, reason="Everything is done."),
    )
    approver = ScriptedApprover([Skip()])
    scene = play(stage(), thinker, asking=Asking.EACH, approver=approver, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "steps_skipped")
    words = "Done in 1 step, 1 skipped. Left out by the operator: Click One."
    assert outcome.message == words  # and not that all of it is done
    assert [step.description for step in thinker.requests[1].completed] == ["Click Two"]
    assert [step.description for step in thinker.requests[1].skipped] == ["Click One"]


@pytest.mark.parametrize("verb", ["cancel", "stop"])
async def test_the_operator_can_end_a_run_that_waits_for_him(verb: str) -> None:
    thinker = ScriptedThinker(PlanSegment((click(1, "One"),), finishes=True))
    scene = play(stage(), thinker, asking=Asking.EACH, limits=LIMITS)
    scene.approver.decide = _never(scene, verb)  # type: ignore[method-assign]
    outcome = await scene.session.run(Director())
    expected = {"cancel": Terminal.CANCELLED, "stop": Terminal.STOPPED}[verb]
    assert outcome.terminal is expected
    assert scene.stage.done == []
    assert isinstance(scene.log.events[-1], SessionEnded)
    assert scene.stage.hands_stopped is (verb == "stop")
    [decided] = scene.log.of(ApprovalDecided)
    assert isinstance(decided.decision.verdict, Withdraw)  # type: ignore[attr-defined]


def _never(scene: object, verb: str) -> object:
    async def decide(request: object) -> object:
        task = asyncio.ensure_future(getattr(scene.session, verb)())  # type: ignore[attr-defined]
        await asyncio.Event().wait()
        return task

    return decide


async def test_pause_holds_the_run_between_two_actions_and_step_lets_one_pass() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), click(2, "Two"), click(3, "Three")), finishes=True)
    )
    scene = play(stage(), thinker, limits=LIMITS)

    def pause_once(action: object) -> None:
        scene.stage.on_action = lambda action: None
        scene.control.pause()

    scene.stage.on_action = pause_once
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: len(scene.stage.done) == 1)
    await scene.session.step()
    await until(lambda: len(scene.stage.done) == 2)
    await asyncio.sleep(0.3)  # three times what a step takes here
    assert len(scene.stage.done) == 2
    await scene.session.resume()
    assert (await running).terminal is Terminal.GOAL_SATISFIED


async def test_every_run_is_a_fold_that_never_fails() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), look_again(2)), finishes=False, reason="first"),
        PlanSegment((click(1, "Two"),), finishes=True),
    )
    scene = play(stage(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    state = fold_all(scene.log.recorded)
    assert len(scene.log.of(SegmentPlanned)) == len(state.segments) == 2
    assert state.outcome is not None and not state.is_running


def dialog_on(scene: Stage, title: str) -> None:
    """A dialog comes to the front, over what was there."""
    now = situation(*scene.now.zones, shade=200, titles=(title, "Window"))
    front, *others = now.windows
    scene.now = replace(now, windows=(replace(front, is_dialog=True), *others))


async def test_a_plan_that_finishes_before_an_unforeseen_dialog_is_not_believed() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"),), finishes=True),
        PlanSegment((), finishes=True, reason="the dialog is answered"),
    )
    scene = play(stage(), thinker, limits=LIMITS)
    scene.stage.on_action = lambda action: dialog_on(scene.stage, "Save As")
    outcome = await scene.session.run(Director())
    assert len(thinker.requests) == 2 and outcome.reason == "dialog_in_the_way"
    assert "“Save As”" in outcome.message
    [replan] = scene.log.of(ReplanStarted)
    assert replan.why == "a dialog came up: “Save As”"


@pytest.mark.parametrize("is_looked_for", [False, True])
async def test_an_inline_alert_is_in_the_way_unless_a_step_looks_for_it(
    is_looked_for: bool,
) -> None:
    said = "It could not be saved"
    one = replace(click(1, "One"), expected_change=TextShown(said) if is_looked_for else None)
    plans = PlanSegment((one,), finishes=True), PlanSegment((), finishes=True)
    approver = ScriptedApprover(choice="It is reached")
    scene = play(stage(), ScriptedThinker(*plans), limits=LIMITS, approver=approver)
    alert = zone(said, Role.ALERT, zone_id="bar", at=2)

    def answer(action: object) -> None:
        scene.stage.now = situation(*scene.stage.now.zones, alert, shade=200)

    scene.stage.on_action = answer
    outcome = await scene.session.run(Director())
    assert (outcome.reason == "dialog_in_the_way") is not is_looked_for
    assert (said in outcome.message) is not is_looked_for
    assert not scene.log.of(QuestionAsked), "it reports, and leaves nothing to be asked"


@pytest.mark.parametrize("said", ["", "It could not be saved"])
async def test_what_did_something_else_is_not_pressed_where_its_like_shows(said: str) -> None:
    """Nor what was refused, whose reason is the failure's."""
    save = replace(click(1, "One"), zone_label="One", expected_change=FileSaved("/x"))
    thinker = ScriptedThinker(PlanSegment((save,), finishes=True), PlanSegment((), finishes=False))
    scene = play(stage(), thinker, limits=replace(LIMITS, settle_secs=1))
    bar = [zone(said, Role.ALERT, zone_id="bar", at=2)] if said else []
    other = situation(zone("One", zone_id="its like"), *bar, shade=200)
    scene.stage.on_action = lambda action: setattr(scene.stage, "now", other)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert len(scene.stage.done) == 1
    failed = thinker.requests[1].failed
    assert failed is not None and said in failed.why


async def test_a_dialog_that_a_step_was_to_open_is_no_surprise() -> None:
    about = replace(click(1, "One"), expected_change=NewWindow())
    thinker = ScriptedThinker(PlanSegment((about,), finishes=True))
    scene = play(stage(), thinker, limits=LIMITS)
    scene.stage.on_action = lambda action: dialog_on(scene.stage, "About")
    outcome = await scene.session.run(Director())
    assert outcome.reason == "plan_finished" and len(thinker.requests) == 1


async def test_a_dialog_that_was_there_before_is_no_surprise() -> None:
    thinker = ScriptedThinker(PlanSegment((click(1, "One"),), finishes=True))
    scene = play(stage(), thinker, limits=LIMITS)
    dialog_on(scene.stage, "Settings")
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED and len(thinker.requests) == 1


async def test_what_nobody_could_see_is_named_at_the_end() -> None:
    thinker = ScriptedThinker(PlanSegment((click(1, "One"),), finishes=True))
    scene = play(stage(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "done_not_seen")
    assert outcome.message.endswith("Nobody could see what came of: Click One.")


@pytest.mark.parametrize(
    ("window", "waits", "reason"),
    [
        ("Entry", 0, "plan_finished"),
        ("Entry", 1, "plan_finished"),
        ("Tip of the day", 0, "done_not_seen"),
        ("Tip of the day", 1, "done_not_seen"),
    ],
)
async def test_what_acts_in_the_window_that_a_press_brought_late_bears_the_press(
    window: str, waits: int, reason: str
) -> None:
    front = zone("Subject", Role.TEXT_FIELD, at=1, window_id=window)
    at_rest = situation(zone("One"), front, titles=(window, "Window"))

    class Late(ScriptedThinker):
        """Nothing came of the press until the next plan."""

        async def plan(self, request: PlanRequest) -> PlanSegment:
            if self.requests:
                scene.stage.now = at_rest
                at = zone("Chosen", Role.LABEL, at=3, window_id=window)
                chosen = situation(zone("One"), front, at, titles=(window, "Window"))
                scene.stage.on_action = lambda action: (
                    setattr(scene.stage, "now", chosen) if isinstance(action, Click) else None
                )
            return await super().plan(request)

    subject = replace(click(1 + waits, "Subject"), expected_change=TextShown("Chosen"))
    is_there = TextShown("Subject")
    shown = PlanStep(1, GLOBAL_ZONE_ID, "", Wait(0), "Wait", expected_change=is_there)
    thinker = Late(
        PlanSegment((click(1, "One"), look_again(2)), finishes=False),
        PlanSegment((*(shown,) * waits, subject), finishes=True),
    )
    scene = play(stage(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.reason == reason, outcome.message


async def test_a_dialog_in_the_way_is_the_operators_to_judge() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"),), finishes=True), PlanSegment((), finishes=True)
    )
    approver = ScriptedApprover(choice="It is reached")
    scene = play(stage(), thinker, limits=LIMITS, approver=approver)
    scene.stage.on_action = lambda action: dialog_on(scene.stage, "Sorry")
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    [asked] = scene.log.of(QuestionAsked)
    assert "“Sorry”" in asked.question and asked.choices[0] == "It is reached"


@pytest.mark.parametrize(
    ("said", "button", "held", "is_reached"),
    [
        ("quay.txt saved !!", "OK", "<p>Gulls at the quay</p>", True),
        ("Levy on täynnä", "OK", "<p>Gulls at the", False),
        ("Levy on täynnä", "OK", None, False),
        ("quay.txt could not be saved", "OK", "<p>Gulls at the quay</p>", False),
        ("Some of quay.txt is lost. Go on?", "OK", "<p>Gulls at the quay</p>", False),
        ("quay.txt is there already", "Replace", "<p>Gulls at the quay</p>", False),
    ],
)
async def test_a_dialog_that_only_tells_something_stands_beside_a_file_that_holds_what_was_typed(
    said: str, button: str, held: str | None, *, is_reached: bool
) -> None:
    """Not where the file was not read to hold it, nor where the dialog finds fault or asks."""
    type_it = TypeText("Gulls at the quay")
    typed = PlanStep(1, "One", "One", type_it, "Type it", TextShown("Gulls"), intent="1: type")
    saved = replace(click(2, "Two"), expected_change=FileSaved("/quay.txt"), intent="2: save")
    plans = PlanSegment((typed, saved), finishes=True), PlanSegment((), finishes=True)
    scene = play(stage(), ScriptedThinker(*plans), limits=LIMITS)

    def answer(action: object) -> None:
        if action == type_it:
            more = zone("Gulls", Role.LABEL, at=2)
            scene.stage.now = situation(*scene.stage.now.zones, more, shade=100)
            return
        dialog_on(scene.stage, "")
        inside = scene.stage.now.windows[0].window_id
        zones = zone(said, Role.LABEL, at=3), zone(button, Role.BUTTON, at=4)
        told = (replace(each, window_id=inside) for each in zones)
        scene.stage.now = replace(scene.stage.now, zones=(*scene.stage.now.zones, *told))
        scene.stage.files["/quay.txt"] = FileFacts(True, 9, time.time(), held)

    scene.stage.on_action = answer
    outcome = await scene.session.run(Director())
    assert (outcome.reason == "plan_finished") is is_reached, outcome
    assert said in outcome.message, "it is told either way"


async def test_a_dialog_that_comes_late_is_waited_for() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"),), finishes=True),
        PlanSegment((), finishes=True, reason="done"),
    )
    scene = play(stage(), thinker, limits=Limits(max_step_retries=0, settle_secs=1.5))

    def late(action: object) -> None:
        asyncio.get_running_loop().call_later(1.0, dialog_on, scene.stage, "Disk full")

    scene.stage.on_action = late
    outcome = await scene.session.run(Director())
    assert outcome.reason == "dialog_in_the_way" and "Disk full" in outcome.message


async def test_what_was_seen_and_is_not_so_any_more_is_not_claimed() -> None:
    held = zone("One", Role.TEXT_FIELD, value="Ann")
    step = PlanStep(1, "One", "One", TypeText("Ann"), "Type", ZoneValue("One", "One", "Ann"))
    thinker = ScriptedThinker(
        PlanSegment((step,), finishes=True), PlanSegment((), finishes=True, reason="done")
    )
    scene = play(stage(), thinker, limits=LIMITS)
    append = scene.log.append

    async def put_back_once_seen(event: Event) -> Recorded:
        if isinstance(event, StepEnded):
            scene.stage.now = situation(replace(held, value="Bob"))
        return await append(event)

    scene.log.append = put_back_once_seen  # type: ignore[method-assign]
    scene.stage.on_action = lambda action: setattr(scene.stage, "now", situation(held))
    outcome = await scene.session.run(Director())
    assert outcome.reason == "not_so_any_more" and "“Ann”" in outcome.message


async def test_an_end_speaks_of_what_the_operator_changed() -> None:
    thinker = ScriptedThinker(PlanSegment((click(1, "One"),), finishes=True))
    approver = ScriptedApprover([Edit(click(1, "Two"))])
    scene = play(stage(), thinker, asking=Asking.EACH, approver=approver, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert "Changed by the operator: Click Two (planned: Click One)" in outcome.message


@pytest.mark.parametrize(
    ("step", "meant"),
    [
        (PlanStep(1, "Subject", "Subject", TypeText("112"), "Write"), "field"),
        (PlanStep(1, "Subject", "Subject", Click(), "Click"), "field"),
        (PlanStep(1, "Add", "Add", Click(), "Click"), "button"),
        (PlanStep(1, "To", "To", TypeText("112"), "Write"), "To"),
        (PlanStep(1, "tab List", "tab List", Click(), "Open"), "tab"),
    ],
    ids=["a text into the field", "a click too", "no icon", "never upon a label", "by role"],
)
def test_what_a_plan_only_knew_by_its_name_is_what_takes_the_step(
    step: PlanStep, meant: str
) -> None:
    now = situation(
        zone("To", Role.LABEL, zone_id="label_to"),
        zone("Subject", Role.LABEL, zone_id="label"),
        zone("Subject", Role.TEXT_FIELD, at=1, zone_id="field"),
        zone("List", Role.TAB, at=2, zone_id="tab"),
        zone("Add", Role.ICON, at=3, zone_id="icon"),
        zone("Add", at=4, zone_id="button"),
    )
    assert aimed_again(step, now).zone_id == meant


@pytest.mark.parametrize(
    ("titles", "meant"),
    [
        (("Print file", "Window", "Print file"), WindowGone("Print file", "Print file")),
        (("Window",), SomethingChanges()),  # it did not come: nothing is expected of it
    ],
)
def test_what_closes_a_window_that_was_to_come_closes_the_one_that_came(
    titles: tuple[str, ...], meant: Condition
) -> None:
    gone = WindowGone("", "Print")
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("return",)), "Confirm", gone)
    now = situation(titles=titles)
    assert with_its_window(step, now).expected_change == meant
    known = replace(step, expected_change=WindowGone("Mail", "Mail"))
    assert with_its_window(known, now) is known


async def test_a_drag_ends_on_what_is_called_so_when_it_is_time() -> None:
    drag = PlanStep(1, "One", "One", Drag(to_zone_id="Bin"), "Drag One to Bin")
    thinker = ScriptedThinker(
        PlanSegment((look_again(1),), finishes=False), PlanSegment((drag,), finishes=True)
    )
    scene = play(stage(), thinker, limits=LIMITS)
    scene.stage.now = situation(zone("One"), zone("Bin", zone_id="bin_7", at=3))
    await scene.session.run(Director())
    assert [action for action, _ in scene.stage.done] == [Drag(to_zone_id="bin_7")]


@pytest.mark.parametrize(
    ("is_looked_up", "reason"), [(True, "nothing_left_to_do"), (False, "done_not_seen")]
)
async def test_a_plan_that_says_that_all_is_done_is_believed_where_it_was_looked_up(
    is_looked_up: bool, reason: str
) -> None:
    said = PlanSegment((), finishes=True, reason="all is there", is_looked_up=is_looked_up)
    outcome = await play(stage(), ScriptedThinker(said), limits=LIMITS).session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason)


@pytest.mark.parametrize(("held", "reason"), [("Hello", "plan_finished"), ("Hi", "done_not_seen")])
async def test_what_was_typed_unseen_is_seen_in_the_file_that_was_saved(
    held: str, reason: str
) -> None:
    typing = replace(click(1, "One"), action=TypeText("Hello"), intent="1", expected_change=None)
    saving = replace(click(2, "Two"), expected_change=FileSaved("/x"), intent="2")
    scene = play(
        stage(), ScriptedThinker(PlanSegment((typing, saving), finishes=True)), limits=LIMITS
    )

    def save(action: object) -> None:
        if isinstance(action, Click):
            scene.stage.files["/x"] = FileFacts(True, len(held), time.time(), held)

    scene.stage.on_action = save
    assert (await scene.session.run(Director())).reason == reason


async def test_the_window_that_comes_after_the_last_one_closed_is_planned_on() -> None:
    thinker = ScriptedThinker(
        PlanSegment((click(1, "One"), look_again(2)), finishes=False),
        PlanSegment((), finishes=True),
    )
    scene = play(stage(), thinker, limits=LIMITS)

    def close(action: object) -> None:
        scene.stage.now = situation(titles=())
        main = situation(zone("Main"), titles=("Main",))
        asyncio.get_running_loop().call_later(0.3, setattr, scene.stage, "now", main)

    scene.stage.on_action = close
    await scene.session.run(Director())
    assert [window.title for window in thinker.requests[1].situation.windows] == ["Main"]


async def test_what_a_segment_holds_down_is_let_go_of_at_its_end_also_where_it_fails() -> None:
    hold = replace(click(1, "One"), action=Click(half="down"))
    let_go = replace(click(2, ""), zone_id=GLOBAL_ZONE_ID, action=Click(half="up"))
    thinker = ScriptedThinker(
        PlanSegment((hold, let_go, look_again(3)), finishes=False),
        PlanSegment((hold, click(2, "Two", fails=True)), finishes=False),
        PlanSegment((click(1, "Three"),), finishes=True),
    )
    held = stage()
    scene = play(held, thinker, limits=replace(LIMITS, max_local_iterations=0))
    await scene.session.run(Director())
    done = [action for action, _ in held.done]
    forgotten = Click(half="up")
    assert done == [hold.action, let_go.action, hold.action, Click(), forgotten, Click()]
    told = [event.message for event in scene.log.events if isinstance(event, WarningRaised)]
    assert told == ["What was still held down was let go of at the end."]


@pytest.mark.parametrize("iterations", [0, 10])
async def test_what_a_plan_knew_by_its_label_alone_is_done_once_it_is_there(
    iterations: int,
) -> None:
    ahead = replace(click(2, "file.txt"), zone_label="file.txt")
    thinker = ScriptedThinker(PlanSegment((click(1, "One"), ahead), finishes=True))
    files = stage()

    def open_folder(action: object) -> None:
        named = zone("file.txt", Role.CELL, zone_id="cell_file_txt", source_key="cell")
        files.now = situation(*files.now.zones, named)

    files.on_action = open_folder
    limits = replace(LIMITS, max_local_iterations=iterations)
    scene = play(files, thinker, limits=limits)
    await scene.session.run(Director())
    assert len(files.done) == 2, "no plan was made anew"
    assert len(thinker.requests) == 1
    began = [event.step_number for event in scene.log.events if isinstance(event, StepStarted)]
    assert began == [1, 2], "it was not looked for in vain first"


async def test_what_a_plan_knew_by_its_label_alone_is_judged_by_what_such_a_thing_does() -> None:
    ahead = replace(click(2, "Pro"), expected_change=SomethingChanges())
    steps = PlanSegment((click(1, "One"), ahead), finishes=True)
    plans = stage()
    pro = zone("Pro", Role.RADIO_BUTTON, zone_id="radio_button_pro", at=3)

    def choose(action: object) -> None:
        chosen = {State.CHECKED} if len(plans.done) == 2 else set[State]()
        plans.now = situation(*stage().now.zones, replace(pro, state=pro.state | chosen))

    plans.on_action = choose
    scene = play(plans, ScriptedThinker(steps), limits=LIMITS)
    assert (await scene.session.run(Director())).reason == "plan_finished"
    done = scene.session.steps.completed[-1]
    assert done.expected_change == ZoneState("radio_button_pro", "Pro", State.CHECKED)


@pytest.mark.parametrize("is_worked_in", [True, False])
async def test_a_dialog_from_which_a_value_was_carried_elsewhere_bars_no_claim(
    is_worked_in: bool,
) -> None:
    scene = play(stage(), ScriptedThinker(), limits=LIMITS)
    own = [zone(each, Role.LIST_ITEM, window_id="Data", at=at) for at, each in ((3, "A"), (4, "B"))]
    worked = [click(2, "A")] if is_worked_in else []
    steps = (click(1, "One"), *worked, click(2 + len(worked), "Two"))
    scene = play(
        scene.stage,
        ScriptedThinker(PlanSegment(steps, finishes=True), PlanSegment((), finishes=True)),
        limits=LIMITS,
    )
    shades = iter(range(50, 250, 50))

    def show(action: object) -> None:
        shown = own[1:] if len(scene.stage.done) == len(steps) else own
        now = situation(*stage().now.zones, *shown, shade=next(shades), titles=("Window", "Data"))
        front, data = now.windows
        scene.stage.now = replace(now, windows=(front, replace(data, is_dialog=True)))

    scene.stage.on_action = show
    outcome = await scene.session.run(Director())
    assert (outcome.reason == "dialog_in_the_way") is not is_worked_in, outcome
