"""The browser's hands: what can be done on a page, done with real mouse and keyboard events."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import quote_plus

from playwright.async_api import ElementHandle, Error

from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    Drag,
    FocusWindow,
    GoBack,
    GoForward,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Scroll,
    ScrollTo,
    Search,
    SwitchTab,
    TakeScreenshot,
    TypeText,
    Wait,
)
from engine.domain.errors import ActionImpossible, MayHaveLanded, SurfaceLost, TargetLost
from engine.domain.ports import SecretSource, Touch
from engine.domain.spaces import Point
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import WebElement
from engine.surfaces.browser.addresses import AddressRules, read_address
from engine.surfaces.browser.closed_target import is_closed
from engine.surfaces.browser.filling import fill
from engine.surfaces.browser.input import PageInput
from engine.surfaces.browser.keys import key_names
from engine.surfaces.browser.navigation import (
    go_back,
    go_forward,
    open_address,
    stop_loading,
)
from engine.surfaces.browser.notes import BrowserNotes
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.stopping import StoppableWork, is_cancelled_itself
from engine.surfaces.browser.tab import OpenTab
from engine.surfaces.browser.tabs import BrowserTabs
from engine.surfaces.browser.touching import click_by_script, find, find_by_text, name_of, place_of

_SECRET = re.compile(r"\{\{secret:([^{}]+)\}\}")
_RELEASE_TIMEOUT_SECS = 0.5
_REOPEN_SECS = 5.0
_ANSWER_SECS = 15.0
_TYPING_SECS_PER_CHARACTER = 0.05
_IMPOSSIBLE = "The browser could not do that on this page."
_DROPPED = "The page went away while this was done to it."
_SCROLL_TO = "([x, y]) => window.scrollTo({left: x, top: y, behavior: 'instant'})"


class _Move(Protocol):
    async def __call__(self, tab: OpenTab, *, timeout_secs: float, notes: BrowserNotes) -> None: ...


class BrowserHands:
    """Implements ``WebHands`` over the tab that is shown. After ``stop`` it refuses everything."""

    def __init__(
        self,
        tabs: BrowserTabs,
        settings: BrowserSettings,
        *,
        rules: AddressRules,
        secrets: SecretSource,
        notes: BrowserNotes,
    ) -> None:
        self._tabs = tabs
        self._settings = settings
        self._rules = rules
        self._secrets = secrets
        self._notes = notes
        self._work = StoppableWork()
        self._input: PageInput | None = None

    async def perform(self, action: Action, at: Point | None, to: Point | None = None) -> None:
        await self._work.run(self._perform(action, at, to))

    async def act_on(self, action: Action, element: WebElement, how: Touch = "pointer") -> None:
        await self._work.run(self._act_on(action, element, how))

    async def stop(self) -> tuple[tuple[str, ...], float]:
        """Abort what is under way and let go of what is held: what it was, and milliseconds."""
        started = time.perf_counter()
        await self._work.stop()
        held = self._input.held if self._input is not None else ()
        await self._let_go()
        return held, (time.perf_counter() - started) * 1000

    async def close(self) -> None:
        await self._work.stop()

    async def _let_go(self) -> None:
        try:
            async with asyncio.timeout(_RELEASE_TIMEOUT_SECS):
                if self._input is not None:
                    await self._input.release()
        except Error:  # the page is gone, and what was held with it
            return
        except TimeoutError:
            raise SurfaceLost(
                "The hands are stopped, but the page does not answer:"
                " keys may still be held down in it."
            ) from None
        if self._tabs.page is not None:
            await stop_loading(self._tabs.page, bound_secs=_RELEASE_TIMEOUT_SECS)

    # without an element

    async def _perform(self, action: Action, at: Point | None, to: Point | None) -> None:
        match action:
            case Wait() | Replan() | TakeScreenshot():
                return
            case Launch() | FocusWindow():
                raise ActionImpossible("A browser can't do that: it has no other windows.")
            case SwitchTab(tab_id=tab_id):
                await self._tabs.switch(tab_id)
            case CloseTab(tab_id=tab_id):
                await self._tabs.close_tab(tab_id)
            case Navigate(url=url):
                await self._navigate(url)
            case Search(words=words):
                await self._navigate(self._search_address(words))
            case GoBack():
                await self._in_tab(lambda tab: self._move(go_back, tab), may_retry=False)
            case GoForward():
                await self._in_tab(lambda tab: self._move(go_forward, tab), may_retry=False)
            case PressKeys(keys=keys):
                await self._press(keys)
            case _:
                await self._on_page(action, at, to)

    async def _on_page(self, action: Action, at: Point | None, to: Point | None) -> None:
        match action:
            case Click():
                place = _needed(at)
                with self._meaning(action):
                    await self._touch(lambda hands: hands.click(place.x, place.y, action))
            case TypeText(text=text):
                typed = await self._with_secrets(text)
                await self._touch(
                    lambda hands: self._type(hands, replace(action, text=typed), at),
                    secs=_ANSWER_SECS + _TYPING_SECS_PER_CHARACTER * len(typed),
                )
            case Scroll(down=down, right=right):
                spot = (at.x, at.y) if at is not None else self._middle()
                await self._touch(
                    lambda hands: hands.wheel(spot, down=down, right=right), may_retry=True
                )
            case ScrollTo(x_px=x, y_px=y):
                await self._in_tab(lambda tab: _scroll_to(tab, x, y), may_retry=False)
            case Drag(offset_px=offset):
                start = _needed(at)
                moved = Point(start.x + offset.x, start.y + offset.y) if offset else None
                end = _needed(to or moved)
                await self._touch(lambda hands: hands.drag((start.x, start.y), (end.x, end.y)))
            case _:
                raise ActionImpossible("A browser can't do that.")

    async def _navigate(self, written: str) -> None:
        await self._ensure_page()
        base = self._tabs.shown.url if self._tabs.shown is not None else ""
        url = read_address(written, base)
        if why := self._rules.why_not(url):
            self._notes.tell(BrowserNoted("address_refused", f"{url[:200]} was not opened: {why}"))
            raise ActionImpossible(f"{url[:200]} may not be opened: {why}")
        await self._in_tab(lambda tab: self._open(tab, url), may_retry=True)

    async def _ensure_page(self) -> None:
        """Have a page that answers."""
        if self._tabs.page is None and not await self._tabs.wait_for_page(_REOPEN_SECS):
            self._check_alive()
            try:
                await self._tabs.open_tab()
            except Error:
                raise SurfaceLost("The browser opens no page any more.") from None
        if self._tabs.shown is not None:
            await self._tabs.renew_if_hung(self._tabs.shown)

    async def _open(self, tab: OpenTab, url: str) -> None:
        try:
            await open_address(tab, url, timeout_secs=self._navigation_secs, notes=self._notes)
        except Error:
            if not tab.trouble:
                raise
            # the page was put away for good, and the tab says why

    async def _move(self, move: _Move, tab: OpenTab) -> None:
        await move(tab, timeout_secs=self._navigation_secs, notes=self._notes)

    def _search_address(self, words: str) -> str:
        if "{words}" not in self._settings.search_address:
            raise ActionImpossible(
                "This page's own search field was not named, and no search engine is set.",
                "Name a search field, or set a search engine's address with {words} in it.",
            )
        return self._settings.search_address.replace("{words}", quote_plus(words))

    async def _press(self, keys: tuple[str, ...]) -> None:
        """Some chords are the browser's own, which a page's keyboard does not reach."""
        names = key_names(keys)
        match names:
            case ("Alt", "ArrowLeft"):
                await self._perform(GoBack(), None, None)
            case ("Alt", "ArrowRight"):
                await self._perform(GoForward(), None, None)
            case ("F5",) | ("Control", "r"):
                await self._in_tab(lambda tab: self._open(tab, tab.url), may_retry=False)
            case _:
                with self._tabs.meaning_to_open():
                    await self._touch(lambda hands: hands.chord(names))

    async def _type(self, hands: PageInput, action: TypeText, at: Point | None) -> None:
        if at is not None:
            await hands.click(at.x, at.y, Click())
        if action.replace:
            await hands.chord(("Control", "a"))
            if not action.text:
                await hands.chord(("Delete",))
        await hands.type(action.text)

    # with an element

    async def _act_on(self, action: Action, element: WebElement, how: Touch) -> None:
        match action:
            case Click():
                with self._meaning(action):
                    await self._touch_element(
                        element,
                        how,
                        lambda handle, hands: _click(handle, element, action, how, hands),
                    )
            case TypeText():
                await self._fill(element, how, action)
            case Search(words=words):
                await self._fill(element, how, TypeText(f"{words}\n", replace=True))
            case PressKeys(keys=keys):
                names = key_names(keys)
                await self._touch_element(
                    element, how, lambda handle, hands: _press_in(handle, hands, names)
                )
            case Scroll(down=down, right=right):
                await self._touch_element(
                    element,
                    how,
                    lambda handle, hands: _wheel_over(handle, element, hands, down, right),
                )
            case _:
                raise ActionImpossible("That is not done to one element of a page.")

    async def _fill(self, element: WebElement, how: Touch, action: TypeText) -> None:
        typed = await self._with_secrets(action.text)
        sends = typed.endswith("\n")
        with self._tabs.meaning_to_open() if sends else contextlib.nullcontext():
            await self._touch_element(
                element,
                how,
                lambda handle, hands: fill(
                    handle,
                    element,
                    replace(action, text=typed),
                    how,
                    hands,
                    is_secret=typed != action.text,
                    uploads=self._tabs.uploads,
                ),
                secs=_ANSWER_SECS + _TYPING_SECS_PER_CHARACTER * len(typed),
            )

    async def _touch_element(
        self,
        element: WebElement,
        how: Touch,
        work: Callable[[ElementHandle, PageInput], Awaitable[None]],
        *,
        secs: float = _ANSWER_SECS,
    ) -> None:
        """An element belongs to its page: on another one, that id is somebody else's."""

        async def found_and_done(hands: PageInput) -> None:
            page = hands.page
            handle = await (find_by_text if how == "text" else find)(page, element)
            self._tabs.uploads.note_touched(page, element)
            await work(handle, hands)

        try:
            await self._touch(found_and_done, secs=secs, may_retry=how == "text")
        except _PageGone:
            raise TargetLost(f"The page with {name_of(element)} has gone.") from None

    # the frame around it all

    async def _touch(
        self,
        work: Callable[[PageInput], Awaitable[None]],
        *,
        secs: float = _ANSWER_SECS,
        may_retry: bool = False,
    ) -> None:
        """Work with mouse and keyboard on the page that is shown."""

        async def with_input(tab: OpenTab) -> None:
            page = tab.page
            if page is None:
                raise ActionImpossible("No page is open.")
            hands = self._input = PageInput(page)
            try:
                async with asyncio.timeout(secs):
                    await work(hands)
            except TimeoutError:
                words = "The page does not answer."
                raise (MayHaveLanded if hands.has_begun else ActionImpossible)(words) from None
            except Error as problem:
                if not hands.has_begun:
                    raise
                if not is_closed(problem):  # else what was done closed it
                    raise MayHaveLanded(_IMPOSSIBLE) from None
            except asyncio.CancelledError:
                if not hands.has_begun or is_cancelled_itself():
                    raise
                if not page.is_closed():
                    raise MayHaveLanded(_DROPPED) from None

        await self._in_tab(with_input, may_retry=may_retry)

    async def _in_tab(
        self, work: Callable[[OpenTab], Coroutine[Any, Any, None]], *, may_retry: bool
    ) -> None:
        """Work on the tab that is shown; where its page goes away and it may, once more on the one
        that is shown then: never what is meant for this very tab, such as a step back in it."""
        for is_last in (not may_retry, True):
            self._check_alive()
            if not await self._tabs.wait_for_page(_REOPEN_SECS) or self._tabs.shown is None:
                self._check_alive()
                raise ActionImpossible("No page is open.", "Open an address.")
            try:
                await work(self._tabs.shown)
                return
            except Error as problem:
                if not is_closed(problem):
                    raise _impossible(problem) from None
                if is_last:
                    raise _PageGone("The page was closed meanwhile.") from None

    def _middle(self) -> tuple[float, float]:
        """Of the page, which may have taken another size from its window."""
        page = self._tabs.page
        size = page.viewport_size if page is not None else None
        if size is None:
            return self._settings.width / 2, self._settings.height / 2
        return size["width"] / 2, size["height"] / 2

    def _check_alive(self) -> None:
        if self._tabs.is_lost:
            raise SurfaceLost("The browser ended.")

    def _meaning(self, click: Click) -> contextlib.AbstractContextManager[None]:
        """Who opens a page in the background wants to stay on this one."""
        if click.button == "middle" or {"ctrl", "control", "meta"} & set(click.modifiers):
            return contextlib.nullcontext()
        return self._tabs.meaning_to_open()

    @property
    def _navigation_secs(self) -> float:
        return self._settings.navigation_timeout_secs

    async def _with_secrets(self, text: str) -> str:
        if not _SECRET.search(text):
            return text
        return await asyncio.to_thread(
            _SECRET.sub, lambda match: self._secrets.reveal(match[1].strip()), text
        )


