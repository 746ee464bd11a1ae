"""``pilothouse campaign``: begin one or go on with it, show how it goes, tell what came of it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from pathlib import Path

from rich.console import Console

from app.campaigns.desk import LocalDesks
from app.campaigns.file import read_campaign
from app.campaigns.results import Result, owned, results_in
from app.campaigns.running import Running
from app.paths import make_folder
from app.settings.tables import Settings
from app.terminal import in_markup
from app.wiring import build_thinkers
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
    as_json: bool = False,
) -> int:
    """To its end, or until it is interrupted: the same command goes on with it then. Raises
    ``KnownError`` where it can't start, or can't go on."""
    campaign = await asyncio.to_thread(read_campaign, file, build_thinkers(settings))
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
    judged = [each.judged for each in found.values()]
    good, untold = judged.count(Verdict.SEEN), judged.count(Verdict.CANT_TELL)
    words = f"[bold]{good} of {whole} succeeded, {untold} can’t be told.[/bold]"
    console.print(words, highlight=False)
    if not is_whole:
        return EXIT_CODES[Terminal.CANCELLED]
    return 0 if good == whole else EXIT_NOT_ALL


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
