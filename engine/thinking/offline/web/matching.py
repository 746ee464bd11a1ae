"""How well words fit what stands on a page: exactly, by words, or but for a typing slip."""

from __future__ import annotations

import re

from engine.domain.web.matching import coverage, stems, told_share
from engine.domain.web.pages import WebElement
from engine.thinking.offline.zone_matching import words_score
from engine.thinking.words import normal

__all__ = ["coverage", "fit", "instructs", "is_among", "own_fit", "stems", "told_share"]

_MACHINE_WEIGHT = 0.95  # names for programs, such as "userCity", are often odd
_INSTRUCTING = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|previous|prior|above|goal|"
    r"rule|task|order)s?\b|\b(?:ai|llm|language model|automated|browser)[ -](?:agent|assistant|"
    r"model|bot)s?\b|\bsystem prompt\b|\bagents?\s*(?:must|should|:)|\bassistants?\s*(?:must|:)|"
    r"\bnew instructions?\b|\byour (?:new|real|actual) (?:goal|task|instruction)",
    re.IGNORECASE | re.DOTALL,
)


def fit(words: str, text: str) -> float:
    """How well the words fit the text, 0 to 100; ``zone_matching`` says what the figures mean."""
    if not words or not text:
        return 0.0
    return words_score(" ".join(stems(words)), " ".join(stems(text)))


def is_among(label: str, labels: tuple[str, ...]) -> bool:
    """Whether a label is one of these, but for case, signs and stop words."""
    plain = normal(label)
    return bool(plain) and any(plain == normal(each) for each in labels)


def own_fit(words: str, element: WebElement) -> float:
    """How well the words fit what the element itself is called."""
    told = (element.text, element.aria_label, element.placeholder)
    best = max(0.0 if instructs(text) else fit(words, text) for text in told)
    machine = max(fit(words, element.attr_name), fit(words, element.attr_id))
    return max(best, _MACHINE_WEIGHT * machine)


def instructs(text: str) -> bool:
    """Whether a text tells an agent what to do: that makes it no target, and no answer."""
    return bool(_INSTRUCTING.search(text))
