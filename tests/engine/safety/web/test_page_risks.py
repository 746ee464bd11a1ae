"""What is asked about in a browser and what is not: told by labels, forms, fields and addresses."""

from __future__ import annotations

import pytest

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    GoBack,
    Navigate,
    PressKeys,
    Scroll,
    Search,
    TakeScreenshot,
    TypeText,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.spaces import Spot
from engine.domain.zones import Role, State
from engine.safety.policy import BoundsLayer
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.pressing import reversibility_on_page
from engine.states.web.touching import may_repeat
from tests.engine.acting.web.pages import WebPage
from tests.engine.safety.web.labels import GRAVE, ORDINARY, Said

SHOP = "https://shop.example/"
ASKED = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


def page() -> WebPage:
    """With the fields of a search and of a wizard."""
    here = WebPage(SHOP)
    here.add("Search the shop", Role.TEXT_FIELD, form="search", attr_name="q", input_type="search")
    here.add("Name", Role.TEXT_FIELD, form="wizard", attr_name="name")
    return here


def risk_of(said: Said, action: Action | None = None) -> Risk:
    label, role, facts = said
    here = page()
    zone_id = here.add(label, role, **facts)
    step = PlanStep(1, zone_id, label, action or Click(), f"Click {label}")
    return WebRiskRater(start_url=SHOP).rate(step, here.situation())


def test_grave_labels_are_told_from_ordinary_ones() -> None:
    asked_for_nothing = [s[0] for s in ORDINARY if risk_of(s).risk_class in ASKED]
    let_through = [s[0] for s in GRAVE if risk_of(s).risk_class not in ASKED]
    print(
        f"ordinary: {len(ORDINARY)}, asked about {len(asked_for_nothing)};"
        f" grave: {len(GRAVE)}, let through {len(let_through)}"
    )
    assert len(ORDINARY) >= 60
    assert len(GRAVE) >= 60
    assert asked_for_nothing == []
    assert let_through == []


def test_a_drag_that_stays_within_a_button_presses_it() -> None:
    within = Drag(strokes=((Spot(0.4, 0.5), Spot(0.6, 0.5)),))
    assert risk_of(("Pay now", Role.BUTTON, {}), within).risk_class in ASKED
    assert risk_of(("Map", Role.IMAGE, {}), within).risk_class not in ASKED


def rated(
    here: WebPage, action: Action, zone_id: str = GLOBAL_ZONE_ID, *, goal: str = "", **facts: str
) -> Risk:
    step = PlanStep(1, zone_id, zone_id, action, "does something", **facts)  # type: ignore[arg-type]
    return WebRiskRater(goal=goal, start_url=SHOP).rate(step, here.situation())


@pytest.mark.parametrize(
    ("url", "risk_class"),
    [
        ("https://shop.example/teapots", RiskClass.REVERSIBLE),
        ("https://www.shop.example/", RiskClass.REVERSIBLE),
        ("https://help.shop.example/", RiskClass.REVERSIBLE),
        ("https://named.example/", RiskClass.REVERSIBLE),
        ("https://partner.example/", RiskClass.REVERSIBLE),
        ("https://evil.example/", RiskClass.LEAVES_MACHINE),
        ("https://notshop.example/", RiskClass.LEAVES_MACHINE),
        ("https://shop.example.evil.example/", RiskClass.LEAVES_MACHINE),
        ("https://shop.example@evil.example/", RiskClass.LEAVES_MACHINE),
        ("https://evil.example\\.shop.example/", RiskClass.LEAVES_MACHINE),
        ("https://shop.example/?said=" + "x" * 200, RiskClass.LEAVES_MACHINE),
        ("https://shop.example/?k={{secret:key}}", RiskClass.LEAVES_MACHINE),
        ("https://shop.example/account/delete", RiskClass.IRREVERSIBLE),
        ("https://shop.example/cart/place-order", RiskClass.LEAVES_MACHINE),
        ("https://shop.example/orders?do=delete", RiskClass.IRREVERSIBLE),
        ("javascript:document.forms[0].submit()", RiskClass.IRREVERSIBLE),
        ("file:///etc/passwd", RiskClass.IRREVERSIBLE),
        ("https://shop.example/manual.pdf.EXE?v=2#top", RiskClass.IRREVERSIBLE),
        ("https://shop.example/setup%2Esh", RiskClass.IRREVERSIBLE),
        ("https://shop.example/get?file=tools/setup.msi", RiskClass.IRREVERSIBLE),
        ("https://shop.example/list.docm", RiskClass.IRREVERSIBLE),
        ("https://shop.example/start.jnlp", RiskClass.IRREVERSIBLE),
        ("https://shop.example/konto/loeschen", RiskClass.IRREVERSIBLE),
        ("https://shop.example/plugins?show=a&_wpnonce=a1b2", RiskClass.IRREVERSIBLE),
        ("https://shop.example/build?token=s3cr3t", RiskClass.IRREVERSIBLE),
        ("https://shop.example/db?sql_query=DROP+TABLE+orders", RiskClass.IRREVERSIBLE),
        ("https://shop.example/list?order=p&sort_by=date", RiskClass.REVERSIBLE),
        ("https://partner.example/viewer.AppImage", RiskClass.IRREVERSIBLE),
        ("https://shop.example/manual.pdf", RiskClass.REVERSIBLE),
        ("https://shop.example/docs/3.11/sql/delete-statement#syntax", RiskClass.REVERSIBLE),
        ("https://shop.example/docs/7/delete-page", RiskClass.IRREVERSIBLE),
        ("https://shop.example/docs/api/delete", RiskClass.IRREVERSIBLE),
        ("https://shop.example/docs/sql/delete-statement?id=7", RiskClass.IRREVERSIBLE),
        ("https://shop.example/search?q=setup.exe", RiskClass.REVERSIBLE),
    ],
)
def test_addresses(url: str, risk_class: RiskClass) -> None:
    here = page()
    here.add("Our partner", Role.LINK, href="https://partner.example/shop")
    assert rated(here, Navigate(url), goal="compare with named.example").risk_class is risk_class


