"""Which state this is: the same digest for looks that a tester would call the same.

What an application shows is one thing, what it holds is another: a list with eight entries and one
with nine, a field with "Anna" and one with "Berta" are the same state; an empty list, an open menu,
a dialog are others. Numbers in words stand for any number. Where nothing is told of a place but its
picture, as in most games, the picture in small stands for it.

What moves though nobody acts (carets, clocks, animations, counters) is learnt by watching, for a
little longer than a caret blinks and a clock ticks. What is known of a window is forgotten with it.

Of a text that part counts which is the same in each run (``stable_words``): without numbers of
processes, addresses, times, random names, and the folders that a run lies in."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import cv2
import numpy as np
import xxhash

from engine.domain.exploring.limits import SeenState
from engine.domain.plans import Situation
from engine.domain.risks import StateMark, WindowPicture
from engine.domain.spaces import Rect
from engine.domain.zones import ROW_ROLES, Role, State, Window, Zone
from engine.geometry.regions import joined_where_met
from engine.language.labels import shortened
from engine.states.marking import choices_of, role_of, zone_facts
from engine.states.small_pictures import CELL_PX, Cells, changed_spots, unpacked

_MAX_CHARS = 160
_VARIABLE = (
    (re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]\d{1,2}:\d\d(:\d\d([.,]\d+)?)?\w*"), "…"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d([.,]\d+)?)?\b"), "…"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b"), "…"),
    (re.compile(r"\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "…"),
    (re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,}\b"), "…"),
    (re.compile(r"(?<![\w:/])(/[\w.@+-]+){2,}/"), "…/"),
    (re.compile(r"(https?://)[^\s/]+"), r"\1…"),
    (re.compile(r"\?\S+"), ""),
    (re.compile(r"(?<!answered with )(?<!\w)\d+([.,]\d+)*\b"), "#"),
)


def stable(text: str) -> str:
    """One line of it, cut to a length that can be read."""
    text = " ".join(text.split())
    for pattern, instead in _VARIABLE:
        text = pattern.sub(instead, text)
    return shortened(text, _MAX_CHARS)


_MARGIN_PX = 2 * CELL_PX
_MOST_PLACES = 400


class Restlessness:
    """The zones that change by themselves, and the places of each window that do."""

    def __init__(self) -> None:
        self._zones: dict[str, str] = {}
        self._places: dict[str, list[Rect]] = defaultdict(list)
        self._watched: set[str] = set()

    def is_known(self, windows: Iterable[Window]) -> bool:
        """All of these have been watched."""
        return {window.window_id for window in windows} <= self._watched

    def keep_only(self, windows: Iterable[Window]) -> None:
        """Forget the windows that are gone, and take these for watched."""
        self._watched = {window.window_id for window in windows}
        places = {key: own for key, own in self._places.items() if key in self._watched}
        self._places = defaultdict(list, places)
        self._zones = {
            key: window for key, window in self._zones.items() if window in self._watched
        }

    def note(self, before: StateMark, now: StateMark) -> None:
        """Between these two nobody acted: whatever differs does so by itself."""
        marks = (before, now)
        old, new = ({each.zone_id: zone_facts(each) for each in mark.zones} for mark in marks)
        for zone in (*before.zones, *now.zones):
            if old.get(zone.zone_id) != new.get(zone.zone_id):
                self._zones[zone.zone_id] = zone.window_id
        origins = {window.window_id: window.bounds_px for window in now.windows}
        for spot in changed_spots(before, now):
            places = self._places[spot.window_id]
            if spot.place is not None and len(places) < _MOST_PLACES:
                at = origins[spot.window_id]
                grown = spot.place.moved(-at.x, -at.y).grown(_MARGIN_PX)
                # as one with those that it touches, so that each pixel counts once
                self._places[spot.window_id] = joined_where_met((*places, grown))

    def has_zone(self, zone: Zone) -> bool:
        return zone.zone_id in self._zones

    def covers(self, spot: Rect, window: Window) -> bool:
        """Whether nearly all of the spot lies where the window moves by itself anyhow."""
        left = spot.area - sum(place.intersection(spot).area for place in self.places_of(window))
        return left <= spot.area // 10

    def places_of(self, window: Window) -> list[Rect]:
        """In frame pixels, where the window stands now; they don't overlap."""
        x, y = window.bounds_px.x, window.bounds_px.y
        return [place.moved(x, y) for place in self._places.get(window.window_id, ())]


_GRID_PX = 16
_EMPTY = Rect(0, 0, 0, 0)


