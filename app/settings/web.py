"""The tables of runs on the web: ``[browser]`` and ``[navigator]``."""

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from app.settings.declaring import Table
from engine.domain.frames import KeptPictures
from engine.domain.web.limits import WebLimits
from engine.surfaces.browser.settings import BrowserSettings as BrowserSurfaceSettings
from widgets.kit.forms import FieldSpec

_SURFACE = BrowserSurfaceSettings()
_OF_SURFACE = {each.name for each in fields(_SURFACE) if not each.name.endswith("_folder")}
_LIMITS = WebLimits()
_FILES, _PAGES = "Files", "Pages"


def _site(name: str) -> str:
    if not name or any(letter.isspace() or letter in "/:@" for letter in name):
        raise ValueError(f"“{name}” is no site: write only its name, such as example.org")
    return name.lower()


Site = Annotated[str, AfterValidator(_site)]


class BrowserSettings(Table):
    executable: Annotated[
        str, FieldSpec("&Browser", example="an installed Chromium, Chrome or Edge")
    ] = Field(
        default=_SURFACE.executable,
        description="A path or a command; empty: one that is installed is found.",
    )
    headless: Annotated[
        bool | Literal["auto"],
        FieldSpec(
            "&Headless",
            kind="one_of",
            choices=(
                ("auto", "Where there is no screen for it"),
                (True, "Never a window of its own"),
                (False, "Always a window of its own"),
            ),
        ),
    ] = Field(default="auto", description="In the console its picture is shown anyway.")
    allowed_domains: Annotated[
        tuple[Site, ...], FieldSpec("&Allowed sites", example="example.org")
    ] = Field(
        default=_SURFACE.allowed_domains, description="Only these and all below them; empty: all."
    )
    blocked_domains: Annotated[
        tuple[Site, ...], FieldSpec("B&locked sites", example="ads.example.org")
    ] = Field(default=_SURFACE.blocked_domains, description="These never.")
    allow_uploads: Annotated[bool, FieldSpec(_FILES, words="Give &files to pages (uploads)")] = (
        _SURFACE.allow_uploads
    )
    allow_downloads: Annotated[
        bool, FieldSpec(_FILES, words="&Keep files that pages hand out (downloads)")
    ] = _SURFACE.allow_downloads
    downloads_folder: Annotated[
        str, FieldSpec("&Downloads go to", example="one for each session, beside the record")
    ] = ""
    search_engine: Annotated[
        str, FieldSpec("Searc&h with", example="https://duckduckgo.com/?q={words}")
    ] = Field(
        default="https://duckduckgo.com/?q={words}",
        description="An address with {words} where the words go.",
    )
    overlay_badges: Annotated[
        bool, FieldSpec(_PAGES, words="&Number the page’s elements, in recorded pictures too")
    ] = _SURFACE.overlay_badges
    ignore_certificate_errors: Annotated[
        bool, FieldSpec(_PAGES, words="Open pages whose &certificate is wrong")
    ] = _SURFACE.ignore_certificate_errors
    profile_folder: str = Field(
        default="",
        description="Kept from run to run, logins too; empty: a fresh browser each time.",
    )
    width: int = Field(
        default=_SURFACE.width, ge=320, le=7680, description="Of the page, in pixels."
    )
    height: int = Field(default=_SURFACE.height, ge=240, le=4320)

    def is_headless(self, *, has_display: bool) -> bool:
        """Whether the browser shows no window of its own."""
        return not has_display if self.headless == "auto" else self.headless

    def to_surface(
        self, start_url: str, downloads: Path, *, has_display: bool
    ) -> BrowserSurfaceSettings:
        """``downloads`` serves where no folder is named."""
        own, profile = self.downloads_folder, self.profile_folder
        return BrowserSurfaceSettings(
            is_headless=self.is_headless(has_display=has_display),
            start_url=start_url,
            search_address=self.search_engine,
            downloads_folder=Path(own).expanduser() if own else downloads,
            profile_folder=Path(profile).expanduser() if profile else None,
            **self.model_dump(include=_OF_SURFACE),
        )

    @field_validator("search_engine")
    @classmethod
    def _has_room_for_words(cls, address: str) -> str:
        if not address.startswith(("http://", "https://")):
            raise ValueError("It begins with http:// or https://")
        if "{words}" not in address:
            raise ValueError("It needs {words} where the words go")
        return address

    def doubts(self) -> tuple[tuple[str, str], ...]:
        """What can't be meant, by setting, as the dialog refuses it; a file with it is read."""
        both = sorted({*self.allowed_domains} & {*self.blocked_domains})
        words = "“{}” can’t be both allowed and blocked."
        return tuple(("blocked_domains", words.format(site)) for site in both[:1])


class NavigatorSettings(Table):
    ask_questions: Annotated[
        bool, FieldSpec("Ask me &questions", words="A question waits for my answer")
    ] = Field(
        default=True,
        description="Otherwise a question ends the run, which says what it wanted to know.",
    )
    max_steps: Annotated[int, FieldSpec("&Looks at the page")] = Field(
        default=_LIMITS.max_steps, ge=1, description="The run ends when they are used up."
    )
    recursion_limit: Annotated[int, FieldSpec("&Visits to nodes")] = Field(
        default=_LIMITS.recursion_limit, ge=10, description="Of the state graph, in all."
    )
    max_repeats: Annotated[int, FieldSpec("&Repeats")] = Field(
        default=_LIMITS.max_repeats, ge=1, description="Of one action on one page."
    )
    max_auto_scrolls: Annotated[int, FieldSpec("&Scrolls by itself", none_is="none")] = Field(
        default=_LIMITS.max_auto_scrolls, ge=0, description="To see more of a page."
    )
    may_be_conservative: bool = Field(
        default=_LIMITS.may_be_conservative,
        description="In a loop, look once more before anything is scrolled.",
    )
    observe_screenshot_mode: KeptPictures = Field(
        default=_LIMITS.observe_screenshot_mode, description="Of which looks a picture is kept."
    )

    def to_limits(self) -> WebLimits:
        return WebLimits(**self.model_dump(exclude={"ask_questions"}))
