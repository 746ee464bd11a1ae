"""What hands send, on whatever way: the keysym of a character, and the pointer's steps and times.

Keysyms of characters are those of the X protocol, appendix A: Latin-1 as it is, everything else
0x01000000 + code point. VNC has the same (RFC 6143, 7.5.4).
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.domain.monitors import ScreenPoint

SHIFT_KEYSYM = 0xFFE1
_CONTROL_KEYSYMS = {"\n": 0xFF0D, "\r": 0xFF0D, "\t": 0xFF09, "\b": 0xFF08, "\x1b": 0xFF1B}
_MOVE_PX, _LEAST_MOVES, MOVE_SECS = 24, 6, 0.02
CLICK_INTERVAL_SECS = 0.05


def keysym_of(character: str) -> int:
    """The X keysym that stands for one character."""
    if character in _CONTROL_KEYSYMS:
        return _CONTROL_KEYSYMS[character]
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 + code


def way_along(stroke: Sequence[ScreenPoint]) -> Iterator[ScreenPoint]:
    """In steps that a program can follow: a few at least."""
    least = math.ceil(_LEAST_MOVES / (len(stroke) - 1))
    for here, there in pairwise(stroke):
        right, down = there.x - here.x, there.y - here.y
        count = max(least, math.ceil(math.hypot(right, down) / _MOVE_PX))
        for step in range(1, count + 1):
            yield ScreenPoint(here.x + right * step // count, here.y + down * step // count)
