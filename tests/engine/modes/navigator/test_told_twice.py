"""What a page tells of what was written in two places, in any language: a note that names something
of it, and the entry that has all of it. No word of these pages is read."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from websockets.sync.server import ServerConnection, serve

from engine.domain.actions import Click, TypeText
from engine.modes.navigator.confirming import confirmation
from engine.modes.navigator.reading_back import lines_of
from engine.modes.navigator.run import page_of
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORM = """<h1>Veneet</h1><form id=f><label>Nimi <input name=name value="{name}"></label>
<label>Satama <input name=port></label><button>Lisää</button></form>
<p role=status id=s></p><ul id=l>{there}</ul><script>
const post = (to) => fetch(to, {{ method: 'POST', body: f.name.value }});
const note = (text) => s.textContent = text;
const entry = (text) => l.insertAdjacentHTML('beforeend', '<li>' + text);
f.onsubmit = async (e) => {{ e.preventDefault(); {then} }}</script>"""
OK = "await post('/status/200'); "
NOTE = "note('Endeavour on lisätty.'); "
ENTRY = "entry('Endeavour: Kiel, 0 matkaa'); "


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


async def told(web: Web, then: str, there: str = "", *, wait_ms: int = 300) -> str:
    """What confirms a form of two fields that was filled in and sent."""
    await web.show(FORM.format(then=then, there=there, name=""))
    await web.act(TypeText("Endeavour", replace=True), "Nimi")
    await web.act(TypeText("Kiel", replace=True), "Satama")
    before = await web.look()
    step = step_for(Click(), "Lisää", before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    await web.executor.perform(step, before)
    await web.ask(f"new Promise((go) => setTimeout(go, {wait_ms}))")
    known = lines_of([page_of(before).text])
    sent = (before, await web.look(), zone.source_key, "lisää Endeavour")
    return confirmation(*sent, typed=("Endeavour", "Kiel"), known=known)


@pytest.mark.parametrize(
    "then",
    [
        OK + NOTE + ENTRY,
        OK + ENTRY + "note('「Endeavour」を追加しました。')",
        OK + NOTE + "entry('1. Kiel – Endeavour (uusi)'.slice(3))",
        OK + "note('تمت إضافة Endeavour'); l.outerHTML = '<table><tr><td>Endeavour<td>Kiel<td>0'",
    ],
    ids=["beside a list", "in Japanese", "in another order", "in a table without heads"],
)
async def test_a_note_that_names_it_and_an_entry_that_has_all_of_it_confirm(
    web: Web, then: str
) -> None:
    """The form stands there still, and holds what was written."""
    assert "stands on the page now" in await told(web, then)


@pytest.mark.parametrize(
    ("then", "there"),
    [
        (OK + NOTE, ""),
        (OK + ENTRY, ""),
        (OK + "note('Valmis.'); " + ENTRY, ""),
        (OK + "note('Endeavour on jo olemassa.'); entry('Endeavour: Turku, 3 matkaa')", ""),
        (OK + NOTE + "entry('Hylätty: Endeavour, Kiel')", ""),
        (OK + "note('Endeavour Kiel: ei mahdu.')", ""),
        (OK + "note('Endeavour Kieliin?'); " + ENTRY, ""),
        (OK + NOTE, "<li>Endeavour: Kiel, 0 matkaa"),
        (OK + NOTE + "l.innerHTML = ''; " + ENTRY, "<li>Endeavour: Kiel, 0 matkaa"),
        (OK + NOTE + ENTRY + "f.insertAdjacentHTML('beforeend', '<button>Vahvista</button>')", ""),
        (NOTE + ENTRY, ""),
        ("await post('/status/422'); " + NOTE + ENTRY, ""),
        (ENTRY + NOTE + "await post('/status/500')", ""),
        (NOTE + ENTRY + "await post('/broken/off').catch(() => 0)", ""),
        (OK + NOTE + "l.className = 'error'; " + ENTRY, ""),
        (OK + "s.className = 'text-danger'; note('Endeavour oli siellä jo.'); " + ENTRY, ""),
        (OK + "note('Endeavour is taken already.'); " + ENTRY, ""),
        (OK + "note('Kielletty.'); " + ENTRY, ""),
    ],
    ids=[
        *("a note alone", "an entry alone", "a note of nothing", "another's entry"),
        *("an entry behind a word", "one note with both", "a question", "known", "known and anew"),
        *("to be confirmed", "no server asked", "not taken", "an optimistic page", "broken off"),
        *("marked as a fault", "a note marked so", "a fault in words", "a word that begins so"),
    ],
)
async def test_what_is_told_once_or_was_not_taken_confirms_nothing(
    web: Web, then: str, there: str
) -> None:
    assert await told(web, then, there) == ""


@pytest.fixture
def line() -> Iterator[str]:
    """A server that answers what it hears in a web socket by what its path says."""

    def answer(socket: ServerConnection) -> None:
        words = {"/told": "Endeavour: Kiel, 0 matkaa", "/ok": "ok"}
        for _ in socket:
            socket.send(words[socket.request.path if socket.request else ""])

    with serve(answer, "127.0.0.1", 0) as server:
        served = threading.Thread(target=server.serve_forever)
        served.start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        served.join()


LINE = """const line = new WebSocket('{}'); line.onopen = () => line.send('x');
line.onmessage = async ({{data}}) => {{ {} }}; """


@pytest.mark.parametrize(
    ("path", "then", "is_told"),
    [
        ("/told", NOTE + "entry(data)", True),
        ("/ok", NOTE + ENTRY, False),
        ("/told", "note(data)", False),
        ("/told", "await post('/status/422'); " + NOTE + "entry(data)", False),
    ],
    ids=["told back", "only answered", "once", "refused beside it"],
)
async def test_what_is_told_back_in_a_web_socket_was_taken_there(
    web: Web, line: str, path: str, then: str, *, is_told: bool
) -> None:
    assert bool(await told(web, LINE.format(line + path, then))) is is_told


LATE = "setTimeout(() => {{ {} }}, 1500); "


@pytest.mark.parametrize(
    ("then", "is_told"),
    [
        (LATE.format(NOTE + ENTRY), True),
        (LATE.format("note('Endeavour was saved.')"), True),
        (LATE.format("note('Wellenfahrt was saved.')"), False),
        (LATE.format("note('Wellenfahrt on lisätty.'); " + ENTRY), False),
    ],
    ids=["of what was written", "in words", "of something else", "of something else beside it"],
)
async def test_what_comes_late_tells_where_it_names_what_was_written(
    web: Web, then: str, *, is_told: bool
) -> None:
    """Beside a form that holds it still."""
    assert bool(await told(web, OK + then, wait_ms=2000)) is is_told


MARKED = "s.style.marginTop = '70px'; s.className = 'alert-{}'; "
GOOD = MARKED.format("success")
AT_FIELD = "f.port.parentNode.after(s); s.className = 'text-success'; "
OVER = GOOD + "s.style.position = 'fixed'; s.style.top = 0; "


@pytest.mark.parametrize(
    ("then", "is_told"),
    [
        (OK + GOOD + NOTE, True),
        (OK + OVER + NOTE, True),
        (LATE.format(OK.replace("await ", "") + GOOD + NOTE), True),
        (OK + AT_FIELD + "note('Kiel on vapaa.')", False),
        (OK + GOOD + "note('Yhteys on palannut.')", False),
        (OK + GOOD + "note('Endeavour on ehkä tallessa?')", False),
        (OK + MARKED.format("info") + NOTE, False),
        (
            OK + GOOD + NOTE + "f.insertAdjacentHTML('beforeend', '<button>Vahvista</button>')",
            False,
        ),
        (OK + GOOD + "s.removeAttribute('role'); " + NOTE, False),
        (GOOD + NOTE, False),
        ("await post('/status/409'); " + GOOD + NOTE, False),
        (GOOD + NOTE + "await post('/broken/off').catch(() => 0)", False),
    ],
    ids=[
        *("in the page", "over it", "late"),
        *("at a field", "of nothing", "a question", "marked otherwise", "to be confirmed"),
        *("no note", "no server asked", "not taken", "broken off"),
    ],
)
async def test_a_note_that_names_it_and_is_marked_as_a_success_confirms(
    web: Web, then: str, *, is_told: bool
) -> None:
    """Beside a form that holds it still."""
    wait_ms = 2200 if "1500" in then else 300
    assert bool(await told(web, then, wait_ms=wait_ms)) is is_told


RUNNING = """<output id=o></output><script>let n = 0; setInterval(() => {{ n++;
o.textContent = {}; }}, 200)</script>"""


@pytest.mark.parametrize(
    ("runs", "is_told"),
    [
        ("document.querySelector('#s').title && `Endeavour to Kiel was saved, ${n}.`", True),
        ("`Order ${n} to Kiel was saved.`", False),
        ("`Endeavour's order ${n} was saved.`", False),
    ],
    ids=["of two things", "of one", "of another one"],
)
async def test_what_moves_often_tells_where_it_names_several_things(
    web: Web, runs: str, *, is_told: bool
) -> None:
    running = RUNNING.format(runs)
    with web.waiting_less():
        assert bool(await told(web, OK + "s.title = 'x'; ", running, wait_ms=1500)) is is_told
