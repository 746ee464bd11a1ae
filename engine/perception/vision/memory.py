"""What a vision model saw, and what it called the marked things, while the picture shows it still.

A vision model is slow and dear, and local looks come after every step. So its zones are kept with
the pixels at their places: while these are the same, and the window is there, the thing is. They
move with their window. Pictures that were asked about are remembered too, changed by a caret or
not, so that nobody asks twice.

A zone that a model named keeps its id, its place and the source that knows the place; it gains a
label where it had none, a role, and ``named_by``. Nobody has checked what a model says, so it is
no surer than that."""

from collections import deque
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.domain.facts import Frozen, field, replace
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.perception.masking.masker import Masker, with_zones
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.zone_registry import PlacedNames

_MOST_NAMES = 1000
_MOST_ANSWERS = 24
_CELL_PX = 8
_CELL_DIFFERENCE = 24
_CARET_CELLS = 6
"""So few cells that differ are a caret or a hover, not another picture."""
_PIXEL_DIFFERENCE = 40
_CHANGED_SHARE = 0.04


class GivenName(Frozen):
    """What a model said of a zone; the label is empty where it gave none. ``hidden_digest`` is not
    empty where the label was masked."""

    label: str
    role: Role
    states: frozenset[State]
    confidence: float
    hidden_digest: str = ""


class GivenNames:
    """Remembers the names that a model gave, by the ids of the zones."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[GivenName, Pixels]] = {}

    def learn(self, names: Mapping[str, GivenName], situation: Situation, masker: Masker) -> None:
        """Masked before they are kept."""
        zones = {zone.zone_id: zone for zone in situation.zones}
        for zone_id, name in names.items():
            zone, frame = zones[zone_id], situation.frame
            masked = masker.zone(named(zone, name), frame)
            if masked.is_secret:
                name = replace(name, label=masked.label, hidden_digest=masked.hidden_digest)
            self._names[zone_id] = name, _pixels(zone, frame)
        for zone_id in list(self._names)[:-_MOST_NAMES]:
            del self._names[zone_id]

    def applied(self, situation: Situation) -> Situation:
        """The zones under the names that count, masked ones covered; else the same object."""
        if not self._names or situation.is_stale:
            return situation
        zones = tuple(self._named(zone, situation.frame) for zone in situation.zones)
        pairs = zip(zones, situation.zones, strict=True)
        renamed = [zone for zone, before in pairs if zone is not before]
        return with_zones(situation, zones, renamed)

    def _named(self, zone: Zone, frame: Frame) -> Zone:
        name, pixels = self._names.get(zone.zone_id, (None, None))
        if name is None or pixels is None or not zone.on_screen or zone.is_secret:
            return zone
        now = _pixels(zone, frame)
        if now.shape != pixels.shape or not looks_same(pixels, now):
            return zone
        return named(zone, name)


def named(zone: Zone, name: GivenName) -> Zone:
    """The zone under the name: a label that was read or told stays, a role that was told too."""
    tells_role = zone.source.tells
    role = zone.role if tells_role or name.role is Role.OTHER else name.role
    return replace(
        zone,
        label=name.label if name.hidden_digest else zone.label or name.label,
        role=role,
        state=zone.state if tells_role else zone.state | name.states,
        confidence=min(zone.confidence, name.confidence),
        is_secret=bool(name.hidden_digest),
        hidden_digest=name.hidden_digest,
        named_by=Source.VISION,
    )


def _pixels(zone: Zone, frame: Frame) -> Pixels:
    return bgr_of(frame, zone.bounds_px.intersection(frame.bounds_px))


def unknown_marks_words(numbers: Sequence[int]) -> str:
    """What the operator is told of marks that a model made up; empty where there are none."""
    told = ", ".join(map(str, numbers))
    return f"The vision model named marks that are not there ({told}): left out." if told else ""


class _Answer(Frozen):
    """What was seen in a window's picture, with the pixels there; nothing where it failed."""

    window: Window
    cells: np.ndarray
    seen: tuple[tuple[Zone, Pixels], ...]


class Kept(Frozen):
    """The zones that are there still; ``changed``: at how many places of each window not."""

    zones: tuple[Zone, ...] = ()
    changed: Mapping[str, int] = field(default_factory=dict)


