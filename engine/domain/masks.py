"""What stands in the place of a hidden text, and what can still be told of it."""

import re
from urllib.parse import unquote

MASK = "••••••"

COVERED = 128
"""All four bytes of a covered pixel: grey, and half transparent as no captured pixel is."""


def fits_mask(masked: str, text: str) -> bool:
    """Whether the text may be what was masked: alike but for what the masks stand for."""
    parts = map(re.escape, masked.split(MASK))
    return re.fullmatch(".+".join(parts), text, re.DOTALL) is not None


def holds_mask(text: str) -> bool:
    """Whether a part of it is hidden. An address of that kind can't be opened: it is another one
    than was seen."""
    return MASK in unquote(text)