def test_where_no_site_was_named_none_is_strange() -> None:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Navigate("https://any.example/"), "Open it")
    blank = WebPage("about:blank").situation()
    assert WebRiskRater(goal="find a teapot").rate(step, blank).risk_class is RiskClass.REVERSIBLE


def test_a_password_is_given_only_where_the_goal_gives_it() -> None:
    here = page()
    field = here.add("Password", Role.PASSWORD_FIELD, form="login")
    secret = TypeText("{{secret:shop}}")
    asked = rated(here, secret, field, goal="log in")
    assert asked.risk_class is RiskClass.LEAVES_MACHINE
    assert asked.why == "a secret is given to shop.example"
    meant = "log in at shop.example with {{secret:shop}}"
    assert rated(here, secret, field, goal=meant).risk_class is RiskClass.REVERSIBLE
    elsewhere = WebPage("https://evil.example/")
    field = elsewhere.add("Password", Role.PASSWORD_FIELD)
    assert rated(elsewhere, secret, field, goal=meant).risk_class is RiskClass.LEAVES_MACHINE


@pytest.mark.parametrize(
    "label", ["Card number", "CVC", "IBAN", "Kartennummer", "Code", "2FA code"]
)
def test_fields_like_a_card_are_asked_about_and_others_are_not(label: str) -> None:
    here = page()
    field = here.add(label, Role.TEXT_FIELD, form="pay")
    is_asked = rated(here, TypeText("4111"), field).risk_class in ASKED
    assert is_asked is (label != "Code")


def test_whatever_its_button_says_a_form_with_a_card_or_password_is_asked_about() -> None:
    for role, label in ((Role.TEXT_FIELD, "Card number"), (Role.PASSWORD_FIELD, "Password")):
        here = WebPage(SHOP)
        here.add(label, role, form="f")
        button = here.add("Continue", is_submit=True, form="f")
        assert rated(here, Click(), button).risk_class is RiskClass.LEAVES_MACHINE


def test_return_does_what_the_button_of_the_form_does() -> None:
    here = page()
    wizard = here.add("City", Role.TEXT_FIELD, State.FOCUSED, form="wizard")
    here.add("Place order", is_submit=True, form="wizard")
    enter = PressKeys(("enter",))
    assert rated(here, enter).risk_class is RiskClass.LEAVES_MACHINE
    assert rated(here, TypeText("Ulm\n"), wizard).risk_class is RiskClass.LEAVES_MACHINE
    assert rated(here, TypeText("Ulm"), wizard).risk_class is RiskClass.REVERSIBLE
    search = WebPage(SHOP)
    field = search.add("Search", Role.TEXT_FIELD, State.FOCUSED, input_type="search", form="s")
    assert rated(search, enter).risk_class is RiskClass.REVERSIBLE
    assert rated(search, TypeText("teapot\n"), field).risk_class is RiskClass.REVERSIBLE
    chat = WebPage(SHOP)
    chat.add("Write a message", Role.TEXT_AREA, State.FOCUSED)
    assert rated(chat, enter).risk_class is RiskClass.LEAVES_MACHINE


