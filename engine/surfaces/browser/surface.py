"""The browser surface: eyes and hands on the tab of a browser that is shown.

It is started and ended with the surface. Nothing of it outlives the console."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from playwright.async_api import Error

from engine.domain import actions, plans, ports, surface_ports
from engine.domain.errors import ActionImpossible, SurfaceLost, SurfaceUnavailable
from engine.domain.exploring.limits import Vitals
from engine.domain.web.events import BrowserNoted
from engine.processes.descendants import child_environment
from engine.surfaces.browser.address_rules import AddressRules, read_address
from engine.surfaces.browser.addresses import AddressGuard
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.hands import BrowserHands
from engine.surfaces.browser.launching import BrowserProcess, find_browser
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.tab import PageTroubles, in_time, is_hung
from engine.surfaces.browser.tabs import BrowserTabs
from engine.surfaces.browser.unasked import BrowserNotes
from engine.surfaces.files import read_file_facts
from engine.surfaces.shared import NamedSurface

_CLOSE_SECS = 5.0
_ANSWER_SECS, _STILL_SECS = 1.0, 0.5
_EMPTY_PAGE = "about:blank"


class BrowserSurface(NamedSurface):
    """Implements the ``ExplorableSurface`` port over one browser. ``on_note`` may be set before
    ``start``; it is told of what the browser did by itself or refused. ``environment`` is what the
    browser is started with. ``tabs``, ``eyes`` and ``hands`` are there once it is started."""

    tabs: BrowserTabs
    eyes: BrowserEyes
    hands: BrowserHands
    _process: BrowserProcess

    def __init__(
        self,
        name: str,
        settings: BrowserSettings,
        *,
        secrets: ports.SecretSource,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(name, is_practice=False)
        self._settings = settings
        self._secrets = secrets
        self.environment = child_environment(environment, on_screen=True, with_network=True)
        self._rules = AddressRules(settings.allowed_domains, settings.blocked_domains)
        self._notes = BrowserNotes(lambda note: self.on_note(note))
        self.guard = AddressGuard(self._rules, self._notes.tell_refused, self.lease)
        self._troubles = PageTroubles("")
        self._start_url = settings.start_url
        folder = settings.downloads_folder
        self.places = {"downloads folder": str(folder)} if folder is not None else {}
        self.can_reset = settings.profile_folder is None  # one that is kept is the operator's
        self._told_of_loss: list[Callable[[str], None]] = []
        self.on_note: Callable[[BrowserNoted], object] = lambda note: None

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` with what to do."""
        self._check_start_page()
        settings, its = self._settings, self.environment
        installed = await asyncio.to_thread(find_browser, settings.executable, its)
        self._process = BrowserProcess(installed, settings, its, on_lost=self._lose)
        self._end_in_time(self.guard.detach)
        self._ending.push_async_callback(self._process.close)
        await self._process.start()
        self._troubles = PageTroubles(installed.name)
        self.tabs = BrowserTabs(
            self._process.context, settings, self._notes, self._troubles, self.guard.why_held
        )
        self.tabs.hear_browser = self._process.hear
        self._process.shown = lambda: self.tabs.page
        self.guard.on_sent = self.tabs.sendings.note_sent
        self.tabs.dialogs.holds = self.guard.holds_question
        self.guard.on_standstill = self._heed_standstill
        self.guard.on_going_on = lambda: self.hands.go_on()
        self._told_of_loss.append(self.tabs.lose)
        self._end_in_time(self.guard.close)
        self._end_in_time(lambda: self.tabs.close())
        self._end_in_time(self._leave)
        why = f"{installed.name} was started and did not open a page."
        with SurfaceUnavailable.instead_of(Error, why):
            await self.guard.start(self._process.browser, self._process.context)
            await self.tabs.start()
        self.hands = self._new_hands()
        self.eyes = self._new_eyes(installed.name)
        self._told_of_loss.append(self.eyes.lose)
        self.guard.late.may_keep = self.eyes.may_keep
        self._end_in_time(lambda: self.eyes.close())
        self._end_in_time(lambda: self.hands.close())
        await self.eyes.start()
        if self._settings.start_url:  # where it can't be loaded, the tab says so
            await self.hands.perform(actions.Navigate(self._settings.start_url), None)
        if self._process.lost:
            raise SurfaceUnavailable(self._process.lost, "Start the run again.")

    def _end_in_time(self, close: Callable[[], Awaitable[None]]) -> None:
        """What hangs ends with the browser, which ends whatever fails before."""
        self._ending.push_async_callback(lambda: in_time(close(), _CLOSE_SECS))

    async def _leave(self) -> None:
        """Editors keep what was typed as their page is left."""
        if self.tabs.sendings.typed:
            await self.guard.see_off(self.tabs.leave())

    async def renew_hands(self) -> None:
        await self.hands.close()
        self.hands = self._new_hands()

    async def give_keyboard_back(self) -> None:
        """Nothing to do: the page's keyboard is its own, whichever window has the screen's."""

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        self.guard.forget_held()
        self.tabs.sendings.typed.clear()  # no page is left after it, but for the browser's end
        return await self.hands.stop()

    async def vitals(self) -> Vitals:
        """Crashed pages are ended processes without a number; silent is the browser whose shown
        page's scripts don't answer within a second."""
        page = self.tabs.page
        is_silent = page is not None and await is_hung(page, bound_secs=_ANSWER_SECS)
        if is_silent:
            await self._process.hear()
        if self._process.lost:
            raise SurfaceLost(self._process.lost)
        ended, console = self._troubles.take()
        return Vitals(ended, (self._troubles.application,) if is_silent else (), console)

    async def _heed_standstill(self) -> None:
        """Nobody waits for a page that waits for a yes."""
        page, dialogs = self.tabs.page, self.tabs.dialogs
        if dialogs.is_page_awaited or (
            page is not None and await is_hung(page, bound_secs=_STILL_SECS)
        ):
            dialogs.hold_up()
            self.eyes.note_standstill(lambda: self.guard.waits)

    async def mark_start(self) -> None:
        shown = self.tabs.shown
        self._start_url = shown.url if shown is not None else self._settings.start_url

    async def reset(self) -> None:
        """A fresh context at the address that was shown at the start, and no other tab."""
        if not self.can_reset:
            why = "A browser with a profile that is kept can't be set back."
            raise ActionImpossible(why, "Explore without a profile folder in the settings.")
        old = self._process.context
        with SurfaceLost.instead_of(Error, "The browser did not open a fresh page."):
            await self._process.renew_context()
            await self.guard.follow(self._process.context)
            await self.tabs.start_over(self._process.context)
        await self._process.end_context(old)
        self._notes.take()
        self._troubles.take()
        if self._start_url and self._start_url != _EMPTY_PAGE:
            await self.hands.perform(actions.Navigate(self._start_url), None)

    async def applications(self) -> tuple[plans.Application, ...]:
        """None: nothing is launched from within a browser."""
        return ()

    async def file_facts(self, path: str) -> surface_ports.FileFacts:
        home = Path(self.environment.get("HOME", str(Path.home())))
        return await asyncio.to_thread(read_file_facts, home, path)

    def _lose(self, message: str) -> None:
        """Whoever acts or looks is told, too."""
        for tell in self._told_of_loss:
            tell(message)
        super()._lose(message)

    def _new_eyes(self, application: str) -> BrowserEyes:
        return BrowserEyes(
            self.tabs,
            application=application,
            on_resized=self._tell_resized,
            overlay_badges=self._settings.overlay_badges,
            has_window=not self._process.is_headless,
            waits=lambda: self.guard.waits,
            let_on=lambda: self.guard.let_on_secs,
        )

    def _new_hands(self) -> BrowserHands:
        return BrowserHands(
            self.tabs,
            self._settings,
            rules=self._rules,
            secrets=self._secrets,
            notes=self._notes,
            lease=self.lease,
        )

    def _check_start_page(self) -> None:
        """Raises ``SurfaceUnavailable`` where it is no address, or one that is not allowed."""
        if not self._settings.start_url:
            return
        remedy = "Name a page such as example.org."
        with SurfaceUnavailable.instead_of(ActionImpossible, "{why}", remedy):
            url = read_address(self._settings.start_url, "")
        if why := self._rules.why_not(url):
            raise SurfaceUnavailable(f"{url[:200]} may not be opened: {why}")
