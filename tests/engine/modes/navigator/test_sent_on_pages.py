"""What real pages tell of something that was sent, and what nobody can tell: each page says it, or
does not, in a way of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping

import pytest
import pytest_asyncio

from engine.domain.actions import Click
from engine.domain.plans import Situation
from engine.modes.navigator.confirming import complaints, confirmation
from engine.modes.navigator.forms_sent import carries_on
from engine.modes.navigator.reading_back import lines_of
from engine.modes.navigator.run import page_of
from tests.engine.acting.web.real import Web, real_web, reworded, step_for
from tests.support.browser_site import Site, site
from tests.support.browsing import no_live_picture
from tests.support.lanes import varies
from tests.support.page_work import note_work, until_through
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [*IN_A_LIGHT_BROWSER]

FORM = """<form id=f {way}><label>Name <input name=name></label><button>Send</button></form>
<p id=p></p><script>const say = (id, text) => document.getElementById(id).textContent = text;
const post = (to) => fetch(to, {{ method: 'POST', body: JSON.stringify({{ name: 'Endeavour' }}) }});
f.onsubmit = async (e) => {{ {then} }}</script>"""


def form(then: str = "", *, way: str = "", above: str = "") -> str:
    quiet = "" if way else "e.preventDefault(); "
    return above + FORM.format(way=way, then=quiet + then)


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site, pytestconfig: pytest.Config) -> AsyncIterator[Web]:
    with no_live_picture():
        async with real_web(pages, (400, 300)) as started:
            started.is_thorough = pytestconfig.getoption("--all-cases")
            await note_work(started.surface)
            yield started


async def told(
    web: Web,
    body: str,
    button: str = "Send",
    *,
    goal: str = "",
    words: Mapping[str, str] | None = None,
) -> tuple[str, tuple[str, ...]]:
    """What is said of a form that was filled in and sent, or of a button alone where a ``goal``
    tells which: what confirms it, what finds fault. With ``words`` the page has these in place of
    those of its body: where nothing else differs, it is opened and sent once, and its looks are
    read with these words; with all cases each page is."""
    if words is not None and not web.is_thorough:
        others = sorted((path, page) for path, page in web.site.pages.items() if path != "/now")
        key = (body, button, goal, *others)
        if key not in _SENT:
            _SENT[key] = await sent_off(web, body, button, goal=goal)
        before, now, pressed = reworded(_SENT[key], words)
    else:
        for path, page in web.site.pages.items() if words else ():
            web.site.pages[path] = reworded(page, words)
        before, now, pressed = await sent_off(web, reworded(body, words or {}), button, goal=goal)
    sent = (before, now, pressed, goal)
    return confirmation(*sent, typed=("Endeavour",)), complaints(*sent)


_SENT: dict[tuple[object, ...], tuple[Situation, Situation, str]] = {}
WORDS, FURTHER = "Wordless", "Further"
"""What stand in a body where the words shall."""


async def sent_off(
    web: Web, body: str, button: str, *, goal: str
) -> tuple[Situation, Situation, str]:
    await web.open(body)
    if not goal:
        await web.fill_in("Name", "Endeavour")
    before = await web.look()
    step = step_for(Click(), button, before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    await web.executor.perform(step, before)
    await until_through(web.surface)
    return before, await web.look(), zone.source_key


LIST = """<h1>Boats</h1><button>Actions</button><table><tr><th><input type=checkbox><th>Id<th>Name
<tr><td><input type=checkbox><td>1<td>Albatross<tr><td><input type=checkbox><td>5<td>{}</table>"""
TOAST = """const d = document.createElement('div'); d.textContent = 'Boat saved'; f.reset();
document.body.append(d); setTimeout(() => d.remove(), 150)"""
OF_ITSELF = """t.textContent = 'Boat saved'; t.hidden = false; f.reset();
setTimeout(() => { t.className = 'going'; setTimeout(() => { t.style.opacity = .5;
  setTimeout(() => { t.style.opacity = .2; setTimeout(() => { t.hidden = true }, 40) }, 40) }, 40)
}, 1200)"""
FRAME = "<iframe id=i srcdoc='<p>Ready' style='height:60px'></iframe>"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (form(way="action=/boats method=post"), "the row “5 | Endeavour” stands"),
        (form(TOAST), "“Boat saved”"),
        (form(OF_ITSELF, above="<div id=t hidden></div>"), "“Boat saved”"),
        (form("i.contentDocument.body.innerHTML = '<p>It was saved.'", above=FRAME), "“It was s"),
        (form("document.title = 'Thank you, it was saved'; f.remove()"), "“Thank you, it was"),
    ],
    ids=[
        *("a row of a list with ticks", "a toast", "a toast that goes by itself", "in a frame"),
        "only in the title",
    ],
)
async def test_what_is_said_once_is_heard(web: Web, body: str, said: str) -> None:
    web.site.put("/boats", LIST.format("Endeavour"))
    confirmed, found = await told(web, body)
    assert said in confirmed and found == ()


@pytest.mark.parametrize(
    "body",
    [
        form(way="action=/boats method=post"),
        form("say('p', 'Gespeichert.')"),
        form("", above="<p>Success! Everything was saved.</p>"),
        form("await post('/status/201')"),
        form("await post('/status/500'); await post('/status/200')"),
    ],
    ids=["a row of another", "another language", "above every page", "swallowed", "a second try"],
)
async def test_what_nobody_can_tell_is_neither_claimed_nor_blamed(web: Web, body: str) -> None:
    web.site.put("/boats", LIST.format("Endeavours"))
    assert await told(web, body) == ("", ())


async def test_what_the_server_took_not_is_blamed_whatever_the_page_says(web: Web) -> None:
    words = "the server answered with 422 to POST /status/422"
    assert await told(web, form("await post('/status/422')")) == ("", (words,))
    lying = form("post('/status/422'); say('p', 'It was saved.')")
    assert (await told(web, lying))[0] == ""


FOR_LISTENERS = """<label>Name <input></label><x-field></x-field><button id=b>Send</button><script>
customElements.define('x-field', class extends HTMLElement {{ connectedCallback() {{
 this.attachShadow({{mode: 'open'}}).innerHTML = `<div><input aria-label=Berth aria-describedby=d>
 <span id=d style='position:absolute;left:-999em'></span></div>` }} }});
