"""What the command line knows of campaigns; what it does stands in ``command``."""

from pathlib import Path
from typing import Annotated

from app.commands import told, user_settings
from app.paths import database_path
from app.terminal import terminal


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
    --database FILE
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
