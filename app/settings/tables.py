"""All settings, by the tables of the file; those of the model and of the web stand beside it;
and options of the command line that stand for one, whose word counts for one run."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import NonNegativeInt, PositiveInt, StringConstraints, field_validator

from app.choices import MODEL, OFFLINE
from app.paths import models_path
from app.settings.declaring import Table, least_of, meaning_of, setting, shown_fields
from app.settings.model import NO_VISION, ModelSettings
from app.settings.web import BrowserSettings, NavigatorSettings
from engine.domain.errors import NameUnknown
from engine.domain.exploring.limits import BUDGET_SHARE, ExploreLimits, Scope
from engine.domain.limits import PROFILES, Limits, ProfileName
from engine.domain.spaces import PRACTICE_HEIGHT_PX, PRACTICE_WIDTH_PX, Rect
from engine.domain.zones import Role
from engine.perception.masking.rules import BUILT_IN, BuiltIn, MaskRules, own_pattern
from engine.safety.policy import Rules

_LIMITS = Limits()
_EXPLORING = ExploreLimits()
NO_CEILING = "no ceiling"
PROFILE_CHOICES = (
    ("auto", "strong with a model, document without"),
    ("document", "document: 30 calls, 5 replans of both kinds"),
    ("small", "small: 40 calls, a context of 4,096, no pictures"),
    ("strong", "strong: 100 calls, 30 minutes, 5 failures in a row"),
    ("money", "money: no ceiling but that of money and time"),
)
MONEY_NEEDS_ONE = "The profile “money” has no ceiling but money and time: set one of them."
Name = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class LimitSettings(Table):
    """What is not said is that of the profile; what is said counts before it."""

    profile: Literal["auto", "document", "small", "strong", "money"] = setting(
        "auto", "&Profile", choices=PROFILE_CHOICES
    )
    """What is not set here is the profile’s; without one that of strong where a model directs, else
    that of document."""
    max_calls: int = setting(_LIMITS.max_calls, "&Calls", ge=0, unit="calls", none_is=NO_CEILING)
    """To the thinker."""
    max_replans: int = setting(_LIMITS.max_replans, "&Replans", ge=0, none_is="none")
    """Plans made anew in mid-run; of a model that directs, failures in a row."""
    max_step_retries: int = setting(
        _LIMITS.max_step_retries, "Retries of a &step", ge=0, none_is="none"
    )
    max_retries: int = setting(_LIMITS.max_retries, "Retries in &all", ge=0, none_is=NO_CEILING)
    """Of all steps together."""
    max_tokens: int = setting(
        _LIMITS.max_tokens,
        "&Tokens",
        ge=0,
        le=2 * 10**9,
        unit="tokens",
        step=10_000,
        none_is=NO_CEILING,
    )
    """Sent and received together."""
    max_cost: float = setting(_LIMITS.max_cost, "&Money", ge=0, decimals=4, none_is=NO_CEILING)
    """In the currency of the prices; counts only where they are known."""
    max_run_secs: float = setting(
        _LIMITS.max_run_secs, "T&ime", ge=0, unit="s", step=60, none_is=NO_CEILING
    )
    """Of work; what it waits for you does not count."""
    max_local_iterations: int = setting(_LIMITS.max_local_iterations, ge=0)
    """Of one local plan; 0 never plans locally."""
    settle_secs: float = setting(_LIMITS.settle_secs, gt=0)
    """How long a step's change is waited for."""
    launch_settle_secs: float = setting(_LIMITS.launch_settle_secs, gt=0)
    """Of a step that starts a program."""

    def to_limits(self, *, with_model: bool = False) -> Limits:
        """``with_model``: without a profile the rest is that of a model that directs."""
        limits = PROFILES[self.named(with_model=with_model)].limits
        said = self.model_dump(exclude_unset=True, exclude={"profile"})
        if self.profile == "auto" and "max_replans" in said:
            said["counts_adaptive"] = True  # a number of its own counts both kinds
        return replace(limits, **said)

    def named(self, *, with_model: bool) -> ProfileName:
        """The profile that counts."""
        if self.profile != "auto":
            return self.profile
        return "strong" if with_model else "document"

    def of_profile(self, *, with_model: bool) -> dict[str, Any]:
        """What the profile has, by setting, whatever is said beside it."""
        bare = LimitSettings(profile=self.profile).to_limits(with_model=with_model)
        return {name: it for name, it in asdict(bare).items() if name in type(self).model_fields}

    def doubts(self) -> Iterator[tuple[str, str]]:
        """What can't work, by setting."""
        if self.profile == "money" and not (self.max_cost or self.max_run_secs):
            yield "max_cost", MONEY_NEEDS_ONE


