"""A garden club's site on loopback whose pages do something, and which keeps what arrived.

Its words, its ways of saying that something was done, and of complaining, are unlike those of the
large test site: what was not made for one thinker tells more about it. Each page has a search and a
newsletter, to which nothing of a goal's belongs."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from tests.support.garden_pages import PAGES, WIZARD_FIELDS, shell

_TAKEN = "ada@example.org"


@dataclass
class Garden:
    """``arrived`` are the paths and fields of what was sent, ``sought`` the words of searches."""

    address: str = ""
    arrived: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    sought: list[str] = field(default_factory=list)
    trolley: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    draft: dict[str, str] = field(default_factory=dict)

    def reset(self) -> None:
        for each in (self.arrived, self.sought, self.trolley, self.comments, self.draft):
            each.clear()

    def sent_to(self, path: str) -> list[dict[str, str]]:
        return [fields for where, fields in self.arrived if where == path]

    # --- answers: a status, and a body or an address to go on to

    def shown(self, path: str, query: dict[str, str]) -> tuple[int, str]:
        if path == "/seek":
            self.sought.append(query.get("q", ""))
            return 200, self._page("Found in the garden", "<p>Nothing grows under that name.</p>")
        if path == "/diary/frost":
            items = "".join(f"<li>{html.escape(each)}</li>" for each in self.comments)
            return 200, self._page(*PAGES[path]).replace("<!--voices-->", items)
        if path in PAGES:
            return 200, self._page(*PAGES[path])
        return 404, self._page("Nothing here", "<p>The path ends in nettles.</p>")

    def taken(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        self.arrived.append((path, fields))
        match path.strip("/").split("/"):
            case ["postbox"]:
                return 303, "/postbox/done"
            case ["diary", "frost", "say"]:
                self.comments.append(f"{fields['nick']}: {fields['words']}")
                return 303, "/diary/frost"
            case ["trolley", "put", plant]:
                self.trolley += [plant] * int(fields.get("pots") or 1)
                return 303, f"/plants/{plant}"
            case ["members", "enter"]:
                return self._entered(fields)
            case ["visit"]:
                body = f"<p>See you on {html.escape(fields.get('day', ''))}. Ref. G-1184.</p>"
                return 200, self._page("Your visit is booked", body)
            case ["plot", step]:
                return self._plot(int(step), fields)
            case ["letter"]:
                return 200, self._page("The Sunday letter", "<p>You will hear from us.</p>")
            case _:  # a page that keeps silent, the same as before
                return 303, f"/{path.strip('/').split('/')[0]}"

    def _entered(self, fields: dict[str, str]) -> tuple[int, str]:
        title, body = PAGES["/members"]
        if fields.get("mail") == _TAKEN:
            told = "<p role=alert>Somebody else already uses this e-mail address.</p>"
            return 422, self._page(title, told + body)
        if not fields.get("call"):
            told = "<p class=oops>We need a phone number to call you back.</p>"
            return 200, self._page(title, told + body.replace("Phone", "Phone *", 1))
        return 200, self._page("Welcome to the club", "<p>Your card is in the post.</p>")

    def _plot(self, step: int, fields: dict[str, str]) -> tuple[int, str]:
        self.draft.update(fields)
        if step < len(WIZARD_FIELDS):
            return 303, f"/plot/{step + 1}"
        return 200, self._page("All set", "<p>We have noted down your wish for a plot.</p>")

    def _page(self, title: str, body: str) -> str:
        return shell(title, body, len(self.trolley))


def _handler(garden: Garden) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return

        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            self._answer(*garden.shown(asked.path, dict(parse_qsl(asked.query))))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
            fields = dict(parse_qsl(body, keep_blank_values=True))
            self._answer(*garden.taken(urlsplit(self.path).path, fields))

        def _answer(self, code: int, told: str) -> None:
            is_on = code == 303
            body = b"" if is_on else told.encode()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            if is_on:
                self.send_header("Location", told)
            self.end_headers()
            self.wfile.write(body)

    return Handler


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that breaks off a connection is nothing to print about."""


@contextmanager
def running_garden() -> Iterator[Garden]:
    garden = Garden()
    server = _QuietServer(("127.0.0.1", 0), _handler(garden))
    garden.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield garden
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
