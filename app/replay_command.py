"""``pilothouse replay``: walks a regression script and says whether its fault comes up.

A script is JSON: ``surface``, ``application``, ``path`` (steps with their locators) and ``fault``.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console

from app.choices import RunChoices, is_browser, start_address
from app.run_command import RunOptions, run_goal
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown
from engine.domain.exploring.findings import RegressionScript, script_from_json

_MAX_BYTES = 10_000_000


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """``surface`` stands for the script's own where it is given."""

    script: Path
    database: Path
    surface: str = ""
    asking: Asking = Asking.RISKY
    is_interactive: bool = True


def run_replay(options: ReplayOptions, settings: Settings, console: Console) -> int:
    """16 where the fault came up, 0 where it did not. Raises ``NameUnknown`` for what is no
    script, and ``KnownError`` before the start."""
    script = read_script(options.script)
    surface = options.surface or script.surface
    if is_browser(surface):
        start_address(surface)
    choices = RunChoices(
        f"Replay of {options.script.name}",
        surface,
        asking=options.asking,
        mode="explorer",
        is_interactive=options.is_interactive,
        replays=script,
    )
    return asyncio.run(run_goal(RunOptions(choices, options.database, None), settings, console))


def read_script(path: Path) -> RegressionScript:
    """Raises ``NameUnknown`` with what is wrong with the file."""
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise NameUnknown(
            f"The script {path} can't be read: {error.strerror or error}.", "Name another file."
        ) from None
    if len(text) > _MAX_BYTES:
        raise NameUnknown(f"{path} is too long for a script.", "Name another file.")
    try:
        script = script_from_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        at = f" at {where}" if where else ""
        raise NameUnknown(
            f"{path} is no regression script: {first['msg']}{at}.",
            "Scripts are written with the findings of an exploration.",
        ) from None
    if not script.surface:
        raise NameUnknown(f"{path} names no surface.", "Say --surface.")
    return script
