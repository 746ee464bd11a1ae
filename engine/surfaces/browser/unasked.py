"""What pages open unasked: other pages, and dialogs, which would hold up everything else; and what
the browser did by itself or refused: told once to the record, once to the next look.

Pages that open by themselves are told apart from those that we open, meant ones from others, and
counted against those that pages wanted to open: the browser itself keeps off those that no click
asked for, and nobody would know of them otherwise.

A dialog gets the safe answer: an alert is read, leaving a page is allowed, a question is dismissed
unless it waits for a yes; until it has one, its page stands still. One that comes before all of a
step was done does not wait, nor one that is too long to be told whole.
A page that asks on and on is a storm, and is told so. It can do the same thing a thousand times: of
each kind a few are told until the next look; the others are counted, and the look says how many."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from playwright.async_api import BrowserContext, Dialog, Error, Page

from engine.domain.errors import KnownError
from engine.domain.web.events import BrowserNoted
from engine.language.labels import shortened
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.page_input import PageInput

_MAX_OF_A_KIND = 5
_KIND_WORDS = {
    "dialog_answered": "dialogs were answered",
    "popup_opened": "pages opened",
    "popup_refused": "pop-ups were refused",
    "download_saved": "files were saved",
    "download_refused": "downloads were refused",
    "upload_refused": "uploads were refused",
    "address_refused": "addresses were refused",
}


Answer = Callable[[bool], Awaitable[None]]


class BrowserNotes:
    """``on_note`` takes what belongs in the record."""

    def __init__(self, on_note: Callable[[BrowserNoted], object]) -> None:
        self._on_note = on_note
        self._notices: list[str] = []
        self._counts: Counter[str] = Counter()

    def tell(self, note: BrowserNoted) -> None:
        self._counts[note.what] += 1
        if self._counts[note.what] <= _MAX_OF_A_KIND:
            self._notices.append(note.message)
            self._on_note(note)

    def tell_refused(self, url: str, why: str) -> None:
        self.tell(BrowserNoted("address_refused", f"{url[:200]} was not opened: {why}"))

    @property
    def is_waiting(self) -> bool:
        """Something happened since the last time."""
        return bool(self._counts)

    def take(self) -> tuple[str, ...]:
        """What happened since the last time, in words."""
        more = [
            f"{count - _MAX_OF_A_KIND} more {_KIND_WORDS.get(what, 'of the same')}."
            for what, count in self._counts.items()
            if count > _MAX_OF_A_KIND
        ]
        notices, self._notices = (*self._notices, *more), []
        self._counts.clear()
        return notices


_OPENING_SECS = 3.0
_MEANT_SECS, _WANTED_SECS = 1.0, 20.0
_STORM_COUNT = 25
_STORM_SECS = 10.0
_OPEN_SECS = 15.0
"""For a page of our own: a process for it may be slow to start, and may never answer."""
_MAX_WORDS = 200


class Arrivals:
    """``on_popup`` takes each page that opens by itself in the context that is followed."""

    def __init__(self, on_popup: Callable[[Page], None]) -> None:
        self._on_popup = on_popup
        self._context: BrowserContext | None = None
        self._is_opening = False
        self._arrived: list[Page] = []
        self._meant_until_secs = 0.0
        self._lasts_secs = _MEANT_SECS

    def follow(self, context: BrowserContext) -> None:
        """Take the pages of this context, and of no other any more."""
        if self._context is not None:
            self._context.remove_listener("page", self._arrive)
        self._context = context
        context.on("page", self._arrive)

    async def new_page(self, opens: Callable[[], Awaitable[Page]] | None = None) -> Page:
        """One that we open ourselves, which arrives as those do that open by themselves; in front,
        unless it ``opens`` otherwise. Raises Playwright's error."""
        assert self._context is not None, "no context is followed"
        self._is_opening = True
        page: Page | None = None
        try:
            async with asyncio.timeout(_OPEN_SECS):
                page = await (opens or self._context.new_page)()
        except TimeoutError:
            raise Error(f"No page opened within {_OPEN_SECS:g} s.") from None
        finally:
            self._is_opening = False
            others = [each for each in self._arrived if each is not page]
            self._arrived.clear()
            for each in others:
                self._on_popup(each)
        return page

    @contextlib.contextmanager
    def meaning_to_open(self) -> Iterator[None]:
        """While it lasts, and a moment longer, a page that opens is the one that was meant; one
        that was asked for meanwhile also where it comes late, until the next that is meant."""
        self._meant_until_secs, self._lasts_secs = float("inf"), _MEANT_SECS
        try:
            yield
        finally:
            if self._meant_until_secs:  # none has opened yet
                self._meant_until_secs = self._now() + self._lasts_secs

    def note_wanted(self) -> None:
        """A page has asked for another one."""
        if self._now() < self._meant_until_secs:
            self._lasts_secs = _WANTED_SECS
            if self._meant_until_secs < float("inf"):
                self._meant_until_secs = self._now() + _WANTED_SECS

    def take_meaning(self) -> bool:
        """Whether the page that has opened now was meant: the first one only."""
        is_meant = self._now() < self._meant_until_secs
        if is_meant:
            self._meant_until_secs = 0.0
        return is_meant

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _arrive(self, page: Page) -> None:
        if self._is_opening:
            self._arrived.append(page)
        else:
            self._on_popup(page)


