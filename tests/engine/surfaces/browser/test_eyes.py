"""The browser's eyes: pictures, changes, quiet, hashes, and pages that go away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping

import numpy as np
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from engine.domain.errors import SurfaceLost
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import ChangeWatch
from engine.domain.zones import Source, Zone
from engine.perception.masking.rules import MaskRules
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.change_watches import ChangeWatches
from engine.surfaces.browser import followed_page, page_picture
from engine.surfaces.browser.page_link import PageBusy, PageLink
from engine.surfaces.browser.page_picture import LiveView
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import BOUND_SECS, until, until_so
from tests.support.web_pages import Sight, launched, node, sight

pytestmark = [*IN_ONE_BROWSER]

_BOX = "position:absolute;left:{};top:100px;width:60px;height:60px;background:{}"
BLUE = _BOX.format("100px", "rgb(0,0,255)")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def seen(lent_browser: Browser) -> AsyncIterator[Sight]:
    async with sight(lent_browser) as shown:
        yield shown


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(lent_browser: Browser) -> AsyncIterator[Sight]:
    """For a test that leaves nothing behind that another could use."""
    async with sight(lent_browser) as shown:
        yield shown


def pixel(frame: Frame, x: int, y: int) -> tuple[int, ...]:
    """Blue, green, red."""
    rows = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    return tuple(int(value) for value in rows[y, x, :3])


async def still(seen: Sight) -> int:
    """The count once nothing changes any more, of which late pictures may still tell."""
    assert await seen.eyes.wait_until_quiet(BOUND_SECS)
    count = await seen.eyes.change_count()
    while True:
        await asyncio.sleep(0.25)
        now = await seen.eyes.change_count()
        if now == count:
            return now
        count = now


async def told_where(watch: ChangeWatch, fits: Callable[[Rect], bool]) -> None:
    """Until a change is told at such a place; of what was painted before it may be told too."""

    async def is_told() -> bool:
        change = await watch.next(BOUND_SECS)
        return change is not None and fits(change.bounds_px)

    await until_so(is_told)
    watch.close()


async def next_live(seen: Sight, after_count: int) -> Frame:
    async with asyncio.timeout(BOUND_SECS):
        frame = await seen.eyes.next_live_frame(after_count, 0, BOUND_SECS)
    assert frame is not None
    return frame


async def test_a_picture_shows_what_the_page_shows(seen: Sight) -> None:
    await seen.show(f"<div style='{BLUE}'></div>")
    frame = await seen.eyes.capture()
    assert (frame.width, frame.height) == (1000, 700)
    assert pixel(frame, 130, 130) == (255, 0, 0)
    assert pixel(frame, 50, 130) == (255, 255, 255)


async def test_the_count_stays_while_nothing_changes_and_goes_up_with_each_change(
    seen: Sight,
) -> None:
    await seen.show("<input id=f><p id=p>Text</p><canvas id=c></canvas>")
    count = await still(seen)  # which comes to an end for that reason
    for change in ("p.textContent = 'Other'", "f.value = 'x'", "document.title = 'T'"):
        await seen.page.evaluate(change)
        assert await seen.eyes.change_count() > count, change
        count = await still(seen)


async def test_what_only_the_picture_shows_counts_too(seen: Sight) -> None:
    await seen.show("<canvas id=c width=300 height=200></canvas>")
    count = await still(seen)
    watch = seen.eyes.watch()
    await seen.page.evaluate("c.getContext('2d').fillRect(100, 100, 50, 50)")
    centre = Rect(108, 108, 50, 50).center
    await told_where(watch, lambda place: place.contains(centre) and place.area < 200 * 200)
    assert await seen.eyes.change_count() > count


async def test_who_watches_is_told_where_the_page_changed(seen: Sight) -> None:
    await seen.show(f"<div id=d style='{BLUE}'></div>")
    await still(seen)
    watch = seen.eyes.watch()

    async def is_quiet() -> bool:
        return await watch.next(0.3) is None

    await until_so(is_quiet)
    await seen.page.evaluate("d.style.background = 'red'")
    changed = Rect(100, 100, 60, 60)
    await told_where(watch, lambda place: not place.intersection(changed).is_empty)


@pytest.mark.parametrize("shade", [0, 191])
async def test_a_single_pixel_of_the_picture_counts_though_nobody_looks_on(
    fresh: Sight, shade: int
) -> None:
    await fresh.show("<canvas id=c width=600 height=400></canvas>")
    for x in range(101, 105):
        count = await still(fresh)
        await fresh.page.evaluate(
            f"const d = c.getContext('2d'); d.fillStyle = 'rgb({shade}, {shade}, {shade})';"
            f" d.fillRect({x}, {x}, 1, 1)"
        )

        async def is_counted(since: int = count) -> bool:
            return await fresh.eyes.change_count() > since

        await until_so(is_counted)


async def test_all_of_the_picture_is_sent_while_somebody_looks_on(fresh: Sight) -> None:
    link = await fresh.eyes._page.link()
    assert link is not None
    widths: list[int] = []

    def take(event: dict[str, str]) -> None:
        pixels = page_picture.decoded(event["data"])
        widths.append(0 if pixels is None else pixels.shape[1])

    link.session.on("Page.screencastFrame", take)
    await fresh.show("<p id=p>Nobody looks on</p>")
    await until(lambda: widths[-1:] == [250])
    frame = await next_live(fresh, -2)
    assert (frame.width, frame.height) == (1000, 700)
    assert np.frombuffer(frame.pixels, np.uint8).min() < 64, "letters are sharp"
    await until(lambda: widths[-1:] == [1000])
    fresh.eyes._page.note_onlooker(-BOUND_SECS)  # as long after the last picture

    async def is_small() -> bool:
        await fresh.eyes.change_count()
        return widths[-1] == 250

    await until_so(is_small)


async def test_the_live_picture_comes_when_something_moved_and_not_before(fresh: Sight) -> None:
    await fresh.show("<body style='background:rgb(0,255,0)'>")
    await still(fresh)
    frame = await next_live(fresh, -2)
    while True:  # of what was painted before, some may come late
        waiting = asyncio.ensure_future(next_live(fresh, frame.change_count))
        await asyncio.wait({waiting}, timeout=0.4)
        if not waiting.done():
            break
        frame = await waiting
    await fresh.page.evaluate("document.body.style.background = 'rgb(0,0,255)'")
    shown = await waiting
    while pixel(shown, 500, 300)[0] < 240:
        shown = await next_live(fresh, shown.change_count)
    assert (shown.width, shown.height) == (1000, 700)


async def test_the_hash_is_the_same_for_the_same_page(seen: Sight) -> None:
    page = """<body><p>Text</p><a href="/x?t=1&id=2">L</a>
    <div id="r{n}" class="c{n}" nonce="{n}"></div>
    <script>var x = {n}</script><style>.a{n}{{}}</style><input type=hidden value={n}>"""
    await seen.show(page.format(n=1))
    first = await seen.eyes.page_state()
    await seen.eyes.read_tree()
    again = await seen.eyes.page_state()
    await seen.show(page.format(n=2).replace("t=1", "t=2"))
    assert first == again == await seen.eyes.page_state()


@pytest.mark.parametrize(
    "change",
    [
        "p.textContent = 'Other'",
        "f.value = 'x'",
        "k.checked = true",
        "s.selectedIndex = 1",
        "history.pushState(0, '', '/other')",
        "m.style.display = 'block'",
        "document.body.append(document.createElement('hr'))",
        "w.shadowRoot.firstChild.textContent = 'Other'",
        "p.setAttribute('aria-expanded', 'true')",
        "q.value = 'longer secret'",
    ],
)
async def test_the_hash_is_another_when_the_page_is(seen: Sight, change: str) -> None:
    await seen.show(
        """<p id=p>Text</p><input id=f><input type=checkbox id=k><select id=s><option>A<option>B
        </select><div id=m style="display:none">Menu</div><div id=w></div>
        <input type=password id=q value=short>
        <script>w.attachShadow({mode: 'open'}).innerHTML = '<i>Shadow</i>'</script>"""
    )
    await seen.eyes.read_tree()
    before = await seen.eyes.page_state()
    await seen.page.evaluate(change)
    assert await seen.eyes.page_state() != before


async def test_a_place_can_be_asked_anew(seen: Sight) -> None:
    tree = await seen.tree(
        "<div style='height:100px' id=d></div><button id=b>Move</button><p>T</p>"
    )
    button, text = node(tree, "Move"), node(tree, "T")
    zone = Zone("z", "Move", button.role, button.bounds_px, source=Source.DOM)
    button_zone = Zone(
        "z", "", button.role, button.bounds_px, (), Source.DOM, source_key=button.key
    )  # type: ignore[arg-type]
    text_zone = Zone("t", "", text.role, text.bounds_px, (), Source.DOM, source_key=text.key)  # type: ignore[arg-type]
    assert await seen.eyes.bounds_of(zone) == button.bounds_px
    await seen.page.evaluate("d.style.height = '150px'")
    place, line = await seen.eyes.bounds_of(button_zone), await seen.eyes.bounds_of(text_zone)
    assert place is not None and place.y == button.bounds_px.y + 50
    assert line is not None and line.y == text.bounds_px.y + 50
    await seen.page.evaluate("b.style.display = 'none'")
    assert await seen.eyes.bounds_of(button_zone) is None
    await seen.page.evaluate("b.remove()")
    assert await seen.eyes.bounds_of(button_zone) is None


async def test_quiet_waits_for_what_loads_and_moves(seen: Sight) -> None:
    seen.server.put("late", "/late")
    seen.server.delay_secs["/late"] = 0.6
    await seen.show(
        """<p id=p>Now</p><script>fetch('/late').then(r => r.text()).then(t => {
        p.textContent = 'Loaded' })</script>"""
    )
    assert await seen.eyes.wait_until_quiet(BOUND_SECS)
    assert await seen.page.inner_text("#p") == "Loaded"


async def test_quiet_is_not_claimed_while_the_page_grows(
    seen: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_page, "_REST_SECS", 2.0)
    await seen.show(
        """<main></main><script>setInterval(() => { const p = document.createElement('p');
        p.textContent = 'More'; document.querySelector('main').append(p) }, 40)</script>"""
    )

    async def is_restless() -> bool:  # its timers may be late on a busy machine
        return not await seen.eyes.wait_until_quiet(2.5)

    await until_so(is_restless)
    seen.is_held = True  # what it asked for waits for a yes
    assert await seen.eyes.wait_until_quiet(BOUND_SECS)


async def test_a_still_page_is_asked_again_when_it_can_rest_and_not_all_the_time(
    seen: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seen.show("<button>Seen</button>")
    await still(seen)
    asked = []
    ask_pass = followed_page.FollowedPage.ask_pass

    async def counted(page: followed_page.FollowedPage, call: str, **bound: float) -> object:
        asked.append(call)
        return await ask_pass(page, call, **bound)

    monkeypatch.setattr(followed_page, "_REST_SECS", 2.0)
    monkeypatch.setattr(followed_page.FollowedPage, "ask_pass", counted)
    assert await seen.eyes.wait_until_quiet(BOUND_SECS)
    assert len(asked) < 6


@pytest.mark.parametrize("every_ms", [16, 500])
async def test_a_ticking_clock_does_not_hold_it(seen: Sight, every_ms: int) -> None:
    await seen.show(
        f"<p id=p></p><script>let n = 1000; setInterval(() => p.textContent = n++, {every_ms})"
        "</script>"
    )
    assert await seen.eyes.wait_until_quiet(BOUND_SECS)


async def test_a_page_that_is_going_elsewhere_is_asked_again(fresh: Sight) -> None:
    fresh.server.put("<button>Arrived</button>", "/there")
    await fresh.show("<button>Leaving</button>")
    for _ in range(4):
        going = asyncio.ensure_future(fresh.page.goto(fresh.server.origin + "/there"))
        trees = [await fresh.eyes.read_tree() for _ in range(3)]
        await going
        assert all(tree.page is not None for tree in trees)
        assert node(await fresh.eyes.read_tree(), "Arrived").is_showing
        await fresh.page.goto(fresh.server.origin + "/")


async def test_an_alert_does_not_hang_the_eyes(fresh: Sight) -> None:
    await fresh.show("<button>Seen</button>")
    opened = asyncio.Event()
    dialogs = []
    fresh.page.on("dialog", lambda dialog: (dialogs.append(dialog), opened.set()))
    before = await fresh.eyes.read_tree()
    picture = await fresh.eyes.capture()
    await fresh.page.evaluate("setTimeout(() => alert('stop'), 0)")
    await opened.wait()
    async with asyncio.timeout(BOUND_SECS):
        tree, frame = await asyncio.gather(fresh.eyes.read_tree(), fresh.eyes.capture())
        await fresh.eyes.change_count()
    assert node(tree, "Seen").key == node(before, "Seen").key
    assert tree.page is not None and tree.page.trouble
    assert tree.silent_applications == ("Chromium",)
    assert len(frame.pixels) == len(picture.pixels)
    await dialogs[0].dismiss()
    assert await fresh.eyes.wait_until_quiet(BOUND_SECS)
    after = await fresh.eyes.read_tree()
    assert after.page is not None and not after.page.trouble


async def test_a_crashed_page_is_empty_and_says_why(fresh: Sight) -> None:
    await fresh.show("<button>Seen</button>")
    await fresh.eyes.capture()
    crashed = asyncio.Event()
    fresh.page.on("crash", lambda page: crashed.set())
    going = asyncio.ensure_future(fresh.page.goto("chrome://crash"))
    await crashed.wait()
    await asyncio.gather(going, return_exceptions=True)
    fresh.active.trouble = "The page crashed."
    fresh.active.show(None)
    tree, frame = await asyncio.gather(fresh.eyes.read_tree(), fresh.eyes.capture())
    assert tree.nodes == () and tree.page is not None
    assert tree.page.trouble == "The page crashed."
    assert len(frame.pixels) == frame.width * frame.height * 4
    assert await fresh.eyes.page_state() == ("", "")
    assert await fresh.eyes.wait_until_quiet(BOUND_SECS)
    fresh.active.trouble = ""
    page = await fresh.page.context.new_page()
    fresh.active.show(page)
    await page.goto(fresh.server.put("<button>Back</button>", "/back"))
    assert node(await fresh.eyes.read_tree(), "Back").is_showing


async def test_the_eyes_follow_to_another_tab(fresh: Sight) -> None:
    await fresh.show(f"<button>One</button><div style='{BLUE}'></div>")
    before = node(await fresh.eyes.read_tree(), "One")
    other = await fresh.page.context.new_page()
    await other.goto(fresh.server.put("<body style='background:rgb(0,0,255)'><button>Two", "/two"))
    count = await fresh.eyes.change_count()
    fresh.active.show(other)
    assert await fresh.eyes.change_count() > count
    after = node(await fresh.eyes.read_tree(), "Two")
    assert after.key != before.key
    live = await next_live(fresh, -2)
    while pixel(live, 500, 600)[0] < 240:
        live = await next_live(fresh, live.change_count)
    fresh.active.show(fresh.page)
    await fresh.page.bring_to_front()
    assert node(await fresh.eyes.read_tree(), "One").key == before.key


async def test_a_question_on_its_way_is_asked_of_the_tab_that_is_shown_meanwhile(
    fresh: Sight,
) -> None:
    await fresh.show("<p>Busy</p>")
    await fresh.eyes.page_state()
    other = await fresh.page.context.new_page()
    address = fresh.server.put("<p>Two</p>", "/two")
    await other.goto(address)
    held = fresh.server.hold("/held")
    await fresh.page.evaluate(
        "setTimeout(() => { const x = new XMLHttpRequest(); x.open('GET', '/held', false);"
        " x.send() }, 0)"
    )
    await until(lambda: "/held" in fresh.server.asked)
    asked = asyncio.create_task(fresh.eyes.page_state())
    await asyncio.sleep(0.05)  # for it to be on its way to the page that can't answer
    fresh.active.show(other)
    await fresh.eyes.change_count()
    assert (await asked)[0] == address
    held.set()


async def test_badges_stand_beside_and_leave_no_trace(lent_browser: Browser) -> None:
    async with sight(lent_browser) as seen:
        await seen.show(
            "<body style='margin:0'><button style='position:absolute;left:200px;top:200px;"
            "width:80px;height:30px;background:#fff;border:0'></button>"
        )
        bare = await seen.eyes.capture()
        state = await seen.eyes.page_state()
        marked = seen.new_eyes(overlay_badges=True)
        await marked.start()
        await marked.read_tree()
        frame = await marked.capture()
        assert await marked.page_state() == state
        assert await seen.page.evaluate("document.body.innerHTML.includes('agent-badges')") is False
        tree = await marked.read_tree()
        await marked.close()
    rows = [np.frombuffer(f.pixels, np.uint8).reshape(700, 1000, 4) for f in (bare, frame)]
    changed = np.argwhere((rows[0] != rows[1]).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    badge = Rect(int(left), int(top), int(right - left) + 1, int(bottom - top) + 1)
    assert badge.intersection(Rect(200, 200, 80, 30)).is_empty
    assert 180 < badge.x + badge.width <= 200 and 200 <= badge.center.y <= 230
    assert tree.nodes[0].is_showing


async def test_nothing_is_seen_of_a_browser_that_is_lost() -> None:
    async with launched() as browser, sight(browser) as seen:
        await seen.show("<p>Here</p>")
        watch = seen.eyes.watch()
        live = asyncio.ensure_future(seen.eyes.next_live_frame(10**9, 0, BOUND_SECS))
        await browser.close()
        seen.eyes.lose("The browser ended.")
        for work in (seen.eyes.read_tree(), seen.eyes.capture(), seen.eyes.change_count(), live):
            with pytest.raises(SurfaceLost, match="The browser ended"):
                await work
        with pytest.raises(SurfaceLost):
            while await watch.next(BOUND_SECS) is not None:
                pass


class _Surface:
    """So much of a surface as perception asks for."""

    name = "browser"
    is_practice = False
    is_sandboxed = False
    places: Mapping[str, str] = {}

    def __init__(self, seen: Sight) -> None:
        self.eyes = seen.eyes

    async def applications(self) -> tuple[()]:
        return ()


async def test_a_live_picture_of_what_a_look_has_seen_is_no_change_to_it() -> None:
    view = LiveView(ChangeWatches(), size_px=(8, 8), on_resized=lambda *size: None)
    looked_at = view.note_capture()
    shades = (np.full((8, 8, 4), shade, np.uint8) for shade in (10, 20))
    view.take_picture(next(shades), time.monotonic() - 1.0)
    assert (view.count, view.looks_count) == (looked_at + 1, looked_at)
    view.take_picture(next(shades), time.monotonic() + 1.0)
    assert view.looks_count == view.count == looked_at + 2


def perceiver(seen: Sight, rules: MaskRules | None = None) -> SurfacePerceiver:
    return SurfacePerceiver(
        _Surface(seen),  # type: ignore[arg-type]
        masked=lambda text: text.replace("typed-secret", "••••••"),
        rules=rules,
    )


async def test_zones_of_a_page_keep_their_ids_and_lead_to_their_elements(seen: Sight) -> None:
    await seen.show("<h1>Shop</h1><label>Name <input></label><button>Buy</button>")
    looking = perceiver(seen)
    first = await looking.observe()
    await seen.page.evaluate("document.querySelector('h1').textContent = 'Shop 2'")
    second = await looking.observe()
    assert second.page is not None and second is not first
    buy = next(zone for zone in second.zones if zone.label == "Buy")
    assert buy.source is Source.DOM
    element = second.page.element(buy.source_key)
    assert element is not None and element.text == "Buy"
    assert next(zone for zone in first.zones if zone.label == "Buy").zone_id == buy.zone_id


async def test_the_same_situation_is_given_back_while_the_page_stands_still(seen: Sight) -> None:
    await seen.show("<button>Buy</button>")
    looking = perceiver(seen)
    await still(seen)

    async def is_given_back() -> bool:
        return await looking.observe() is await looking.observe()

    await until_so(is_given_back)


async def test_nothing_that_is_masked_is_readable_in_the_page(seen: Sight) -> None:
    key = "sk-abcdefghijklmnop1234567890"
    mail = "ada@example.org"
    await seen.show(
        f"""<title>Mail {mail}</title><h1>Of {mail}</h1><ul><li>Key {key} <button>Copy</button></li>
        </ul><a href="/x?who=ada%40example.org&token=tok123456">Link</a><input value="typed-secret">
        <p style="position:absolute;left:500px;top:400px">Region words</p>
        <button style="position:absolute;left:500px;top:450px">Region button</button>"""
    )
    await seen.page.evaluate("history.pushState(0, '', '/in?session_id=s3ss10n&q=mugs')")
    rules = MaskRules(regions_px=(Rect(480, 380, 300, 120),))
    situation = await perceiver(seen, rules).observe()
    page = situation.page
    assert page is not None
    told = repr((page, page.elements, page.text))
    for hidden in (key, mail, "ada%40", "typed-secret", "tok123456", "s3ss10n", "Region"):
        assert hidden not in told, hidden
    assert "q=mugs" in page.url
    assert "Copy" in {one.text for one in page.elements}


async def test_a_page_whose_title_is_hidden_tells_nothing(seen: Sight) -> None:
    await seen.show("<title>My Bank</title><h1>Balance</h1><p>1,234 €</p><button>Pay Bob</button>")
    page = (await perceiver(seen, MaskRules(window_titles=("bank",))).observe()).page
    assert page is not None
    told = repr((page, page.elements, page.text))
    assert not any(word in told for word in ("My Bank", "Balance", "1,234", "Bob"))


async def test_a_page_that_hangs_is_waited_for_once_though_the_browser_has_its_picture(
    fresh: Sight,
) -> None:
    async def never(link: PageLink) -> str:
        await asyncio.Event().wait()
        return "it woke"

    async def busy(link: PageLink) -> str:
        raise PageBusy

    async def pictured(link: PageLink) -> str:
        return "a picture"

    page = fresh.eyes._page
    assert await page.ask(busy) is None
    assert await page.ask(pictured, of_browser=True) == "a picture"
    async with asyncio.timeout(BOUND_SECS):
        assert await page.ask(never) is None


async def test_who_gives_up_asking_which_elements_listen_is_told_so(
    fresh: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = await fresh.eyes._page.link()
    assert link is not None

    async def send(
        method: str, params: dict[str, object] | None = None, *, timeout_secs: float
    ) -> dict[str, object]:
        if method == "Runtime.evaluate":
            await asyncio.Event().wait()
        raise PageBusy

    monkeypatch.setattr(link, "send", send)
    link.element_count = 1
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await link.note_listeners()
