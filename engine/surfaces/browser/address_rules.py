"""How a written address is read, and which addresses may be opened. The rules are pure."""

import contextlib
from urllib.parse import urlsplit

from engine.domain import facts, zones
from engine.domain.errors import ActionImpossible
from engine.domain.web.sites import ascii_host, domain_of, full_url, is_below

_BLANK = "about:blank"


def read_address(written: str, base: str) -> str:
    """As ``full_url``. Raises ``ActionImpossible`` where it is no address, or a part is hidden."""
    if zones.holds_mask(written):
        raise ActionImpossible(f"“{written}” can't be opened: a part of the address is hidden.")
    with contextlib.suppress(ValueError):
        url = full_url(written, base)
        if len(written.split()) == 1 and urlsplit(url).scheme:
            return url
    raise ActionImpossible(f"“{written}” is no address.")


class AddressRules(facts.Frozen):
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
