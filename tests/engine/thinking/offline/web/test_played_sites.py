"""Whole goals on a small shop, a form and a manual in memory: what is done, and what is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.goals import GoalKind, PageType, TaskMode
from engine.domain.web.proposals import ActionName, Attempt, WebProposal
from engine.thinking.offline.web.notes import Note
from tests.engine.thinking.offline.web.pages import (
    HOST,
    Sheet,
    Site,
    button,
    choose,
    field_of,
    goal_of,
    link,
    page_of,
    radio,
    request_of,
    select,
    tick,
)

GOODS = {
    "brass lantern": "45.00 €",
    "tin lantern": "19.90 €",
    "brass bell": "80.00 €",
    "storm lantern": "64.50 €",
}
NAV = (
    link("Home", "/", nav=True),
    link("Shop", "/shop", nav=True),
    link("Cart", "/cart", nav=True),
)
SEARCH = field_of("Search the shop", "q", "search")


def _cards(names: list[str]) -> tuple:
    return tuple(
        link(
            name.capitalize(),
            f"/goods/{name.replace(' ', '-')}",
            f"{name.capitalize()} {GOODS[name]}",
        )
        for name in names
    )


def _shop(site: Site) -> Sheet:
    second = "page=2" in site.path
    names = list(GOODS)[2:] if second else list(GOODS)[:2]
    more = () if second else (link("Next", "/shop?page=2"),)
    text = "\n".join(f"{name.capitalize()} {GOODS[name]}" for name in names)
    return Sheet(
        "All goods",
        (*NAV, SEARCH, *_cards(names), *more),
        text,
        ("All goods",),
        PageType.LISTING,
        search="Search the shop",
    )


def _found(site: Site) -> Sheet:
    names = [name for name in GOODS if site.query.casefold() in name]
    text = "\n".join(f"{name.capitalize()} {GOODS[name]}" for name in names) or "Nothing found."
    return Sheet(
        f"Search: {site.query}",
        (*NAV, SEARCH, *_cards(names)),
        text,
        (f"Results for {site.query}",),
        PageType.LISTING,
        search="Search the shop",
    )


def _detail(name: str):
    def sketch(site: Site) -> Sheet:
        amount = field_of("Quantity", "qty", "number")
        return Sheet(
            f"{name.capitalize()} – Shop",
            (*NAV, SEARCH, amount, button("Add to cart", form="f")),
            f"{name.capitalize()}\nMade by hand.\nPrice: {GOODS[name]}\nIn stock",
            (name.capitalize(),),
            PageType.DETAIL,
            search="Search the shop",
        )

    return sketch


def _cart(site: Site) -> Sheet:
    lines = [f"{name}: {count}" for name, count in site.facts.items()]
    return Sheet(
        "Your cart",
        (*NAV, link("Checkout", "/checkout")),
        "\n".join(["Your cart", *lines, f"{sum(site.facts.values())} items"]),
        ("Your cart",),
    )


def _put_in(site: Site) -> None:
    name = site.path.rsplit("/", 1)[-1]
    site.facts[name] = site.facts.get(name, 0) + int(site.values.get("Quantity", "1"))


def shop() -> Site:
    sheets = {
        "/": lambda site: Sheet("Welcome", NAV, headings=("Welcome",)),
        "/shop": _shop,
        "/search": _found,
        "/cart": _cart,
        "/checkout": lambda site: Sheet(
            "Your details", (field_of("Name"),), headings=("Your details",)
        ),
        **{f"/goods/{name.replace(' ', '-')}": _detail(name) for name in GOODS},
    }
    return Site(sheets, presses={"Add to cart": _put_in})


def test_finds_a_thing_in_the_shop_and_ends_on_its_page() -> None:
    site = shop()
    site.play(goal_of("Find the storm lantern in the shop"))
    assert site.path == "/goods/storm-lantern"


def test_the_cheapest_on_the_page_is_opened() -> None:
    site = shop()
    site.play(goal_of("Go to the shop and open the cheapest lantern"))
    assert site.path == "/goods/tin-lantern"


def test_lists_what_costs_less_over_all_pages() -> None:
    said = shop().play(
        goal_of("List all lanterns under 50 euro in the shop", GoalKind.LIST, TaskMode.BROWSE)
    )
    assert "Brass lantern" in said.text
    assert "Tin lantern" in said.text
    assert "Storm" not in said.text
    assert "bell" not in said.text


def test_lists_what_stands_on_the_second_page() -> None:
    site = shop()
    said = site.play(
        goal_of("Open the shop and list the products on page 2", GoalKind.LIST, TaskMode.BROWSE)
    )
    assert site.path == "/shop?page=2"
    assert "Brass bell" in said.text
    assert "Storm lantern" in said.text
    assert "Tin" not in said.text


def test_says_what_a_thing_costs_in_the_words_of_the_page() -> None:
    said = shop().play(goal_of("What does the storm lantern cost?", mode=TaskMode.ANSWER))
    assert "64.50 €" in said.text


def test_puts_two_of_a_thing_into_the_cart_once_the_number_is_said() -> None:
    site = shop()
    site.play(goal_of("Add two brass lanterns to the cart", GoalKind.ACTION))
    assert site.facts == {"brass-lantern": 2}


def test_goes_through_the_parts_of_a_goal_in_their_order() -> None:
    site = shop()
    site.play(
        goal_of(
            "Search for lantern, open the tin lantern, add it to the cart, then go to the checkout",
            GoalKind.ACTION,
        )
    )
    assert site.facts == {"tin-lantern": 1}
    assert site.path == "/checkout"
    assert any(each.proposal.action is ActionName.SEARCH for each in site.attempts)


def test_opens_the_second_product_of_the_second_page() -> None:
    site = shop()
    site.play(
        goal_of("Open the shop, go to the second page and open the second product", GoalKind.ACTION)
    )
    assert site.path == "/goods/storm-lantern"


def test_tells_how_many_things_are_in_the_cart() -> None:
    site = shop()
    site.facts = {"tin-lantern": 3}
    said = site.play(goal_of("How many items are in the cart?", mode=TaskMode.ANSWER))
    assert said.text == "3 items"


def test_says_what_was_looked_for_where_nothing_is_there() -> None:
    with pytest.raises(PlanFailed, match="submarine"):
        shop().play(goal_of("Find the yellow submarine"))


def wizard() -> Site:
    first = (field_of("Full name *", "name"), field_of("City", "city"), button("Next", form="f"))
    second = (
        tick("Newsletter", "newsletter"),
        radio("Green", "colour"),
        radio("Red", "colour"),
        select("Country", "Austria", "France"),
        button("Next", form="f"),
    )
    last = (button("Back", form="f"), button("Send", form="f", is_submit=True))
    steps = {"/": "/two", "/two": "/three"}
    return Site(
        {
            "/": lambda site: Sheet("Step 1", first, headings=("Step 1",)),
            "/two": lambda site: Sheet("Step 2", second, headings=("Step 2",)),
            "/three": lambda site: Sheet("Check", last, headings=("Check what you said",)),
            "/thanks": lambda site: Sheet("Thank you", NAV, headings=("Thank you",)),
        },
        presses={
            "Next": lambda site: site.go(steps[site.path]),
            "Send": lambda site: site.go("/thanks"),
        },
    )


def test_fills_in_a_form_of_several_pages_and_sends_it() -> None:
    site = wizard()
    site.ticked = {"Newsletter"}
    site.play(
        goal_of(
            "Fill in the form with name 'Ada Lovelace', city 'London', colour green, "
            "country France and newsletter off, and submit it",
            GoalKind.ACTION,
        )
    )
    assert site.path == "/thanks"
    assert site.values == {"Full name *": "Ada Lovelace", "City": "London", "Country": "France"}
    assert site.ticked == {"Green"}


def test_asks_for_what_must_be_filled_in_and_makes_nothing_up() -> None:
    site = wizard()
    goal = goal_of("Fill in the form with city 'London' and submit it", GoalKind.ACTION)
    with pytest.raises(PlanFailed, match="Full name"):
        site.play(goal)
    assert site.values == {"City": "London"}


def test_goes_on_with_what_the_operator_answered() -> None:
    site = wizard()
    site.answers = {"What should go into “Full name”? It must be filled in.": "Ada"}
    site.play(goal_of("Fill in the form with city 'London' and submit it", GoalKind.ACTION))
    assert site.values["Full name *"] == "Ada"
    assert site.path == "/thanks"


def berth() -> Site:
    """A form of two pages, the first of which finds fault with what it was sent."""
    first = (
        field_of("Your name", "name"),
        field_of("E-mail", "email"),
        button("Next", form="f", is_submit=True),
    )
    second = (
        select("Type of boat", "Sloop", "Ketch"),
        field_of("Name of the boat", "boat"),
        button("Send", form="f", is_submit=True),
    )
    return Site(
        {
            "/": lambda site: Sheet("You", first, headings=("You",)),
            "/two": lambda site: Sheet("Your boat", second, headings=("Your boat",)),
            "/thanks": lambda site: Sheet("Thank you", NAV, headings=("Thank you",)),
        },
        presses={
            "Next": lambda site: site.go("/two"),
            "Send": lambda site: site.go("/thanks"),
        },
    )


def test_a_name_that_was_sent_goes_into_no_other_name_of_the_forms_next_page() -> None:
    site = berth()
    site.play(goal_of("Fill in the form with name 'Ann Lee' and send it", GoalKind.ACTION))
    assert site.values == {"Your name": "Ann Lee"}
    assert site.path == "/thanks"


def test_a_list_that_does_not_offer_the_value_is_not_what_is_meant() -> None:
    site = berth()
    goal = "Fill in the form with name 'Ann Lee', boat 'Pim' and send it"
    site.play(goal_of(goal, GoalKind.ACTION))
    assert site.values == {"Your name": "Ann Lee", "Name of the boat": "Pim"}


COMPLAINT = "Please enter an e-mail address."


def test_the_field_that_a_complaint_names_is_asked_about_though_it_stands_beside_all() -> None:
    goal = goal_of("Fill in the form with name 'Ann Lee' and send it", GoalKind.ACTION)
    beside = f"Your name E-mail {COMPLAINT}"
    name = field_of("Your name", "name", context=beside, value="Ann Lee")
    fields = (name, field_of("E-mail", "email", context=beside), button("Next", form="f"))
    page = page_of(Sheet("You", fields))
    reason = str(Note(1, "way", "click “Next”", (("set", ("name",)),)))
    sent = WebProposal(ActionName.CLICK, f"{HOST}/#2", reason=reason)
    attempts = (Attempt(sent, "Click “Next”", page.url, has_changed=True),)
    asked = request_of(goal, page, attempts=attempts, sent="Click “Next”", complaints=(COMPLAINT,))
    question = choose(asked)
    assert question.action is ActionName.ASK_USER
    assert question.text.endswith("What should go into “E-mail”?")
    answered = choose(replace(asked, answers={question.text: "ann@lee.org"}))
    assert (answered.agent_id, answered.text) == (f"{HOST}/#1", "ann@lee.org")
