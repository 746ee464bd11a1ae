"""What the settings dialog edits: plain facts, read from the settings and written back by the
application."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from engine.domain.limits import Limits
from engine.domain.models import Price
from engine.domain.web.limits import WebLimits

HEADLESS = ("auto", "yes", "no")
"""Whether the browser shows no window of its own; by itself where there is no screen."""
_DOMAIN = re.compile(r"[^\s/:@]+")
PATTERNS = ("keys", "cards", "e-mail")
"""What is masked without being described by the operator."""


@dataclass(frozen=True, slots=True)
class ModelForm:
    """The model and its endpoint; without a ``base_url`` there is none.

    ``new_key`` is empty where the key is kept as it is; ``key_place`` says in words where that
    is, and is only shown. ``prices`` are by model. An empty ``vision_model`` means that pictures
    go to the model itself, if it can see.
    """

    base_url: str = ""
    name: str = ""
    vision_model: str = ""
    context_tokens: int = 4096
    max_reply_tokens: int = 1000
    timeout_secs: float = 60.0
    call_secs: float = 180.0
    new_key: str = field(default="", repr=False)
    forgets_key: bool = False
    key_place: str = ""
    can_forget_key: bool = False
    prices: Mapping[str, Price] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MaskingForm:
    """``patterns`` are some of ``PATTERNS``; ``own_patterns`` regular expressions;
    ``window_titles`` parts of titles."""

    patterns: tuple[str, ...] = PATTERNS
    own_patterns: tuple[str, ...] = ()
    window_titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BrowserForm:
    """``executable`` and ``downloads_folder`` are empty where the usual ones serve; ``headless``
    is one of ``HEADLESS``; domains are as in ``example.org``."""

    executable: str = ""
    headless: str = "auto"
    allowed_domains: tuple[str, ...] = ()
    blocked_domains: tuple[str, ...] = ()
    allow_uploads: bool = False
    allow_downloads: bool = True
    downloads_folder: str = ""
    search_engine: str = "https://duckduckgo.com/?q={words}"
    overlay_badges: bool = False
    ignore_certificate_errors: bool = False


@dataclass(frozen=True, slots=True)
class QuestionsForm:
    """Whether the agent's questions wait for the operator; ``note`` says what counts before it,
    and is only shown."""

    are_asked: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """``masking`` is None where it can't be set."""

    model: ModelForm = field(default_factory=ModelForm)
    limits: Limits = field(default_factory=Limits)
    masking: MaskingForm | None = None
    browser: BrowserForm = field(default_factory=BrowserForm)
    navigator: WebLimits = field(default_factory=WebLimits)
    questions: QuestionsForm = field(default_factory=QuestionsForm)


class Problem(NamedTuple):
    """``field`` is the name of the form's field, such as ``base_url``."""

    field: str
    text: str


def problems_of(form: SettingsForm) -> tuple[Problem, ...]:
    """All that must be mended before it can be saved."""
    model = form.model
    found = list(_url_problems(model))
    if model.base_url and not model.name:
        found.append(Problem("name", "Which model? “Test connection” lists those that are there."))
    if model.call_secs < model.timeout_secs:
        found.append(Problem("call_secs", "A whole call can’t be shorter than one wait in it."))
    if model.max_reply_tokens >= model.context_tokens:
        found.append(Problem("context_tokens", "It must hold more than a reply has tokens."))
    masking = _pattern_problems(form.masking) if form.masking is not None else ()
    return (*found, *masking, *_browser_problems(form.browser))


def url_problem(model: ModelForm) -> str:
    """What is wrong with the base URL; empty where nothing is."""
    return next((problem.text for problem in _url_problems(model)), "")


def _url_problems(model: ModelForm) -> Iterator[Problem]:
    if not model.base_url:
        if model.name:
            yield Problem("base_url", "Where is the model? Such as http://127.0.0.1:11434/v1.")
        return
    try:
        parts = urlsplit(model.base_url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        yield Problem("base_url", "This is not a URL.")
        return
    if parts.scheme not in ("http", "https") or not has_host:
        yield Problem("base_url", "It begins with http:// or https:// and names a host.")
    elif parts.username or parts.password:
        yield Problem("base_url", "Leave the key out of it; there is a field for the key.")
    elif parts.path.rstrip("/").endswith("/chat/completions"):
        yield Problem("base_url", "Leave out /chat/completions; it is added to each call.")


def _pattern_problems(masking: MaskingForm) -> Iterator[Problem]:
    for pattern in masking.own_patterns:
        try:
            compiled = re.compile(pattern)
        except re.error as error:
            yield Problem("own_patterns", f"“{pattern}” can’t be read: {error}.")
            return
        if compiled.match(""):
            yield Problem("own_patterns", f"“{pattern}” matches everything, even nothing.")
            return


def _browser_problems(browser: BrowserForm) -> Iterator[Problem]:
    sites = (
        ("allowed_domains", browser.allowed_domains),
        ("blocked_domains", browser.blocked_domains),
    )
    for name, domains in sites:
        wrong = next((each for each in domains if not _DOMAIN.fullmatch(each)), None)
        if wrong is not None:
            yield Problem(name, f"“{wrong}” is no site: write only its name, such as example.org.")
    blocked = {each.lower() for each in browser.blocked_domains}
    both = next((each for each in browser.allowed_domains if each.lower() in blocked), None)
    if both is not None:
        yield Problem("blocked_domains", f"“{both}” can’t be both allowed and blocked.")
    address = browser.search_engine
    if not address.startswith(("http://", "https://")):
        yield Problem("search_engine", "It begins with http:// or https://.")
    elif "{words}" not in address:
        yield Problem("search_engine", "It needs {words} where the words go.")
