"""On a page that changes by itself nothing of that bears what a click did; what the click itself
brought does all the same."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from engine.domain.actions import Click
from engine.domain.verdicts import Verdict
from engine.states.web.changes import differences
from tests.engine.acting.web.real import Web, real_web
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

RELAY = '<button onclick="{}">Relay</button><p id=o></p>'
DEAD = '<button onclick="0">Idle</button>'
EVERY = "<script>let n = 0; setInterval(() => {{ n++; {} }}, 250)</script>"
CHAT = "u.append(Object.assign(document.createElement('li'), {textContent: 'Bob: ' + n}))"
ASKING = "answers to its own asking"
MOVING = {
    "a chat": "<ul id=u><li>Ann: hello</ul>" + EVERY.format(CHAT),
    "a chat of few lines": "<ul id=u><li>a<li>b<li>c</ul>"
    + EVERY.format(f"u.firstChild.remove(); {CHAT}"),
    "a count": "<p>Visitors: <b id=v>5</b></p>" + EVERY.format("v.textContent = 5 + n"),
    "made anew": "<div id=v></div>"
    + EVERY.format("v.innerHTML = '<h2>Board</h2><p>All of it</p><p>Tick ' + n + '</p>'"),
    "an ad": "<p><a id=v href=#x>Boots</a></p>" + EVERY.format("v.textContent = 'Hats ' + n"),
    "slides": "<div id=u><p>Boats</p><p hidden>Sails</p><p hidden>Ropes</p></div>"
    + EVERY.format("[...u.children].forEach((each, at) => each.hidden = at !== n % 3)"),
    "words beside a mark": "<p id=v>5 <b>there</b></p>"
    + EVERY.format("v.innerHTML = 'Now ' + n + ' <b>there</b>'"),
    "a name": "<a id=v href=#x aria-label=Mail>m</a>"
    + EVERY.format("v.setAttribute('aria-label', n + ' unread mails')"),
    "another button": "<button id=v>constructor</button>"
    + EVERY.format("v.textContent = 'in ' + n"),
    ASKING: "<ul id=u></ul><script>let n = 0; (async () => { for (;;) { n++;"
    f"await fetch('/now'); {CHAT}; await new Promise((g) => setTimeout(g, 200)) }} }})()</script>",
    "its title": EVERY.format("document.title = '(' + n + ') Chat'"),
    "its button": EVERY.format(
        "document.querySelectorAll('button').forEach((each) => each.title = 'in ' + n + ' s')"
    ),
}
WORKS = """const end = performance.now() + 900; while (performance.now() < end);
o.textContent = 'Ready'"""
OPENS = """o.innerHTML = '<style>@keyframes up {from {opacity: .5}}</style>' +
'<b style=animation-name:up;animation-duration:1s onanimationend=this.className=1>Ready</b>'"""
ASKS = "fetch('/later').then(() => o.textContent = 'Ready')"
ONCE = "new Promise((go) => {{ (function look() {{ {} ? go() : setTimeout(look, 20) }})() }})"
MOVED = ONCE.format("n >= 6")
"""Often enough: what moves within half a second after the page was loaded moves not by itself."""
CAME = ONCE.format(
    "/Ready|is up|Relayed/.test(document.body.innerText) && !document.getAnimations().length"
)
"""What a press brings late is there, and has come to rest."""
WORK = "const end = performance.now() + 1200; while (performance.now() < end);"
ANSWERED = f"""fetch('/now').then(() => o.textContent = 'Ready');
setTimeout(() => {{ {WORK} }}, 20)"""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (480, 360)) as started:
        yield started


async def stirs(web: Web) -> bool:
    """A page that asks on and on counts as moved by its loading for some answers, however long they
    take."""
    page = (await web.look()).page
    return page is not None and bool(page.stirring)


MORE = ("a count", "an ad", "words beside a mark", "another button")
"""They move as others do."""


@pytest.mark.parametrize("moving", [varies(each) if each in MORE else each for each in MOVING])
async def test_what_moves_by_itself_is_no_effect_of_a_dead_button_and_what_a_click_brings_is(
    web: Web, moving: str
) -> None:
    await web.show(RELAY.format("o.textContent = 'Ready on port 5'") + DEAD + MOVING[moving])
    await web.ask(MOVED)
    if moving == ASKING:
        await until_so(lambda: stirs(web))
    done, _ = await web.act(Click(), "Idle")
    assert done.judged.verdict is not Verdict.SEEN, done.judged.words
    done, _ = await web.act(Click(), "Relay")
    assert done.judged.verdict is Verdict.SEEN
    assert "“Ready on port 5” stands there now" in done.judged.words


@pytest.mark.parametrize(
    ("then", "is_seen"),
    [
        ("setTimeout(() => o.textContent = 'Ready', 1500)", False),
        ("setTimeout(() => o.textContent = 'Relay 4 is up', 1500)", True),
        (ASKS, True),
        (WORKS, True),
        (OPENS, True),
        (ANSWERED, True),
        ("this.textContent = 'Relayed'", True),
    ],
    ids=[
        *("late, of something", "late, of itself", "an answer", "after work", "in motion"),
        *("an answer heard of late", "its own label"),
    ],
)
async def test_what_comes_late_counts_where_something_leads_to_it(
    web: Web, then: str, *, is_seen: bool
) -> None:
    before = await web.show(RELAY.format(then) + MOVING["a count"])
    await web.act(Click(), "Relay")
    await web.ask(CAME)
    zone = next(each for each in before.zones if each.label == "Relay")
    told = differences(before, await web.look(), zone)
    assert bool(told) is is_seen, told


@pytest.fixture
def line() -> Iterator[str]:
    """A server that answers after 1.2 s in a web socket, and tells news there by itself."""

    def tell_news(socket: ServerConnection) -> None:
        try:
            for n in itertools.count():
                time.sleep(0.3)
                socket.send(f"news {n}")
        except ConnectionClosed:
            return

    def answer(socket: ServerConnection) -> None:
        if "news" in (socket.request.path if socket.request else ""):
            threading.Thread(target=tell_news, args=(socket,), daemon=True).start()
        for _ in socket:
            time.sleep(1.2)
            socket.send("Ready on port 5")

    with serve(answer, "127.0.0.1", 0) as server:
        served = threading.Thread(target=server.serve_forever)
        served.start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
        server.shutdown()
        served.join()


_SOCKET = """<script>const line = new WebSocket("{}");
line.onmessage = ({{data}}) => o.textContent = data;</script>"""


@pytest.mark.parametrize(
    ("then", "path", "is_seen"),
    [
        ("line.send('deed')", "", True),
        ("line.send(new Uint8Array([1, 2]))", "", True),
        ("", "news", False),
        ("setTimeout(() => o.textContent = 'Ready', 1500)", "", False),
    ],
    ids=["an answer", "an answer to bytes", "news by itself", "late, by itself"],
)
async def test_an_answer_in_a_web_socket_is_an_effect_and_what_it_tells_by_itself_is_none(
    web: Web, line: str, then: str, path: str, *, is_seen: bool
) -> None:
    await web.show(RELAY.format(then) + _SOCKET.format(line + path) + MOVING["a count"])
    await web.ask(MOVED)
    await web.ask(ONCE.format("/[6-9]|\\d\\d/.test(o.textContent)" if path else "true"))
    before = await web.look()
    await web.act(Click(), "Relay")
    with web.surface.guard.holding_back(lambda out: "", goes_on=True):  # the operator's yes
        await web.surface.guard.let_on()
    if not path:
        await web.ask(CAME)
    zone = next(each for each in before.zones if each.label == "Relay")
    told = differences(before, await web.look(), zone)
    assert bool(told) is is_seen, told


@pytest.mark.parametrize(("then", "is_seen"), [("line.send('deed')", True), ("", False)])
async def test_a_page_that_awaits_an_answer_in_a_web_socket_does_not_rest(
    web: Web, line: str, then: str, *, is_seen: bool
) -> None:
    await web.show(RELAY.format(then) + _SOCKET.format(line))
    with web.surface.guard.holding_back(lambda out: "", goes_on=True):
        done, _ = await web.act(Click(), "Relay")
    assert ("“Ready on port 5” stands there now" in done.judged.words) is is_seen


LAYERS = """<button onclick="lay('<ul role=menu><li role=menuitem>Text file</ul>')">New</button>
<script>const lay = (it) => document.body.insertAdjacentHTML('beforeend', '<div class=lay>' + it);
addEventListener('load', () => setTimeout(() => { lay('Ann is here'); lay('Bo is here') }, 1500))
</script>"""


async def test_a_menu_is_an_effect_though_notes_came_by_themselves_in_boxes_like_its(
    web: Web,
) -> None:
    await web.show(LAYERS)
    there = "new Promise((go) => setInterval(() => document.querySelector('.lay') && go(), 50))"
    await web.ask(there)
    done, _ = await web.act(Click(), "New")
    assert "“Text file” stands there now" in done.judged.words


CARDS = """<button onclick="0">Relay</button><div id=feed></div><script>let n = 0;
setInterval(() => { n++; feed.insertAdjacentHTML('afterbegin', `<div class=card>
<p>Boat number ${n} came in</p>MENU</div>`);
while (feed.children.length > 8) feed.lastChild.remove() }, 150)</script>"""


@pytest.mark.parametrize(
    "menu",
    [
        "<ul role=menu><li role=menuitem>Hide</ul>",
        "<ul role=listbox hidden><li role=option>Hide</ul>",
    ],
)
async def test_cards_that_come_by_themselves_are_no_menus_though_each_holds_one(
    web: Web, menu: str
) -> None:
    await web.show(CARDS.replace("MENU", menu))
    await web.ask(ONCE.format("n >= 8"))
    with web.waiting_less():
        done, _ = await web.act(Click(), "Relay")
    assert "stands there now" not in done.judged.words