b.onclick = () => {{
 document.querySelector('x-field').shadowRoot.getElementById('d').textContent = '{}' }};</script>"""
IN_A_NOTE = """<section id=s role=dialog tabindex=-1 onclick='0' hidden
style='position:fixed;top:60px'></section>"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (FOR_LISTENERS.format("Berth is mandatory."), "Berth is mandatory."),
        (FOR_LISTENERS.format("Berths are by the pier."), ""),
        (form("s.textContent = 'Berth is mandatory.'; s.hidden = 0", above=IN_A_NOTE), "Berth is"),
        (form("s.textContent = 'Berths lie here.'; s.hidden = 0", above=IN_A_NOTE), ""),
    ],
    ids=["for who listens", "no fault", "in a note that takes the keyboard", "a note"],
)
async def test_what_a_component_finds_wrong_before_anything_is_sent_is_blamed(
    web: Web, body: str, found: str
) -> None:
    confirmed, said = await told(web, body)
    assert confirmed == "" and "".join(said).startswith(found) and bool(said) is bool(found)


@pytest.mark.parametrize(
    ("colour", "then", "is_blamed"),
    [
        ("#b10e1c", "say('p', 'Which berth is it?')", True),
        ("oklch(0.577 0.245 27.3)", "say('p', 'Which berth is it?')", True),
        ("#b10e1c", "say('p', 'Which berth is it?'); await post('/status/200')", False),
        ("#b10e1c", "say('p', 'Which berth is it?'); f.reset()", False),
        ("#b10e1c", "say('p', 'It was saved here.')", False),
        ("#1c7a0e", "say('p', 'Which berth is it?')", False),
        ("#222", "say('p', 'Which berth is it?')", False),
    ],
)
async def test_what_is_said_in_red_is_blamed_where_nothing_was_sent(
    web: Web, colour: str, then: str, *, is_blamed: bool
) -> None:
    _, said = await told(web, form(f"p.style.color = '{colour}'; {then}"))
    assert bool(said) is is_blamed


@pytest.mark.parametrize(
    ("way", "carries"),
    [
        ("/status/500", True),
        ("/status/500", False),
        ("/broken/off", True),
        varies("/broken/off", False),
        varies("/status/403", True),
        varies("/status/403", False),
    ],
)
async def test_what_no_server_took_is_not_seen_though_the_page_says_so(
    web: Web, way: str, *, carries: bool
) -> None:
    """Nor is it a failure: page and server say otherwise."""
    asks = f"post('{way}')" if carries else f"fetch('{way}', {{ method: 'DELETE' }})"
    body = form(f"await {asks}.catch(() => 0); f.reset(); say('p', 'It was saved.')")
    assert await told(web, body) == ("", ())


@pytest.mark.parametrize(
    "then",
    [
        "navigator.sendBeacon('/status/500', '1'); ",
        "await post('/status/500'); await post('/status/200'); ",
    ],
    ids=["what is sent aside", "a second try"],
)
async def test_what_fails_beside_it_takes_nothing_back(web: Web, then: str) -> None:
    confirmed, found = await told(web, form(f"{then}f.reset(); say('p', 'It was saved.')"))
    assert confirmed == "the page says “It was saved.”" and found == ()


async def test_the_last_answer_counts_however_long_an_earlier_one_takes_to_be_read(
    web: Web,
) -> None:
    tries = "await post('/begun/{}'); await post('/status/{}'); "
    says = "f.reset(); say('p', 'It was saved.')"
    assert (await told(web, form(tries.format(200, 422) + says)))[0] == ""
    confirmed, _ = await told(web, form(tries.format(422, 200) + says))
    assert confirmed == "the page says “It was saved.”"


async def test_what_fails_again_and_again_has_nothing_to_do_with_it(web: Web) -> None:
    poll = "<script>setInterval(() => fetch('/status/500', { method: 'POST' }), 200)</script>"
    above = f"<p>Boats</p>{poll}"
    with web.waiting_less():
        confirmed, _ = await told(web, form("say('p', 'It was saved.')", above=above))
    assert confirmed == "the page says “It was saved.”"


