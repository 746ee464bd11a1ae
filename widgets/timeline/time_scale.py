"""Where events stand on the timeline: time, with long waits shortened to a readable gap.

Two minutes before an approval would squeeze eight seconds of work into a few pixels; so a gap
counts for ``LONGEST_GAP_SECS`` at most and is remembered as a break.
"""

from __future__ import annotations

from bisect import bisect_left

LONGEST_GAP_SECS = 4.0
LEAST_SPAN_SECS = 10.0


class TimeScale:
    def __init__(self) -> None:
        self._places: list[float] = []
        self._last_secs = 0.0
        self.breaks: list[int] = []

    def append(self, at_secs: float) -> None:
        """The next event, at wall clock time."""
        if not self._places:
            self._places.append(0.0)
        else:
            gap = max(0.0, at_secs - self._last_secs)
            if gap > LONGEST_GAP_SECS:
                self.breaks.append(len(self._places))
            self._places.append(self._places[-1] + min(gap, LONGEST_GAP_SECS))
        self._last_secs = max(at_secs, self._last_secs)

    def clear(self) -> None:
        self._places.clear()
        self.breaks.clear()
        self._last_secs = 0.0

    def __len__(self) -> int:
        return len(self._places)

    @property
    def span(self) -> float:
        """Seconds from the left to the right edge."""
        return max(LEAST_SPAN_SECS, self._places[-1] if self._places else 0.0)

    def place(self, row: int) -> float:
        """The event's place, 0 to 1."""
        return self._places[row] / self.span

    def row_near(self, place: float) -> int:
        """The event nearest to a place; -1 where there is none."""
        if not self._places:
            return -1
        wanted = place * self.span
        after = min(bisect_left(self._places, wanted), len(self._places) - 1)
        before = max(0, after - 1)
        is_before = wanted - self._places[before] < self._places[after] - wanted
        return before if is_before else after
