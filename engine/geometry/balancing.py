"""Cutting many zones to a few without losing a part of the view: top, middle and bottom.

What ranks zones looks at words and states; a long menu at the top has as many good ones as there
is room for, and what stands below it is never told. So each third of the view keeps a fair share
of the room, filled with its own best. Pure, and the same for desktops and pages: zones come in
ranked by whoever knows the goal."""

from collections.abc import Callable, Iterable, Sequence

from engine.domain.spaces import Rect
from engine.domain.zones import Zone

BANDS = 3
_SHARE = 0.2
"""Of the room, for each band; the rest goes to the best, wherever they are."""
_MEANT_SHARE = 0.5
"""The goal's own zones take no more than this before bands have had their shares."""


def balanced(
    zones: Sequence[Zone],
    view_px: Rect,
    budget: float,
    *,
    cost: Callable[[Zone], float] = lambda zone: 1.0,
    window_id: str = "",
    is_meant: Callable[[Zone], bool] = lambda zone: False,
) -> tuple[Zone, ...]:
    """The zones that are kept, in the order given, which is the most important first.

    All of them where their costs fit the ``budget``. Else those that the goal means come first,
    then each band of the view gets its share, as far as it has zones for it, then the best of
    what is left. ``view_px`` is what is seen of the page or window that is worked in; where
    ``window_id`` is given, only that window's zones have a band. What is hidden has none."""
    costs = [cost(zone) for zone in zones]
    if sum(costs) <= budget:
        return tuple(zones)
    bands = [_band_of(zone, view_px, window_id) for zone in zones]
    purse = _Purse(costs, budget)
    purse.buy((at for at, zone in enumerate(zones) if is_meant(zone)), _MEANT_SHARE * budget)
    share = _SHARE * (budget - purse.spent)
    for band in range(BANDS):
        purse.buy((at for at, one in enumerate(bands) if one == band), share)
    purse.buy(range(len(zones)), budget)
    return tuple(zone for at, zone in enumerate(zones) if at in purse.bought)


def _band_of(zone: Zone, view_px: Rect, window_id: str) -> int | None:
    """0 for the top third; None for what is not in the view."""
    middle = zone.bounds_px.center
    is_here = zone.on_screen and (not window_id or zone.window_id == window_id)
    if not is_here or not view_px.contains(middle):
        return None
    return BANDS * (middle.y - view_px.y) // view_px.height


class _Purse:
    """Buys one after the other until something is too dear."""

    def __init__(self, costs: Sequence[float], budget: float) -> None:
        self._costs = costs
        self._budget = budget
        self.spent = 0.0
        self.bought: set[int] = set()

    def buy(self, wanted: Iterable[int], most: float) -> None:
        """As many of the wanted ones as ``most`` allows, and the whole budget."""
        left = min(most, self._budget - self.spent)
        for at in wanted:
            if at in self.bought:
                continue
            if self._costs[at] > left:
                return
            left -= self._costs[at]
            self.spent += self._costs[at]
            self.bought.add(at)
