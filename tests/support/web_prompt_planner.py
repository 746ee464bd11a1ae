"""A planner of the web behind a model server: it sees nothing but the prompt, as any model does.

It reads the goal, the page and the table of elements from the text and decides by simple words:
what shares most words with the goal is clicked, fields are filled in by their names, a question is
answered with the passage that is most about it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from tests.support.web_prompt_page import Row, Tried, WebPrompt, read_web_prompt

Said = dict[str, Any]

ANSWER, DOWNLOAD, ACTION = "a question", "a file", "something to be done on the page"
_MESSAGES = 2  # the system's and the prompt; a repair has more
_SMALL = frozenset(
    {
        *("a", "an", "and", "at", "by", "for", "from", "how", "in", "into", "is", "it", "its"),
        *("me", "my", "of", "on", "or", "that", "the", "then", "this", "to", "was", "what", "when"),
        *("where", "which", "who", "with", "you", "your", "find", "show", "open", "look", "go"),
        *("page", "site", "please", "does", "do", "download", "file", "get", "read", "tell", "are"),
        *("answer", "many", "much", "long", "there", "about"),
    }
)
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "email", "tel", "number", "date", "url"})
_GOES_ON = ("next", "more", "load more", "older")
_CONSENT = ("reject", "decline", "only necessary", "necessary only", "refuse", "accept", "agree")
_CONFIRMED = ("added", "thank", "saved", "sent", "confirmed", "success", "complete", "received")
_ENOUGH = 0.34
_TOO_OFTEN = 2


def answer(body: dict[str, Any]) -> str:
    """The reply to a request of the chat protocol."""
    messages = body["messages"]
    prompt = read_web_prompt(messages[-1 if len(messages) == _MESSAGES else 1]["content"])
    return json.dumps({**choose(prompt), "asked_by": "goal"}, ensure_ascii=False)


def choose(prompt: WebPrompt) -> Said:
    """The first thing that it can think of and that is allowed."""
    for said in _ideas(prompt):
        if said["action"] in prompt.allowed:
            return said
    return {"action": "ask_user", "text": f"How can I go on with: {prompt.goal}?"}


def _ideas(prompt: WebPrompt) -> Iterable[Said]:
    yield from _consent(prompt)
    if _is_reached(prompt):
        yield {"action": "done", "text": _answer(prompt)}
        yield {"action": "screenshot", "reason": "all is in sight, but it is too early to end"}
    yield from _filling_in(prompt)
    yield from _clicking(prompt)
    yield from _searching(prompt)
    yield from _going_on(prompt)
    if "bottom" in " ".join(row.band for row in prompt.rows) and not _has_tried(prompt, "scroll"):
        yield {"action": "scroll", "direction": "down"}
    if prompt.explores and not _has_tried(prompt, "back"):
        yield {"action": "go_back"}
    yield {"action": "scroll", "direction": "down"}


# --- one idea each


def _consent(prompt: WebPrompt) -> Iterable[Said]:
    banner = [row for row in prompt.rows if "cookie" in f"{row.text} {row.context}".casefold()]
    for words in _CONSENT:
        for row in banner:
            if words in row.text.casefold() and not _is_worn_out(row, prompt):
                yield _click(row, "the cookie banner is in the way")


def _is_reached(prompt: WebPrompt) -> bool:
    if prompt.aim == DOWNLOAD:
        return any(", saved" in each for each in prompt.downloads)
    if prompt.aim == ANSWER:
        return bool(_answer(prompt))
    said = " ".join(prompt.text).casefold()
    if prompt.values or prompt.aim == ACTION:
        return any(word in said for word in _CONFIRMED)
    return _share(prompt, f"{prompt.title} {prompt.headings}") >= 1.0


def _answer(prompt: WebPrompt) -> str:
    """The passage with most of the goal's words; a short one with the one behind it."""
    if prompt.aim != ANSWER:
        return ""
    passages = [each for each in prompt.text if each != "…"]
    ranked = sorted(passages, key=lambda each: -_share(prompt, each))
    if not ranked or _share(prompt, ranked[0]) < _ENOUGH:
        return ""
    at = passages.index(ranked[0])
    is_name = not re.search(r"\d|[.!]$", ranked[0])
    return " ".join(passages[at : at + 2] if is_name else [ranked[0]])


