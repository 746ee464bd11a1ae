"""Options of the command line that stand for a setting: how far an exploration goes, and where it
stays; what they say counts for one run."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from app.choices import MODEL, OFFLINE
from app.paths import models_path
from app.settings.declaring import Table, least_of, shown_fields
from app.settings.model import NO_VISION
from app.settings.tables import ExplorerSettings, LimitSettings, PracticeSettings, Settings
from engine.domain.errors import NameUnknown
from engine.domain.exploring.limits import BUDGET_SHARE
from engine.domain.limits import PROFILES

_EXPLORER_FLAGS = {
    "max_actions": "--max-actions",
    "max_duration_secs": "--max-duration",
    "seed": "--seed",
    "resets_between_groups": "--reset-between-groups",
    "only_windows": "--only-window",
    "only_zones": "--only-zone",
}
"""What only an exploration knows."""
_NAMES = ("only_windows", "only_zones")
_EVERY_MODE = None
"""Of options that are not the explorer's alone."""


def _option(words: str, *flags: str, panel: str | None = "Exploring", **more: Any) -> Any:
    return typer.Option(*flags, help=words, rich_help_panel=panel, show_default=False, **more)


def _of_setting(table: type[Table], name: str, words: str = "", **more: Any) -> Any:
    """Bounded as the setting is; it says what the setting means, where no ``words`` are given."""
    info = table.model_fields[name]
    words = words or info.description or ""
    more.setdefault("min", least_of(info))
    no_ceiling = next((spec.none_is for spec in shown_fields(table) if spec.name == name), "")
    if no_ceiling and not more["min"]:
        words += f" 0 for {no_ceiling}."
        words += f" {info.default} if nothing is said." if info.default else ""
    if name in _NAMES:
        words += " May be said again."
    flag = _EXPLORER_FLAGS.get(name, f"--{name.replace('_', '-')}")
    if isinstance(info.default, bool):
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    return _option(words, flag, **more)


MaxActions = Annotated[int | None, _of_setting(ExplorerSettings, "max_actions", metavar="N")]
MaxDuration = Annotated[
    float | None, _of_setting(ExplorerSettings, "max_duration_secs", metavar="S")
]
MaxCalls = Annotated[
    int | None,
    _of_setting(
        LimitSettings,
        "max_calls",
        "The most calls to the thinker in this run, whatever the mode; the explorer ends at"
        f" {BUDGET_SHARE:.0%}.",
        metavar="N",
        panel=_EVERY_MODE,
        min=1,
    ),
]
MaxCost = Annotated[
    float | None,
    _of_setting(
        LimitSettings,
        "max_cost",
        "The most money for this run, in the currency of the model's prices, whatever the mode;"
        f" the explorer ends at {BUDGET_SHARE:.0%}.",
        metavar="MONEY",
        panel=_EVERY_MODE,
    ),
]
ProfileOption = Annotated[
    str | None,
    _option(
        "The limits that go together: document, small, strong or money; pilothouse profiles shows"
        " what each may take. What is set by hand counts before it.",
        "--profile",
        metavar="NAME",
        panel=_EVERY_MODE,
    ),
]
Seed = Annotated[int | None, _of_setting(ExplorerSettings, "seed", metavar="N")]
ResetBetweenGroups = Annotated[bool | None, _of_setting(ExplorerSettings, "resets_between_groups")]
OnlyWindow = Annotated[
    list[str] | None, _of_setting(ExplorerSettings, "only_windows", metavar="WINDOW")
]
OnlyZone = Annotated[list[str] | None, _of_setting(ExplorerSettings, "only_zones", metavar="ZONE")]
Junit = Annotated[
    Path | None,
    _option(
        "Write the steps to this file as JUnit XML; of an exploration, its groups and findings.",
        metavar="FILE",
        panel=_EVERY_MODE,
    ),
]
Html = Annotated[
    Path | None,
    _option(
        "Write a report for people to this file: what was asked, done, seen and decided.",
        metavar="FILE",
        panel=_EVERY_MODE,
    ),
]
Network = Annotated[
    bool | None,
    _of_setting(
        PracticeSettings,
        "network",
        "Let programs on the practice desktop reach the network, or not.",
        panel=_EVERY_MODE,
    ),
]
NonInteractive = Annotated[
    bool,
    _option(
        "Wait for nobody: questions are recorded and left unanswered. So does"
        " INTERACTIVE_PROMPTS=0 in the environment.",
        "--non-interactive",
        panel=_EVERY_MODE,
    ),
]


def with_said(settings: Settings, said: Mapping[str, Any], mode: str) -> Settings:
    """What the command line says counts for this run: ``said`` is by setting, and has
    other options, too; None and empty where it said nothing.

    Raises ``NameUnknown`` where it goes with an exploration only and this is none, for an empty
    name, and for what is no number.
    """
    tables = {name: getattr(settings, name) for name in ("explorer", "limits", "practice")}
    known = {name for table in tables.values() for name in type(table).model_fields}
    said = {name: it for name, it in said.items() if name in known and it not in (None, [], ())}
    flags = sorted(_EXPLORER_FLAGS[name] for name in said if name in _EXPLORER_FLAGS)
    if flags and mode != "explorer":
        names = ", ".join(flags)
        raise NameUnknown(f"Only an exploration knows {names}.", "Say --mode explorer too.")
    for name, value in said.items():
        if isinstance(value, float) and not math.isfinite(value):
            flag = _EXPLORER_FLAGS.get(name, "--max-cost")
            raise NameUnknown(f"{flag} {value} is no number.", "Say one, or 0 for no ceiling.")
    if not all(each.strip() for name in _NAMES for each in said.get(name, ())):
        raise NameUnknown(
            "A window or zone without a name fits nothing.", "Say a part of its title or label."
        )
    if (profile := said.get("profile")) is not None and profile not in PROFILES:
        names = ", ".join(PROFILES)
        raise NameUnknown(f"There is no profile “{profile}”.", f"The profiles are: {names}.")
    own = {
        table: {name: value for name, value in said.items() if name in type(now).model_fields}
        for table, now in tables.items()
    }
    return settings.model_copy(
        update={table: now.changed(own[table]) for table, now in tables.items()}
    )


def check_price(settings: Settings, max_cost: float | None, thinker: str) -> None:
    """A ceiling of money holds nothing back where nobody knows what a call costs. Raises
    ``NameUnknown``."""
    if not max_cost or thinker == OFFLINE:
        return
    model = settings.model
    name = model.name if thinker == MODEL else thinker
    names = {name, model.vision_model} - {"", NO_VISION}
    if missing := sorted(each for each in names if model.facts(each).price is None):
        raise NameUnknown(
            f"--max-cost can't be held: there is no price for “{missing[0]}”.",
            f"Write one into a file of models in {models_path()} (docs/models.md shows how), or"
            " leave --max-cost out and say --max-calls.",
        )
