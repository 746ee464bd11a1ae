"""On the web a model plans segments as on a desktop, and names places for the navigator too."""

from dataclasses import replace
from typing import Any

import pytest

from engine.domain import actions
from engine.domain.conditions import ZoneState, ZoneValue
from engine.domain.errors import ReplyInvalid
from engine.domain.models import SentPicture
from engine.domain.plans import Look, PlanRequest, PlanSegment, ReadText, ShownPicture, Situation
from engine.domain.spaces import Frame, Spot
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.zones import Role, Source, State, Zone
from engine.modes.navigator.steps import as_edited, step_of
from engine.states.spots import strokes_px
from engine.thinking.model.web.thinker import ModelWebPlanner, ModelWebThinker
from tests.support.scripted_model import replies
from tests.support.web_requests import SITE, element, page, request

ELEMENTS = (
    element("1", "Search", "searchbox"),
    element("2", "Board", "canvas"),
    element("3", "Name", "textbox", value="Ann"),
    element("4", "News", "checkbox"),
    element("5", "Prices"),
)
ROLES = (Role.TEXT_FIELD, Role.CANVAS, Role.TEXT_FIELD, Role.CHECK_BOX, Role.LINK)
ZONES = tuple(
    Zone(
        f"zone_{each.agent_id}",
        each.text,
        role,
        each.bounds_px,
        each.value,
        source=Source.DOM,
        source_key=each.agent_id,
    )
    for each, role in zip(ELEMENTS, ROLES, strict=True)
)
PAGE = page(*ELEMENTS, text="Welcome\nPrices are in pounds", lines_in_view=(0,))
FRAME = Frame(1, 0.0, 400, 300, bytes(400 * 300 * 4))
SEEN = Situation(FRAME, ZONES, (), page=PAGE)


async def planned(*steps: dict[str, Any], **told: Any) -> tuple[PlanSegment, str]:
    model = replies({"steps": list(steps), "finishes": False})
    segment = await ModelWebPlanner(model, context_tokens=50_000, has_pictures=True).plan(
        PlanRequest("Draw on the board", SEEN, **told)
    )
    return segment, model.asked[0].system + model.asked[0].prompt


async def test_the_director_is_told_of_a_page_as_the_navigator_is() -> None:
    _, told = await planned({"action": "go_back"}, texts=(ReadText("page", 0, "All of it"),))
    assert "You operate a web browser" in told
    assert '"navigate"' in told and '"look"' in told and '"drag"' in told
    assert '"launch"' not in told and '"focus_window"' not in told
    assert "# in view\nWelcome\n# not in view\nPrices are in pounds" in told
    assert "2 | canvas | Board" in told and "All of it" in told
    assert 'end with a __replan__ step: {"action": "replan"}' in told


@pytest.mark.parametrize(
    ("said", "action", "zone_id"),
    [
        ({"action": "navigate", "text": "/cart"}, actions.Navigate(f"{SITE}/cart"), "__global__"),
        ({"action": "open", "text": "/cart"}, actions.Navigate(f"{SITE}/cart"), "__global__"),
        ({"action": "search", "text": "socks"}, actions.Search("socks"), "zone_1"),
        ({"action": "go_back"}, actions.GoBack(), "__global__"),
        ({"action": "switch_tab", "text": "t2"}, actions.SwitchTab("t2"), "__global__"),
        (
            {"action": "click", "zone_id": "2", "at": "0.5,0.25", "keys": "shift"},
            actions.Click(at=Spot(0.5, 0.25), modifiers=("shift",)),
            "zone_2",
        ),
        ({"action": "scroll", "text": "down until Total"}, actions.Scroll(5, until="Total"), ""),
        ({"action": "type", "zone_id": "3", "text": "!"}, actions.TypeText("!"), "zone_3"),
    ],
)
async def test_what_a_browser_does_is_planned_by_the_same_verbs(
    said: dict[str, Any], action: actions.Action, zone_id: str
) -> None:
    segment, _ = await planned(said)
    step = segment.steps[0]
    assert step.action == action
    assert step.zone_id == (zone_id or "__global__")