class _PageGone(ActionImpossible):
    pass


async def _click(
    handle: ElementHandle, element: WebElement, click: Click, how: Touch, hands: PageInput
) -> None:
    if how == "script":
        hands.has_begun = True
        await click_by_script(handle, element)
    else:
        await hands.click(*await place_of(handle, element), click)


async def _press_in(handle: ElementHandle, hands: PageInput, names: tuple[str, ...]) -> None:
    await handle.focus()
    await hands.chord(names)


async def _wheel_over(
    handle: ElementHandle, element: WebElement, hands: PageInput, down: int, right: int
) -> None:
    await hands.wheel(await place_of(handle, element), down=down, right=right)


async def _scroll_to(tab: OpenTab, x: int, y: int) -> None:
    if tab.page is not None:
        async with asyncio.timeout(_ANSWER_SECS):
            await tab.page.evaluate(_SCROLL_TO, [x, y])


def _impossible(problem: Error) -> ActionImpossible:
    """Without Playwright's own words, which quote what was typed."""
    if "not attached" in problem.message or "detached" in problem.message:
        return TargetLost("What was meant went away from the page meanwhile.")
    return ActionImpossible(_IMPOSSIBLE)


def _needed(point: Point | None) -> Point:
    if point is None:
        raise ActionImpossible("This action needs a place on the page, and none was given.")
    return point
