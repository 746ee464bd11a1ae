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
from engine.language.sentences.figures import count_words

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


class HomeFiles:
    """Made before anything is started on the desktop, whose ``places`` these are: puts copies of
    the ``given`` files into its practice folder, and remembers what there is in its home. Blocks.
    Raises ``RecordUnavailable`` where a file can't be copied."""

    def __init__(self, places: Mapping[str, str], given: Sequence[Path]) -> None:
        self.home, self._folder = Path(places["home folder"]), Path(places["practice folder"])
        self._before = {path: version for path, _, version in self._all()}
        self.begin_run()
        self.put(given)

    def begin_run(self) -> None:
        """What is there by now was not made by the run that comes. Blocks."""
        self._before_run = {path: version for path, _, version in self._all()}

    def put(self, given: Sequence[Path]) -> dict[str, int]:
        """Copies, into the practice folder of a desktop whose programs may change it meanwhile: no
        link is followed, and nothing replaced. They do not count as made. Blocks; returns the
        sizes by name. Raises ``RecordUnavailable`` where a file can't be copied."""
        sizes = dict[str, int]()
        for file in given:
            with _told_of(file), contextlib.ExitStack() as closing:
                read = closing.enter_context(file.open("rb"))
                folder = os.open(self._folder, os.O_DIRECTORY | os.O_NOFOLLOW)
                closing.callback(os.close, folder)
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
                opened = os.open(file.name, flags, 0o666, dir_fd=folder)
                copy = closing.enter_context(os.fdopen(opened, "wb"))
                shutil.copyfileobj(read, copy)
                sizes[file.name] = copy.tell()
        put = {self._folder.relative_to(self.home) / name for name in sizes}
        for path, _, version in self._all():
            if path in put:
                self._before[path] = self._before_run[path] = version
        return sizes

    def made(
        self, keep_in: Path | None = None, *, by_run: bool = False
    ) -> tuple[dict[str, int], int]:
        """The sizes of what is new or has changed, by their paths from the home, and how many more
        are left out: too large, or not to be read. They are copied to ``keep_in``, where nothing
        is replaced. ``by_run`` since that began. Raises ``RecordUnavailable``."""
        before = self._before_run if by_run else self._before
        sizes, left_out = dict[str, int](), 0
        for path, folder, version in self._all():
            data, size_bytes, room = None, version[0], _MOST_BYTES - sum(sizes.values())
            if before.get(path) == version:
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
            for root, folders, names, folder in os.fwalk(self.home):
                place = Path(root).relative_to(self.home)
                folders[:] = [each for each in folders if place.parts or each[0] != "."]
                for name in sorted(each for each in names if place.parts or each[0] != "."):
                    with contextlib.suppress(OSError):  # it went away meanwhile
                        it = os.stat(name, dir_fd=folder, follow_symlinks=False)
                        if stat.S_ISREG(it.st_mode):
                            yield place / name, folder, (it.st_size, it.st_mtime_ns, it.st_ino)


def told_files(sizes: Mapping[str, int], left_out: int = 0) -> list[str]:
    """What is said of each that ``made`` or ``put`` tells, and of those that were left out."""
    told = [f"{path}, {count_words(size, 'byte')}" for path, size in sizes.items()]
    return told + ([f"{left_out:,} that are too large or can’t be read"] if left_out else [])


@contextlib.contextmanager
def _told_of(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = f"{file} can't be copied: {error.strerror}."
        is_taken = isinstance(error, FileExistsError)
        remedy = "Rename one of the two." if is_taken else "Look whether there is room."
        raise RecordUnavailable(why, remedy) from error
