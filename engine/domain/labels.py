"""Labels as people compare them."""

from __future__ import annotations

import re
import unicodedata

_TRAILING_DOTS = re.compile(r"\s*(…|\.\.\.)$")


def plain(text: str) -> str:
    """Text as labels are compared: no case, no mnemonic, no trailing dots, single spaces."""
    text = unicodedata.normalize("NFKC", _TRAILING_DOTS.sub("", text.strip()))
    return " ".join(text.replace("_", "").replace("&", "").casefold().split())