VALIDATED = """<form id=f><p><label for=n>Name</label><br><input id=n><br><i id=h {role}></i></p>
<button>Send</button></form><p id=p style='margin-top:120px'></p><script>
const post = (to) => fetch(to, {{ method: 'POST', body: n.value }});
f.onsubmit = async (e) => {{ e.preventDefault(); {then} }}</script>"""
AT_FIELD, REQUIRED = f"h.textContent = '{WORDS}'", "Name is required"
TAKEN, ONCE_MORE, OTHER = "Endeavour is already taken", "Please try again", "Please provide a name"
NOT_SAVED = "It could not be saved."


@pytest.mark.parametrize("role", ["", varies("role=alert")])
@pytest.mark.parametrize(
    ("then", "said", "confirmed", "found"),
    [
        (f"f.reset(); {AT_FIELD}", REQUIRED, "", ()),
        (f"h.role = 'alert'; f.reset(); {AT_FIELD}", REQUIRED, "", ()),
        (f"f.reset(); n.setAttribute('aria-invalid', 'true'); {AT_FIELD}", REQUIRED, "", ()),
        (f"f.reset(); p.textContent = 'The boat was saved.'; {AT_FIELD}", REQUIRED, "saved", ()),
        (f"await post('/status/200'); f.reset(); {AT_FIELD}", REQUIRED, "", ()),
        (AT_FIELD, REQUIRED, "", (REQUIRED,)),
        (f"f.reset(); {AT_FIELD}", TAKEN, "", (TAKEN,)),
        (f"f.reset(); p.textContent = '{WORDS}'", NOT_SAVED, "", (NOT_SAVED,)),
        (f"f.reset(); {AT_FIELD}", ONCE_MORE, "", (ONCE_MORE,)),
        (f"f.reset(); {AT_FIELD}", OTHER, "", ()),
    ],
    ids=[
        *("emptied", "emptied, in an alert", "and marked", "and said elsewhere", "and taken"),
        *("kept", "naming what was sent", "elsewhere", "asking for none", "and asking otherwise"),
    ],
)
async def test_what_a_field_that_was_emptied_asks_for_is_no_refusal(
    web: Web, role: str, then: str, said: str, confirmed: str, found: tuple[str, ...]
) -> None:
    told_of, faults = await told(web, VALIDATED.format(role=role, then=then), words={WORDS: said})
    assert confirmed in told_of and bool(confirmed) == bool(told_of) and faults == found


async def test_the_own_name_of_a_field_is_no_refusal(web: Web) -> None:
    body = form("say('p', 'Please enter length *')")
    named = body.replace("<button>", "<label>Please enter length <input></label><button>")
    assert await told(web, named) == ("", ())
    assert await told(web, body) == ("", ("Please enter length *",))


async def test_what_stood_there_before_is_no_refusal(web: Web) -> None:
    hint = VALIDATED.format(role="", then="f.reset()").replace("</i>", "Name is required</i>")
    assert await told(web, hint) == ("", ())


@pytest.mark.parametrize(
    ("way", "title", "is_seen"),
    [
        ("/redirect/here/boats?saved=1", "A page", False),
        varies("/boats?saved=1", "A page", False),
        varies("/redirect/here/boats", "Saved – A page", False),
        ("/boats", "Saved boats – A page", False),
        ("/redirect/here/boats", "The boat was saved – A page", True),
    ],
)
async def test_a_word_in_address_or_title_alone_tells_nothing_and_a_sentence_does(
    web: Web, way: str, title: str, *, is_seen: bool
) -> None:
    web.site.put("/boats", "<main>Boats of the harbour</main>", title=title)
    said, found = await told(web, form(way=f"action={way} method=post"))
    assert bool(said) is is_seen and found == ()


MARKED = "f.reset(); p.innerHTML = `<div class='{}'>{}</div>`"


@pytest.mark.parametrize(
    ("marks", "said", "is_seen", "is_refused"),
    [
        ("note note--success", "Endeavour ist vermerkt.", True, False),
        ("noteStandardSuccess", "Vermerkt", True, False),
        ("note-success", "Die Verbindung steht wieder seit heute.", False, False),
        ("note-success", "Nothing was done for Endeavour.", False, True),
        ("note-success", "Endeavour will be stored soon, not yet.", False, False),
        ("note-info", "Endeavour ist vermerkt.", False, False),
        ("successor", "Endeavour ist vermerkt.", False, False),
        ("is-error", "Das fehlt hier", False, True),
        ("alert alert-danger", "ENOTDIR: not a directory", False, True),
        ("alert", "ENOTDIR: not a directory", False, False),
        ("alert alert-danger", "Endeavour was deleted.", True, False),
        ("badge bg-danger", "Urgent", False, False),
        varies("text-danger", "Endeavour at the quay", False, False),
        varies("amount negative", "-12.00 in the till", False, False),
    ],
)
async def test_how_a_page_marks_what_it_says_tells_what_its_words_do_not(
    web: Web, marks: str, said: str, *, is_seen: bool, is_refused: bool
) -> None:
    then = MARKED.format(marks, WORDS)
    body = form(f"await post('/status/200'); {then}")
    confirmed, found = await told(web, body, words={WORDS: said})
    assert bool(confirmed) is is_seen and found == ((said,) if is_refused else ())


