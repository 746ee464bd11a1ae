"""Goals on the second site, said as steps, and what must be true afterwards.

Nothing is written with these in mind. Those that fail stay here and are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.domain.terminals import Terminal
from tests.suites.web_cases import WebCase


@dataclass(frozen=True, slots=True)
class SecondCase(WebCase):
    """``forms`` are all forms that the site took, whole, in whatever order. Of ``ends_at``,
    an address with ``/api/`` is the last that a script asked for, and its query is exactly that."""


_LIBRARY, _TOWN = "/library/", "/town/"


def _browse(name: str, goal: str, start: str, *ends_at: str) -> SecondCase:
    return SecondCase(name, "browse", goal, start, ends_at=ends_at)


def _download(name: str, goal: str, start: str, file: str) -> SecondCase:
    return SecondCase(name, "download", goal, start, downloads=(file,))


def act(
    name: str, goal: str, start: str, *forms: Mapping[str, str], to: tuple[str, ...]
) -> SecondCase:
    return SecondCase(name, "act", goal, start, forms=forms, submits=to)


def not_there(name: str, goal: str, start: str, *to: str) -> SecondCase:
    return SecondCase(name, "end", goal, start, terminal=Terminal.GOAL_FAILED, submits=to)


LOOKING = (
    _browse(
        "a book by its title",
        "Search for The Salt Road, then open 'The Salt Road'",
        _LIBRARY,
        "/library/book/the-salt-road",
    ),
    _browse(
        "a permit", "Open Permits, then open Street party", _TOWN, "/town/permits/street-party"
    ),
    _browse("opening hours", "Open Opening hours", _LIBRARY, "/library/hours"),
    _download(
        "one table of four",
        "Download 'Download (PDF)' in the 'Hire of halls' section",
        "/town/fees",
        "fees-halls.pdf",
    ),
)
