"""Settings: a TOML file, read and checked at the edge. A missing file means the defaults.

```toml
[limits]
max_calls = 30            # thinker calls in one run
max_replans = 5           # adaptive and error replans together
max_step_retries = 3
max_local_iterations = 10 # of one local plan; 0 never plans locally
settle_secs = 3.0
launch_settle_secs = 30.0
max_retries = 0           # of all steps together; 0: no ceiling, here and below
max_tokens = 0            # prompt and completion
max_cost = 0.0            # in the currency of the prices
max_run_secs = 0.0        # of work; waiting for the operator does not count

[model]                   # without a base_url there is none
base_url = ""             # such as "http://127.0.0.1:11434/v1"
name = ""
vision_model = ""         # empty: the same model; "none": no model is sent pictures
context_tokens = 4096
max_reply_tokens = 1000
timeout_secs = 60.0       # for the next sign of life
call_secs = 180.0         # of a whole call, with its retries
max_retries = 3           # of one call
max_concurrent = 2
proxy = ""                # a URL; empty: what the environment says
temperature = 0.0         # or "default": the endpoint's own
picture_max_px = 1568     # of the longer side
picture_format = "png"    # or "jpeg"
picture_detail = "auto"   # or "low", "high"
picture_marks = true      # numbers in it on what has a place and no name
api_key = ""              # the last resort: better in the keyring or in PILOTHOUSE_API_KEY

[practice]
width = 1280              # pixels
height = 800

[perception]
text_recognition = true   # reads, on this machine, what tells nothing over accessibility

[masking]                 # before anything reaches a model or the record
patterns = ["keys", "cards", "e-mail"]
own_patterns = []         # regular expressions
window_titles = []        # words; such windows are masked as a whole
roles = []                # such as "text field"; password fields always are
regions = []              # [x, y, width, height] in pixels of the picture

[browser]                 # of the navigator; needs the extra "web"
executable = ""           # a path; empty: an installed Chromium, Chrome or Edge is found
headless = "auto"         # true, false; "auto": without a window where there is no display
allowed_domains = []      # such as "example.org", with all below it; empty: all
blocked_domains = []      # these never
allow_uploads = false
allow_downloads = true
downloads_folder = ""     # empty: one for each session beside the record
profile_folder = ""       # kept from run to run, logins too; empty: a fresh browser each time
search_engine = "https://duckduckgo.com/?q={words}"
width = 1280              # of the page, in pixels
height = 800
ignore_certificate_errors = false
overlay_badges = false    # numbers upon the page's elements, in recorded pictures too

[navigator]
max_steps = 40            # looks at the page
recursion_limit = 400     # visits to any node of the state graph
max_repeats = 3           # of one action on one page
max_stagnation = 3        # looks that find the same elements
max_no_progress = 8       # steps
max_auto_scrolls = 6
max_sparse_retries = 2    # looks again at a page that shows hardly anything
max_mapping = 60          # elements that the thinker is told of
mapping_boost = 40        # more of them while pages are scanned
max_element_failures = 2  # then an element is avoided
may_be_conservative = true  # in a loop, look once more before anything is scrolled
observe_screenshot_mode = "always"  # of looks in the record; "on_change" of the page; "never"
ask_questions = true      # false: a question of the agent ends the run; INTERACTIVE_PROMPTS wins

[explorer]
max_actions = 200         # of groups; 0: no ceiling, here and below
max_duration_secs = 0.0   # of work; waiting for the operator does not count
seed = 0                  # the same one makes an offline run go the same way
resets_between_groups = false  # each group begins at the start state, where the surface can
max_replays = 60          # of one finding's path, to make it short; 0 leaves it as it was found
proofs = 10               # further walks of the short path, to see how often it leads there
only_windows = []         # parts of titles or applications; empty: what is explored
only_zones = []           # parts of labels; empty: all
```

Prices stand in a table for each model, in the currency of your choice, for a million tokens:

```toml
[model.prices."small-model"]
prompt = 0.4
cached = 0.1
completion = 1.6
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
    SecretStr,
    StringConstraints,
    ValidationError,
    field_validator,
)
from pydantic_core import ErrorDetails

from app.explorer_settings import ExplorerSettings
from app.web_settings import BrowserSettings, NavigatorSettings
from engine.domain.errors import KnownError
from engine.domain.limits import Limits
from engine.domain.models import Price
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.endpoint.settings import EndpointSettings
from engine.perception.masking.patterns import BUILT_IN, own_pattern
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.picture import PictureSettings


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
    max_retries: int = Field(default=0, ge=0)
    max_tokens: int = Field(default=0, ge=0)
    max_cost: float = Field(default=0.0, ge=0)
    max_run_secs: float = Field(default=0.0, ge=0)

    def to_limits(self) -> Limits:
        return Limits(**self.model_dump())


class PracticeSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    width: int = Field(default=1280, ge=640, le=7680)
    height: int = Field(default=800, ge=480, le=4320)


class PriceSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    prompt: float = Field(ge=0)
    cached: float = Field(ge=0)
    completion: float = Field(ge=0)

    def to_price(self) -> Price:
        return Price(self.prompt, self.cached, self.completion)


class ModelSettings(BaseModel):
    """``base_url`` and ``name`` are both empty where no model is set up."""

    model_config = ConfigDict(extra="forbid")

    base_url: str = ""
    name: str = ""
    vision_model: str = ""
    context_tokens: int = Field(default=4096, ge=1024)
    max_reply_tokens: int = Field(default=1000, ge=64)
    timeout_secs: float = Field(default=60.0, gt=0)
    call_secs: float = Field(default=180.0, gt=0)
    max_retries: int = Field(default=3, ge=0)
    max_concurrent: int = Field(default=2, ge=1)
    proxy: str = ""
    temperature: float | Literal["default"] = 0.0
    picture_max_px: int = Field(default=1568, ge=64)
    picture_format: Literal["png", "jpeg"] = "png"
    picture_detail: Literal["auto", "low", "high"] = "auto"
    picture_marks: bool = True
    api_key: SecretStr = SecretStr("")
    prices: dict[str, PriceSettings] = {}

    @property
    def is_set_up(self) -> bool:
        return bool(self.base_url and self.name)

    def to_picture(self) -> PictureSettings:
        return PictureSettings(
            max_side=self.picture_max_px,
            form=self.picture_format,
            detail=self.picture_detail,
            marks=self.picture_marks,
        )

    def to_endpoint(self, key: str, model: str = "") -> EndpointSettings:
        """``model`` stands for ``name`` where it is given, such as that for pictures."""
        model = model or self.name
        price = self.prices.get(model)
        return EndpointSettings(
            base_url=self.base_url,
            model=model,
            key=key,
            timeout_secs=self.timeout_secs,
            call_secs=self.call_secs,
            max_retries=self.max_retries,
            max_concurrent=self.max_concurrent,
            max_reply_tokens=self.max_reply_tokens,
            temperature=None if self.temperature == "default" else self.temperature,
            proxy=self.proxy,
            price=price.to_price() if price is not None else None,
        )


class PerceptionSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text_recognition: bool = True


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
    model: ModelSettings = ModelSettings()
    practice: PracticeSettings = PracticeSettings()
    perception: PerceptionSettings = PerceptionSettings()
    masking: MaskingSettings = MaskingSettings()
    browser: BrowserSettings = BrowserSettings()
    navigator: NavigatorSettings = NavigatorSettings()
    explorer: ExplorerSettings = ExplorerSettings()


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
