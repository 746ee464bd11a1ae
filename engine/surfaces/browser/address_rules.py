"""How a written address is read, and which addresses may be opened. The rules are pure."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from engine.domain.errors import ActionImpossible
from engine.domain.web.sites import ascii_host, domain_of, is_below
from engine.domain.zones import holds_mask

_BLANK = "about:blank"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))", re.IGNORECASE)
_HOST = re.compile(
    r"(?:[^\s/?#.@]+\.)+[^\s/?#.@:]+(?::\d+)?(?:[/?#]|$)|localhost(?::\d+)?(?:[/?#]|$)"
)
_LOCAL_HOST = re.compile(r"(localhost|127(?:\.\d+){3}|\d+(?:\.\d+){3})(?::|/|\?|#|$)")


def read_address(written: str, base: str) -> str:
    """An address as a person writes it: ``example.org/a``, ``/cart``, ``https://…``. What begins
    with a slash, a question mark or a dot goes on from ``base``. Raises ``ActionImpossible`` where
    it is no address."""
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
            host = ascii_host(parts.hostname or "")
        except ValueError:
            return f"“{url[:200]}” is no address."
        if parts.scheme not in ("http", "https") or not host:
            return f"Addresses of the kind “{parts.scheme}:” are not opened."
        if any(is_below(host, domain_of(domain)) for domain in self.blocked):
            return f"{host} is on the list of blocked domains."
        if self.allowed and not any(is_below(host, domain_of(domain)) for domain in self.allowed):
            return f"{host} is not on the list of allowed domains."
        return ""
