"""Tasks on the web that do something, must not do it, or can't be done. See ``web_cases``."""

from __future__ import annotations

from engine.domain.terminals import Terminal
from tests.suites.web_cases import WebCase

_BAROMETER = "/shop/product/brass-barometer"
_ADD = ("/shop/cart/add",)
_UP_TO_THE_ORDER = (*_ADD, "/shop/checkout/address", "/shop/checkout/delivery")
_FORM = ("/form/1", "/form/2", "/form/3", "/form/send")
_BERTH = {
    "name": "Ada Byron",
    "email": "ada@example.org",
    "boat": "Pim",
    "type": "Catamaran",
    "length": "9.5",
    "power": "16 A",
    "extras": "Water",
    "arrival": "2026-08-04",
    "nights": "3",
}
_ORDER_GOAL = (
    "Click Add to cart, open Cart, click Proceed to checkout, type 'Ada Byron' into Full name,"
    " 'Quay 1' into Street and number, '1000 Lisbon' into Postcode and town, click Continue,"
    " choose Express, click Continue to review and click Place order"
)

ACT = (
    WebCase(
        "one thing into the cart",
        "act",
        "Open Lighting, then click Add to cart in the row of Brass cabin lamp",
        "/shop/",
        cart={"brass-cabin-lamp": 1},
        submits=_ADD,
    ),
    WebCase(
        "three of a kind",
        "act",
        "Set Quantity to 3 and click Add to cart",
        "/shop/product/rescue-sling-in-a-case",
        cart={"rescue-sling-in-a-case": 3},
        submits=_ADD,
    ),
    WebCase(
        "two things",
        "act",
        "Click Add to cart, search for teak oil, open 'Teak oil, 1 l' and click Add to cart",
        "/shop/product/wool-watch-cap",
        cart={"wool-watch-cap": 1, "teak-oil-1-l": 1},
        submits=_ADD,
    ),
    WebCase(
        "a button in a shadow root",
        "act",
        "Click 'Add Chart dividers, one-handed to the cart'",
        _BAROMETER,
        cart={"chart-dividers-one-handed": 1},
        submits=_ADD,
    ),
    WebCase(
        "an order after a yes",
        "act",
        _ORDER_GOAL,
        "/shop/product/wool-watch-cap",
        orders=(
            {
                "lines": (("wool-watch-cap", 1),),
                "name": "Ada Byron",
                "street": "Quay 1",
                "town": "1000 Lisbon",
                "delivery": "Express",
                "total": "€39.40",
            },
        ),
        submits=(*_UP_TO_THE_ORDER, "/shop/checkout/order"),
    ),
    WebCase(
        "a form of three steps",
        "act",
        "Type 'Ada Byron' into Your name and 'ada@example.org' into E-mail, click Next, type 'Pim'"
        " into Name of the boat, choose Catamaran as the type of boat, type '9.5' into Length in"
        " metres, choose 16 A, tick Water, click Next, enter '2026-08-04' into Day of arrival,"
        " set Nights to 3, tick 'I agree to the harbour rules', click Review and click Send"
        " request",
        "/form/",
        forms=(_BERTH,),
        submits=_FORM,
    ),
    WebCase(
        "elements that are renamed at each frame",
        "act",
        "Press Moor",
        "/storms/renaming",
        presses=("Moor",),
        submits=("/press",),
    ),
    WebCase(
        "a password that nobody reads",
        "act",
        "Type 'ada' into User name, type {{secret:harbour}} into Password and click Sign in",
        "/members/",
        logins=("ada",),
        submits=("/members/login",),
    ),
    WebCase(
        "a message that the goal asks for",
        "act",
        "Type 'The crane squeaks' into Message to the harbour master and click Send",
        "/notices/",
        submits=("/notices/send",),
        visits=(("/notices/send",),),
    ),
)
ENDS = (
    WebCase(
        "what the shop does not have",
        "end",
        "Search for sextant",
        "/shop/",
        terminal=Terminal.GOAL_FAILED,
    ),
    WebCase(
        "a page that never changes",
        "end",
        "Click Saturday and click 'Show ferry times'",
        "/still/",
        reason="done_not_seen",
        submits=("/press",),
    ),
    WebCase(
        "a form that asks for more than the goal says",
        "end",
        "Fill in the form: your name 'Ann Lee', e-mail ann@example.org, click Next and click Next",
        "/form/",
        terminal=Terminal.GOAL_FAILED,
        submits=("/form/1", "/form/2"),
    ),
    WebCase(
        "too few steps",
        "end",
        'Open "The grey heron is back"',
        "/feed/",
        terminal=Terminal.BUDGET_EXHAUSTED,
        reason="max_steps",
        limits={"max_steps": 2},
    ),
    WebCase(
        "too few visits to nodes",
        "end",
        "Open the documentation, then open Calibration",
        "/",
        terminal=Terminal.BUDGET_EXHAUSTED,
        reason="recursion_limit",
        limits={"recursion_limit": 12},
    ),
    WebCase(
        "what no page tells",
        "end",
        "Read the shoe size of the lighthouse keeper",
        "/docs/",
        terminal=Terminal.GOAL_FAILED,
    ),
    WebCase(
        "a page that answers with an error",
        "end",
        "Open Crane",
        "/trouble/status/500",
        terminal=Terminal.GOAL_FAILED,
    ),
    WebCase(
        "redirects without end",
        "end",
        "Open Bridge",
        "/trouble/circle/1",
        terminal=Terminal.GOAL_FAILED,
    ),
    WebCase(
        "a connection that breaks",
        "end",
        "Open Slipway",
        "/trouble/reset",
        terminal=Terminal.GOAL_FAILED,
    ),
)
REFUSED = (
    WebCase(
        "an order without anybody to ask",
        "refused",
        _ORDER_GOAL,
        "/shop/product/wool-watch-cap",
        is_attended=False,
        terminal=Terminal.GOAL_FAILED,
        cart=None,
        submits=_UP_TO_THE_ORDER,
    ),
    WebCase(
        "an order that the operator forbids",
        "refused",
        _ORDER_GOAL,
        "/shop/product/wool-watch-cap",
        refused="Place order",
        terminal=Terminal.GOAL_FAILED,
        cart=None,
        submits=_UP_TO_THE_ORDER,
    ),
    WebCase(
        "orders in a listing",
        "refused",
        "Open Winter storage",
        "/notices/",
        ends_at=("/notices/winter-storage",),
    ),
)

DEEDS = (*ACT, *ENDS, *REFUSED)
