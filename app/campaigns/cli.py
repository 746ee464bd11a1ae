"""What the command line knows of campaigns; what it does stands in ``command`` and, of those that
are made of benchmarks, in ``benchmarks``."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

from app.commands import told, user_settings
from app.paths import database_path
from app.terminal import in_markup, terminal
from engine.domain.terminals import EXIT_NOT_ALL
from engine.language.sentences.figures import count_words


@told
async def campaign(
    file: Path,
    on: str = "local",
    parallel: Annotated[int | None, {"min": 1, "max": 1000}] = None,
    out: Path | None = None,
    against: Path | None = None,
    database: Path | None = None,
    as_json: bool = False,
) -> int:
    """Run many goals, explorations and scripts by a file, and tell how many succeeded.

    The exit code is 0 where all did, 18 where not; with --against 18 where something broke, or
    nothing could be compared.

    FILE: What is to be run, as TOML.
    --on WHERE: Where: local, auto (the Ray cluster that there is, or one on this machine), or
        ray://HOST:PORT. Ray comes with the extra “campaigns”.
    --parallel N: How many side by side. Without it one here, and what a cluster has room for.
    --out DIR: Where reports and files go; what is begun there goes on. Without it, a folder beside
        the file, called as it.
    --against DIR: The folder of another campaign: tell what got better since and what broke, and
        whether that is chance.
    --json: Print what came of each run as a line of JSON, and then each comparison."""
    from app.campaigns.command import run_campaign

    return await run_campaign(
        file,
        out or file.with_suffix(""),
        user_settings(),
        terminal(stderr=as_json),
        database=database or database_path(),
        on=on,
        parallel=parallel,
        against=against,
        as_json=as_json,
    )


@told
def benchmark(
    kind: str,
    folder: Path,
    out: Path = Path("benchmark"),
    thinker: str = "model",
    seeds: Annotated[int, {"min": 1, "max": 1000}] = 1,
    as_json: bool = False,
) -> int:
    """Make a campaign of the tasks of a benchmark that people know.

    What can't be brought in is counted by reason, and named in the file. The exit code is 0 where
    something could be, 18 where nothing.

    KIND: miniwob (the pages of MiniWoB++), osworld (its task files, those without its virtual
        machine), or package.module:function, an adapter of yours.
    FOLDER: Where it lies.
    --out DIR: Where campaign.toml goes, and what its tasks need.
    --thinker THINKER: Who will plan, as with run; what it can't read is not brought in.
    --seeds N: How many problems of each page of MiniWoB++.
    --json: Print each that was left out as a line of JSON."""
    from app.campaigns.benchmarks import adapter_of, bring_in
    from app.wiring import build_thinkers

    thinkers = build_thinkers(user_settings())
    taken, refused = bring_in(adapter_of(kind), folder, out, seeds, thinker, thinkers)
    for name, why in refused.items() if as_json else ():
        print(json.dumps({"left_out": name, "why": why}))
    console = terminal(stderr=as_json)
    for why, times in Counter(refused.values()).most_common():
        console.print(in_markup(f"{times:>4} left out: {why}"), highlight=False, soft_wrap=True)
    words = f"{count_words(len(taken), 'task')} in {out / 'campaign.toml'}, {len(refused)} left out"
    console.print(in_markup(words), highlight=False, soft_wrap=True)
    return 0 if taken else EXIT_NOT_ALL
