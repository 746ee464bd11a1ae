"""Goals on the second site, as people put them, and what must be true afterwards.

Nothing is written with these in mind. Those that fail stay here and are counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.domain.terminals import Terminal
from tests.suites.web_cases import WebCase


@dataclass(frozen=True, slots=True)
class SecondCase(WebCase):
    """``forms`` are all forms that the site took, whole, in whatever order; ``slips`` may not stand
    in the last message. Of ``ends_at``, an address with ``/api/`` is the last that a script asked
    for, and its query is exactly that."""

    slips: tuple[str, ...] = ()


_LIBRARY, _TOWN = "/library/", "/town/"
_BOOKS = "/library/api/books"


def _find(name: str, goal: str, start: str, *ends_at: str) -> SecondCase:
    return SecondCase(name, "find", goal, start, ends_at=ends_at)


def _browse(name: str, goal: str, start: str, *ends_at: str) -> SecondCase:
    return SecondCase(name, "browse", goal, start, ends_at=ends_at)


def _answer(
    name: str, goal: str, start: str, *answers: str, slips: tuple[str, ...] = ()
) -> SecondCase:
    return SecondCase(name, "answer", goal, start, answers=answers, slips=slips)


def _download(name: str, goal: str, start: str, file: str) -> SecondCase:
    return SecondCase(name, "download", goal, start, downloads=(file,))


def act(
    name: str, goal: str, start: str, *forms: Mapping[str, str], to: tuple[str, ...]
) -> SecondCase:
    return SecondCase(name, "act", goal, start, forms=forms, submits=to)


def not_there(name: str, goal: str, start: str, *to: str) -> SecondCase:
    return SecondCase(name, "end", goal, start, terminal=Terminal.GOAL_FAILED, submits=to)


FIND = (
    _find(
        "a book by its title",
        "Find the book The Salt Road in the library catalogue",
        _LIBRARY,
        "/library/book/the-salt-road",
    ),
    _find(
        "a book by author and subject",
        "Find the book by Ines Bramley about bees",
        _LIBRARY,
        "/library/book/a-year-with-bees",
    ),
    _find(
        "a book on a later page of the list",
        'Find "Harbour Lights"',
        "/library/catalogue",
        "/library/book/harbour-lights",
    ),
    _find(
        "the newest book of a subject",
        "Open the newest book about gardening",
        "/library/catalogue",
        "/library/book/no-dig-no-worry",
    ),
    _find(
        "the oldest book of all",
        "Find the oldest book in the catalogue and open its page",
        _LIBRARY,
        "/library/book/mills-of-the-aldermoor",
    ),
    _find(
        "an event by what it is about",
        "Find the event where I can get help with my tax return",
        _LIBRARY,
        "/library/events/tax-return-help",
    ),
    _find(
        "a news item by its title",
        'Find the news item "Flood wall finished"',
        _TOWN,
        "/town/news/flood-wall",
    ),
    _find(
        "a permit",
        "Find the page about permits for a street party",
        _TOWN,
        "/town/permits/street-party",
    ),
)
BROWSE = (
    _browse("opening hours", "Go to the opening hours", _LIBRARY, "/library/hours"),
    _browse(
        "one format",
        "Show me the large print books",
        "/library/catalogue",
        f"{_BOOKS}?format=Large print",
        f"{_BOOKS}?q=large print",
    ),
    _browse(
        "format and language",
        "List the audiobooks in German",
        _LIBRARY,
        f"{_BOOKS}?format=Audiobook&language=German",
        f"{_BOOKS}?q=German audiobook",
        f"{_BOOKS}?q=audiobook German",
    ),
    _browse(
        "a format, and only what is there",
        "Show only the DVDs that are available now",
        "/library/catalogue",
        f"{_BOOKS}?format=DVD&available=1",
        f"{_BOOKS}?q=DVD&available=1",
    ),
    _browse(
        "best rated first",
        "Sort the catalogue so that the best rated titles come first",
        "/library/catalogue",
        f"{_BOOKS}?sort=rating",
    ),
    _browse(
        "the second page",
        "Go to page 2 of the catalogue",
        _LIBRARY,
        f"{_BOOKS}?page=2",
    ),
    _browse(
        "events for children",
        "Show the events for children in December",
        _LIBRARY,
        "/library/events?audience=Children&month=December",
    ),
    _browse("another language", "Switch the site to German", _TOWN, "/town/de/"),
    _browse("news of a year", "Show the news from 2024", _TOWN, "/town/news?year=2024"),
    _browse(
        "the dates for a street",
        "Choose Mill Lane as your street and show the dates of waste collection",
        _TOWN,
        "/town/waste?street=Mill Lane",
    ),
)
ANSWER = (
    _answer(
        "hours in a closed fold",
        "When is the Harbour Street branch of the library open on Saturdays?",
        _LIBRARY,
        *("10:00", "14:00"),
        slips=("9:30", "18:30", "18:00"),
    ),
    _answer(
        "pages of a book",
        "How many pages does A Year with Bees have?",
        _LIBRARY,
        "238",
        slips=("412", "192"),
    ),
    _answer(
        "who wrote it",
        "Who wrote The Glass Harbour?",
        "/library/catalogue",
        "Margit Solheim",
        slips=("Okafor", "Farrow"),
    ),
    _answer(
        "behind a tab, fetched by a script",
        "What is the shelf mark of The Salt Road at Mill Lane?",
        _LIBRARY,
        "ML 816.19 OKA",
        slips=("CE 816", "HS 816"),
    ),
    _answer(
        "the loan that is due first",
        "Which of my loans is due back first?",
        "/library/account",
        "Bread by Hand",
        slips=("Counting Stars", "Tides of the Moor"),
    ),
    _answer(
        "what is owed",
        "How much do I owe the library in fees?",
        _LIBRARY,
        "2.40",
        slips=("5.00",),
    ),
    _answer(
        "the day of an event",
        "When does the reading by Margit Solheim take place?",
        _LIBRARY,
        "10 December",
        slips=("12 December", "5 December"),
    ),
    _answer(
        "events with a condition",
        "Which events for children are there in December?",
        "/library/events",
        *("Puppet theatre", "Gingerbread"),
        slips=("Margit", "bicycles", "Wine", "tax return", "birds"),
    ),
    _answer(
        "the longest of its kind",
        "Which audiobook is the longest?",
        "/library/catalogue",
        "The Long Crossing",
        slips=("Owl Light", "Das Haus"),
    ),
    _answer(
        "a person's telephone",
        "What is the phone number of the mayor?",
        _TOWN,
        "01632 960 141",
        slips=("960 142", "960 100"),
    ),
    _answer(
        "a person's e-mail",
        "What's the e-mail address of Petra Lang?",
        _TOWN,
        "petra.lang@aldermoor.example",
        slips=("office@",),
    ),
    _answer(
        "members with a condition",
        "Which members of the council belong to the Greens?",
        _TOWN,
        *("Petra Lang", "Agnes Thornby"),
        slips=("Harold", "Miriam", "Eleanor"),
    ),
    _answer(
        "who has served longest",
        "Who has been a member of the council for the longest time?",
        "/town/council",
        "Harold Finch",
        slips=("Eleanor", "Agnes"),
    ),
    _answer(
        "a fee",
        "How much is the licence for a second dog?",
        _TOWN,
        "48.00",
        slips=("30.00", "60.00"),
    ),
    _answer(
        "the cheapest of a table",
        "What is the cheapest kind of residents' parking for a whole year?",
        "/town/fees",
        "Carer",
        slips=("Trade", "Birth"),
    ),
    _answer(
        "a day after a choice",
        "When is paper collected in Orchard Road in December?",
        _TOWN,
        "6 and 20 December",
        slips=("3 and 17", "4 and 18", "8 and 22", "13 and 27"),
    ),
    _answer(
        "in the foot of the page",
        "What is the out of hours telephone number of the town hall?",
        _TOWN,
        "01632 960 199",
        slips=("960 100",),
    ),
    _answer(
        "a question in a fold",
        "Do I need a permit for a skip on my own ground?",
        "/town/permits",
        "On your own ground you need none",
    ),
    _answer(
        "opening of a place on the map",
        "When is the recycling centre open?",
        _TOWN,
        "Tuesday to Saturday 10:00–17:00",
        slips=("7:00–21:00", "8:30"),
    ),
)
DOWNLOAD = (
    _download(
        "one table of four",
        "Download the fees for the hire of halls as a PDF",
        _TOWN,
        "fees-halls.pdf",
    ),
    _download(
        "the calendar of next year",
        "Download the waste calendar 2027",
        _TOWN,
        "waste-calendar-2027.pdf",
    ),
    _download(
        "links that are all called PDF",
        "Download the minutes of the council meeting of 14 October 2026",
        _TOWN,
        "minutes-2026-10-14.pdf",
    ),
    _download(
        "the programme",
        "Save the programme of events as a PDF",
        _LIBRARY,
        "library-programme-winter.pdf",
    ),
)
LOOKING = (*FIND, *BROWSE, *ANSWER, *DOWNLOAD)
