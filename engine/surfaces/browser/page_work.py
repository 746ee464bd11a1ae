"""The frame around all that is done on a page: which tab, how long, and what became of it.

STOP ends what is under way at once, and nothing is begun any more. A page may go away, hang or
break off in the middle: whoever asked is told whether it can have landed (``MayHaveLanded``), or
surely has not."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from playwright.async_api import Error

from engine.domain import errors, facts, leases
from engine.surfaces.browser import navigation, page_input
from engine.surfaces.browser.tab import OpenTab, is_closed
from engine.surfaces.browser.tabs import BrowserTabs

ANSWER_SECS = 15.0
REOPEN_SECS = 5.0
_RELEASE_TIMEOUT_SECS = 0.5
_IMPOSSIBLE = "The browser could not do that on this page."
_DROPPED = "The page went away while this was done to it."


class StoppableWork:
    """Work that STOP ends at once, and after which nothing is begun any more."""

    def __init__(self) -> None:
        self._is_stopped = False
        self._under_way: set[asyncio.Task[None]] = set()
        self._aborted: set[asyncio.Task[None]] = set()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Raises ``HandsStopped`` after STOP, or where it comes meanwhile; ``TargetLost`` where the
        browser drops the work before it pressed anything: what was begun says so itself."""
        if self._is_stopped:
            work.close()
            raise errors.HandsStopped("The operator pressed STOP.")
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        try:
            await task
        except asyncio.CancelledError:
            if is_cancelled_itself():
                raise
            if task in self._aborted:
                raise errors.HandsStopped("The operator pressed STOP.") from None
            # Playwright gives up what it was asked of a page that is gone by then
            raise errors.TargetLost("What was meant went away from the page meanwhile.") from None
        finally:
            self._under_way.discard(task)
            self._aborted.discard(task)

    async def stop(self) -> None:
        """Abort what is under way, and wait until it has ended."""
        self._is_stopped = True
        aborted = tuple(self._under_way)
        self._aborted.update(aborted)
        for task in aborted:
            task.cancel()
        await asyncio.gather(*aborted, return_exceptions=True)