class PracticeSettings(Table):
    width: int = setting(PRACTICE_WIDTH_PX, "&Width", ge=640, le=7680, unit="px")
    """Of the desktop, in pixels."""
    height: int = setting(PRACTICE_HEIGHT_PX, "&Height", ge=480, le=4320, unit="px")
    network: bool = setting(False, "Network", words="Let programs &reach the network")
    """From within the sandbox; without one they reach it anyway."""


class PerceptionSettings(Table):
    text_recognition: bool = True
    """Reads, on this machine, what tells nothing over accessibility."""


class MaskingSettings(Table):
    patterns: tuple[BuiltIn, ...] = setting(
        tuple(BUILT_IN),
        "Masked in texts",
        kind="ticks",
        choices=(
            ("keys", "&Keys and tokens, such as sk-…"),
            ("cards", "&Numbers of payment cards"),
            ("e-mail", "&E-mail addresses"),
        ),
    )
    own_patterns: tuple[str, ...] = setting((), "Your &own patterns", example="INV-\\d{6}")
    """Regular expressions."""
    window_titles: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = setting(
        (), "&Window titles", example="Bank\nKeePass"
    )
    """Windows with one of these in their title are covered as a whole."""
    roles: tuple[Role, ...] = ()
    """Such as “text field”; password fields always are."""
    regions: tuple[tuple[NonNegativeInt, NonNegativeInt, PositiveInt, PositiveInt], ...] = ()
    """[x, y, width, height] in pixels of the picture."""

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

    max_actions: int = setting(_EXPLORING.max_actions, "Most actions", ge=0, none_is=NO_CEILING)
    """End after so many actions of groups."""
    max_duration_secs: float = setting(
        _EXPLORING.max_duration_secs,
        "Most time",
        ge=0,
        allow_inf_nan=False,
        unit="s",
        none_is=NO_CEILING,
    )
    """End after so many seconds of work; waiting for you does not count."""
    seed: int = setting(_EXPLORING.seed, "Seed")
    """The same seed makes a run without a model go the same way."""
    resets_between_groups: bool = _EXPLORING.resets_between_groups
    """Begin each group at the start state, where the surface can be set back."""
    max_replays: int = setting(_EXPLORING.max_replays, ge=0)
    """Of one finding's path, to make it short; 0 leaves it as it was found."""
    proofs: int = setting(_EXPLORING.proofs, ge=0)
    """Further walks of the short path, to see how often it leads there."""
    only_windows: tuple[Name, ...] = ()
    """Act only in windows whose title or application has this in it."""
    only_zones: tuple[Name, ...] = ()
    """Act only on what has this in its label."""

    def to_limits(self) -> ExploreLimits:
        said = self.model_dump(exclude={"only_windows", "only_zones"})
        return ExploreLimits(scope=Scope(self.only_windows, self.only_zones), **said)


class GuestSettings(Table):
    grants: tuple[str, ...] = ()
    """What agents from elsewhere see and act in, where --grant says nothing: windows:WORD,
    sites:HOST, files:PATH."""


class Settings(Table):
    limits: LimitSettings = LimitSettings()
    model: ModelSettings = ModelSettings()
    practice: PracticeSettings = PracticeSettings()
    perception: PerceptionSettings = PerceptionSettings()
    masking: MaskingSettings = MaskingSettings()
    browser: BrowserSettings = BrowserSettings()
    navigator: NavigatorSettings = NavigatorSettings()
    explorer: ExplorerSettings = ExplorerSettings()
    guest: GuestSettings = GuestSettings()
    _rules: Rules = ()

    @property
    def rules(self) -> Rules:
        """The operator's policy, which is a file of its own."""
        return self._rules

    def with_rules(self, rules: Rules) -> Self:
        changed = self.model_copy()
        changed._rules = rules
        return changed

    @property
    def model_in_profile(self) -> ModelSettings:
        """The model's, with what the profile says where nothing else is set."""
        profile = PROFILES.get(self.limits.named(with_model=True))
        update: dict[str, Any] = {}
        if profile is not None and profile.context_tokens and not self.model.context_tokens:
            update["context_tokens"] = profile.context_tokens
        if profile is not None and not profile.sends_pictures and not self.model.vision_model:
            update["vision_model"] = NO_VISION
        return self.model.model_copy(update=update)


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
    """What the command line says counts for this run: ``said`` is by setting, and has other
    options, too; None and empty where it said nothing. Raises ``NameUnknown`` where it goes with an
    exploration only and this is none, for an empty name, and for what is no number."""
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
    """A ceiling of money needs a price. Raises ``NameUnknown``."""
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
