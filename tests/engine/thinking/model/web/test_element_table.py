"""The elements of a page as rows: what tells them apart, in bands, cut to what fits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, Attempt
from engine.domain.zones import MASK, Role, State, Zone
from engine.thinking.model.web.element_table import HEADER, element_table
from tests.support.web_choosers import proposed
from tests.support.web_requests import SITE, element, page, request

PLENTY = 100_000


def row(one: WebElement, *zones: Zone, **facts: object) -> str:
    table = element_table(request("find x", page(one), zones=zones, **facts), PLENTY)
    return next(line for line in table.text.splitlines() if line.startswith(f"{one.agent_id} | "))


def zone_of(one: WebElement, role: Role, *states: State, **facts: object) -> Zone:
    return Zone(
        f"zone_{one.agent_id}",
        one.text,
        role,
        one.bounds_px,
        frozenset(states),
        source_key=one.agent_id,
        **facts,
    )


@pytest.mark.parametrize(
    "one, expected",
    [
        (
            element("7", "Cart", is_navigation=True, is_fixed=True),
            "7 | link | Cart |  | nav, fixed",
        ),
        (element("7", "Buy", "button", is_disabled=True), "7 | button | Buy |  | disabled"),
        (element("7", "Send", "button", is_submit=True), "7 | button | Send |  | submits"),
        (element("7", "", "textbox", placeholder="Your name"), "7 | textbox | Your name"),
        (element("7", "", "button", aria_label="Close"), "7 | button | Close"),
        (element("7", "", href="/files/list%20one.pdf"), "7 | link | list one.pdf"),
        (element("7", "City", "textbox", value="Graz"), "7 | textbox | City | Graz"),
        (element("7", "Mail", "textbox", input_type="email"), "7 | email | Mail"),
        (
            element("7", "Add", "button", context="Blue socks 4.99"),
            "7 | button | Add |  |  | Blue socks 4.99",
        ),
        (element("7", "Blue socks 4.99", context="Blue socks"), "7 | link | Blue socks 4.99"),
        (element("7", "Socks", context="Socks 4.99 Add"), "7 | link | Socks |  |  | 4.99 Add"),
        (element("7", "Add", context="Socks 4.99 Add"), "7 | link | Add |  |  | Socks 4.99"),
        (
            element("7", "Hats", context="Hats Coats", is_navigation=True),
            "7 | link | Hats |  | nav",
        ),
        (
            element("7", "Get it", href="http://x/files/a.zip?b"),
            "7 | link | Get it |  | to x, file a.zip",
        ),
        (element("7", "Get it", href="http://x/a.html"), "7 | link | Get it |  | to x"),
        (element("7", "Get it", href="/a.html"), "7 | link | Get it"),
        (element("7", "Top", href="#top"), "7 | link | Top |  | this page"),
        (element("7", "Odd", href="http://[/"), "7 | link | Odd"),
        (
            element("7", "Size", "combobox", value="S", options=("S", "M")),
            "7 | combobox | Size | S | options: S; M",
        ),
        (element("7", "a | b\nc"), "7 | link | a \\| b\\nc"),
    ],
)
def test_a_row_tells_what_an_element_is(one: WebElement, expected: str) -> None:
    assert row(one) == expected


def test_many_options_are_counted() -> None:
    one = element("7", "Year", "combobox", options=tuple(map(str, range(1900, 2000))))
    assert row(one).endswith("1906; 1907; 92 more")


def test_options_with_words_of_the_goal_are_told_before_others() -> None:
    countries = (*(f"Country {at}" for at in range(20)), "The Faroe Islands (with a ferry)")
    one = element("7", "Country", "combobox", options=countries)
    table = element_table(request("choose Faroe", page(one)), PLENTY)
    assert "Country 6; The Faroe Islands (with a ferry); 13 more" in table.text


def test_a_row_tells_which_form_it_is_of_where_that_has_fields() -> None:
    search = element("1", "Search", "textbox", form="find")
    name = element("2", "Name", "textbox", form="order")
    add = element("4", "Add", "button", form="add", is_submit=True)
    seen = page(search, name, element("3", "Go"), add)
    told = element_table(request("find x", seen), PLENTY).text
    assert "1 | textbox | Search |  | form 1\n" in told
    assert "2 | textbox | Name |  | form 2\n" in told
    assert "3 | link | Go\n" in told
    assert told.endswith("4 | button | Add |  | submits")


@pytest.mark.parametrize(
    "href, mark",
    [
        (f"{SITE}/a", " |  | seen /a"),
        ("/b?c=1#there", " |  | seen /b?c=1"),
        ("/new", ""),
        ("", ""),
        ("javascript:void(0)", ""),
        (f"{SITE}/#top", " |  | this page"),
        ("https://example.org/a", " |  | to example.org"),
    ],
)
def test_a_link_tells_where_it_leads_if_that_is_no_news_or_another_site(
    href: str, mark: str
) -> None:
    tried = Attempt(proposed(ActionName.GO_BACK), "Go back", f"{SITE}/b?c=1", has_changed=True)
    one = element("7", "Go", href=href)
    assert row(one, visited=(f"{SITE}/a",), attempts=(tried,)) == f"7 | link | Go{mark}"


def test_what_is_called_as_others_are_has_its_other_name_beside() -> None:
    tools = [element(key, "icon", "div", aria_label=key) for key in ("Oval", "Star")]
    told = element_table(
        request("find x", page(*tools, element("7", "Go", aria_label="Go on"))), PLENTY
    )
    rows = told.text.splitlines()
    assert "Oval | div | icon: Oval" in rows and "Star | div | icon: Star" in rows
    assert "7 | link | Go" in rows


def test_the_zone_of_an_element_tells_its_states() -> None:
    box = element("7", "Gift", "checkbox")
    assert row(box, zone_of(box, Role.CHECK_BOX)).endswith("| not checked")
    checked = zone_of(box, Role.CHECK_BOX, State.CHECKED, State.FOCUSED)
    assert row(box, checked).endswith("| focused, checked")


def test_what_the_request_says_of_an_element_is_marked() -> None:
    one = element("7", "Find", "searchbox")
    assert row(one, search_controls=("7",)).endswith("| search")
    assert row(one, avoid=("7",)).endswith("| failed or refused before")


def test_a_password_is_never_told_though_a_page_gave_it_away() -> None:
    one = element("7", "Password", "textbox", input_type="password", value="hunter2")
    assert row(one) == "7 | password | Password | (secret)"


def test_what_is_masked_stays_masked() -> None:
    one = element("7", "Card 4111", "textbox", value="4111", context="Card 4111 of Ann")
    masked = zone_of(one, Role.TEXT_FIELD, value=MASK, is_secret=True)
    told = row(one, replace(masked, label=f"Card {MASK}"))
    assert "4111" not in told
    assert told == f"7 | textbox | Card {MASK} | (secret)"


def test_rows_stand_under_the_third_of_the_view_in_reading_order() -> None:
    seen = page(
        element("19", "Low"),
        element("9", "Middle"),
        element("30", "Below"),
        element("2", "Second"),
        element("1", "First"),
        element("3", "Gone by", in_view=False, bounds_px=Rect(0, -90, 10, 10)),
    )
    lines = element_table(request("find x", seen), PLENTY).text.splitlines()
    assert lines == [
        HEADER,
        "# above the view",
        "3 | link | Gone by",
        "# top of the view",
        "1 | link | First",
        "2 | link | Second",
        "# middle of the view",
        "9 | link | Middle",
        "# bottom of the view",
        "19 | link | Low",
        "# below the view",
        "30 | link | Below",
    ]


def test_where_not_all_fit_the_first_of_the_mapping_do_and_the_rest_is_counted() -> None:
    seen = page(*(element(str(at), f"Entry {at}") for at in range(40)))
    asked = request("find entry 39", seen, mapping=tuple(reversed(seen.elements)))
    whole = element_table(asked, PLENTY)
    part = element_table(asked, whole.rows_tokens // 4)
    shown = part.text.count("| link |")
    assert (whole.text.count("| link |"), shown) == (40, pytest.approx(10, abs=2))
    assert part.rows_tokens <= whole.rows_tokens // 4
    assert "39 | link | Entry 39" in part.text
    assert part.text.endswith(f"({40 - shown} less important rows left out)")


def test_a_page_with_nothing_to_click_says_so() -> None:
    assert (
        "(nothing here can be clicked or typed into)"
        in element_table(request("find x", page()), PLENTY).text
    )


def test_what_many_stand_beside_tells_none_of_them_apart() -> None:
    alike = [element(str(at), f"Chapter {at}", context="A book by Ann") for at in range(4)]
    seen = page(*alike, element("9", "Buy", context="Rope 4 €"))
    told = element_table(request("find x", seen), PLENTY).text
    assert "A book by Ann" not in told and "9 | link | Buy |  |  | Rope 4 €" in told


def test_who_can_read_more_is_told_the_rest_of_the_page() -> None:
    first, second = element("1", "First"), element("2", "Second")
    asked = request("find x", page(first, second), mapping=(first,), rest=(second,))
    assert "Second" in element_table(asked, PLENTY).text
    narrow = element_table(asked, 2_000).text
    assert "Second" not in narrow and narrow.endswith("(1 less important rows left out)")
