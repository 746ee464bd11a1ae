"""The tables of runs on the web: ``[browser]`` and ``[navigator]``."""

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, field_validator

from app.settings.declaring import Table, setting
from engine.domain.spaces import KeptPictures
from engine.domain.web.limits import WebLimits
from engine.surfaces.browser.settings import BrowserSettings as BrowserSurfaceSettings

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
    executable: str = setting(
        _SURFACE.executable, "&Browser", example="an installed Chromium, Chrome or Edge"
    )
    """A path or a command; empty: one that is installed is found."""
    headless: bool | Literal["auto"] = setting(
        "auto",
        "&Headless",
        kind="one_of",
        choices=(
            ("auto", "Where there is no screen for it"),
            (True, "Never a window of its own"),
            (False, "Always a window of its own"),
        ),
    )
    """In the console its picture is shown anyway."""
    allowed_domains: tuple[Site, ...] = setting(
        _SURFACE.allowed_domains, "&Allowed sites", example="example.org"
    )
    """Only these and all below them; empty: all."""
    blocked_domains: tuple[Site, ...] = setting(
        _SURFACE.blocked_domains, "B&locked sites", example="ads.example.org"
    )
    """These never."""
    allow_uploads: bool = setting(
        _SURFACE.allow_uploads, _FILES, words="Give &files to pages (uploads)"
    )
    allow_downloads: bool = setting(
        _SURFACE.allow_downloads, _FILES, words="&Keep files that pages hand out (downloads)"
    )
    downloads_folder: str = setting(
        "", "&Downloads go to", example="one for each session, beside the record"
    )
    search_engine: str = setting(
        "https://duckduckgo.com/?q={words}",
        "Searc&h with",
        example="https://duckduckgo.com/?q={words}",
    )
    """An address with {words} where the words go."""
    overlay_badges: bool = setting(
        _SURFACE.overlay_badges,
        _PAGES,
        words="&Number the page’s elements, in recorded pictures too",
    )
    ignore_certificate_errors: bool = setting(
        _SURFACE.ignore_certificate_errors, _PAGES, words="Open pages whose &certificate is wrong"
    )
    profile_folder: str = ""
    """Kept from run to run, logins too; empty: a fresh browser each time."""
    width: int = setting(_SURFACE.width, ge=320, le=7680)
    """Of the page, in pixels."""
    height: int = setting(_SURFACE.height, ge=240, le=4320)

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
    ask_questions: bool = setting(True, "Ask me &questions", words="A question waits for my answer")
    """Otherwise a question ends the run, which says what it wanted to know. INTERACTIVE_PROMPTS in
    the environment counts before this."""
    max_steps: int = setting(_LIMITS.max_steps, "&Looks at the page", ge=1)
    """The run ends when they are used up."""
    recursion_limit: int = setting(_LIMITS.recursion_limit, "&Visits to nodes", ge=10)
    """Of the state graph, in all."""
    max_repeats: int = setting(_LIMITS.max_repeats, "&Repeats", ge=1)
    """Of one action on one page."""
    max_auto_scrolls: int = setting(
        _LIMITS.max_auto_scrolls, "&Scrolls by itself", ge=0, none_is="none"
    )
    """To see more of a page."""
    may_be_conservative: bool = _LIMITS.may_be_conservative
    """In a loop, look once more before anything is scrolled."""
    observe_screenshot_mode: KeptPictures = _LIMITS.observe_screenshot_mode
    """Of which looks a picture is kept."""

    def to_limits(self) -> WebLimits:
        return WebLimits(**self.model_dump(exclude={"ask_questions"}))
