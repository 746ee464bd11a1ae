"""A server that keeps a list of boats and a setting, and pages in front of it of which each keeps
its word or breaks it in a way of its own: what is true is what the server holds."""

from __future__ import annotations

import html
import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote_plus, urlsplit

_LIST = """<h1>Harbour book</h1><p>All boats that lie here, as the harbour master has them.</p>
<ul id=boats>{boats}</ul>{more}"""
_FORM = """<form id=f method=post action='{to}'><label>Name <input name=name value='{name}'></label>
<label>Berth <input name=berth></label><button>Put</button></form>"""
_BY_SCRIPT = """<script>f.onsubmit = async (e) => {{ e.preventDefault(); const name = f.name.value;
 {then} }}; const row = (name) => boats.insertAdjacentHTML('beforeend', '<li>' + name + ' in A4');
 const post = (to) => fetch(to, {{ method: 'POST', body: new URLSearchParams(new FormData(f)) }});
</script>"""
_SIGN_IN = """<h1>Members</h1><form method=post action=/enter><label>User <input name=user></label>
<label>Password <input type=password name=p></label><button>Log in</button></form>"""
_AUTOSAVES = "f.name.onchange = () => post('/draft/kept');"
_DRAFT = """<script>const kept = localStorage.draft; if (kept) boats.insertAdjacentHTML('beforeend',
 '<li>' + kept); f.onsubmit = async (e) => { e.preventDefault(); localStorage.draft = f.name.value
 + ' in A4'; await fetch('/dropped', { method: 'POST' }); location.reload() }</script>"""
_DELETES = """<script>document.querySelectorAll('button').forEach((b) => b.onclick = async () => {{
 await fetch('{to}' + b.parentNode.dataset.name, {{ method: 'POST' }}); {then} }})</script>"""


class Harbour:
    """``boats`` are what the server holds, by name; ``setting`` is its only one. ``asked`` are the
    requests, with their methods. ``port`` is where it is served."""

    def __init__(self) -> None:
        self.port = 0
        self.reset()

    def reset(self) -> None:
        self.boats = {"Kestrel": "B2", "Petrel": "C3"}
        self.drafts: list[str] = []
        self.flashes: dict[str, list[str]] = {}
        self.refilled: dict[str, str] = {}
        self.members: set[str] = set()
        self.setting = "Calm water"
        self.asked: list[str] = []
        self.visits = itertools.count(1)

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def listed(self, names: list[str] | None = None, more: str = "", *, rows: str = "") -> str:
        shown = list(self.boats) if names is None else names
        items = (
            f"<li data-name='{html.escape(each)}'>{html.escape(each)} in {self.boats[each]}{rows}"
            for each in shown
        )
        return _LIST.format(boats="".join(items), more=more)


def _form(to: str, *, then: str = "", name: str = "", extra: str = "") -> str:
    script = _BY_SCRIPT.format(then=then) if then else ""
    return _FORM.format(to=to, name=html.escape(name)) + script + extra


