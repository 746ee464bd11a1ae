"""The events of a run of any length in little room: sealed, of which those that are asked for are
made anew, and held until others are."""

from collections.abc import Iterable, Sequence

from engine.domain.events import Recorded
from engine.record.views.vector import Sealed, Vector


class PackedEvents(Vector[Recorded]):
    """Grows at its end, itself."""

    WIDTH = 128

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        super().__init__()
        self.clear()
        self.extend(events)

    def extend(self, events: Iterable[Recorded]) -> None:
        for each in events:
            self._last.append(each)
            if len(self._last) == self.WIDTH:
                self._growing[-1] = Sealed(self._last)
                self._begin()

    def clear(self) -> None:
        self._blocks = self._growing = list[Sequence[Recorded]]()
        self._begin()

    def _begin(self) -> None:
        self._last: list[Recorded] = []
        self._growing.append(self._last)
