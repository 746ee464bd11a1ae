"""Words and labels made comparable: case, width, mnemonics and trailing dots do not matter; and
made short, for where there is little room."""

from __future__ import annotations

import re
import unicodedata

ARTICLES = ("the", "a", "an", "this", "that", "my", "your", "its")
ON_WORDS = frozenset({"on", "true", "yes", "checked", "ticked", "enabled", "active", "selected"})
OFF_WORDS = frozenset({"off", "false", "no", "unchecked", "unticked", "disabled", "inactive"})

_MNEMONIC = re.compile(r"(?<![\w])_(?=\w)|&(?=\w)")
_ARTICLE = re.compile(rf"^(?:{'|'.join(ARTICLES)})\s+", re.IGNORECASE)


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
