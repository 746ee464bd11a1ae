"""Judges that read files: of a practice desktop's home, or of a web application's folder."""

import configparser
import gzip
import subprocess
import zipfile
from pathlib import Path
from typing import Protocol

from PIL import Image

# what stands in an ini file before its first section
_BEFORE_ANY = "before any section"


class HasHome(Protocol):
    """Whatever has a folder that its files are told from."""

    @property
    def home(self) -> Path:
        """The folder."""
        ...


def _matching(sight: HasHome, path: str) -> list[Path]:
    """The files of a path, which may have `*` in it and is told from the home, or is absolute."""
    if path.startswith("/"):
        return [each for each in (Path(path),) if each.exists()]
    return [each for each in sight.home.glob(path) if each.exists()]


def is_there(sight: HasHome, path: str) -> bool:
    """Whether there is such a file or folder."""
    return bool(_matching(sight, path))


def is_gone(sight: HasHome, path: str) -> bool:
    """Whether there is no such file or folder."""
    return not _matching(sight, path)


def holds(sight: HasHome, path: str, text: str) -> bool:
    """Whether one of the files has the text in it."""
    return any(text in each.read_text(errors="replace") for each in _matching(sight, path))


def holds_wide(sight: HasHome, path: str, text: str) -> bool:
    """Whether one of the files has the text in it, two bytes to a character as Java writes it."""
    return any(text.encode("utf-16-be") in each.read_bytes() for each in _matching(sight, path))


def zipped_holds(sight: HasHome, path: str, text: str) -> bool:
    """Whether one of the files has the text in it, once it is unpacked where gzip has packed it."""
    for each in _matching(sight, path):
        content = each.read_bytes()
        told = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        if text in told.decode(errors="replace"):
            return True
    return False


def picture_sized(sight: HasHome, path: str, size: list[int]) -> bool:
    """Whether one of the files is a picture of that width and height."""
    for each in _matching(sight, path):
        with Image.open(each) as picture:
            if list(picture.size) == size:
                return True
    return False


def pdf_says(sight: HasHome, path: str, words: list[str]) -> bool:
    """Whether one of the files is a PDF whose pages say these words, one page after the other."""
    for each in _matching(sight, path):
        reading = ["pdftotext", str(each), "-"]
        told = subprocess.run(reading, capture_output=True, text=True, timeout=30, check=False)
        if told.stdout.split() == words:
            return True
    return False


def lacks(sight: HasHome, path: str, text: str) -> bool:
    """Whether there is such a file, and none of them has the text in it."""
    return is_there(sight, path) and not holds(sight, path, text)


def equals(sight: HasHome, path: str, text: str) -> bool:
    """Whether one of the files is the text, whatever line ends stand behind it."""
    found = [each.read_text(errors="replace") for each in _matching(sight, path)]
    return any(content.rstrip("\r\n") == text for content in found)


def content(sight: HasHome, path: str) -> list[str]:
    """What the files hold, to be compared."""
    return [each.read_text(errors="replace") for each in sorted(_matching(sight, path))]


def setting(sight: HasHome, path: str, section: str, key: str, value: str) -> bool:
    """Whether an ini file has the value, without regard to upper and lower case.

    What stands before its first section is told by a section without a name."""
    for each in _matching(sight, path):
        parser = configparser.RawConfigParser(strict=False, delimiters=("=",))
        parser.read_string(f"[{_BEFORE_ANY}]\n{each.read_text(errors='replace')}")
        if parser.get(section or _BEFORE_ANY, key, fallback="").strip().lower() == value.lower():
            return True
    return False


def archived(sight: HasHome, path: str, member: str) -> bool:
    """Whether a zip archive has a member."""
    return any(member in zipfile.ZipFile(each).namelist() for each in _matching(sight, path))


def archive_holds(sight: HasHome, path: str, member: str, text: str) -> bool:
    """Whether a member of a zip archive has the text in it."""
    for each in _matching(sight, path):
        if not zipfile.is_zipfile(each):
            continue
        with zipfile.ZipFile(each) as archive:
            if member in archive.namelist() and text in archive.read(member).decode(
                errors="replace"
            ):
                return True
    return False
