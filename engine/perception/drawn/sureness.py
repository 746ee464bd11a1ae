"""Which readings count: what is made up of a script that the reader does not know does not.

Lines in such a script, or that stand on their head, mostly come out as a few letters of little
confidence, though not all do; nearly all right ones are surer. A single sign such as + is often
right though it is not (measured with four fonts in six sizes).
"""

from __future__ import annotations

import re

_LEAST = 0.85
_LEAST_OF_A_SIGN = 0.6
_GREEK_WORD = re.compile("[Ͱ-Ͽἀ-῿]{2}")
"""The reader knows some of these letters, as formulas have them, and leaves out the others."""


def is_sure(text: str, confidence: float) -> bool:
    """``confidence`` is the reader's, 0 to 1."""
    words = text.strip()
    is_sign = len(words) == 1 and not words.isalpha()
    least = _LEAST_OF_A_SIGN if is_sign else _LEAST
    return bool(words) and confidence >= least and not _GREEK_WORD.search(words)