async def test_a_mark_of_success_beside_what_is_written_still_is_none_of_the_sending(
    web: Web,
) -> None:
    then = "await post('/status/200'); p.innerHTML = '<i class=text-success>Available</i>'"
    assert await told(web, form(then)) == ("", ())


ADDED = "A new revision of the paper in hand was successfully added."


@pytest.mark.parametrize(
    ("marks", "said", "method", "is_seen"),
    [
        ("alert alert-success", ADDED, "post", True),
        ("note note--success", ADDED.replace("added", "filed"), "post", True),
        varies("success", f"The list is short. {ADDED}", "post", True),
        ("note", ADDED, "post", False),  # another page has sentences of its own
        ("alert alert-success", ADDED, "get", False),  # no server is known to have taken it
        ("alert alert-success", ADDED.replace("was", "will be"), "post", False),
        ("alert alert-success", ADDED.replace("was", "was not"), "post", False),
    ],
)
async def test_a_long_sentence_of_success_that_its_page_marks_so_counts_where_a_server_took_it(
    web: Web, marks: str, said: str, method: str, *, is_seen: bool
) -> None:
    web.site.put("/revised", f"<h1>Gate</h1><div class='{marks}'>{WORDS}</div><p>More of it.</p>")
    body = form(way=f"action=/revised method={method}")
    confirmed, _ = await told(web, body, words={WORDS: said})
    assert (ADDED[:20] in confirmed) is is_seen and bool(confirmed) is is_seen


async def test_a_success_of_which_no_server_knows_is_a_sign_of_anything(web: Web) -> None:
    assert await told(web, form(MARKED.format("note-success", "Verbunden"))) == ("", ())


@pytest.mark.parametrize("way", ["/Endeavour/beat", "/boats/Endeavour-list"])
async def test_a_request_that_only_has_the_text_in_its_path_takes_nothing(
    web: Web, way: str
) -> None:
    web.site.put(way, "here")
    beats = f"await post('/status/403'); await fetch('{way}', {{method: 'POST'}}); "
    assert await told(web, form(beats + "f.reset(); say('p', 'It was saved.')")) == ("", ())


async def test_what_an_alert_says_beside_a_server_s_refusal_is_why(web: Web) -> None:
    then = "await post('/status/409'); p.role = 'alert'; say('p', 'ENOTDIR: not a directory')"
    words = "the server answered with 409 to POST /status/409"
    assert await told(web, form(then)) == ("", ("ENOTDIR: not a directory", words))


OVER = """<ul id=l></ul><p id=p></p><div id=d style='position:fixed;inset:40px'><form>
<label>Name <input></label></form><button onclick="{}">Send</button></div>"""
PASSES = "setTimeout(() => p.textContent = '', 90)"
TAKES = "fetch('/status/200', {method: 'POST', body: 'Endeavour'}); "
LISTED = TAKES + "l.innerHTML = '<li>Endeavour'; p.textContent = '{}'; d.remove(); " + PASSES


@pytest.mark.parametrize(
    ("then", "is_seen", "fault"),
    [
        (LISTED.replace("{}", "Unknown"), True, ()),
        (LISTED.replace("{}", "It could not be saved"), False, ("It could not be saved",)),
        ("p.textContent = 'Unknown'; d.remove(); " + PASSES, False, ()),
        ("p.textContent = 'Unknown'; " + PASSES, False, ("Unknown",)),
    ],
    ids=["the state of what was made", "a refusal", "of nothing", "by the form"],
)
async def test_a_word_that_passes_once_the_form_is_gone_is_no_refusal(
    web: Web, then: str, *, is_seen: bool, fault: tuple[str, ...]
) -> None:
    """What was made stands in the list; its button stands beside its form, over the page."""
    confirmed, found = await told(web, OVER.format(then))
    assert confirmed == ("“Endeavour” stands on the page now" if is_seen else "") and found == fault


HAND_IN = """<main tabindex=0 style='height:400px;overflow:auto'><label>Name <input></label>
<button onclick="{}">Hand in</button><p id=p></p></main>"""
ANSWER = "<label>Answer <input id=a disabled></label>"


@pytest.mark.parametrize(
    ("then", "said", "fault"),
    [
        ("p.textContent = 'Thank you. Your answers were handed in.'", "Thank you", ()),
        ("p.textContent = 'Nothing was handed in.'", "", ("Nothing was handed in.",)),
        ("a.value = 'The letter of Endeavour was sent.'", "was sent", ()),
        ("p.textContent = 'Ready'", "", ()),
    ],
    ids=["thanks", "a denial", "in a field that only tells", "silent"],
)
async def test_a_part_of_the_page_that_takes_the_keyboard_hides_no_word(
    web: Web, then: str, said: str, fault: tuple[str, ...]
) -> None:
    """Of a button of no form, in what scrolls by itself."""
    confirmed, found = await told(web, HAND_IN.format(then) + ANSWER, "Hand in")
    assert said in confirmed and bool(said) == bool(confirmed) and found == fault


