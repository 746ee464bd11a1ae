"""Whether the browser, its driver and the page that is shown are still there.

It is asked beside all else that goes on. A page may be slow for long, so that whoever asks one is
patient. The browser itself answers at once, whatever its pages do, and so does the driver, the
process through which we speak with it: where one of them is silent, no page need be waited for. Nor
need one whose own process was stopped: it is not at work."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence

import psutil
from playwright.async_api import CDPSession, Error, Page, Playwright

from engine.domain.facts import KW_ONLY, Part, field
from engine.processes.child_process import ANSWER_SECS
from engine.processes.descendants import crowding
from engine.processes.tasks import OwnedTasks
from engine.surfaces.browser.tab import in_time, is_hung


class ProcessHandle:
    """Ends a descendant by force that does not end by itself. The number that a program tells from
    within a sandbox may be anybody's outside of it."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process

    @classmethod
    def of_descendant(cls, pid: int) -> "ProcessHandle | None":
        """None where it is gone, or is no descendant of this process."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if psutil.Process() in process.parents():
                return cls(process)
        return None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_stopped(self) -> bool:
        """By a signal, until another has it go on."""
        with contextlib.suppress(psutil.Error):
            return bool(self._process.status() == psutil.STATUS_STOPPED)
        return False

    def child_above(self) -> "ProcessHandle | None":
        """The child of this process from which it descends; None where it is gone."""
        with contextlib.suppress(psutil.Error):
            line = [self._process, *self._process.parents()]
            return next((ProcessHandle(one) for one in line if one.ppid() == os.getpid()), None)
        return None

    def kill(self) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.kill()

    async def end(self, bound_secs: float) -> None:
        """Kill it where it does not end within the bound; none that has its number by then."""
        await asyncio.to_thread(self._end, bound_secs)

    def _end(self, bound_secs: float) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            try:
                self._process.wait(bound_secs)
            except psutil.TimeoutExpired:
                self._process.kill()


_PULSE_EVERY_SECS = 1.0
_WAIT_SECS = 0.5
_DRIVER_SECS = 1.0
_PAGE_SECS = 4.0
_DRIVER = "The browser's driver (Playwright's Node.js)"
_PAGE_STOPPED = "The process of the page (the browser's renderer) was stopped, and does not go on."


class BrowserPulse(Part):
    """``on_lost`` is told once, in words: which of the two ended or does not answer any more,
    within ``_PULSE_EVERY_SECS + ANSWER_SECS``; on a crowded machine as many times as long, unless
    one of the ``processes`` was stopped, which waits for no processor. That the browser ended, the
    driver tells by itself. A ``shown`` page may be silent for long, save where it was stopped."""

    playwright: Playwright
    session: CDPSession
    driver: ProcessHandle | None
    processes: Sequence[ProcessHandle]
    shown: Callable[[], Page | None]
    _: KW_ONLY
    on_lost: Callable[[str], object]
    _driver_end = -1
    _tasks: OwnedTasks = field(default_factory=OwnedTasks, init=False)

    def start(self) -> None:
        if self.driver is not None:
            try:
                self._driver_end = os.pidfd_open(self.driver.pid)
            except ProcessLookupError:
                self._driver_ended()
                return
            asyncio.get_running_loop().add_reader(self._driver_end, self._driver_ended)
        self._tasks.spawn(self._watch())

    async def close(self) -> None:
        self._let_go()
        await self._tasks.close(cancel=True)

    async def hear(self) -> None:
        await self._hear_browser()
        await self._hear_page()

    async def _hear_browser(self) -> None:
        with contextlib.suppress(Error):  # it ended, or was killed: it is told as lost by then
            await self.session.send("Browser.getVersion")

    async def _hear_page(self) -> None:
        page = self.shown()
        if page is None or not await self._stopped():
            return
        if await is_hung(page, bound_secs=_PAGE_SECS) and (stopped := await self._stopped()):
            self.on_lost(_PAGE_STOPPED)
            for each in stopped:  # it can't notice that its browser has ended
                each.kill()

    async def _stopped(self) -> list[ProcessHandle]:
        """Of the processes of pages, whichever page each is of."""
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_DRIVER_SECS):
                return [e for e in await handles_of(self.session, "renderer") if e.is_stopped]
        return []

    async def _watch(self) -> None:
        while not (longer := await self._silent_for()):
            await self._hear_page()
            await asyncio.sleep(_PULSE_EVERY_SECS)
        is_driver = not await in_time(self._ask_driver(), _DRIVER_SECS * longer)
        who = _DRIVER if is_driver else "The browser"
        self.on_lost(f"{who} did not answer within {ANSWER_SECS * longer:.0f} s.")

    async def _silent_for(self) -> float:
        """0 once they have answered, else how many times as long as they have by right. It is
        counted by waits: one silence of ours, which looks like theirs, is not held against them."""
        asked, waited_secs, longer = asyncio.ensure_future(self._hear_browser()), 0.0, 1.0
        try:
            while waited_secs < (ANSWER_SECS - _DRIVER_SECS) * longer:
                if (await asyncio.wait({asked}, timeout=_WAIT_SECS))[0]:
                    return 0.0
                waited_secs += _WAIT_SECS
                longer = 1.0 if any(each.is_stopped for each in self.processes) else crowding()
        finally:
            asked.cancel()
        return longer

    async def _ask_driver(self) -> None:
        """For what it does without the browser."""
        await (await self.playwright.request.new_context()).dispose()

    def _driver_ended(self) -> None:
        self._let_go()
        self.on_lost(f"{_DRIVER} ended unexpectedly.")

    def _let_go(self) -> None:
        if self._driver_end >= 0:
            asyncio.get_running_loop().remove_reader(self._driver_end)
            os.close(self._driver_end)
            self._driver_end = -1


async def handles_of(session: CDPSession, kind: str) -> list[ProcessHandle]:
    """The browser's processes of that kind, as it says itself."""
    told = await session.send("SystemInfo.getProcessInfo")
    pids = [int(each["id"]) for each in told["processInfo"] if each["type"] == kind]
    return [handle for pid in pids if (handle := ProcessHandle.of_descendant(pid)) is not None]