class PopupCounter:
    """``on_wanted`` is told when a page asks for another."""

    def __init__(self, notes: BrowserNotes, on_wanted: Callable[[], None]) -> None:
        self._notes = notes
        self._on_wanted = on_wanted
        self._wanted = self._sure = self._opened = 0
        self._settling: asyncio.TimerHandle | None = None
        self._listening = OwnedTasks()

    def follow(self, page: Page) -> None:
        self._listening.spawn(self._listen(page))

    @property
    def is_awaited(self) -> bool:
        """One that is wanted has not come yet; in a while it counts as refused."""
        return self._settling is not None and self._opened < self._wanted

    def note_opened(self) -> None:
        self._opened += 1
        if self._settling is not None:
            self._wait()

    async def close(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
        await self._listening.close(cancel=True)

    async def _listen(self, page: Page) -> None:
        with contextlib.suppress(Error):  # it is gone already
            session = await page.context.new_cdp_session(page)
            session.on("Page.windowOpen", lambda window: self._want(is_sure=window["userGesture"]))
            await session.send("Page.enable")

    def _want(self, *, is_sure: bool) -> None:
        """``is_sure``: a press asked for it, so that the browser opens it, however late."""
        self._on_wanted()
        if self._settling is None:  # what opened until now was wanted in another way
            self._wanted = self._sure = self._opened = 0
        self._wanted += 1
        self._sure += is_sure
        self._wait()

    def _wait(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
        secs = _WANTED_SECS if self._opened < self._sure else _OPENING_SECS
        self._settling = asyncio.get_running_loop().call_later(secs, self._settle)

    def _settle(self) -> None:
        """What was wanted and has not come by now was refused."""
        for _ in range(self._wanted - self._opened):
            words = "A pop-up that was wanted has not opened."
            self._notes.tell(BrowserNoted("popup_refused", words))
        self._settling = None


class DialogAnswerer:
    """Says no to what a page asks in a dialog of its own, unless ``holds`` takes how to answer it;
    alerts and leaving are agreed to. ``on_storm`` is told once of a page that opens dialogs without
    a rest."""

    def __init__(self, *, notes: BrowserNotes, on_storm: Callable[[Page], object]) -> None:
        self._notes = notes
        self._on_storm = on_storm
        self._answering = OwnedTasks()
        self.holds: Callable[[str, Answer, float], bool] = lambda *_: False
        self._hands: PageInput | None = None
        self._is_held: asyncio.Future[None] | None = None

    @property
    def is_page_awaited(self) -> bool:
        """Somebody waits for a page, and for what no hands do."""
        return self._is_held is not None and self._hands is None

    def hold_up(self) -> None:
        if self._is_held is not None and not self._is_held.done():
            self._is_held.set_result(None)

    async def held_up(
        self, work: Awaitable[Any], hands: PageInput | None = None
    ) -> asyncio.Future[Any] | None:
        """Do the work, of these hands if any; the rest of it where the page stands still before,
        until somebody says yes or no: they let go of what they hold once it goes on."""
        task, self._is_held = asyncio.ensure_future(work), asyncio.Future()
        self._hands = hands
        try:
            await asyncio.wait({task, self._is_held}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task})
            raise
        finally:
            self._is_held = None
        if not task.done():
            self._answering.spawn(_letting_go(task))
            return task
        await task
        if hands is not None:
            hands.note_end()
        return None

    def follow(self, page: Page) -> None:
        times: deque[float] = deque(maxlen=_STORM_COUNT)
        page.on("dialog", lambda dialog: self._take(page, dialog, times))

    async def close(self) -> None:
        await self._answering.close(cancel=True)

    def _take(self, page: Page, dialog: Dialog, times: deque[float]) -> None:
        now = asyncio.get_running_loop().time()
        times.append(now)
        if len(times) == _STORM_COUNT and now - times[0] < _STORM_SECS:
            times.clear()
            self._on_storm(page)
        answer, said = partial(self._answer, dialog), " ".join(dialog.message.split())
        ended_secs = self._hands.ended_secs if self._hands is not None else 0.0
        is_whole = dialog.type == "confirm" and len(said) <= _MAX_WORDS
        if not is_whole or not self.holds(said, answer, ended_secs):
            self._answering.spawn(answer(dialog.type in ("alert", "beforeunload")))
        else:
            self.hold_up()

    async def _answer(self, dialog: Dialog, says_yes: bool) -> None:
        self._notes.tell(BrowserNoted("dialog_answered", _words_of(dialog, says_yes=says_yes)))
        with contextlib.suppress(Error):  # its page is gone
            await (dialog.accept() if says_yes else dialog.dismiss())


async def _letting_go(task: asyncio.Future[Any]) -> None:
    with contextlib.suppress(Error, KnownError):  # its page is gone, or more was to be done
        await task


_SAID_IN_DIALOG = ("The page said in a dialog: ", "The page asked in a dialog: ")


def is_said_in_dialog(notice: str) -> bool:
    """It tells what a page said; all else that is noted are words of ours."""
    return notice.startswith(_SAID_IN_DIALOG)


def _words_of(dialog: Dialog, *, says_yes: bool) -> str:
    said = shortened(dialog.message, _MAX_WORDS)
    if dialog.type == "alert":
        return f"{_SAID_IN_DIALOG[0]}“{said}”."
    if dialog.type == "beforeunload":
        return "The page asked whether to leave it: answered with yes."
    return f"{_SAID_IN_DIALOG[1]}“{said}”; {'answered with yes' if says_yes else 'dismissed'}."
