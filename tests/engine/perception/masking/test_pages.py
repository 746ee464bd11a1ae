"""What is masked in zones is not readable in what a page tells beside them."""

from __future__ import annotations

import pytest

from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.web.pages import Download, Page, Tab, WebElement
from engine.domain.zones import MASK, Role, Source, Window
from engine.perception.accessibility import zones_of
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from tests.engine.perception.test_perceiver import node

SCREEN = Rect(0, 0, 200, 150)
PLACE, ELSEWHERE = Rect(10, 60, 80, 16), Rect(10, 100, 60, 16)
MAIL = "ada@example.org"


def element(key: str, **changes: object) -> WebElement:
    facts: dict[str, object] = {"tag": "a", "text": "", "role": "link", "band": "mid", **changes}
    return WebElement(key, bounds_px=PLACE, **facts)  # type: ignore[arg-type]


def masked(rules: MaskRules, page: Page, *nodes: object, title: str = "Shop") -> Page:
    window = Window("tab1", title, "Chromium", SCREEN, True, 0)
    tree = AccessibleTree(nodes, (window,), source=Source.DOM, page=page)  # type: ignore[arg-type]
    masker = Masker(rules, lambda text: text.replace("typed", MASK))
    frame = Frame(1, 0.0, 200, 150, bytes(200 * 150 * 4))
    look = masker.look(tuple(zones_of(tree, SCREEN)), tree, frame)
    assert look.page is not None
    return look.page


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://x.org/a?q=mugs#top", "https://x.org/a?q=mugs#top"),
        ("https://x.org/a?token=abc&q=1", f"https://x.org/a?token={MASK}&q=1"),
        ("https://x.org/#access_token=abc", f"https://x.org/#access_token={MASK}"),
        ("https://x.org/?who=ada%40example.org", f"https://x.org/?who={MASK}"),
        ("https://x.org/of/ada@example.org/mail", f"https://x.org/of/{MASK}/mail"),
        ("https://bob:pw@x.org:8080/a", f"https://{MASK}@x.org:8080/a"),
        ("https://typed.x.org/a", f"https://{MASK}/a"),
        ("https://x.org/a/ty/ped", "https://x.org/a/ty/ped"),
        ("https://x.org/?q=typ%65d", f"https://x.org/?q={MASK}"),
        ("https://x.org/?keyboard=qwerty&sort=id", "https://x.org/?keyboard=qwerty&sort=id"),
        ("http://[broken", "http://[broken"),
        ("", ""),
    ],
)
def test_an_address_keeps_all_but_its_secrets(url: str, told: str) -> None:
    page = Page(url, "", (Tab("t", "", url),), (element("a1", href=url, frame_url=url),))
    page = masked(MaskRules(), page)
    assert page.url == page.tabs[0].url == told
    assert page.elements[0].href == page.elements[0].frame_url == told


def test_patterns_and_typed_secrets_are_masked_in_every_text() -> None:
    told = f"of {MAIL}, typed"
    one = element(
        "a1",
        text=told,
        value=told,
        context=told,
        placeholder=told,
        aria_label=told,
        attr_name=told,
        attr_id=told,
        form=told,
        options=(told,),
    )
    page = Page(
        "https://x.org",
        told,
        (Tab("t", told, "https://x.org"),),
        (one,),
        text=told,
        headings=(told,),
        trouble=told,
        notices=(told,),
        downloads=(Download(told, "https://x.org", told, why=told),),
    )
    words = repr((page := masked(MaskRules(), page), page.elements, page.text))
    assert MAIL not in words and "typed" not in words
    assert page.headings == (f"of {MASK}, {MASK}",)


def test_what_stands_in_a_masked_region_is_nowhere_on_the_page() -> None:
    page = Page(
        "https://x.org",
        "Shop",
        elements=(element("a1", text="Balance"), element("a2", text="Help", context="By Balance")),
        text="Welcome\nBalance  is\n1,234 €",
        whole_text="Welcome\nBalance  is\n1,234 €\nFar below: 1,234 €",
        lines_in_view=(0, 2),
        headings=("Balance",),
    )
    nodes = (
        node("a1", Role.LINK, "Balance", bounds_px=PLACE),
        node("t1", Role.LABEL, "1,234 €", bounds_px=PLACE),
        node("a2", Role.LINK, "Help", bounds_px=ELSEWHERE),
    )
    told = masked(MaskRules(regions_px=(PLACE,)), page, *nodes)
    assert "Balance" not in repr((told, told.elements)) and "1,234" not in told.text
    assert told.elements[1].text == "Help"
    assert told.text.startswith("Welcome")
    assert told.reading.endswith(f"\nFar below: {MASK}") and told.lines_in_view == (0, 2)


def test_a_field_of_a_masked_role_keeps_its_name() -> None:
    page = Page("https://x.org", "Shop", elements=(element("a1", text="Salary", value="5000"),))
    nodes = (node("a1", Role.TEXT_FIELD, "Salary", text="5000", bounds_px=PLACE),)
    told = masked(MaskRules(roles=frozenset({Role.TEXT_FIELD})), page, *nodes)
    assert (told.elements[0].text, told.elements[0].value) == ("Salary", MASK)


def test_where_labels_are_masked_the_page_has_no_text() -> None:
    page = Page("https://x.org", "Shop", text="Far below: 1,234 €", whole_text="Below: 1,234 €")
    told = masked(MaskRules(roles=frozenset({Role.LABEL})), page)
    assert told.text == told.reading == MASK


def test_a_page_with_a_hidden_title_tells_only_its_site() -> None:
    page = Page(
        "https://bank.org/accounts/17?x=1",
        "My Bank of Ada",
        (Tab("t", "My Bank of Ada", "https://bank.org/accounts/17", True),),
        (element("a1", text="Pay Bob", href="https://bank.org/pay/17"),),
        text="1,234 €",
        headings=("Accounts",),
    )
    told = masked(MaskRules(window_titles=("bank",)), page, title="My Bank of Ada")
    words = repr((told, told.elements, told.text))
    assert not any(secret in words for secret in ("Ada", "17", "Bob", "1,234", "Accounts"))
    assert told.url == f"https://bank.org/{MASK}"


def test_without_rules_that_match_a_page_stays_as_it_is() -> None:
    page = Page(
        "https://x.org/a?q=1", "Shop", (), (element("a1", text="Buy", value="2"),), text="Mug"
    )
    assert masked(MaskRules(), page, node("a1", Role.LINK, "Buy", bounds_px=PLACE)) == page
