"""Going back in a browser: what is marked, which way fits what changed, when it counts as back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    GoBack,
    GoForward,
    Navigate,
    PressKeys,
    Scroll,
    ScrollTo,
    SwitchTab,
    TypeText,
)
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Degree, Returned, Reversibility
from engine.domain.web.pages import Tab
from engine.domain.zones import MASK, Role, State
from engine.safety.web.page_risks import WebRiskRater
from engine.undo.web.page_reverter import WebReverter, web_mark_of
from tests.engine.acting.web.pages import WebPage
from tests.engine.acting.web.standin import changed

SHOP = "https://shop.example/"


def form(
    name: str = "", *, news: bool = False, size: str = "M", colour: str = "red", **facts: object
) -> Situation:
    here = WebPage(SHOP)
    here.add("Name", Role.TEXT_FIELD, agent_id="name", attr_name="name", value=name)
    ticked = [State.CHECKED] if news else []
    here.add("News", Role.CHECK_BOX, *ticked, agent_id="news", attr_name="news")
    here.add("Size", Role.COMBO_BOX, agent_id="size", value=size, options=("S", "M", "L"))
    for each in ("red", "blue"):
        chosen = [State.CHECKED] if each == colour else []
        here.add(each, Role.RADIO_BUTTON, *chosen, agent_id=each, attr_name="colour")
    here.add("Password", Role.PASSWORD_FIELD, agent_id="password")
    here.add("Details", Role.LINK, agent_id="link", href=SHOP + "details")
    return here.situation(**facts)


def back(
    before: Situation,
    now: Situation,
    action: Action | None = None,
    zone_id: str = "link",
    *,
    after: Situation | None = None,
    degree: Degree = Degree.REVERSIBLE,
) -> list[list[Action]]:
    """The actions of the ways, in their order."""
    step = PlanStep(1, zone_id, zone_id, action or Click(), "does something")
    node = LocalActionNode(
        StepPlace(1, 1),
        step,
        web_mark_of(before),
        web_mark_of(after or now),
        Reversibility(degree, ""),
    )
    ways = WebReverter(WebRiskRater()).ways(node, now)
    return [[one.action for one in way.steps] for way in ways]


def returned(before: Situation, now: Situation) -> Returned:
    return WebReverter(WebRiskRater()).compare(web_mark_of(before), web_mark_of(now)).returned


def details(**facts: object) -> Situation:
    return changed(form(), url=SHOP + "details", can_go_back=True, **facts)


def test_a_link_is_taken_back_by_history_and_else_by_the_address() -> None:
    assert back(form(), details())[:2] == [[GoBack()], [Navigate(SHOP)]]
    assert back(form(), details(), GoBack()) == [[Navigate(SHOP)]]
    forth = changed(details(), can_go_forward=True)
    assert back(form(), forth, GoBack())[0] == [GoForward()]


def test_away_from_where_the_action_led_history_is_not_gone_back_blindly() -> None:
    elsewhere = changed(details(), url=SHOP + "login")
    assert back(form(), elsewhere, after=details()) == [[Navigate(SHOP)]]


def test_an_address_that_is_hidden_in_part_is_no_way_back() -> None:
    hidden = changed(form(), url=f"{SHOP}?token={MASK}")
    assert back(hidden, details()) == [[GoBack()]]
    blank = changed(form(size="", colour=""), url=f"{SHOP}?token={MASK}")
    assert back(blank, changed(blank, dom_hash="dom-2", text="Opened")) == []


def test_a_tab_that_came_is_closed_and_the_former_one_shown() -> None:
    page = form().page
    assert page is not None
    was = replace(page.tabs[0], is_active=False)
    new = Tab("tab-2", "Map", "https://map.example/", is_active=True)
    opened = changed(form(), url=new.url, tabs=(was, new))
    assert back(form(), opened) == [[CloseTab("tab-2")], [SwitchTab("tab-1")]]
    assert returned(form(), opened) is Returned.NOT_RESTORED
    later = Tab("tab-3", "Ad", "https://ad.example/")
    with_ad = changed(form(), tabs=(*page.tabs, later))
    assert back(form(), with_ad, after=form()) == []


def test_fields_get_their_former_text_choice_and_option() -> None:
    filled = form("Ada", news=True, size="L", colour="blue")
    assert back(form("Bob"), filled, TypeText("Ada"), "name") == [
        [TypeText("Bob", replace=True)],
        [Click()],
        [TypeText("M", replace=True)],
        [Click()],
    ]
    assert returned(form("Bob"), filled) is Returned.NOT_RESTORED
    assert returned(form("Bob"), form("Bob")) is Returned.RESTORED


def test_a_radio_button_is_left_by_choosing_the_former_one() -> None:
    now = form(colour="blue")
    step = PlanStep(1, "blue", "blue", Click(), "Choose blue")
    marks = web_mark_of(form()), web_mark_of(now)
    node = LocalActionNode(StepPlace(1, 1), step, *marks, Reversibility(Degree.REVERSIBLE, ""))
    ways = WebReverter(WebRiskRater()).ways(node, now)
    assert [one.zone_id for way in ways for one in way.steps] == ["red"]


def test_the_page_is_scrolled_to_its_former_place() -> None:
    long = {"full_height_px": 3000}
    now = form(scroll_y_px=900, **long)
    assert back(form(scroll_y_px=100, **long), now, Scroll(down=3), GLOBAL_ZONE_ID) == [
        [ScrollTo(0, 100)]
    ]
    assert returned(form(scroll_y_px=100, **long), now) is Returned.NOT_RESTORED
    assert returned(form(scroll_y_px=899, **long), now) is Returned.RESTORED


def test_what_came_over_the_page_is_left_by_its_own_way_out() -> None:
    here = WebPage(SHOP)
    here.add("Details", Role.LINK, agent_id="link", href=SHOP + "details")
    here.add("Newsletter", Role.DIALOG, agent_id="dialog")
    here.add("Close", agent_id="close")
    now = here.situation()
    assert back(form(), now)[:2] == [[Click()], [PressKeys(("escape",))]]


def test_a_submitted_form_has_no_way_back() -> None:
    assert back(form(), details(), degree=Degree.IRREVERSIBLE) == []


def test_what_a_page_changed_in_itself_comes_anew_unless_something_was_entered() -> None:
    blank = form(size="", colour="")
    other = changed(blank, dom_hash="dom-2", text="Opened")
    assert back(blank, other)[-1] == [Navigate(SHOP)]
    entered = form("Ada")
    assert back(entered, changed(entered, dom_hash="dom-2", text="Opened")) == []


@pytest.mark.parametrize(
    ("facts", "result"),
    [
        ({}, Returned.RESTORED),
        ({"url": SHOP + "other"}, Returned.NOT_RESTORED),
        ({"text": "Another advertisement", "dom_hash": "dom-2"}, Returned.CLOSE),
        ({"dom_hash": "dom-2"}, Returned.CLOSE),
        ({"title": "Shop (1)"}, Returned.RESTORED),
    ],
)
def test_how_far_a_page_is_back(facts: dict[str, object], result: Returned) -> None:
    assert returned(form(), changed(form(), **facts)) is result


def test_a_clock_makes_no_difference() -> None:
    now = datetime.now()
    past = now - timedelta(minutes=1)
    before = form(text=f"Now it is {past:%H:%M}", dom_hash="dom-1")
    assert returned(before, form(text=f"Now it is {now:%H:%M}", dom_hash="dom-2")) is (
        Returned.RESTORED
    )


def test_a_password_is_never_in_a_mark_and_never_put_back() -> None:
    here = WebPage(SHOP)
    here.add("Password", Role.PASSWORD_FIELD, agent_id="password", value="hunter2")
    assert "hunter2" not in repr(web_mark_of(here.situation()).page.fields)  # type: ignore[union-attr]
    typed = changed(form(), dom_hash="dom-2")
    assert back(form("x"), changed(form("x"), dom_hash="dom-2"), TypeText("y"), "password") == []
    assert returned(form(), typed) is Returned.CLOSE


def test_it_is_declared_beforehand_how_an_action_is_taken_back() -> None:
    reverter = WebReverter(WebRiskRater(start_url=SHOP))
    here = WebPage(SHOP)
    here.add("Name", Role.TEXT_FIELD, agent_id="name", form="f")
    here.add("Remarks", Role.TEXT_FIELD, agent_id="remarks", form="f")
    here.add("Place order", agent_id="order", is_submit=True, form="f")
    here.add("Add to cart", agent_id="cart")
    here.add("Details", Role.LINK, agent_id="link", href=SHOP + "details")
    seen = here.situation()

    def declared(zone_id: str, action: Action) -> tuple[Degree, str]:
        step = PlanStep(1, zone_id, zone_id, action, "does something")
        said = reverter.reversibility_of(step, seen)
        return said.degree, said.how

    assert declared("order", Click()) == (Degree.IRREVERSIBLE, "It can't be taken back.")
    assert declared("cart", Click())[0] is Degree.PARTLY
    assert declared("link", Click())[1].startswith("Go back in the tab's history")
    put_back = (Degree.REVERSIBLE, "Put the former text back.")
    assert declared("remarks", TypeText("Soon")) == put_back
    assert declared("name", TypeText("Ada")) == (
        Degree.PARTLY,
        "Delete it from the field; what the page read of it meanwhile can't be taken back.",
    )
    assert declared("", ScrollTo(0, 9)) == (Degree.REVERSIBLE, "Scroll back to the place before.")


def test_how_a_password_field_looks_makes_no_difference() -> None:
    def seen(digest: str) -> Situation:
        here = WebPage(SHOP)
        here.add("Password", Role.PASSWORD_FIELD, agent_id="password")
        situation = here.situation()
        zones = tuple(replace(zone, hidden_digest=digest) for zone in situation.zones)
        return replace(situation, zones=zones)

    assert returned(seen("a"), seen("b")) is Returned.RESTORED


def test_an_order_is_not_clicked_again_to_take_it_back() -> None:
    def shop(label: str, *state: State) -> Situation:
        here = WebPage(SHOP)
        here.add(label, Role.BUTTON, *state, agent_id="one")
        return here.situation()

    def clicks(label: str) -> int:
        ways = back(shop(label), shop(label, State.CHECKED), Click(), "one")
        return sum(isinstance(each, Click) for way in ways for each in way)

    assert clicks("Show prices") > 0
    assert clicks("Place order") == 0
