"""Whether what is made of a text takes time as it is long, and not as its square."""

from __future__ import annotations

import time
from collections.abc import Callable

_WORTH_JUDGING_SECS = 0.05
"""What takes less is too quick to tell one from the other, and keeps nobody waiting."""
_TIMES = 4
_MOST_TIMES = 9
"""For four times as much: four times as long would do, and sixteen times is its square."""


_TRIES = 5
"""What grows as the square does so each time; a machine that stands still for a moment does not."""


def grows_no_faster(call: Callable[[int], object], most: int) -> bool:
    """Of the processor's time: what else the machine does counts for both. What is made once, such
    as a table, is made before."""
    call(most // _TIMES // _TIMES)
    return any(_is_quick(call, most) for _ in range(_TRIES))


def _is_quick(call: Callable[[int], object], most: int) -> bool:
    secs = _secs(call, most)
    return secs < _WORTH_JUDGING_SECS or secs < _MOST_TIMES * _secs(call, most // _TIMES)


def _secs(call: Callable[[int], object], size: int) -> float:
    began = time.process_time()
    call(size)
    return time.process_time() - began
