"""Files in and out of a practice desktop, whose home is deleted with it: copies are put there
before a run, and what the run created or changed is recorded at its end and kept beside the record.

Programs of the desktop may change the home while it is read: no link is followed, and only plain
files are opened. What begins with a dot at its top, as settings and caches do, is not looked at."""

import asyncio
import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import WarningRaised
from engine.domain.performing import FileGiven, FileMade, FilesMade
from engine.domain.ports import EventLog
from engine.processes.whole_files import write_whole

_MOST_BYTES, _MOST_FILES = 100_000_000, 1_000


def check_given(given: Sequence[Path], surface: str) -> None:
    """Raises ``NameUnknown`` for what can't be given."""
    if given and surface != "practice":
        raise NameUnknown("Files can be given only to a practice desktop here.", "Leave them out.")
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

    def put(self, given: Sequence[Path]) -> list[FileGiven]:
        """Copies, into the practice folder of a desktop whose programs may change it meanwhile: no
        link is followed, and nothing replaced. They do not count as made. Blocks. Raises
        ``RecordUnavailable`` where a file can't be copied."""
        told = list[FileGiven]()
        for file in given:
            with _told_of(file), contextlib.ExitStack() as closing:
                read = closing.enter_context(file.open("rb"))
                folder = os.open(self._folder, os.O_DIRECTORY | os.O_NOFOLLOW)
                closing.callback(os.close, folder)
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
                opened = os.open(file.name, flags, 0o666, dir_fd=folder)
                copy = closing.enter_context(os.fdopen(opened, "wb"))
                shutil.copyfileobj(read, copy)
                told.append(FileGiven(file.name, copy.tell()))
        put = {self._folder.relative_to(self.home) / each.name for each in told}
        for path, _, version in self._all():
            if path in put:
                self._before[path] = self._before_run[path] = version
        return told

    def made(
        self, keep_in: Path | None = None, masked: Callable[[str], str] | None = None
    ) -> FilesMade:
        """What is new or has changed, and no record keeps; copied to ``keep_in``, where what was
        there is replaced. With ``masked`` that is for the record of the run: what it made, but for
        that in which ``masked`` finds a secret. Blocks. Raises ``RecordUnavailable``."""
        before = self._before_run if masked else self._before
        files, left_out, room = list[FileMade](), 0, _MOST_BYTES
        for path, folder, version in self._all():
            data, size_bytes = None, version[0]
            if before.get(path) == version:
                continue
            with contextlib.suppress(OSError):
                flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
                with os.fdopen(os.open(path.name, flags, dir_fd=folder), "rb") as file:
                    fits = size_bytes <= room and len(files) < _MOST_FILES
                    data = file.read(size_bytes) if fits else None
            name = os.fsencode(path).decode(errors="replace")
            text = f"{name}\n{data.decode(errors='replace')}" if data and masked else ""
            if data is None or (masked and masked(text) != text):
                left_out += 1
                continue
            room -= len(data)
            files.append(FileMade(name, len(data), sha256(data).hexdigest()))
            if keep_in is not None:
                with _told_of(place := keep_in / name):
                    write_whole(place, data)
                    if masked is not None:
                        place.chmod(0o400)  # whoever opens it there leaves it as it is
                        self._before[path] = version
        return FilesMade(tuple(files), left_out)

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


async def record_made(
    files: HomeFiles | None, folder: Path, log: EventLog, masked: Callable[[str], str]
) -> None:
    """Keep it in that folder and record it, while the desktop is there; what hinders it is a
    warning. Raises ``RecordUnavailable`` where nothing can be recorded any more."""
    made = FilesMade()
    try:
        made = await asyncio.to_thread(files.made, folder, masked) if files else made
    except RecordUnavailable as error:
        await log.append(WarningRaised(f"What it made is not kept. {error}"))
    if made.count:
        await log.append(made)


@contextlib.contextmanager
def _told_of(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = f"{file} can't be copied: {error.strerror}."
        is_taken = isinstance(error, FileExistsError)
        remedy = "Rename one of the two." if is_taken else "Look whether there is room."
        raise RecordUnavailable(why, remedy) from error