@pytest.mark.parametrize(
    ("action", "risk_class"),
    [
        (Scroll(down=3), RiskClass.LOOKING),
        (TakeScreenshot(), RiskClass.LOOKING),
        (GoBack(), RiskClass.REVERSIBLE),
        (Search("blue teapot"), RiskClass.REVERSIBLE),
        (Search("{{secret:key}}"), RiskClass.LEAVES_MACHINE),
        (PressKeys(("delete",)), RiskClass.IRREVERSIBLE),
        (PressKeys(("ctrl", "enter")), RiskClass.LEAVES_MACHINE),
        (PressKeys(("escape",)), RiskClass.REVERSIBLE),
    ],
)
def test_actions_without_a_target(action: Action, risk_class: RiskClass) -> None:
    assert rated(page(), action).risk_class is risk_class


def test_the_planners_word_raises_a_risk_and_never_lowers_it() -> None:
    here = page()
    link = here.add("Details", Role.LINK, href=SHOP)
    raised = rated(here, Click(), link, has_risk_of="it may send the form")
    assert raised.risk_class is RiskClass.LEAVES_MACHINE


def test_what_is_asked_about_says_why_and_that_it_stays() -> None:
    sent = risk_of(("Save changes", Role.BUTTON, {"is_submit": True, "form": "wizard"}))
    assert sent.why == "it hands the form in to shop.example"
    assert sent.degree is Degree.IRREVERSIBLE
    cart = risk_of(("Add to cart", Role.BUTTON, {}))
    assert cart.degree is Degree.PARTLY
    assert risk_of(("Details", Role.LINK, {"href": SHOP + "x"})).degree is Degree.REVERSIBLE


@pytest.mark.parametrize(("form", "degree"), [("", Degree.REVERSIBLE), ("wizard", Degree.PARTLY)])
def test_a_toggle_is_turned_back_unless_it_hands_in_its_form(form: str, degree: Degree) -> None:
    here = page()
    toggle = here.add("Follow", Role.TOGGLE_BUTTON, is_submit=bool(form), form=form)
    step = PlanStep(1, toggle, "Follow", Click(), "Click it")
    assert reversibility_on_page(step, here.situation()).degree is degree


@pytest.mark.parametrize(("role", "is_so"), [(Role.CHECK_BOX, True), (Role.TOGGLE_BUTTON, False)])
def test_what_may_spring_back_is_not_clicked_again(role: Role, *, is_so: bool) -> None:
    here = page()
    step = PlanStep(1, here.add("Bold", role), "Bold", Click(), "Click it")
    seen = here.situation()
    zone, plain = seen.zone(step.zone_id), Risk(RiskClass.REVERSIBLE, "", "")
    assert zone is not None and seen.page is not None
    element = seen.page.element(zone.source_key)
    assert element is not None
    assert may_repeat(step, element, zone, plain, seen.page) is is_so


@pytest.mark.parametrize(
    "label", ["Add to cart", "Hinzufügen", "Ajouter", "Save for later", "Remove", "+", "Added"]
)
def test_what_a_cart_holds_is_told_to_be_put_in_and_taken_out_again(label: str) -> None:
    here = WebPage(SHOP, "Your cart")
    step = PlanStep(1, here.add(label, Role.BUTTON), label, Click(), "Click it")
    assert "put it in" in reversibility_on_page(step, here.situation()).how


def test_a_bare_remove_is_nothing_in_a_cart_and_grave_elsewhere() -> None:
    for title, risk_class in (("Your cart", RiskClass.REVERSIBLE), ("Users", ASKED[0])):
        here = WebPage(SHOP, title)
        button = here.add("Remove", is_submit=True, form="f")
        assert rated(here, Click(), button).risk_class is risk_class


