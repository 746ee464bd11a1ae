"""Masking: what must not be known is neither in a text nor in the picture that leaves perception.

Secrets that were typed, and what the operator's rules name, are replaced by dots in labels, values
and titles, and covered in the frame. All that reaches a model or the record comes from here. A
place is covered in grey where it is in sight, and nothing of what lies over it."""

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.domain.facts import Frozen, replace
from engine.domain.guests import NOT_GRANTED, Granted
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import Page
from engine.domain.zones import COVERED, EDITABLE_ROLES, MASK, MOST_TEXT_CHARS, Role, Window, Zone
from engine.perception.accessibility import is_worth_a_zone
from engine.perception.masking.pages import HiddenOnPage, PageMasks, dots, texts_worth_hiding
from engine.perception.masking.rules import MaskRules
from engine.perception.pixels import bgr_of
from engine.states.dialogs import is_of_files, may_stay

_DESKTOP = "desktop"
"""In the place of a window's id: beneath all windows."""
_TITLE_BAR_PX = 40
_EDGE_PX = 8
"""A window's place is that of its content; its manager's frame lies around it, the title above."""


def title_bar_px(window: Window) -> Rect:
    """Where the window's title may be painted by a window manager."""
    place = window.bounds_px
    return Rect(
        place.x - _EDGE_PX, place.y - _TITLE_BAR_PX, place.width + 2 * _EDGE_PX, _TITLE_BAR_PX
    )


def blot(pixels: bytearray | memoryview, frame: Frame, places_px: Sequence[Rect]) -> None:
    """Paint the places grey in the frame's own (writable) pixels."""
    rows = _rows(pixels, frame)
    for place in places_px:
        rows[place.intersection(frame.bounds_px).slices] = COVERED


class Patches:
    """What lies under covered places, so that it can be shown again."""

    def __init__(self) -> None:
        self._kept: list[tuple[Rect, NDArray[np.uint8]]] = []

    def keep(self, pixels: bytearray | memoryview, frame: Frame, places_px: Sequence[Rect]) -> None:
        rows = _rows(pixels, frame)
        boxes = [place.intersection(frame.bounds_px) for place in places_px]
        self._kept = [(box, rows[box.slices].copy()) for box in boxes]

    def put_back(self, pixels: bytearray | memoryview, frame: Frame) -> None:
        rows = _rows(pixels, frame)
        for box, patch in self._kept:
            rows[box.slices] = patch


def _rows(
    pixels: bytes | bytearray | memoryview | NDArray[np.uint8], frame: Frame
) -> NDArray[np.uint8]:
    return np.frombuffer(pixels, np.uint8).reshape(frame.height, frame.width, 4)


def covered(
    frame: Frame,
    places: Sequence[tuple[Rect, str]],
    windows: Sequence[Window],
    regions_px: Sequence[Rect] = (),
    *,
    room: NDArray[np.uint8] | None = None,
) -> Frame:
    """The frame with the places covered, but for what windows above theirs show there.

    Each place comes with its window's id; one of a window that is not known is covered all over,
    and so are the regions, whatever lies there. It takes some 30 ms at 3840 × 2160: to be called
    in a thread, with ``room`` for its pixels that was taken outside."""
    orders = {window.window_id: window.order for window in windows} | {_DESKTOP: sys.maxsize}
    rows = _rows(np.empty(len(frame.pixels), np.uint8) if room is None else room, frame)
    rows[:] = _rows(frame.pixels, frame)
    pixels = rows.reshape(-1).data
    for place, window_id in places:
        box = place.intersection(frame.bounds_px)
        if box.is_empty:
            continue
        order = orders.get(window_id, -1)
        part = rows[box.slices]
        is_seen = np.ones(part.shape[:2], bool)
        for above in (one.bounds_px.intersection(box) for one in windows if one.order < order):
            is_seen[above.moved(-box.x, -box.y).slices] = False
        part[is_seen] = COVERED
    blot(pixels, frame, regions_px)
    return replace(frame, pixels=pixels.toreadonly())


def with_zones(situation: Situation, zones: Iterable[Zone], new: Sequence[Zone]) -> Situation:
    """With these ``zones``, masked ``new`` ones covered; else the same object."""
    if not new:
        return situation
    secret = [(zone.bounds_px, zone.window_id) for zone in new if zone.is_secret]
    frame = covered(situation.frame, secret, situation.windows) if secret else situation.frame
    return replace(situation, frame=frame, zones=tuple(zones))


