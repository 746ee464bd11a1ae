"""A small site on loopback for the browser's hands: pages written by the tests, and a few that
behave badly."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

HUGE_BYTES = 50_000_000


class Site:
    """``pages`` are bodies by path. ``hits`` are the paths that were asked for, ``bodies`` what
    came with them. What is sent to ``/keep/NAME`` is kept under that name, and told by it; what is
    sent to ``/forget/NAME`` is only taken. Below ``/api/`` ``answer`` tells status and JSON of what
    was asked: by method, path and body. ``closed`` is what comes at a path without a cookie."""

    def __init__(self, port: int, *, scheme: str = "http") -> None:
        self.port = port
        self.scheme = scheme
        self.pages: dict[str, str] = {}
        self.closed: dict[str, str] = {}
        self.hits: list[str] = []
        self.bodies: list[str] = []
        self.kept: dict[str, str] = {}
        self.answer: Callable[[str, str, str], tuple[int, object]] = lambda *_: (404, {})
        self.let_go = threading.Event()
        self.is_broken_off = threading.Event()

    def at(self, path: str, *, host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def put(self, path: str, body: str, *, title: str = "A page") -> str:
        self.pages[path] = f"<!doctype html><meta charset=utf-8><title>{title}</title>{body}"
        return self.at(path)


def _handler(site_of: list[Site]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return

        def do_GET(self) -> None:
            site = site_of[0]
            path = self.path.partition("?")[0]
            site.hits.append(self.path)
            match path.split("/")[1:]:
                case ["api", *_]:
                    self._answer("")
                case ["status", code]:
                    self._send(int(code), b"" if code == "204" else b"<title>Error</title>no")
                case ["json", told]:
                    self._send(200, unquote(told).encode(), kind="application/json")
                case ["keep" | "forget", name]:
                    told = site.kept.get(name, "")
                    self._send(200, told.encode(), kind="text/plain")
                case ["broken", "off"]:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                case ["redirect", "endless"]:
                    self._send(302, b"", location="/redirect/endless")
                case ["redirect", "here", *rest]:
                    asked = "".join(self.path.partition("?")[1:])
                    self._send(302, b"", location=f"/{'/'.join(rest)}{asked}")
                case ["redirect", "to", port, *rest]:
                    self._send(302, b"", location=f"http://localhost:{port}/{'/'.join(rest)}")
                case ["slow" | "later" as how]:
                    site.let_go.wait(120 if how == "slow" else 1.2)
                    self._send(200, b"late")
                case ["begun", code]:
                    self._send(int(code), b"b", kind="text/plain", more=b"egun")
                case ["huge"]:
                    self._send_huge()
                case ["endless"]:
                    self._send_without_end()
                case ["download", "without", "end"]:
                    self._send_without_end(attached="film.bin")
                case ["file", name]:
                    self._send(200, b"twelve bytes", kind="text/plain", attached=name)
                case _ if path in site.closed and "Cookie" not in self.headers:
                    self._send(200, site.closed[path].encode())
                case _ if path in site.pages:
                    kind = "text/javascript" if path.endswith(".js") else "text/html"
                    self._send(200, site.pages[path].encode(), kind=kind)
                case _:
                    self._send(404, b"<title>Not here</title>not here")

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            told = self.rfile.read(length).decode(errors="replace")
            site_of[0].bodies.append(told)
            if self.path.startswith("/api/"):
                site_of[0].hits.append(self.path)
                self._answer(told)
                return
            if self.path.startswith("/keep/"):
                site_of[0].kept[self.path.removeprefix("/keep/")] = told
            self.do_GET()

        do_PUT = do_POST  # noqa: N815
        do_PATCH = do_POST  # noqa: N815
        do_DELETE = do_POST  # noqa: N815

        def _answer(self, told: str) -> None:
            code, said = site_of[0].answer(self.command, self.path, told)
            self._send(code, json.dumps(said).encode(), kind="application/json")

        def _send(
            self,
            code: int,
            body: bytes,
            *,
            kind: str = "text/html",
            location: str = "",
            attached: str = "",
            more: bytes = b"",
        ) -> None:
            """``more`` comes once the site is let go on."""
            self.send_response(code)
            self.send_header("Content-Type", kind)
            if code != 204:
                self.send_header("Content-Length", str(len(body + more)))
            if location:
                self.send_header("Location", location)
            if attached:
                self.send_header("Content-Disposition", f"attachment; filename*=UTF-8''{attached}")
            self.end_headers()
            self.wfile.write(body)
            if more and site_of[0].let_go.wait(120):
                self.wfile.write(more)

        def _send_huge(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(HUGE_BYTES))
            self.end_headers()
            piece = b"<p>" + b"words " * 1600 + b"</p>\n"
            sent = 0
            try:
                while sent < HUGE_BYTES:
                    piece = piece[: HUGE_BYTES - sent]
                    self.wfile.write(piece)
                    sent += len(piece)
            except OSError:  # the browser has had enough
                self.close_connection = True

        def _send_without_end(self, *, attached: str = "") -> None:
            """Some megabytes a second, until the browser breaks it off."""
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            if attached:
                self.send_header("Content-Disposition", f"attachment; filename={attached}")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            self.wfile.write(b"<title>No end</title><button>Seen</button>")
            piece = (b"<p>" + b"words " * 160 + b"</p>\n") * 20
            try:
                while not site_of[0].let_go.wait(0.01):
                    self.wfile.write(piece)
            except OSError:  # the browser has had enough
                site_of[0].is_broken_off.set()

    return Handler


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that breaks off a connection is nothing to print about."""


@contextmanager
def site(*, certificate: Path | None = None) -> Iterator[Site]:
    sites: list[Site] = []
    server = _QuietServer(("127.0.0.1", 0), _handler(sites))
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    served = Site(server.server_address[1], scheme="https" if certificate else "http")
    sites.append(served)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield served
    finally:
        served.let_go.set()
        server.shutdown()
        thread.join()
        server.server_close()
