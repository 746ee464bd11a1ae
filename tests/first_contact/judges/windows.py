"""Judges that look at a desktop's windows and processes."""

import hashlib
import tempfile
from pathlib import Path

from PIL import Image, ImageColor

from tests.first_contact.desks import Desk


def titled(desk: Desk, title: str) -> bool:
    """Whether a window has exactly this title."""
    return title in desk.titles()


def titled_with(desk: Desk, text: str) -> bool:
    """Whether a window's title has the text in it."""
    return any(text in title for title in desk.titles())


def titles(desk: Desk) -> list[str]:
    """All titles, to be compared."""
    return sorted(desk.titles())


def children(desk: Desk, program: str) -> int:
    """How many processes the program has started that still run, to be compared."""
    parents = {pid for pid, _, command in desk.processes() if Path(command[0]).name == program}
    return sum(parent in parents for _, parent, _ in desk.processes())


def has_children(desk: Desk, program: str, at_least: int) -> bool:
    """Whether the program has started so many processes that still run."""
    return children(desk, program) >= at_least


def picture(desk: Desk, box: list[int] | None = None) -> str:
    """A digest of the screen's pixels, or of a box of them (left, top, right, bottom)."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Image.open(desk.picture(Path(folder) / "screen.png")) as screen,
    ):
        part = screen.crop((box[0], box[1], box[2], box[3])) if box else screen
        return hashlib.sha256(part.convert("RGB").tobytes()).hexdigest()


def size(desk: Desk, title: str) -> list[int]:
    """Width and height of the window whose title has the text in it, none yet, to be compared."""
    for line in desk.run("wmctrl", "-l", "-G").splitlines():
        parts = line.split(maxsplit=7)
        if len(parts) == 8 and title in parts[7]:
            return [int(parts[4]), int(parts[5])]
    return []


def has_colour(desk: Desk, colour: str, at_least: int) -> bool:
    """Whether so many pixels of the screen are exactly of the colour."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Image.open(desk.picture(Path(folder) / "screen.png")) as screen,
    ):
        counted = screen.convert("RGB").getcolors(screen.width * screen.height) or []
        return any(ImageColor.getrgb(colour) == each and n >= at_least for n, each in counted)


def pixels(desk: Desk, colour: str, box: list[int]) -> int:
    """How many pixels of a box of the screen (left, top, right, bottom) are exactly of the colour,
    to be compared: a mark counts, and not the light behind it that follows the mouse."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Image.open(desk.picture(Path(folder) / "screen.png")) as screen,
    ):
        part = screen.convert("RGB").crop((box[0], box[1], box[2], box[3]))
        counted = part.getcolors(part.width * part.height) or []
        return sum(n for n, each in counted if each == ImageColor.getrgb(colour))
