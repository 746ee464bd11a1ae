"""A real browser with its perceiver, executor, rater, guard and reverter: what a run has."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from engine.acting.web.page_executor import WebExecutor
from engine.acting.web.page_settling import WebSettler
from engine.domain.actions import Action, Navigate
from engine.domain.facts import Frozen, fields, replace
from engine.domain.history import LocalActionNode
from engine.domain.limits import Limits
from engine.domain.performing import Performed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Comparison, Returned
from engine.domain.spaces import Frame
from engine.perception.perceiver import SurfacePerceiver
from engine.safety.gate import ZoneTargetGuard
from engine.safety.web.page_risks import WebRiskRater
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.surface import BrowserSurface
from engine.undo.web.page_reverter import WebReverter
from tests.support.browser_site import Site
from tests.support.browsing import KnownSecrets

_MAX_WAYS = 6


@dataclass
class Web:
    """``is_thorough``: what differs in words alone is done in the browser each time."""

    surface: BrowserSurface
    perceiver: SurfacePerceiver
    executor: WebExecutor
    reverter: WebReverter
    guard: ZoneTargetGuard
    site: Site
    is_thorough: bool = False

    async def open(self, body: str, path: str = "/now") -> None:
        await self.surface.hands.perform(Navigate(self.site.put(path, body)), None)

    async def show(self, body: str, path: str = "/now") -> Situation:
        await self.open(body, path)
        return await self.look()

    async def fill_in(self, label: str, text: str) -> None:
        """Neither settled nor marked, for who asks what comes afterwards; and past the hands, which
        take as much of the processor for it as all the rest that is done to such a page."""
        page = self.surface.tabs.page
        assert page is not None
        await page.get_by_label(label, exact=True).fill(text)
        self.surface.tabs.sendings.note_typed(text)

    async def look(self) -> Situation:
        await self.surface.eyes.wait_until_quiet(5)
        return await self.perceiver.observe()

    async def ask(self, script: str) -> object:
        """What the shown page answers."""
        page = self.surface.tabs.page
        assert page is not None
        return await page.evaluate(script)

    @contextmanager
    def waiting_less(self) -> Iterator[None]:
        """For what never comes, which else is waited for to the bound."""
        patient = self.executor
        self.executor = _executor(self.surface, self.perceiver, self.site, settle_secs=3.0)
        yield
        self.executor = patient

    async def act(self, action: Action, label: str = "") -> tuple[Performed, LocalActionNode]:
        """Perform it, as a run does after the gate; what came of it and its node."""
        before = await self.look()
        step = step_for(action, label, before)
        if step.zone_id != GLOBAL_ZONE_ID and not before.zone(step.zone_id).on_screen:  # type: ignore[union-attr]
            before = await self.executor.wait_for_zone(step, before)
        mark = await self.reverter.mark(before)
        declared = self.reverter.reversibility_of(step, before)
        done = await self.executor.perform(step, before)
        after = await self.reverter.mark(done.situation)
        return done, LocalActionNode(StepPlace(1, 1), step, mark, after, declared)

    async def take_back(self, node: LocalActionNode) -> tuple[Comparison, list[str]]:
        """Walk way after way as a session does, until the state before was seen."""
        walked: list[str] = []
        tried: set[tuple[str, str]] = set()
        for _ in range(_MAX_WAYS):
            now = await self.look()
            mark = await self.reverter.mark(now)
            compared = self.reverter.compare(node.before, mark)
            if compared.returned is Returned.RESTORED:
                break
            fresh = (
                w for w in self.reverter.ways(node, now) if (mark.digest, w.words) not in tried
            )
            way = next(fresh, None)
            if way is None:
                break
            tried.add((mark.digest, way.words))
            walked.append(way.words)
            for step in way.steps:
                now = await self.look()
                zone = now.zone(step.zone_id)
                if zone is not None and not zone.on_screen:
                    now = await self.executor.wait_for_zone(step, now)
                await self.executor.perform(step, now)
        now = await self.look()
        return self.reverter.compare(node.before, await self.reverter.mark(now)), walked


def reworded(told: Any, words: Mapping[str, str]) -> Any:
    """A look as it would be had the page had these words in place of those that it had."""
    match told:
        case Frame():
            return told
        case Frozen():
            own = {each.name: getattr(told, each.name) for each in fields(told) if each.init}
            return replace(told, **{name: reworded(each, words) for name, each in own.items()})
        case tuple() | frozenset():
            return type(told)(reworded(each, words) for each in told)
        case Mapping():
            return {reworded(name, words): reworded(each, words) for name, each in told.items()}
        case str() if type(told) is str:
            for said, instead in words.items():
                told = told.replace(said, instead)
    return told


def step_for(action: Action, label: str, situation: Situation) -> PlanStep:
    zone = next((one for one in situation.zones if one.label == label), None) if label else None
    assert zone is not None or not label, [one.label for one in situation.zones]
    zone_id = zone.zone_id if zone is not None else GLOBAL_ZONE_ID
    return PlanStep(1, zone_id, label, action, f"{action.kind} {label}".strip())


def _executor(
    surface: BrowserSurface, perceiver: SurfacePerceiver, site: Site, *, settle_secs: float
) -> WebExecutor:
    rater = WebRiskRater(start_url=site.at("/"))
    settler = WebSettler(surface, perceiver, navigation_secs=settle_secs)
    return WebExecutor(surface, perceiver, Limits(settle_secs=settle_secs), rater, settler=settler)


@asynccontextmanager
async def real_web(site: Site, size: tuple[int, int] = (800, 600)) -> AsyncIterator[Web]:
    """A smaller ``size`` takes less of the processor: each picture is drawn, sent and compared."""
    settings = BrowserSettings(is_headless=True, width=size[0], height=size[1])
    surface = BrowserSurface(
        "browser", settings, secrets=KnownSecrets({"shop": "hunter2"}), environment=dict(os.environ)
    )
    await surface.start()
    try:
        perceiver = SurfacePerceiver(surface, masked=lambda text: text)
        executor = _executor(surface, perceiver, site, settle_secs=30.0)
        reverter = WebReverter(WebRiskRater(start_url=site.at("/")))
        guard = ZoneTargetGuard(surface, perceiver)
        yield Web(surface, perceiver, executor, reverter, guard, site)
    finally:
        await surface.close()