def largest_gap(window_px: Rect, told_px: Iterable[Rect]) -> Rect:
    """The largest upright rectangle of the window, on a grid of 16 pixels, that meets none of
    these; an empty one where there is none. All are frame pixels."""
    columns, rows = window_px.width // _GRID_PX, window_px.height // _GRID_PX
    free = np.ones((rows, columns), bool)
    for each in told_px:
        inside = each.intersection(window_px)
        if not inside.is_empty:
            left, top = inside.x - window_px.x, inside.y - window_px.y
            right, bottom = -(-(left + inside.width) // _GRID_PX), top + inside.height
            free[top // _GRID_PX : -(-bottom // _GRID_PX), left // _GRID_PX : right] = False
    best = _EMPTY
    heights = [0] * columns
    for row in range(rows):
        heights = [
            height + 1 if is_free else 0 for height, is_free in zip(heights, free[row], strict=True)
        ]
        best = max(best, _largest_under(heights, row), key=lambda rect: rect.area)
    return Rect(
        window_px.x + best.x * _GRID_PX,
        window_px.y + best.y * _GRID_PX,
        best.width * _GRID_PX,
        best.height * _GRID_PX,
    )


def _largest_under(heights: list[int], row: int) -> Rect:
    """The largest rectangle, in cells, that stands on this row within the columns' heights."""
    best = _EMPTY
    rising: list[tuple[int, int]] = []
    for column, height in enumerate([*heights, 0]):
        start = column
        while rising and rising[-1][1] >= height:
            start, tall = rising.pop()
            if (column - start) * tall > best.area:
                best = Rect(start, row - tall + 1, column - start, tall)
        rising.append((start, height))
    return best


_NUMBER = re.compile(r"\d+(?:[.,:∶]\d+)*")
_MANY = 2
_LABEL_CHARS = 80
_SMALL_CELLS = 12
_SHADES_SHIFT = 5
_LEAST_DRAWN_SHARE = 0.02
_LEAST_GAP_SHARE = 0.08
_BLANK_SHADES = 6
"""A place whose shades differ by no more is blank, however large it is."""
_HOLDING_ROLES = frozenset({Role.WINDOW, Role.DIALOG, Role.GROUP, Role.OTHER})


def state_of(situation: Situation, mark: StateMark, restless: Restlessness) -> SeenState:
    """The state, and a title for people."""
    facts = (
        _page_facts(situation),
        sorted((w.application, _plain(w.title), w.is_dialog, w.is_active) for w in mark.windows),
        sorted(_shown(mark, restless).items()),
        [(where, _drawn(mark, place, window_id, restless)) for where, place, window_id in
         _drawn_places(mark)],
    )  # fmt: skip
    digest = xxhash.xxh3_64(repr(facts).encode()).hexdigest()
    return SeenState(digest, _title(situation, mark))


def _page_facts(situation: Situation) -> str:
    if situation.page is None:
        return ""
    parts = urlsplit(situation.page.url)
    return f"{parts.netloc}{_plain(parts.path)}"


def _shown(mark: StateMark, restless: Restlessness) -> Counter[tuple[str, str, str]]:
    """How often each thing is there, where more than once is all the same."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for zone in mark.zones:
        if not restless.has_zone(zone):
            counted[_zone_facts(zone)] += 1
    return Counter({fact: min(count, _MANY) for fact, count in counted.items()})


def _zone_facts(zone: Zone) -> tuple[str, str, str]:
    role = role_of(zone).value
    if zone.role in ROW_ROLES:
        return role, "", ""
    if zone.is_editable:
        return role, _plain(zone.own_label), "filled" if zone.value else "empty"
    return role, _plain(zone.own_label), " ".join(sorted(choices_of(zone)))


def _drawn_places(mark: StateMark) -> Iterator[tuple[str, Rect, str]]:
    """Canvases and large pictures, and of each window the largest place that nothing tells of."""
    area = sum(window.bounds_px.area for window in mark.windows) or 1
    for zone in mark.zones:
        if zone.role.is_picture and zone.bounds_px.area >= area * _LEAST_DRAWN_SHARE:
            yield zone.role.value, zone.bounds_px, zone.window_id
    for window in mark.windows:
        told = [
            zone.bounds_px
            for zone in mark.zones
            if zone.window_id == window.window_id and zone.role not in _HOLDING_ROLES
        ]
        place = largest_gap(window.bounds_px, told)
        if place.area >= window.bounds_px.area * _LEAST_GAP_SHARE:
            yield "window", place, window.window_id


def _drawn(mark: StateMark, place_px: Rect, window_id: str, restless: Restlessness) -> str:
    """The place's picture in few cells and few shades, without what moves by itself."""
    picture = next((one for one in mark.pictures if one.window_id == window_id), None)
    window = next((one for one in mark.windows if one.window_id == window_id), None)
    if picture is None or window is None:
        return ""
    cells = np.array(unpacked(picture))
    for each in restless.places_of(window):
        _part(cells, picture, each)[:] = 0
    part = _part(cells, picture, place_px)
    if min(part.shape[:2]) < 1:
        return ""
    if int(np.ptp(part[:, :, :3].astype(np.int16), axis=(0, 1)).max()) <= _BLANK_SHADES:
        return "blank"
    grey = cv2.cvtColor(np.ascontiguousarray(part[:, :, :3]), cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (_SMALL_CELLS, _SMALL_CELLS), interpolation=cv2.INTER_AREA)
    return bytes(small >> _SHADES_SHIFT).hex()


def _part(cells: Cells, picture: WindowPicture, place_px: Rect) -> Cells:
    """The cells that lie in the place altogether, or begin before it."""
    cell = picture.cell_px
    inside = place_px.moved(-picture.bounds_px.x, -picture.bounds_px.y)
    rows = slice(max(0, inside.y) // cell, max(0, inside.bottom) // cell)
    return cells[rows, max(0, inside.x) // cell : max(0, inside.right) // cell]


def _title(situation: Situation, mark: StateMark) -> str:
    """The window in front, and what is open in it."""
    front = next((window for window in mark.windows if window.is_active), None)
    page = situation.page.title if situation.page is not None else ""
    name = page or (front.name if front else "nothing in front")
    opened = [
        zone.own_label
        for zone in mark.zones
        if State.EXPANDED in zone.state and zone.own_label and zone.role.is_of_menu
    ]
    return " · ".join([" ".join(name.split())[:_LABEL_CHARS], *opened[:1]])


def _plain(text: str) -> str:
    return _NUMBER.sub("#", " ".join(text.split()))[:_LABEL_CHARS]
