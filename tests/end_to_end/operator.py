"""Somebody who sits at a screen with a console on it, and drives it from outside."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from engine.domain.approvals import ApprovalRequest
from engine.domain.plans import PlanStep, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Zone
from engine.perception.perceiver import SurfacePerceiver
from engine.record.store import SessionStore
from engine.surfaces.desktop.surface import DesktopSurface
from widgets.decision.waiting_card import ARMED_AFTER_MS

PATIENCE_SECS = 120.0
_LOOK_AGAIN_SECS = 0.5
_ASK_AGAIN_SECS = 0.1
_STILL_SECS = 0.5
"""Not all that is told is drawn: then it is looked again where nothing moves, too."""
_ARMED_SECS = ARMED_AFTER_MS / 1000 + 0.05


class NoSecrets:
    def reveal(self, name: str) -> str:
        raise AssertionError(name)


@dataclass
class Operator:
    """Somebody who sits at a screen: sees by accessibility, acts by xdotool."""

    surface: DesktopSurface
    perceiver: SurfacePerceiver
    watchdog_report: Path

    async def open_console(self, goal: str) -> asyncio.subprocess.Process:
        return await self.starts("app", "--goal", goal)

    async def open_watched_console(self, goal: str) -> asyncio.subprocess.Process:
        """It reads drawn texts, too, and a watchdog reports what holds its loop."""
        self.settings.unlink()
        return await self.starts("tests.support.watchdog", "--goal", goal)

    def spares_reading(self) -> None:
        """What the operator starts reads no drawn texts: its programs tell what is in them, and
        for each process it would be read anew."""
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.settings.write_text("[perception]\ntext_recognition = false\n")

    @property
    def settings(self) -> Path:
        return Path(self.surface.environment["XDG_CONFIG_HOME"]) / "pilothouse" / "settings.toml"

    async def starts(self, module: str, *arguments: str) -> asyncio.subprocess.Process:
        """Start a Python module on the operator's screen."""
        environment = {**self.surface.environment, "PILOTHOUSE_WATCHDOG": str(self.watchdog_report)}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, env=environment
        )

    async def sees(self, *labels: str) -> Zone:
        """The first zone in sight whose label or value begins with one of these."""
        async with asyncio.timeout(PATIENCE_SECS), contextlib.aclosing(self._looks()) as looks:
            async for seen in looks:
                for zone in seen.zones_in_sight:
                    if zone.is_enabled and zone.label.startswith(labels):
                        return zone
        raise AssertionError("there is always another look")

    async def sees_no_more(self, label: str) -> None:
        """What goes away may take a click that was meant for what lies below it."""
        async with asyncio.timeout(PATIENCE_SECS), contextlib.aclosing(self._looks()) as looks:
            async for seen in looks:
                if not any(zone.label.startswith(label) for zone in seen.zones_in_sight):
                    return

    async def _looks(self) -> AsyncIterator[Situation]:
        """One after another, the next once something has moved: each reads all of the console,
        which costs it as much as the reader."""
        watch = self.surface.eyes.watch()
        try:
            while True:
                yield await self.perceiver.observe()
                await asyncio.sleep(_LOOK_AGAIN_SECS)
                if await watch.next(_STILL_SECS) is not None:
                    while await watch.next(0) is not None:
                        pass
        finally:
            watch.close()

    async def is_asked(self) -> str:
        """What the approval card asks now; empty where nothing waits."""
        return _asked_in(await self.perceiver.observe())

    async def is_asked_about(self, words: str) -> str:
        """Wait for a question with these words; all of it.

        It is the same in two looks in a row: in one, the card may be in the midst of a change. What
        is shown was recorded first, and asking the record costs less than looking."""
        before = ""
        async with asyncio.timeout(PATIENCE_SECS):
            await self._is_told(lambda told: told.startswith("approval_asked"))
        async with asyncio.timeout(PATIENCE_SECS), contextlib.aclosing(self._looks()) as looks:
            async for seen in looks:
                question = _asked_in(seen)
                if question and words in question and question == before:
                    return question
                before = question
        raise AssertionError("there is always another look")

    async def approves_on_the_strip(self, words: str) -> None:
        """On the agent's own screen, where the strip says what is asked; with the mouse, since the
        keyboard is another program's."""
        async with asyncio.timeout(PATIENCE_SECS):
            await self._is_told(lambda told: told.startswith("approval_asked"))
            asked = await self._waits_for_an_answer(lambda step: words in step.description)
            await self.sees("Approve")  # it may be shown much later than it was recorded
            await self._says_yes(
                asked, lambda: self.clicks("Approve"), lambda: self.sees("Approve")
            )

    async def approves(self, words: str = "") -> str:
        """Wait for a question with these words and approve it; what it was.

        The card takes no answer in its first moment, against keys meant for something else: the
        operator, who has seen it, waits that long. What is pressed means this one request: the
        record tells that it is answered, and where it is put anew, it is answered anew."""
        async with asyncio.timeout(PATIENCE_SECS):
            question = await self.is_asked_about(words)
            asked = await self._waits_for_an_answer(
                lambda step: question.startswith(step.description)  # what is really done may follow
            )
            await self._says_yes(
                asked, lambda: self.presses("ctrl+Return"), lambda: self.is_asked_about("")
            )
        return asked.step.description

    async def _says_yes(
        self,
        asked: ApprovalRequest,
        how: Callable[[], Awaitable[None]],
        see_it: Callable[[], Awaitable[object]],
    ) -> None:
        """Until it is not put anew; then it is seen first, as it is shown later than recorded."""
        again: ApprovalRequest | None = asked
        while again is not None:
            await asyncio.sleep(_ARMED_SECS)
            await how()
            again = await self._put_anew(again)
            if again is not None:
                await see_it()

    async def _waits_for_an_answer(self, is_meant: Callable[[PlanStep], bool]) -> ApprovalRequest:
        """The request for such a step, once the record tells of it."""
        while True:
            asked = await self._asked_now()
            if asked is not None and is_meant(asked.step):
                return asked
            await asyncio.sleep(_ASK_AGAIN_SECS)

    async def _put_anew(self, asked: ApprovalRequest) -> ApprovalRequest | None:
        """Wait until it does not wait any more; what asks for the same in its place."""
        while True:
            told = self._told_last()
            now = await self._asked_now()
            if now != asked:
                return now if now is not None and now.asked_again_because else None
            await self._is_told(lambda latest, told=told: latest != told)

    async def _asked_now(self) -> ApprovalRequest | None:
        """What waits for an answer, as it is recorded."""
        store = await SessionStore.open(self.database)
        try:
            latest, *_ = await store.sessions()
            opened = await store.open_session(latest.session_id)
            return opened.state.pending if opened is not None else None
        finally:
            await store.close()

    async def _is_told(self, check: Callable[[str], bool]) -> None:
        """Wait until what the record told last is so."""
        while True:
            if check(self._told_last()):
                return
            await asyncio.sleep(_ASK_AGAIN_SECS)

    def _told_last(self) -> str:
        """The latest that the record tells of questions and their ends, and when; empty before."""
        kinds = "'approval_asked', 'approval_decided', 'session_ended'"
        latest = f"SELECT kind || at_secs FROM events WHERE kind IN ({kinds}) ORDER BY at_secs DESC"
        try:
            record = sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)
        except sqlite3.OperationalError:  # there is no file yet
            return ""
        with contextlib.closing(record), contextlib.suppress(sqlite3.OperationalError):  # no table
            found = record.execute(f"{latest} LIMIT 1").fetchone()
            return str(found[0]) if found else ""
        return ""

    async def clicks(self, label: str) -> None:
        """Where it stands in two looks in a row: what comes up may push it aside."""
        before, now = None, (await self.sees(label)).bounds_px
        while before != now:
            before, now = now, (await self.sees(label)).bounds_px
        await self.xdotool_click(now)

    async def has_the_keyboard_in(self, title: str) -> None:
        """Wait until keys go to the window whose title begins so."""
        async with asyncio.timeout(PATIENCE_SECS):
            while True:
                window = (await self.perceiver.observe()).active_window
                if window is not None and window.title.startswith(title):
                    return
                await asyncio.sleep(0.05)

    async def xdotool_click(self, bounds: Rect) -> None:
        center = bounds.center
        await self._xdotool("mousemove", str(center.x), str(center.y), "click", "1")

    async def presses(self, key: str) -> None:
        await self._xdotool("key", key)

    async def types(self, text: str) -> None:
        await self._xdotool("type", text)

    async def _xdotool(self, *arguments: str) -> None:
        environment = dict(self.surface.environment)
        await asyncio.to_thread(
            subprocess.run, ["xdotool", *arguments], env=environment, check=True
        )

    def practice_files(self, name: str) -> list[Path]:
        """Files of that name in the practice folder of the console's own practice desktop."""
        inner = Path(self.surface.environment["TMPDIR"])
        return list(inner.glob(f"pilothouse-*/practice-*/home/Practice/{name}"))

    @property
    def database(self) -> Path:
        return Path(self.surface.environment["XDG_DATA_HOME"]) / "pilothouse" / "sessions.db"


def _asked_in(seen: Situation) -> str:
    """Below the approval card's title."""
    zones = seen.zones_in_sight
    title = next((zone for zone in zones if zone.label == "WAITING FOR YOU"), None)
    if title is None:
        return ""
    place = title.bounds_px
    below = [
        zone
        for zone in zones
        if zone.role is Role.LABEL
        and zone.label
        and zone.bounds_px.y > place.y
        and abs(zone.bounds_px.x - place.x) < 40
    ]
    nearest = min(below, key=lambda zone: zone.bounds_px.y, default=None)
    return nearest.label if nearest is not None else ""
