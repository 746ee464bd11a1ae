"""Files in and out of a practice desktop, whose home is deleted with it: copies are put there
before a run, and what the run created or changed is recorded at its end and kept beside the record,
wherever the desktop is."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from app.choices import is_practice_desktop
from app.live_surface import LiveSurface
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import WarningRaised
from engine.domain.performing import FileGiven, FileMade, FilesMade
from engine.domain.ports import EventLog
from engine.processes.whole_files import write_whole
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.files import PART_BYTES, PRACTICE, PlainFiles

_MOST_BYTES, _MOST_FILES = 100_000_000, 1_000


def check_given(given: Sequence[Path], surface: str) -> None:
    """Raises ``NameUnknown`` for what can't be given."""
    if given and not is_practice_desktop(surface):
        raise NameUnknown("Files can be given only to a practice desktop.", "Leave them out.")
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
    """Made before anything is started on the desktop, whose ``home`` that is: puts copies of the
    ``given`` files into its practice folder, and remembers what there is in its home. Blocks.
    Raises ``RecordUnavailable`` where a file can't be copied, or the home not be looked at."""

    def __init__(self, home: PlainFiles, given: Sequence[Path]) -> None:
        self._files, self.home = home, home.home
        self._before = home.versions()
        self.begin_run()
        self.put(given)

    def begin_run(self) -> None:
        """What is there by now was not made by the run that comes. Blocks."""
        self._before_run = self._files.versions()

    def put(self, given: Sequence[Path]) -> list[FileGiven]:
        """Copies, into the practice folder of a desktop whose programs may change it meanwhile: no
        link is followed, and nothing replaced. They do not count as made. Blocks. Raises
        ``RecordUnavailable`` where a file can't be copied."""
        told = list[FileGiven]()
        for file in given:
            with _told_of(file), file.open("rb") as read:
                self._files.add(place := f"{PRACTICE}/{file.name}", b"", is_new=True)
                for data in iter(partial(read.read, PART_BYTES), b""):
                    self._files.add(place, data, is_new=False)
                told.append(FileGiven(file.name, read.tell()))
        put = {f"{PRACTICE}/{each.name}" for each in told}
        for path, version in self._files.versions().items() if put else ():
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
        for path, version in self._files.versions().items():
            data, size_bytes = None, version[0]
            if before.get(path) == version:
                continue
            with contextlib.suppress(OSError):
                fits = size_bytes <= room and len(files) < _MOST_FILES
                data = self._files.read(path, 0, size_bytes) if fits else None
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


async def files_of(surface: LiveSurface, given: Sequence[Path] = ()) -> HomeFiles | None:
    """Of a practice desktop that came up, else None. Raises ``RecordUnavailable``."""
    home = surface.files if isinstance(surface, DesktopSurface) else None
    return await asyncio.to_thread(HomeFiles, home, given) if home is not None else None


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
