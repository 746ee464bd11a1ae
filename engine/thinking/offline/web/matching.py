"""How well words fit what stands on a page: exactly, by words, or but for a typing slip.

Words are compared by their stems, in one spelling ("basket" and "cart", "colour" and "color").
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.domain.web.pages import WebElement
from engine.thinking.offline.web.vocabulary import SAME_WORD, STOP_WORDS, TWO_WORDS
from engine.thinking.offline.zone_matching import words_score
from engine.thinking.words import normal

_AKIN_CHARS = 5  # "port" and "portable" have nothing to do with each other
_MACHINE_WEIGHT = 0.95  # names for programs, such as "userCity", are often odd
_INSTRUCTING = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|previous|prior|above|goal|"
    r"rule|task|order)s?\b|\b(?:ai|llm|language model|automated|browser)[ -](?:agent|assistant|"
    r"model|bot)s?\b|\bsystem prompt\b|\bagents?\s*(?:must|should|:)|\bassistants?\s*(?:must|:)|"
    r"\bnew instructions?\b|\byour (?:new|real|actual) (?:goal|task|instruction)",
    re.IGNORECASE | re.DOTALL,
)


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """The words of a text in one spelling and in the singular, without stop words.

    A text of nothing but stop words keeps them.
    """
    words = normal(_apart(text)).split()
    joined: list[str] = []
    for word in words:
        pair = (joined[-1], word) if joined else ("", "")
        if pair in TWO_WORDS:
            joined[-1] = TWO_WORDS[pair]
        else:
            joined.append(word)
    kept = [word for word in joined if word not in STOP_WORDS] or joined
    return tuple(_stem(word) for word in kept)


def fit(words: str, text: str) -> float:
    """How well the words fit the text, 0 to 100; ``zone_matching`` says what the figures mean."""
    if not words or not text:
        return 0.0
    return words_score(" ".join(stems(words)), " ".join(stems(text)))


def coverage(words: str, text: str) -> float:
    """The share of the words that the text holds, 0 to 1."""
    wanted = set(stems(words))
    return len(wanted & set(stems(text))) / len(wanted) if wanted else 0.0


def told_share(words: str, text: str) -> float:
    """As ``coverage``, where words of one family count alike: "weigh" and "weight"."""
    wanted, there = set(stems(words)), set(stems(text))
    found = sum(any(_is_akin(one, other) for other in there) for one in wanted)
    return found / len(wanted) if wanted else 0.0


def _is_akin(one: str, other: str) -> bool:
    if one == other:
        return True
    if any(sign.isdigit() for sign in one + other):
        return False  # "3.0" and "3.8" are no family
    shorter, longer = sorted((one, other), key=len)
    begins = longer.startswith(shorter[: max(_AKIN_CHARS, len(shorter) - 1)])
    return len(shorter) >= _AKIN_CHARS and begins and len(longer) - len(shorter) <= 3


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


def _apart(text: str) -> str:
    """ "firstName", "first_name" and "first-name" as words."""
    text = re.sub(r"(?<=\d)[.,](?=\d)", "point", text)  # one number stays one word
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", text) if " " not in text else text
    return re.sub(r"[_\-./\[\]]+", " ", spaced) if " " not in text else spaced.replace("-", " ")


def _stem(word: str) -> str:
    word = SAME_WORD.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif len(word) > 4 and word.endswith("ie"):
        word = f"{word[:-2]}y"  # so that "cookie" is one of the "cookies"
    elif len(word) > 4 and re.search(r"(?:ss|sh|ch|x|z)es$", word):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return SAME_WORD.get(word, word)
