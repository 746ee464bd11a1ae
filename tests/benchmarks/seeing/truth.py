"""What is really on a picture, as the application itself tells it.

A thing counts for recall where

- its role is one that can be acted upon, or it is a label, a heading or a status with words;
  but not a canvas, whose content nobody tells;
- it is in sight, at least 4 pixels wide and high, and something is painted within its extents;
- it is a leaf: it holds no other thing that can be acted upon, and a text is not counted that
  stands within such a thing, since it is that thing's label. Where a thing and the one around it
  have the same box (overlap 0.7), the outer one counts.

For precision everything that the application tells of counts, containers and pictures as well.

The box of a thing is what its application tells. Where no edge of it can be seen (less than three
sides are painted along the extents), such as a label that is stretched, an entry of a list or a
flat button, the box of what is painted within counts as well. Of a check box or a radio button
that is told without the words beside it, the box with these words counts as well.

Two repairs of what is told wrongly, seen in LibreOffice: what is told twice under the same words
counts once; and a pane lies where another one of its size is told, or the one around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode
from engine.domain.zones import ACTIONABLE_ROLES, Role
from engine.perception.pixels import Pixels

TEXT_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.STATUS})
_COUNTED_ROLES = (ACTIONABLE_ROLES | TEXT_ROLES) - {Role.CANVAS}
_WHOLE_ROLES = frozenset({Role.WINDOW, Role.DIALOG})
_LEAST_SIDE_PX = 4
_SAME_OVERLAP = 0.7
_INK = 24
_EDGE = 10
_EDGE_SHARE = 0.6
_EDGE_REACH_PX = 3
_EDGE_SIDES = 3
_CHECKS = frozenset({Role.CHECK_BOX, Role.RADIO_BUTTON})
_SQUARE = 1.6
_WORDS_PX = 400


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing in the picture's own pixels; ``painted_px`` is None where its edge can be seen.

    ``is_counted`` says whether it counts for recall."""

    role: Role
    words: str
    told_px: Rect
    painted_px: Rect | None
    is_counted: bool
    with_words_px: Rect | None = None

    @property
    def boxes(self) -> tuple[Rect, ...]:
        others = (self.painted_px, self.with_words_px)
        return (self.told_px, *(box for box in others if box is not None))


@dataclass(frozen=True, slots=True)
class Told:
    """What an application tells of one thing; ``above`` are the places of those that hold it in
    the same list."""

    role: Role
    words: str
    bounds_px: Rect
    above: tuple[int, ...] = ()


def told_by_tree(nodes: Sequence[AccessibleNode], within: Rect) -> list[Told]:
    """What shows of the nodes within the rectangle, in pixels from its corner."""
    by_key = {node.key: node for node in nodes}
    lies_at = _places_of(nodes, by_key)
    shown: list[AccessibleNode] = []
    for node in nodes:
        box = lies_at[node.key].intersection(within)
        if node.is_showing and not box.is_empty and node.role not in _WHOLE_ROLES:
            shown.append(node)
    number_of = {node.key: number for number, node in enumerate(shown)}
    told = []
    for node in shown:
        box = lies_at[node.key].intersection(within)
        box = Rect(box.x - within.x, box.y - within.y, box.width, box.height)
        above = tuple(number_of[key] for key in _keys_above(node, by_key) if key in number_of)
        words = " ".join(f"{node.name} {node.text}".split())
        told.append(Told(node.role, words, box, above))
    return told


def _places_of(
    nodes: Sequence[AccessibleNode], by_key: dict[str, AccessibleNode]
) -> dict[str, Rect]:
    """Where the nodes lie; parents come before their children."""
    places: dict[str, Rect] = {}
    for node in nodes:
        box, parent = node.bounds_px, by_key.get(node.parent_key)
        if parent is not None and parent.role in _WHOLE_ROLES:
            box = next((one.bounds_px for one in nodes if _is_twin(one, node)), box)
        elif parent is not None and parent.key in places and not box.is_empty:
            told, lies = parent.bounds_px, places[parent.key]
            is_pane = (box.width, box.height, box.x) == (told.width, told.height, told.x)
            if is_pane:
                box = lies
            else:
                right, down = lies.x - told.x, lies.y - told.y
                box = Rect(box.x + right, box.y + down, box.width, box.height)
        places[node.key] = box
    return places


def _is_twin(one: AccessibleNode, pane: AccessibleNode) -> bool:
    a, b = one.bounds_px, pane.bounds_px
    is_below = a.y > b.y and one.role is pane.role is Role.GROUP
    return is_below and (a.x, a.width, a.height) == (b.x, b.width, b.height)


def _keys_above(node: AccessibleNode, by_key: dict[str, AccessibleNode]) -> Iterator[str]:
    parent = by_key.get(node.parent_key)
    while parent is not None:
        yield parent.key
        parent = by_key.get(parent.parent_key)


def things_in(picture: Pixels, told: Sequence[Told]) -> list[Thing]:
    """The told things with what can be seen of them."""
    is_worth = [_is_worth(one, picture) for one in told]
    hidden = {*_hidden_by_others(told, is_worth), *_told_before(told)}
    return [
        Thing(
            one.role,
            one.words,
            one.bounds_px,
            painted_within(picture, one.bounds_px),
            is_worth[number] and number not in hidden,
            _with_words(picture, one) if one.role in _CHECKS else None,
        )
        for number, one in enumerate(told)
    ]


