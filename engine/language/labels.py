"""Labels as people compare them, and what they say beyond their words."""

from __future__ import annotations

import re
import unicodedata

_TRAILING_DOTS = re.compile(r"\s*(…|\.\.\.)$")


def plain(text: str) -> str:
    """Text as labels are compared: no case, no mnemonic, no trailing dots, single spaces."""
    text = unicodedata.normalize("NFKC", _TRAILING_DOTS.sub("", text.strip()))
    return " ".join(text.replace("_", "").replace("&", "").casefold().split())


def promises_window(label: str) -> bool:
    """By convention a label that ends in dots opens a dialog, which has a button for the deed."""
    return bool(_TRAILING_DOTS.search(label.rstrip()))
