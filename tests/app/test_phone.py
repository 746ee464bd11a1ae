"""The page for a phone, in a real browser of a phone's size; and what it refuses."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest

from app import joining
from app.joining import Elsewhere, runs_folder
from app.phone import PhonePage, serve_phone
from app.terminal import terminal
from engine.domain.approvals import Approve, DecidedHow, Decision, Reject
from engine.domain.errors import NameUnknown
from engine.domain.events import ApprovalAsked, ApprovalDecided, Recorded
from engine.domain.spaces import Rect
from engine.thinking.guest.serving import HOST, listening_at, serve
from tests.app.test_announcing import REQUEST, Run, running
from tests.support.stage import situation
from tests.support.waiting import until
from tests.support.web_pages import launched

TOKEN = "tell-nobody"
NAMES = [f"{HOST}:80"]


@dataclass
class Phone:
    """The page, asked without a browser and a network."""

    elsewhere: Elsewhere
    run: Run
    http: httpx.AsyncClient

    async def shows(self, words: str) -> str:
        await until(lambda: self.elsewhere.cards)
        text = (await self.http.get("/")).text
        assert words in text
        return text

    async def answers(self, text: str, **said: str) -> str:
        [ticket] = re.findall('name="ticket" value="([^"]+)"', text)
        await self.http.post("/answer", data={"ticket": ticket, **said})
        return (await self.http.get("/")).text


@contextlib.asynccontextmanager
async def following(run: Run) -> AsyncIterator[Elsewhere]:
    elsewhere = Elsewhere(runs_folder())
    task = asyncio.ensure_future(elsewhere.follow())
    try:
        await until(lambda: run.announcement._peers)
        yield elsewhere
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def phone(folder: Path) -> AsyncIterator[Phone]:
    async with running(folder) as run, following(run) as elsewhere:
        page = PhonePage(elsewhere, run.store, TOKEN, NAMES)
        transport = httpx.ASGITransport(page.application)
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", headers=bearer
        ) as http:
            yield Phone(elsewhere, run, http)


async def test_a_person_with_a_phone_sees_what_is_asked_and_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as run, following(run) as elsewhere:
        crop = await run.store.blobs.put_picture(situation().frame, Rect(0, 0, 40, 20))
        request = replace(REQUEST, crop_hash=crop, suspicion="“Pay now” stands on the screen")
        request = replace(request, window="Shop – Mozilla Firefox")
        with listening_at(HOST, 0) as (listening, names):
            page = PhonePage(elsewhere, run.store, TOKEN, names)
            serving = asyncio.ensure_future(serve(page.application, listening))
            async with launched() as browser:
                pixel = await browser.new_page(
                    viewport={"width": 412, "height": 839}, is_mobile=True, has_touch=True
                )
                await pixel.goto(f"http://{names[0]}/?token={TOKEN}")
                assert "token" not in pixel.url
                elsewhere_here = await pixel.context.cookies(f"http://{HOST}:1/")
                assert not elsewhere_here, "ports do not part cookies"
                deciding = run.asks(request)
                await pixel.get_by_text("Take care").wait_for()  # the page looks again by itself
                assert await pixel.get_by_text("Pay the bill").is_visible()
                assert await pixel.get_by_text("In: Shop – Mozilla Firefox").is_visible()
                assert await pixel.locator("img").evaluate("it => it.naturalWidth") > 0
                width = await pixel.evaluate("document.documentElement.scrollWidth")
                assert width <= await pixel.evaluate("innerWidth")
                await pixel.get_by_label("A word").fill("not <today>")
                with monkeypatch.context() as lasting:  # it would be gone at the next look
                    lasting.setattr("app.phone._LOOKS_AGAIN_SECS", 600)
                    await pixel.get_by_role("button", name="Reject").tap()
                    await pixel.get_by_text("Decided").wait_for()
                assert (await deciding).verdict == Reject("not <today>")
                await pixel.reload()
                asking = asyncio.ensure_future(run.gate.answer("Which?", ("red", "blue")))
                await pixel.get_by_role("button", name="blue").tap()
                assert await asking == "blue"
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


async def test_for_how_long_a_card_was_in_sight_is_told_where_it_can_be(tmp_path: Path) -> None:
    """From when what is asked stood there whole, and anew where the page was put away."""
    put_away = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, \
        configurable: true}); document.dispatchEvent(new Event('visibilitychange')) }"
    async with running(tmp_path) as run, following(run) as elsewhere:
        with listening_at(HOST, 0) as (listening, names):
            page = PhonePage(elsewhere, run.store, TOKEN, names)
            serving = asyncio.ensure_future(serve(page.application, listening))
            async with launched() as browser:
                pixel = await browser.new_page(viewport={"width": 412, "height": 839})
                await pixel.goto(f"http://{names[0]}/?token={TOKEN}")

                back_secs = list[float]()

                async def answered(name: str, height: int = 839, away: bool = False) -> Decision:
                    await pixel.set_viewport_size({"width": 412, "height": height})
                    deciding = run.asks(replace(REQUEST, request_id=name))
                    await pixel.get_by_role("button", name="Approve").wait_for()
                    await pixel.wait_for_function(f"since.size || {height} < 100")
                    await asyncio.sleep(1)  # so long it is in sight
                    if away:
                        await pixel.evaluate(put_away, True)
                        await asyncio.sleep(0.5)  # so long it is away
                        back_secs.append(time.monotonic())
                        await pixel.evaluate(put_away, False)
                        await pixel.wait_for_function("since.size")
                    await pixel.get_by_role("button", name="Approve").click()
                    return await deciding

                began_secs = time.monotonic()
                seen_secs = (await answered("r-1")).seen_secs
                assert seen_secs is not None and 1 <= seen_secs < time.monotonic() - began_secs
                seen_secs = (await answered("r-2", away=True)).seen_secs
                assert seen_secs is not None and seen_secs < time.monotonic() - back_secs[0]
                assert (await answered("r-3", height=20)).seen_secs is None
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


@pytest.mark.parametrize(
    ("told", "seen_secs"), [("0.4", 0.4), ("", None), ("-1", None), ("nan", None), ("1e9", None)]
)
async def test_what_a_page_can_t_have_measured_counts_for_nothing(
    tmp_path: Path, told: str, seen_secs: float | None
) -> None:
    async with phone(tmp_path) as it:
        deciding = it.run.asks()
        await it.answers(await it.shows("Click Pay"), approve="yes", seen_secs=told)
        assert (await deciding).seen_secs == seen_secs


async def test_a_card_answers_one_request_once(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        deciding = it.run.asks()
        text = await it.shows("Click Pay")
        assert "Decided" in await it.answers(text, approve="yes")
        decision = await deciding
        assert (decision.verdict, decision.how) == (Approve(), DecidedHow.OPERATOR)
        assert decision.digest == REQUEST.digest
        again = it.run.asks(replace(REQUEST, request_id="r-2", digest="another picture"))
        await it.shows("Click Pay")
        assert "decided already" in await it.answers(text, approve="yes")
        assert not again.done(), "the card of another request"
        await it.answers(await it.shows("Click Pay"), reject="yes")
        assert (await again).verdict == Reject("")


async def test_a_card_that_nobody_answers_in_time_becomes_a_no(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        deciding = it.run.asks()
        text = await it.shows("Click Pay")
        [followed] = it.elsewhere._runs.values()
        followed._patience.reschedule(asyncio.get_running_loop().time())
        assert (await deciding).how is DecidedHow.NOBODY
        assert "its time is over" in await it.answers(text, approve="yes")
        await until(lambda: it.run.announcement._peers)  # it is there for the next


async def test_a_card_ends_at_its_time_though_the_machine_slept_meanwhile(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        deciding = it.run.asks()
        text = await it.shows("Click Pay")
        [followed] = it.elsewhere._runs.values()
        assert followed.card is not None
        followed.card = replace(followed.card, ends_at_secs=time.time() - 1)
        assert "its time is over" in await it.answers(text, approve="yes")
        assert not deciding.done()
        deciding.cancel()
        await asyncio.gather(deciding, return_exceptions=True)


async def test_who_was_second_is_not_told_that_the_answer_counts(tmp_path: Path) -> None:
    """At the terminal it was said no; the yes was on its way meanwhile."""
    decided = Decision("r-1", Reject("no"), DecidedHow.OPERATOR, "terminal", REQUEST.digest)
    events: tuple[ApprovalAsked | ApprovalDecided, ...] = (
        ApprovalAsked(1, 1, REQUEST),
        ApprovalDecided(1, 1, decided),
    )

    async def run(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(joining.line_of(joining.RunAnnounced("s", "Pay", "practice", "director")))
        for number, event in enumerate(events, 1):
            recorded = Recorded(number, "s", 0.0, event)
            writer.write(joining.line_of(joining.EventTold(recorded)))
            await reader.readline()
        writer.close()

    server = await asyncio.start_unix_server(run, runs_folder() / "s")
    async with server:
        elsewhere = Elsewhere(runs_folder())
        following = asyncio.ensure_future(elsewhere.follow())
        await until(lambda: elsewhere.cards)
        [card] = elsewhere.cards
        assert "decided already" in await elsewhere.answer(card.ticket, Approve())
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def test_what_the_screen_says_is_text_on_the_page(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        evil = "</form><script>alert(1)</script>\u202eyaP"
        deciding = it.run.asks(replace(REQUEST, step=replace(REQUEST.step, description=evil)))
        text = await it.shows("alert(1)")
        assert text.count("<script") == 1 and "<script>alert" not in text and "⟨U+202E⟩" in text
        await it.answers(text, reject="yes")
        await deciding


async def test_nobody_without_the_token_or_by_another_name_is_let_in(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        deciding = it.run.asks()
        text = await it.shows("Click Pay")
        [ticket] = re.findall('name="ticket" value="([^"]+)"', text)
        yes = {"ticket": ticket, "approve": "yes"}
        none: dict[str, str] = {"Authorization": ""}
        for path in ("/", "/?token=guess", "/picture/x"):
            assert (await it.http.get(path, headers=none)).status_code == 401
        assert (await it.http.post("/answer", data=yes, headers=none)).status_code == 401
        rebound = await it.http.post("/answer", data=yes, headers={"Host": "evil.example"})
        assert rebound.status_code == 400
        assert (await it.http.get(f"/answer?{ticket}&approve=yes")).status_code == 405
        for wrong, status in (({"ticket": ticket}, 400), ({**yes, "words": "x" * 20_000}, 413)):
            assert (await it.http.post("/answer", data=wrong)).status_code == status
        assert "decided already" in await it.answers(text.replace(ticket, "guess"), approve="yes")
        assert (await it.http.get("/picture/..%2Fsessions")).status_code == 404
        assert not deciding.done()
        await it.answers(text, reject="yes")
        await deciding


@pytest.mark.parametrize(("host", "told"), [("0.0.0.0", "token would go"), (HOST, "holds no")])
async def test_the_token_does_not_go_over_the_network_as_it_is(
    host: str, told: str, tmp_path: Path
) -> None:
    certificate = tmp_path / "none.pem" if host == HOST else None
    if certificate is not None:
        certificate.write_text("none")
    with pytest.raises(NameUnknown, match=told):
        await serve_phone(host, 0, certificate, tmp_path / "sessions.db", terminal())