RECORD = f"""<form method=post action=/boats/7><label>Name <input name=name value="{WORDS}"></label>
<button>{FURTHER}</button></form>"""
NOTE = f"<p>boat 7 {WORDS} <a href='#'>{FURTHER}</a></p>"


@pytest.mark.parametrize(
    ("path", "there", "words", "said"),
    [
        ("/boats/7", RECORD, "Endeavour, Save it", ""),
        ("/boats/7", RECORD, "Endeavours, Save it", ""),
        ("/boats/7", RECORD, "Endeavour, Confirm", ""),
        ("/boats/7", RECORD, "Endeavour, Book now", ""),
        ("/boats/7", RECORD, "Endeavour, Next step", ""),
        ("/boats/7", RECORD, "Endeavour, Create it", ""),
        ("/boats/7", RECORD + "<button>Send</button>", "Endeavour, Save it", ""),
        ("/boats/again", RECORD, "Endeavour, Save it", ""),
        ("/boats/7", NOTE, "created, hide this", "“boat 7 created”"),
        ("/boats/7", NOTE, "created, as a draft", ""),
        ("/boats/7", NOTE, "created, not yet", ""),
        ("/boats/7", NOTE, "not created, hide this", ""),
    ],
    ids=[
        "kept",
        "another",
        "to be confirmed",
        "to be booked",
        "to be gone on with",
        "to be created",
        "to be sent",
        "of no record",
        "a note with a link",
        "a link that says how",
        "a link that says whether",
        "a denial",
    ],
)
async def test_what_the_server_kept_stands_in_the_form_of_the_record(
    web: Web, path: str, there: str, words: str, said: str
) -> None:
    web.site.put(path, there)
    body = form(way=f"action=/redirect/here{path} method=post")
    instead = dict(zip((WORDS, FURTHER), words.split(", "), strict=True))
    confirmed, _ = await told(web, body, words=instead)
    assert said in confirmed and bool(said) == bool(confirmed)


TWO = """<form action=/redirect/here/boats/9 method=post><label>Name <input name=name></label>
<label>Note <textarea name=note></textarea></label><button>Send</button></form>"""
TOLD = """<h2>[boats-9] . Endeavour [Open]</h2><table><tr><td>Queue<td>North
<tr><td>Note<td>{}</table>"""