async def test_only_a_control_tells_of_itself_what_comes_of_a_step() -> None:
    told, _ = await planned(
        {"action": "click", "zone_id": "4"},
        {"action": "set_text", "zone_id": "3", "text": "Bo"},
        {"action": "click", "zone_id": "5"},
        {"action": "press", "keys": "enter"},
    )
    assert [step.expected_change for step in told.steps[:4]] == [
        ZoneState("zone_4", "News", State.CHECKED, True),
        ZoneValue("zone_3", "Name", "Bo"),
        None,
        None,
    ]


async def proposed(said: dict[str, Any], **facts: Any) -> WebProposal:
    model = replies(said)
    asked = request("Draw on the board", PAGE, zones=ZONES, **facts)
    return await ModelWebThinker(model, context_tokens=50_000, has_pictures=True).choose(asked)


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        (
            {"action": "drag", "zone_id": "2", "at": "0.1,0.1 0.9,0.9"},
            actions.Drag(strokes=((Spot(0.1, 0.1), Spot(0.9, 0.9)),)),
        ),
        ({"action": "drag", "zone_id": "2", "text": "5"}, actions.Drag(to_zone_id="zone_5")),
        ({"action": "right_click", "zone_id": "5"}, actions.Click(button="right")),
        ({"action": "press", "keys": "ctrl+a"}, actions.PressKeys(("ctrl", "a"))),
        (
            {"action": "hold", "zone_id": "2", "at": "0,0"},
            actions.Click(at=Spot(0, 0), half="down"),
        ),
        ({"action": "scroll", "zone_id": "2", "text": "up 3"}, actions.Scroll(-3)),
    ],
)
async def test_the_navigator_does_what_else_a_hand_can_do(
    said: dict[str, Any], acts: actions.Action
) -> None:
    proposal = await proposed(said)
    assert (proposal.action, proposal.acts) == (ActionName.DO, acts)


async def test_typing_adds_to_what_a_field_holds_and_setting_replaces_it() -> None:
    added = await proposed({"action": "type", "zone_id": "3", "text": "!"})
    assert (added.action, added.acts) == (ActionName.TYPE, actions.TypeText("!"))
    fresh = await proposed({"action": "set_text", "zone_id": "3", "text": "Bo"})
    assert fresh.acts == actions.TypeText("Bo", replace=True)


async def test_a_look_is_asked_for_and_where_no_picture_is_sent_one_is_kept() -> None:
    looks = await proposed({"action": "look", "zone_id": "2", "text": "3x"})
    assert looks.action is ActionName.READ
    assert looks.look is not None and (looks.look.zone_id, looks.look.zoom) == ("zone_2", 3.0)


async def test_a_place_in_a_picture_is_one_of_what_lies_there() -> None:
    seen = replace(request("look", PAGE, zones=ZONES).situation, frame=FRAME)
    part = ZONES[1].bounds_px
    picture = SentPicture(b"", "image/png", part.width * 2, part.height * 2)
    shown = ShownPicture(Look("zone_2"), picture, part, seen, "the board")
    model = replies({"action": "click", "at": f"{part.width},{part.height}"})
    asked = replace(request("Draw", PAGE), situation=seen, shown=shown)
    proposal = await ModelWebThinker(model, context_tokens=50_000).choose(asked)
    step = step_of(proposal, seen)
    assert step is not None and step.zone_id == "zone_2"
    assert strokes_px(step, seen) == ((part.center,),)
    assert as_edited(proposal, step, seen) == proposal  # nobody changed it


async def test_a_picture_that_was_just_shown_may_be_asked_for_behind_a_step() -> None:
    """What the step does may show in it; before any step it would show nothing new."""
    seen = request("look", PAGE, zones=ZONES).situation
    shown = ShownPicture(Look(), SentPicture(b"", "image/png", 1, 1), FRAME.bounds_px, seen, "it")
    click, look = {"action": "click", "zone_id": "5"}, {"action": "look"}
    told = {"shown": shown, "looked": (Look(),)}
    proposal = await proposed({"steps": [click, look]}, **told)
    assert (proposal.action, proposal.look) == (ActionName.CLICK, Look())
    with pytest.raises(ReplyInvalid, match="nothing has changed since"):
        await proposed({"steps": [look]}, **told)
