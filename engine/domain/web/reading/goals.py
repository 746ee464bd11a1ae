"""From a goal's text to what it asks for: kind, task mode, terms, quotations, site, parts, values.

Plain English. Anything that is a text can be read; what no part takes up is kept as unread.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.domain.errors import GoalUnreadable
from engine.domain.web.goals import GoalKind, WebGoal
from engine.domain.web.matching import content_words
from engine.domain.web.parts import Fill, Part, TurnPage
from engine.domain.web.reading.conditions import read_bounds
from engine.domain.web.reading.kinds import kind_of, mode_of
from engine.domain.web.reading.parts import read_parts
from engine.domain.web.reading.sayings import quoted_sayings
from engine.domain.web.vocabulary import NUMBER_WORDS

_QUOTE = r"(?:“([^”]+)”|\"([^\"]+)\"|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)|(\{\{secret:[\w.-]+\}\}))"
_QUOTED = re.compile(_QUOTE)
_URL = re.compile(r"\bhttps?://[^\s\"'“”<>]+", re.IGNORECASE)
_HOST = re.compile(  # not the one of an e-mail address
    r"(?<![\w@.-])(?:[a-z0-9-]+\.)+([a-z]{2,})(?::\d+)?(?![\w@])(?:/[^\s\"'“”<>]*)?", re.IGNORECASE
)
_FILES = "pdf txt csv zip doc docx xls xlsx ppt pptx png jpg jpeg gif svg json xml md tar gz"
_FILE_ENDINGS = frozenset(_FILES.split())
_IN_SHOP = re.compile(
    r"\s(?:in|on|at|from)\s+(?:the|this)\s+(?:[\w'’-]+\s+){0,2}(?:shop|store|web ?site|site)\b",
    re.IGNORECASE,
)
"""Where the thing is; its own page does not say so."""


_LIST_PAGE = re.compile(
    r"(?:\b(?:to|on|of)\s+)?(?:the\s+)?"
    r"\b(?:page \d+|(?:next|last|previous|\w+(?:st|nd|rd|th)) page\b)",
    re.IGNORECASE,
)
"""Of a listing: told by its paging, not by its words."""

_SPOKEN = {str(number): word for word, number in NUMBER_WORDS.items()}


def read_goal(text: str) -> WebGoal:
    """What the goal asks for."""
    said = quoted_sayings(text)
    plain = _QUOTED.sub(" ", said)
    mode = mode_of(plain)
    goal = WebGoal(text, kind_of(plain, mode), mode, site=_site(said))
    parts = _parts(goal)
    if goal.kind is GoalKind.OBJECT and parts and isinstance(parts[-1].task, TurnPage):
        goal = replace(goal, kind=GoalKind.LIST)
    values = tuple(each for part in parts for each in _values(part))
    without_site = said.replace(goal.site, " ") if goal.site else said
    return replace(
        goal,
        terms=_terms(without_site, values, parts),
        quoted=tuple(_content(found) for found in _QUOTED.finditer(_left(without_site, values))),
        values=values if goal.kind is GoalKind.ACTION else (),
        parts=parts,
    )


def last_terms(goal: WebGoal) -> tuple[str, ...]:
    """The terms of the goal's last part: of "open the shop, then add the lamp" the lamp's.

    The artifact of a goal in several parts is that of the last. All terms where it has none.
    """
    if not goal.parts:
        return goal.terms
    last = goal.parts[-1]
    said = last.said.replace(goal.site, " ") if goal.site else last.said
    return _terms(said, _values(last), goal.parts[-1:]) or goal.terms


def wanted_page(goal: WebGoal) -> int | None:
    """Which page of a listing the goal's last part asks for; 0 where that is told by another page
    ("the next"), None where it asks for none."""
    task = goal.parts[-1].task if goal.parts else None
    return max(task.number, 0) if isinstance(task, TurnPage) else None


def _parts(goal: WebGoal) -> tuple[Part, ...]:
    """None where it can't be read: a model may still make something of it."""
    try:
        return read_parts(goal)
    except GoalUnreadable:
        return ()


def _values(part: Part) -> tuple[tuple[str, str], ...]:
    return part.task.values if isinstance(part.task, Fill) else ()


def _terms(
    text: str, values: tuple[tuple[str, str], ...], parts: tuple[Part, ...]
) -> tuple[str, ...]:
    """The words that matter, without values, bounds, the number of a page and the site."""
    text = read_bounds(_left(text, values))[0]
    if any(isinstance(part.task, TurnPage) for part in parts):
        text = _LIST_PAGE.sub(" ", text)
    return content_words(_IN_SHOP.sub(" ", text))


def _left(text: str, values: tuple[tuple[str, str], ...]) -> str:
    """The text without the values and the words of their fields."""
    for name, value in values:
        spoken = "|".join(map(re.escape, filter(None, (value, _SPOKEN.get(value)))))
        said, field = rf"[\"“«‘'`]?(?:{spoken})[\"”»’'`]?(?!\w)", re.escape(name)
        shapes = (
            rf"\b{field}\b(?: field| box)?\s*[:=]?\s*(?:set to|is|as|to|with|of|saying)?\s*{said}",
            rf"(?<!\w){said}\s+(?:in|into|as|for)?\s*(?:the\s+|my\s+)?{field}\b(?: field| box)?",
            rf"(?<!\w){said}",
        )
        for shape in shapes:
            text, count = re.subn(shape, " ", text, count=1, flags=re.IGNORECASE)
            if count:
                break
    return text


def _site(text: str) -> str:
    """An address that the goal names; a file's name is none."""
    if (url := _URL.search(text)) is not None:
        return url[0].rstrip(".,;)!?")
    for host in _HOST.finditer(_QUOTED.sub(" ", text)):
        if host[1].casefold() not in _FILE_ENDINGS:
            return host[0].rstrip(".,;)!?")
    return ""


def _content(found: re.Match[str]) -> str:
    return next(each for each in found.groups() if each is not None).strip()