_RING_PX = 4
_CONTRAST = 40
_CARET_PX = 3
_STEP_PX = 3
_MOST_REMEMBERED = 20_000
_NAMED_FROM_OUTSIDE = EDITABLE_ROLES | {Role.SLIDER, Role.CANVAS}
"""Their label is the name of what they hold, not the content."""


class MaskedLook(Frozen):
    """What may be known of one look, and the rules that said so. ``hidden`` are the places to be
    covered in its frame, each with its window's id. ``secret_px`` is where a secret stands that was
    typed: nobody is to see it, the operator who looks at the live picture included."""

    zones: tuple[Zone, ...]
    windows: tuple[Window, ...]
    hidden: tuple[tuple[Rect, str], ...]
    rules: MaskRules
    secret_px: tuple[Rect, ...] = ()
    page: Page | None = None

    @property
    def covers(self) -> bool:
        """Something is hidden in the frame."""
        return bool(self.hidden or self.rules.regions_px)

    def covered(self, frame: Frame, room: NDArray[np.uint8] | None = None) -> Frame:
        """The frame as it may be known; the same where nothing is hidden in it."""
        if not self.covers:
            return frame
        return covered(frame, self.hidden, self.windows, self.rules.regions_px, room=room)


class Masker:
    """Masks texts, zones and frames by the rules, and by ``secrets``, which knows what was typed.
    Texts are remembered with what became of them: most of a screen is as it was a look before."""

    def __init__(self, rules: MaskRules, secrets: Callable[[str], str]) -> None:
        self.use(rules)
        self.granted: Callable[[], Granted] = Granted
        """What of all this a guest may see, who is told of nothing else."""
        self._secrets = secrets
        self._salt = os.urandom(16)
        self._hidden = HiddenOnPage()

    def use(self, rules: MaskRules) -> None:
        """Mask by these rules from now on."""
        self.rules = rules
        self._masked = functools.lru_cache(maxsize=_MOST_REMEMBERED)(rules.masked)

    def text(self, text: str) -> str:
        """The text with secrets and matches of patterns replaced by dots."""
        masked = self._masked if len(text) <= MOST_TEXT_CHARS else self.rules.masked
        return masked(self._secrets(text)) if text else text

    def sentence(self, words: str) -> str:
        """What a surface tells in words, with addresses and page texts masked."""
        return PageMasks(self.text).sentence(words, self._hidden)

    def look(self, zones: Sequence[Zone], tree: AccessibleTree, frame: Frame) -> MaskedLook:
        """Zones and windows as they may be known, and what is to be covered in the frame. Places
        are taken from the whole tree: what is no zone, since something lies over its middle, may
        still show its ends."""
        granted, url = self.granted(), tree.page.url if tree.page is not None else "about:blank"
        away = {one.window_id for one in tree.windows} - granted.of_windows(tree.windows, url)
        is_of_page = tree.page is not None  # which is hidden as a whole, or told
        by_files = () if is_of_page or not granted.files else tree.windows
        dialogs = frozenset(w.window_id for w in by_files if is_of_files(w, zones))
        hidden = self._hidden_windows(tree.windows) | away
        untold = {"", *away} if granted.windows else away
        cleaned = tuple(
            self._zone(zone, hidden if may_stay(zone) else hidden | dialogs, frame)
            for zone in zones
            if is_of_page or zone.window_id not in untold
        )
        windows = tuple(
            replace(w, title=NOT_GRANTED, application="")
            if w.window_id in away
            else replace(w, title=self._title(w))
            for w in tree.windows
        )
        places = tuple(self._places(tree, hidden | dialogs))
        if granted.windows and not is_of_page:
            places = (*places, (frame.bounds_px, _DESKTOP))
        secret = (zone.bounds_px for zone in zones if zone.on_screen and self.holds_secret(zone))
        page = self._page(tree, hidden, windows)
        return MaskedLook(cleaned, windows, places, self.rules, tuple(secret), page)

    def zone(self, zone: Zone, frame: Frame) -> Zone:
        """One zone that did not come from the tree, as it may be known."""
        return self._zone(zone, frozenset(), frame)

    def holds_secret(self, zone: Zone) -> bool:
        """Whether a secret that was typed stands in a zone as it was seen, not masked yet."""
        return any(self._secrets(text) != text for text in (zone.label, zone.value) if text)

    def _hidden_windows(self, windows: Sequence[Window]) -> frozenset[str]:
        """Those with a word in the title, and what popped up from their application untitled."""
        named = [one for one in windows if self.rules.title_word(one.title)]
        owners = {one.application for one in named}
        popups = [one for one in windows if not one.title and one.application in owners]
        return frozenset(one.window_id for one in (*named, *popups))

    def _title(self, window: Window) -> str:
        """Of a hidden window, the word stays for which it is hidden."""
        word = self.rules.title_word(window.title)
        if not word:
            return self.text(window.title)
        return word if window.title.casefold() == word.casefold() else f"{word} {MASK}"

    def _zone(self, zone: Zone, hidden: frozenset[str], frame: Frame) -> Zone:
        label, value = self.text(zone.label), self.text(zone.value)
        is_hidden = (label, value) != (zone.label, zone.value)
        if zone.window_id in hidden:
            label, value, is_hidden = dots(zone.label), dots(zone.value), True
        elif self.rules.hides_role(zone.role) or self._in_region(zone.bounds_px):
            value, is_hidden = dots(zone.value), True
            if zone.role not in _NAMED_FROM_OUTSIDE:
                label = dots(zone.label)
        if not is_hidden:
            return zone
        told = repr((zone.label, zone.value, _ink_of(zone, frame))).encode()
        # nobody can guess texts against it: the salt lives and dies with this object
        digest = hashlib.blake2b(told, key=self._salt, digest_size=8).hexdigest()
        return replace(zone, label=label, value=value, is_secret=True, hidden_digest=digest)

    def _page(
        self, tree: AccessibleTree, hidden: frozenset[str], windows: Sequence[Window]
    ) -> Page | None:
        """What a browser tells beside the zones, with nothing in it that is masked in one."""
        if tree.page is None:
            self._hidden = HiddenOnPage()
            return None
        hides, is_in = self.rules.hides_role, self._in_region
        masked = [node for node in tree.nodes if hides(node.role) or is_in(node.bounds_px)]
        inner = [node for node in masked if node.role in _NAMED_FROM_OUTSIDE]
        outer = [node for node in masked if node.role not in _NAMED_FROM_OUTSIDE]
        named = (text for node in outer for text in (node.name, node.description))
        self._hidden = HiddenOnPage(
            texts=texts_worth_hiding([*named, *(node.text for node in masked)]),
            elements=frozenset(node.key for node in outer),
            values=frozenset(node.key for node in inner),
            is_whole=bool(hidden),
            reading=bool(self.rules.roles & {Role.LABEL, Role.HEADING}),
        )
        title = next((window.title for window in windows), "")
        page = PageMasks(self.text).page(tree.page, self._hidden, title)
        return _of_sites(page, granted) if (granted := self.granted()).sites else page

    def _places(self, tree: AccessibleTree, hidden: frozenset[str]) -> Iterator[tuple[Rect, str]]:
        """What is to be covered, each with the window that it lies in."""
        for node in tree.nodes:
            if not node.bounds_px.is_empty and self._tells(node):
                yield node.bounds_px, node.window_key
        for window in tree.windows:
            if window.window_id in hidden:
                yield window.bounds_px, window.window_id
                yield title_bar_px(window), window.window_id
            elif self.text(window.title) != window.title:
                yield title_bar_px(window), window.window_id

    def _tells(self, node: AccessibleNode) -> bool:
        """A window whose title has something in it is not covered as a whole."""
        if not is_worth_a_zone(node):
            return False
        if self.rules.hides_role(node.role):
            return True
        texts = (node.name, node.description, node.text)
        return any(self.text(text) != text for text in texts if text)

    def _in_region(self, place: Rect) -> bool:
        return any(place.meets(one) for one in self.rules.regions_px)


