"""Where the events of a run stand along its timeline, and which part of it is in sight.

Two minutes before an approval would squeeze eight seconds of work into a few pixels; so a gap
counts for ``LONGEST_GAP_SECS`` at most and is remembered as a break."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence

LONGEST_GAP_SECS = 4.0
LEAST_SPAN_SECS = 10.0


class TimeScale:
    """``left`` and ``right`` are the part of the whole that is in sight, 0 to 1."""

    def __init__(self) -> None:
        self._places = array("d")
        self.left, self.right = 0.0, 1.0
        self._last_secs = 0.0
        self.breaks = array("i")

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

    @property
    def span(self) -> float:
        """Seconds from the left to the right edge."""
        return max(LEAST_SPAN_SECS, self._places[-1] if self._places else 0.0)

    def place(self, row: int) -> float:
        """The event's place, 0 to 1 where it is in sight."""
        return (self._places[row] / self.span - self.left) / (self.right - self.left)

    def zoom(self, factor: float, at: float) -> None:
        """Show so much less, or more, of it; what is at that place stays there."""
        held, wide = self._whole(at), (self.right - self.left) / factor
        wide = min(1.0, max(LEAST_SPAN_SECS / 10 / self.span, wide))
        self.move_to(held - at * wide, wide)

    def bring_into_sight(self, row: int) -> None:
        at, wide = self._places[row] / self.span, self.right - self.left
        if not self.left <= at <= self.right:
            self.move_to(at - wide / 2, wide)

    def move_to(self, left: float, wide: float) -> None:
        self.left = min(max(0.0, left), 1.0 - wide)
        self.right = self.left + wide

    def _whole(self, place: float) -> float:
        return self.left + place * (self.right - self.left)

    def secs_after(self, row: int) -> float:
        """From this event to the next, as it is drawn."""
        return self._places[row + 1] - self._places[row]

    def row_at(self, place: float) -> int:
        """The first event at that place or behind it."""
        return bisect_left(self._places, self._whole(place) * self.span)

    def apart(self, rows: Sequence[int], least: float) -> Iterator[int]:
        """Which of these rows in sight, and the one before, lie so far apart, 0 to 1, at least."""
        place_of, first, last = self._places.__getitem__, *map(self._whole, (0.0, 1.0))
        at = max(0, bisect_left(rows, first * self.span, key=place_of) - 1)
        gap, last = least * (last - first) * self.span, last * self.span
        while at < len(rows) and place_of(rows[at]) <= last:
            yield at
            at = bisect_left(rows, place_of(rows[at]) + gap, at + 1, key=place_of)

    def row_near(self, place: float) -> int:
        """The event nearest to a place; -1 where there is none."""
        wanted, behind = self._whole(place) * self.span, self.row_at(place)
        beside = range(max(0, behind - 1), min(behind + 1, len(self._places)))
        return min(beside, key=lambda row: abs(self._places[row] - wanted), default=-1)
