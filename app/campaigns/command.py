"""``pilothouse campaign``: begin one or go on with it, show how it goes, tell what came of it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Collection, Coroutine, Sequence
from pathlib import Path

from rich.console import Console

from app.campaigns.desk import LocalDesks
from app.campaigns.figures import compared_campaigns, compared_thinkers, interval
from app.campaigns.file import read_campaign
from app.campaigns.results import Result, owned, results_in
from app.campaigns.running import Running
from app.paths import make_folder
from app.settings.tables import Settings
from app.terminal import in_markup
from app.wiring import build_thinkers
from engine.domain.errors import RecordUnavailable
from engine.domain.terminals import EXIT_CODES, EXIT_NOT_ALL, Terminal
from engine.domain.verdicts import Verdict
from engine.language.sentences.figures import count_words, span_words

_TOLD = {
    Verdict.SEEN: "[green]succeeded[/green]",
    Verdict.CONTRADICTED: "[red]failed[/red]",
    Verdict.CANT_TELL: "[yellow]can’t tell[/yellow]",
}


async def run_campaign(
    file: Path,
    folder: Path,
    settings: Settings,
    console: Console,
    *,
    database: Path,
    parallel: int = 1,
    against: Path | None = None,
    as_json: bool = False,
) -> int:
    """To its end, or until it is interrupted: the same command goes on with it then.
    ``against`` is the folder of a campaign to compare with. Raises ``KnownError`` where it can't
    start, or can't go on."""
    campaign = await asyncio.to_thread(read_campaign, file, build_thinkers(settings))
    before = results_in(against).values() if against is not None else ()
    if against is not None and not before:
        why = f"No results of a campaign are in {against}."
        raise RecordUnavailable(why, "Name the folder that was another campaign's --out.")
    make_folder(folder)
    found, whole = dict[str, Result](), len(campaign.orders)

    def tell(result: Result) -> None:
        if as_json:
            print(result.model_dump_json(), flush=True)
        console.print(_line_of(result, f"{len(found)}/{whole}"), highlight=False)

    with owned(folder, campaign):
        found |= results_in(folder)
        words = f"{campaign.name}: {count_words(whole, 'run')}, {len(found):,} done before."
        console.print(in_markup(words), highlight=False)
        running = Running(campaign, folder, LocalDesks(database), found, tell)
        is_whole = await _until_interrupted(running.run(parallel), console)
    results = [found[each.order_id] for each in campaign.orders if each.order_id in found]
    is_good = _told(results, before, console)
    if not is_whole:
        return EXIT_CODES[Terminal.CANCELLED]
    return 0 if is_good else EXIT_NOT_ALL


async def _until_interrupted(running: Coroutine[object, object, None], console: Console) -> bool:
    """Whether it came to its end. What is under way when it is interrupted is ended, and will be
    done again."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(running)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(each, task.cancel)
    await asyncio.wait([task])
    if task.cancelled():
        console.print("Interrupted. The same command goes on with it.", highlight=False)
        return False
    task.result()
    return True


def _line_of(result: Result, count: str) -> str:
    took = span_words(1000 * result.took_secs)
    what = f"{_TOLD[result.judged]} {in_markup(result.order_id)}"
    return f"{count} {what} [dim]{took}\n    {in_markup(result.why)}[/dim]"


def _told(results: Sequence[Result], before: Collection[Result], console: Console) -> bool:
    """Whether all is well: every run succeeded or, where there are others ``before`` it, nothing of
    what can be compared with them broke."""
    untold = sum(each.judged is Verdict.CANT_TELL for each in results)
    good, whole = sum(each.is_good for each in results), len(results)
    low, high = interval(good, whole)
    sure = f"95 % sure: {100 * low:.0f} to {100 * high:.0f} %"
    words = f"{good} of {whole} succeeded ({sure}), {untold} can’t be told."
    console.print(f"[bold]{words}[/bold]", highlight=False)
    since = compared_campaigns(before, results)
    for each in (*compared_thinkers(results), *since):
        console.print(in_markup(each.words), highlight=False)
    if not before:
        return good == whole
    if not since:
        console.print("No run has its pair in the other campaign.", highlight=False)
    return bool(since) and not any(each.worse for each in since)