def _of_sites(page: Page, granted: Granted) -> Page:
    """Without what comes of others. Of which page a dialog or an answer was, it does not tell."""
    tabs = (t if granted.opens(t.url) else replace(t, title=NOT_GRANTED, url="") for t in page.tabs)
    files = tuple(each for each in page.downloads if granted.opens(each.url))
    return replace(page, tabs=tuple(tabs), downloads=files, notices=(), said=(), answers=())


def _ink_of(zone: Zone, frame: Frame) -> int:
    """How much is painted in a password field, which tells no text: columns of dots, coarsely. The
    ring of the focus and the caret do not count. 0 for all other zones."""
    box = zone.bounds_px.grown(-_RING_PX).intersection(frame.bounds_px)
    if zone.role is not Role.PASSWORD_FIELD or box.is_empty:
        return 0
    grey = cv2.cvtColor(bgr_of(frame, box), cv2.COLOR_BGR2GRAY).astype(np.int16)
    is_ink = (np.abs(grey - np.median(grey)) > _CONTRAST).astype(np.uint8)
    opened = cv2.morphologyEx(is_ink, cv2.MORPH_OPEN, np.ones((1, _CARET_PX), np.uint8))
    return int(np.count_nonzero(opened.any(axis=0))) // _STEP_PX
