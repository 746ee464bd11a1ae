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
```
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from engine.domain.errors import KnownError
from engine.domain.limits import Limits


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


class Settings(BaseModel):
    """All settings; an unknown name is an error, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid")

    limits: LimitSettings = LimitSettings()
    practice: PracticeSettings = PracticeSettings()


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
    return f"{name}: {error['msg']}"
