"""What the commands share: the settings, and the exit code at the end."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import typer

from app.paths import policy_path, settings_path
from app.settings.file import SettingsUnreadable, read_settings
from app.settings.tables import Settings
from app.terminal import in_markup, terminal
from engine.domain.errors import GoalUnreadable, KnownError, NameUnknown
from engine.domain.terminals import EXIT_BAD_INPUT, EXIT_CANNOT_START
from engine.safety.rules import Rules, rules_from_text


def user_settings(policy: Path | None = None) -> Settings:
    return read_settings(settings_path()).with_rules(read_rules(policy))


def read_rules(policy: Path | None) -> Rules:
    """Of this file, or of the usual one, which need not be there. Raises ``NameUnknown``."""
    path = policy or policy_path()
    try:
        return rules_from_text(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        if policy is None and isinstance(error, FileNotFoundError):
            return ()
        raise NameUnknown(f"The policy can't be read: {error}.", "Name another.") from None


def exit_with(work: Callable[[], int]) -> NoReturn:
    """Run, and end with its exit code; a known error becomes a sentence and a code."""
    try:
        code = work()
    except (GoalUnreadable, SettingsUnreadable, NameUnknown) as error:
        code = _refuse(error, EXIT_BAD_INPUT)
    except KnownError as error:
        code = _refuse(error, EXIT_CANNOT_START)
    raise typer.Exit(code)


def _refuse(error: KnownError, code: int) -> int:
    """Lines are broken by the terminal alone: a path in what is piped stays whole."""
    words = [f"[bold red]{in_markup(error.message)}[/bold red]", in_markup(error.remedy)]
    terminal(stderr=True).print(*filter(None, words), sep="\n", highlight=False, soft_wrap=True)
    return code
