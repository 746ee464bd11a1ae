"""How many: a number beside the words, such as "3 items" or "Cart (3)", or what can be counted."""

from __future__ import annotations

import re

from engine.domain.web.vocabulary import ANY_ITEM, NUMBER_WORDS
from engine.thinking.offline.web.elements import is_choice, is_typed, label_of
from engine.thinking.offline.web.fields import field_score
from engine.thinking.offline.web.finding import asked_of
from engine.thinking.offline.web.matching import coverage, instructs, is_among, stems, told_share
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import QUANTITY_WORDS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import normal

_MONEY = re.compile(r"[€$£]\s?[\d.,]+|[\d.,]+\s?(?:€|\$|£|EUR|USD|euro)")
_EMPTY = re.compile(
    r"\b(?:is empty|no (?:\w+ )?(?:items?|products?|results?|entries)|nothing)\b", re.I
)
_SHORT_CHARS = 90
_MOST_OF_LEFT = 0.65
_HOW_MANY = re.compile(
    r"\b(?:how many|number of)\s+(?:[\w-]+\s+){0,3}?(?P<noun>[\w-]+)"
    r"(?=\s+(?:has|have|had|do|does|did|is|are|was|were|can|in|on|of|there|with|for|at)\b|\W*$)",
    re.IGNORECASE,
)
_REMOVING = ("remove", "delete", "remove item", "×")


def count_words(view: View, topic: str, question: str = "") -> str:
    """The text that says how many; empty where none does."""
    heading = f"{view.page.title} {' '.join(view.page.headings[:2])}"
    known = "" if asked_of(view.page.url) else heading
    counted = _counted_noun(question) or topic
    left = " ".join(each for each in topic.split() if not set(stems(each)) <= set(stems(known)))
    scored = [
        (share, -at, line)
        for at, line in enumerate(_told(view))
        if (share := _share(topic, line, counted)) and told_share(left, line) >= _MOST_OF_LEFT
    ]
    if scored:
        line = max(scored)[2]
        cells = [each.strip() for each in line.split(" | ")]
        numbers = [each for each in cells if re.fullmatch(r"\d[\d.,]*", each)]
        return numbers[0] if len(numbers) == 1 and len(cells) > 1 else line
    if asked_of(view.page.url) or not any(word in stems(heading) for word in stems(topic)):
        return ""
    empty = next((line for line in view.page.text.splitlines() if _EMPTY.search(line)), "")
    return empty.strip() or _counted(view)


def _told(view: View) -> list[str]:
    lines = [line.strip() for line in view.page.text.splitlines()]
    labels = [label_of(each) for each in view.page.elements or view.request.mapping]
    labels += [each.aria_label for each in view.page.elements or view.request.mapping]
    kept = dict.fromkeys(each for each in (*lines, *labels) if each)
    return [each for each in kept if len(each) <= _SHORT_CHARS and not instructs(each)]


def _counted_noun(question: str) -> str:
    """What is counted: the last word before the verb; empty where it is anything."""
    match = _HOW_MANY.search(question)
    word = match["noun"] if match else ""
    return "" if set(stems(word)) <= ANY_ITEM else word


def _share(topic: str, line: str, counted: str) -> float:
    """The topic's share that stands in the line, where a number stands beside what is counted;
    else 0."""
    words = normal(_MONEY.sub(" ", line)).split()
    wanted = set(stems(counted))
    numbers = [at for at, word in enumerate(words) if word.isdigit() or word in NUMBER_WORDS]
    for at in numbers:
        near = words[max(0, at - 2) : at] + words[at + 1 : at + 3]
        if wanted & {stem for word in near for stem in stems(word)}:
            return coverage(topic, line)
    return 0.0


def _counted(view: View) -> str:
    """What a list's own fields say: the sum of its quantities, or its rows."""
    numbers = [
        int(each.value)
        for each in view.fields
        if (is_typed(each) or is_choice(each))
        and each.value.isdigit()
        and max(field_score(word, each) for word in QUANTITY_WORDS) >= ACCEPT
    ]
    if numbers:
        return str(sum(numbers))
    rows = [each for each in view.pressed if is_among(label_of(each).split(" ")[0], _REMOVING)]
    return str(len(rows)) if rows else ""
