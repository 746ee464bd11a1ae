"""Which sessions are under way, in this program or in another one: a lock for each.

The database can't say it: a program that was killed leaves a session without an end, just as one
that still works on it. A lock of the operating system's goes with whoever holds it, also after
``kill -9``. The files lie in a folder beside the database, and the folder's own lock, held for
moments only, lets nobody take what another one is looking at.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from engine.domain.errors import RecordUnavailable

_SUFFIX = ".lock"


class RunningSessions:
    """Of one database. ``ids`` may wait for the disk; the others are short."""

    def __init__(self, database: Path) -> None:
        whole = database.resolve()
        self._folder = whole.with_name(f"{whole.name}-running")
        self._held: dict[str, int] = {}

    def take(self, session_id: str) -> None:
        """Hold it from now on. Raises ``RecordUnavailable`` where somebody does already, or where
        no lock can be had there."""
        try:
            with self._alone():
                self._held[session_id] = self._locked(session_id)
        except BlockingIOError:
            raise still_running(session_id) from None
        except OSError as error:
            raise RecordUnavailable(
                f"The session can't be marked as running in {self._folder}: {error.strerror}.",
                "Check that you may write there, or record into a database on another disk.",
            ) from error

    def let_go(self, session_id: str) -> None:
        """Its file is swept by the next one who looks."""
        lock = self._held.pop(session_id, None)
        if lock is not None:
            fcntl.flock(lock, fcntl.LOCK_UN)
            os.close(lock)

    def ids(self) -> frozenset[str]:
        """Those that are under way; files of others are swept. Where the locks can't be read,
        only this program's own are known."""
        found = set(self._held)
        with contextlib.suppress(OSError):
            if self._folder.is_dir():
                with self._alone():
                    found.update(self._found())
        return frozenset(found)

    def close(self) -> None:
        for session_id in list(self._held):
            self.let_go(session_id)

    def _found(self) -> Iterator[str]:
        for path in self._folder.glob(f"*{_SUFFIX}"):
            session_id = path.name.removesuffix(_SUFFIX)
            if session_id in self._held:
                continue
            try:
                os.close(self._locked(session_id))
            except BlockingIOError:
                yield session_id
            else:
                path.unlink()

    def _locked(self, session_id: str) -> int:
        """Its file, open and locked. Raises ``OSError``: ``BlockingIOError`` where it is held."""
        path = self._folder / f"{session_id}{_SUFFIX}"
        lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        return lock

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """While nobody else takes, looks or sweeps. Raises ``OSError``."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        guard = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(guard, fcntl.LOCK_EX)
            yield
        finally:
            os.close(guard)


def still_running(session_id: str) -> RecordUnavailable:
    return RecordUnavailable(
        f"The session {session_id} is still running, here or in another window or terminal.",
        "Wait for its end, or stop it where it runs.",
    )