@pytest.mark.parametrize(
    ("there", "is_its"),
    [
        (TOLD.format("A cup an hour"), True),
        (TOLD.format("None"), False),
        ("<h2>[boats-9] . Endeavour [Open]</h2>", False),
        (TOLD.format("A cup an hour") + "<p>Saved as a draft", False),
        (TOLD.format("A cup an hour") + "<form method=post><button>Confirm</button></form>", False),
    ],
    ids=["told whole", "another note", "a part", "a draft", "to be confirmed"],
)
async def test_a_page_that_tells_all_that_was_typed_is_the_record_s_own(
    web: Web, there: str, is_its: bool
) -> None:
    """It is asked for without any of it, and stood nowhere before."""
    typed = ("Endeavour", "A cup an hour")
    web.site.put("/boats/9", there)
    await web.open(TWO)
    for label, text in zip(("Name", "Note"), typed, strict=True):
        await web.fill_in(label, text)
    before = await web.look()
    step = step_for(Click(), "Send", before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    await web.executor.perform(step, before)
    now = await web.look()
    for known in (frozenset[str](), lines_of((f"{typed[1]}\n[boats-9] . Endeavour [Open]",))):
        confirmed = confirmation(before, now, zone.source_key, typed=typed, known=known)
        assert ("a page of its own came" in confirmed) is (is_its and not known), confirmed


@pytest.mark.parametrize(("place", "is_its"), [("#/boats/7", True), ("#list", False)])
async def test_a_route_behind_the_hash_is_an_address(web: Web, place: str, is_its: bool) -> None:
    crew = "<h1>Endeavour</h1><label>Crew <input></label><button>Add</button>"
    goes_on = f"await post('/status/200'); location.hash = '{place}'; f.outerHTML = '{crew}'"
    confirmed, _ = await told(web, form(goes_on))
    assert ("a page of its own came" in confirmed) is is_its


@pytest.mark.parametrize(
    ("said", "is_done", "fault"),
    [
        ("Ordered for Endeavour.", True, ()),
        ("2026-11-26 22:06: Ordered: [Endeavour]", True, ()),
        ("Endeavour was ordered for the clerk.", True, ()),
        ("Two boats ordered.", True, ()),
        ("ordered", True, ()),
        ("It is ordered, please wait for the boat", True, ()),
        ("Petrel was ordered for the harbour.", False, ()),
        ("Reordered", False, ()),
        ("Nothing ordered.", False, ()),
        ("Ordered for Petrel.", False, ()),
        ("Ordered by Endeavour", False, ()),
        ("Ordered out for Endeavour", False, ()),
        ("Ordering for Endeavour…", False, ()),
        ("Order for Endeavour", False, ()),
        ("Ordered for Endeavour already", False, ()),
        ("Order failed for Endeavour.", False, ("Order failed for Endeavour.",)),
        ("Endeavour is not a valid name.", False, ("Endeavour is not a valid name.",)),
    ],
)
async def test_the_button_s_own_word_done_to_what_was_typed_tells_of_it(
    web: Web, said: str, *, is_done: bool, fault: tuple[str, ...]
) -> None:
    body = form(f"say('p', '{WORDS}'); f.reset()").replace("Send", "Order")
    confirmed, found = await told(web, body, "Order", words={WORDS: said})
    assert confirmed == (f"the page says “{said}”" if is_done else "") and found == fault


FIRST = """<form onsubmit="{} return false"><label>Name <input id=n></label><button>Show</button>
<button>Keep</button></form>"""
MORE = "this.insertAdjacentHTML(`beforeend`, `<button>{}</button>`); "


@pytest.mark.parametrize(
    ("then", "button", "is_its"),
    [
        (MORE.format("Hand in"), "Hand in", True),
        (MORE.format("Cancel"), "Cancel", False),
        (MORE.format("Hand in") + "n.value = `Petrel`; ", "Hand in", False),
        ("", "Keep", False),
    ],
    ids=["the next button", "a way back", "another text", "a button for another deed"],
)
async def test_what_goes_out_once_more_with_a_button_that_came_was_a_step_on_the_way(
    web: Web, then: str, button: str, *, is_its: bool
) -> None:
    await web.open(FIRST.format(then))
    await web.fill_in("Name", "Endeavour")
    old = page_of(await web.look())
    await web.act(Click(), "Show")
    page = page_of(await web.look())
    pressed, following = (
        next(each for each in shown.elements if each.name == name)
        for shown, name in ((old, "Show"), (page, button))
    )
    assert carries_on(pressed.agent_id, old, following, page) is is_its


AGAIN = """<form method=post action={}><p><label>Name <input name=name value="{}"></label>{}</p>
<p><label>Length <input name=l></label></p><button>{}</button></form>{}"""
THERE = "<i>Gibt es schon.</i>"


@pytest.mark.parametrize(
    ("way", "kept", "at_field", "button", "below"),
    [
        ("/again", "Endeavour", THERE, "Send", ""),
        ("/again", "Petrel", THERE, "Send", ""),
        ("/again", "Endeavour", "", "Send", "<p>Gespeichert."),
        ("/redirect/here/again", "Endeavour", THERE, "Send", ""),
        ("/again", "Endeavour", THERE, "Preview", ""),
    ],
    ids=["at a field", "with another text", "below the form", "led on to it", "a look first"],
)
async def test_a_form_that_is_put_once_more_tells_nothing_in_words_that_nobody_can_read(
    web: Web, way: str, kept: str, at_field: str, button: str, below: str
) -> None:
    web.site.put("/again", AGAIN.format(way, kept, at_field, button, below))
    body = AGAIN.format(way, "", "", button, "")
    assert await told(web, body, button) == ("", ())


SIGNING_IN = """<form method=post action=/redirect/here/in><label>Name <input name=n></label>
<label>Password <input type=password></label><button>Sign in</button></form>"""
OFFERED = "<a href=/1>Harbour</a> <a href=/2>Fleet</a> "


@pytest.mark.parametrize(
    "there",
    [
        OFFERED + "<a href=/3>Endeavour Lind</a>",
        OFFERED + "<a href=/3>Imprint</a>",
        OFFERED + "<a href=/3>Not Endeavour?</a>",
        "<p>Ask the harbour master.</p><a href=/3>Endeavour Lind</a>",
    ],
    ids=["called like who signs in", "for anybody", "for another", "beside a sentence"],
)
async def test_a_page_that_offers_little_tells_not_whether_it_was_opened(
    web: Web, there: str
) -> None:
    web.site.put("/in", there)
    confirmed, _ = await told(web, SIGNING_IN, "Sign in")
    assert confirmed == ""


ROW = "<tr><td>{}<td>{}<td><button onclick='{}'>Strike off</button>"
ROWS = "<h1>Boats</h1><table id=t><tr><th>Name<th>Length{}</table><p id=p>Two of five</p>"


@pytest.mark.parametrize(
    ("rows", "then", "is_gone"),
    [
        (2, "this.closest(`tr`).remove()", True),
        (1, "this.closest(`tr`).remove()", False),
        (2, "p.textContent = `Petrel is afloat; haul it out first.`", False),
        (2, "t.innerHTML = ``", False),
        (2, "this.closest(`tr`).innerHTML = `<td>Sure? <button>Yes</button>`", False),
        (2, "this.closest(`tr`).cells[0].textContent = `The old boat`", False),
        (2, "t.rows[1].remove(); p.textContent = `Three of five`", False),
        (2, "this.closest(`tr`).cells[0].innerHTML = `<input value=Petrel>`", False),
    ],
    ids=[
        "its row",
        "the only row",
        "refused",
        "the list",
        "a question",
        "renamed",
        "another part",
        "being edited",
    ],
)
async def test_a_row_that_went_by_its_own_button_is_gone(
    web: Web, rows: int, then: str, is_gone: bool
) -> None:
    """Of the only one nobody can tell, unless a server does: the whole list may have gone."""
    both = (ROW.format("Petrel", "5 m", then), ROW.format("Gannet", "7 m", ""))
    goal = "click Strike off in the row of Petrel"
    confirmed, found = await told(web, ROWS.format("".join(both[:rows])), "Strike off", goal=goal)
    assert confirmed == ("“Petrel” is on the page no more" if is_gone else "") and found == ()


BOOKING = """<h1>Boats for hire</h1><form id=f><label>Your name <input></label><p id=l>Boat</p>
<div role=combobox tabindex=0 aria-labelledby=l id=c>Plover</div><button>Book it</button></form>
<p>Ask the harbour master.</p><script>f.onsubmit = async (e) => {{ e.preventDefault(); {} }}
</script>"""


@pytest.mark.parametrize("then", ["", "await fetch('/taken', {method: 'POST', body: 'Plover'});"])
@pytest.mark.parametrize("left", [varies(""), "Select"])
async def test_what_was_chosen_in_a_form_that_is_set_back_has_not_gone(
    web: Web, then: str, left: str
) -> None:
    web.site.put("/taken", "<p>Plover")
    goal = "choose Plover in Boat, click Book it"
    body = BOOKING.format(f"{then} c.textContent = '{left}'")
    assert (await told(web, body, "Book it", goal=goal))[0] == ""


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (f"say('p', '{WORDS}')", "Ordered out: Endeavour"),
        (f"say('p', '{WORDS}')", "Duplicate name: Endeavour"),
        (f"say('p', '{WORDS}')", "Turned down – Endeavour"),
        (f"say('p', '{WORDS}')", "Endeavour (one of that name is there)"),
        (f"p.innerHTML = '<b>{WORDS}</b><br>Endeavour'", "Doubled:"),
        (f"p.innerHTML = '<dl><dt>{WORDS}<dd>Endeavour</dl>'", "Put aside"),
    ],
)
async def test_a_line_that_says_something_else_of_what_was_typed_keeps_nothing(
    web: Web, then: str, said: str
) -> None:
    assert (await told(web, form(f"f.remove(); {then}"), words={WORDS: said}))[0] == ""


