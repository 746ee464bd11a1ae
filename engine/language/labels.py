"""Words and labels made comparable: case, width, mnemonics and trailing dots do not matter; made
short, for where there is little room; and what they say beyond their words."""

from __future__ import annotations

import re
import unicodedata

ARTICLES = ("the", "a", "an", "this", "that", "my", "your", "its")
ON_WORDS = frozenset({"on", "true", "yes", "checked", "ticked", "enabled", "active", "selected"})
OFF_WORDS = frozenset({"off", "false", "no", "unchecked", "unticked", "disabled", "inactive"})

_MNEMONIC = re.compile(r"(?<![\w])_(?=\w)|&(?=\w)")
_ARTICLE = re.compile(rf"^(?:{'|'.join(ARTICLES)})\s+", re.IGNORECASE)
_TRAILING_DOTS = re.compile(r"\s*(…|\.\.\.)$")
SHOWN_CHARS = 40


def plain(text: str) -> str:
    """Text as labels are compared: no case, no mnemonic, no trailing dots, single spaces."""
    text = unicodedata.normalize("NFKC", _TRAILING_DOTS.sub("", text.strip()))
    return " ".join(text.replace("_", "").replace("&", "").casefold().split())


def promises_window(label: str) -> bool:
    """By convention a label that ends in dots opens a dialog, which has a button for the deed."""
    return bool(_TRAILING_DOTS.search(label.rstrip()))


def normal(text: str) -> str:
    """The form in which labels are compared: NFKC, no case, no mnemonics, no punctuation.

    A label that is nothing but punctuation ("×", "…") keeps it, or buttons of signs would all
    be alike.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _MNEMONIC.sub("", plain).replace(" & ", " and ").replace("’", "'").strip()
    worded = " ".join(re.sub(r"(?<=\w)'(?=\w)", "", plain).split())
    worded = " ".join(re.sub(r"[^\w\s+#%]|_", " ", worded).split())
    return worded if re.search(r"\w", worded) else plain


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
