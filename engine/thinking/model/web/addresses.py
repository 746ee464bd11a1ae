"""Addresses as a prompt has them: without what every address of the same site begins with."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin, urlsplit


def short_address(url: str, here: str) -> str:
    """Path and query of an address on the site of ``here``, the whole one of another site."""
    start = origin_of(here)
    is_near = bool(start) and origin_of(url) == start
    return url.removeprefix(start) or "/" if is_near else url


def led_to(href: str, here: str) -> str:
    """Where a link on ``here`` leads, without the place on the page; empty for no address."""
    try:
        return urldefrag(urljoin(here, href.strip())).url if href.strip() else ""
    except ValueError:  # a page may write anything into its links
        return ""


def origin_of(url: str) -> str:
    """Scheme and host, with its port; empty where there is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