def _filling_in(prompt: WebPrompt) -> Iterable[Said]:
    fields = [row for row in prompt.rows if row.role in _FIELDS or row.role == "password"]
    for name, value in prompt.values:
        for row in fields:
            is_it = _words(name) & _words(f"{row.text} {row.context}")
            is_empty = row.value not in (value, "(secret)")
            if is_it and is_empty and not _is_worn_out(row, prompt):
                yield {"action": "type", "element": row.element, "text": value}
    if prompt.values:
        for row in prompt.rows:
            if "submits" in row.marks and not row.is_disabled and not _is_worn_out(row, prompt):
                yield _click(row, "all is filled in")


def _clicking(prompt: WebPrompt) -> Iterable[Said]:
    scored = [(_score(row, prompt), row) for row in prompt.rows if row.role not in _FIELDS]
    for score, row in sorted(scored, key=lambda each: -each[0]):
        if score >= _ENOUGH and not row.is_disabled and not _is_worn_out(row, prompt):
            yield _click(row, "it is called like the goal")


def _score(row: Row, prompt: WebPrompt) -> float:
    score = max(_share(prompt, row.text), 0.9 * _share(prompt, f"{row.text} {row.context}"))
    if prompt.aim == DOWNLOAD and re.search(
        r"download|\bfile \S", f"{row.text} {row.marks}".casefold()
    ):
        score += 0.5
    return score - (0.2 if "nav" in row.marks.split(", ") else 0.0)


def _searching(prompt: WebPrompt) -> Iterable[Said]:
    words = " ".join(_telling(prompt.goal))
    fields = [row for row in prompt.rows if "search" in row.marks.split(", ")]
    if fields and words and not prompt.avoids_search and not _has_tried(prompt, words):
        yield {"action": "search", "element": fields[0].element, "text": words}


def _going_on(prompt: WebPrompt) -> Iterable[Said]:
    for row in prompt.rows:
        called = row.text.casefold().strip(" →>»")
        if called.startswith(_GOES_ON) and not row.is_disabled and not _has_failed(row, prompt):
            yield _click(row, "what is sought may be on the next page")


# --- words


def _click(row: Row, reason: str) -> Said:
    return {"action": "click", "element": row.element, "reason": reason}


def _is_worn_out(row: Row, prompt: WebPrompt) -> bool:
    """It brought nothing, or was done often enough."""
    times = [tried for tried in prompt.tried if _is_about(tried, row)]
    return _has_failed(row, prompt) or len(times) >= _TOO_OFTEN


def _has_failed(row: Row, prompt: WebPrompt) -> bool:
    about = [tried for tried in prompt.tried if _is_about(tried, row)]
    return "failed before" in row.marks or any(
        each.outcome.startswith(("failed", "nothing changed")) for each in about
    )


def _is_about(tried: Tried, row: Row) -> bool:
    return bool(row.text) and f"“{row.text[:30]}" in tried.description


def _has_tried(prompt: WebPrompt, words: str) -> bool:
    return any(words.casefold() in tried.description.casefold() for tried in prompt.tried)


def _share(prompt: WebPrompt, text: str) -> float:
    """Which share of the goal's words the text has."""
    wanted = _words(prompt.goal)
    return len(wanted & _words(text)) / len(wanted) if wanted else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(_ordered(text))


def _ordered(text: str) -> tuple[str, ...]:
    """The telling words in their order, without the end of a plural."""
    return tuple(
        each[:-1] if len(each) > 3 and each.endswith("s") and not each.endswith("ss") else each
        for each in _telling(text)
    )


def _telling(text: str) -> tuple[str, ...]:
    """The words without small ones."""
    return tuple(each for each in re.findall(r"[\w']+", text.casefold()) if each not in _SMALL)
