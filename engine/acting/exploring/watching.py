"""Notices that something broke: asks the surface how its applications fare, and reads the looks.

Each kind of fault has a file of its own, but for contradictions; here they are asked one after the
other. A contradiction: the screen shows a sum that is not what its parts, shown beside it, come to.

In a window a table is told by its cells' places; one that may have more rows than are in sight is
none. In the text of a page the cells of a row stand in one line, with bars between them.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain

from engine.acting.exploring.crashes import HANG_SECS, HangWatch, crashes_of
from engine.acting.exploring.dialogs import EndlessDialogs, ErrorDialogs
from engine.acting.exploring.identity import stable
from engine.acting.exploring.sheets import Sheet, is_amount_column, is_sum, wrong_in
from engine.domain.exploring.limits import ConsoleLine, Fault, FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window, Zone
from engine.language.amounts import looks_numeric, percent_in
from engine.processes.descendants import crowding

_BAR = " | "
_CUT = "…"
_MOST_SUMS = 12


def sheets_on_page(text: str) -> Iterator[Sheet]:
    """The tables that have a head with a column of amounts. A text that was cut ends in the middle
    of things, and the last table with it."""
    lines = [line.split(_BAR) for line in text.splitlines()]
    at = 0
    while at < len(lines):
        if _is_head(lines[at]):
            head, at = lines[at], at + 1
            sheet, at = _sheet(head, lines, at)
            if not (text.endswith(_CUT) and at >= len(lines) - 1):
                yield sheet
        else:
            at += 1


def _is_head(cells: Sequence[str]) -> bool:
    has_amounts = sum(map(is_amount_column, cells)) == 1
    return len(cells) >= 2 and has_amounts and not any(map(looks_numeric, cells))


def _sheet(head: list[str], lines: Sequence[list[str]], at: int) -> tuple[Sheet, int]:
    rows: list[tuple[str, ...]] = []
    while at < len(lines) and len(lines[at]) == len(head) and not is_sum(lines[at][0]):
        rows.append(tuple(lines[at]))
        at += 1
    sums: list[tuple[str, str]] = []
    while at < len(lines) and len(sums) < _MOST_SUMS:
        pair, used = _pair(lines, at)
        if pair is None:
            break
        sums.append(pair)
        at += used
    return Sheet(tuple(head), tuple(rows), tuple(sums)), at


def _pair(lines: Sequence[list[str]], at: int) -> tuple[tuple[str, str] | None, int]:
    """A label with its value, in one line or in two, and how many lines that took."""
    cells = [cell for cell in lines[at] if cell.strip()]
    if len(cells) == 1 and ":" in cells[0]:
        label, _, value = cells[0].partition(":")
        cells = [label, value.strip()] if value.strip() else [label]
    if len(cells) >= 2 and _is_value(cells[-1]) and not _is_value(cells[0]):
        return (cells[0], cells[-1]), 1
    following = lines[at + 1] if at + 1 < len(lines) else []
    if len(cells) == 1 and is_sum(cells[0]) and len(following) == 1:
        return ((cells[0], following[0]), 2) if _is_value(following[0]) else (None, 0)
    return None, 0


def _is_value(text: str) -> bool:
    return looks_numeric(text) or percent_in(text) is not None


_LEAST_ROOM = 0.6
"""Of a row's height."""
_LABELS = frozenset({Role.LABEL, Role.HEADING, Role.STATUS})
_FIELDS = frozenset({Role.TEXT_FIELD, Role.SPIN_BOX})


def sheet_of_window(window: Window, situation: Situation) -> Sheet | None:
    """Its one table; None where it has none, several, or one that can't be read for sure."""
    zones = situation.zones_in(window)
    heads = sorted((z for z in zones if z.role is Role.COLUMN_HEADER), key=lambda z: z.bounds_px.x)
    cells = [zone for zone in zones if zone.role in (Role.CELL, Role.TREE_ITEM)]
    if not heads or not cells or len(_lines(heads)) != 1:
        return None
    rows = [_row(line, heads) for line in _lines(cells)]
    if any(row is None for row in rows) or not _is_whole(window, cells, zones, situation):
        return None
    outside = [zone for zone in zones if zone not in heads and zone not in cells]
    return Sheet(
        tuple(head.label for head in heads),
        tuple(row for row in rows if row is not None),
        tuple(_sums(outside)),
    )


