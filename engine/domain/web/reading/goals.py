"""From a goal's text to what it asks for: kind, task mode, terms, quotations, site and values.

Plain English, read by patterns. Both kind and mode steer what counts as the artifact, which
actions are allowed, and the prompt.
"""

from __future__ import annotations

import re

from engine.domain.web.goals import GoalKind, TaskMode, WebGoal
from engine.domain.web.matching import content_words

_QUOTE = r"(?:“([^”]+)”|\"([^\"]+)\"|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)|(\{\{secret:[\w.-]+\}\}))"
_QUOTED = re.compile(_QUOTE)
_NO_FIELD = (
    "with|and|then|in|into|as|to|the|a|an|my|form|using|type|enter|write|fill|put|set|select"
    "|choose|click|press|add|sort|filter|by"
)
_WORD = rf"(?!(?:{_NO_FIELD})\b)[A-Za-z][\w-]*"
_FIELD = rf"({_WORD}(?: {_WORD}){{0,3}}?)"
_LEAD = r"(?:\bwith\b|\band\b|\bwhere\b|\busing\b|\bset\b|\bfill(?: in)?\b|[,;:])"
_FIELD_THEN_QUOTE = re.compile(
    rf"{_LEAD}\s+(?:the |a |an |my )?{_FIELD}\s*(?:field )?"
    rf"(?:is |as |to |with |of |=|:)?\s*{_QUOTE}",
    re.IGNORECASE,
)
_QUOTE_THEN_FIELD = re.compile(
    rf"{_QUOTE}\s+(?:in|into|as|for)\s+(?:the |my )?{_FIELD}(?: field\b| box\b|(?=[,.;]|$| and\b))",
    re.IGNORECASE,
)
_FIELD_COLON = re.compile(rf"(?:^|[,;\n]|\b(?:with|and)\b)\s*{_FIELD}\s*[:=]\s*([^,;\n\"“«']+)")
_URL = re.compile(r"\bhttps?://[^\s\"'“”<>]+", re.IGNORECASE)
_HOST = re.compile(  # not the one of an e-mail address
    r"(?<![\w@.-])(?:[a-z0-9-]+\.)+([a-z]{2,})(?::\d+)?(?![\w@])(?:/[^\s\"'“”<>]*)?", re.IGNORECASE
)
_FILES = "pdf txt csv zip doc docx xls xlsx ppt pptx png jpg jpeg gif svg json xml md tar gz"
_FILE_ENDINGS = frozenset(_FILES.split())
_ACTIONS = (
    r"add|buy|order|purchase|submit|send|fill|register|sign (?:up|in|out|me)|subscribe"
    r"|log (?:in|out)|book|reserve|delete|remove|create|post|publish|change|update|apply"
    r"|enter|type|tick|untick|check ?out|cancel|put|rate|vote|accept|pay|complete|upload"
    r"|reply|share|set|write|confirm|press|click|push|toggle|select|choose|sort|filter"
    r"|(?:switch|turn)(?! to (?:page|the \w+ page)\b)"
)
_PARTS = re.compile(
    rf"[,;.]?\s+(?:and\s+)?then\s+|[;.]\s+(?=\w)|(?:,|,?\s+and)\s+(?=(?:{_ACTIONS}|open)\b)",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:under|over|below|above|than|least|most)\s+[€$£]?\s?\d+(?:[.,]\d+)*\s?[€$£]?",
    re.IGNORECASE,
)
"""A limit: the page that fits it does not say the number."""

_LIST_PAGE = re.compile(
    r"^(?:please )?(?:(?:go|turn|switch|move|proceed)(?: on)? to|open|show(?: me)?|visit) (?:the )?"
    r"(?:page (?P<number>\d+)|(?:next|last|previous|first|second|third|fourth|fifth) page)\b",
    re.IGNORECASE,
)
"""Of a listing that has several."""

_IN_SHOP = re.compile(
    r"\s(?:in|on|at|from)\s+(?:the|this)\s+(?:[\w'’-]+\s+){0,2}(?:shop|store|web ?site|site)\b",
    re.IGNORECASE,
)
"""Where the thing is; its own page does not say so."""

_ACTION = re.compile(
    rf"(?:^|\b(?:and|then|please|to)\s+|[,;.]\s*)(?:please\s+)?(?:{_ACTIONS})\b", re.IGNORECASE
)
_SEEKS = re.compile(
    r"^(?:please )?(?:find|show|list|look for|search for|locate|seek|name|read|see)\b",
    re.IGNORECASE,
)
"""What leads decides: who finds "how to delete an account" deletes none."""

_TOLD_OF = re.compile(
    rf"\bhow to (?:{_ACTIONS})\b(?:(?:,|,? (?:and|or)) (?:{_ACTIONS})\b)*|\bto (?:{_ACTIONS})\b",
    re.IGNORECASE,
)
"""What the thing that is sought is for, or speaks of."""

