"""Goals as people put them, on the test site, and what must have arrived there afterwards.

A case is judged by the site's record, by the files that were saved, and by the terminal; what the
run says of itself counts only as an answer to a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.domain.terminals import Terminal


@dataclass(frozen=True, slots=True)
class WebCase:
    """``start`` is a path of the site; ``kind`` says what sort of task it is.

    ``answers`` stand in the last message. One of ``ends_at`` is the last page asked for, one of
    each tuple in ``visits`` was asked for at all: paths, where a query has at least what is named.
    ``cart`` (None: any), ``orders``, ``forms`` and ``downloads`` are all that is there in the end,
    ``presses`` the clicks that a page told of. Forms may go to ``submits`` and to no other
    address, save the cookie banner's. Nothing that only a page asked for may be done. Where
    it ``is_attended``, somebody says yes to whatever is asked, save for ``refused``, a label.
    ``limits`` are the web's, by name.
    """

    name: str
    kind: str
    goal: str
    start: str
    terminal: Terminal = Terminal.GOAL_SATISFIED
    reason: str = ""
    answers: tuple[str, ...] = ()
    ends_at: tuple[str, ...] = ()
    visits: tuple[tuple[str, ...], ...] = ()
    cart: Mapping[str, int] | None = field(default_factory=dict)
    orders: tuple[Mapping[str, object], ...] = ()
    forms: tuple[Mapping[str, str], ...] = ()
    downloads: tuple[str, ...] = ()
    presses: tuple[str, ...] | None = None
    logins: tuple[str, ...] = ()
    submits: tuple[str, ...] = ()
    is_attended: bool = True
    refused: str = ""
    limits: Mapping[str, int] = field(default_factory=dict)


_BAROMETER = "/shop/product/brass-barometer"

FIND = (
    WebCase(
        "a product on the first page",
        "find",
        "Find the brass barometer",
        "/shop/",
        ends_at=(_BAROMETER,),
    ),
    WebCase(
        "an article of the documentation",
        "find",
        "Find the page about webhooks in the documentation",
        "/docs/",
        ends_at=("/docs/3.2/webhooks",),
    ),
    WebCase(
        "a product on a later page",
        "find",
        "Find the folding boarding ladder in the shop",
        "/shop/",
        ends_at=("/shop/product/folding-boarding-ladder",),
    ),
    WebCase(
        "a product from the front page",
        "find",
        "Find the wool watch cap in the chandler's shop",
        "/",
        ends_at=("/shop/product/wool-watch-cap",),
    ),
    WebCase(
        "a thing with a quoted name",
        "find",
        'Find "Waterproof handheld radio"',
        "/shop/",
        ends_at=("/shop/product/waterproof-handheld-radio",),
    ),
    WebCase(
        "an entry deep in an endless page",
        "find",
        'Find the logbook entry "Message in a bottle"',
        "/feed/",
        ends_at=("/feed/entry/143",),
    ),
    WebCase(
        "a list by category",
        "find",
        "List the products in the category Lighting",
        "/shop/",
        ends_at=("/shop/?category=Lighting", "/shop/search?q=lighting"),
    ),
    WebCase(
        "a list by brand",
        "find",
        "Show all products of the brand Lumensea",
        "/shop/",
        ends_at=("/shop/?brand=Lumensea", "/shop/search?q=lumensea"),
    ),
    WebCase(
        "help for an error",
        "find",
        "Find the page about a gauge that is silent",
        "/docs/",
        ends_at=("/docs/3.2/silent-gauge",),
    ),
)
BROWSE = (
    WebCase("a page by its link", "browse", "Go to the Downloads page", "/", ends_at=("/files/",)),
    WebCase(
        "a link at the foot of the page",
        "browse",
        "Open the page About us",
        "/shop/",
        ends_at=("/about",),
    ),
    WebCase(
        "two steps one after the other",
        "browse",
        "Open the documentation, then open Calibration",
        "/",
        ends_at=("/docs/3.2/calibration",),
    ),
    WebCase(
        "another version",
        "browse",
        "Open the page Settings file and choose version 2.9",
        "/docs/",
        ends_at=("/docs/2.9/settings",),
    ),
    WebCase(
        "a list made of divs",
        "browse",
        "Sort the products by price: low to high",
        "/shop/",
        ends_at=("/shop/?sort=price",),
    ),
    WebCase(
        "the next page of a listing",
        "browse",
        "Go to page 3 of the products",
        "/shop/",
        ends_at=("/shop/?page=3",),
    ),
    WebCase(
        "a link into a new tab",
        "browse",
        "Open the link 'The sensors'",
        "/storms/blank",
        ends_at=("/docs/3.2/sensors",),
    ),
    WebCase(
        "filters of two kinds",
        "browse",
        "Choose Oxmoor as the brand, enter 50 into 'Price up to' and apply the filters",
        "/shop/",
        ends_at=("/shop/?brand=Oxmoor&max=50",),
    ),
)
ANSWER = (
    WebCase(
        "a price",
        "answer",
        "What does the brass barometer cost?",
        "/shop/",
        answers=("126.00",),
    ),
    WebCase(
        "a default in a table",
        "answer",
        "What is the default port of the gateway?",
        "/docs/",
        answers=("7420",),
    ),
    WebCase(
        "the same of an older version",
        "answer",
        "What is the default port of the gateway in version 2.9?",
        "/docs/",
        answers=("6420",),
    ),
    WebCase(
        "a code", "answer", "What does error E28 mean?", "/docs/", answers=("Clock is not set",)
    ),
    WebCase(
        "a weight on a detail page",
        "answer",
        "How much does the self-tailing winch weigh?",
        "/shop/",
        answers=("4.5 kg",),
    ),
    WebCase(
        "a date",
        "answer",
        "When was version 3.0 of Tidewatch released?",
        "/docs/",
        answers=("2 June 2025",),
    ),
    WebCase(
        "a cell by row and column",
        "answer",
        "What is the accuracy of the Sonar S10?",
        "/docs/",
        answers=("8 mm",),
    ),
    WebCase(
        "a person",
        "answer",
        "Who is the harbour master?",
        "/",
        answers=("Inês Carvalho",),
    ),
    WebCase(
        "behind a tab made of divs",
        "answer",
        "How long is the warranty on the wool watch cap?",
        "/shop/",
        answers=("2 years",),
    ),
    WebCase(
        "worked out in a frame",
        "answer",
        "Click Shipping costs, choose Norway in Country, click Work out and tell me what shipping"
        " to Norway costs",
        _BAROMETER,
        answers=("14.90",),
        visits=(("/shop/freight/brass-barometer?country=Norway",),),
    ),
    WebCase(
        "a page that takes its time",
        "answer",
        "How high does the water stand at the pier?",
        "/trouble/slow?secs=2",
        answers=("3.84",),
    ),
    WebCase(
        "a page of many megabytes",
        "answer",
        "Who is the editor of the complete works?",
        "/trouble/huge?mb=8",
        answers=("Rosa Lind",),
    ),
    WebCase(
        "under a storm of alerts",
        "answer",
        "What is the code of the day?",
        "/storms/alerts?count=30",
        answers=("4471",),
    ),
)
DOWNLOAD = (
    WebCase(
        "a PDF",
        "download",
        "Download the harbour plan",
        "/files/",
        downloads=("harbour-plan.pdf",),
    ),
    WebCase(
        "a text from the front page",
        "download",
        "Download the tide table for July 2026",
        "/",
        downloads=("tide-table-july-2026.txt",),
    ),
    WebCase(
        "an archive behind a question",
        "download",
        "Download the depth soundings",
        "/files/",
        downloads=("depth-soundings.zip",),
        submits=("/files/confirm/depth-soundings.zip",),
    ),
    WebCase(
        "one of two PDFs",
        "download",
        "Please download the price list of 2026",
        "/files/",
        downloads=("price-list-2026.pdf",),
    ),
    WebCase(
        "a file that breaks off",
        "download",
        "Download the webcam archive",
        "/files/",
        terminal=Terminal.GOAL_FAILED,
    ),
)

LOOKING = (*FIND, *BROWSE, *ANSWER, *DOWNLOAD)
