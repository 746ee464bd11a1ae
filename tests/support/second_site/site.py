"""The server of the second site: the first one's, with other pages behind it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from email import message_from_string
from urllib.parse import parse_qsl, urlsplit

from tests.support.second_site import (
    library,
    library_account,
    library_events,
    town,
    town_forms,
    town_permit,
)
from tests.support.second_site.pages import Visitor, not_found, static_file
from tests.support.site.exchange import Request, Response, Routes, redirect
from tests.support.site.record import Submission, Visit
from tests.support.site.server import Site

_PARTS = (library, library_account, library_events, town, town_forms, town_permit)
_UNSEEN = ("/static/", "/favicon.ico")


class SecondSite(Site):
    """See the package. What scripts fetch is among the visits too, under ``…/api/…``."""

    def __init__(self) -> None:
        super().__init__()
        self._guests: dict[str, Visitor] = {}

    def reset(self) -> None:
        super().reset()
        self._guests.clear()

    def answer(
        self, method: str, target: str, body: str, cookie: str, *, host: str, is_framed: bool
    ) -> Response:
        address, record = urlsplit(target), self.record
        path, query, fields = address.path, _joined(address.query), _fields(body)
        if not path.startswith(_UNSEEN):
            is_fetched = is_framed or "/api/" in path
            record.visits.append(Visit(method, path, query, host, is_fetched))
        if method == "POST":
            record.submissions.append(Submission(path, fields))
        if path.startswith("/static/") and (file := static_file(path.removeprefix("/static/"))):
            return file
        found = _ROUTES.find(method, path)
        page, parts = found if found else (not_found, {})
        guest = self._guests.setdefault(cookie, Visitor())
        return page(
            Request(
                *(method, path, query, fields, parts, guest, record, self.origin, self._closing)  # type: ignore[arg-type]
            )
        )


@contextlib.contextmanager
def running_second_site() -> Iterator[SecondSite]:
    """A site of its own on a free port. A page that failed to be made is raised at the end."""
    site = SecondSite()
    site.start()
    try:
        yield site
    finally:
        site.close()
    if site.faults:
        raise site.faults[0]


def _fields(body: str) -> dict[str, str]:
    """Of a form in either of the two encodings that browsers use."""
    if not body.startswith("--"):
        return _joined(body)
    boundary = body.partition("\r\n")[0].removeprefix("--")
    sent = message_from_string(
        f'Content-Type: multipart/form-data; boundary="{boundary}"\n\n{body}'
    )
    fields = {}
    for part in sent.walk():
        name = part.get_param("name", header="content-disposition")
        if not isinstance(name, str):
            continue
        file = part.get_filename()
        fields[name] = file if file is not None else str(part.get_payload()).strip()
    return fields


def _joined(text: str) -> dict[str, str]:
    """Several fields of one name are joined by commas."""
    fields: dict[str, list[str]] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        fields.setdefault(name, []).append(value.strip())
    return {name: ", ".join(values) for name, values in fields.items()}


def _routes() -> Routes:
    routes = Routes()
    routes.at("/")(lambda _request: redirect("/town/"))
    for part in _PARTS:
        part.add_to(routes)
    return routes


_ROUTES = _routes()
