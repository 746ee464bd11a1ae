"""Options of the command line that stand for a setting: how far an exploration goes, and where it
stays; what they say counts for one run."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.choices import MODEL, OFFLINE
from app.paths import models_path
from app.settings.declaring import Table, least_of, meaning_of, shown_fields
from app.settings.model import NO_VISION
from app.settings.tables import ExplorerSettings, LimitSettings, Settings
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


class OfSetting(NamedTuple):
    """``name`` is the parameter's, and the setting's; ``least`` its bound, if there is one."""

    name: str
    words: str
    least: float | None = None


def _of_setting(table: type[Table], name: str, words: str = "", least: int = 0) -> OfSetting:
    """Bounded as the setting is; it says what the setting means, where no ``words`` are given."""
    info = table.model_fields[name]
    words = words or meaning_of(table, name)
    bound = least or least_of(info)
    no_ceiling = next((spec.none_is for spec in shown_fields(table) if spec.name == name), "")
    if no_ceiling and not bound:
        words += f" 0 for {no_ceiling}."
        words += f" {info.default} if nothing is said." if info.default else ""
    if name in _NAMES:
        words += " May be said again."
    return OfSetting(name, words, bound)


SETTINGS = {
    **{flag: _of_setting(ExplorerSettings, name) for name, flag in _EXPLORER_FLAGS.items()},
    "--max-calls": _of_setting(
        LimitSettings,
        "max_calls",
        "The most calls to the thinker in this run, whatever the mode; the explorer ends at"
        f" {BUDGET_SHARE:.0%}.",
        least=1,
    ),
    "--max-cost": _of_setting(
        LimitSettings,
        "max_cost",
        "The most money for this run, in the currency of the model's prices, whatever the mode;"
        f" the explorer ends at {BUDGET_SHARE:.0%}.",
    ),
}
"""The options that stand for a setting, by their flags: what is said of them, and their bounds."""


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