def is_cancelled_itself() -> bool:
    """Whether it is the task that asks that was cancelled, rather than what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class PageGone(errors.ActionImpossible):
    """The page was closed before anything was done to it."""


class _Rest(facts.Frozen):
    """Of work that a page held up in its midst: it waits until ``goes_on`` is told."""

    hands: page_input.PageInput
    work: Awaitable[None]
    secs: float
    goes_on: asyncio.Future[None]


class PageWork:
    """``held`` are keys and buttons that are down, in words."""

    def __init__(self, tabs: BrowserTabs, lease: leases.Lease) -> None:
        self._tabs = tabs
        self._lease = lease
        self._input: page_input.PageInput | None = None
        self._direct: page_input.PageInput | None = None
        self._rest: _Rest | None = None
        self._bound = asyncio.timeout(None)

    @property
    def held(self) -> tuple[str, ...]:
        return tuple(held for each in (self._input, self._direct) if each for held in each.held)

    async def touch_directly(self, work: Callable[[page_input.PageInput], Awaitable[None]]) -> None:
        """The operator's own work; what they hold down stays so until they let go."""

        async def with_input(tab: OpenTab) -> None:
            if tab.page is not None and (self._direct is None or self._direct.page != tab.page):
                await self.let_go()  # nothing stays pressed on a page that is left
                self._direct = page_input.PageInput(tab.page, self._lease.between_pieces)
            if self._direct is not None:
                async with asyncio.timeout(ANSWER_SECS):
                    await work(self._direct)

        with errors.ActionImpossible.instead_of(TimeoutError, "The page does not answer."):
            await self.in_tab(with_input)

    async def touch(
        self,
        work: Callable[[page_input.PageInput], Coroutine[Any, Any, None]],
        *,
        secs: float = ANSWER_SECS,
        may_retry: bool = False,
    ) -> None:
        """Work with mouse and keyboard on the page that is shown."""

        self._give_up_rest()

        async def with_input(tab: OpenTab) -> None:
            async def going_on() -> None:
                if (rest := self._rest) is not None and rest.hands is hands:
                    await rest.goes_on
                if self._input is not hands:
                    raise errors.HandsStopped("They were held up.")
                self._bound.reschedule(None)  # while the operator holds it
                await self._lease.between_pieces()
                self._bound.reschedule(asyncio.get_running_loop().time() + secs)

            hands = page_input.PageInput(navigation.page_of(tab), going_on)
            hands.keep_held(self._input)
            await self._do(work(hands), hands, secs)

        await self.in_tab(with_input, may_retry=may_retry)

    async def go_on(self) -> None:
        """What a page held up in its midst does the rest, now that it goes on."""
        if (rest := self._rest) is not None and not rest.hands.page.is_closed():
            rest.goes_on.set_result(None)
            await self._do(rest.work, rest.hands, rest.secs)

    def _give_up_rest(self) -> None:
        if self._rest is not None and not self._rest.goes_on.done():
            self._rest.goes_on.set_result(None)
        self._rest = None

    async def _do(self, work: Awaitable[None], hands: page_input.PageInput, secs: float) -> None:
        self._input, self._rest, self._bound = hands, None, asyncio.timeout(secs)
        try:
            async with self._bound:
                if (rest := await self._tabs.dialogs.held_up(work, hands)) is not None:
                    self._input = None  # it lets go by itself once the page goes on
                    self._rest = _Rest(hands, rest, secs, asyncio.Future())
        except TimeoutError:
            words = "The page does not answer."
            raise (errors.MayHaveLanded if hands.has_begun else errors.ActionImpossible)(
                words
            ) from None
        except Error as problem:
            if not hands.has_begun:
                raise
            if not is_closed(problem):  # else what was done closed it
                raise errors.MayHaveLanded(_IMPOSSIBLE) from None
        except asyncio.CancelledError:
            if not hands.has_begun or is_cancelled_itself():
                raise
            if not hands.page.is_closed():
                raise errors.MayHaveLanded(_DROPPED) from None

    async def in_tab(
        self, work: Callable[[OpenTab], Coroutine[Any, Any, None]], *, may_retry: bool = False
    ) -> None:
        """Work on the tab that is shown; where its page goes away and it may, once more on the one
        that is shown then: never what is meant for this very tab, such as a step back in it."""
        for is_last in (not may_retry, True):
            self.check_alive()
            if not await self._tabs.wait_for_page(REOPEN_SECS) or self._tabs.shown is None:
                self.check_alive()
                raise errors.ActionImpossible("No page is open.", "Open an address.")
            try:
                await work(self._tabs.shown)
                return
            except Error as problem:
                if not is_closed(problem):
                    raise _impossible(problem) from None
                if is_last:
                    raise PageGone("The page was closed meanwhile.") from None

    def check_alive(self) -> None:
        """Raises ``SurfaceLost``."""
        if self._tabs.is_lost:
            raise errors.SurfaceLost(self._tabs.lost or "The browser ended.")

    async def let_go(self, *, stops_loading: bool = False) -> None:
        """Of what is held down. Raises ``SurfaceLost`` where the page does not answer."""
        self._give_up_rest()
        try:
            async with asyncio.timeout(_RELEASE_TIMEOUT_SECS):
                for each in (self._input, self._direct):
                    if each is not None:
                        await each.release()
        except Error:  # the page is gone, and what was held with it
            return
        except TimeoutError:
            raise errors.SurfaceLost(
                "The hands are stopped, but the page does not answer:"
                " keys may still be held down in it."
            ) from None
        if stops_loading and self._tabs.page is not None:
            await navigation.stop_loading(self._tabs.page, bound_secs=_RELEASE_TIMEOUT_SECS)


def _impossible(problem: Error) -> errors.ActionImpossible:
    """Without Playwright's own words, which quote what was typed."""
    if "not attached" in problem.message or "detached" in problem.message:
        return errors.TargetLost("What was meant went away from the page meanwhile.")
    return errors.ActionImpossible(_IMPOSSIBLE)
