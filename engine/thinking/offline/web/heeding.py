"""What a no of the operator means: which other one to take, or that they are asked.

A reason is read as far as ordinals, names in quotes and "not X" go; what is not understood is
quoted where the next step says why it is done. A reason is the operator's own word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import Attempt, WebProposal, WebRequest
from engine.domain.web.vocabulary import ORDINAL_WORDS
from engine.thinking.offline.web.elements import is_pressed, label_of
from engine.thinking.offline.web.items import items_of
from engine.thinking.offline.web.matching import coverage, instructs, stems
from engine.thinking.offline.web.notes import Note, in_note, read_note
from engine.thinking.offline.web.view import View
from engine.thinking.words import quoted

_SAID_NO = re.compile(r"^.*? said no(?:: (?P<reason>.*))?$", re.DOTALL)
_ORDINAL = re.compile(
    rf"\b(?P<word>{'|'.join(ORDINAL_WORDS)})\b|\b(?P<digits>\d{{1,2}})(?:st|nd|rd|th)\b"
    r"|\bnumber (?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|(?<!\w)'([^']+)'(?!\w)")
_NOT = re.compile(
    r"\b(?:not|no|never)\s+(?:the\s+|that\s+|this\s+)?(?P<name>[\w-]+(?: [\w-]+)?)", re.I
)
_THAT_ONE = re.compile(r"\b(?:take|use|the|want)\s+(?:the\s+)?(?P<name>[\w-]+) one\b", re.I)
_OTHER = re.compile(r"\bthe other(?: one)?\b|\banother(?: one)?\b", re.IGNORECASE)
_SAYS_NO = frozenset({"wrong", "right", "this", "that", "other", "same", "one"})
_SHOWN_CHARS = 120


@dataclass(frozen=True, slots=True)
class Hint:
    """``number`` counts from 1 (-1 is the last), 0 where none was said."""

    number: int = 0
    names: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    is_other: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.number or self.names or self.without or self.is_other)


def last_refusal(request: WebRequest) -> tuple[Attempt, Note] | None:
    """The last attempt and its note, where the gate said no to it."""
    last = request.attempts[-1] if request.attempts else None
    note = read_note(last.proposal.reason) if last is not None and last.is_refused else None
    return (last, note) if last is not None and note is not None else None


def reason_of(attempt: Attempt) -> str:
    match = _SAID_NO.match(attempt.why)
    return " ".join((match["reason"] or "").split()) if match else ""


def read_hint(reason: str) -> Hint:
    """What a reason says about which one is meant."""
    names = tuple(next(each for each in found if each) for found in _QUOTED.findall(reason))
    bare = _QUOTED.sub(lambda found: f" {found[0]} ", reason)
    denied = [found["name"] for found in _NOT.finditer(_QUOTED.sub(r"\1\2\3", bare))]
    without = tuple(each for each in map(_told, denied) if each)
    names = tuple(each for each in names if not any(_same(each, one) for one in without))
    wanted = _NOT.sub(" ", bare)
    if not names and (found := _THAT_ONE.search(wanted)) and not _is_small(found["name"]):
        names = (found["name"],)
    return Hint(_number(wanted), names, without, bool(_OTHER.search(bare)))


def other_one(view: View, attempt: Attempt, note: Note) -> WebProposal | None:
    """The step upon another one that the reason names, or that is called the same; None where
    there is none."""
    reason = reason_of(attempt)
    hint = read_hint(reason)
    row = _alike(view, attempt)
    if hint.is_empty or hint.is_other:
        row = _as_meant(view, row, attempt.proposal.agent_id)
    picked = _picked(row, hint, attempt.proposal.agent_id, set(view.request.avoid))
    if picked is None:
        return None
    why = f", after the operator said “{in_note(reason[:_SHOWN_CHARS])}”" if reason else ""
    return view.click(picked, note.kind, why, facts=note.facts)


def question_about(attempt: Attempt) -> str:
    """What the operator is asked where nothing else is left."""
    reason = reason_of(attempt) or "no reason given"
    return (
        f"{attempt.description} was turned down ({quoted(reason[:_SHOWN_CHARS])}). "
        "Nothing else is known that would do. What should be done?"
    )


def _alike(view: View, attempt: Attempt) -> list[WebElement]:
    """What is called the same, in reading order, the one that was turned down among them; else
    what the page lists."""
    called = re.match(r"^Click “(?P<label>.*)”$", attempt.description, re.DOTALL)
    if called is None:
        return []
    usable = [
        each
        for each in view.page.elements
        if is_pressed(each) and not each.is_disabled and not instructs(label_of(each))
    ]
    row = [each for each in usable if " ".join(label_of(each).split()) == called["label"]]
    if len(row) < 2:
        links = [item.link for item in items_of(view) if item.link is not None]
        is_listed = any(each.agent_id == attempt.proposal.agent_id for each in row)
        row = _with_listed(row, links) if is_listed and row[0].href else []
    return sorted(row, key=lambda each: (each.bounds_px.y, each.bounds_px.x))


def _as_meant(view: View, row: list[WebElement], refused_id: str) -> list[WebElement]:
    """Those that the goal means as well as the one that was turned down."""
    refused = view.page.element(refused_id)
    if refused is None:
        return []
    told = set(stems(_around(refused)))
    meant = [each for each in view.request.goal.terms if set(stems(each)) <= told]
    return [each for each in row if coverage(" ".join(meant), _around(each)) == 1 or not meant]


def _with_listed(row: list[WebElement], links: list[WebElement]) -> list[WebElement]:
    """One of a list stands for the list; what is no part of it has no other one."""
    known = {each.context for each in links}
    is_one_of = row[0].context in known or any(e.agent_id == row[0].agent_id for e in links)
    ids = {each.agent_id for each in row}
    return [*row, *(each for each in links if each.agent_id not in ids)] if is_one_of else []


def _picked(
    row: list[WebElement], hint: Hint, refused_id: str, avoid: set[str]
) -> WebElement | None:
    fitting = [
        each for each in row if not any(coverage(w, _around(each)) == 1 for w in hint.without)
    ]
    if hint.names:
        named = [e for e in fitting if any(coverage(n, _around(e)) == 1 for n in hint.names)]
        fitting = named
    elif hint.number:
        at = hint.number - 1 if hint.number > 0 else len(row) + hint.number
        fitting = [row[at]] if 0 <= at < len(row) else []
    elif len({each.href for each in row}) > 1 and len(fitting) == len(row):
        return None  # other links are other things, and nothing in the reason is about them
    left = [each for each in fitting if each.agent_id not in avoid | {refused_id}]
    return left[0] if left else None


def _around(element: WebElement) -> str:
    return f"{label_of(element)} {element.context}"


def _number(text: str) -> int:
    for found in _ORDINAL.finditer(text):
        if found["word"]:
            return ORDINAL_WORDS[found["word"].casefold()]
        return int(found["digits"] or found["number"])
    return 0


def _told(words: str) -> str:
    """Without small words at its ends: "not this one" says nothing."""
    kept = [each for each in words.split() if not _is_small(each)]
    return " ".join(kept)


def _is_small(word: str) -> bool:
    return word.casefold() in _SAYS_NO or word.casefold() in ORDINAL_WORDS


def _same(one: str, other: str) -> bool:
    return set(stems(other)) <= set(stems(one)) and bool(stems(other))
