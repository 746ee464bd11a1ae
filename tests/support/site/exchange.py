"""Requests and responses of the site, and the table that joins paths with pages."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.support.site.record import Record

_FOLDER = Path(__file__).parent


@dataclass(slots=True)
class Visitor:
    """What the site keeps of one browser, by its cookie."""

    cart: dict[str, int] = field(default_factory=dict)
    has_consented: bool = False
    checkout: dict[str, str] = field(default_factory=dict)
    form: dict[str, str] = field(default_factory=dict)
    user: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """``parts`` are what the route's pattern caught; ``closing`` is set when the site ends."""

    method: str
    path: str
    query: Mapping[str, str]
    fields: Mapping[str, str]
    parts: Mapping[str, str]
    visitor: Visitor
    record: Record
    origin: str
    closing: threading.Event

    @property
    def other_origin(self) -> str:
        """The same site under another name, which to a browser is another site."""
        return self.origin.replace("127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class Response:
    """``body`` may be streamed in pieces. With ``cut_after`` bytes the connection ends, though the
    length promises more; with ``resets`` it ends without an answer. ``whole`` is called before the
    last byte of bytes goes out: who has all of them finds it recorded."""

    body: bytes | Iterable[bytes] = b""
    status: int = 200
    media_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    resets: bool = False
    whole: Callable[[], None] = lambda: None


Page = Callable[[Request], Response]


class Routes:
    """Patterns such as ``/shop/product/{slug}``, each with its page and method."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, re.Pattern[str], Page]] = []

    def at(self, pattern: str, method: str = "GET") -> Callable[[Page], Page]:
        regex = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(pattern))

        def add(page: Page) -> Page:
            self._routes.append((method, re.compile(regex + "$"), page))
            return page

        return add

    def find(self, method: str, path: str) -> tuple[Page, Mapping[str, str]] | None:
        for known_method, regex, page in self._routes:
            if known_method == method and (found := regex.match(path)):
                return page, found.groupdict()
        return None


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A page made from a template; what the header needs is added."""
    common = {
        "path": request.path,
        "origin": request.origin,
        "other_origin": request.other_origin,
        "cart_count": sum(request.visitor.cart.values()),
        "has_consented": request.visitor.has_consented,
        "user": request.visitor.user,
    }
    text = _templates().get_template(template).render(**common, **values)
    return Response(text.encode(), status)


def redirect(address: str) -> Response:
    return Response(status=303, headers={"Location": address})


def as_json(value: object) -> Response:
    return Response(json.dumps(value).encode(), media_type="application/json")


def static_file(name: str) -> Response | None:
    path = _FOLDER / "static" / name
    types = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
    if path.suffix not in types or not path.is_file():
        return None
    return Response(path.read_bytes(), media_type=types[path.suffix])


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
