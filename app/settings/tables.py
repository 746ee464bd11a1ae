"""All settings, by the tables of the file; those of the model and of the web stand beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field, NonNegativeInt, PositiveInt, StringConstraints, field_validator

from app.settings.declaring import Table
from app.settings.model import ModelSettings
from app.settings.web import BrowserSettings, NavigatorSettings
from engine.domain.exploring.limits import ExploreLimits, Scope
from engine.domain.limits import FOR_A_MODEL, Limits
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.masking.rules import BUILT_IN, BuiltIn, MaskRules, own_pattern
from engine.surfaces.desktop.practice.practice_desktop import HEIGHT_PX, WIDTH_PX
from widgets.kit.forms import FieldSpec

_LIMITS = Limits()
_EXPLORING = ExploreLimits()
NO_CEILING = "no ceiling"
Name = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class LimitSettings(Table):
    max_calls: Annotated[int, FieldSpec("&Calls", unit="calls")] = Field(
        default=_LIMITS.max_calls,
        ge=1,
        description="To the thinker. A model that directs has 100 where nothing is said here.",
    )
    max_replans: Annotated[int, FieldSpec("&Replans", none_is="none")] = Field(
        default=_LIMITS.max_replans,
        ge=0,
        description="Plans made anew in mid-run. A model that directs has as many failures in a row"
        " where nothing is said here.",
    )
    max_step_retries: Annotated[int, FieldSpec("Retries of a &step", none_is="none")] = Field(
        default=_LIMITS.max_step_retries, ge=0
    )
    max_retries: Annotated[int, FieldSpec("Retries in &all", none_is=NO_CEILING)] = Field(
        default=_LIMITS.max_retries, ge=0, description="Of all steps together."
    )
    max_tokens: Annotated[
        int, FieldSpec("&Tokens", unit="tokens", step=10_000, none_is=NO_CEILING)
    ] = Field(
        default=_LIMITS.max_tokens, ge=0, le=2 * 10**9, description="Sent and received together."
    )
    max_cost: Annotated[float, FieldSpec("&Money", decimals=4, none_is=NO_CEILING)] = Field(
        default=_LIMITS.max_cost,
        ge=0,
        description="In the currency of the prices; counts only where they are known.",
    )
    max_run_secs: Annotated[float, FieldSpec("T&ime", unit="s", step=60, none_is=NO_CEILING)] = (
        Field(
            default=_LIMITS.max_run_secs,
            ge=0,
            description="Of work; what it waits for you does not count. A model that directs has"
            " 1800 where nothing is said here.",
        )
    )
    max_local_iterations: int = Field(
        default=_LIMITS.max_local_iterations,
        ge=0,
        description="Of one local plan; 0 never plans locally.",
    )
    settle_secs: float = Field(
        default=_LIMITS.settle_secs, gt=0, description="How long a step's change is waited for."
    )
    launch_settle_secs: float = Field(
        default=_LIMITS.launch_settle_secs, gt=0, description="Of a step that starts a program."
    )

    def to_limits(self, *, with_model: bool = False) -> Limits:
        """``with_model``: what nothing is said of is that of a model that directs."""
        if not with_model:
            return Limits(**self.model_dump())
        counts = {"counts_adaptive": True} if "max_replans" in self.model_fields_set else {}
        return replace(FOR_A_MODEL, **self.model_dump(exclude_unset=True), **counts)


class PracticeSettings(Table):
    width: Annotated[int, FieldSpec("&Width", unit="px")] = Field(
        default=WIDTH_PX, ge=640, le=7680, description="Of the desktop, in pixels."
    )
    height: Annotated[int, FieldSpec("&Height", unit="px")] = Field(
        default=HEIGHT_PX, ge=480, le=4320
    )
    network: Annotated[bool, FieldSpec("Network", words="Let programs &reach the network")] = Field(
        default=False,
        description="From within the sandbox; without one they reach it anyway.",
    )


class PerceptionSettings(Table):
    text_recognition: bool = Field(
        default=True, description="Reads, on this machine, what tells nothing over accessibility."
    )


class MaskingSettings(Table):
    patterns: Annotated[
        tuple[BuiltIn, ...],
        FieldSpec(
            "Masked in texts",
            kind="ticks",
            choices=(
                ("keys", "&Keys and tokens, such as sk-…"),
                ("cards", "&Numbers of payment cards"),
                ("e-mail", "&E-mail addresses"),
            ),
        ),
    ] = tuple(BUILT_IN)
    own_patterns: Annotated[
        tuple[str, ...], FieldSpec("Your &own patterns", example="INV-\\d{6}")
    ] = Field(default=(), description="Regular expressions.")
    window_titles: Annotated[
        tuple[Annotated[str, StringConstraints(min_length=1)], ...],
        FieldSpec("&Window titles", example="Bank\nKeePass"),
    ] = Field(
        default=(), description="Windows with one of these in their title are covered as a whole."
    )
    roles: tuple[Role, ...] = Field(
        default=(), description="Such as “text field”; password fields always are."
    )
    regions: tuple[tuple[NonNegativeInt, NonNegativeInt, PositiveInt, PositiveInt], ...] = Field(
        default=(), description="[x, y, width, height] in pixels of the picture."
    )

    @field_validator("own_patterns")
    @classmethod
    def _can_be_used(cls, expressions: tuple[str, ...]) -> tuple[str, ...]:
        for expression in expressions:
            own_pattern(expression)
        return expressions

    def to_rules(self) -> MaskRules:
        built_in = (BUILT_IN[name] for name in self.patterns)
        return MaskRules(
            regions_px=tuple(Rect(*region) for region in self.regions),
            roles=frozenset(self.roles),
            window_titles=self.window_titles,
            patterns=(*built_in, *map(own_pattern, self.own_patterns)),
        )


class ExplorerSettings(Table):
    """The fields that the dialog would show stand in the goal bar: they are chosen for each run."""

    max_actions: Annotated[int, FieldSpec("Most actions", none_is=NO_CEILING)] = Field(
        default=_EXPLORING.max_actions, ge=0, description="End after so many actions of groups."
    )
    max_duration_secs: Annotated[float, FieldSpec("Most time", unit="s", none_is=NO_CEILING)] = (
        Field(
            default=_EXPLORING.max_duration_secs,
            ge=0,
            allow_inf_nan=False,
            description="End after so many seconds of work; waiting for you does not count.",
        )
    )
    seed: Annotated[int, FieldSpec("Seed")] = Field(
        default=_EXPLORING.seed,
        description="The same seed makes a run without a model go the same way.",
    )
    resets_between_groups: bool = Field(
        default=_EXPLORING.resets_between_groups,
        description="Begin each group at the start state, where the surface can be set back.",
    )
    max_replays: int = Field(
        default=_EXPLORING.max_replays,
        ge=0,
        description="Of one finding's path, to make it short; 0 leaves it as it was found.",
    )
    proofs: int = Field(
        default=_EXPLORING.proofs,
        ge=0,
        description="Further walks of the short path, to see how often it leads there.",
    )
    only_windows: tuple[Name, ...] = Field(
        default=(), description="Act only in windows whose title or application has this in it."
    )
    only_zones: tuple[Name, ...] = Field(
        default=(), description="Act only on what has this in its label."
    )

    def to_limits(self) -> ExploreLimits:
        said = self.model_dump(exclude={"only_windows", "only_zones"})
        return ExploreLimits(scope=Scope(self.only_windows, self.only_zones), **said)


class Settings(Table):
    limits: LimitSettings = LimitSettings()
    model: ModelSettings = ModelSettings()
    practice: PracticeSettings = PracticeSettings()
    perception: PerceptionSettings = PerceptionSettings()
    masking: MaskingSettings = MaskingSettings()
    browser: BrowserSettings = BrowserSettings()
    navigator: NavigatorSettings = NavigatorSettings()
    explorer: ExplorerSettings = ExplorerSettings()
