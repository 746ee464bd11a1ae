"""Settings: a TOML file, read and checked at the edge. A missing file means the defaults.

```toml
[limits]
max_calls = 30            # thinker calls in one run
max_replans = 5           # adaptive and error replans together
max_step_retries = 3
max_local_iterations = 10 # of one local plan; 0 never plans locally
settle_secs = 3.0
launch_settle_secs = 30.0

[practice]
width = 1280              # pixels
height = 800

[masking]                 # before anything reaches a model or the record
patterns = ["keys", "cards", "e-mail"]
own_patterns = []         # regular expressions
window_titles = []        # words; such windows are masked as a whole
roles = []                # such as "text field"; password fields always are
regions = []              # [x, y, width, height] in pixels of the picture
```
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    StringConstraints,
    ValidationError,
    field_validator,
)
from pydantic_core import ErrorDetails

from engine.domain.errors import KnownError
from engine.domain.limits import Limits
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.mask_patterns import BUILT_IN, own_pattern
from engine.perception.mask_rules import MaskRules


class SettingsUnreadable(KnownError):
    pass


class LimitSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    max_calls: int = Field(default=30, ge=1)
    max_replans: int = Field(default=5, ge=0)
    max_step_retries: int = Field(default=3, ge=0)
    max_local_iterations: int = Field(default=10, ge=0)
    settle_secs: float = Field(default=3.0, gt=0)
    launch_settle_secs: float = Field(default=30.0, gt=0)

    def to_limits(self) -> Limits:
        return Limits(**self.model_dump())


class PracticeSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    width: int = Field(default=1280, ge=640, le=7680)
    height: int = Field(default=800, ge=480, le=4320)


class MaskingSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    patterns: tuple[Literal["keys", "cards", "e-mail"], ...] = ("keys", "cards", "e-mail")
    own_patterns: tuple[str, ...] = ()
    window_titles: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = ()
    roles: tuple[Role, ...] = ()
    regions: tuple[tuple[NonNegativeInt, NonNegativeInt, PositiveInt, PositiveInt], ...] = ()

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


class Settings(BaseModel):
    """All settings; an unknown name is an error, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid")

    limits: LimitSettings = LimitSettings()
    practice: PracticeSettings = PracticeSettings()
    masking: MaskingSettings = MaskingSettings()


def read_settings(path: Path) -> Settings:
    """Raises ``SettingsUnreadable``, naming the file and each wrong entry."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return Settings.model_validate(content)
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsUnreadable(
            f"The settings in {path} can't be read: {error}.", "Mend or remove the file."
        ) from None
    except ValidationError as error:
        wrong = "; ".join(map(_words, error.errors()))
        raise SettingsUnreadable(
            f"The settings in {path} have a mistake: {wrong}.", "Mend the file."
        ) from None


def _words(error: ErrorDetails) -> str:
    name = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        return f"there is no setting “{name}”"
    return f"{name}: {error['msg'].removeprefix('Value error, ')}"
