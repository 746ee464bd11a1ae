"""The web thinker that asks a model: what it asks, what it makes of the reply, when it insists."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.domain.actions import Wait
from engine.domain.conditions import TextShown, ZoneValue
from engine.domain.errors import ContextExceeded, GoalUnreadable, ReplyInvalid
from engine.domain.plans import GoalPart, ReadText
from engine.domain.web.pages import Page, Tab, TaskMode
from engine.domain.web.proposals import UP, ActionName, WebProposal, WebRequest
from engine.domain.zones import Role, Zone
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.modes.navigator.steps import step_of
from engine.thinking.model.fencing import estimated_tokens
from engine.thinking.model.web.thinker import ModelWebThinker
from tests.engine.endpoint.asking import Account
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripted_model import replies
from tests.support.web_choosers import proposed
from tests.support.web_prompt_page import read_web_prompt
from tests.support.web_requests import SITE, element, page, request, wanted

EXCEEDED = ContextExceeded("The prompt is too long.", "Take fewer elements.")
SHOP = page(
    element("1", "Search", "searchbox"),
    element("2", "Blue socks", context="Blue socks 4.99"),
    element("3", "Buy", "button", is_disabled=True),
    element("4", "Size", "combobox", options=("S", "M")),
    element("5", "Name", "textbox"),
    element("6", "Receipt", "textbox", input_type="file", accepts_files=True),
    tabs=(Tab("t1", "Shop", SITE, True), Tab("t2", "Help", f"{SITE}/help")),
)


async def chosen(said: dict[str, Any], asked: WebRequest | None = None) -> WebProposal:
    model = replies(said)
    return await ModelWebThinker(model).choose(asked or request("find the blue socks", SHOP))


async def over_http(
    said: Sequence[dict[str, Any] | str], asked: WebRequest
) -> tuple[WebProposal | ReplyInvalid, list[str]]:
    """What came of it, and the last message of each request that was sent for it."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in said]
    async with ScriptedEndpoint(texts) as endpoint:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)
        model = OpenAiModel(settings, Account(), FormMemory())
        try:
            came: WebProposal | ReplyInvalid = await ModelWebThinker(model).choose(asked)
        except ReplyInvalid as invalid:
            came = invalid
        finally:
            await model.close()
        return came, [each.body["messages"][-1]["content"] for each in endpoint.requests]


# -- what becomes of a reply ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "said, proposal",
    [
        ({"action": "click", "element": 2}, proposed(ActionName.CLICK, "2")),
        (
            {"action": "type", "element": "5", "text": "{{secret:name}}", "submit": True},
            proposed(ActionName.TYPE, "5", "{{secret:name}}\n"),
        ),
        ({"action": "type", "element": "4", "text": "M"}, proposed(ActionName.TYPE, "4", "M")),
        (  # whether a file may be given away, the gate says
            {"action": "type", "element": "6", "text": "/tmp/receipt.pdf"},
            proposed(ActionName.TYPE, "6", "/tmp/receipt.pdf"),
        ),
        ({"action": "click", "element": "6"}, proposed(ActionName.CLICK, "6")),
        (
            {"action": "scroll", "direction": "up", "text": "up", "submit": True},
            proposed(ActionName.SCROLL, acts=UP),
        ),
        (
            {"action": "navigate", "url": "/cart", "element": "2"},
            proposed(ActionName.NAVIGATE, text=f"{SITE}/cart"),
        ),
        (
            {"action": "navigate", "url": "127.0.0.1:8000/cart"},
            proposed(ActionName.NAVIGATE, text=f"{SITE}/cart"),
        ),
        (
            {"action": "navigate", "url": "example.org/a?b=c"},
            proposed(ActionName.NAVIGATE, text="https://example.org/a?b=c"),
        ),
        (
            {"action": "navigate", "text": "page2.html"},
            proposed(ActionName.NAVIGATE, text=f"{SITE}/page2.html"),
        ),
        ({"action": "switch_tab", "text": "t2"}, proposed(ActionName.SWITCH_TAB, text="t2")),
        (
            {"action": "done", "text": "4.99", "asked_by": "goal", "reason": "it\nis there"},
            proposed(ActionName.DONE, text="4.99", reason="it is there", asked_by="goal"),
        ),
        (
            {"action": "ask_user", "text": "Which size?", "choices": ["S", "M"]},
            proposed(ActionName.ASK_USER, text="Which size?", choices=("S", "M")),
        ),
        (
            {"action": "go_back", "asked_by": "screen"},
            proposed(ActionName.GO_BACK, asked_by="screen"),
        ),
    ],
)
async def test_a_reply_becomes_a_proposal_with_what_counts_for_its_action(
    said: dict[str, Any], proposal: WebProposal
) -> None:
    assert await chosen(said) == proposal


