"""Tasks for a strong model on web applications, each with a judge of its own.

Two of them are Python's own (its documentation's server, and the one that lists folders); the
others are the suites', served on loopback."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import ModeName
from tests.suites.strong_case import MODEL, Judge, Played, StrongCase, answered, nothing_done
from tests.support.garden_site import Garden, running_garden
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.second_site import running_second_site
from tests.support.site import running_site
from tests.support.site.record import Order
from tests.support.stage import ScriptedApprover
from tests.support.strange_sites import kitchen, library, workshop
from tests.support.strange_sites.serving import served
from tests.support.thinker_sources import at
from tests.support.web_task_run import WebRun, run_on_the_web


@dataclass(frozen=True, slots=True)
class Sites:
    """Those that are served, started when they are first asked for, and the run that was on one."""

    folder: Path
    stack: contextlib.ExitStack
    started: dict[str, Any] = field(default_factory=dict)
    runs: list[WebRun] = field(default_factory=list)

    def site(self, name: str) -> Any:
        if name not in self.started:
            self.started[name] = self.stack.enter_context(_SERVED[name](self.folder))
        return self.started[name]

    def address(self, name: str) -> str:
        site = self.site(name)
        return str(getattr(site, "origin", "") or getattr(site, "address", "") or site)


Case = StrongCase[Sites]


@contextlib.contextmanager
def opened_sites(folder: Path) -> Iterator[Sites]:
    with contextlib.ExitStack() as stack:
        yield Sites(folder, stack)


@contextlib.contextmanager
def _listing(folder: Path) -> Iterator[str]:
    """Python's own server of a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

    handler = partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def _pydoc(_folder: Path) -> Iterator[str]:
    """Python's own server of its documentation; it tells its address when it is up."""
    command = (sys.executable, "-u", "-m", "pydoc", "-p", "0", "-n", "127.0.0.1")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            told = next(line for line in server.stdout if "http://" in line)
            yield told[told.index("http://") :].split()[0].rstrip("/")
        finally:
            server.terminate()


_SERVED: Mapping[str, Callable[[Path], contextlib.AbstractContextManager[Any]]] = {
    "harbour": lambda _folder: running_site(),
    "town": lambda _folder: running_second_site(),
    "garden": lambda _folder: running_garden(),
    "tools": lambda _folder: served(library.page),
    "workshop": lambda _folder: served(workshop.page),
    "kitchen": lambda _folder: served(kitchen.page),
    "folder": _listing,
    "pydoc": _pydoc,
}


def ordered(*lines: tuple[str, int], **rest: str) -> Judge[Sites]:
    """The shop has one order, and it is that."""

    async def judge(sites: Sites, outcome: Outcome) -> bool:
        orders: list[Order] = sites.site("harbour").record.orders
        return [each.lines for each in orders] == [lines] and all(
            getattr(orders[0], name) == value for name, value in rest.items()
        )

    return judge


def sent(site: str, **fields: str) -> Judge[Sites]:
    """The site took one form, and it has these fields."""

    async def judge(sites: Sites, outcome: Outcome) -> bool:
        forms = sites.site(site).record.forms
        return len(forms) == 1 and fields.items() <= dict(forms[0]).items()

    return judge


def kept(**fields: str) -> Judge[Sites]:
    """The workshop was told this."""

    async def judge(sites: Sites, outcome: Outcome) -> bool:
        return dict(parse_qsl(urlsplit(sites.site("workshop").last).query)) == fields

    return judge


def both(*judges: Judge[Sites]) -> Judge[Sites]:
    async def judge(sites: Sites, outcome: Outcome) -> bool:
        return all([await each(sites, outcome) for each in judges])

    return judge


def grown(path: str, **fields: str) -> Judge[Sites]:
    """The garden took one form there, and it has these fields, whole or in part."""

    async def judge(sites: Sites, outcome: Outcome) -> bool:
        garden: Garden = sites.site("garden")
        forms = garden.sent_to(path)
        return len(forms) == 1 and all(
            value in forms[0].get(name, "") if value else not forms[0].get(name)
            for name, value in fields.items()
        )

    return judge