def _row(cells: Sequence[Zone], heads: Sequence[Zone]) -> tuple[str, ...] | None:
    """A text for each column, empty where it has no cell; None where a cell stands in none."""
    texts = [""] * len(heads)
    for cell in cells:
        middle, places = cell.bounds_px.center.x, [head.bounds_px for head in heads]
        at = [at for at, place in enumerate(places) if place.x <= middle < place.right]
        if not at or texts[at[0]]:
            return None
        texts[at[0]] = cell.label or cell.value
    return tuple(texts)


def _lines(zones: Sequence[Zone]) -> list[list[Zone]]:
    """From top to bottom; what stands in one line overlaps by half its height."""
    lines: list[list[Zone]] = []
    for zone in sorted(zones, key=lambda each: (each.bounds_px.y, each.bounds_px.x)):
        if lines and _in_line(lines[-1][0].bounds_px, zone.bounds_px):
            lines[-1].append(zone)
        else:
            lines.append([zone])
    return lines


def _in_line(one: Rect, other: Rect) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.y, other.y)
    return 2 * shared >= min(one.height, other.height)


def _is_whole(
    window: Window, cells: Sequence[Zone], zones: Sequence[Zone], situation: Situation
) -> bool:
    """Whether there is room for another row, so that none is out of sight; and nothing of another
    window lies over it."""
    last = max((zone.bounds_px for zone in cells), key=lambda place: place.bottom)
    places = [zone.bounds_px for zone in zones if zone.bounds_px.y >= last.bottom - 1]
    below = [each.y for each in places if each.x < last.right and last.x < each.right]
    end = min([*below, window.bounds_px.bottom])
    table = reduce(Rect.union, [zone.bounds_px for zone in cells])
    is_covered = any(
        other.order < window.order and other.bounds_px.meets(table) for other in situation.windows
    )
    return end - last.bottom >= _LEAST_ROOM * last.height and not is_covered


def _sums(zones: Sequence[Zone]) -> Iterator[tuple[str, str]]:
    """Fields by their labels, labels that hold both, and labels with another one beside them."""
    named: set[str] = set()
    for zone in zones:
        if zone.role in _FIELDS and zone.value and is_sum(zone.label):
            named.add(zone.label)
            yield zone.label, zone.value
    labels = [zone for zone in zones if zone.role in _LABELS]
    for zone in labels:
        label, colon, value = zone.label.partition(":")
        if zone.value and is_sum(zone.label):
            yield zone.label, zone.value
        elif colon and value.strip() and is_sum(label):
            yield label, value.strip()
        elif is_sum(zone.label) and zone.label.rstrip(": ") not in named:
            beside = _beside(zone, labels)
            if beside is not None:
                yield zone.label, beside.label


def _beside(label: Zone, labels: Sequence[Zone]) -> Zone | None:
    """The next label to the right in the same line, where it is a number."""
    right = [
        zone
        for zone in labels
        if zone.bounds_px.x >= label.bounds_px.right and _in_line(zone.bounds_px, label.bounds_px)
    ]
    nearest = min(right, key=lambda zone: zone.bounds_px.x, default=None)
    return nearest if nearest is not None and looks_numeric(nearest.label) else None


def contradictions_in(situation: Situation) -> Iterator[Fault]:
    """All that stand on the screen now."""
    if situation.page is not None:
        application = next((window.application for window in situation.windows), "")
        sheets = [(application, sheet) for sheet in sheets_on_page(situation.page.text)]
    else:
        told = [(window, sheet_of_window(window, situation)) for window in situation.windows]
        sheets = [(window.application, sheet) for window, sheet in told if sheet is not None]
    for application, sheet in sheets:
        if (wrong := wrong_in(sheet)) is not None:
            yield Fault(FaultKind.CONTRADICTION, application, stable(wrong.what), wrong.detail)


