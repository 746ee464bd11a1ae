"""The judge of states, without a model. Implements the ``StateJudge`` port.

Marks are compared, without what is known to move by itself. No threshold stands between a change
of things or texts and a yes: a digit in a calculator's display is all there is to see of a step.
A change of the picture alone counts from a few cells on, and is sure only where little else moves.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from engine.acting.exploring.identity import Restlessness, state_of
from engine.domain import facts, plans, ports, spaces, surface_ports, zones
from engine.domain.exploring.limits import Progression, SeenState
from engine.domain.risks import StateMark
from engine.language.labels import shortened
from engine.states import marking, small_pictures

_LEAST_SPOT_PX = 64
"""Of a spot's area: a smaller one is a stray pixel's cells."""
_DOUBTED_SHARE = 0.002
"""A smaller change of the picture alone, outside of canvases, may be a mere decoration."""
_NOISY_SHARE = 0.5
"""Where more than that moves by itself, a picture that stays is no sign of rest."""
_DRAWN_ROLES = frozenset({zones.Role.CANVAS, zones.Role.IMAGE, zones.Role.OTHER})


class _Difference(facts.Frozen):
    share: float
    words: str = ""


def progression(
    before: StateMark, after: StateMark, restless: Restlessness, *, addresses: tuple[str, str]
) -> Progression:
    """``addresses`` are those of the page before and after; empty ones on a desktop."""
    old, new = (Counter(_things(mark, restless)) for mark in (before, after))
    for counter, address in zip((old, new), addresses, strict=True):
        counter[("page", address.partition("#")[0], "")] += bool(address)
    structure = _difference(old, new)
    text = _difference(*(Counter(_texts(mark, restless)) for mark in (before, after)))
    spots = [
        spot.place
        for spot in small_pictures.changed_spots(before, after)
        if spot.place and not _is_restless(spot.window_id, spot.place, after, restless)
    ]
    area = sum(window.bounds_px.area for window in after.windows) or 1
    picture = min(1.0, sum(spot.area for spot in spots) / area)
    noise = min(1.0, sum(
        place.area for window in after.windows for place in restless.places_of(window)
    ) / area)  # fmt: skip
    told = [each.words for each in (structure, text) if each.words]
    has_progressed = bool(told or spots)
    return Progression(
        has_progressed,
        round(structure.share, 4),
        round(text.share, 4),
        round(picture, 4),
        round(noise, 4),
        why="; ".join(told) or _picture_words(spots),
        is_sure=bool(told) or _is_sure(spots, picture, noise, after),
    )


def _things(mark: StateMark, restless: Restlessness) -> Iterator[tuple[str, str, str]]:
    for application, title, _ in map(marking.window_facts, mark.windows):
        yield "window", title or application, ""
    for zone in mark.zones:
        if not restless.has_zone(zone):
            label = zone.own_label if zone.is_actionable and not zone.is_editable else ""
            yield marking.role_of(zone).value, label, " ".join(sorted(marking.choices_of(zone)))


def _texts(mark: StateMark, restless: Restlessness) -> Iterator[tuple[str, str, str]]:
    for zone in mark.zones:
        role, label, value, _ = marking.zone_facts(zone)
        if not restless.has_zone(zone) and (value or not zone.is_actionable):
            yield role, label, value


def _difference(
    old: Counter[tuple[str, str, str]], new: Counter[tuple[str, str, str]]
) -> _Difference:
    come, gone = new - old, old - new
    changed = come.total() + gone.total()
    if not changed:
        return _Difference(0.0)
    share = changed / max(1, (old | new).total())
    parts = [
        f"{kind} “{shortened(' '.join(filter(None, words)), 40)}” {verb}"
        for one, verb in ((come, "came"), (gone, "went"))
        for kind, *words in list(one)[:1]
    ]
    return _Difference(min(1.0, share), f"{', '.join(parts)} ({changed} in all)")


def _is_restless(window_id: str, spot: spaces.Rect, now: StateMark, restless: Restlessness) -> bool:
    window = next(each for each in now.windows if each.window_id == window_id)
    return spot.area < _LEAST_SPOT_PX or restless.covers(spot, window)


def _is_sure(spots: list[spaces.Rect], picture: float, noise: float, now: StateMark) -> bool:
    """A picture alone is sure where it is drawn by hand anyhow, or differs a lot."""
    if not spots:
        return noise <= _NOISY_SHARE
    drawn = [zone.bounds_px for zone in now.zones if zone.role in _DRAWN_ROLES]
    told = {zone.window_id for zone in now.zones}
    bare = [window.bounds_px for window in now.windows if window.window_id not in told]
    is_drawn = any(place.contains(spot.center) for spot in spots for place in (*drawn, *bare))
    return is_drawn or picture >= _DOUBTED_SHARE


def _picture_words(spots: list[spaces.Rect]) -> str:
    if not spots:
        return "nothing changed"
    at = spots[0].center
    return f"the picture changed around ({at.x}, {at.y})"


WATCH_SECS = 1.3
"""A caret blinks within 1.2 s, a clock ticks within one."""


class LocalStateJudge:
    """For one surface. A mark takes some milliseconds, so the last few are kept."""

    def __init__(self, surface: surface_ports.Surface, perceiver: ports.Perceiver) -> None:
        self._surface = surface
        self._perceiver = perceiver
        self._restless = Restlessness()
        self._marks: list[tuple[plans.Situation, StateMark]] = []

    async def learn_rest(self, situation: plans.Situation) -> None:
        """Watch for little more than a second, where there is a window that was not watched yet."""
        mark = self._mark_of(situation)
        is_known = self._restless.is_known(mark.windows)
        if not is_known:
            await self._watch(mark)
        self._restless.keep_only(mark.windows)

    def judge(self, before: plans.Situation, after: plans.Situation) -> Progression:
        old, new = (each.page.url if each.page is not None else "" for each in (before, after))
        marks = self._mark_of(before), self._mark_of(after)
        return progression(*marks, self._restless, addresses=(old, new))

    def identify(self, situation: plans.Situation) -> SeenState:
        return state_of(situation, self._mark_of(situation), self._restless)

    async def _watch(self, last: StateMark) -> None:
        deadline = time.monotonic() + WATCH_SECS
        with closing(self._surface.eyes.watch()) as watch:
            while (left := deadline - time.monotonic()) > 0:
                if await watch.next(left) is None:
                    continue
                now = self._mark_of(await self._perceiver.observe())
                self._restless.note(last, now)
                last = now

    def _mark_of(self, situation: plans.Situation) -> StateMark:
        known = next((mark for one, mark in self._marks if one is situation), None)
        if known is None:
            known = marking.mark_of(situation)
            self._marks = [*self._marks[-3:], (situation, known)]
        return known
