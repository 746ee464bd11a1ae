"""Words and labels made comparable, made short where there is little room, and what they say
beyond their words.

``plain_text`` compares texts, ``plain`` labels on screens with each other (is this the one, does
the condition hold?), ``normal`` a label with what somebody calls it; each forgives what the one
before forgives. Words that may be disguised are compared in ``folding``.
"""

from __future__ import annotations

import re
import unicodedata

ARTICLES = ("the", "a", "an", "this", "that", "my", "your", "its")
ON_WORDS = frozenset({"on", "true", "yes", "checked", "ticked", "enabled", "active", "selected"})
OFF_WORDS = frozenset({"off", "false", "no", "unchecked", "unticked", "disabled", "inactive"})

_MNEMONIC = re.compile(r"(?<![\w])_(?=\w)|&(?=\w)")
_ARTICLE = re.compile(rf"^(?:{'|'.join(ARTICLES)})\s+", re.IGNORECASE)
_TRAILING_DOTS = re.compile(r"(?<=\S)\s*(…|\.\.\.)$")
SHOWN_CHARS = 40


def plain_text(text: str) -> str:
    """Case, width and white space do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def plain(label: str) -> str:
    """Nor do the mark of a mnemonic ("&Save", "Save _As") and dots at the end."""
    return plain_text(_MNEMONIC.sub("", _TRAILING_DOTS.sub("", label.strip())))


def promises_window(label: str) -> bool:
    """By convention a label that ends in dots opens a dialog, which has a button for the deed."""
    return bool(_TRAILING_DOTS.search(label.rstrip()))


def normal(text: str) -> str:
    """Nor does punctuation, and "&" is "and".

    A label that is nothing but punctuation ("×", "…") keeps it, or buttons of signs would all
    be alike.
    """
    label = plain(text).replace(" & ", " and ")
    worded = re.sub(r"(?<=\w)['’](?=\w)", "", label)
    worded = " ".join(re.sub(r"[^\w\s+#%]|_", " ", worded).split())
    return worded if re.search(r"\w", worded) else label


def shortened(text: str, most_chars: int = 60) -> str:
    """One line of at most so many characters, an ellipsis included; spaces are single."""
    line = " ".join(text.split())
    return line if len(line) <= most_chars else f"{line[: most_chars - 1].rstrip()}…"


def without_article(text: str) -> str:
    return _ARTICLE.sub("", text.strip()).strip()


def meanings(*lines: str) -> dict[str, str]:
    """Lines "meaning: word, word" as a table from each word to its meaning."""
    parted = (line.partition(": ") for line in lines)
    return {word: meaning for meaning, _, words in parted for word in words.split(", ")}


def quoted(text: str) -> str:
    """The text as it stands in a description, shortened."""
    return f"“{shortened(text, SHOWN_CHARS)}”"
