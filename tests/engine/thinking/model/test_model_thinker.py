"""The thinker that asks a model: what it asks, what it makes of the reply, when it asks again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import TextShown, ZoneState
from engine.domain.errors import ContextExceeded, ModelTimedOut, PlanFailed, ReplyInvalid
from engine.domain.local_planning import ExplorationOption, LocalGoal, LocalRequest, TriedStep
from engine.domain.plans import (
    Came,
    FailedStep,
    PastStep,
    PlanRequest,
    PlanStep,
    ReplanKind,
    Situation,
)
from engine.domain.risks import StateMark, UndoRequest
from engine.domain.zones import Role, State
from engine.endpoint.request import reply_schema
from engine.thinking.model.fencing import estimated_tokens
from engine.thinking.model.thinker import ModelThinker
from tests.engine.thinking.offline.screens import editor, outbox, practice, save_dialog
from tests.support.prompt_screen import read_plan_prompt, read_situation
from tests.support.scripted_model import replies
from tests.support.situations import Screen
from tests.support.strict_schemas import is_strict

NOTHING_LEFT = {"steps": [], "finishes": True}
SEND = PlanStep(1, "button_send", "Send", Click(), "Click “Send”")
EXCEEDED = ContextExceeded("The prompt is too long.", "Take fewer zones.")


def big(count: int = 400) -> Situation:
    here = Screen()
    here.window("Big")
    for number in range(count):
        here.zone(f"Entry {number} of the long list", Role.LIST_ITEM)
    return here.situation()


def local(seen: Situation, **changes: Any) -> LocalRequest:
    step = PlanStep(1, "nowhere", "Settings…", Click(), "Open the settings")
    goal = LocalGoal("“Settings…” comes into sight", step, "it is not in sight")
    facts = {"distance": 3.0, "place": "2.1.1", **changes}
    before = facts.pop("before", seen)
    return LocalRequest("Change the theme", goal, seen, before, **facts)


def mark(seen: Situation) -> StateMark:
    return StateMark("digest", seen.windows, seen.zones, ())


# -- what is asked ---------------------------------------------------------------------------


async def test_calls_are_charged_to_what_caused_them_with_their_place() -> None:
    model = replies(
        NOTHING_LEFT,
        NOTHING_LEFT,
        NOTHING_LEFT,
        {"steps": [{"action": "click", "zone_id": "menu_tools"}]},
        {"distance": 4},
        {"steps": []},
    )
    thinker = ModelThinker(model)
    for kind in (ReplanKind.INITIAL, ReplanKind.ADAPTIVE, ReplanKind.ERROR):
        await thinker.plan(PlanRequest("x", editor(), kind))
    await thinker.propose(local(practice()))
    await thinker.assess(local(practice()))
    await thinker.undo(UndoRequest(SEND, mark(outbox()), mark(outbox()), "1.2"), outbox())
    assert [(asked.cause, asked.place) for asked in model.asked] == [
        ("plan", ""),
        ("replan", ""),
        ("replan", ""),
        ("proposal", "2.1.1"),
        ("distance", "2.1.1"),
        ("revert", "1.2"),
    ]


@pytest.mark.parametrize("has_room", [True, False])
async def test_a_server_is_offered_what_the_prompt_tells_of_and_nothing_else(
    *, has_room: bool
) -> None:
    """A small model fills in each field that there is: a place, where nothing told it of places."""
    model = replies({"steps": [{"action": "click", "zone_id": "menu_tools", "at": "top"}]})
    context = 32_000 if has_room else 4096
    thinker = ModelThinker(model, context_tokens=context, max_reply_tokens=800)
    with pytest.raises(ReplyInvalid):  # what is said all the same is not guessed at
        await thinker.propose(local(practice()))
    [form], [asked] = model.forms, model.asked
    sent = reply_schema(form)
    assert is_strict(sent.schema)
    step = sent.schema["$defs"]["StepReply"]["properties"]
    told = re.findall(r'"(\w+)"', "".join(re.findall(r"^- (.+?): ", asked.system, re.M)))
    assert step["action"]["enum"] == told[: len(step["action"]["enum"])]
    assert ("hold" in step["action"]["enum"]) is ("at" in step) is has_room
    assert "look" not in step["action"]["enum"]


@pytest.mark.parametrize("context", [3000, 4096, 8192])
async def test_a_prompt_fits_into_the_context_with_the_reply(context: int) -> None:
    model = replies(NOTHING_LEFT)
    await ModelThinker(model, context_tokens=context, max_reply_tokens=800).plan(
        PlanRequest("Click entry 399", big())
    )
    [asked] = model.asked
    assert estimated_tokens(asked.system) + estimated_tokens(asked.prompt) <= context - 790
    assert "list_item_entry_399_of_the_long_list" in asked.prompt
    assert "less important rows left out" in asked.prompt


async def test_after_a_prompt_that_is_too_long_half_of_the_zones_are_sent() -> None:
    model = replies(EXCEEDED, NOTHING_LEFT, NOTHING_LEFT)
    thinker = ModelThinker(model)
    with pytest.raises(ContextExceeded):
        await thinker.plan(PlanRequest("x", big()))
    assert (await thinker.plan(PlanRequest("x", big()))).finishes
    await thinker.plan(PlanRequest("x", big()))
    first, second, third = (len(read_situation(asked.prompt).zones) for asked in model.asked)
    assert 0.4 * first < second < 0.6 * first
    assert third == second


async def test_other_failures_of_the_model_pass_through() -> None:
    with pytest.raises(ModelTimedOut):
        await ModelThinker(replies(ModelTimedOut("No answer."))).plan(PlanRequest("x", editor()))


def test_it_goes_by_the_models_name() -> None:
    assert ModelThinker(replies()).name == "scripted"


# -- plans -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"action": "type", "zone_id": "button_send", "text": "x"}, "it is a button"),
        ({"action": "drag", "zone_id": "button_send", "text": "nowhere"}, "where the drag ends"),
        ({"action": "launch", "text": "Nonesuch"}, "no application is called"),
    ],
)
async def test_a_step_that_does_not_fit_its_zone_is_told_to_the_model(
    step: dict[str, str], told: str
) -> None:
    model = replies({"steps": [step], "finishes": True})
    with pytest.raises(ReplyInvalid, match=told):
        await ModelThinker(model).plan(PlanRequest("x", outbox()))


async def test_a_plan_that_begins_with_the_failed_step_is_told_to_the_model() -> None:
    model = replies({"steps": [{"action": "click", "zone_id": "Send"}], "finishes": True})
    request = PlanRequest("x", outbox(), ReplanKind.ERROR, failed=FailedStep(SEND, "nothing"))
    with pytest.raises(ReplyInvalid, match="step 1 is the step that failed"):
        await ModelThinker(model).plan(request)


TYPE_HELLO = {"action": "type", "zone_id": "text_area", "text": "Hello"}


@pytest.mark.parametrize(
    ("goal", "text", "planned"),
    [
        ("type 'Hello'", "Hello", 0),
        ("type 'Hello', type 'Hello'", "Hello", 1),
        ("type 'Hello'", "", 1),
    ],
)
async def test_what_was_typed_and_stands_there_is_not_typed_again(
    goal: str, text: str, planned: int
) -> None:
    model = replies(*[{"steps": [TYPE_HELLO], "finishes": True}] * 2)
    [done] = (await ModelThinker(model).plan(PlanRequest(goal, editor()))).steps
    request = PlanRequest(goal, editor(text), ReplanKind.ADAPTIVE, completed=(done,))
    again = await ModelThinker(model).plan(request)
    assert len(again.steps) == planned
    assert again.finishes


async def test_a_plan_of_nothing_but_what_was_done_is_told_to_the_model() -> None:
    plan = {"steps": [TYPE_HELLO, {"action": "replan"}], "finishes": False}
    model = replies(plan, plan)
    [done, _] = (await ModelThinker(model).plan(PlanRequest("type 'Hello'", editor()))).steps
    request = PlanRequest("type 'Hello'", editor("Hello"), ReplanKind.ADAPTIVE, completed=(done,))
    with pytest.raises(ReplyInvalid, match="all of this was done already"):
        await ModelThinker(model).plan(request)


async def test_a_step_that_came_true_after_it_failed_counts_as_done() -> None:
    expected = ZoneState("tab_notes", "Notes", State.SELECTED)
    late = PlanStep(1, "tab_notes", "Notes", Click(), "Click Notes", expected)
    model = replies(NOTHING_LEFT)
    request = PlanRequest("x", practice(), ReplanKind.ERROR, failed=FailedStep(late, "slow"))
    await ModelThinker(model).plan(request)
    read = read_plan_prompt(model.asked[0].prompt)
    assert (read.done, read.failed) == (("Click Notes",), None)


async def test_the_last_plan_is_not_left_for_a_look_again() -> None:
    steps = [{"action": "click", "zone_id": "Send"}, {"action": "replan"}]
    model = replies(*[{"steps": steps, "finishes": True}] * 2)
    thinker = ModelThinker(model)
    assert not (await thinker.plan(PlanRequest("x", outbox()))).finishes
    last = await thinker.plan(PlanRequest("x", outbox(), is_last=True))
    assert last.finishes
    assert [step.zone_label for step in last.steps] == ["Send"]


async def test_the_last_plan_needs_no_zone_in_sight() -> None:
    model = replies(
        {
            "steps": [
                {"action": "press", "keys": "ctrl+shift+s"},
                {"action": "set_text", "zone_id": "Name", "text": "note.txt"},
                {"action": "click", "zone_id": "Save"},
            ],
            "finishes": True,
        }
    )
    seen = Screen()
    seen.window("Editor")
    segment = await ModelThinker(model).plan(PlanRequest("save it", seen.situation(), is_last=True))
    assert segment.finishes
    assert [step.zone_label for step in segment.steps] == ["", "Name", "Save"]
    assert [type(step.action) for step in segment.steps] == [PressKeys, TypeText, Click]
    assert segment.steps[1].expected_change == TextShown("note.txt")


# -- local planning ----------------------------------------------------------------------------


async def test_a_proposal_has_a_step_options_and_the_distance_where_it_was_asked_for() -> None:
    reply = {
        "steps": [{"action": "click", "zone_id": "menu_tools", "description": "Open Tools"}],
        "options": ["Look inside", "Look inside", "", "Press Escape", "Another", "One too many"],
        "distance": 4,
    }
    proposal = await ModelThinker(replies(reply)).propose(local(practice(), distance=None))
    assert proposal.step.zone_id == "menu_tools"
    assert [option.name for option in proposal.options] == [
        "look_inside",
        "press_escape",
        "another",
    ]
    assert proposal.distance == 4


async def test_a_proposal_follows_the_option_that_it_was_given() -> None:
    hint = ExplorationOption("press_escape", "Press Escape")
    model = replies({"steps": [{"action": "press", "keys": "escape"}]})
    proposal = await ModelThinker(model).propose(local(practice(), hint=hint))
    assert proposal.tries == "press_escape"
    assert re.search("Now try this:\n<<<SCREEN-.*\nPress Escape\n", model.asked[0].prompt)


async def test_a_proposal_is_told_what_was_tried_and_what_was_wrong() -> None:
    model = replies({"steps": [{"action": "press", "keys": "escape"}]})
    tried = (TriedStep(SEND, 3.0, 1.0, is_reverted=True),)
    await ModelThinker(model).propose(local(practice(), tried=tried, complaint="It led nowhere."))
    prompt = model.asked[0].prompt
    assert "1. Click “Send”: 3.0 → 1.0, taken back" in prompt
    assert "It led nowhere." in prompt
    assert "It can be done once this is so: “Settings…” comes into sight" in prompt


async def test_local_prompts_begin_as_the_plans_do_and_end_with_the_screen() -> None:
    model = replies({"steps": []}, {"distance": 3}, {"steps": [{"action": "replan"}]})
    thinker, seen = ModelThinker(model), practice()
    past = (PastStep(Came.DONE, "Launch Practice", "A window came."),)
    tried = tuple(TriedStep(SEND, 3.0, at, is_reverted=False) for at in (1.0, 2.0))
    with pytest.raises(PlanFailed):
        await thinker.propose(local(seen, past=past, tried=tried[:1]))
    await thinker.assess(local(save_dialog(), before=seen, past=past, tried=tried))
    await thinker.plan(PlanRequest("Change the theme", seen, past=past))
    proposal, assessment, plan = (each.prompt for each in model.asked)
    begun = plan[: plan.index("A window came.") + 14]
    assert proposal.startswith(begun) and assessment.startswith(begun)
    assert assessment.startswith(proposal[: proposal.index("3.0 → 1.0") + 9])
    assert begun in proposal[: proposal.index("Tried so far")] and "# window" not in begun
    assert proposal.index("Tried so far") < proposal.index("# window")


async def test_no_step_means_that_nothing_is_left_to_try() -> None:
    model = replies({"steps": [], "reason": "All menus were looked into."})
    with pytest.raises(PlanFailed, match="All menus were looked into"):
        await ModelThinker(model).propose(local(practice()))


async def test_an_assessment_answers_three_questions_at_once() -> None:
    model = replies({"distance": 9, "is_reached": True, "is_reachable": True, "why": "So."})
    assessment = await ModelThinker(model).assess(local(practice()))
    assert (assessment.distance, assessment.is_reached, assessment.is_reachable) == (9, True, True)
    assert assessment.why == "So."
    assert len(model.asked) == 1


async def test_an_assessment_is_told_what_is_new_and_what_is_gone() -> None:
    model = replies({"distance": 5})
    now = save_dialog()
    await ModelThinker(model).assess(local(now, before=practice()))
    prompt = model.asked[0].prompt
    assert "button_save | button | Save |  | new" in prompt
    assert "tab_notes | tab | Notes" in prompt.split("made this go away")[1]


# -- taking back -------------------------------------------------------------------------------


async def test_a_way_back_is_steps_in_order() -> None:
    reply = {
        "steps": [
            {"action": "press", "keys": "ctrl+z", "description": "Press Ctrl+Z"},
            {"action": "replan"},
            {"action": "click", "zone_id": "Delete", "description": "Click Delete"},
        ]
    }
    request = UndoRequest(SEND, mark(outbox()), mark(outbox()))
    way = await ModelThinker(replies(reply)).undo(request, outbox())
    assert way is not None
    assert [step.action for step in way.steps] == [PressKeys(("ctrl", "z")), Click()]
    assert way.words == "Press Ctrl+Z, then Click Delete"


async def test_no_steps_back_are_no_way() -> None:
    request = UndoRequest(SEND, mark(outbox()), mark(outbox()))
    assert await ModelThinker(replies({"steps": []})).undo(request, outbox()) is None


async def test_the_way_back_is_asked_for_with_what_was_changed() -> None:
    before = editor("old")
    area = next(zone for zone in before.zones if zone.role is Role.TEXT_AREA)
    after = replace(
        before,
        zones=tuple(replace(zone, value="new") if zone is area else zone for zone in before.zones),
    )
    model = replies({"steps": []})
    await ModelThinker(model).undo(UndoRequest(SEND, mark(before), mark(after)), after)
    changes = model.asked[0].prompt.split("changed the following")[1]
    assert "was | text_area | text area |  | old" in changes
    assert "is now | new (" in changes