ENTRIES = (
    "p.innerHTML = '<ul><li>Endeavour</ul>'",
    "p.innerHTML = '<ol><li>Discovery<li>Endeavour</ol>'",
    "p.innerHTML = '<div>Endeavour</div><div>open</div>'",
    "p.innerHTML = '<table><tr><td>7<td>Endeavour<td>open</table>'",
    "p.innerHTML = '<dl><dt>Name<dd>Endeavour</dl>'",
    "say('p', 'Boat: Endeavour')",
)


@pytest.mark.parametrize("then", [ENTRIES[0], *map(varies, ENTRIES[1:3]), *ENTRIES[3:]])
async def test_what_stands_there_as_an_entry_was_kept_where_a_server_took_it(
    web: Web, then: str
) -> None:
    body = form(f"await {TAKES}f.remove(); {then}", above="<h1>A boat</h1>")
    assert (await told(web, body))[0] == "“Endeavour” stands on the page now"


@pytest.mark.parametrize("then", [ENTRIES[0], *map(varies, ENTRIES[1:5]), ENTRIES[5]])
@pytest.mark.parametrize(
    "drawn", ["", "await fetch('/status/200', {method: 'POST', body: 'a click'}); "]
)
async def test_what_is_only_drawn_as_an_entry_was_not(web: Web, then: str, drawn: str) -> None:
    assert not (await told(web, form(f"{drawn}f.remove(); {then}", above="<h1>A boat</h1>")))[0]


@pytest.mark.parametrize(
    ("said", "is_seen"),
    [
        ("Your boat was saved as a draft.", False),
        ("Partially saved.", False),
        ("Success! 1 of 3 was sent.", False),
        ("It was saved locally.", False),
        ("Your boat was sent to 2 of the 3 members.", False),
        ("Er wurde gespeichert: Thank you, als Entwurf.", False),
        ("It was saved.", True),
        ("Your boat was sent to 3 of 3 members.", True),
        ("Thank you, your draft of a boat was published.", True),
    ],
)
async def test_a_sentence_that_says_less_than_the_whole_is_not_read_as_the_whole(
    web: Web, said: str, *, is_seen: bool
) -> None:
    body = form(f"f.remove(); say('p', '{WORDS}')")
    assert bool((await told(web, body, words={WORDS: said}))[0]) is is_seen


async def test_a_draft_that_was_asked_for_is_the_whole(web: Web) -> None:
    body = form("f.remove(); say('p', 'It was saved as a draft.')")
    body = body.replace("<button>Send", "<button>Save as draft")
    assert "as a draft" in (await told(web, body, "Save as draft"))[0]


LOG = """<div id=u></div><script>let n = 0; setInterval(() => u.prepend(Object.assign(
document.createElement('p'), {textContent: `Order ${++n} was received.`})), 200)</script>"""


@pytest.mark.parametrize(("then", "is_seen"), [("", False), ("say('p', 'It was saved.')", True)])
async def test_a_log_that_runs_beside_a_form_confirms_nothing(
    web: Web, then: str, *, is_seen: bool
) -> None:
    confirmed, _ = await told(web, form(then) + LOG)
    assert confirmed == ("the page says “It was saved.”" if is_seen else "")


