"""Settings of runs on the web: the tables ``[browser]`` and ``[navigator]`` of the settings file.

The file as a whole is described and read in ``app.settings``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from engine.domain.frames import KeptPictures
from engine.domain.web.limits import WebLimits

Domain = Annotated[str, StringConstraints(pattern=r"^[^\s/:@]+$", to_lower=True)]


class BrowserSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    executable: str = ""
    headless: bool | Literal["auto"] = "auto"
    allowed_domains: tuple[Domain, ...] = ()
    blocked_domains: tuple[Domain, ...] = ()
    allow_uploads: bool = False
    allow_downloads: bool = True
    downloads_folder: str = ""
    profile_folder: str = ""
    search_engine: str = "https://duckduckgo.com/?q={words}"
    width: int = Field(default=1280, ge=320, le=7680)
    height: int = Field(default=800, ge=240, le=4320)
    ignore_certificate_errors: bool = False
    overlay_badges: bool = False

    def is_headless(self, *, has_display: bool) -> bool:
        """Whether the browser shows no window of its own."""
        return not has_display if self.headless == "auto" else self.headless

    @field_validator("search_engine")
    @classmethod
    def _has_room_for_words(cls, address: str) -> str:
        if not address.startswith(("http://", "https://")) or "{words}" not in address:
            raise ValueError("an address is needed with {words} where the words go")
        return address


class NavigatorSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    max_steps: int = Field(default=40, ge=1)
    recursion_limit: int = Field(default=400, ge=10)
    max_repeats: int = Field(default=3, ge=1)
    max_stagnation: int = Field(default=3, ge=1)
    max_no_progress: int = Field(default=8, ge=1)
    max_auto_scrolls: int = Field(default=6, ge=0)
    max_sparse_retries: int = Field(default=2, ge=0)
    max_mapping: int = Field(default=60, ge=5)
    mapping_boost: int = Field(default=40, ge=0)
    max_element_failures: int = Field(default=2, ge=1)
    may_be_conservative: bool = True
    observe_screenshot_mode: KeptPictures = "always"
    ask_questions: bool = True

    def to_limits(self) -> WebLimits:
        return WebLimits(**self.model_dump(exclude={"ask_questions"}))