def console_errors_of(
    console: Sequence[ConsoleLine], *, crashed: frozenset[str]
) -> Iterator[Fault]:
    """What an application wrote that ``crashed`` belongs to its crash."""
    for line in console:
        if line.level == "error" and line.application not in crashed:
            where = f" ({stable(line.source)})" if line.source else ""
            summary = f"{stable(line.text)}{where}"
            yield Fault(FaultKind.CONSOLE_ERROR, line.application, summary, line.text)


_ENDING_SECS = 1.0
_REST_SECS = 0.1


class SurfaceFaultWatch:
    """Implements ``FaultWatch``. ``masked`` hides what must not be known in what applications
    wrote, as the perceiver does it for what they show. An application may be silent for
    ``hang_secs``."""

    def __init__(
        self,
        surface: ExplorableSurface,
        *,
        masked: Callable[[str], str] = lambda text: text,
        hang_secs: float = HANG_SECS,
    ) -> None:
        self._surface = surface
        self._masked = masked
        self._hangs = HangWatch(surface, hang_secs=hang_secs)
        self._errors = ErrorDialogs()
        self._endless = EndlessDialogs()
        self._contradictions: frozenset[str] = frozenset()

    async def begin(self, situation: Situation) -> None:
        vitals = await self._surface.vitals()
        await self._hangs.begin(vitals.silent, situation)
        self._errors.begin(situation)
        self._endless.begin()
        self._contradictions = frozenset(fault.key for fault in contradictions_in(situation))

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        vitals = await self._ended_vitals(before, after)
        hangs, more = await self._hangs.check(vitals.silent, after)
        vitals = _joined((vitals, *more))
        crashes = tuple(
            crashes_of(vitals.ended, vitals.console, steps, on_web=after.page is not None)
        )
        crashed = frozenset(fault.application for fault in crashes)
        found = chain(
            crashes,
            hangs,
            self._errors.check(after),
            self._endless.check(before, after, steps),
            console_errors_of(vitals.console, crashed=crashed),
            self._fresh_contradictions(after),
        )
        return tuple({fault.key: fault for fault in map(self._hidden, found)}.values())

    async def _ended_vitals(self, before: Situation, after: Situation) -> Vitals:
        """What was told, and a little later again where a process may be about to end: its last
        words or its window's going come first."""
        told = [await self._surface.vitals()]
        gone = _applications(before) - _applications(after)
        deadline = asyncio.get_running_loop().time() + _ENDING_SECS * crowding()
        while not told[-1].ended and (told[0].console or gone):
            if asyncio.get_running_loop().time() >= deadline:
                break
            await asyncio.sleep(_REST_SECS)
            told.append(await self._surface.vitals())
        return _joined(told)

    def _fresh_contradictions(self, after: Situation) -> tuple[Fault, ...]:
        """One that stands on the screen is told once."""
        found = tuple(contradictions_in(after))
        fresh = tuple(fault for fault in found if fault.key not in self._contradictions)
        self._contradictions = frozenset(fault.key for fault in found)
        return fresh

    def _hidden(self, fault: Fault) -> Fault:
        return replace(
            fault, summary=self._masked(fault.summary), detail=self._masked(fault.detail)
        )


def _joined(told: Iterable[Vitals]) -> Vitals:
    """In their order; silent are those of the last."""
    all_told = tuple(told)
    return Vitals(
        tuple(chain.from_iterable(one.ended for one in all_told)),
        all_told[-1].silent,
        tuple(chain.from_iterable(one.console for one in all_told)),
    )


def _applications(situation: Situation) -> frozenset[str]:
    return frozenset(window.application for window in situation.windows)