async def test_what_is_waited_for_is_what_the_step_expects() -> None:
    said = {"action": "wait", "text": "20", "expect": "text: Thank you"}
    asked = request("find the blue socks", SHOP)
    step = step_of(await chosen({"steps": [said]}, asked), asked.situation)
    assert step is not None
    assert (step.action, step.expected_change) == (Wait(20.0), TextShown("Thank you"))


async def test_what_is_said_beside_an_action_goes_with_it() -> None:
    note = {"action": "note", "text": "socks 4.99"}
    field = {"action": "type", "zone_id": "5", "text": "Ann"}
    click = {"action": "click", "zone_id": "2"}
    check = {"action": "verify", "zone_id": "5", "expect": "text: Ann", "description": "the name"}
    page_says = {"action": "verify", "expect": "text: Thank you"}
    name = Zone("zone_name", "Name", Role.TEXT_FIELD, SHOP.elements[4].bounds_px, source_key="5")
    asked = request("sign up", SHOP, zones=(name,))
    said = {"steps": [note, field, click, check, page_says], "finishes": True, "reason": "so"}
    proposal = await chosen(said, asked)
    assert (proposal.action, proposal.notes, proposal.parts) == (
        ActionName.TYPE,
        ("socks 4.99",),
        (),
    )
    clicks, ends = proposal.following
    assert (clicks.action, ends.action) == (ActionName.CLICK, ActionName.DONE)
    assert ends.parts == (
        GoalPart("the name", ZoneValue("zone_name", "Name", "Ann", contains=True)),
        GoalPart("text: Thank you", TextShown("Thank you")),
    )
    unseen = await chosen({"steps": [field], "finishes": True}, asked)
    assert unseen.following == ()  # nothing says how it would show
    read = await chosen({"steps": [note, {"action": "read", "zone_id": "page@700"}]}, asked)
    assert (read.action, read.reads) == (ActionName.READ, ("page@700",))
    gives_up = await chosen({"steps": [{"action": "give_up", "text": "no socks"}]}, asked)
    assert (gives_up.action, gives_up.reason) == (ActionName.GIVE_UP, "no socks")


async def test_an_option_may_be_said_as_its_row_tells_it() -> None:
    long = "Bank transfer, to be made within fourteen days of the order"
    pay = element("7", "Payment", "combobox", options=(long, "Cash | cheque"))
    for told, meant in (
        ("Bank transfer, to be made within fourte…", long),
        ("Cash \\| cheque", "Cash | cheque"),
        (long, long),
    ):
        asked = request("pay", page(pay))
        proposal = await chosen({"action": "type", "element": "7", "text": told}, asked)
        assert proposal.typed == meant


async def test_a_search_goes_to_the_pages_own_field_where_none_is_named() -> None:
    asked = request("find socks", SHOP, search_controls=("1",))
    proposal = await chosen({"action": "search", "text": "socks"}, asked)
    assert proposal == proposed(ActionName.SEARCH, "1", "socks")
    without = await chosen({"action": "search", "text": "socks"})
    assert without.agent_id == ""


# -- what goes back to the model -----------------------------------------------------------------

CLICK = {"action": "click", "element": "2"}


@pytest.mark.parametrize(
    "said, sentence",
    [
        (
            {"action": "click", "element": "99"},
            'there is no element "99" in the table; there are 1,',
        ),
        ({"action": "click"}, 'click needs "zone_id"'),
        ({"action": "type", "element": "2", "text": "x"}, "no text can be typed into element 2"),
        ({"action": "type", "element": "4", "text": "XL"}, 'element 4 has no option "XL"'),
        ({"action": "search", "element": "99", "text": "x"}, 'there is no element "99"'),
        ({"action": "switch_tab", "tab": "t9"}, 'there is no tab "t9"; there are t1, t2'),
        ({"action": "navigate", "url": "javascript:1"}, "a web address (http or https) is needed"),
        (
            {"action": "navigate", "url": "file:///etc/passwd"},
            "a web address (http or https) is needed",
        ),
        ({"action": "navigate", "url": "http://[/"}, "Invalid IPv6 URL"),
        ({"action": "done"}, 'the goal is a question: say "answer"'),
        ({"steps": []}, "there are no steps"),
        ({"action": "read", "zone_id": "page"}, "the text of page stands above"),
        ({"action": "ask", "text": "Which?"}, "the person answered that already"),
        ({"action": "go_forward"}, "go_forward is not allowed now; allowed are click, set_text"),
        ({"action": "click", "element": "3"}, "element 3 is disabled"),
        ({"action": "click", "element": "1"}, "element 1 failed or was refused before"),
    ],
)
async def test_what_is_wrong_goes_back_to_the_model_once_and_may_be_mended(
    said: dict[str, Any], sentence: str
) -> None:
    allowed = tuple(each for each in ActionName if each is not ActionName.GO_FORWARD)
    goal = wanted("what do the socks cost", TaskMode.ANSWER)
    known = {"texts": (ReadText("page", 0, "Socks"),), "answers": {"Which?": "M"}}
    asked = request(goal, SHOP, allowed=allowed, avoid=("1",), **known)
    came, sent = await over_http([said, CLICK], asked)
    assert came == proposed(ActionName.CLICK, "2")
    assert len(sent) == 2
    assert sentence in sent[1]


