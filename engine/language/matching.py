"""Words of goals and of pages made comparable, and how many of the one stand in the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.language.labels import plain_text

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
JOINING_WORDS = frozenset(
    {
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "its", "my"),
        *("of", "on", "or", "that", "the", "then", "this", "to", "with"),
    }
)
"""They say nothing, in labels neither."""
SMALL_WORDS = JOINING_WORDS | frozenset(
    {
        *("these", "your", "our", "his", "her", "their", "but", "are", "was", "were", "be", "been"),
        *("i", "we", "you", "me", "us", "he", "she", "they", "there", "here", "onto", "all", "any"),
        *("some", "each", "every", "both", "about", "if", "so", "not", "no", "than", "too", "do"),
        *("does", "did", "has", "have", "had", "can", "will", "would", "should", "which", "what"),
        *("who", "whom", "whose", "how", "when", "where", "many", "much", "please", "called"),
        "named",
    }
)
"""They say little: a page that has to do with a text need not have them."""


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in order, each in the singular; a number with its signs is one."""
    return tuple(map(stem, _TOKEN.findall(plain_text(text))))


def stem(word: str) -> str:
    """A word in the singular."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and re.search(r"(?:ss|sh|ch|x|z)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def content_words(text: str) -> tuple[str, ...]:
    """Those that say something, each once, in order, in lower case; all where none does."""
    words = _TOKEN.findall(_POSSESSIVE.sub("", plain_text(text)))
    return tuple(dict.fromkeys(w for w in words if w not in SMALL_WORDS) or dict.fromkeys(words))


def hits(terms: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Those of the terms that stand in one of the texts."""
    text = " ".join(texts)
    found, whole = set(tokens(text)), plain_text(text)
    # scripts without spaces have no words to compare
    return tuple(
        term for term in terms if stem(term) in found or (not term.isascii() and term in whole)
    )


def coverage(terms: tuple[str, ...], *texts: str) -> float:
    """The share of the terms that the texts hold, 0 to 1; 0 for none."""
    return len(hits(terms, *texts)) / len(terms) if terms else 0.0


def stands_in(words: str, text: str) -> bool:
    """Whether the words stand there one after the other, as whole words."""
    wanted, there = tokens(words), tokens(text)
    if not wanted:
        return bool(words.strip()) and plain_text(words) in plain_text(text)
    ends = range(len(there) - len(wanted) + 1)
    return any(there[at : at + len(wanted)] == wanted for at in ends)
