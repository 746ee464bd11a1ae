"""From shapes and lines of text to things: one for each button, field, check box, icon or text.

A pure function, within one window. What is written in a button is its label; what stands right of
a check box is its; what stands left of a field or above it names the field, and what is in it is
its value. What stands in no shape stays a text of which no more is known."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Zone
from engine.perception.drawn.boxes import Shape
from engine.perception.drawn.even_regions import IconWords, Rows
from engine.perception.drawn.memory import ShownLine

_CHECKS = frozenset({Role.CHECK_BOX, Role.RADIO_BUTTON})
_FIELDS = frozenset({Role.TEXT_FIELD, Role.COMBO_BOX, Role.TEXT_AREA})
_CONTROLS = frozenset({Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX})
_BAR_LINES = 3
_GLYPH_COVERED = 0.6
_GLYPH_LETTERS = 3
_GLYPH_ROOM = 3
_WIDEST_LETTER = 1.6
_APART = 2
"""In heights of a text: the words of one label stand closer."""
_BESIDE_PX, _FLUSH_PX = 12, 3
_MOST_OF_WINDOW = 0.8
_FIELD_BESIDE_PX = 160
_ABOVE_PX = 12
_ICON = 0.5
_LEAST_ICON_PX = 14
_WORD = 2.5
"""In widths of an icon: the shortest line that it is a part of."""
_ALONE = 0.6
"""What is left of the confidence in a check box that nothing is written beside."""


def joined(shapes: Sequence[Shape], lines: Sequence[ShownLine] | None) -> list[Zone]:
    """As zones that have no id and belong to no window yet. The confidence is that of the words
    where a thing bears some, since they are what it is told by, and of the shape elsewhere.

    ``lines`` is None where nobody has looked for them yet: icons and words can't be told
    apart then, and only boxes are given. No two of them are the same thing."""
    if lines is None:
        return [_bare(one) for one in shapes if one.is_told_at_once]
    return _Joining(shapes, lines).all()


class _Joining:
    """Each line is used for one thing; what is left over stays a text."""

    def __init__(self, shapes: Sequence[Shape], lines: Sequence[ShownLine]) -> None:
        self._shapes = shapes
        small = [one.bounds_px for one in shapes if one.role in _CHECKS | {Role.ICON}]
        by_rows = Rows(small)
        self._lines: list[ShownLine] = []
        self._glyphs: list[ShownLine] = []
        for line in lines:
            near = [small[number] for number in by_rows.near(line.bounds_px)]
            if line.may_be_words:
                (self._glyphs if _is_glyph(line, near) else self._lines).append(line)
        self._rows = Rows([one.bounds_px for one in self._lines])
        self._used: set[int] = set()
        self._unsure = [one.bounds_px for one in lines if not one.may_be_words]

    def all(self) -> list[Zone]:
        things = [self._check(one) for one in self._of(_CHECKS)]
        controls = list(self._of(_CONTROLS))
        crowded = [one.bounds_px for one in controls if self._is_crowded(one)]
        for shape in controls:
            if not any(_is_stacked(shape.bounds_px, one) for one in crowded):
                things += self._control(shape)
        things += [self._field(one, value="") for one in self._of({Role.TEXT_AREA})]
        icons = [one.bounds_px for one in self._of({Role.ICON}) if not self._is_unread(one)]
        words = IconWords([one.bounds_px for one in self._lines], self._used, icons)
        for icon in words.icons:
            number = words.captions.get(icon)
            caption = self._lines[number] if number is not None else None
            whole = icon if caption is None else icon.union(caption.bounds_px)
            its = (caption.words, caption.confidence) if caption else (self._sign_on(icon), _ICON)
            things.append(Zone("", its[0], Role.ICON, whole, frozenset(), Source.SHAPE, its[1]))
        beside = {number: icon for icon, number in words.beside.items()}
        self._used.update(words.captions.values())
        for number, line in enumerate(self._lines):
            if line.words and number not in self._used:
                things.append(_text(line, beside.get(number)))
        return things

    def _free(self, box: Rect, margin_px: int = 0) -> list[tuple[int, ShownLine]]:
        """Lines as high as the box that no thing has for its own yet."""
        numbers = self._rows.near(box, margin_px)
        return [(number, self._lines[number]) for number in numbers if number not in self._used]

    def _inside(self, box: Rect) -> list[tuple[int, ShownLine]]:
        return [pair for pair in self._free(box) if box.contains(pair[1].bounds_px.center)]

    def _is_unread(self, shape: Shape) -> bool:
        """Small in a line that could not be read it is likely a letter; alone rather an icon."""
        box = shape.bounds_px
        is_small = min(box.width, box.height) < _LEAST_ICON_PX
        return is_small and any(
            line.contains(box.center) and line.width > _WORD * box.width for line in self._unsure
        )

    def _sign_on(self, icon: Rect) -> str:
        """What the icon was read as, if it is one plain letter, figure or sign: it may well be
        one. Boxes and bars are rather read as Chinese."""
        signs = (line.words for line in self._glyphs if icon.contains(line.bounds_px.center))
        plain = (one for one in signs if len(one) == 1 and (one.isascii() or not one.isalpha()))
        return next(plain, "")

    def _of(self, roles: Set[Role]) -> Iterator[Shape]:
        for shape in self._shapes:
            if shape.role in roles and not self._is_in_words(shape.bounds_px):
                yield shape

    def _is_crowded(self, shape: Shape) -> bool:
        """Several rows of text, or many texts, stand in something that is low: a list, a bar. So do
        two rows that begin at its left, as between the lines of a menu, or that are all there is
        in their window; those of a button's own text stand in its middle."""
        inside = [line for _, line in self._inside(shape.bounds_px)]
        if len(inside) >= _BAR_LINES:
            return True
        rows = sorted(one.bounds_px.center.y for one in inside)
        apart = inside[0].bounds_px.height / 3 if inside else 0
        places = [one.bounds_px for one in inside]
        is_list = shape.role in _FIELDS or _stand_at_the_left(places, shape.bounds_px)
        is_list |= any(_fills(shape.bounds_px, one.window.bounds_px) for one in inside)
        return is_list and any(below - above > apart for above, below in pairwise(rows))

    def _is_in_words(self, box: Rect) -> bool:
        """A round letter within a line is no radio button, and a hollow one no button."""
        return any(
            line.bounds_px.x + 2 < box.x
            and box.right < line.bounds_px.right - 2
            and box.height <= line.bounds_px.height
            for line in (self._lines[number] for number in self._rows.near(box))
            if len(line.words) > 2 and line.bounds_px.contains(box.center)
        )

    def _check(self, shape: Shape) -> Zone:
        box = shape.bounds_px
        beside = [pair for pair in self._free(box) if _is_right_of(pair[1].bounds_px, box)]
        if not beside:
            is_one_of_many = any(_is_in_column(box, one.bounds_px) for one in self._of(_CHECKS))
            role = shape.role if is_one_of_many else Role.ICON
            return replace(_bare(shape), role=role, confidence=shape.confidence * _ALONE)
        number, line = min(beside, key=lambda pair: pair[1].bounds_px.x)
        self._used.add(number)
        return replace(
            _bare(shape),
            bounds_px=box.union(line.bounds_px),
            label=line.words,
            confidence=line.confidence if line.words else shape.confidence,
        )

    def _control(self, shape: Shape) -> list[Zone]:
        found = self._inside(shape.bounds_px)
        is_field = shape.role in _FIELDS and not _is_entry(shape.bounds_px, found)
        if not is_field:
            found = _up_to_a_gap(found)
        self._used.update(number for number, _ in found)
        inside = sorted((one for _, one in found), key=lambda o: (o.bounds_px.y, o.bounds_px.x))
        words = " ".join(filter(None, (one.words for one in inside)))
        confidence = min((one.confidence for one in inside if one.words), default=shape.confidence)
        if any(one.read is None for one in inside) or any(
            shape.bounds_px.contains(line.center) for line in self._unsure
        ):
            confidence = min(confidence, shape.confidence)
        if is_field:
            return [replace(self._field(shape, value=words), confidence=confidence)]
        return [replace(_bare(shape), role=Role.BUTTON, label=words, confidence=confidence)]

    def _field(self, shape: Shape, *, value: str) -> Zone:
        box = shape.bounds_px
        free = self._free(box, _FIELD_BESIDE_PX // 4)
        named = [(_distance(one.bounds_px, box), one) for _, one in free if one.words]
        near = [(far, one) for far, one in named if far is not None]
        if not near:
            return replace(_bare(shape), value=value)
        _, line = min(near, key=lambda pair: pair[0])
        return replace(_bare(shape), label=line.words.rstrip(" :"), value=value)


def _is_entry(box: Rect, found: list[tuple[int, ShownLine]]) -> bool:
    """The one that a menu has marked, over its whole width, is no field."""
    least = box.width / _MOST_OF_WINDOW
    return any(one.window.is_popup and one.window.bounds_px.width <= least for _, one in found)


def _up_to_a_gap(found: list[tuple[int, ShownLine]]) -> list[tuple[int, ShownLine]]:
    """Of what stands in one row, without what stands far to the right of its first words, as the
    keys of the entry that a menu has marked do: that stays a text of its own."""
    row = sorted(found, key=lambda pair: pair[1].bounds_px.x)
    boxes = [line.bounds_px for _, line in row]
    for at, (one, other) in enumerate(pairwise(boxes), 1):
        if one.center.y not in range(other.y, other.bottom):
            return found
        if other.x - one.right > _APART * one.height:
            return row[:at]
    return found


def _fills(box: Rect, window: Rect) -> bool:
    return box.area > _MOST_OF_WINDOW * window.area


def _stand_at_the_left(lines: Sequence[Rect], box: Rect) -> bool:
    """They begin below each other, and end elsewhere or far from the right of the box."""
    begins, ends = [one.x - box.x for one in lines], [box.right - one.right for one in lines]
    is_flush = bool(lines) and max(begins) - min(begins) <= _FLUSH_PX
    return is_flush and (max(ends) - min(ends) > 2 * _FLUSH_PX or 2 * max(begins) < min(ends))


def _bare(shape: Shape) -> Zone:
    state = frozenset({State.CHECKED}) if shape.is_checked else frozenset[State]()
    return Zone("", "", shape.role, shape.bounds_px, state, Source.SHAPE, shape.confidence)


def _text(line: ShownLine, icon: Rect | None) -> Zone:
    """A bare text, with the icon that stands before it, if any."""
    place = line.bounds_px if icon is None else line.bounds_px.union(icon)
    return Zone("", line.words, Role.LABEL, place, frozenset(), Source.TEXT, line.confidence)


def _is_right_of(line: Rect, box: Rect) -> bool:
    gap = line.x - box.right
    is_level = line.y <= box.center.y < line.bottom or box.contains(line.center)
    return is_level and -box.width / 2 <= gap <= _BESIDE_PX


def _is_glyph(line: ShownLine, small: Sequence[Rect]) -> bool:
    """A tick or an icon that was taken for a letter or a sign, or for a few."""
    words, box = line.words, line.bounds_px
    is_sign = not any(letter.isalnum() for letter in words)
    if not words or (len(words) > _GLYPH_LETTERS and not is_sign):
        return False
    if is_sign and any(box.contains(one.center) for one in small):
        return True
    if box.width > _WIDEST_LETTER * box.height * len(words):
        return True
    if len(words) > 1 and words.isascii() and words.isalnum():
        return False
    return any(
        one.intersection(box).area >= _GLYPH_COVERED * min(one.area, box.area)
        and box.area <= _GLYPH_ROOM * one.area
        for one in small
    )


def _is_in_column(box: Rect, other: Rect) -> bool:
    is_like = abs(box.width - other.width) <= 2 and abs(box.x - other.x) <= 2
    return is_like and 0 < abs(box.y - other.y) <= 4 * box.height


def _is_stacked(box: Rect, other: Rect) -> bool:
    """Another row of the same list, or the list itself."""
    is_as_wide = abs(box.x - other.x) <= 3 and abs(box.right - other.right) <= 3
    return is_as_wide and box.y - other.bottom <= 3 and other.y - box.bottom <= 3


def _distance(line: Rect, field: Rect) -> int | None:
    """How far the line is from the field that it may name; None where it can't."""
    gap = field.x - line.right
    is_level = field.y <= line.center.y < field.bottom and line.center.y < field.y + 40
    if is_level and -4 <= gap <= _FIELD_BESIDE_PX:
        return gap
    above = field.y - line.bottom
    is_over = abs(line.x - field.x) <= _BESIDE_PX
    return above + _BESIDE_PX if is_over and -4 <= above <= _ABOVE_PX else None
