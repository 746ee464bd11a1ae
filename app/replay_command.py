"""``pilothouse replay``: walks a regression script and says whether its fault comes up.

A script is JSON: ``surface``, ``application``, ``path`` (steps with their locators) and ``fault``.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from app.choices import RunChoices, is_browser, prompts_are_answered, start_address
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown
from engine.domain.exploring.findings import RegressionScript, script_from_json

_MAX_BYTES = 10_000_000


def replay_choices(file: Path, surface: str, asking: Asking, *, waits: bool) -> RunChoices:
    """To walk that script on the ``surface``, or where it is empty, on its own; ``waits``:
    questions wait. Raises ``NameUnknown`` for what is no script."""
    script = read_script(file)
    surface = surface or script.surface
    if is_browser(surface):
        start_address(surface)
    return RunChoices(
        f"Replay of {file.name}",
        surface,
        asking=asking,
        mode="explorer",
        is_interactive=waits and prompts_are_answered(),
        replays=script,
    )


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