def _page(harbour: Harbour, path: str, query: str, session: str) -> str:
    """What a GET shows; the first part of the path names the page."""
    which = path.split("/")[1]
    form, boats = _form, harbour.listed
    deleting = "<button>Remove</button>"
    match which:
        case "members" if session not in harbour.members:
            return _SIGN_IN
        case "members":
            kept = "await post('/put/silent'); f.reset()"
            return boats(more=form("", then=kept))
        case "true":
            return boats(more=form("/put/true"))
        case "silent":
            return boats(more=form("", then="await post('/put/silent'); f.reset()"))
        case "thanks":
            return "<h1>Harbour</h1><p>Back to the book."
        case "elsewhere":
            return boats(more=form("/put/thanks"))
        case "dropped" | "deaf":
            return boats(more=form(f"/{which}"))
        case "echo":
            name = html.escape(parse_qs(query).get("name", [""])[0])
            asked = f"<ul><li>{name} in A4</ul>" if name else ""
            return boats(more=asked + _FORM.format(to="/echo", name="").replace("post", "get"))
        case "optimistic":
            return boats(more=form("", then="row(name); await post('/status/500').catch(() => 0)"))
        case "dreaming":
            return boats(more=form("", then="row(name); f.reset(); await post('/dropped/quietly')"))
        case "local":
            return boats(more=form("") + _DRAFT)
        case "toast":
            then = "await post('/dropped/quietly'); f.insertAdjacentText('afterend', 'All read.')"
            return boats(more=form("", then=then))
        case "autosaving":
            kept = "".join(f"<li>{html.escape(each)} in A4" for each in harbour.drafts)
            then = "await post('/dropped/quietly')"
            extra = f"<ul>{kept}</ul><script>{_AUTOSAVES}</script>"
            return boats(more=form("", then=then, extra=extra))
        case "flashing":
            told = "".join(f"<p>{html.escape(e)}" for e in harbour.flashes.pop(session, []))
            return boats(more=told + form("", then="await post('/flash')"))
        case "refilling":
            return boats(more=form("/refill", name=harbour.refilled.get(session, "")))
        case "namesake":
            return boats(more=form("/dropped/namesake"))
        case "paged":
            return boats(sorted(harbour.boats)[:2], more=form("/put/paged"))
        case "registers":
            register = "<script>fetch('/put/by-itself?name=Visitor', { method: 'POST' })</script>"
            return boats(more=form("/dropped/registers") + register)
        case "once":
            is_first = next(harbour.visits) == 1
            return boats(more=form("/put/once")) if is_first else "<h1>This link was used</h1>"
        case "counting":
            count = f"<p>Seen {next(harbour.visits)} times, Tern {next(harbour.visits)} of them."
            return boats(more=count + form("/dropped/counting"))
        case "logging":
            log = "".join(f"<p>refused: {html.escape(each)}" for each in harbour.drafts)
            return boats(more=log + form("", then="await post('/draft/kept'); f.reset()"))
        case "setting" | "forgetful" | "saying":
            field = (
                f"<label>Motto <input name=motto value='{html.escape(harbour.setting)}'></label>"
            )
            way = (
                f"<form id=g method=post action='/set/{which}'>{field}<button>Keep</button></form>"
            )
            says = (
                "<p id=p></p><script>g.onsubmit = async (e) => { e.preventDefault(); await fetch("
            )
            says += "g.action, { method: 'POST' }); p.textContent = 'It was saved.' }</script>"
            return f"<h1>Settings</h1><p>What the book is headed with.{way}" + (
                says if which == "saying" else ""
            )
        case "removing":
            then = "this.x = 1; b.parentNode.firstChild.textContent = 'gone'"
            return boats(rows=deleting, more=_DELETES.format(to="/remove/", then=then))
        case "hiding":
            then = "b.parentNode.remove()"
            return boats(rows=deleting, more=_DELETES.format(to="/dropped/", then=then))
        case _:
            return "<h1>Not here</h1>"


def _taken(harbour: Harbour, path: str, session: str, body: str) -> tuple[int, str]:
    """What a POST does, and where it leads: a status, and a path to be shown or led on to."""
    told = {name: values[0] for name, values in parse_qs(body).items()}
    _, which, *rest = [*path.split("/"), ""]
    name = told.get("name", "")
    match which:
        case "put":
            harbour.boats[name or "Visitor"] = told.get("berth", "A4")
            return (200, "") if rest[0] in ("silent", "by-itself") else (303, f"/{rest[0]}")
        case "set" if rest[0] == "setting":
            harbour.setting = told.get("motto", "")
            return 303, "/setting"
        case "set":
            return (200, "") if rest[0] == "saying" else (303, f"/{rest[0]}")
        case "enter":
            harbour.members.add(session)
            return 303, "/members"
        case "draft":
            harbour.drafts.append(name)
            return 200, ""
        case "flash":
            harbour.flashes.setdefault(session, []).append(f"{name} in A4")
            return 200, ""
        case "refill":
            harbour.refilled[session] = name
            return 303, "/refilling"
        case "remove":
            harbour.boats.pop(unquote_plus(rest[0]), None)
            return 200, ""
        case "status":
            return int(rest[0]), ""
        case "dropped" if rest[0] not in ("", "quietly"):
            return 303, f"/{rest[0]}"
        case "deaf":
            return 204, ""
        case _:
            return (303, "/dropped") if not rest[0] else (200, "")


def _handler(harbour: Harbour) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return

        def _answer(self, status: int, body: bytes, **headers: str) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Cache-Control", "max-age=600")
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        @property
        def _session(self) -> str:
            known = SimpleCookie(self.headers.get("Cookie", "")).get("session")
            return known.value if known is not None else ""

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            harbour.asked.append(f"GET {self.path}")
            if parts.path == "/favicon.ico":
                self._answer(404, b"")
                return
            told = _page(harbour, parts.path, parts.query, self._session)
            body = f"<!doctype html><meta charset=utf-8><title>Harbour book</title>{told}".encode()
            cookie = {} if self._session else {"Set_Cookie": f"session=s{len(harbour.asked)}"}
            self._answer(200, body, Content_Type="text/html", **cookie)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            body = self.rfile.read(length).decode()
            harbour.asked.append(f"POST {self.path}")
            status, to = _taken(harbour, urlsplit(self.path).path, self._session, body)
            headers = {"Location": to} if to else {"Content_Type": "application/json"}
            self._answer(status, b"" if to else json.dumps({"ok": True}).encode(), **headers)

    return Handler


@contextmanager
def harbour() -> Iterator[Harbour]:
    served = Harbour()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(served))
    server.daemon_threads = True
    served.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
