"""Serves pages that a function writes, on loopback, and remembers which were asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

Pages = Callable[[str, Mapping[str, str]], str]
"""The body of a page by its path and query; empty where there is none."""


@dataclass
class ServedSite:
    """``seen`` are the addresses that were asked for, without the site's own part, in order."""

    origin: str
    seen: list[str] = field(default_factory=list)

    @property
    def last(self) -> str:
        return self.seen[-1] if self.seen else ""


@contextmanager
def served(pages: Pages) -> Iterator[ServedSite]:
    """The site on a free port of its own."""
    site = ServedSite("")

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            body = pages(address.path, dict(parse_qsl(address.query)))
            if address.path != "/favicon.ico":
                site.seen.append(self.path)
            content = (body or "<title>Missing</title><h1>This page is missing</h1>").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            with suppress(ConnectionError):  # the browser may go whenever it likes
                self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.origin = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
