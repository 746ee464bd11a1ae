"""What stands in the place of a hidden text, and what can still be told of it."""

from __future__ import annotations

import re

MASK = "••••••"

COVERED = 128
"""All four bytes of a covered pixel: grey, and half transparent as no captured pixel is."""


def fits_mask(masked: str, text: str) -> bool:
    """Whether the text may be what was masked: alike but for what the masks stand for."""
    parts = map(re.escape, masked.split(MASK))
    return re.fullmatch(".+".join(parts), text, re.DOTALL) is not None
