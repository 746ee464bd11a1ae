"""What was recorded, on the command line: resumed, listed, told, compared, ruled anew, deleted.

What needs more than the settings is imported when a command is called, so that help comes at once.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.table import Column, Table

from app.choices import LAST, RunChoices, prompts_are_answered
from app.commands import read_rules, told, user_settings
from app.paths import database_path, downloads_path
from app.terminal import in_markup, terminal
from engine.domain.errors import NameUnknown, RecordUnavailable

if TYPE_CHECKING:
    from engine.record.sessions import SessionSummary
    from engine.record.source import Stored
    from engine.record.store import SessionStore


@contextlib.asynccontextmanager
async def recorded_in(
    database: Path | None, *, is_made: bool = False
) -> AsyncIterator[SessionStore]:
    """The database, which is made only where it ``is_made``. Raises ``RecordUnavailable``."""
    from engine.record.store import SessionStore

    path = database or database_path()
    if not is_made and not path.exists():
        raise RecordUnavailable(
            f"Nothing was recorded yet in {path}.", "Run something, or name --database."
        )
    async with await SessionStore.open(path) as store:
        yield store


async def source_of(store: SessionStore, said: str) -> Stored:
    """The session whose id begins so, or the last one. Raises ``NameUnknown``."""
    from engine.record.source import Stored

    listed = await store.sessions()
    found = [each for each in listed if each.session_id.startswith(said)]
    found = [each for each in found if each.session_id == said] or found
    if not found:
        what = f"There is no session “{said}”." if said else "No session was recorded."
        raise NameUnknown(what, "pilothouse sessions lists those that there are.")
    if said and len(found) > 1:
        raise NameUnknown(f"{len(found)} sessions begin with “{said}”.", "Say more of the id.")
    return Stored(found[0], store)


@told
async def resume(
    session: str = "",
    database: Path | None = None,
    non_interactive: bool = False,
    as_json: bool = False,
) -> int:
    """Go on with a session that broke off: with a fresh look, where and as it was.

    What was done is told first; nothing whose effect is there is done again.

    SESSION: A session's id, or how it begins; without it the last one."""
    from app.run_command import RunOptions, run_goal

    waits = not non_interactive and prompts_are_answered()
    choices = RunChoices("", resumes=session or LAST, is_interactive=waits)
    its = (user_settings(), terminal(stderr=as_json), database or database_path())
    return await run_goal(RunOptions(choices, *its, as_json=as_json))


@told
async def sessions(database: Path | None = None, as_json: bool = False) -> None:
    """List what was recorded, the newest first."""
    async with recorded_in(database) as store:
        listed = await store.sessions()
        if as_json:
            for each in listed:
                print(json.dumps(asdict(each) | {"ending": each.ending}))
        else:
            terminal().print(_listing(listed) if listed else "No session was recorded.")


@told
async def show(session: str = "", database: Path | None = None, as_json: bool = False) -> None:
    """Tell a session again, in the lines in which the terminal told it.

    SESSION: A session's id, or how it begins; without it the last one."""
    async with recorded_in(database) as store:
        from app.progress import JsonPrinter, ProgressPrinter

        source = await source_of(store, session)
        printer = JsonPrinter(terminal()) if as_json else ProgressPrinter(terminal())
        async for part in store.parts(source.summary.session_id):
            for each in part.events:
                printer.show(each)


@told
async def compare(
    one: str, other: str, database: Path | None = None, as_json: bool = False
) -> None:
    """Put two sessions side by side: where they parted, and what came of it.

    ONE: A session's id, or how it begins.
    OTHER: The one beside it."""
    async with recorded_in(database) as store:
        from engine.record.comparing import compare

        first, second = [await source_of(store, each) for each in (one, other)]
        names = (first.summary.session_id, second.summary.session_id)
        compared = compare(await first.opened(), await second.opened())
    if as_json:
        print(json.dumps({"sessions": names, "words": compared.words} | asdict(compared)))
        return
    table = _table(("", *names), ((label, *both) for label, both in compared.differing.items()))
    table.add_section()
    for at, pair in enumerate(compared.pairs, 1):
        cells = [in_markup(f"{each.words}: {each.came}") if each else "" for each in pair]
        table.add_row(str(at), *cells, style="" if pair[0] == pair[1] else "yellow")
    terminal().print(in_markup(compared.words), table, highlight=False)