class VisionMemory:
    """Remembers the last answers of each window; hands out ids that begin with ``seen``."""

    def __init__(self) -> None:
        self._answers: deque[_Answer] = deque(maxlen=_MOST_ANSWERS)
        self._names = PlacedNames("seen")

    def was_asked(self, situation: Situation, window: Window, *, exactly: bool = False) -> bool:
        """Whether this picture of the window was asked about, but for a caret unless ``exactly``,
        and be it that there was no answer."""
        cells = _cells_of(situation.frame, window.bounds_px)
        most = 0 if exactly else _CARET_CELLS
        return any(
            answer.window.window_id == window.window_id and _is_alike(answer.cells, cells, most)
            for answer in self._answers
        )

    def learn(
        self, situation: Situation, window: Window, zones: Sequence[Zone]
    ) -> tuple[Zone, ...]:
        """The zones under their ids. They are the window's now; no zones leave the others be."""
        named = self._names.named_all([(zone, window) for zone in zones])
        seen = tuple((zone, bgr_of(situation.frame, zone.bounds_px)) for zone in named)
        cells = _cells_of(situation.frame, window.bounds_px)
        self._answers.appendleft(_Answer(window, cells, seen))
        return named

    def kept(self, situation: Situation) -> Kept:
        """What is in sight of all that was seen. Of a window's last answer, each zone counts whose
        own place is unchanged; of an earlier one all that are, where the whole window looks as it
        did then."""
        windows = {window.window_id: window for window in situation.windows}
        cells: dict[str, np.ndarray] = {}
        zones: list[Zone] = []
        changed: dict[str, int] = {}
        for answer in self._answers:
            window = windows.get(answer.window.window_id)
            if window is None or not answer.seen:
                continue
            there, gone = _there(answer, window, situation)
            if window.window_id in changed:
                if window.window_id not in cells:
                    cells[window.window_id] = _cells_of(situation.frame, window.bounds_px)
                if not _is_alike(answer.cells, cells[window.window_id], _CARET_CELLS):
                    continue
                gone = 0
            changed[window.window_id] = gone
            known = [one.bounds_px for one in zones]
            zones += [z for z in there if not any(z.bounds_px.overlap(one) > 0.5 for one in known)]
        return Kept(tuple(zones), changed)


def _there(answer: _Answer, window: Window, situation: Situation) -> tuple[list[Zone], int]:
    """The answer's zones that show, and how many places have changed, not merely been covered."""
    right = window.bounds_px.x - answer.window.bounds_px.x
    down = window.bounds_px.y - answer.window.bounds_px.y
    windows = {one.window_id for one in situation.windows}
    over = [one.bounds_px for one in situation.windows if one.order < window.order]
    there, changed = [], 0
    for zone, pixels in answer.seen:
        place = zone.bounds_px.moved(right, down)
        is_in_frame = situation.frame.bounds_px.holds(place)
        if not is_in_frame or zone.window_id not in windows:
            continue
        if looks_same(pixels, bgr_of(situation.frame, place)):
            there.append(replace(zone, bounds_px=place))
        elif not any(one.meets(place) for one in over):
            changed += 1
    return there, changed


def looks_same(before: np.ndarray, now: np.ndarray) -> bool:
    difference = cv2.absdiff(before, now).max(axis=2)
    return float(np.mean(difference > _PIXEL_DIFFERENCE)) <= _CHANGED_SHARE


def _cells_of(frame: Frame, place: Rect) -> np.ndarray:
    """The place as a small picture, for comparing."""
    part = place.intersection(frame.bounds_px)
    if part.is_empty:
        return np.zeros((1, 1, 3), np.uint8)
    size = (max(1, part.width // _CELL_PX), max(1, part.height // _CELL_PX))
    cells: np.ndarray = cv2.resize(bgr_of(frame, part), size, interpolation=cv2.INTER_AREA)
    return cells


def _is_alike(one: np.ndarray, other: np.ndarray, most_cells: int) -> bool:
    if one.shape != other.shape:
        return False
    return int((cv2.absdiff(one, other).max(axis=2) > _CELL_DIFFERENCE).sum()) <= most_cells
