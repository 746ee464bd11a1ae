"""What the commands share: the settings, their end with an exit code; and how what is said of their
arguments and options is read.

What the command line says of those stands in a command's docstring, as on a manual page, and
nowhere else. Behind what the command does stands an entry for each: ``GOAL: What to reach.`` for an
argument, in the order of the parameters, ``--out DIR: Where it goes.`` for an option, whose
parameter is called as it is; further lines are indented. A line such as ``Hiding:`` begins a panel
of options. Entries without words have those of the setting that they stand for; those of ``KNOWN``
need not stand there. Where Python leaves docstrings out (``-OO``) there is no command line."""

import asyncio
import functools
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from app.paths import policy_path, settings_path
from app.settings.file import SettingsUnreadable, policy_text, read_settings
from app.settings.tables import SETTINGS, OfSetting, Settings
from app.terminal import in_markup, terminal
from engine.domain.errors import GoalUnreadable, KnownError, NameUnknown
from engine.domain.terminals import EXIT_BAD_INPUT, EXIT_CANNOT_START
from engine.safety.policy import Rules, rules_from_text


def user_settings(policy: Path | None = None) -> Settings:
    return read_settings(settings_path()).with_rules(read_rules(policy))


def read_rules(policy: Path | None) -> Rules:
    """Of this file, or of the usual one, which need not be there. Raises ``NameUnknown``."""
    path = policy or policy_path()
    text = policy_text(path, need_be=policy is not None)
    return rules_from_text(text, str(path)) if text else ()


def _refuse(error: KnownError, code: int) -> int:
    """Lines are broken by the terminal alone: a path in what is piped stays whole."""
    words = [f"[bold red]{in_markup(error.message)}[/bold red]", in_markup(error.remedy)]
    terminal(stderr=True).print(*filter(None, words), sep="\n", highlight=False, soft_wrap=True)
    return code


KNOWN = {
    "--ask": "When to ask you: before each action, before risky ones, or never (what can't be taken"
    " back is denied then).",
    "--database FILE": "This database of sessions, not the usual one.",
    "--grant WHAT": "Let it see and act in only this, the rest is covered: windows:WORD (of their"
    " program’s name or title), sites:HOST, files:PATH (in dialogs for files). May be said often.",
    "--goal GOAL": "What the agent is to do, in your words: what it names is not asked about as"
    " nobody’s wish.",
    "--json": "For machines: JSON, an object a line; of a run each event.",
    "--non-interactive": "Wait for nobody: questions are recorded and left unanswered. So does"
    " INTERACTIVE_PROMPTS=0 in the environment.",
    "--policy FILE": "These rules, not those of policy.toml.",
    "--surface SURFACE": "Where the agent sits: practice, screen, display:N, vnc:HOST:PORT,"
    " seat:HOST, seat:HOST/screen, browser, or browser:ADDRESS.",
}
"""Options that mean the same with many commands."""
_CALLED = {"--json": "as_json", "--as": "kind", "--all": "all_of_them", "--set": "given"}
"""Parameters of options whose names are words of Python's."""
_BEGINS = re.compile(r"--[a-z]|[A-Z][A-Z…]*:|[A-Z][a-z]+:\n")
_PANEL = re.compile(r"([A-Z][a-z]+):")
_ENTRY = re.compile(r"(--[\w/-]+)? ?([^\s:]*)(?:: (.*))?")


def told(function: Callable[..., Any]) -> Callable[..., None]:
    """The command, as typer takes it. It ends with the exit code that it gives, if any, at once or
    when it is awaited; a known error becomes a sentence and a code. A parameter's type may be
    ``Annotated`` with a table of what else typer shall know of it, such as its bounds."""
    parts = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    at = next((at for at, part in enumerate(parts) if _BEGINS.match(f"{part}\n")), len(parts))
    function.__doc__ = "\n\n".join(parts[:at])
    hints = get_type_hints(function, include_extras=True)
    names = [name for name in hints if name != "return" and hints[name] is not typer.Context]
    defaults, panel = inspect.signature(function).parameters, None
    arguments: list[tuple[str, str]] = []
    for line in (*re.sub(r"\n +", " ", "\n".join(parts[at:])).splitlines(), *KNOWN):
        if heading := _PANEL.fullmatch(line):
            panel = heading[1]
            continue
        flags, metavar, words = re.fullmatch(_ENTRY, line).groups()  # type: ignore[union-attr]
        if flags is None:
            arguments.append((metavar, words))
            continue
        flag = flags.partition("/")[0]
        name = _CALLED.get(flag, flag[2:].replace("-", "_"))
        its = SETTINGS.get(flag) or OfSetting(name, KNOWN.get(line, ""))
        if line in KNOWN and name not in names[len(arguments) :]:
            continue  # it has none, or says more of it
        names.remove(name := its.name)
        more: dict[str, Any] = {"metavar": metavar or None}
        more["rich_help_panel"] = None if line in KNOWN else panel
        more["min"] = its.least
        more["show_default"] = defaults[name].default not in ("", Path())
        kind, own = _parted(hints[name])
        hints[name] = Annotated[kind, typer.Option(flags, help=words or its.words, **more | own)]
    for name, (metavar, words) in zip(names, arguments, strict=True):
        kind, own = _parted(hints[name])
        shown = defaults[name].default != ""
        said = typer.Argument(help=words, metavar=metavar, show_default=shown, **own)
        hints[name] = Annotated[kind, said]
    function.__annotations__ = hints

    @functools.wraps(function)
    def command(**said: Any) -> None:
        try:
            came = function(**said)
            code = asyncio.run(came) if inspect.iscoroutine(came) else came
        except (GoalUnreadable, SettingsUnreadable, NameUnknown) as error:
            code = _refuse(error, EXIT_BAD_INPUT)
        except KnownError as error:
            code = _refuse(error, EXIT_CANNOT_START)
        if code is not None:
            raise typer.Exit(code)

    return command


def _parted(hint: Any) -> tuple[Any, dict[str, Any]]:
    if get_origin(hint) is not Annotated:
        return hint, {}
    kind, own = get_args(hint)
    return kind, own
