"""``python -m app``, on a disk that has room for a little of the record only.

Usage: PILOTHOUSE_TEST_PAGES=N python -m tests.app.full_disk_child run …: the database may grow to
N pages of 4 KiB, then SQLite reports that the disk is full. With ``none``, not even a small event
finds room in it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlite_utils import Database

from app.cli import main
from engine.record import database
from engine.record.database import open_for_writing


def open_with_room_for(pages: str) -> Callable[[Path], Database]:
    def opened(path: Path) -> Database:
        db = open_for_writing(path)
        db.execute(f"PRAGMA max_page_count = {1 if pages == 'none' else int(pages)}").fetchall()
        if pages == "none":
            _fill(db)
        return db

    return opened


def _fill(db: Database) -> None:
    """Use up what is free in the pages of the events."""
    insert = "INSERT INTO events VALUES ('filler', ?, 0, 'warning_raised', 1, ?)"
    seq = 0
    for size in (1000, 100, 10, 0):
        with contextlib.suppress(sqlite3.OperationalError):
            while True:
                seq += 1
                with db.conn:
                    db.conn.execute(insert, (seq, "x" * size))


if __name__ == "__main__":
    database.open_for_writing = open_with_room_for(os.environ["PILOTHOUSE_TEST_PAGES"])
    main()
