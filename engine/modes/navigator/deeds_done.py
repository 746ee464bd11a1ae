"""Whether a deed is done: what is new on the page says so, and it was done upon what is meant.

A thinker's claim counts for it once something of it was in sight, and never for what was turned
down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.domain.web.goals import Stage, WebGoal
from engine.domain.web.matching import coverage, plain_text
from engine.domain.web.pages import Page
from engine.domain.web.reading.goals import last_terms
from engine.modes.navigator.echoes import own_words
from engine.modes.navigator.search_fields import is_search_field
from engine.modes.navigator.state import NavState, stage_of

IN_HEAD = 0.5
"""The share of the terms that a detail page's title and headings have."""
_SHOWN_CHARS = 80
_DONE_WORDS = (
    r"submitted|received|sent|saved|added|created|updated|changed|deleted|removed|subscribed"
    r"|registered|completed|placed|booked|cancell?ed|accepted|signed (?:in|up|out)"
    r"|logged (?:in|out)|confirmed"
)
_CONFIRMS = re.compile(
    r"\b(?:thank you|thanks for|success(?:ful(?:ly)?)?|confirmation (?:number|code)"
    rf"|order (?:number|no)\b|added to|(?:was|were|is|are|been|now) (?:{_DONE_WORDS})"
    rf"|\w+ (?:{_DONE_WORDS})(?=[.!]?\s*$))",
    re.IGNORECASE | re.MULTILINE,
)
_REFUSES = re.compile(
    r"\b(?:error|invalid|required|must (?:be|not)|please (?:enter|fill|choose|select|correct)"
    r"|failed|denied|not valid|try again)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Before:
    """The page before the last action: its ``url`` and ``head``, all of its ``text``, and the words
    of what was acted upon. Empty where nobody knows, as after a crash."""

    url: str = ""
    head: str = ""
    text: str = field(default="", repr=False)
    target: str = ""


def claimed(state: NavState) -> str:
    """The thinker's own word counts once something of the artifact was in sight (verify)."""
    if state["claim"] is None or stage_of(state).number < Stage.VERIFY.number:
        return ""
    return "the thinker says that it is there"


def action_done(page: Page, goal: WebGoal, state: NavState, before: Before) -> str:
    """Something new on the page confirms the step that was done, upon what the goal means."""
    if not state["performed"]:
        return ""
    if not _all_typed(goal, state):
        return _claimed_done(state) if state["typed"] else ""
    new = _new_words(page, before)
    if state["has_changed"] and not _REFUSES.search(new):
        goes_on = before.url != page.url and _has_form(page)
        confirmation = next((line for line in new.splitlines() if _CONFIRMS.search(line)), "")
        if confirmation and not goes_on and _is_meant(goal, state, before, confirmation):
            return f"the page says “{confirmation.strip()[:_SHOWN_CHARS]}”"
        is_sent = state["has_submitted"] and before.text and not _has_form(page)
        if (
            is_sent
            and not _can_submit(page)
            and _is_meant(goal, state, before, head(own_words(page)))
        ):
            return "the form was submitted, and is gone"
    return _claimed_done(state)


def _claimed_done(state: NavState) -> str:
    """Nobody's word counts for what was turned down."""
    return "" if state["refused_deed"] else claimed(state)


def _is_meant(goal: WebGoal, state: NavState, before: Before, said: str) -> bool:
    """The last action was upon what the goal's last part speaks of, or the page says so now."""
    last = state["attempts"][-1] if state["attempts"] else None
    target = f"{last['description']} {before.target}" if last else ""
    terms = last_terms(goal)
    return not terms or coverage(terms, target, before.head, said) >= IN_HEAD


def _can_submit(page: Page) -> bool:
    """Something is still to be sent; a search is not."""
    searches = {each.form for each in page.elements if is_search_field(each)}
    return any(each.is_submit and each.form not in searches for each in page.elements)


def _all_typed(goal: WebGoal, state: NavState) -> bool:
    """Or chosen by a click: an option of a list, a radio button; or given up by the operator, who
    typed something else. A tick says no words, and what is so already is not touched."""
    clicked = [each["description"] for each in state["attempts"]]
    set_ones = [plain_text(each) for each in (*state["typed"], *state["overwritten"], *clicked)]
    worded = [plain_text(value) for _, value in goal.values if value not in ("on", "off")]
    return all(
        any(value in each for each in set_ones)
        for value in worded
        if len(value) > 3 or not value.isdigit()
    )


def _has_form(page: Page) -> bool:
    return any(
        each.tag in ("input", "textarea", "select")
        and each.form
        and each.input_type not in ("search", "hidden", "submit", "button")
        for each in page.elements
    )


def _new_words(page: Page, before: Before) -> str:
    """The sentences that were not there before; without a before, none is new."""
    if not before.text:
        return ""
    known = plain_text(before.text)
    own = own_words(page)
    parts = re.split(r"(?<=[.!?])\s+|\n+", "\n".join((own.title, *own.headings, own.text)))
    return "\n".join(part for part in parts if part.strip() and plain_text(part) not in known)


def head(page: Page) -> str:
    return "\n".join((page.title, *page.headings[:3]))
