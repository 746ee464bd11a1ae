"""Goals as people put them, on the test site, and what must have arrived there afterwards.

A case is judged by the site's record, by the files that were saved, and by the terminal; what the
run says of itself counts only as an answer to a question."""

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
    ``limits`` are the web's, by name."""

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


def _browse(name: str, goal: str, start: str, *ends_at: str) -> WebCase:
    return WebCase(name, "browse", goal, start, ends_at=ends_at)


def _answer(name: str, goal: str, start: str, *answers: str) -> WebCase:
    return WebCase(name, "answer", goal, start, answers=answers)


BROWSE = (
    _browse(
        "a product by the shop's search",
        "Search for barometer and open 'Brass barometer'",
        "/shop/",
        _BAROMETER,
    ),
    _browse("an article of the documentation", "Open Webhooks", "/docs/", "/docs/3.2/webhooks"),
    _browse(
        "a product from the front page",
        "Open Shop, search for folding boarding ladder and open Folding boarding ladder",
        "/",
        "/shop/product/folding-boarding-ladder",
    ),
    _browse(
        "a product by its category",
        "Open Lighting, then open Brass cabin lamp",
        "/shop/",
        "/shop/product/brass-cabin-lamp",
    ),
    _browse(
        "an entry deep in an endless page",
        'Open "Message in a bottle"',
        "/feed/",
        "/feed/entry/143",
    ),
    _browse("a page by its link", "Go to the Downloads page", "/", "/files/"),
    _browse("a link at the foot of the page", "Open About us", "/shop/", "/about"),
    _browse(
        "two steps one after the other",
        "Open the documentation, then open Calibration",
        "/",
        "/docs/3.2/calibration",
    ),
    _browse(
        "another version",
        "Open Settings file and choose 2.9 in Version",
        "/docs/",
        "/docs/2.9/settings",
    ),
    _browse(
        "a list made of divs",
        "Click 'Sort: Featured' and click 'Price: low to high'",
        "/shop/",
        "/shop/?sort=price",
    ),
    _browse("the third page of a listing", "Click 3", "/shop/", "/shop/?page=3"),
    _browse(
        "a link into a new tab", "Open the link 'The sensors'", "/storms/blank", "/docs/3.2/sensors"
    ),
    _browse(
        "filters of two kinds",
        "Choose Oxmoor in Brand, enter 50 into 'Price up to' and click Apply filters",
        "/shop/",
        "/shop/?brand=Oxmoor&max=50",
    ),
)
ANSWER = (
    _answer("a default in a table", "What is the default of port?", "/docs/3.2/settings", "7420"),
    _answer(
        "the same of an older version", "What is the default of port?", "/docs/2.9/settings", "6420"
    ),
    _answer("a code", "Open Error codes and read the Meaning of E28", "/docs/", "Clock is not set"),
    _answer(
        "a cell by row and column",
        "Open The sensors, then read the Accuracy of Sonar S10",
        "/docs/",
        "8 mm",
    ),
    _answer("a line of a small table", "Read the Brand", _BAROMETER, "Northing"),
)
DOWNLOAD = (
    WebCase(
        "a PDF", "download", "Download the harbour plan", "/files/", downloads=("harbour-plan.pdf",)
    ),
    WebCase(
        "a text from the front page",
        "download",
        "Open Downloads and download the tide table for July 2026",
        "/",
        downloads=("tide-table-july-2026.txt",),
    ),
    WebCase(
        "an archive behind a question",
        "download",
        "Click Download in the row of 'depth-soundings.zip', then download 'I understand,"
        " download'",
        "/files/",
        downloads=("depth-soundings.zip",),
        submits=("/files/confirm/depth-soundings.zip",),
    ),
    WebCase(
        "a file that breaks off",
        "download",
        "Download the webcam archive",
        "/files/",
        terminal=Terminal.GOAL_FAILED,
    ),
)

LOOKING = (*BROWSE, *ANSWER, *DOWNLOAD)
