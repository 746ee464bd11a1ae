"""What a request tells of comes back from its prompt, as far as a planner decides by it."""

from __future__ import annotations

from engine.domain.web.pages import Download, GoalKind, PageType, Stage, Tab, TaskMode
from engine.domain.web.proposals import UP, ActionName, Attempt, WebRequest
from engine.domain.zones import Role, State, Zone
from engine.modes.navigator.steps import describe
from engine.thinking.model.web.thinker import ModelWebThinker
from tests.support.scripted_model import replies
from tests.support.web_choosers import proposed
from tests.support.web_prompt_page import read_web_prompt
from tests.support.web_prompt_request import request_in
from tests.support.web_requests import SITE, element, page, request, wanted

NAME = element("1", "Your name *", "textbox", value="Ada | B", form="order")
SIZE = element("2", "Size", "combobox", value="S", options=("S", "M, wide"), form="order")
GIFT = element("3", "Gift", "checkbox")
SEND = element("4", "Send", "button", form="order", is_submit=True, is_disabled=True)
CARD = "Blue socks €4.99 Add to cart"
SOCKS = element("5", "Blue socks", href=f"{SITE}/socks", context=CARD)
ADD = element("6", "Add to cart", "button", context=CARD)
MENU = element("7", "Home", href=f"{SITE}/", is_navigation=True, is_fixed=True)
SEARCH = element("8", "Search", "searchbox", form="find")
PDF = element("9", "Get it", href=f"{SITE}/files/a.pdf")
BELOW = element("40", "Far away", href=f"{SITE}/far")
ALL = (NAME, SIZE, GIFT, SEND, SOCKS, ADD, MENU, SEARCH, PDF, BELOW)
SHOP = page(
    *ALL,
    text="Welcome | all\nWe sell socks",
    headings=("Socks", "More"),
    full_height_px=2000,
    tabs=(Tab("t1", "Shop", SITE, True), Tab("t2", "Help", f"{SITE}/help")),
    downloads=(Download("a.pdf", SITE, state="failed", why="disk full"),),
)


async def told_back(asked: WebRequest) -> WebRequest:
    model = replies({"action": "go_back"}, last_stays=True)
    await ModelWebThinker(model).choose(asked)
    return request_in(read_web_prompt(model.asked[0].prompt))


def shop(**facts: object) -> WebRequest:
    goal = wanted("order the socks", TaskMode.FIND, GoalKind.ACTION)
    return request(goal, SHOP, search_controls=("8",), **facts)


async def test_elements_come_back_with_what_tells_them_apart() -> None:
    gift = Zone("z", "Gift", Role.CHECK_BOX, GIFT.bounds_px, frozenset({State.CHECKED}))
    back = await told_back(shop(zones=(_keyed(gift),), visited=(f"{SITE}/socks",)))
    found = {each.agent_id: each for each in back.mapping}
    assert set(found) == {each.agent_id for each in ALL}
    assert (found["1"].value, found["1"].text) == ("Ada | B", "Your name *")
    assert (found["2"].options, found["2"].tag) == (("S", "M, wide"), "select")
    assert found["3"].value == "true"
    assert found["4"].is_submit
    assert found["4"].is_disabled
    assert found["1"].form == found["4"].form != found["8"].form
    assert found["5"].context == found["6"].context == "Blue socks €4.99"
    assert found["5"].href == f"{SITE}/socks"
    assert found["7"].is_navigation
    assert found["7"].is_fixed
    assert found["9"].href.endswith("/a.pdf")
    assert (found["9"].in_view, found["40"].in_view) == (True, False)
    assert back.search_controls == ("8",)


def _keyed(zone: Zone) -> Zone:
    return Zone(zone.zone_id, zone.label, zone.role, zone.bounds_px, zone.state, source_key="3")


async def test_the_page_and_the_run_come_back() -> None:
    facts = {"stage": Stage.VERIFY, "page_type": PageType.DETAIL, "explore_mode": True}
    limits = {"avoid": ("6",), "is_looping": True, "steps_left": 7, "answers": {"Which?": "M"}}
    back = await told_back(shop(**facts, **limits))
    seen = back.situation.page
    assert seen is not None
    assert seen.text == "Welcome | all\nWe sell socks"
    assert (seen.headings, seen.title, seen.url) == (("Socks", "More"), "Shop", f"{SITE}/")
    assert (seen.can_scroll_down, seen.can_scroll_up) == (True, False)
    assert [(tab.tab_id, tab.is_active) for tab in seen.tabs] == [("t1", True), ("t2", False)]
    assert (seen.downloads[0].state, seen.downloads[0].why) == ("failed", "disk full")
    assert (back.stage, back.page_type, back.explore_mode) == (Stage.VERIFY, PageType.DETAIL, True)
    assert (back.avoid, back.is_looping, back.steps_left) == (("6",), True, 7)
    assert (back.answers, back.goal.kind) == ({"Which?": "M"}, GoalKind.ACTION)


async def test_attempts_come_back_as_they_were_made() -> None:
    done = (
        proposed(ActionName.CLICK, "5", reason="Step 1, way: click “Blue socks”"),
        proposed(ActionName.TYPE, "1", "Ada | B", reason="Step 1, done: fill in “Your name”"),
        proposed(ActionName.SEARCH, "8", "socks", reason="Step 1, way: search for “socks”"),
        proposed(ActionName.NAVIGATE, text=f"{SITE}/help", reason="Step 1, look: open it"),
        proposed(ActionName.SWITCH_TAB, text="t2", reason="Step 1, way: switch"),
        proposed(ActionName.SCROLL, acts=UP, reason="Step 1, look: scroll up"),
        proposed(ActionName.GO_BACK, reason="Step 1, look: go back"),
    )
    seen = shop().situation
    tried = tuple(
        Attempt(each, describe(each, seen), f"{SITE}/at?q={number}", number % 2 == 0)
        for number, each in enumerate(done)
    )
    failed = Attempt(done[0], describe(done[0], seen), f"{SITE}/", False, why="it is covered")
    no = Attempt(done[0], describe(done[0], seen), f"{SITE}/", False, "not now", is_refused=True)
    back = await told_back(shop(attempts=(*tried, failed, no)))
    assert back.attempts == (*tried, failed, no)
