"""Words of goals and of pages made comparable, and how many of the one stand in the other.

Words are compared by their stems, in one spelling ("basket" and "cart", "colour" and "color").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from engine.domain.web.vocabulary import GOAL_VERBS, SAME_WORD, SMALL_WORDS, STOP_WORDS, TWO_WORDS
from engine.domain.words import ARTICLES, normal

_AKIN_CHARS = 5  # "port" and "portable" have nothing to do with each other
_ARTICLES = frozenset({*ARTICLES, "these", "those", "please", "and", "then"})
_POSSESSIVE = re.compile(r"['’]s\b")
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+")


def plain_text(text: str) -> str:
    """Case, width and white space do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """The words of a text in one spelling and in the singular, without stop words.

    A text of nothing but stop words keeps them.
    """
    joined: list[str] = []
    for word in normal(_apart(text)).split():
        pair = (joined[-1], word) if joined else ("", "")
        if pair in TWO_WORDS:
            joined[-1] = TWO_WORDS[pair]
        else:
            joined.append(word)
    kept = [word for word in joined if word not in STOP_WORDS] or joined
    return tuple(stem(word) for word in kept)


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in order, each by its stem, and none left out or joined."""
    return tuple(stem(word) for word in _TOKEN.findall(plain_text(text)))


def stem(word: str) -> str:
    """A word in one spelling and in the singular."""
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


def content_words(text: str) -> tuple[str, ...]:
    """Those that say something, each once, in order and as they are written, in lower case.

    Where none does, as in "About us", the small words are all there is to go by.
    """
    words = _TOKEN.findall(_POSSESSIVE.sub("", plain_text(text)))
    named = [word for word in words if word not in GOAL_VERBS and word not in _ARTICLES]
    told = [word for word in named if word not in SMALL_WORDS]
    return tuple(dict.fromkeys(told or named))


def hits(terms: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Those of the terms that stand in one of the texts."""
    text = " ".join(texts)
    found, whole = set(tokens(text)), plain_text(text)
    # scripts without spaces have no words to compare
    return tuple(
        term for term in terms if stem(term) in found or (not term.isascii() and term in whole)
    )


def coverage(words: str | tuple[str, ...], *texts: str) -> float:
    """The share of the words, or of a goal's terms, that the texts hold, 0 to 1; 0 for none."""
    if not isinstance(words, str):
        return len(hits(words, *texts)) / len(words) if words else 0.0
    wanted = set(stems(words))
    return len(wanted & set(stems(" ".join(texts)))) / len(wanted) if wanted else 0.0


def told_share(words: str, text: str) -> float:
    """As ``coverage``, where words of one family count alike: "weigh" and "weight"."""
    wanted, there = set(stems(words)), set(stems(text))
    found = sum(any(_is_akin(one, other) for other in there) for one in wanted)
    return found / len(wanted) if wanted else 0.0


def stands_in(quotation: str, text: str) -> bool:
    """Whether it stands there word for word; case and white space do not matter."""
    return plain_text(quotation) in plain_text(text)


def _is_akin(one: str, other: str) -> bool:
    if one == other:
        return True
    if any(sign.isdigit() for sign in one + other):
        return False  # "3.0" and "3.8" are no family
    shorter, longer = sorted((one, other), key=len)
    begins = longer.startswith(shorter[: max(_AKIN_CHARS, len(shorter) - 1)])
    return len(shorter) >= _AKIN_CHARS and begins and len(longer) - len(shorter) <= 3


def _apart(text: str) -> str:
    """ "firstName", "first_name" and "first-name" as words."""
    text = re.sub(r"(?<=\d)[.,](?=\d)", "point", text)  # one number stays one word
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", text) if " " not in text else text
    return re.sub(r"[_\-./\[\]]+", " ", spaced) if " " not in text else spaced.replace("-", " ")
