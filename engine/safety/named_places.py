"""Which site or program a goal names with a secret.

It is what the secret's own clause names; where that names none, what was named last before it,
the page that the operator began with included; else what is named first after it. A clause that
names several leaves it open which of them is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from engine.domain.web.sites import host_of, hosts_named_in, is_below
from engine.language.folding import folded
from engine.language.secret_names import SECRET, secrets_in

_CLAUSE_ENDS = re.compile(r"[;,!?\n]|\.(?=\s|$)|(?i:\b(?:and|then)\b)")
_ADDRESS = re.compile(r"(?:https?://)?[\w.-]+(?::\d+)?", re.I)
_LOOPBACK = re.compile(r"localhost|127(?:\.\d{1,3}){3}|::1")
Place = TypeVar("Place")
_OWN_FRAMES = ("", "about:blank", "about:srcdoc")
"""Frames that a page fills itself."""


@dataclass(frozen=True, slots=True)
class Site:
    """As the goal writes it: ``is_open`` where it says ``http://`` itself, ``port`` where it has
    one."""

    host: str
    is_open: bool = False
    port: int | None = None

    @property
    def words(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"

    def why_not(self, url: str) -> str:
        """Why the page or frame of this address is not the site; empty where it is."""
        host = host_of(url)
        if not host or not is_below(host, self.host):
            return f"this is of {host or 'no site'}"
        parts = urlsplit(url)
        if self.port is not None and parts.port != self.port:
            return f"this is of another port, {parts.port}"
        if parts.scheme != "https" and not self.is_open and not _LOOPBACK.fullmatch(host):
            return "this page is not encrypted (http)"
        return ""


def named_with(
    name: str, goal: str, read: Callable[[str], Sequence[Place]], first: Sequence[Place] = ()
) -> tuple[Place, ...]:
    """The places that ``read`` finds with the secret, at each of its mentions; several where it is
    left open which is meant. ``first`` is meant before the goal says anything."""
    clauses = _CLAUSE_ENDS.split(goal)
    places = [tuple(first), *(tuple(read(SECRET.sub(" ", each))) for each in clauses)]
    found: dict[Place, None] = {}
    for number, clause in enumerate(clauses, start=1):
        if name in secrets_in(clause):
            before = next((each for each in reversed(places[: number + 1]) if each), ())
            after = next((each for each in places[number:] if each), ())
            found.update(dict.fromkeys(places[number] or before or after))
    return tuple(found)


def sites_in(text: str) -> tuple[Site, ...]:
    """The sites whose addresses stand there."""
    written = (each.rstrip(".") for each in _ADDRESS.findall(text))
    return tuple(site for each in written if hosts_named_in(each) and (site := site_of(each)))


def site_of(address: str) -> Site | None:
    host = host_of(address).removeprefix("www.")
    if not host:
        return None
    try:
        port = urlsplit(address if "//" in address else f"//{address}").port
    except ValueError:
        return None
    return Site(host, address.casefold().startswith("http://"), port)


def why_not_on(page_url: str, frame_url: str, sites: Sequence[Site]) -> str:
    """Why the page, or the frame in it, is of none of the sites; empty where both are of one."""
    urls = [page_url, *([] if frame_url in _OWN_FRAMES else [frame_url])]
    whys = [next((why for url in urls if (why := site.why_not(url))), "") for site in sites]
    return "" if "" in whys else (whys[0] if whys else "")


def programs_in(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Those of the known programs whose names stand there as a whole."""
    said = f" {_words(_ADDRESS_IN.sub(' ', text))} "
    return tuple(dict.fromkeys(each for each in known if f" {_words(each)} " in said))


def is_program(one: str, other: str) -> bool:
    return bool(_words(one)) and _words(one) == _words(other)


_ADDRESS_IN = re.compile(r"(?:https?://|\b\w[\w-]*\.)\S*\w")


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text)))