async def test_a_model_that_insists_on_what_is_not_allowed_is_taken_at_its_word() -> None:
    asked = request("find socks", SHOP, allowed=(ActionName.CLICK, ActionName.SCROLL))
    came, sent = await over_http([{"action": "done"}, {"action": "ask_user", "text": "?"}], asked)
    assert came == proposed(ActionName.ASK_USER, text="?")
    assert len(sent) == 2


async def test_an_address_that_can_be_none_is_handed_back_where_it_is_not_allowed() -> None:
    asked = request("find socks", SHOP, allowed=(ActionName.CLICK,))
    came, _ = await over_http([{"action": "navigate", "url": "http://[/"}], asked)
    assert came == proposed(ActionName.NAVIGATE, text="http://[/")


@pytest.mark.parametrize(
    "said",
    [
        ["I don't know.", "Sorry."],
        [{"action": "click", "element": "99"}] * 2,
        [{"action": "done"}, {"action": "click", "element": "99"}],
        [{"action": "fly"}, {"action": "click"}],
    ],
)
async def test_what_can_not_be_used_after_a_repair_is_an_invalid_reply(said: list[Any]) -> None:
    asked = request("find socks", SHOP, allowed=(ActionName.CLICK,))
    came, sent = await over_http(said, asked)
    assert isinstance(came, ReplyInvalid)
    assert len(sent) == 2


# -- what is asked -------------------------------------------------------------------------------


def crowded(count: int) -> Page:
    return page(*(element(str(at), f"Entry {at} of the long list") for at in range(count)))


async def test_sixty_elements_fit_into_two_and_a_half_thousand_tokens() -> None:
    model = replies(CLICK)
    thinker = ModelWebThinker(model)
    seen = crowded(60)
    await thinker.choose(request("find entry 59", replace(seen, text="Lorem ipsum.\n" * 500)))
    [asked] = model.asked
    assert len(read_web_prompt(asked.prompt).rows) == 60
    assert estimated_tokens(asked.prompt) < 2500
    assert "left out" not in asked.prompt


@pytest.mark.parametrize("context", [3000, 4096, 8192])
async def test_a_prompt_fits_into_the_context_with_the_reply(context: int) -> None:
    model = replies({"action": "go_back"})
    seen = crowded(900)
    ranked = sorted(seen.elements, key=lambda each: each.agent_id != "399")
    asked_for = request("find entry 399", seen, mapping=tuple(ranked))
    await ModelWebThinker(model, context_tokens=context, max_reply_tokens=800).choose(asked_for)
    [asked] = model.asked
    assert estimated_tokens(asked.system) + estimated_tokens(asked.prompt) <= context - 790
    assert "399 | link | Entry 399" in asked.prompt
    assert "less important rows left out" in asked.prompt


async def test_after_a_prompt_that_is_too_long_half_of_the_elements_are_sent() -> None:
    model = replies(EXCEEDED, {"action": "go_back"}, last_stays=True)
    thinker = ModelWebThinker(model)
    asked_for = request("find socks", crowded(60))
    with pytest.raises(ContextExceeded):
        await thinker.choose(asked_for)
    await thinker.choose(asked_for)
    await thinker.choose(asked_for)
    first, second, third = (len(read_web_prompt(asked.prompt).rows) for asked in model.asked)
    assert 0.4 * first < second < 0.6 * first
    assert third == second


async def test_the_system_text_and_the_hash_stay_the_same() -> None:
    model = replies({"action": "go_back"}, last_stays=True)
    thinker = ModelWebThinker(model)
    await thinker.choose(request("find socks", SHOP))
    await thinker.choose(request("find boots", crowded(5)))
    await ModelWebThinker(model, context_tokens=8192).choose(request("find socks", SHOP))
    one, two, other = model.asked
    assert (one.system, one.prompt_hash, one.cause) == (two.system, two.prompt_hash, "plan")
    assert one.prompt != two.prompt
    assert other.prompt_hash != one.prompt_hash


async def test_an_empty_goal_asks_nobody() -> None:
    model = replies()
    with pytest.raises(GoalUnreadable):
        await ModelWebThinker(model).choose(request("  ", SHOP))
    assert ModelWebThinker(model).name == "scripted"
