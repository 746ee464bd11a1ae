"""How far what is shown lags behind what is known: the picture, and the zones over it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SightLag:
    """Since when something is known that is not shown yet; None where all that is known is shown.

    Times are on the monotonic clock. ``unshown_since_secs``: the screen changed, and no picture
    of it has come. ``unlooked_since_secs``: the picture changed, and its zones were not looked up
    since. ``silent_since_secs``: the camera does not answer, so that a picture that stands still
    proves nothing. A screen that stands still lags behind nothing, however old its picture is.
    """

    unshown_since_secs: float | None = None
    unlooked_since_secs: float | None = None
    silent_since_secs: float | None = None