async def sent(web: Web, then: str) -> tuple[Situation, str]:
    """What was there before a form was sent, and what was pressed."""
    await web.open(form(then))
    await web.fill_in("Name", "Endeavour")
    before = await web.look()
    step = step_for(Click(), "Send", before)
    await web.executor.perform(step, before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    return before, zone.source_key


async def test_an_answer_to_which_the_page_says_nothing_is_heard(web: Web) -> None:
    before, pressed = await sent(web, "f.reset()")
    assert complaints(before, await web.look(), pressed) == ()
    await web.ask("post('/status/409').then(() => 0)")
    words = "the server answered with 409 to POST /status/409"
    assert complaints(before, await web.look(), pressed) == (words,)


async def test_what_the_page_takes_back_is_confirmed_no_more(web: Web) -> None:
    before, pressed = await sent(web, "f.remove(); say('p', 'It was saved.')")
    confirmed = confirmation(before, await web.look(), pressed)
    assert "It was saved." in confirmed
    await web.ask("say('p', 'The boat could not be saved after all.')")
    assert not confirmation(before, await web.look(), pressed)


async def test_a_note_that_a_click_puts_away_is_a_text_all_the_same(web: Web) -> None:
    note = """<div role=presentation style='position:fixed;bottom:0' tabindex=0
 onclick='this.remove()'>Rules signed</div>"""
    body = (
        f"<button onclick=\"document.body.insertAdjacentHTML('beforeend', `{note}`)\">Sign</button>"
    )
    assert (await told(web, body, "Sign", goal="click Sign"))[0] == "the page says “Rules signed”"


LISTS = """<form id=g><label>Name <input name=name></label><button>Send</button></form>"""


@pytest.mark.parametrize(
    ("status", "path", "there", "is_seen", "fault"),
    [
        (201, "/boats/Endeavour", "This folder is empty", True, ()),
        (200, "/boats/Endeavour", "This folder is empty", False, ()),
        (201, "/boats/8", "This folder is empty", False, ("This folder is empty",)),
        (
            201,
            "/boats/Endeavour",
            "Endeavour is taken already",
            False,
            ("Endeavour is taken already",),
        ),
        (
            409,
            "/boats/Endeavour",
            "This folder is empty",
            False,
            ("This folder is empty", "the server answered with 409 to POST /status/409"),
        ),
    ],
    ids=["made", "taken", "another's", "said of it", "refused"],
)
async def test_what_a_page_of_what_was_made_says_of_itself_is_no_refusal(
    web: Web, status: int, path: str, there: str, *, is_seen: bool, fault: tuple[str, ...]
) -> None:
    web.site.put(path, f"{LISTS}<p>{there}</p>")
    said, found = await told(web, form(f"await post('/status/{status}'); location = '{path}'"))
    assert (said == "a page of its own came: “A page”") is is_seen and bool(said) is is_seen
    assert found == fault


HEADED = f"<h1>{WORDS}</h1><p>{FURTHER}</p>"


@pytest.mark.parametrize(
    ("status", "path", "there", "words"),
    [
        (
            201,
            "/boats/Endeavour",
            f"<p>{FURTHER}</p>",
            "; It could not be saved: the quota is full.",
        ),
        (200, "/boats/Endeavour", HEADED, "Endeavour; It could not be saved: no room."),
        (201, "/boats/Endeavour", HEADED, "Error; You are not allowed to create boats."),
        (201, "/boats/Endeavour", HEADED, "Not found; There is no such boat."),
        varies(201, "/search/Endeavour", HEADED, "Search; No results found."),
        (
            201,
            "/new/Endeavour/size",
            "<form><label>Length <input></label><button>Create</button>",
            "; ",
        ),
    ],
    ids=["not saved", "headed", "not allowed", "no such thing", "sought", "the next part"],
)
async def test_an_address_that_has_what_was_sent_bears_nothing_past_what_its_page_says(
    web: Web, status: int, path: str, there: str, words: str
) -> None:
    instead = dict(zip((WORDS, FURTHER), words.split("; "), strict=True))
    for form_there in (LISTS, "")[: 1 + (status == 201)]:
        web.site.put(path, form_there + there)
        body = form(f"await post('/status/{status}'); location = '{path}'")
        said, _ = await told(web, body, words=instead)
        assert said == ""


SIGNED = """p.innerHTML = `<div class=note-{} style=display:flex;gap:1em><i role=img
aria-label={}><svg width=9 height=9></svg></i><span>{}</span></div>`"""


@pytest.mark.parametrize(
    ("status", "tone", "sign", "text"),
    [
        (409, "error", "close-circle", "Somebody sleeps in bunk 3"),
        (200, "success", "check-circle", "Endeavour is aboard"),
    ],
)
async def test_a_sentence_is_told_and_not_what_the_sign_before_it_is_called(
    web: Web, status: int, tone: str, sign: str, text: str
) -> None:
    then = f"await post('/status/{status}'); {'f.reset(); ' * (status == 200)}"
    said, found = await told(web, form(then + SIGNED.format(tone, sign, text)))
    assert (found[:1] or (said,))[0] in (text, f"the page says “{text}”")