def _is_worth(one: Told, picture: Pixels) -> bool:
    if one.role not in _COUNTED_ROLES or (one.role in TEXT_ROLES and not one.words):
        return False
    box = one.bounds_px
    if min(box.width, box.height) < _LEAST_SIDE_PX:
        return False
    return _ink_box(picture, box.grown(1)) is not None


def _hidden_by_others(told: Sequence[Told], is_worth: Sequence[bool]) -> Iterator[int]:
    """Those that are not counted because another one stands for them."""
    for number, one in enumerate(told):
        if not is_worth[number]:
            continue
        for above in one.above:
            if not is_worth[above]:
                continue
            outer = told[above]
            is_same = outer.bounds_px.overlap(one.bounds_px) >= _SAME_OVERLAP
            is_label = one.role in TEXT_ROLES
            yield number if is_same or is_label else above


def _told_before(told: Sequence[Told]) -> Iterator[int]:
    """Entries of the menu bar that are told once more: the larger one counts, which is shown."""
    largest: dict[str, int] = {}
    entries = [n for n, one in enumerate(told) if one.role is Role.MENU and one.words]
    for number in sorted(entries, key=lambda n: -told[n].bounds_px.area):
        if largest.setdefault(told[number].words, number) != number:
            yield number


def _with_words(picture: Pixels, one: Told) -> Rect | None:
    """The box with what stands right of it, up to a gap half as wide as the box."""
    box = one.bounds_px
    if box.width > _SQUARE * box.height or not one.words:
        return None
    strip = picture[box.y : box.bottom, box.right : box.right + _WORDS_PX].astype(np.int16)
    if not strip.size:
        return None
    ink = np.abs(strip - np.median(strip.reshape(-1, 3), axis=0)).max(axis=(0, 2)) > _INK
    end = 0
    for at in np.flatnonzero(ink).tolist():
        if at - end > box.width / 2:
            break
        end = at + 1
    return Rect(box.x, box.y, box.width + end, box.height) if end else None


def painted_within(picture: Pixels, box: Rect) -> Rect | None:
    """The box of what is painted in there, without lines that run along a whole side of it, which
    are the border of what it stands in; None where the edge of the box itself can be seen."""
    if _sides_seen(picture, box) >= _EDGE_SIDES:
        return None
    return _ink_box(picture, box)


def _ink_box(picture: Pixels, box: Rect) -> Rect | None:
    box = box.intersection(Rect(0, 0, picture.shape[1], picture.shape[0]))
    part = picture[box.y : box.bottom, box.x : box.right].astype(np.int16)
    if not part.size:
        return None
    around = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    ink = np.abs(part - np.median(around, axis=0)).max(axis=2) > _INK
    ink[[0, -1]] &= ink[[0, -1]].mean(axis=1, keepdims=True) < _EDGE_SHARE
    ink[:, [0, -1]] &= ink[:, [0, -1]].mean(axis=0, keepdims=True) < _EDGE_SHARE
    if not ink.any():
        return None
    x, y, width, height = cv2.boundingRect(ink.astype(np.uint8))
    return Rect(box.x + x, box.y + y, width, height)


def _sides_seen(picture: Pixels, box: Rect) -> int:
    """Along how many sides of the box a line or a change of colour can be seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.int16)
    height, width = grey.shape
    rows, columns = slice(box.y, box.bottom), slice(box.x, box.right)
    strips = [
        grey[_around(box.y, height), columns],
        grey[_around(box.bottom - 1, height), columns],
        grey[rows, _around(box.x, width)].T,
        grey[rows, _around(box.right - 1, width)].T,
    ]
    seen = 0
    for strip in strips:
        steps = np.abs(np.diff(strip, axis=0)) > _EDGE
        along = steps.mean(axis=1).max() if steps.size else 0.0
        seen += bool(along >= _EDGE_SHARE)
    return seen


def _around(at: int, size: int) -> slice:
    return slice(max(0, at - _EDGE_REACH_PX), min(size, at + _EDGE_REACH_PX + 1))


def told_by_widgets(lines: Iterable[str], within: Rect) -> list[Told]:
    """From lines of role, x, y, width, height and label, with tabs between them."""
    told = []
    for line in lines:
        role, x, y, width, height, words = line.rstrip("\n").split("\t")
        box = Rect(int(x) - within.x, int(y) - within.y, int(width), int(height))
        told.append(Told(Role(role), words, box))
    return told


def told_by_x(leaves: Iterable[Sequence[int]], within: Rect) -> list[Told]:
    """Each widget without others in it; X does not tell what it is, so all are called buttons."""
    boxes = (Rect(*leaf).intersection(within) for leaf in leaves)
    return [
        Told(Role.BUTTON, "", Rect(box.x - within.x, box.y - within.y, box.width, box.height))
        for box in boxes
        if not box.is_empty
    ]


def told_by_cells(
    lines: Sequence[str], size: tuple[int, int], columns: int, rows: int, border_px: int
) -> list[Told]:
    """Where the lines of a terminal of that inner size stand."""
    across, down = (size[0] - 2 * border_px) / columns, (size[1] - 2 * border_px) / rows
    told = []
    for row, line in enumerate(lines):
        words = line.strip()
        if words:
            left = len(line) - len(line.lstrip())
            x, y = border_px + left * across, border_px + row * down
            box = Rect(round(x), round(y), round(len(words) * across), round(down))
            told.append(Told(Role.LABEL, words, box))
    return told
