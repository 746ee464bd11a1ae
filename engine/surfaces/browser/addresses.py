"""Which addresses may be opened, and how a written one is read.

The rules are pure; ``AddressGuard`` holds every page to them, and to what the step under way was
let through for: each document that a main frame asks
for is looked at before it is requested, be it by a link, a redirect, a script or a pop-up. One
connection to the browser itself does it, so that there is no moment at which a new page is not
guarded, and so that pictures, scripts and styles are not slowed down by it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from playwright.async_api import Browser, CDPSession, Error

from engine.domain.errors import ActionImpossible
from engine.domain.masks import holds_mask
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.domain.web.sites import ascii_host
from engine.processes.tasks import OwnedTasks

_BLANK = "about:blank"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))", re.IGNORECASE)
_HOST = re.compile(
    r"(?:[^\s/?#.@]+\.)+[^\s/?#.@:]+(?::\d+)?(?:[/?#]|$)|localhost(?::\d+)?(?:[/?#]|$)"
)
_LOCAL_HOST = re.compile(r"(localhost|127(?:\.\d+){3}|\d+(?:\.\d+){3})(?::|/|\?|#|$)")


def read_address(written: str, base: str) -> str:
    """An address as a person writes it: ``example.org/a``, ``/cart``, ``https://…``.

    What begins with a slash, a question mark or a dot goes on from ``base``. Raises
    ``ActionImpossible`` where it is no address.
    """
    text = written.strip()
    if not text or any(letter.isspace() for letter in text):
        raise ActionImpossible(f"“{written}” is no address.")
    if holds_mask(text):
        raise ActionImpossible(f"“{written}” can't be opened: a part of the address is hidden.")
    if text.startswith("//"):
        return f"https:{text}"
    if text[0] in "/?#.":
        if urlsplit(base).scheme not in ("http", "https"):
            raise ActionImpossible(f"“{written}” needs a page from which it goes on.")
        return urljoin(base, text)
    if _SCHEME.match(text):
        return text
    if not _HOST.match(text):
        raise ActionImpossible(f"“{written}” is no address.")
    return f"{'http' if _LOCAL_HOST.match(text) else 'https'}://{text}"


@dataclass(frozen=True, slots=True)
class AddressRules:
    """Domains as ``example.org``; one means its subdomains too. No allowed ones: all are."""

    allowed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()

    def why_not(self, url: str) -> str:
        """Why this address may not be opened, in words; empty where it may."""
        if url == _BLANK:
            return ""
        try:
            # a browser takes a backslash for a slash, which ends the host
            parts = urlsplit(url.removeprefix("blob:").replace("\\", "/"))
            host = _host_of(parts)
        except ValueError:
            return f"“{url[:200]}” is no address."
        if parts.scheme not in ("http", "https") or not host:
            return f"Addresses of the kind “{parts.scheme}:” are not opened."
        if any(_is_within(host, domain) for domain in self.blocked):
            return f"{host} is on the list of blocked domains."
        if self.allowed and not any(_is_within(host, domain) for domain in self.allowed):
            return f"{host} is not on the list of allowed domains."
        return ""


def _host_of(parts: SplitResult) -> str:
    return ascii_host(parts.hostname or "")


def _is_within(host: str, domain: str) -> bool:
    wanted = _host_of(urlsplit(f"//{domain.strip().removeprefix('*.').lstrip('.')}"))
    return bool(wanted) and (host == wanted or host.endswith(f".{wanted}"))


class AddressGuard:
    """``on_refused`` is told the address and why, in words."""

    def __init__(self, rules: AddressRules, on_refused: Callable[[str, str], object]) -> None:
        self._rules = rules
        self._on_refused = on_refused
        self._session: CDPSession | None = None
        self._asking = OwnedTasks()
        self._why_held: WhyHeld | None = None
        self._held: list[str] = []

    async def start(self, browser: Browser) -> None:
        """Before any page is opened."""
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._take)
        pattern = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}
        await self._session.send("Fetch.enable", {"patterns": [pattern]})

    async def close(self) -> None:
        """What is still being decided upon is let go: nobody may be left waiting for it."""
        await self._asking.close(cancel=True)
        if self._session is not None:
            with contextlib.suppress(Error):  # the browser is gone
                await self._session.detach()

    @contextlib.contextmanager
    def holding_back(self, why: WhyHeld) -> Iterator[Sequence[str]]:
        """As ``WebSurface`` has it."""
        self._why_held, self._held = why, []
        try:
            yield self._held
        finally:
            self._why_held = None

    def why_held(self, file: Outgoing) -> str:
        """Why this file is not to be handed out now, in words; noted where it is not."""
        why = self._why_held(file) if self._why_held is not None else ""
        if why:
            self._held.append(why)
        return why

    def _take(self, request: dict[str, Any]) -> None:
        self._asking.spawn(self._decide(request))

    async def _decide(self, paused: dict[str, Any]) -> None:
        assert self._session is not None
        url, method = str(paused["request"]["url"]), str(paused["request"]["method"])
        which = {"requestId": paused["requestId"]}
        with contextlib.suppress(Error):  # the page is gone, and the request with it
            why, held = self._rules.why_not(url), self._held
            untold = self._why_held(Outgoing(url, method)) if self._why_held is not None else ""
            is_doubted = bool(why or untold)
            if not is_doubted or not await self._is_main_frame(str(paused.get("frameId", ""))):
                await self._session.send("Fetch.continueRequest", which)
                return
            if why:
                self._on_refused(url, why)
            else:
                held.append(untold)
            refusal = {**which, "errorReason": "Aborted"}  # so that the page before stays
            await self._session.send("Fetch.failRequest", refusal)

    async def _is_main_frame(self, frame_id: str) -> bool:
        """A page goes by the id of its main frame."""
        assert self._session is not None
        targets = (await self._session.send("Target.getTargets"))["targetInfos"]
        return any(each["targetId"] == frame_id and each["type"] == "page" for each in targets)
