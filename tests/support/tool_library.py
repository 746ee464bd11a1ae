"""A lending library of tools: a small site that no rule was written for.

Six pages with tables, forms, a dialog, files to fetch and a search, on one server with a state that
a judge can look at. It was written before anything was run on it, and nothing was tuned to it."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOOLS = (
    # name, group, fee per day, stock, due back
    ("Belt sander", "Wood", 9.5, 3, "2026-03-14"),
    ("Biscuit joiner", "Wood", 7.0, 1, ""),
    ("Concrete mixer", "Building", 24.0, 2, "2026-03-02"),
    ("Core drill", "Building", 31.0, 1, "2026-03-21"),
    ("Floor grinder", "Building", 42.5, 1, ""),
    ("Hedge trimmer", "Garden", 11.0, 4, ""),
    ("Jigsaw", "Wood", 6.5, 5, "2026-03-05"),
    ("Leaf blower", "Garden", 8.0, 2, ""),
    ("Pipe wrench", "Plumbing", 3.0, 6, ""),
    ("Post driver", "Garden", 13.0, 1, "2026-03-30"),
    ("Router table", "Wood", 15.5, 1, ""),
    ("Stump grinder", "Garden", 58.0, 1, "2026-04-02"),
)
PAPERS = {
    "house-rules.pdf": b"%PDF-1.4 house rules",
    "fees-2026.csv": b"tool;fee\nJigsaw;6.50\n",
    "safety-sheet.txt": b"Wear goggles.\n",
}
_PER_PAGE = 7
_STYLE = """
body{font:16px/1.5 sans-serif;margin:0;color:#222}header{background:#274;padding:12px 24px}
header a{color:#fff;margin-right:18px}main{padding:16px 24px;max-width:960px}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:6px 10px;
text-align:left}label{display:block;margin:8px 0}.toast{background:#dfd;padding:8px}
dialog{border:1px solid #888;padding:20px}.pager a{margin-right:12px}
"""


@dataclass
class Library:
    """What arrived: members by name with their town, bookings, notes, and what was fetched."""

    members: dict[str, str] = field(
        default_factory=lambda: {"Ida Holm": "Skagen", "Per Lund": "Aarhus", "Tove Lund": "Ribe"}
    )
    bookings: list[dict[str, str]] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    newsletter: bool = False
    seen: list[str] = field(default_factory=list)


class ToolLibrary:
    """A running site; ``state`` is what happened on it since the last ``reset``."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.state = Library()

    def reset(self) -> None:
        self.state = Library()

    def url(self, path: str) -> str:
        return f"{self.address}{path}"


@contextmanager
def running_tool_library() -> Iterator[ToolLibrary]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    site = ToolLibrary(f"http://127.0.0.1:{server.server_address[1]}")
    server.site = site  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Silent."""

    @property
    def _state(self) -> Library:
        state: Library = self.server.site.state  # type: ignore[attr-defined]
        return state

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self._state.seen.append(self.path)
        if parts.path.startswith("/papers/"):
            self._file(parts.path.removeprefix("/papers/"))
        elif parts.path.startswith("/tools/") and parts.path[7:].isdigit():
            self._page(*_tool(int(parts.path[7:])))
        else:
            pages = {"/": _home, "/tools": _tools, "/members": _members, "/booking": _booking}
            pages |= {"/papers": _papers, "/search": _search, "/settings": _settings}
            make = pages.get(parts.path)
            if make is None:
                self._page("Not here", "<h1>Not here</h1><p>There is no such page.</p>", 404)
            else:
                self._page(*make(self._state, query))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        said = parse_qs(self.rfile.read(length).decode(), keep_blank_values=True)
        form = {name: values[-1] for name, values in said.items()}
        path = urlsplit(self.path).path
        self._state.posts.append(path)
        if path == "/members/add" and form.get("name"):
            self._state.members[form["name"]] = form.get("town", "")
            self._to("/members?done=added")
        elif path == "/members/remove":
            self._state.members.pop(form.get("name", ""), None)
            self._to("/members?done=removed")
        elif path == "/booking" and form.get("person") and form.get("tool"):
            self._state.bookings.append(form)
            name = html.escape(form["tool"])
            said = f"<p>Your booking of the {name} was received.</p>"
            self._page("Booked", f"<h1>Thank you</h1>{said}")
        elif path == "/settings":
            self._state.newsletter = form.get("newsletter") == "on"
            self._to("/settings?done=saved")
        else:
            self._page(
                "Booking", "<h1>Booking</h1><p role=alert>Please fill in all fields.</p>", 422
            )

    def _to(self, path: str) -> None:
        self.send_response(303)
        self.send_header("Location", path)
        self.end_headers()

    def _file(self, name: str) -> None:
        content = PAPERS.get(name)
        if content is None:
            self._page("Not here", "<h1>Not here</h1>", 404)
            return
        self._state.fetched.append(name)
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Disposition", f'attachment; filename="{name}"')
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _page(self, title: str, body: str, status: int = 200) -> None:
        links = ("", "Home"), ("tools", "Tools"), ("members", "Members"), ("booking", "Book a tool")
        links += ("papers", "Papers"), ("settings", "Settings")
        bar = "".join(f'<a href="/{path}">{name}</a>' for path, name in links)
        text = (
            f"<!doctype html><html lang=en><title>{title} – Tool library</title>"
            f"<style>{_STYLE}</style><header><nav>{bar}</nav>"
            '<form action="/search" role=search><input type=search name=q'
            ' placeholder="Search tools"><button>Go</button></form></header>'
            f"<main>{body}</main></html>"
        ).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


Query = dict[str, str]


def _home(state: Library, query: Query) -> tuple[str, str]:
    return "Welcome", (
        "<h1>Borrow, don't buy</h1><p>More than forty tools for members.</p>"
        "<h2>Opening hours</h2><dl><dt>Monday</dt><dd>closed</dd><dt>Thursday</dt>"
        "<dd>15:00 – 19:00</dd><dt>Saturday</dt><dd>9:00 – 13:00</dd></dl>"
        '<p><a href="/booking">Book a tool</a> or <a href="/tools">see all tools</a>.</p>'
    )


def _tools(state: Library, query: Query) -> tuple[str, str]:
    group = query.get("group", "")
    chosen = [(at, each) for at, each in enumerate(TOOLS) if group in ("", each[1])]
    page = int(query.get("page", "1"))
    shown = chosen[(page - 1) * _PER_PAGE : page * _PER_PAGE]
    rows = "".join(
        f'<tr><td><a href="/tools/{at}">{name}</a></td><td>{kind}</td><td>€{fee:.2f}</td>'
        f"<td>{stock}</td><td>{due}</td></tr>"
        for at, (name, kind, fee, stock, due) in shown
    )
    groups = sorted({each[1] for each in TOOLS})
    options = "".join(
        f"<option{' selected' if each == group else ''}>{each}</option>" for each in groups
    )
    pager = []
    if page > 1:
        pager.append(f'<a href="/tools?group={group}&page={page - 1}">‹ Previous</a>')
    if page * _PER_PAGE < len(chosen):
        pager.append(f'<a href="/tools?group={group}&page={page + 1}">Next ›</a>')
    return "Tools", (
        '<h1>Tools</h1><form action="/tools"><label>Group <select name=group>'
        f"<option value=''>All groups</option>{options}</select></label>"
        "<button>Show</button></form>"
        "<table><thead><tr><th>Tool</th><th>Group</th><th>Fee per day</th><th>In stock</th>"
        f"<th>Due back</th></tr></thead><tbody>{rows}</tbody></table>"
        f"<p class=pager>{' '.join(pager)}</p>"
    )


def _tool(at: int) -> tuple[str, str]:
    name, group, fee, stock, _ = TOOLS[at]
    return name, (
        f"<h1>{name}</h1><dl><dt>Group</dt><dd>{group}</dd><dt>Fee per day</dt><dd>€{fee:.2f}</dd>"
        f"<dt>Deposit</dt><dd>€{fee * 4:.2f}</dd><dt>In stock</dt><dd>{stock}</dd></dl>"
        f'<p><a href="/booking?tool={name}">Book the {name.lower()}</a></p>'
    )


def _members(state: Library, query: Query) -> tuple[str, str]:
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(town)}</td>"
        f'<td><button type=button onclick="ask(this)" data-name="{html.escape(name)}">Remove'
        "</button></td></tr>"
        for name, town in sorted(state.members.items())
    )
    done = query.get("done", "")
    toast = f"<p class=toast role=status>The member was {done}.</p>" if done else ""
    return (
        "Members",
        f"""<h1>Members</h1>{toast}
<button type=button onclick="document.getElementById('add').showModal()">Add member</button>
<table><caption>Our members</caption><thead><tr><th>Name</th><th>Town</th><th></th></tr></thead>
<tbody>{rows}</tbody></table>
<dialog id=add aria-labelledby=addh><h2 id=addh>New member</h2>
<form method=post action="/members/add"><label>Name <input name=name></label>
<label>Town <input name=town></label><button>Save</button>
<button type=button onclick="this.closest('dialog').close()">Cancel</button></form></dialog>
<dialog id=sure><h2>Remove member?</h2><form method=post action="/members/remove">
<input type=hidden name=name id=who><p id=whom></p><button>Yes, remove</button>
<button type=button onclick="this.closest('dialog').close()">Keep</button></form></dialog>
<script>function ask(button){{who.value=button.dataset.name;
whom.textContent='This removes '+button.dataset.name+'.';sure.showModal()}}</script>""",
    )


def _booking(state: Library, query: Query) -> tuple[str, str]:
    options = "".join(
        f"<option{' selected' if each[0] == query.get('tool') else ''}>{each[0]}</option>"
        for each in TOOLS
    )
    return "Book a tool", (
        "<h1>Book a tool</h1><form method=post action=/booking>"
        "<label>Your name <input name=person required></label>"
        "<label>E-mail <input type=email name=mail required></label>"
        f"<label>Tool <select name=tool><option value=''>Choose…</option>{options}</select></label>"
        "<label>First day <input type=date name=day required></label>"
        "<fieldset><legend>Pick-up</legend>"
        "<label><input type=radio name=pickup value=shop checked> At the shop</label>"
        "<label><input type=radio name=pickup value=van> By van</label></fieldset>"
        "<label><input type=checkbox name=insured> Insurance</label>"
        "<label>Remarks <textarea name=remarks></textarea></label>"
        "<button>Send booking</button></form>"
    )


def _papers(state: Library, query: Query) -> tuple[str, str]:
    return "Papers", (
        "<h1>Papers</h1><ul>"
        '<li>House rules <a href="/papers/house-rules.pdf">Download</a></li>'
        '<li>Fees of 2026 <a href="/papers/fees-2026.csv">Download</a></li>'
        '<li><a href="/papers/safety-sheet.txt">Safety sheet</a></li></ul>'
    )


def _settings(state: Library, query: Query) -> tuple[str, str]:
    checked = " checked" if state.newsletter else ""
    toast = "<p class=toast role=status>Settings saved.</p>" if query.get("done") else ""
    return (
        "Settings",
        f"""<h1>Settings</h1>{toast}
<div role=tablist><button role=tab aria-selected=true
onclick="show('general',this)">General</button>
<button role=tab aria-selected=false onclick="show('mail',this)">Mail</button></div>
<section id=general><p>Language: English</p></section>
<section id=mail hidden><form method=post action=/settings><label><input type=checkbox
name=newsletter{checked}> Newsletter</label><button>Apply</button></form></section>
<script>function show(id,tab){{const all=(what)=>document.querySelectorAll(what);
for(const s of all('section'))s.hidden=s.id!==id;
for(const t of all('[role=tab]'))t.setAttribute('aria-selected',t===tab)}}</script>""",
    )


def _search(state: Library, query: Query) -> tuple[str, str]:
    words = query.get("q", "")
    state.searches.append(words)
    found = [(at, each[0]) for at, each in enumerate(TOOLS) if words.lower() in each[0].lower()]
    items = "".join(f'<li><a href="/tools/{at}">{name}</a></li>' for at, name in found)
    said = f"<ul>{items}</ul>" if found else f"<p>Nothing found for “{html.escape(words)}”.</p>"
    return f"Results for {html.escape(words)}", f"<h1>Results for “{html.escape(words)}”</h1>{said}"
