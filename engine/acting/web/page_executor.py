"""Performing one step in a browser: touch its element, settle, and judge what changed.

A touch that finds its element gone or covered, or to which nothing reacts, is followed by the
fallbacks of ``touching``; what may have landed and must not happen twice is touched once only."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from engine.acting.executor import point_of, sought_by, turn_of, ways_of
from engine.acting.web.page_settling import NAVIGATION_SECS, WebSettled, WebSettler
from engine.acting.web.verdicts import judged
from engine.domain import actions, conditions, performing, ports, surface_ports, verdicts
from engine.domain.actions import PressKeys, Scroll, ScrollTo, Search, TakeScreenshot, Wait
from engine.domain.errors import ActionImpossible, HeldBack, KeptOff, TargetLost
from engine.domain.facts import KW_ONLY, Part, field, replace
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, Situation
from engine.domain.web import outgoing, pages
from engine.states import conditions_held, spots
from engine.states.web import touching
from engine.states.web.changes import Baseline, changes_since, telling

_NOTCHES_TO_FIND, _NOTCHES_TO_END, _MOST_TURNS = 4, 1000, 40
_LEADS_ELSEWHERE = (
    actions.Navigate | actions.GoBack | actions.GoForward | Search | actions.SwitchTab
)
_MOVES_VIEW = (
    Scroll | ScrollTo | PressKeys | actions.GoBack | actions.GoForward | actions.Navigate | Wait
)


class _Touches(Part):
    """What was done for one step, since when, and what came of it."""

    step: PlanStep
    before: Situation
    base: Baseline
    since_secs: float = field(default_factory=time.time)
    tried: list[str] = field(default_factory=list)
    lost: TargetLost | None = None
    settled: WebSettled | None = None

    def is_kept_off(self, element: pages.WebElement, page: pages.Page) -> bool:
        """The mouse can't click it: but for a link that something lies over, whose address could be
        opened by hand, nothing else may. Keys reach a field all the same."""
        is_click = isinstance(self.step.action, actions.Click) and self.settled is None
        if not isinstance(self.lost, KeptOff) or not is_click:
            return False
        return not (self.lost.is_covered and touching.leads_elsewhere(element, page))


class WebExecutor(Part):
    """Implements the ``StepExecutor`` port on a browser. Whether a step may be performed is not
    its business; ``rater`` only tells it what must not be touched twice, and ``against`` what the
    page may not set off with it. ``masked`` masks what the hands say, which may quote the page."""

    surface: surface_ports.WebSurface
    perceiver: ports.Perceiver
    limits: Limits
    rater: ports.RiskRater
    _: KW_ONLY
    settler: WebSettler | None = None
    masked: Callable[[str], str] = str
    against: Callable[[PlanStep, Situation], outgoing.WhyHeld] = lambda step, before: lambda out: ""
    _held: tuple[object, ...] | None = field(default=None, init=False)
    _asked_for: PlanStep = field(init=False)
    _base: Baseline = field(init=False)
    _is_late = False

    def __post_init__(self) -> None:
        self._eyes = self.surface.eyes
        self._hands = self.surface.hands
        self._settler = self.settler or WebSettler(self.surface, self.perceiver, masked=self.masked)
        self.has_come = self._settler.has_come

    async def perform(self, step: PlanStep, before: Situation) -> performing.Performed:
        """Raises ``TargetLost`` where the element can't be reached by any way, ``HeldBack`` where
        the page set off more than the step may, and what the hands raise."""
        if isinstance(step.action, Wait | TakeScreenshot):  # what comes now is of the step before
            return await self._perform(step, before, ())
        goes_on, is_late = self._held == _told_apart(step), self._is_late
        self._held, self._is_late = None, False
        if not goes_on:  # a yes to what was held back is one to nothing else
            self._asked_for = step
        try:
            why = self.against(replace(step, has_risk_of=self._asked_for.has_risk_of), before)
            with self.surface.guard.holding_back(why, goes_on=goes_on) as held:
                performed = await self._perform(
                    step, before, held, goes_on=goes_on, only_lets_go=goes_on and is_late
                )
        except ActionImpossible as error:
            raise type(error)(self.masked(error.message), error.remedy) from None
        if held:
            raise self._held_back(step, held)
        return performed

    def _held_back(self, step: PlanStep, held: Sequence[str]) -> HeldBack:
        why = self.masked(" and it ".join(dict.fromkeys(held)))  # a yes lets all go
        if step.has_risk_of != self._asked_for.has_risk_of:
            why = f"{step.has_risk_of} and it then {why}"
        self._held = _told_apart(replace(step, has_risk_of=why))
        return HeldBack(why, waits=self.surface.guard.waits)

    def held_late(self, step: PlanStep) -> HeldBack | None:
        self._is_late = bool(late := self.surface.guard.take_late())
        return self._held_back(step, late) if late else None

    def forget_held(self) -> None:
        self._held = None
        self.surface.guard.forget_held()

    async def _perform(
        self,
        step: PlanStep,
        before: Situation,
        held: Sequence[str],
        *,
        goes_on: bool = False,
        only_lets_go: bool = False,
    ) -> performing.Performed:
        if step.is_replan:
            return performing.Performed(verdicts.seen("there was nothing to do"), before)
        if goes_on and await self.surface.guard.let_on():  # what came of it waited for a yes
            done = _Touches(step, before, self._base)  # its page may have drawn it all the same
            return judged(step, before, await self._settle(done))
        if only_lets_go:
            raise ActionImpossible("The page gave up what it had set off; it was not done again.")
        by_keys = isinstance(step.action, PressKeys)
        self._base = await self._settler.baseline(before, by_keys=by_keys)
        done = _Touches(step, before, self._base)
        at_place = spots.spots_of(step.action) or actions.half_of(step.action)
        is_touch = isinstance(step.action, actions.Click | actions.TypeText | Search)
        if is_touch and not at_place and touching.is_element(step, before):
            return await self._touch(done, held)
        match step.action:
            case Wait(secs=secs) if step.expected_change is None:
                await asyncio.sleep(secs)
            case Wait() | TakeScreenshot():
                pass
            case Scroll(to_end=to_end, until=until) as action if to_end or until:
                await self._scroll_on(action, step, before)
            case action:
                place = point_of(step, before)
                await self._hands.perform(action, place, ways_of(step, before, place))
        return judged(step, before, await self._settle(done))

    async def _scroll_on(self, action: Scroll, step: PlanStep, before: Situation) -> None:
        """Turn by turn, until the text is in view or nothing moves any more."""
        turn = turn_of(action, _NOTCHES_TO_FIND if action.until else _NOTCHES_TO_END)
        at, now = point_of(step, before), before
        for _ in range(_MOST_TURNS):
            if action.until and conditions_held.is_in_view(action.until, now):
                return
            was = now
            await self._hands.perform(turn, at)
            await self._eyes.wait_until_quiet(self.limits.settle_secs)
            now = await self.perceiver.observe()
            if spots.changed_pixels(was.frame, now.frame) <= spots.CARET_PIXELS:
                break
        if action.until and not conditions_held.is_in_view(action.until, now):
            raise ActionImpossible(f"“{action.until}” did not come into sight by scrolling.")

    async def has_effect_already(self, step: PlanStep, looks: performing.Looks) -> bool:
        """Whether the effect has come after all; without an expected change, whether the page is
        another than before the first attempt."""
        condition = step.expected_change
        if condition is None or isinstance(condition, conditions.SomethingChanges):
            before, now = looks.before, looks.now
            if (was := before.page) is None or (page := now.page) is None:
                return False
            base, state = Baseline(before, (was.url, was.dom_hash)), (page.url, page.dom_hash)
            changes = changes_since(base, now, state, counts_scrolling=False)
            return bool(telling(changes, before, now, before.zone(step.zone_id)))
        return await self.has_come(condition, looks)

    async def wait_for_zone(self, step: PlanStep, before: Situation) -> Situation:
        """The situation once the step's zone is in sight, or at the settling bound; an element of
        which only the place is known is scrolled to, in whatever area it lies."""
        zone, page = before.zone(step.zone_id), before.page
        if zone is not None and page is not None and not zone.on_screen:
            known = page.element(zone.source_key)
            middle = (known.bounds_px if known is not None else zone.bounds_px).center.y
            y_px = max(0, page.scroll_y_px + middle - page.view_height_px // 2)
            before = await self._scroll_to(page.scroll_x_px, y_px)
        settled = await self._settler.settle(
            await self._settler.baseline(before),
            performing.Looks(before, before, time.time()),
            sought_by(step, zone),
            bound_secs=self.limits.settle_secs,
            counts_scrolling=True,
        )
        now = settled.situation.zone(step.zone_id)
        element = touching.element_of(step, settled.situation)
        if element is not None and element.is_covered:
            await self._hands.act_on(Scroll(down=0), element)  # tells what lies over it
        if now is None or now.on_screen or element is None or element.in_view:
            return settled.situation
        with contextlib.suppress(TargetLost):  # it is looked at below where it stands now
            await self._hands.act_on(Scroll(down=0), element)
        await self._eyes.wait_until_quiet(self.limits.settle_secs)
        return await self.perceiver.observe()

    async def _touch(self, touches: _Touches, held: Sequence[str]) -> performing.Performed:
        """One way after the other, until something reacts or no further one is allowed."""
        step, before = touches.step, touches.before
        element, page = touching.element_of(step, before), before.page
        if element is None or page is None:
            raise TargetLost(f"“{step.zone_label}” is not on the page.")
        risk = self.rater.rate(step, before)
        repeats = touching.may_repeat(step, element, before.zone(step.zone_id), risk, page)
        for way in touching.ways_to(element, risk, page):
            if touches.settled is not None and way.scroll:
                continue  # it is there; nothing reacted
            if way is touching.SCRIPT and touches.is_kept_off(element, page):
                break  # nobody else could click it now
            if not await self._try(way, element, touches) or (settled := touches.settled) is None:
                continue
            if (now := settled.situation.page) is not None:  # a server may have heard of it
                repeats &= now.last_answer <= page.last_answer and {*now.awaited} <= {*page.awaited}
            if settled.is_reaction or held or not repeats:
                break
        if touches.settled is None:
            assert touches.lost is not None
            raise touches.lost
        return judged(step, before, touches.settled, touches.tried, may_repeat=repeats)

    async def _try(self, way: touching.Way, element: pages.WebElement, touches: _Touches) -> bool:
        """Whether the element was touched this way; what came of it is in ``touches``."""
        if way.scroll:
            found = await self._found_again(element, way.scroll, touches)
            if found is None:
                return False
            element = found
        elif way is not touching.POINTER and not await self._may_be(element):
            touches.tried.append(f"{way.words} (another thing stands there by now)")
            return False
        try:
            await self._hands.act_on(touches.step.action, element, way.how)
        except TargetLost as error:
            touches.lost = error if way.how == "pointer" else touches.lost or error
            touches.tried.append(f"{way.words} ({self.masked(error.message).rstrip('.')})")
            return False
        touches.tried.append(way.words)
        touches.settled = await self._settle(touches, counts_scrolling=element.in_view)
        return True

    async def _may_be(self, element: pages.WebElement) -> bool:
        """Nothing else stands under its id by now, as in a list that uses its rows again; what is
        gone altogether is the hands' to find or to miss."""
        page = (await self.perceiver.observe()).page
        now = page.element(element.agent_id) if page is not None else None
        return now is None or touching.is_same(now, element)

    async def _found_again(
        self, element: pages.WebElement, scroll: int, touches: _Touches
    ) -> pages.WebElement | None:
        """The same thing under the same zone id, after a look further down or up."""
        page = touches.base.situation.page
        y_px = touching.scrolled_place(page, scroll) if page is not None else None
        if page is None or y_px is None:
            return None
        now = await self._scroll_to(page.scroll_x_px, y_px)
        found = touching.element_of(touches.step, now)
        if found is None or not touching.is_same(found, element):
            await self._scroll_to(page.scroll_x_px, page.scroll_y_px)
            return None
        touches.base = await self._settler.baseline(now)
        return found

    async def _scroll_to(self, x_px: int, y_px: int) -> Situation:
        await self._hands.perform(ScrollTo(x_px, y_px), None)
        await self._eyes.wait_until_quiet(self.limits.settle_secs)
        return await self.perceiver.observe()

    async def _settle(self, done: _Touches, *, counts_scrolling: bool = True) -> WebSettled:
        step = done.step
        leads = isinstance(step.action, _LEADS_ELSEWHERE)
        secs = NAVIGATION_SECS if leads else self.limits.settle_secs
        secs = step.action.secs if isinstance(step.action, Wait) else secs
        return await self._settler.settle(
            done.base,
            performing.Looks(done.before, done.before, done.since_secs),
            step.expected_change,
            bound_secs=secs,
            counts_scrolling=counts_scrolling or isinstance(step.action, _MOVES_VIEW),
            is_patient=isinstance(step.action, TakeScreenshot),  # to see what is not there yet
        )


def _told_apart(step: PlanStep) -> tuple[object, ...]:
    """By what a step that was held back is known when it is done after all."""
    return step.zone_id, step.action, step.has_risk_of
