"""What was seen in a picture, for as long as the picture shows it still.

A line counts only where the very pixels stand that were read, so that a changed place never keeps
its former text, and a shape where its border stands. Of a picture only those parts are looked
through that changed, and a line is read once, wherever and however often it stands. Places are
kept within their window and move with it. Shapes are known before lines are: ``pending`` are the
parts in which nobody has looked for lines yet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import xxhash

from engine.domain.facts import Frozen
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Window
from engine.perception.drawn.boxes import InaccessibleArea, Shape
from engine.perception.drawn.text_reader import ReadText, is_sure
from engine.perception.pixels import Pixels, bgr_of

_MOST_TEXTS = 5_000
_MOST_PLACES = 200
_MOST_AREAS = 64
_MOST_PICTURE_BYTES = 128 * 1024 * 1024
"""Of areas that were looked through: five silent 4K screens, or twenty smaller ones."""
_MOST_SHAPES = 2_000
_BORDER_PX = 3
_ROOM_PX = 6
_RIM_PX = 1
"""What is painted in one piece is found so much within the part that cuts it."""
_BORDERED_ROLES = frozenset(
    {Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX, Role.SPIN_BOX, Role.TEXT_AREA, Role.GROUP}
)
"""Of others the whole picture counts: a tick makes another check box of it."""
_LARGE_ROLES = frozenset({Role.TEXT_AREA, Role.GROUP})
"""What changes in these does not make others of them."""


class ShownLine(Frozen):
    """A line that the frame shows, in its pixels; ``read`` is None until it was."""

    bounds_px: Rect
    window: Window
    digest: str
    read: ReadText | None

    @property
    def words(self) -> str:
        read = self.read
        return read.text if read and read.text and is_sure(read.text, read.confidence) else ""

    @property
    def may_be_words(self) -> bool:
        return self.read is None or bool(self.words)

    @property
    def confidence(self) -> float:
        return self.read.confidence if self.read is not None else 0.0


class SeenPart(Frozen):
    """A part of an area, in frame pixels, with its digest and its shapes in its own pixels."""

    bounds_px: Rect
    digest: str
    shapes: tuple[Shape, ...]


class SeenArea(Frozen):
    """``picture`` is that of the whole area; ``parts`` are those that had changed."""

    picture: Pixels
    parts: tuple[SeenPart, ...]


class DrawnMemory:
    """One thread learns; others look into a ``snapshot``."""

    def __init__(self) -> None:
        # by window: places of lines, and shapes, within it, with the digests of their pixels
        self._lines: dict[str, dict[Rect, str]] = {}
        self._shapes: dict[str, dict[Shape, str]] = {}
        self._looked: dict[tuple[str, Rect], Pixels] = {}
        self._pending: dict[tuple[str, Rect], tuple[Rect, ...]] = {}
        self._texts: dict[str, ReadText] = {}
        self._found_lines: dict[str, list[Rect]] = {}
        self._found_shapes: dict[str, tuple[Shape, ...]] = {}

    def snapshot(self) -> "DrawnMemory":
        """The memory as it is now, for another thread; what it holds is never changed."""
        other = DrawnMemory()
        for name, known in vars(self).items():
            setattr(other, name, dict(known))
        return other

    def looked_at(self, area: InaccessibleArea) -> Pixels | None:
        """The area as it was when it was looked through last."""
        return self._looked.get(_key(area))

    def things_in(self, window: Window) -> list[Rect]:
        """Where lines and small shapes of the window are known to be, in frame pixels; shapes
        with some room around them, without which they can't be found again."""
        places = list(self._lines.get(window.window_id, ()))
        shapes = self._shapes.get(window.window_id, ())
        places += [one.bounds_px.grown(_ROOM_PX) for one in shapes if one.role not in _LARGE_ROLES]
        return [one.moved(window.bounds_px.x, window.bounds_px.y) for one in places]

    def shapes_before(self, digest: str) -> tuple[Shape, ...] | None:
        """What was found in a part that ever looked just so."""
        return self._found_shapes.get(digest)

    def lines_before(self, picture: Pixels) -> list[Rect] | None:
        return self._found_lines.get(digest_of(picture))

    def pending(self, area: InaccessibleArea) -> tuple[Rect, ...] | None:
        """The parts whose lines are not known, in frame pixels; None where no shapes are."""
        parts = self._pending.get(_key(area))
        at = area.window.bounds_px
        return None if parts is None else tuple(one.moved(at.x, at.y) for one in parts)

    def learn_shapes(self, area: InaccessibleArea, seen: SeenArea) -> None:
        """The area is looked through for shapes as it is, and its parts wait for their lines."""
        window, place = area.window, area.bounds_px
        right, down = -window.bounds_px.x, -window.bounds_px.y
        shapes = dict(self._shapes.get(window.window_id, {}))
        pending = list(self._pending.get(_key(area), ()))
        for part in seen.parts:
            keep_room(self._found_shapes, _MOST_PLACES)
            self._found_shapes[part.digest] = part.shapes
            there = part.bounds_px.moved(right, down)
            ends = place.moved(right, down)
            shapes = {  # what is cut can't be found again, and counts where its pixels stand
                one: digest
                for one, digest in shapes.items()
                if not there.holds(one.bounds_px) or is_cut(one.bounds_px, there, ends)
            }
            for shape in part.shapes:
                whole = shape.moved(part.bounds_px.x, part.bounds_px.y)
                inside = whole.bounds_px.moved(-place.x, -place.y)
                digest = _shape_digest(seen.picture, inside, shape.role)
                shapes[whole.moved(right, down)] = digest
            pending = [one for one in pending if not there.holds(one)]
            pending.append(there)
            self._look_again(_key(area), there)
        self._shapes[window.window_id] = dict(list(shapes.items())[-_MOST_SHAPES:])
        self._keep_picture(_key(area), seen.picture)
        self._pending[_key(area)] = tuple(pending)

    def _look_again(self, seen: tuple[str, Rect], part: Rect) -> None:
        """What becomes known of a part takes the place of what was found there in the same window
        while no menu lay over it, or another: there it counts as changed then."""
        for key, picture in self._looked.items():
            if key[0] == seen[0] and key != seen and part.meets(key[1]):
                changed = part.intersection(key[1]).moved(-key[1].x, -key[1].y)
                self._looked[key] = picture = picture.copy()  # snapshots hold the other
                picture[changed.slices] = ~picture[changed.slices]

    def _keep_picture(self, key: tuple[str, Rect], picture: Pixels) -> None:
        """As the newest, in place of those that were looked through longest ago."""
        self._looked.pop(key, None)
        left = _MOST_PICTURE_BYTES - picture.nbytes
        kept: list[tuple[str, Rect]] = []
        for other in reversed(self._looked):
            left -= self._looked[other].nbytes
            if left < 0 or len(kept) == _MOST_AREAS - 1:
                break
            kept.append(other)
        self._looked = {one: self._looked[one] for one in reversed(kept)}
        self._looked[key] = picture

    def learn_lines(
        self, frame: Frame, area: InaccessibleArea, part: Rect, places: Sequence[Rect]
    ) -> None:
        """The lines of a pending part, in its own pixels."""
        window = area.window
        right, down = -window.bounds_px.x, -window.bounds_px.y
        there = part.moved(right, down)
        keep_room(self._found_lines, _MOST_PLACES)
        self._found_lines[digest_of(bgr_of(frame, part))] = list(places)
        kept = self._lines.get(window.window_id, {})
        lines = {one: digest for one, digest in kept.items() if not one.meets(there)}
        for place in places:
            whole = place.moved(part.x, part.y)
            lines[whole.moved(right, down)] = digest_of(bgr_of(frame, whole))
        self._lines[window.window_id] = lines
        left = [one for one in self._pending.get(_key(area), ()) if one != there]
        self._pending[_key(area)] = tuple(left)

    def learn_texts(self, texts: Mapping[str, ReadText]) -> None:
        """By the digest of the lines' pixels."""
        keep_room(self._texts, _MOST_TEXTS)
        self._texts.update(texts)

    def shown_lines(self, frame: Frame, areas: Iterable[InaccessibleArea]) -> Iterator[ShownLine]:
        """The lines that are there still, read or not; what another window covers is not."""
        for area in areas:
            window = area.window
            for line, digest in self._lines.get(window.window_id, {}).items():
                place = line.moved(window.bounds_px.x, window.bounds_px.y)
                if area.bounds_px.holds(place) and digest_of(bgr_of(frame, place)) == digest:
                    yield ShownLine(place, window, digest, self._texts.get(digest))

    def shown_shapes(self, frame: Frame, area: InaccessibleArea) -> Iterator[Shape]:
        """The shapes of the area that are there still, in frame pixels."""
        at = area.window.bounds_px
        for one, digest in self._shapes.get(area.window.window_id, {}).items():
            shape = one.moved(at.x, at.y)
            if not area.bounds_px.holds(shape.bounds_px):
                continue
            picture = bgr_of(frame, shape.bounds_px)
            whole = Rect(0, 0, picture.shape[1], picture.shape[0])
            if _shape_digest(picture, whole, shape.role) == digest:
                yield shape

    def forget_windows_but(self, window_ids: Iterable[str]) -> None:
        """Drop what is known of windows that are gone; the texts of lines stay."""
        there = set(window_ids)
        self._lines = {one: lines for one, lines in self._lines.items() if one in there}
        self._shapes = {one: seen for one, seen in self._shapes.items() if one in there}
        self._looked = {key: seen for key, seen in self._looked.items() if key[0] in there}
        self._pending = {key: seen for key, seen in self._pending.items() if key[0] in there}


