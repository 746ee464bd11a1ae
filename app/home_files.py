"""Files in and out of a practice desktop, whose home is deleted with it: copies are put there
before a run, and what the run created or changed is told at the end, and kept where that is wanted.

Programs of the desktop may change the home while it is read: no link is followed, and only plain
files are opened. What begins with a dot at its top, as settings and caches do, is not looked at.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.domain.errors import NameUnknown, RecordUnavailable

FILES_FOLDER = "files"
_MOST_BYTES = 100_000_000


def check_given(given: Sequence[Path], surface: str) -> None:
    """Raises ``NameUnknown`` for what can't be given."""
    if given and surface != "practice":
        raise NameUnknown("Files can be given to the practice desktop only.", "Leave them out.")
    for file in given:
        if file.is_dir():
            raise NameUnknown(
                f"{file} is a folder: only files can be given.", "Pack it, or name files."
            )
        if not file.is_file() or not os.access(file, os.R_OK):
            raise NameUnknown(f"The file to give, {file}, can't be read.", "Name another.")
    if len({file.name for file in given}) < len(given):
        raise NameUnknown("Two files to give have the same name.", "Rename one of them.")
    if sum(file.stat().st_size for file in given) > _MOST_BYTES:
        raise NameUnknown(f"The files to give have more than {_MOST_BYTES:,} bytes.")


def put_copies(places: Mapping[str, str], given: Sequence[Path]) -> dict[str, int]:
    """Into the practice folder of a desktop with these ``places``, whose programs may change it
    meanwhile: no link is followed, and nothing replaced. Blocks; returns the sizes by name. Raises
    ``RecordUnavailable`` where a file can't be copied."""
    sizes = dict[str, int]()
    for file in given:
        with _told_of(file), contextlib.ExitStack() as closing:
            read = closing.enter_context(file.open("rb"))
            folder = os.open(places["practice folder"], os.O_DIRECTORY | os.O_NOFOLLOW)
            closing.callback(os.close, folder)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            opened = os.open(file.name, flags, 0o666, dir_fd=folder)
            copy = closing.enter_context(os.fdopen(opened, "wb"))
            shutil.copyfileobj(read, copy)
            sizes[file.name] = copy.tell()
    return sizes


class HomeFiles:
    """Made before anything is started on the desktop, whose ``places`` these are: puts copies of
    the ``given`` files into its practice folder, and remembers what there is in its home. Blocks.
    Raises ``RecordUnavailable`` where a file can't be copied."""

    def __init__(self, places: Mapping[str, str], given: Sequence[Path]) -> None:
        self._home = Path(places["home folder"])
        put_copies(places, given)
        self._before = {path: version for path, _, version in self._all()}

    def made(self, keep_in: Path | None) -> tuple[dict[str, int], int]:
        """The sizes of what is new or has changed, by their paths from the home, and how many more
        are left out: too large, or not to be read. They are copied to ``keep_in``, where nothing
        is replaced. Raises ``RecordUnavailable``."""
        sizes, left_out = dict[str, int](), 0
        for path, folder, version in self._all():
            data, size_bytes, room = None, version[0], _MOST_BYTES - sum(sizes.values())
            if self._before.get(path) == version:
                continue
            with contextlib.suppress(OSError):
                flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
                with os.fdopen(os.open(path.name, flags, dir_fd=folder), "rb") as file:
                    data = file.read(size_bytes) if size_bytes <= room else None
            if data is None:
                left_out += 1
                continue
            sizes[str(path)] = len(data)
            if keep_in is not None:
                with _told_of(place := keep_in / path):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with place.open("xb") as copy:
                        copy.write(data)
        return sizes, left_out

    def _all(self) -> Iterator[tuple[Path, int, tuple[int, int, int]]]:
        """Each plain file's path from the home, the open folder that it is in, and what changes
        when it does: its size, when it was written, and which file it is."""
        with contextlib.suppress(FileNotFoundError):  # the desktop is gone
            for root, folders, names, folder in os.fwalk(self._home):
                place = Path(root).relative_to(self._home)
                folders[:] = [each for each in folders if place.parts or each[0] != "."]
                for name in sorted(each for each in names if place.parts or each[0] != "."):
                    with contextlib.suppress(OSError):  # it went away meanwhile
                        it = os.stat(name, dir_fd=folder, follow_symlinks=False)
                        if stat.S_ISREG(it.st_mode):
                            yield place / name, folder, (it.st_size, it.st_mtime_ns, it.st_ino)


@contextlib.contextmanager
def _told_of(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = f"{file} can't be copied: {error.strerror}."
        is_taken = isinstance(error, FileExistsError)
        remedy = "Rename one of the two." if is_taken else "Look whether there is room."
        raise RecordUnavailable(why, remedy) from error