_DOWNLOAD = re.compile(
    r"\bdownload\b|\bsave\b.*\b(?:file|pdf|csv|document|archive)\b", re.IGNORECASE
)
_QUESTION = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|does|do|did|can|was|were)\b"
    r"|\b(?:tell me|answer|find out|look up|let me know|say what|report (?:the|what|how))\b"
    r"|\b(?:and|then) (?:tell|say|report|give)\b|^(?:read|give) me\b|\?\s*$",
    re.IGNORECASE,
)
_BROWSE = re.compile(
    r"\b(?:browse|explore|look (?:around|through|over)|scroll through|see what|skim)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:all|every|list|lists|several|compare|results|which of|(?:top|first|last) \d+"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|\d+) (?!(?:am|pm|percent)\b)[a-z-]+s)\b"
    r"|^which \w+s\b|\bbrowse (?:the )?\w+s\b",
    re.IGNORECASE,
)


def read_goal(text: str) -> WebGoal:
    """What the goal asks for; anything that is a text can be read."""
    kind = _kind(text)
    values, without_values = _values(text) if kind is GoalKind.ACTION else ((), text)
    site = _site(without_values)
    without_site = without_values.replace(site, " ") if site else without_values
    return WebGoal(
        text=text,
        kind=kind,
        mode=_mode(text),
        terms=content_words(_IN_SHOP.sub(" ", _without_page(_BOUND.sub(" ", without_site)))),
        quoted=tuple(_content(found) for found in _QUOTED.finditer(without_site)),
        site=site,
        values=values,
    )


def last_terms(goal: WebGoal) -> tuple[str, ...]:
    """The terms of the goal's last part: of "open the shop, then add the lamp" the lamp's.

    The artifact of a goal in several parts is that of the last. All terms where it has none.
    """
    last = read_goal(_PARTS.split(goal.text)[-1])
    return last.terms or goal.terms


def wanted_page(goal: WebGoal) -> int | None:
    """Which page of a listing the goal's last part asks for; 0 where that is told by another page
    ("the next"), None where it asks for none."""
    found = _LIST_PAGE.match(_PARTS.split(goal.text)[-1].strip())
    return int(found["number"] or 0) if found else None


def _mode(text: str) -> TaskMode:
    plain = text.strip()
    if _DOWNLOAD.search(plain):
        return TaskMode.DOWNLOAD
    if _QUESTION.search(plain):
        return TaskMode.ANSWER
    return TaskMode.BROWSE if _BROWSE.search(plain) else TaskMode.FIND


def _kind(text: str) -> GoalKind:
    plain = text.strip()
    asks = _mode(text) in (TaskMode.ANSWER, TaskMode.DOWNLOAD)
    said = _without_quoted(plain)
    acting = _TOLD_OF.sub(" ", said) if _SEEKS.match(said) else said
    if not asks and _ACTION.search(acting):
        return GoalKind.ACTION
    asks_for_page = _LIST_PAGE.match(_PARTS.split(plain)[-1].strip())
    is_list = asks_for_page or _LIST.search(said)
    return GoalKind.LIST if is_list else GoalKind.OBJECT


def _values(text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """The values with their fields, and the text without them."""
    found: dict[str, str] = {}
    rest = text
    for pattern, field_first in ((_FIELD_THEN_QUOTE, True), (_QUOTE_THEN_FIELD, False)):
        for match in pattern.finditer(rest):
            groups = [each for each in match.groups() if each is not None]
            field, value = groups if field_first else (groups[1], groups[0])
            found.setdefault(field.casefold().strip(), value.strip())
        rest = pattern.sub(" ", rest)
    for match in _FIELD_COLON.finditer(rest):
        if not match[2].startswith("//"):
            found.setdefault(match[1].casefold().strip(), match[2].strip().rstrip("."))
    if found:
        rest = _FIELD_COLON.sub(lambda each: each[0] if "//" in each[0] else " ", rest)
    return tuple(found.items()), rest


def _without_page(text: str) -> str:
    """Its number is told by the listing's paging, not by its words."""
    parts = _PARTS.split(text)
    if _LIST_PAGE.match(parts[-1].strip()) is None:
        return text
    return " ".join((*parts[:-1], _LIST_PAGE.sub(" ", parts[-1].strip())))


def _site(text: str) -> str:
    """An address that the goal names; a file's name is none."""
    if (url := _URL.search(text)) is not None:
        return url[0].rstrip(".,;)!?")
    for host in _HOST.finditer(_without_quoted(text)):
        if host[1].casefold() not in _FILE_ENDINGS:
            return host[0].rstrip(".,;)!?")
    return ""


def _content(found: re.Match[str]) -> str:
    return next(each for each in found.groups() if each is not None).strip()


def _without_quoted(text: str) -> str:
    return _QUOTED.sub(" ", text)