def digest_of(pixels: Pixels) -> str:
    return f"{pixels.shape[1]}x{pixels.shape[0]} {xxhash.xxh3_128_hexdigest(pixels.tobytes())}"


def _shape_digest(picture: Pixels, place: Rect, role: Role) -> str:
    part = picture[place.slices]
    if role not in _BORDERED_ROLES:
        return digest_of(part)
    edge = _BORDER_PX
    strips = (part[:edge], part[-edge:], part[:, :edge], part[:, -edge:])
    return " ".join(digest_of(strip) for strip in strips)


def is_cut(place: Rect, part: Rect, area: Rect) -> bool:
    """The part may show but a piece of it; at the end of the area there is no more to it."""
    return (
        (place.x <= part.x + _RIM_PX and part.x != area.x)
        or (place.y <= part.y + _RIM_PX and part.y != area.y)
        or (place.right >= part.right - _RIM_PX and part.right != area.right)
        or (place.bottom >= part.bottom - _RIM_PX and part.bottom != area.bottom)
    )


def _key(area: InaccessibleArea) -> tuple[str, Rect]:
    at = area.window.bounds_px
    return area.window.window_id, area.bounds_px.moved(-at.x, -at.y)


def keep_room(known: dict[Any, Any], most: int) -> None:
    """Drop the older half where there are too many."""
    if len(known) >= most:
        for key in list(known)[: most // 2]:
            del known[key]
