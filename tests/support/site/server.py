"""The site's HTTP server: a thread for each connection, all ended with the site."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import threading
from collections.abc import Iterator
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from tests.support.site import docs, feed, files, front, hostile, shop, storms, trouble, wizard
from tests.support.site.exchange import Request, Response, Routes, Visitor, static_file
from tests.support.site.record import Record, Submission, Visit

_PARTS = (front, shop, docs, wizard, files, feed, hostile, trouble, storms)
_FETCHED_BY_PAGES = ("/static/", "/shop/picture/", "/feed/entries", "/press", "/favicon.ico")


class Site:
    """See the package. Cookies outlive a reset, what is kept under them does not."""

    def __init__(self) -> None:
        self.record = Record()
        self.faults: list[Exception] = []
        self._visitors: dict[str, Visitor] = {}
        self._cookie_count = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._held: dict[str, tuple[threading.Event, threading.Event]] = {}
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return self.origin + path

    def reset(self) -> None:
        """As if nobody had been here yet."""
        with self._lock:
            self.record = Record()
            self._visitors.clear()

    @property
    def carts(self) -> list[dict[str, int]]:
        """Products and quantities of each visitor who has any."""
        with self._lock:
            return [dict(each.cart) for each in self._visitors.values() if each.cart]

    @contextlib.contextmanager
    def holding(self, path: str) -> Iterator[threading.Event]:
        """Who asks for the path gets no answer before the block ends. It is given what is set once
        somebody has asked."""
        has_come, may_go = self._held[path] = threading.Event(), threading.Event()
        try:
            yield has_come
        finally:
            del self._held[path]
            may_go.set()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()

    def visitor(self, cookie: str) -> tuple[str, Visitor]:
        """The cookie's visitor; a new one under a new cookie where there is none."""
        with self._lock:
            if not cookie:
                self._cookie_count += 1
                cookie = f"v{self._cookie_count}"
            return cookie, self._visitors.setdefault(cookie, Visitor())

    def answer(
        self, method: str, target: str, body: str, cookie: str, *, host: str, is_framed: bool
    ) -> Response:
        """``cookie`` is one that ``visitor`` gave."""
        address = urlsplit(target)
        path, record = address.path, self.record
        query, fields = dict(parse_qsl(address.query)), dict(_joined(body))
        if not path.startswith(_FETCHED_BY_PAGES):
            record.visits.append(Visit(method, path, query, host, is_framed))
        if method == "POST":
            record.submissions.append(Submission(path, fields))
        if (held := self._held.get(path)) is not None:
            has_come, may_go = held
            has_come.set()
            may_go.wait()
        if path.startswith("/static/") and (file := static_file(path.removeprefix("/static/"))):
            return file
        found = _ROUTES.find(method, path)
        page, parts = found if found else (front.not_found, {})
        _, visitor = self.visitor(cookie)
        return page(
            Request(
                *(method, path, query, fields, parts, visitor, record, self.origin, self._closing)
            )
        )


@contextlib.contextmanager
def running_site() -> Iterator[Site]:
    """A site of its own on a free port. A page that failed to be made is raised at the end."""
    site = Site()
    site.start()
    try:
        yield site
    finally:
        site.close()
    if site.faults:
        raise site.faults[0]


def _routes() -> Routes:
    routes = Routes()
    for part in _PARTS:
        part.add_to(routes)
    return routes


def _joined(body: str) -> Iterator[tuple[str, str]]:
    """Fields of a form; several of one name are joined by commas."""
    fields: dict[str, list[str]] = {}
    for name, value in parse_qsl(body, keep_blank_values=True):
        fields.setdefault(name, []).append(value)
    return ((name, ", ".join(values)) for name, values in fields.items())


_ROUTES = _routes()


class _Server(ThreadingHTTPServer):
    """Remembers its connections, so that none outlives it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Handler)
        self.daemon_threads = False

    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)  # type: ignore[arg-type]

    def shutdown_request(self, request: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)  # type: ignore[arg-type]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser may go whenever it likes; any other fault is the site's own."""
        fault = sys.exc_info()[1]
        if isinstance(fault, Exception) and not isinstance(fault, ConnectionError):
            self.site.faults.append(fault)

    def hang_up(self) -> None:
        with self._guard, contextlib.suppress(OSError):
            for each in self._open:
                each.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._serve("")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        self._serve(self.rfile.read(length).decode(errors="replace"))

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the record tells what came."""

    def _serve(self, body: str) -> None:
        cookies = SimpleCookie(self.headers.get("Cookie", ""))
        given = cookies["visitor"].value if "visitor" in cookies else ""
        cookie, _ = self.server.site.visitor(given)
        host = self.headers.get("Host", "").partition(":")[0]
        response = self.server.site.answer(
            *(self.command, self.path, body, cookie),
            host=host,
            is_framed=self.headers.get("Sec-Fetch-Dest", "") in ("iframe", "frame"),
        )
        self.close_connection = True
        with contextlib.suppress(ConnectionError):
            if response.resets:
                self._reset()
            else:
                self._send(response, "" if given else cookie)

    def _reset(self) -> None:
        """End the connection with RST rather than FIN."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _send(self, response: Response, new_cookie: str) -> None:
        self.send_response(response.status)
        self.send_header("Connection", "close")
        self.send_header("Cache-Control", "no-store")
        if new_cookie:
            self.send_header("Set-Cookie", f"visitor={new_cookie}; Path=/; SameSite=Lax")
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status != 204:
            self.send_header("Content-Type", response.media_type)
        is_whole = isinstance(response.body, bytes)
        if is_whole and response.status != 204:
            self.send_header("Content-Length", str(len(response.body)))  # type: ignore[arg-type]
        self.end_headers()
        if isinstance(response.body, bytes):
            body = response.body[: response.cut_after]
            self.wfile.write(body[:-1])
            response.whole()
            self.wfile.write(body[-1:])
            return
        for piece in response.body:
            self.wfile.write(piece[: response.cut_after])
