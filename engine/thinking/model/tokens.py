"""How many tokens a text will be, counted from its characters so that it is rather too many.

Every model cuts texts in its own way, and none says beforehand how. A prompt that is estimated too
long loses a row of the table; one that is estimated too short is refused.
"""

from __future__ import annotations

import math

_LETTER = 0.3  # words of three to five letters are one token; names of zones fall into more
_SPACE = 0.1  # it belongs to the word behind it
_DIGIT_OR_SIGN = 0.8  # many models take digits and signs one by one
_BYTE_OF_ANOTHER_SCRIPT = 0.5


def estimated_tokens(text: str) -> int:
    """The most tokens that a common model makes of the text, as far as its characters tell."""
    return math.ceil(sum(map(_weight, text)))


def _weight(character: str) -> float:
    if not character.isascii():
        return len(character.encode(errors="replace")) * _BYTE_OF_ANOTHER_SCRIPT
    if character.isalpha():
        return _LETTER
    return _SPACE if character == " " else _DIGIT_OR_SIGN