_MODES: Mapping[str, ModeName] = {"director": "director", "web": "navigator"}
CASES: tuple[Case, ...] = (
    Case(
        "web-order",
        "Order two Folding grapnels for Mara Lund, Quay 4, 24105 Kiel, by express, to be paid by"
        " bank transfer",
        ordered(
            ("folding-grapnel-3-kg", 2),
            name="Mara Lund",
            street="Quay 4",
            delivery="Express",
            payment="Bank transfer",
        ),
        start=("harbour", "/shop/"),
    ),
    Case(
        "web-heavier",
        "How much heavier is the Plough anchor than the Danforth anchor?",
        answered("5"),
        start=("harbour", "/shop/"),
    ),
    Case(
        "web-berth",
        "Ask for a berth for Jon Vik (jon@vik.example, 0431 5550): the sailing yacht Tern, 9.5 m,"
        " with 16 A and water, from 12 June 2027 for three nights. The rules are agreed to",
        sent(
            *("harbour",),
            name="Jon Vik",
            boat="Tern",
            type="Sailing yacht",
            power="16 A",
            extras="Water",
            arrival="2027-06-12",
            nights="3",
        ),
        start=("harbour", "/form/"),
    ),
    Case(
        "web-error-code",
        "A gateway says E28. What does that mean, by the documentation?",
        answered("lock is not set"),
        start=("harbour", "/docs/"),
    ),
    Case(
        "web-cancel",
        "Cancel my order HL-20977",
        nothing_done,
        start=("harbour", "/shop/"),
        ends=Terminal.GOAL_FAILED,
    ),
    Case(
        "web-permit",
        "Apply for a resident's parking permit for zone B from 1 December 2026 on: number plate"
        " KI-AB 12, Ann Roe, ann@roe.example. The car is electric",
        sent("town", form="parking permit", type="Resident", plate="KI-AB 12", name="Ann Roe"),
        start=("town", "/town/"),
    ),
    Case(
        "web-renew",
        "Renew the one of my loans that is due first, and tell until when I have it now",
        both(sent("town", form="renewal", loan="bread-by-hand"), answered("26 December 2026")),
        start=("town", "/library/"),
    ),
    Case(
        "web-tools",
        "What does it cost in all to hire the cheapest saw for three days and have it brought to"
        " me, two miles away?",
        answered("19"),
        start=("tools", "/"),
    ),
    Case(
        "web-recipe",
        "Of the recipes that serve six, which one takes the least time, and how long?",
        answered("Plum crumble", "55"),
        start=("kitchen", "/"),
    ),
    Case(
        "web-visit",
        "Book a visit to the herb garden for Ann Roe and two friends of hers, on the afternoon of"
        " 14 May 2027, without the newsletter",
        grown(
            "/visit",
            name="Ann Roe",
            day="2027-05-14",
            garden="Herb garden",
            persons="3",
            time="a",
            news="",
        ),
        start=("garden", "/"),
    ),
    Case(
        "web-note",
        "Look up what the fern costs, and write a note with that price into the post box, from Ann"
        " Roe, ann@roe.example",
        grown("/postbox", who="Ann Roe", words="12.50"),
        start=("garden", "/"),
    ),
    Case(
        "web-folder",
        "How many files are in the folder tides, and what does the one named winter.txt say?",
        answered("06:40"),
        files={
            "tides/spring.txt": "High water 05:10\n",
            "tides/summer.txt": "High water 04:55\n",
            "tides/winter.txt": "High water 06:40\n",
            "winds/moor.txt": "West 5\n",
        },
        start=("folder", "/"),
    ),
    Case(
        "web-pydoc",
        "Which functions does the module colorsys have for going from RGB to something else?",
        answered("rgb_to_hls", "rgb_to_hsv", "rgb_to_yiq"),
        start=("pydoc", "/"),
    ),
)

CASES += tuple(
    Case(
        f"{name}-board",
        "Draw a cross on the board, choose the buoy on the map, set the pressure to 7, write the"
        " serial number of the press behind Batch, and save",
        kept(note="Batch KX-4471", pressure="7", strokes="2", buoy="yes"),
        start=("workshop", "/"),
        mode=mode,
    )
    for name, mode in _MODES.items()
)
CASES += (
    Case(
        "director-map",
        "What is written beside the red buoy on the map? It shows when the map is large enough",
        answered("Pier 9"),
        start=("workshop", "/"),
        mode="director",
    ),
    Case(
        "director-order",
        "Order two Folding grapnels for Mara Lund, Quay 4, 24105 Kiel, by express, to be paid by"
        " bank transfer",
        ordered(
            ("folding-grapnel-3-kg", 2),
            name="Mara Lund",
            street="Quay 4",
            delivery="Express",
            payment="Bank transfer",
        ),
        start=("harbour", "/shop/"),
        mode="director",
    ),
    Case(
        "director-print",
        "Print the serial number of the press on paper",
        nothing_done,
        start=("workshop", "/"),
        ends=Terminal.GOAL_FAILED,
        mode="director",
    ),
)


async def played(sites: Sites, case: Case, endpoint: ScriptedEndpoint, folder: Path) -> Played:
    """The case on its site, by the model behind the endpoint; the record lies in the folder."""
    name, path = case.start
    case.lay_down(sites.folder)
    site = sites.site(name)
    if hasattr(site, "reset"):
        site.reset()
    run = await run_on_the_web(
        case.goal,
        sites.address(name) + path,
        folder,
        approver=ScriptedApprover(),
        thinkers=at(endpoint, **MODEL),
        limits={},
        mode=case.mode,
    )
    return Played(run.outcome, run.state, await case.judge(sites, run.outcome))