@told
async def policy(
    file: Path, session: str = "", database: Path | None = None, as_json: bool = False
) -> None:
    """Try a policy over past sessions: what it would have allowed, asked about and denied.

    Nothing is done again, and no record is changed.

    FILE: The rules, as in policy.toml.
    SESSION: A session's id, or how some begin; without it all that were recorded."""
    async with recorded_in(database) as store:
        from app.policy_trial import try_over
        from engine.record.source import Stored

        rules, listed = read_rules(file), await store.sessions()
        sources = [Stored(it, store) for it in listed if it.session_id.startswith(session)]
        sources = sources or [await source_of(store, session)]  # which tells that there is none
        trial = await try_over(sources, rules)
        if as_json:
            for each in trial.tried:
                print(json.dumps(each))
            return
        terminal().print(trial.summary, highlight=False)
        terminal().print(_table(("", "Was", "Would be"), trial.figures), highlight=False)
        if trial.changed:
            heads = ("Session", "Place", "Step", "Was", "Would be", "By")
            rows = (
                (*[*each.values()][:5], "{rule}: {why}".format(**each)) for each in trial.changed
            )
            terminal().print("", _table(heads, rows), highlight=False)


@told
async def prune(
    older_than: Annotated[float | None, {"min": 0}] = None,
    keep: Annotated[int | None, {"min": 0}] = None,
    max_size: Annotated[float | None, {"min": 0}] = None,
    yes: bool = False,
    database: Path | None = None,
    as_json: bool = False,
) -> None:
    """Delete old sessions for good; without --yes, list those that would go.

    So does what was left of sessions that were deleted before: where that broke off, and files.

    --older-than DAYS: Sessions older than so many days.
    --keep N: All but so many, the newest.
    --max-size MB: The oldest, until the rest takes so many MB.
    --yes: Delete them. Without it they are only listed."""
    async with recorded_in(database) as store:
        from engine.language.sentences.figures import count_words
        from engine.record.pruning import to_let_go

        left, there = await store.left(), downloads_path("")
        loaded = [each for each in await store.left(there) if each not in left]
        if (older_than, keep, max_size) == (None, None, None) and not left:
            raise NameUnknown(
                "Nothing says what may go.", "Say --older-than, --keep or --max-size."
            )
        stock, listed = await store.stock(), await store.sessions()
        most = None if max_size is None else round(max_size * 1e6)
        gone = to_let_go(stock, time.time(), older_than_days=older_than, keep=keep, max_bytes=most)
        ids = [each.session_id for each in gone]
        kept = [each for each in stock.sessions if each.session_id not in ids]
        freed = stock.bytes_of(stock.sessions) - stock.bytes_of(kept)
        if yes:
            await store.let_go([*ids, *left], downloads_path, whole=True)
        if as_json:
            plan = {"sessions": ids, "left": left, "kept": len(kept), "bytes": freed}
            print(json.dumps(plan | {"deleted": yes, "downloads": loaded}))
            return
        if ids:
            terminal().print(_listing([each for each in listed if each.session_id in ids]))
        what = f"{count_words(len(ids), 'session')} and {freed / 1e6:,.1f} MB"
        stay = f"{count_words(len(kept), 'session')} kept"
        done = "deleted" if yes else "would be deleted (say --yes)"
        terminal().print(f"{what} {done}, {stay}.", highlight=False)
        if left:
            words = f"What was left of sessions that are no more {done}: {', '.join(left)}."
            terminal().print(in_markup(words), highlight=False)
        if loaded:
            words = f"In {there} lies what no session here downloaded: {', '.join(loaded)}."
            terminal().print(in_markup(f"{words} See whose it is first."), highlight=False)


def _listing(listed: Sequence[SessionSummary]) -> Table:
    from engine.domain.terminals import Terminal
    from engine.language.sentences.figures import day_words
    from engine.language.sentences.run import ending_title

    rows = []
    for each in listed:
        began = day_words(datetime.fromtimestamp(each.started_at_secs).astimezone())
        is_over = bool(each.terminal)
        ended = ending_title(Terminal(each.terminal), each.reason) if is_over else each.ending
        imported = ", imported" if each.origin else ""
        rows.append((each.session_id, began, f"{ended}{imported}", each.goal))
    return _table(("Session", "Began", "Ended", "Goal"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Of texts from outside; what does not fit goes on below."""
    table = Table(*(Column(each, overflow="fold") for each in heads), box=None, pad_edge=False)
    for each in rows:
        table.add_row(*map(in_markup, each))
    return table
