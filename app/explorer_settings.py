"""Settings of explorations: the table ``[explorer]`` of the settings file, and what the command
line says instead of it. The file as a whole is described and read in ``app.settings``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from engine.domain.errors import NameUnknown
from engine.domain.exploring.limits import ExploreLimits, Scope

if TYPE_CHECKING:
    from app.settings import Settings

Name = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class ExplorerSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    max_actions: int = Field(default=200, ge=0)
    max_duration_secs: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    seed: int = 0
    resets_between_groups: bool = False
    max_replays: int = Field(default=60, ge=0)
    proofs: int = Field(default=10, ge=0)
    only_windows: tuple[Name, ...] = ()
    only_zones: tuple[Name, ...] = ()

    def to_limits(self) -> ExploreLimits:
        return ExploreLimits(
            max_actions=self.max_actions,
            max_duration_secs=self.max_duration_secs,
            seed=self.seed,
            scope=Scope(self.only_windows, self.only_zones),
            resets_between_groups=self.resets_between_groups,
            max_replays=self.max_replays,
            proofs=self.proofs,
        )


@dataclass(frozen=True, slots=True)
class ExplorerOptions:
    """What the command line said; None and empty where it said nothing. Each is the setting of its
    name, but for the files of reports, and ``max_calls`` and ``max_cost``, limits of any run."""

    max_actions: int | None = None
    max_duration_secs: float | None = None
    seed: int | None = None
    resets_between_groups: bool | None = None
    only_windows: tuple[str, ...] = ()
    only_zones: tuple[str, ...] = ()
    max_calls: int | None = None
    max_cost: float | None = None
    junit: Path | None = None
    html: Path | None = None

    @property
    def of_explorer(self) -> dict[str, object]:
        """What only an exploration knows, as it was said."""
        said = {name: getattr(self, name) for name in _OPTIONS}
        return {name: value for name, value in said.items() if value not in (None, ())}


def with_explorer(settings: Settings, said: ExplorerOptions, mode: str) -> Settings:
    """What was said on the command line counts for this run. Raises ``NameUnknown`` where it goes
    with an exploration only and this is none, for an empty name, and for what is no number."""
    of_explorer = said.of_explorer
    if of_explorer and mode != "explorer":
        names = ", ".join(sorted(_OPTIONS[name] for name in of_explorer))
        raise NameUnknown(f"Only an exploration knows {names}.", "Say --mode explorer too.")
    for option, value in (
        ("--max-duration", said.max_duration_secs),
        ("--max-cost", said.max_cost),
    ):
        if value is not None and not math.isfinite(value):
            raise NameUnknown(f"{option} {value} is no number.", "Say one, or 0 for no ceiling.")
    if not all(name.strip() for name in (*said.only_windows, *said.only_zones)):
        raise NameUnknown(
            "A window or zone without a name fits nothing.", "Say a part of its title or label."
        )
    limits = {"max_calls": said.max_calls, "max_cost": said.max_cost}
    told = {name: value for name, value in limits.items() if value is not None}
    own = {name: v for name, v in of_explorer.items() if name in ExplorerSettings.model_fields}
    return settings.model_copy(
        update={
            "explorer": ExplorerSettings.model_validate(settings.explorer.model_dump() | own),
            "limits": settings.limits.model_copy(update=told),
        }
    )


def check_price(settings: Settings, said: ExplorerOptions, thinker: str) -> None:
    """A ceiling of money holds nothing back where nobody knows what a call costs. Raises
    ``NameUnknown``."""
    if not said.max_cost:
        return
    from app.thinkers import MODEL, NO_VISION, OFFLINE  # slow to import, and seldom needed

    if thinker == OFFLINE:
        return
    model = settings.model
    name = model.name if thinker == MODEL else thinker
    names = {name, model.vision_model} - {"", NO_VISION}
    if missing := sorted(names - model.prices.keys()):
        raise NameUnknown(
            f"--max-cost can't be held: there is no price for “{missing[0]}”.",
            f'Set one under [model.prices."{missing[0]}"] in the settings file, or leave --max-cost'
            " out and say --max-calls.",
        )


_OPTIONS = {
    "max_actions": "--max-actions",
    "max_duration_secs": "--max-duration",
    "seed": "--seed",
    "resets_between_groups": "--reset-between-groups",
    "only_windows": "--only-window",
    "only_zones": "--only-zone",
    "junit": "--junit",
    "html": "--html",
}
