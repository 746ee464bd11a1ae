"""``pilothouse sessions``, ``show``, ``export`` and ``prune``: what was recorded, for who asks."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from rich.table import Table

from app.paths import check_writable, database_path
from app.progress import JsonPrinter, ProgressPrinter
from app.terminal import in_markup, terminal
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.terminals import EXIT_CODES, Terminal
from engine.language.sentences.endings import ending_title
from engine.language.sentences.figures import count_words, day_words
from engine.record import proof
from engine.record.hiding import Hidden, Hiding, still_shown
from engine.record.pruning import to_let_go
from engine.record.reports.container import write_container
from engine.record.reports.formats import FORMATS, file_of
from engine.record.sessions import SessionSummary
from engine.record.source import Stored
from engine.record.store import SessionStore


def sessions(database: Path | None, *, as_json: bool) -> int:
    """The newest first."""

    async def work(store: SessionStore) -> int:
        listed = await store.sessions()
        if as_json:
            for each in listed:
                print(json.dumps(asdict(each) | {"ending": each.ending}))
        elif listed:
            terminal().print(_table(listed))
        else:
            terminal().print("No session was recorded.")
        return 0

    return _with_store(database, work)


def show(session: str, database: Path | None, *, as_json: bool) -> int:
    """In the lines in which the terminal told it."""

    async def work(store: SessionStore) -> int:
        source = await _source(store, session)
        printer = JsonPrinter(terminal()) if as_json else ProgressPrinter(terminal())
        for each in (await source.opened()).events:
            printer.show(each)
        return 0

    return _with_store(database, work)


@dataclass(frozen=True, slots=True)
class Wanted:
    """``out`` is the file, or a folder that there is; with ``key`` a container is signed."""

    kind: str
    out: Path
    key: Path | None = None


def export(
    session: str, wanted: Wanted, hiding: Hiding, database: Path | None, *, as_json: bool
) -> int:
    """Say what was written, and what it still shows."""
    kind, key = wanted.kind, wanted.key
    if key is not None and kind != "pilothouse":
        raise NameUnknown("Only a pilothouse file is signed.", "Say --as pilothouse too.")

    async def work(store: SessionStore) -> int:
        stored = await _source(store, session)
        source = await Hidden.of(stored, hiding) if hiding.is_any else stored
        path = file_of(kind, stored.summary.session_id, wanted.out)
        check_writable(path)
        if key is not None:
            written = await write_container(path, source, key)
        else:
            written = await FORMATS[kind][1](path, source)
        shows = await still_shown(source) if hiding.is_any else ()
        if as_json:
            told = {"path": str(written), "format": kind, "bytes": written.stat().st_size}
            print(json.dumps(told | ({"still_shows": shows} if hiding.is_any else {})))
            return 0
        words = f"Exported to {in_markup(str(written))}"
        terminal().print(words, highlight=False, soft_wrap=True)
        for each in shows:
            terminal().print(f"It still shows {in_markup(each)}", highlight=False)
        return 0

    return _with_store(database, work)


def verify(file: Path, *, as_json: bool) -> int:
    """Whether that file is as it was written."""
    try:
        with file.open("rb") as opened:
            words, is_whole = proof.verify(opened), True
    except OSError as error:
        raise NameUnknown(
            f"{file} can't be read: {error.strerror}.", "Name another file."
        ) from None
    except proof.Altered as error:
        words, is_whole = str(error), False
    if as_json:
        print(json.dumps({"path": str(file), "is_whole": is_whole, "words": words}))
    else:
        colour = "green" if is_whole else "bold red"
        terminal().print(f"[{colour}]{in_markup(words)}[/{colour}]", highlight=False)
    return 0 if is_whole else EXIT_CODES[Terminal.FAILED]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What may go: what is older than so many days, all but the newest ``keep``, the oldest until
    the rest takes ``max_mb``."""

    older_than_days: float | None
    keep: int | None
    max_mb: float | None


def prune(bounds: Bounds, database: Path | None, *, is_agreed: bool, as_json: bool) -> int:
    """Delete them for good; where that is not ``is_agreed``, only list them."""

    async def work(store: SessionStore) -> int:
        if bounds == Bounds(None, None, None):
            raise NameUnknown(
                "Nothing says what may go.", "Say --older-than, --keep or --max-size."
            )
        stock, listed = await store.stock(), await store.sessions()
        gone = to_let_go(
            stock,
            time.time(),
            older_than_days=bounds.older_than_days,
            keep=bounds.keep,
            max_bytes=None if bounds.max_mb is None else round(bounds.max_mb * 1e6),
        )
        ids = [each.session_id for each in gone]
        kept = [each for each in stock.sessions if each.session_id not in ids]
        freed = stock.bytes_of(stock.sessions) - stock.bytes_of(kept)
        if is_agreed and ids:
            await store.let_go(ids)
        if as_json:
            told = {"sessions": ids, "kept": len(kept), "bytes": freed, "deleted": is_agreed}
            print(json.dumps(told))
        else:
            if ids:
                terminal().print(_table([each for each in listed if each.session_id in ids]))
            what = f"{count_words(len(ids), 'session')} and {freed / 1e6:,.1f} MB"
            left = f"{count_words(len(kept), 'session')} kept"
            done = "deleted" if is_agreed else "would be deleted (say --yes)"
            terminal().print(f"{what} {done}, {left}.", highlight=False)
        return 0

    return _with_store(database, work)


def _with_store(database: Path | None, work: Callable[[SessionStore], Awaitable[int]]) -> int:
    path = database or database_path()

    async def opened() -> int:
        store = await SessionStore.open(path)
        try:
            return await work(store)
        finally:
            await store.close()

    if not path.exists():
        raise RecordUnavailable(
            f"Nothing was recorded yet in {path}.", "Run something, or name --database."
        )
    return asyncio.run(opened())


async def _source(store: SessionStore, said: str) -> Stored:
    """The session whose id begins so, or the last one. Raises ``NameUnknown``."""
    ids = [each.session_id for each in await store.sessions()]
    found = [said] if said in ids else [each for each in ids if each.startswith(said)]
    if not found:
        what = f"There is no session “{said}”." if said else "No session was recorded."
        raise NameUnknown(what, "pilothouse sessions lists those that there are.")
    if said and len(found) > 1:
        raise NameUnknown(f"{len(found)} sessions begin with “{said}”.", "Say more of the id.")
    return await Stored.of(store, found[0])


def _ending(each: SessionSummary) -> str:
    return ending_title(Terminal(each.terminal), each.reason) if each.terminal else each.ending


def _table(listed: list[SessionSummary] | tuple[SessionSummary, ...]) -> Table:
    table = Table("Session", "Began", "Ended", "Goal", box=None, pad_edge=False)
    for each in listed:
        began = datetime.fromtimestamp(each.started_at_secs).astimezone()
        cells = (each.session_id, day_words(began), _ending(each), each.goal)
        table.add_row(*(in_markup(cell) for cell in cells))
    return table