def test_a_search_without_a_field_opens_the_search_engine() -> None:
    rater = WebRiskRater(start_url=SHOP, search_address="https://seek.example/?q={words}")

    def searched(words: str, zone_id: str = GLOBAL_ZONE_ID) -> Risk:
        step = PlanStep(1, zone_id, zone_id, Search(words), "Search")
        return rater.rate(step, here.situation())

    here = page()
    field = here.add("Search", Role.TEXT_FIELD, input_type="search")
    asked = searched("how to delete an account")
    assert asked.risk_class is RiskClass.LEAVES_MACHINE and "seek.example" in asked.why
    assert asked.leads_to == "seek.example"
    assert BoundsLayer(blocked=("seek.example",)).rule(
        PlanStep(1, GLOBAL_ZONE_ID, "", Search("x"), "Search"), asked, ""
    )
    within = searched("teapot", field)
    assert within.risk_class is RiskClass.REVERSIBLE and not within.leads_to
    here = WebPage("https://seek.example/")
    assert searched("how to delete an account").risk_class is RiskClass.REVERSIBLE
    assert searched("x" * 200).risk_class is RiskClass.LEAVES_MACHINE


@pytest.mark.parametrize(
    ("typed", "is_meant"),
    [("123", True), ("1", False), ("12", False), ("2", False), ("4111", False), ("9", False)],
)
def test_a_number_of_the_goal_is_no_cards_code_but_where_it_says_so(
    typed: str, is_meant: bool
) -> None:
    goal = (
        "At shop.example buy 12 mugs, 2 pots; card 4111 1111 1111 1111, 9 cups, CVC 123 and 1 jug"
    )
    here = page()
    field = here.add("CVC", Role.TEXT_FIELD, form="pay")
    asked = rated(here, TypeText(typed), field, goal=goal).risk_class in ASKED
    assert asked is not is_meant
    number = here.add("Card number", Role.TEXT_FIELD, form="pay")
    whole = rated(here, TypeText("4111 1111 1111 1111"), number, goal=goal)
    assert whole.risk_class is RiskClass.DISCLOSES


@pytest.mark.parametrize(
    ("label", "facts", "text", "risk_class"),
    [
        ("E-mail", {"input_type": "email"}, "ada@b.org", RiskClass.DISCLOSES),
        ("Your name", {}, "Ada Byron", RiskClass.DISCLOSES),
        ("Your idea", {}, "ada@b.org", RiskClass.LEAVES_MACHINE),
        ("Your idea", {}, "More compost", RiskClass.REVERSIBLE),
    ],
)
def test_what_tells_of_a_person_discloses_and_is_asked_about_where_nobody_asked_for_it(
    label: str, facts: dict[str, str], text: str, risk_class: RiskClass
) -> None:
    here = page()
    field = here.add(label, Role.TEXT_FIELD, form="contact", **facts)
    goal = f"At shop.example send a message with name 'Ada Byron' and text '{text}'"
    assert rated(here, TypeText(text), field, goal=goal).risk_class is risk_class


def test_an_address_of_a_person_is_no_search() -> None:
    goal = "At shop.example find the answer to ada@b.org"
    for action in (Search("ada@b.org"), Search("Ada ada@b.org")):
        risk = rated(page(), action, goal=goal)
        assert risk.risk_class is RiskClass.LEAVES_MACHINE and "discloses" in risk.why
    elsewhere = page()
    field = elsewhere.add("E-mail", Role.TEXT_FIELD, input_type="email")
    strange = rated(elsewhere, TypeText("ada@b.org"), field, goal="At other.example join")
    assert strange.risk_class is RiskClass.DISCLOSES  # the run was started on this site


@pytest.mark.parametrize(
    ("label", "facts"),
    [
        ("Entry 7", {"href": f"{SHOP}posts/7", "method": "DELETE"}),
        ("Notes", {"href": f"{SHOP}file/notes", "file_name": "notes.bat"}),
        ("Details", {"href": "https://strange.example/?of=4471-8820"}),
        ("Terms", {"href": "https://strange.example/#NDQ3MS04ODIw"}),
    ],
)
def test_a_link_is_grave_by_what_it_asks_brings_and_tells(
    label: str, facts: dict[str, str]
) -> None:
    here = WebPage(SHOP, text="Your customer number is 4471-8820.")
    step = PlanStep(1, here.add(label, Role.LINK, **facts), label, Click(), f"Click {label}")
    assert WebRiskRater(start_url=SHOP).rate(step, here.situation()).risk_class in ASKED


def test_a_page_s_own_bin_is_not_known_to_give_anything_back() -> None:
    label = "Move to trash"
    assert risk_of((label, Role.BUTTON, {})).risk_class is RiskClass.UNKNOWN
    here = page()
    step = PlanStep(1, here.add(label), label, Click(), f"Click {label}")
    asked = WebRiskRater(goal="Move the first letter to the trash", start_url=SHOP)
    assert asked.rate(step, here.situation()).risk_class is RiskClass.REVERSIBLE
