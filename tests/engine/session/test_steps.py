"""One step: aim, gate, hands, effect, retries."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.acting.executor import Executor
from engine.domain.actions import Action, Click, Drag, Launch, PressKeys, TypeText, Wait
from engine.domain.approvals import Asking, Edit, PolicyAnswer, PolicyRuling, Reject, Skip
from engine.domain.conditions import Condition, SomethingChanges, TextShown, ZoneState, ZoneValue
from engine.domain.errors import HeldBack, NobodyToAsk, RunCancelled
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    Event,
    Recorded,
    StepEnded,
    StepStarted,
)
from engine.domain.limits import Limits
from engine.domain.performing import StepDone, StepFailed, StepRejected, StepSkipped
from engine.domain.plans import GLOBAL_ZONE_ID, Came, PlanStep, Situation
from engine.domain.risks import Risk, RiskClass
from engine.domain.verdicts import Verdict, seen
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Source, State
from engine.modes.past_steps import PastSteps
from engine.safety.gate import NobodyThere
from engine.safety.policy import AskingLayer, LayeredPolicy, rules_from_text
from tests.support.stage import QUICK, Play, ScriptedApprover, Stage, play, situation, zone
from tests.support.waiting import until

CHECKED = frozenset({State.ENABLED, State.CHECKED})
AUTOSAVE = zone("Autosave", Role.CHECK_BOX)
TICK = PlanStep(
    1,
    "Autosave",
    "Autosave",
    Click(),
    "Tick Autosave",
    ZoneState("Autosave", "Autosave", State.CHECKED),
)


async def run(scene: Play, step: PlanStep = TICK) -> object:
    await scene.session.looks.observe("first look")
    return await scene.session.steps.perform(step)


def ticking_stage(*, works_at_click: int = 1) -> Stage:
    """A check box that becomes checked at the n-th click and is toggled by the next."""
    stage = Stage(situation(AUTOSAVE))

    def clicked(action: object) -> None:
        if len(stage.done) >= works_at_click:
            is_on = (len(stage.done) - works_at_click) % 2 == 0
            state = CHECKED if is_on else AUTOSAVE.state
            stage.now = situation(replace(AUTOSAVE, state=state))

    stage.on_action = clicked
    return stage


async def test_a_step_whose_change_comes_is_done_and_confirmed() -> None:
    scene = play(ticking_stage())
    assert await run(scene) == StepDone(TICK, seen("“Autosave” is checked"))
    assert len(scene.stage.done) == 1
    ended = scene.log.of(StepEnded)[0]
    assert isinstance(ended, StepEnded) and ended.state == "done"


async def test_the_start_of_an_action_is_recorded_before_the_hands_move() -> None:
    stage = ticking_stage()
    scene = play(stage)
    seen_at_click: list[int] = []
    inner = stage.on_action

    def clicked(action: object) -> None:
        seen_at_click.append(len(scene.log.of(ActionStarted)))
        inner(action)  # type: ignore[arg-type]

    stage.on_action = clicked
    await run(scene)
    assert seen_at_click == [1]


async def test_a_step_without_effect_is_tried_again_as_often_as_allowed() -> None:
    scene = play(ticking_stage(works_at_click=3))
    assert isinstance(await run(scene), StepDone)
    assert len(scene.stage.done) == 3


async def test_after_the_retries_it_fails_and_says_what_did_not_come() -> None:
    scene = play(ticking_stage(works_at_click=99))
    result = await run(scene)
    assert isinstance(result, StepFailed)
    assert "“Autosave” is checked" in result.why
    assert len(scene.stage.done) == 1 + QUICK.max_step_retries


async def test_a_retry_looks_first_and_does_not_undo_a_late_effect() -> None:
    stage = ticking_stage(works_at_click=99)
    scene = play(stage)
    append = scene.log.append

    async def then_it_comes(event: Event) -> Recorded:
        if isinstance(event, ActionEnded):
            stage.now = situation(replace(AUTOSAVE, state=CHECKED))
        return await append(event)

    scene.log.append = then_it_comes  # type: ignore[method-assign]
    assert isinstance(await run(scene), StepDone)
    assert len(stage.done) == 1


@pytest.mark.parametrize(
    "action", [TypeText("a"), Launch("Mousepad"), Wait(0.01)], ids=["typing", "launch", "wait"]
)
async def test_what_would_double_is_not_tried_again(action: Action) -> None:
    focused = frozenset({State.ENABLED, State.FOCUSED})
    stage = Stage(situation(zone("Name", Role.TEXT_FIELD, state=focused)))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", action, "Once", TextShown("never"))
    result = await run(play(stage), step)
    if isinstance(result, StepDone):  # which program a window is of, nobody can tell
        assert result.judged.verdict is Verdict.CANT_TELL and isinstance(action, Launch)
    else:
        assert isinstance(result, StepFailed)
    assert len(stage.done) == 1


async def test_where_nobody_can_be_asked_the_run_says_so() -> None:
    scene = play(ticking_stage(), asking=Asking.EACH, approver=NobodyThere())
    with pytest.raises(NobodyToAsk, match="nobody could be asked") as told:
        await run(scene)
    assert scene.stage.done == [] and "--ask risky" in told.value.remedy


async def test_where_what_is_risky_is_asked_it_is_said_why_and_not_to_ask_less() -> None:
    scene = play(Stage(situation(zone("Delete all"))), approver=NobodyThere())
    step = PlanStep(1, "Delete all", "Delete all", Click(), "Delete all of them")
    with pytest.raises(NobodyToAsk, match="It is irreversible: the words “Delete all”") as told:
        await run(scene, step)
    assert "--ask never" in told.value.remedy and "--ask risky" not in told.value.remedy


async def test_where_a_rule_wants_it_asked_the_rule_is_named() -> None:
    rules = rules_from_text('\n[[rules]]\nanswer = "ask"\nwhy = "Mine"', "policy.toml")
    policy = LayeredPolicy([AskingLayer(Asking.RISKY, rules)])
    scene = play(ticking_stage(), approver=NobodyThere(), policy=policy)
    with pytest.raises(NobodyToAsk, match=r"Ask about everything\. Mine") as told:
        await run(scene)
    assert "policy.toml:2" in told.value.remedy and "--ask" not in told.value.remedy


async def test_what_cannot_be_taken_back_is_never_tried_twice() -> None:
    stage = Stage(situation(zone("Delete all")))
    scene = play(stage, asking=Asking.RISKY)
    step = PlanStep(1, "Delete all", "Delete all", Click(), "Click Delete all", TextShown("Gone"))
    result = await run(scene, step)
    assert isinstance(result, StepFailed) and "not tried again" in result.why
    assert len(stage.done) == 1


@pytest.mark.parametrize("source", [Source.TEXT, Source.SHAPE])
async def test_what_is_merely_drawn_is_clicked_once(source: Source) -> None:
    """It may have had its effect all the same: a key of a calculator would be pressed twice."""
    stage = Stage(situation(replace(zone("7"), source=source)))
    result = await run(play(stage), PlanStep(1, "7", "7", Click(), "Click 7", TextShown("77")))
    assert isinstance(result, StepFailed) and "not tried again" in result.why
    assert len(stage.done) == 1


@pytest.mark.parametrize(("role", "clicks"), [(Role.MENU_ITEM, 0), (Role.BUTTON, 1)])
async def test_an_entry_that_is_greyed_out_is_not_clicked_and_all_else_once(
    role: Role, clicks: int
) -> None:
    stage = Stage(situation(zone("Cut", role, state=frozenset())))
    step = PlanStep(1, "Cut", "Cut", Click(), "Click Cut", SomethingChanges())
    result = await run(play(stage), step)
    assert isinstance(result, StepFailed) and "greyed out" in result.why
    assert len(stage.done) == clicks


async def test_a_zone_that_comes_late_is_waited_for() -> None:
    stage = ticking_stage()
    ready = stage.now
    stage.now = situation()
    scene = play(stage, limits=replace(QUICK, settle_secs=20.0))  # it comes long before
    waits = 0

    def waited() -> None:
        nonlocal waits
        waits += 1
        if waits == 5:
            stage.now = ready

    stage.waited = waited  # type: ignore[method-assign]
    assert isinstance(await run(scene), StepDone)


async def test_a_zone_that_never_comes_fails_the_step_without_a_click() -> None:
    scene = play(Stage(situation()))
    result = await run(scene)
    assert isinstance(result, StepFailed) and "not in sight" in result.why
    assert scene.stage.done == []


@pytest.mark.parametrize(
    ("asking", "questions"), [(Asking.EACH, 1), (Asking.RISKY, 0), (Asking.NEVER, 0)]
)
async def test_the_operator_is_asked_as_chosen(asking: Asking, questions: int) -> None:
    scene = play(ticking_stage(), asking=asking)
    await run(scene)
    assert len(scene.log.of(ApprovalAsked)) == questions


async def test_a_rejection_performs_nothing_and_carries_the_reason() -> None:
    scene = play(ticking_stage(), asking=Asking.EACH, approver=ScriptedApprover([Reject("no!")]))
    result = await run(scene)
    assert isinstance(result, StepRejected) and "no!" in result.why
    assert scene.stage.done == []


async def test_a_skipped_step_performs_nothing() -> None:
    scene = play(ticking_stage(), asking=Asking.EACH, approver=ScriptedApprover([Skip()]))
    assert isinstance(await run(scene), StepSkipped)
    assert scene.stage.done == []


async def test_an_edit_is_what_is_performed_and_is_not_asked_again() -> None:
    stage = Stage(situation(zone("Name", Role.TEXT_FIELD)))
    typed = PlanStep(1, "Name", "Name", TypeText("Ada"), "Type Ada")
    edited = replace(typed, action=TypeText("Grace"), description="Type Grace")
    approver = ScriptedApprover([Edit(edited)])
    scene = play(stage, asking=Asking.EACH, approver=approver)
    result = await run(scene, typed)
    assert isinstance(result, StepDone) and result.step.description == "Type Grace"
    assert [action for action, _ in stage.done] == [TypeText("Grace")]
    assert len(approver.asked) == 1


async def test_what_is_performed_is_what_the_gate_let_through_where_an_edit_names_a_drags_end() -> (
    None
):
    stage = Stage(situation(zone("One"), zone("Two", zone_id="z2", at=1)))
    step = PlanStep(1, "One", "One", Click(), "Click One")
    edited = replace(step, action=Drag(to_zone_id="Two"), description="Drag One to Two")
    scene = play(stage, asking=Asking.EACH, approver=ScriptedApprover([Edit(edited)]))
    await run(scene, step)
    assert [action for action, _ in stage.done] == [Drag(to_zone_id="z2")]


async def test_an_edit_cannot_widen_what_the_policy_denies() -> None:
    stage = Stage(situation(AUTOSAVE, zone("Delete all", at=1)))
    edited = PlanStep(1, "Delete all", "Delete all", Click(), "Click Delete all")
    approver = ScriptedApprover([Edit(edited)])
    scene = play(stage, asking=Asking.EACH, approver=approver, policy=_EachButNeverRisky())
    assert isinstance(await run(scene), StepRejected)
    assert stage.done == []


class _EachButNeverRisky:
    def rule(self, step: PlanStep, risk: Risk, suspicion: str = "") -> PolicyRuling:
        return LayeredPolicy([AskingLayer(Asking.EACH), AskingLayer(Asking.NEVER)]).rule(step, risk)


@pytest.mark.parametrize("action", [Launch("Mousepad"), Wait(30)], ids=["launch", "wait"])
async def test_cancelling_ends_what_only_waits(action: Action) -> None:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", action, "Wait for it", TextShown("never"))
    limits = Limits(launch_settle_secs=30)
    scene = play(Stage(situation(AUTOSAVE)), limits=limits)
    running = asyncio.ensure_future(run(scene, step))
    await until(lambda: bool(scene.log.of(ActionStarted)))
    scene.control.cancel()
    async with asyncio.timeout(20):
        with pytest.raises(RunCancelled):
            await running
    ended = scene.log.of(ActionEnded)[0]
    assert isinstance(ended, ActionEnded) and not ended.succeeded


async def test_a_target_that_changed_since_the_approval_is_asked_again() -> None:
    stage = ticking_stage()
    moved = replace(AUTOSAVE, bounds_px=replace(AUTOSAVE.bounds_px, y=20))
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        if len(approver.asked) == 1:
            stage.now = situation(moved)

    approver.while_asked = while_asked  # type: ignore[assignment]
    scene = play(stage, asking=Asking.EACH, approver=approver)
    assert isinstance(await run(scene), StepDone)
    assert len(approver.asked) == 2
    assert "has moved" in approver.asked[1].asked_again_because
    assert stage.done[0][1] == moved.bounds_px.center


async def test_a_target_that_is_gone_since_the_approval_is_not_clicked_where_it_was() -> None:
    stage, approver = ticking_stage(), ScriptedApprover()
    approver.while_asked = lambda request: setattr(stage, "now", situation(zone("Another")))
    scene = play(stage, asking=Asking.EACH, approver=approver)
    result = await run(scene)
    assert isinstance(result, StepFailed) and "Autosave" in result.why
    assert stage.done == [] and len(approver.asked) == 1


@pytest.mark.parametrize(
    ("is_silent", "words"), [(True, "The page does not answer."), (False, "keeps changing")]
)
async def test_a_page_that_does_not_answer_is_not_said_to_keep_changing(
    is_silent: bool, words: str
) -> None:
    stage = ticking_stage()
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        moved = replace(AUTOSAVE.bounds_px, y=AUTOSAVE.bounds_px.y + 20 * len(approver.asked))
        page = Page("https://shop.example/", "", is_silent=is_silent)
        stage.now = replace(situation(replace(AUTOSAVE, bounds_px=moved)), page=page)

    approver.while_asked = while_asked  # type: ignore[assignment]
    ended = await run(play(stage, asking=Asking.EACH, approver=approver))
    assert isinstance(ended, StepFailed) and words in ended.why
    assert len(approver.asked) > 1 and not stage.done


async def test_a_target_that_looks_different_is_asked_again() -> None:
    stage = ticking_stage()
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        if len(approver.asked) == 1:
            stage.now = situation(AUTOSAVE, shade=200)

    approver.while_asked = while_asked  # type: ignore[assignment]
    scene = play(stage, asking=Asking.EACH, approver=approver)
    await run(scene)
    assert [request.asked_again_because for request in approver.asked] == [
        "",
        "since the approval check box “Autosave” looks different",
    ]
    assert approver.asked[0].digest != approver.asked[1].digest


async def test_attempts_are_counted_in_the_record() -> None:
    scene = play(ticking_stage(works_at_click=2))
    await run(scene)
    assert [event.attempt for event in scene.log.of(StepStarted)] == [1, 2]  # type: ignore[attr-defined]


async def test_a_retry_performs_the_operators_edit_not_the_first_plan() -> None:
    stage = Stage(situation(zone("Name", Role.TEXT_FIELD)))
    ada, grace = TypeText("Ada", replace=True), TypeText("Grace", replace=True)
    typed = PlanStep(1, "Name", "Name", ada, "Type Ada", TextShown("never"))
    edited = replace(typed, action=grace)
    scene = play(stage, asking=Asking.EACH, approver=ScriptedApprover([Edit(edited)]))
    assert isinstance(await run(scene, typed), StepFailed)
    assert {action for action, _ in stage.done} == {grace}
    assert len(stage.done) == 1 + QUICK.max_step_retries


FOCUSED = zone("Delete", state=frozenset({State.ENABLED, State.FOCUSED}), window_id="Editor")


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (("Editor",), situation(titles=("Password", "Editor")), "the window “Password” came"),
        ((), situation(titles=("Password",)), "the window “Password” came"),
        (("Editor",), situation(titles=()), "the window “Editor” is in front no more"),
        (("Editor",), situation(FOCUSED, titles=("Editor",)), "the focus moved to"),
    ],
)
async def test_keys_are_asked_about_again_when_they_would_go_elsewhere(
    before: tuple[str, ...], now: Situation, words: str
) -> None:
    told = [zone("Text", Role.LABEL, window_id=title) for title in before]  # nothing to wait for
    stage = Stage(situation(*told, titles=before))
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        stage.now = now

    approver.while_asked = while_asked  # type: ignore[assignment]
    scene = play(stage, asking=Asking.EACH, approver=approver)
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("enter",)), "Press Enter")
    await run(scene, step)
    again = [request.asked_again_because for request in approver.asked]
    assert len(again) == 2 and again[1].startswith(f"since the approval {words}")
    assert len({request.digest for request in approver.asked}) == 2


@pytest.mark.parametrize("is_read_anew", [True, False])
async def test_between_a_yes_to_keys_and_their_press_only_a_known_text_is_waited_for(
    is_read_anew: bool,
) -> None:
    """Where they go is told by what has the focus, whatever moves in the picture meanwhile."""
    clock = replace(zone("10:15", at=5), source=Source.TEXT)
    stage = Stage(situation(FOCUSED, clock, titles=("Editor",)))
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        still = () if is_read_anew else (clock,)
        now = situation(FOCUSED, *still, titles=("Editor",))
        stage.now = replace(now, is_being_read=True)
        stage.waited_for_texts_secs.clear()

    approver.while_asked = while_asked  # type: ignore[assignment]
    waited = list[float]()
    stage.on_action = lambda action: waited.extend(stage.waited_for_texts_secs)
    scene = play(stage, asking=Asking.EACH, approver=approver)
    await run(scene, PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("a",)), "Press A"))
    assert len(approver.asked) == 1 and sum(each > 0 for each in waited) == is_read_anew


@pytest.mark.parametrize(
    "wanted", [ZoneValue("Sum", "Sum", "Total", contains=True), TextShown("Total")]
)
async def test_what_is_typed_at_the_focus_is_looked_for_where_the_focus_is_by_then(
    wanted: Condition,
) -> None:
    """It was planned while another field had the keyboard, or none that was known."""
    focused = frozenset({State.ENABLED, State.FOCUSED, State.EDITABLE})
    other = zone("Sum", Role.TEXT_FIELD, value="504.6", at=1)
    stage = Stage(situation(zone("Order", Role.TEXT_FIELD, state=focused), other))

    def type_it(action: object) -> None:
        written = zone("Order", Role.TEXT_FIELD, value="Total", state=focused)
        stage.now = situation(written, other)

    stage.on_action = type_it
    step = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("Total"), "Write it", wanted)
    result = await run(play(stage), step)
    assert isinstance(result, StepDone) and "“Order” holds “Total”" in str(result.judged)


async def test_what_is_typed_upon_a_button_is_not_looked_for_in_it() -> None:
    button = zone("Berth", Role.BUTTON, state=frozenset({State.ENABLED, State.FOCUSED}))
    stage = Stage(situation(button))

    def type_it(action: object) -> None:
        stage.now = situation(button, zone("Result", Role.LABEL, value="Total", at=1))

    stage.on_action = type_it
    step = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("Total"), "Find it", TextShown("Total"))
    result = await run(play(stage), step)
    assert isinstance(result, StepDone) and result.judged.is_seen, str(result)


async def test_where_a_drag_ends_is_looked_at_again_and_rated() -> None:
    item, trash = zone("Letter", Role.LIST_ITEM), zone("Delete forever", Role.LABEL, at=3)
    stage = Stage(situation(item, trash))
    approver = ScriptedApprover()

    def while_asked(request: object) -> None:
        if len(approver.asked) == 1:
            moved = replace(trash, bounds_px=replace(trash.bounds_px, x=40))
            stage.now = situation(item, moved)

    approver.while_asked = while_asked  # type: ignore[assignment]
    scene = play(stage, asking=Asking.RISKY, approver=approver)
    drag = PlanStep(1, "Letter", "Letter", Drag(to_zone_id="Delete forever"), "Drag it away")
    await run(scene, drag)
    assert [request.risk.risk_class for request in approver.asked] == [RiskClass.IRREVERSIBLE] * 2
    assert "“Delete forever” has moved" in approver.asked[1].asked_again_because


async def test_a_pause_while_a_question_waits_holds_the_action() -> None:
    stage = ticking_stage()
    approver = ScriptedApprover()
    scene = play(stage, asking=Asking.EACH, approver=approver)
    approver.while_asked = lambda request: scene.control.pause()
    running = asyncio.ensure_future(run(scene))
    await until(lambda: approver.asked)
    for _ in range(20):
        await asyncio.sleep(0)
    assert stage.done == []
    scene.control.resume()
    assert isinstance(await running, StepDone)


async def test_a_pause_right_after_going_on_holds_what_comes_next() -> None:
    control = play(ticking_stage()).control
    control.pause()
    waiting = asyncio.ensure_future(control.boundary())
    for _ in range(20):
        await asyncio.sleep(0)
    control.resume()
    control.pause()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    control.resume()
    await waiting


HELD = "sends a form to shop.example"


def holding_stage() -> Stage:
    """A button whose page wants more of it than it says, each time until that is asked about."""
    stage = Stage(situation(zone("Next", Role.BUTTON)))

    def clicked(action: object) -> None:
        if len(stage.done) == 1:
            raise HeldBack(HELD)
        stage.now = situation(zone("Thanks", Role.LABEL))

    stage.on_action = clicked
    return stage


NEXT = PlanStep(1, "Next", "Next", Click(), "Click Next")


@pytest.mark.parametrize("asking", [Asking.RISKY, Asking.NEVER])
async def test_what_was_held_back_is_not_done_without_a_yes(asking: Asking) -> None:
    approver = ScriptedApprover([Reject("no")])
    scene = play(holding_stage(), asking=asking, approver=approver)
    assert isinstance(await run(scene, NEXT), StepRejected)
    assert len(scene.stage.done) == 1
    assert len(approver.asked) == (asking is Asking.RISKY)


async def test_what_was_held_back_is_asked_about_by_what_it_does_and_then_done() -> None:
    approver = ScriptedApprover()
    scene = play(holding_stage(), approver=approver)
    done = await run(scene, NEXT)
    assert isinstance(done, StepDone) and len(scene.stage.done) == 2
    assert HELD in approver.asked[0].asked_again_because
    assert approver.asked[0].risk.risk_class.rank >= RiskClass.IRREVERSIBLE.rank
    ends = [each for each in scene.log.of(ActionEnded) if isinstance(each, ActionEnded)]
    assert [each.succeeded for each in ends] == [False, True]


async def test_a_page_that_wants_more_after_each_yes_is_not_asked_about_for_ever() -> None:
    stage, approver = holding_stage(), ScriptedApprover()

    def clicked(action: object) -> None:
        raise HeldBack(" and it then ".join([HELD] * len(stage.done)), waits=True)

    stage.on_action = clicked
    failed = await run(play(stage, approver=approver), NEXT)
    assert isinstance(failed, StepFailed) and "ever more of it" in failed.why
    assert len(approver.asked) == 5 and len(stage.done) == 6


@pytest.mark.parametrize("answers", [(), (Reject("no"),)])
async def test_what_waits_is_asked_about_though_the_page_shows_something_else_by_now(
    answers: tuple[Reject, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, forgotten = Stage(situation(zone("Next", Role.BUTTON))), list[bool]()

    def clicked(action: object) -> None:
        stage.now = situation(zone("Thanks", Role.LABEL))
        if len(stage.done) == 1:
            raise HeldBack(HELD, waits=True)

    stage.on_action = clicked
    monkeypatch.setattr(Executor, "forget_held", lambda self: forgotten.append(True))
    scene = play(stage, approver=ScriptedApprover(list(answers)))
    ended = await run(scene, NEXT)
    assert isinstance(ended, StepRejected if answers else StepDone)
    assert len(stage.done) == 2 - len(answers) and forgotten == [True] * len(answers)


@pytest.mark.parametrize("answers", [(), (Reject("no"),)])
async def test_what_came_after_the_step_is_asked_about_as_that_steps_which_ends_once_more(
    answers: tuple[Reject, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    late, forgotten = [HeldBack(HELD, waits=True)], list[bool]()
    stage, approver = Stage(situation(zone("Next", Role.BUTTON))), ScriptedApprover(list(answers))
    monkeypatch.setattr(Executor, "held_late", lambda self, step: late.pop() if late else None)
    monkeypatch.setattr(Executor, "forget_held", lambda self: forgotten.append(True))
    scene = play(stage, approver=approver)
    monkeypatch.setattr(stage, "on_action", lambda action: setattr(stage, "now", THANKS))
    assert await scene.session.steps.heed_late() is None and late  # nothing was done yet
    past, result = PastSteps(), await run(scene, NEXT)
    assert isinstance(result, StepDone)
    past.note(scene.session, result)
    ended = await scene.session.steps.heed_late()
    assert Came.TAKEN_BACK not in [each.came for each in past.told(scene.session)]
    assert isinstance(ended, StepRejected if answers else StepDone)
    assert HELD in approver.asked[0].asked_again_because
    ends = [each for each in scene.log.of(StepEnded) if isinstance(each, StepEnded)]
    assert [(each.step_number, each.state) for each in ends] == [
        (1, "done"),
        (1, "rejected" if answers else "done"),
    ]
    is_done = [step.description for step in scene.session.steps.completed]
    assert is_done == ([] if answers else ["Click Next"]) and len(forgotten) == len(answers)
    assert await scene.session.steps.heed_late() is None


async def test_what_came_after_a_try_is_asked_about_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late, did = list[HeldBack](), list[str]()
    stage = Stage(situation(zone("Next", Role.BUTTON)))
    approver = ScriptedApprover([])

    def clicked(action: object) -> None:
        did.append(f"asked {len(approver.asked)}")
        if len(did) == 1:
            late.append(HeldBack(HELD, waits=True))
        else:
            stage.now = THANKS

    stage.on_action = clicked
    monkeypatch.setattr(Executor, "held_late", lambda self, step: late.pop() if late else None)
    scene = play(stage, approver=approver)
    thanked = replace(NEXT, expected_change=TextShown("Thanks"))
    assert isinstance(await run(scene, thanked), StepDone)
    assert did == ["asked 0", "asked 1"] and HELD in approver.asked[0].asked_again_because


THANKS = situation(zone("Thanks", Role.LABEL))


@pytest.mark.parametrize(
    ("written", "is_theirs"), [("{{secret:a}}!", False), ("{{secret:b}}", True), ("plain", True)]
)
async def test_an_edit_lifts_the_refusal_of_the_secrets_that_it_names_itself(
    written: str, is_theirs: bool
) -> None:
    field = zone("Note", Role.TEXT_FIELD)
    step = PlanStep(1, "Note", "Note", TypeText("{{secret:a}}"), "Type it")
    refusals: list[str] = []

    class Watching:
        def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling:
            refusals.append(risk.withheld)
            return PolicyRuling(PolicyAnswer.ASK, "watching", "asked")

    approver = ScriptedApprover([Edit(replace(step, action=TypeText(written)))])
    await run(play(Stage(situation(field)), approver=approver, policy=Watching()), step)
    assert refusals[0] and bool(refusals[1]) is not is_theirs


class Restless(Stage):
    """Another picture at each look."""

    async def change_count(self) -> int:
        return (await self.observe()).frame.change_count


class Meter(Restless):
    """A check box beside a load that is another at each look, and a list that goes with it; with
    ``is_started`` only since the box was ticked."""

    def __init__(self, *, is_started: bool) -> None:
        super().__init__(situation(AUTOSAVE))
        self.state, self.looks, self.moves = AUTOSAVE.state, 0, not is_started
        self.on_action = self.toggle

    def toggle(self, action: object) -> None:
        self.state, self.moves = self.state ^ {State.CHECKED}, True

    async def observe(self, **patience: float) -> Situation:
        self.looks += self.moves
        load = zone("Load", Role.LABEL, at=1, value=f"{self.looks} %")
        row = zone(f"process {self.looks}", Role.CELL, at=2)
        self.now = situation(replace(AUTOSAVE, state=self.state), load, row)
        return self.now


class Rows(Restless):
    """A row that is chosen where it is clicked, in a list that changes by itself meanwhile."""

    looks = 0

    async def observe(self, **patience: float) -> Situation:
        self.looks += 1
        ends = {State.SELECTED} if self.done else set[State]()
        row = zone("a.txt", Role.LIST_ITEM, state=frozenset({State.ENABLED} | ends))
        self.now = situation(row, zone(f"more {self.looks}", Role.LIST_ITEM, at=2))
        return self.now


class Answering(Restless):
    """Its state goes with the click; the rest of the picture moves on."""

    async def observe(self, **patience: float) -> Situation:
        state = zone("State", Role.LABEL, at=1, value="sent" if self.done else "open")
        self.now = situation(zone("Next", Role.BUTTON), state)
        return self.now


class Moving(Restless):
    """A button that ``answers`` or does nothing, beside something that moves by itself."""

    def __init__(self, part: Role, *, answers: bool) -> None:
        super().__init__(situation(AUTOSAVE))
        self.part, self.answers, self.looks = part, answers, 0

    async def observe(self, **patience: float) -> Situation:
        self.looks += 1
        told = f"line {self.looks}"
        is_row = self.part is Role.LIST_ITEM
        moves = zone(told if is_row else "Log", self.part, at=1, value="" if is_row else told)
        state = zone("State", Role.LABEL, at=2, value="sent" * bool(self.answers and self.done))
        self.now = situation(zone("Next", Role.BUTTON), moves, state)
        return self.now


@pytest.mark.parametrize("part", [Role.LABEL, Role.LIST_ITEM, Role.TEXT_AREA, Role.PROGRESS_BAR])
@pytest.mark.parametrize("answers", [True, False])
async def test_what_moves_by_itself_bears_no_effect(part: Role, *, answers: bool) -> None:
    done = await run(play(Moving(part, answers=answers)), NEXT)
    is_seen = isinstance(done, StepDone) and done.judged.verdict is Verdict.SEEN
    assert is_seen is answers and (not answers or "“sent”" in done.judged.words), done


async def test_what_a_step_changed_is_compared_though_it_was_asked_about_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = [HeldBack(HELD, waits=True)]
    monkeypatch.setattr(Executor, "held_late", lambda self, step: late.pop() if late else None)
    scene = play(Answering(situation()), approver=ScriptedApprover([]))
    await run(scene, NEXT)
    assert isinstance(await scene.session.steps.heed_late(), StepDone)
    assert [node.before.restless for node in scene.session.history.stack] == [frozenset()] * 2


class Watched(Stage):
    looks = 0

    async def observe(self, **patience: float) -> Situation:
        self.looks += 1
        return self.now


async def test_the_hands_move_without_another_look_at_a_picture_that_stands_still() -> None:
    stage, looks_at_act = Watched(situation(AUTOSAVE)), list[int]()
    stage.on_action = lambda action: looks_at_act.append(stage.looks)
    await run(play(stage))
    assert looks_at_act[0] == 1


async def test_the_list_that_an_action_was_for_is_compared_though_it_changes_by_itself() -> None:
    scene = play(Rows(situation()))
    await run(scene, PlanStep(1, "a.txt", "a.txt", Click(), "Click a.txt"))
    [node] = scene.session.history.stack
    reversal = await scene.session.way_back.take_back(node, node.place, "rule")
    assert not reversal.judged.is_seen


@pytest.mark.parametrize("is_started", [False, True])
async def test_what_changed_by_itself_before_an_action_is_no_difference_that_it_made(
    is_started: bool,
) -> None:
    scene = play(Meter(is_started=is_started))
    await run(scene)
    [node] = scene.session.history.stack
    reversal = await scene.session.way_back.take_back(node, node.place, "rule")
    assert reversal.judged.is_seen is not is_started
    assert bool(reversal.untold) is is_started
    assert len(scene.stage.done) == 2, "no other way is tried"
    if not is_started:
        assert reversal.judged.evidence == (
            "check box “Autosave” is neither checked nor selected, not checked",
        )
