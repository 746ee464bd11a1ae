"""How old the live picture is, and the zones over it, in words that hold for a while.

A screen that stands still is not old: its picture is as good as new. It is late where the screen
is known to have changed and no picture of that has come.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.lag import SightLag
from engine.language.sentences.figures import clock_words, span_words

LATE_SECS = 1.0
ZONES_BEHIND_SECS = 0.5
"""Looking takes so long; sooner nobody needs to know."""
STILL_SECS = 1.0
AGE_STEP_MS = 10.0
"""The age is told in steps, so that the figure is readable and seldom repainted."""
_STEPS_SECS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600)
_SOON_SECS = 0.25
_LATE_STEP_SECS = 0.5


@dataclass(frozen=True, slots=True)
class AgeWords:
    """``holds_secs`` is how long they stay true if nothing happens."""

    text: str
    tip: str
    is_late: bool = False
    holds_secs: float = _SOON_SECS


def age_words(
    lag: SightLag, *, captured_at_secs: float, shown_after_ms: float, now_secs: float
) -> AgeWords:
    """For the picture that is shown: when it was taken and how old it was when it was shown."""
    unshown, unlooked = lag.unshown_since_secs, lag.unlooked_since_secs
    if lag.silent_since_secs is not None and now_secs - lag.silent_since_secs >= LATE_SECS:
        silent = _in_steps(now_secs - lag.silent_since_secs)
        tip = "The camera does not answer: whether the screen has changed is not known"
        return AgeWords(f"camera silent {silent}", tip, is_late=True, holds_secs=_LATE_STEP_SECS)
    if unshown is not None and now_secs - unshown >= LATE_SECS:
        late = _in_steps(now_secs - unshown)
        tip = "The screen has changed, and no picture of that has come for so long"
        return AgeWords(f"picture {late} late", tip, is_late=True, holds_secs=_LATE_STEP_SECS)
    if unlooked is not None and now_secs - unlooked >= ZONES_BEHIND_SECS:
        behind = _in_steps(now_secs - unlooked)
        tip = "The picture has changed; the zones are those of so long ago"
        return AgeWords(f"zones {behind} behind", tip, holds_secs=_LATE_STEP_SECS)
    if now_secs - captured_at_secs >= STILL_SECS:
        since = now_secs - captured_at_secs
        step = max(each for each in _STEPS_SECS if each <= since)
        if since >= 2 * _STEPS_SECS[-1]:
            step = int(since // _STEPS_SECS[-1]) * _STEPS_SECS[-1]
        following = next((each for each in _STEPS_SECS if each > step), step + _STEPS_SECS[-1])
        tip = "Nothing on the screen has changed for so long: the picture and its zones are as new"
        return AgeWords(f"still for {_span(step)}", tip, holds_secs=following - since)
    age = span_words(round(shown_after_ms / AGE_STEP_MS) * AGE_STEP_MS)
    return AgeWords(f"{age} old", "How old the picture was when it was shown")


def _in_steps(secs: float) -> str:
    return _span(int(secs / _LATE_STEP_SECS) * _LATE_STEP_SECS)


def _span(secs: float) -> str:
    """``0.5 s``, ``20 s``, ``5 min``, ``2 h``."""
    if secs < 60:
        return f"{secs:g} s"
    if secs < 3600:
        return f"{secs / 60:g} min" if secs % 60 == 0 else clock_words(secs)
    return f"{secs / 3600:g} h" if secs % 3600 == 0 else clock_words(secs)
