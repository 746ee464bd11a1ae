"""The director claims a goal by its parts, tells the planner what came of each step, and gives up
or answers where the planner says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click
from engine.domain.approvals import Asking, Reject
from engine.domain.conditions import (
    Condition,
    FileExists,
    FileSaved,
    TextShown,
    WindowActive,
    WindowShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.limits import Limits
from engine.domain.plans import Came, GoalPart, PlanSegment, PlanStep, ReadText, look_again
from engine.domain.surface_ports import FileFacts
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.zones import MASK, Role, State
from engine.modes.director import Director
from tests.support.stage import ScriptedApprover, ScriptedThinker, Stage, play, situation, zone

LIMITS = Limits(max_step_retries=0, settle_secs=0.02, max_replans=2)
LIST = zone("List", Role.TEXT_FIELD, value="Milk", at=2)


def click(label: str, expected: Condition | None = None) -> PlanStep:
    return PlanStep(1, label, label, Click(), f"Click {label}", expected)


def stage() -> Stage:
    made = Stage(situation(zone("One"), zone("Two", at=1), LIST))

    def show(action: Action) -> None:
        made.now = situation(zone("One"), zone("Two", at=1), LIST, zone("Saved", at=3))

    made.on_action = show
    made.files["/home/ann/a.txt"] = FileFacts(exists=True)
    return made


async def ended(*segments: PlanSegment, approver: ScriptedApprover | None = None) -> Outcome:
    return (await played(*segments, approver=approver))[0]


async def played(
    *segments: PlanSegment, approver: ScriptedApprover | None = None
) -> tuple[Outcome, ScriptedThinker]:
    thinker = ScriptedThinker(*segments)
    asking = Asking.EACH if approver else Asking.RISKY
    scene = play(stage(), thinker, limits=LIMITS, asking=asking, approver=approver)
    return await scene.session.run(Director()), thinker


def claiming(*parts: Condition | None, **said: str) -> PlanSegment:
    named = tuple(GoalPart(f"part {at}", part) for at, part in enumerate(parts, 1))
    return PlanSegment((click("One"),), True, parts=named, answer=said.get("answer", ""))


SEEN: list[Condition] = [
    ZoneValue("List", "List", "Milk"),
    FileExists("/home/ann/a.txt"),
    WindowShown("Window"),
    TextShown("Saved"),
]


@pytest.mark.parametrize("part", SEEN, ids=lambda part: part.kind)
async def test_a_goal_whose_parts_are_seen_is_reached_and_says_by_what(part: Condition) -> None:
    outcome = await ended(claiming(part))
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "plan_finished")
    assert "Seen: part 1: " in outcome.message


UNTOLD = {
    "nothing named": None,
    "elsewhere": TextShown("Sent"),
    "gone": ZoneState("gone", "gone", State.CHECKED),
    "stood there": TextShown("Two"),
    "inside a word": ZoneValue("List", "List", "Mil", contains=True),
}


@pytest.mark.parametrize("part", UNTOLD.values(), ids=UNTOLD)
async def test_one_part_that_nobody_saw_makes_it_done_and_not_seen(part: Condition | None) -> None:
    outcome = await ended(claiming(SEEN[0], part))
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)
    assert "Nobody could see: part 2." in outcome.message


@pytest.mark.parametrize(("said", "is_seen"), [("Heading 1", True), ("Heading", False)])
async def test_what_a_combo_box_is_called_by_is_what_it_holds(said: str, *, is_seen: bool) -> None:
    box = zone("Heading 1", Role.COMBO_BOX, at=1)
    made = Stage(situation(zone("One"), box))
    part = ZoneValue(box.zone_id, "Normal", said, contains=True)
    scene = play(made, ScriptedThinker(claiming(part)), limits=LIMITS, asking=Asking.RISKY)
    outcome = await scene.session.run(Director())
    assert (outcome.reason == "plan_finished") is is_seen, outcome.message


EXCLUDED: list[Condition] = [
    ZoneValue("List", "List", "Bread"),
    FileExists("/home/ann/b.txt"),
    WindowShown("Another"),
]


@pytest.mark.parametrize("is_ticked", [True, False])
@pytest.mark.parametrize("role", [Role.RADIO_BUTTON, Role.CHECK_BOX, Role.CHECK_MENU_ITEM])
async def test_the_name_of_what_is_left_unticked_bears_nothing(
    role: Role, *, is_ticked: bool
) -> None:
    """A window that came in the run brings it along; what the goal asks for is its tick."""
    made = stage()
    ticked = frozenset({State.CHECKED, State.ENABLED} if is_ticked else {State.ENABLED})

    def show(action: Action) -> None:
        option = replace(zone("Only the first letter", role, at=3), state=ticked)
        made.now = situation(zone("One"), option)

    made.on_action = show
    planned = claiming(TextShown("Only the first letter"))
    scene = play(made, ScriptedThinker(planned, planned), limits=LIMITS, asking=Asking.RISKY)
    outcome = await scene.session.run(Director())
    assert outcome.reason == ("plan_finished" if is_ticked else DONE_NOT_SEEN)


@pytest.mark.parametrize("part", EXCLUDED, ids=lambda part: part.kind)
async def test_a_part_that_is_not_so_is_told_and_planned_for(part: Condition) -> None:
    outcome, thinker = await played(claiming(SEEN[0], part), claiming(SEEN[0]))
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    told = thinker.requests[1].past[-1]
    assert told.came is Came.NOT_CLAIMED and "part 2: it is not so that" in told.words


async def test_a_plan_without_steps_is_weighed_the_same_way() -> None:
    nothing_left = PlanSegment((), True, "all is there", parts=(GoalPart("Milk", SEEN[0]),))
    outcome = await ended(nothing_left)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "nothing_left_to_do")
    wrong = PlanSegment((), True, "all is there", parts=(GoalPart("Bread", EXCLUDED[0]),))
    assert (await ended(wrong, wrong, wrong)).terminal is Terminal.BUDGET_EXHAUSTED


async def test_an_answer_is_told_as_it_is_written() -> None:
    outcome = await ended(claiming(TextShown("Two"), answer="boats.csv"))
    assert outcome.message.startswith("boats.csv. ")


async def test_an_answer_is_the_runs_and_needs_its_evidence() -> None:
    outcome = await ended(claiming(TextShown("Two"), answer="It is Two"))
    assert (outcome.reason, outcome.answer) == ("plan_finished", "It is Two")
    assert outcome.message.startswith("It is Two. Done in 1 step. Seen: ")
    outcome = await ended(claiming(None, answer="It is Three"))
    assert (outcome.reason, outcome.answer) == (DONE_NOT_SEEN, "It is Three")


async def test_giving_up_ends_with_the_planners_own_reason() -> None:
    outcome = await ended(PlanSegment((), False, "There is no printer here.", gives_up=True))
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "given_up")
    assert outcome.message == "There is no printer here."


async def test_the_past_tells_what_came_of_each_step_and_only_grows() -> None:
    _, thinker = await played(
        PlanSegment((click("One"), look_again(2)), False),
        PlanSegment((click("Two", TextShown("never")), look_again(2)), False),
        claiming(SEEN[0]),
        approver=ScriptedApprover([]),
    )
    pasts = [request.past for request in thinker.requests]
    assert pasts[0] == ()
    assert pasts[1][0].came is Came.DONE and "Saved" in pasts[1][0].why
    assert pasts[2][:1] == pasts[1] and pasts[2][1].words == "Click Two"
    assert pasts[2][1].came in (Came.FAILED, Came.NOT_SEEN)


async def test_the_operators_words_are_told() -> None:
    rejected = ScriptedApprover([Reject("Use Two instead")])
    _, thinker = await played(
        PlanSegment((click("One"),), True), claiming(SEEN[0]), approver=rejected
    )
    [told] = thinker.requests[1].past
    assert (told.came, told.words) == (Came.REJECTED, "Click One")
    assert "Use Two instead" in told.why


async def test_the_reason_of_a_plan_is_told_to_the_next_in_short_and_once() -> None:
    why = "The list  comes first. " + "x" * 200
    _, thinker = await played(
        PlanSegment((click("One"), look_again(2)), False, why),
        PlanSegment((look_again(1),), False, why),
        claiming(SEEN[0]),
    )
    told = [each for each in thinker.requests[2].past if each.came is Came.PLANNED]
    assert [each.words[:24] for each in told] == ["The list comes first. xx"]
    assert len(told[0].words) == 120 and thinker.requests[2].past[0] == told[0]


async def test_notes_stay_and_what_is_asked_for_is_read_before_the_next_plan() -> None:
    outcome, thinker = await played(
        PlanSegment((), False, notes=("the list has Milk",), reads=("List@1", "nowhere")),
        PlanSegment((click("One"), look_again(2)), False, notes=("the list has Milk", "One is on")),
        claiming(SEEN[0]),
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    first, second, third = thinker.requests
    assert (first.notes, first.texts) == ((), ())
    assert second.texts == (ReadText("List", 1, "ilk"), ReadText("nowhere", 0, ""))
    assert third.texts == ()
    assert third.notes == ("the list has Milk", "One is on")


async def test_of_a_text_in_which_something_is_masked_all_else_is_read() -> None:
    letter = replace(zone("Letter", value=f"Write to {MASK} by noon", at=4), is_secret=True)
    card = replace(zone("Card", value=MASK, at=5), is_secret=True)
    thinker = ScriptedThinker(
        PlanSegment((), False, reads=("Letter", "Letter@9", "Card")), claiming(SEEN[0])
    )
    scene = play(Stage(situation(zone("One"), LIST, letter, card)), thinker, limits=LIMITS)
    await scene.session.run(Director())
    texts = [each.text for each in thinker.requests[1].texts]
    assert texts == [f"Write to {MASK} by noon", f"{MASK} by noon", "(secret)"]


async def test_a_long_note_is_shortened_and_the_oldest_go() -> None:
    many = tuple(f"note {at}" for at in range(60))
    _, thinker = await played(
        PlanSegment((look_again(1),), False, notes=(*many, "x" * 1_000_000)), claiming(SEEN[0])
    )
    notes = thinker.requests[1].notes
    assert len(notes) == 40 and notes[-2] == "note 59" and len(notes[-1]) == 500


@pytest.mark.parametrize(("title", "is_meant"), [("Window", True), ("Save As", False)])
async def test_what_stands_behind_a_window_is_done_in_that_window_or_told(
    title: str, is_meant: bool
) -> None:
    steps = (
        click("One"),
        look_again(2, unless=WindowActive(title)),
        replace(click("Two"), step_number=3),
    )
    first = PlanSegment(steps, True, parts=(GoalPart("part 1", SEEN[0]),))
    outcome, thinker = await played(first, claiming(SEEN[0]))
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert len(thinker.requests) == (1 if is_meant else 2)
    if not is_meant:
        told = thinker.requests[1].past[-1]
        assert (told.came, told.words) == (Came.CUT_OFF, "Click Two")
        assert "“Window” is in front" in told.why


async def test_what_was_planned_behind_a_look_is_told_as_not_done() -> None:
    first = PlanSegment((click("One"), look_again(2)), False, left=("Click Two",))
    _, thinker = await played(first, claiming(SEEN[0]))
    *_, told = thinker.requests[1].past
    assert (told.came, told.words) == (Came.CUT_OFF, "Click Two")
    assert "had not seen" in told.why


@pytest.mark.parametrize("is_written", [True, False])
async def test_a_file_that_an_assistant_writes_after_it_was_named_is_looked_for_at_the_end(
    *, is_written: bool
) -> None:
    word = zone("Word", Role.PASSWORD_FIELD, window_id="New safe")
    done = zone("Finish", at=2, window_id="New safe")
    stages = [
        situation(zone("Save", window_id="Save As"), titles=("Save As", "Main")),
        situation(word, done, titles=("New safe", "Main")),
        situation(zone("Safe", Role.LABEL, window_id="Main"), titles=("Main",)),
    ]
    front, *others = stages[1].windows
    stages[1] = replace(stages[1], windows=(replace(front, is_dialog=True), *others))
    made = Stage(stages[0])
    made.files["/x"] = FileFacts(exists=False)

    def go_on(action: Action) -> None:
        made.now = stages[min(stages.index(made.now) + 1, 2)]
        if is_written and made.now is stages[-1]:
            made.files["/x"] = FileFacts(exists=True)

    made.on_action = go_on
    steps = (
        click("Save", FileSaved("/x")),
        replace(click("Finish", TextShown("Safe")), step_number=2),
    )
    thinker = ScriptedThinker(PlanSegment(steps, True))
    scene = play(made, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert (outcome.reason == "plan_finished") is is_written, outcome.message
    assert is_written or "there is no file /x" in repr(thinker.requests[1])
