"""From where text was found to lines of their own: buttons side by side are not one line.

A detector takes neighbouring captions for one line, with the frames around them. Strokes that go
around others, or that the box cuts, are frames; where then a gap is left that no space between
words has, a new line begins."""

from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np

from engine.domain.spaces import Rect
from engine.geometry.regions import side_by_side
from engine.perception.pixels import Pixels

_INK = 48
_LEAST_INK_PX = 3
_GAP = 0.9
"""In heights of the text; a space of a monospaced font has 0.8."""
_ENTRY_GAP = 0.7
_ENTRY_RATIO = 7
"""Entries of a menu bar stand closer, but much wider apart than their letters."""
_LOWEST = 0.5
_LEAST_AROUND = 2
_FLAT = 3
_LONG = 8
_DASH = 2
_UNDERLINE_PX = 2
_MARGIN_PX = 3
_TIGHT_MARGIN_PX = 2
_FAINT_INK = 24
_RULE = 0.9


def lines_apart(picture: Pixels, box: Rect) -> Iterator[Rect]:
    """The lines in one box of the picture; the box itself where there is but one in it."""
    grey = cv2.cvtColor(np.ascontiguousarray(picture[box.slices]), cv2.COLOR_BGR2GRAY)
    is_ink = cv2.absdiff(grey, np.full_like(grey, int(np.median(grey)))) > _INK
    strokes = list(_strokes(is_ink.astype(np.uint8)))
    letters = [one for one in strokes if not _is_frame(one, strokes, box)]
    if not letters:
        yield box
        return
    # from left to right, those that stand no wider apart than words do
    letters = sorted(letters, key=lambda one: one.x)
    top, bottom = min(one.y for one in letters), max(one.bottom for one in letters)
    height = max(bottom - top, _LOWEST * box.height)
    between = [max(1, other.x - one.right) for one, other in pairwise(letters)]
    usual = float(np.median(between)) if between else 1.0
    widest = min(_GAP * height, max(_ENTRY_GAP * height, _ENTRY_RATIO * usual))
    groups = side_by_side(letters, widest)
    if len(groups) == 1 and len(letters) == len(strokes):
        yield box
        return
    for group in groups:
        yield group.grown(_MARGIN_PX).moved(box.x, box.y).intersection(box)


def tightened(picture: Pixels, box: Rect) -> Rect:
    """The line without the empty space around it, but for a small margin."""
    part = picture[box.slices].astype(np.int16)
    if not part.size:
        return box
    around = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    ink = np.abs(part - np.median(around, axis=0)).max(axis=2) > _FAINT_INK
    ink[:, ink.mean(axis=0) > _RULE] = False  # the border of what it stands in
    ink[ink.mean(axis=1) > _RULE] = False
    if not ink.any():
        return box
    x, y, width, height = cv2.boundingRect(ink.astype(np.uint8))
    tight = Rect(box.x + x, box.y + y, width, height).grown(_TIGHT_MARGIN_PX)
    return tight.intersection(box)


def without_underlines(line: Pixels) -> Pixels:
    """Without what is drawn below its letters: a mnemonic's line makes an E of an F."""
    grey = cv2.cvtColor(np.ascontiguousarray(line), cv2.COLOR_BGR2GRAY)
    is_ink = cv2.absdiff(grey, np.full_like(grey, int(np.median(grey)))) > _INK
    letters = [one for one in _strokes(is_ink.astype(np.uint8)) if one.height > _UNDERLINE_PX]
    feet = sorted(one.bottom for one in letters)
    foot = feet[(len(feet) - 1) // 2] if feet else len(line)
    if foot == len(line):
        return line
    clean = line.copy()
    for each in _strokes(is_ink[foot:].astype(np.uint8)):
        rule = each.moved(0, foot)
        is_flat = rule.height <= _UNDERLINE_PX and rule.width >= _FLAT * rule.height
        is_full = is_ink[rule.slices].mean() > _RULE
        if is_flat and is_full and any(_is_below(rule, letter) for letter in letters):
            columns = rule.grown(1).slices[1]
            clean[rule.y : rule.bottom + 1, columns] = np.median(line, axis=(0, 1))
    return clean


def _is_below(rule: Rect, letter: Rect) -> bool:
    shared = min(rule.right, letter.right) - max(rule.x, letter.x)
    return letter.y < rule.y and shared > min(rule.width, letter.width) / 2


def _strokes(is_ink: Pixels) -> Iterator[Rect]:
    """Boxes of what is painted in one piece; specks are left out."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(is_ink, connectivity=8)
    for x, y, width, height, area in (tuple(map(int, row)) for row in stats[1:count]):
        if area >= _LEAST_INK_PX:
            yield Rect(x, y, width, height)


def _is_frame(stroke: Rect, strokes: list[Rect], box: Rect) -> bool:
    """It goes around others, or is cut by the box: upright through it, flat at its edge, or as a
    line that leaves it sideways, longer than any dash. The tail of a letter may reach the edge as
    well."""
    is_at_top, is_at_bottom = stroke.y <= 0, stroke.bottom >= box.height
    is_flat = stroke.width >= _FLAT * stroke.height
    if (is_at_top and is_at_bottom) or ((is_at_top or is_at_bottom) and is_flat):
        return True
    leaves = stroke.x <= 0 or stroke.right >= box.width
    if leaves and stroke.width >= max(_LONG * stroke.height, _DASH * box.height):
        return True
    around = [one for one in strokes if one != stroke and stroke.holds(one)]
    return len(around) >= _LEAST_AROUND
