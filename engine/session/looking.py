"""Looking, and what was seen last: all that acts on the surface goes by the same situation.

A look between plans is recorded: the picture and the zones go into the store before the event
names them. Local perception comes first. A vision model is asked only where that falls short, and
the record says why. What moves by itself, such as a clock, a counter or an animation, bears no
difference of a return, and brings about none."""

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from engine.domain import conditions, errors, performing, ports, risks
from engine.domain.actions import PressKeys, TypeText
from engine.domain.events import SituationObserved, WarningRaised
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.recoveries import FailureClass, Recovery, may
from engine.domain.spaces import KeptPictures, Rect
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Source, State
from engine.session.context import RunContext, RunPart
from engine.states import marking, small_pictures, spots

_REST_SECS = 0.5
_LATE_SECS = 2.5
"""So long after the hands moved a program may still come with what it has to say."""
_LONGEST_UNREST_SECS = 5.0
_NEXT_WINDOW_SECS = 6.0
PASSING_RESTS = 20
"""Of half a second, until a message has gone that goes by itself."""
_CONTENT_SECS = 15.0
_JUST_NOW_SECS = 0.25
_END_SECS = 2.0


class Looking(RunPart):
    """One run's looks."""

    def __init__(self, context: RunContext) -> None:
        super().__init__(context)
        self._perceiver = context.perceiver
        self._executor = context.executor
        self._rest_secs = min(_REST_SECS, context.settings.limits.settle_secs)
        self._late_secs = min(_LATE_SECS, context.settings.limits.settle_secs)
        self.acted_at_secs = self.wrote_at_secs = -math.inf
        self._kept_of: tuple[object, ...] = ()
        self._kept_hash = ""
        self.last: Situation | None = None

    @property
    def seen(self) -> Situation:
        """What was seen last, after an action too, for what comes after the first look."""
        if self.last is None:
            raise errors.BugError("the run acted before anything was seen")
        return self.last

    async def glance(self) -> Situation:
        """What is there now, as far as it is seen at once."""
        self.last = await self._perceiver.observe()
        return self.last

    async def glance_quickly(self) -> Situation:
        """As ``glance``, without texts that are still being read; nor have they the focus."""
        self.last = await self._perceiver.observe(patience_secs=0.0)
        return self.last

    async def glance_before_acting(self, known: Situation) -> Situation:
        """As ``glance``, unless just done; waits for texts where a ``known`` one is read anew."""
        age_secs = time.monotonic() - self.seen.frame.captured_at_secs
        is_recent = self.seen is not known and age_secs < _JUST_NOW_SECS
        now = self.seen if is_recent else await self.glance_quickly()
        there = {zone.zone_id for zone in now.zones}
        texts = (zone.zone_id for zone in known.zones if zone.source is Source.TEXT)
        return await self.glance() if now.is_being_read and not there.issuperset(texts) else now

    async def is_unchanged(self) -> bool:
        """The picture is the one that was seen last, whatever a program tells of it late; only the
        caret may have blinked in what has the keyboard."""
        eyes, seen = self._context.surface.eyes, self.seen
        if await eyes.change_count() == seen.frame.change_count:
            return True
        if (focused := seen.focused_zone) is None or seen.page is not None:
            return False
        caret = spots.caret_that_blinked(seen.frame, await eyes.capture())
        return caret is not None and focused.bounds_px.contains(caret.center)

    async def read_whole(
        self, situation: Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> Situation:
        whole = self._perceiver.read_whole(situation, zone_ids, drawn)
        return await self._control.unless_cancelled(whole)

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> Page | None:
        asked = self._perceiver.page_afresh(url, by_strangers=by_strangers)
        return await self._control.unless_cancelled(asked)

    async def look(self) -> Situation:
        """What is there now, with all that takes some seconds to be recognised; not recorded. A
        paused run looks and thinks on: it waits before it acts."""
        self._control.raise_if_ended()
        return await self._look_fully()

    async def look_at_rest(self) -> Situation:
        """What is there once no window, page, dialog or alert came or went for half a second, and
        none is due any more of what the hands did last; at the bound as it is."""
        due_secs = self.acted_at_secs + self._late_secs - self._rest_secs - time.monotonic()
        if due_secs > 0:
            await self._control.unless_cancelled(asyncio.sleep(due_secs))
        deadline = time.monotonic() + _LONGEST_UNREST_SECS
        if self._has_rested() and await self.is_unchanged():
            return await self.look()
        seen = await self.look()
        while time.monotonic() < deadline:
            before = _standing_in(seen)
            await self._control.unless_cancelled(asyncio.sleep(self._rest_secs))
            seen = await self.look()
            if _standing_in(seen) == before:
                break
        return seen

    def _has_rested(self) -> bool:
        """What was seen last has had its time to show unrest."""
        if self.last is None:
            return False
        rested_at_secs = self.last.frame.captured_at_secs + self._rest_secs
        return max(rested_at_secs, self.acted_at_secs + self._late_secs) <= time.monotonic()

    def may_be_kept_late(self, since: Situation | None) -> bool:
        """What was written last, of which a page tells as long as it may be, and then awaits an
        answer to what it sent ``since``; a program has the time for all that it has to say."""
        if self.last is None or since is None or self.last.page is None or since.page is None:
            return time.monotonic() < self.wrote_at_secs + self._late_secs
        return self.last.page.may_keep or bool(self.last.page.awaited_since(since.page))

    async def watch(self, is_so: Callable[[Situation], bool], rests: int) -> Situation:
        """Look on until that is so, so many rests at most."""
        while not is_so(self.seen) and (rests := rests - 1) >= 0:
            await self.rest()
        return self.seen

    async def rest(self) -> None:
        """Wait for a moment, and look."""
        await self._control.unless_cancelled(asyncio.sleep(self._rest_secs))
        await self.glance()

    async def wait_for_a_window(self) -> None:
        """Until there is one again, within a bound: where the last one closed, a program may still
        be making the one that comes after it."""
        if self.last is not None:
            rests = round(_NEXT_WINDOW_SECS / self._rest_secs)
            await self.watch(lambda now: bool(now.windows), rests)

    async def before(self, step: PlanStep, *, waits: bool) -> Situation:
        """What was seen last. Where keys go to whatever has the keyboard, it ``waits`` until the
        window in front shows more than a plain surface or that its program starts, within a bound.
        That it was waited is told."""
        situation, has_keys = self.last or await self.glance(), PressKeys | TypeText
        if not waits or step.zone_id != GLOBAL_ZONE_ID or not isinstance(step.action, has_keys):
            return situation
        began, waiting = time.monotonic(), False
        while waiting := _not_ready(self.seen, awaited=waiting):
            if time.monotonic() - began >= _CONTENT_SECS:
                break
            await self.rest()
        if waited_secs := round(time.monotonic() - began):
            still = ", and it shows nothing still" if waiting else ""
            words = f"It was waited {waited_secs} s for a window to show something{still}."
            await self._log.append(WarningRaised(words))
        return self.seen

    async def at_end(self) -> str:
        """The hash of the picture that the run ends with: of now, or of what was seen last where
        nothing can be seen any more; empty where nothing ever was."""
        if self.last is None:
            return ""
        with contextlib.suppress(errors.KnownError, TimeoutError):
            async with asyncio.timeout(_END_SECS):
                await self.glance()
        return await self._context.blobs.put_picture(self.last.frame)

    async def observe(
        self, why: str, *, pictures: KeptPictures = "always", looked: Situation | None = None
    ) -> Situation:
        """As ``look``, and recorded, with its picture where ``pictures`` says so; or what was just
        ``looked`` at. Stale zones are used, with a warning. Raises ``BudgetExhausted``."""
        started = time.perf_counter()
        last = self.last
        situation = looked or await self._look_fully()
        if situation.is_stale and may(FailureClass.NOTHING_SEEN, Recovery.RECAPTURE):
            situation = await self._look_fully()
        shortfall = self._perceiver.shortfall(situation)
        if shortfall:
            async with self._context.account.call("vision", "vision model"):
                closer = self._perceiver.look_closer(situation)
                self.last = situation = await self._control.unless_cancelled(closer)
        took_ms = (time.perf_counter() - started) * 1000
        stale = "Nothing could be recognised just now; the zones are from before."
        for words in (*[stale] * situation.is_stale, *situation.warnings):
            await self._log.append(WarningRaised(words))
        picture_hash, zones_hash = await asyncio.gather(
            self._picture_of(situation, pictures), self._context.blobs.put_zones(situation)
        )
        await self._log.append(
            SituationObserved(
                why,
                picture_hash,
                zones_hash,
                situation.frame.width,
                situation.frame.height,
                len(situation.zones_in_sight),
                tuple(window.title for window in situation.windows),
                round(took_ms, 3),
                from_cache=looked is None and situation is last,
                is_stale=situation.is_stale,
                asked_vision_because=shortfall,
            )
        )
        return situation

    async def holds(
        self, condition: conditions.Condition, before: Situation, since_secs: float | None = None
    ) -> bool:
        """Whether the condition holds in what was seen last; ``before`` is what it counts from, and
        ``since_secs``, or now, the time from which on a file counts as saved."""
        since = time.time() if since_secs is None else since_secs
        return await self._executor.has_come(condition, performing.Looks(before, self.seen, since))

    async def _look_fully(self) -> Situation:
        self.last = await self._perceiver.observe_fully()
        return self.last

    async def _picture_of(self, situation: Situation, pictures: KeptPictures) -> str:
        """The hash of the picture that stands for this look; empty where none is kept."""
        if pictures == "never":
            return ""
        page, size_px = situation.page, (situation.frame.width, situation.frame.height)
        place = (page.url, page.dom_hash, page.scroll_x_px, page.scroll_y_px) if page else ()
        shown = (*place, size_px)
        if pictures == "always" or not place or shown != self._kept_of:
            self._kept_hash = await self._context.blobs.put_picture(situation.frame)
            self._kept_of = shown
        return self._kept_hash


def _not_ready(now: Situation, *, awaited: bool) -> bool:
    """A splash screen in front, or one that tells nothing; or no window where one is awaited."""
    window = now.active_window if awaited else now.front_window
    if window is None or window.is_splash:
        return awaited or window is not None
    is_told = any(z.label or z.value or z.is_actionable for z in now.zones_in(window))
    return not is_told and spots.is_plain(now.frame, window.bounds_px)


def _standing_in(situation: Situation) -> frozenset[tuple[str, str]]:
    told = {(window.window_id, window.title) for window in situation.windows}
    if (page := situation.page) is not None:
        told |= {("page", page.url), *(("dialog", each.dialog) for each in page.elements)}
        loud = (each for each in situation.zones if each.role in (Role.ALERT, Role.STATUS))
        told |= {("alert", each.label) for each in loud}
    return frozenset(told)


_TICK_SECS = 1.2
"""A clock goes on in it."""


def leave_out(node: LocalActionNode, restless: frozenset[str], at_px: Sequence[Rect] = ()) -> None:
    """Compare its states without what changes by itself, and without these places of the picture.
    What it was done upon is compared nevertheless, and the list whose row that is."""
    has_keys = isinstance(node.step.action, PressKeys | TypeText)
    own = {
        marking.restless_key(zone)
        for zone in node.before.zones
        if zone.zone_id == node.step.zone_id or (has_keys and State.FOCUSED in zone.state)
    }
    still, places = (node.before.restless | restless) - own, (*node.before.restless_px, *at_px)
    node.before, node.after = (
        replace(mark, restless=still, restless_px=places) for mark in (node.before, node.after)
    )


def known_again(mark: risks.StateMark, node: LocalActionNode) -> str:
    """What a way back is tried in but once: where something moves by itself, these windows."""
    windows = " ".join(window.window_id for window in mark.windows)
    return marking.at_rest(mark, node.before).digest or windows


async def note_moving(history: LocalActionHistory, looks: Looking, reverter: ports.Reverter) -> str:
    """Look on for a while with hands at rest: what changes meanwhile is left out of all actions.
    Gives why nobody can tell what it was before, where it was not seen to move then."""
    before = await reverter.mark(await looks.glance())
    await asyncio.sleep(_TICK_SECS)
    now = await reverter.mark(await looks.glance())
    places = [spot.place for spot in small_pictures.changed_spots(before, now) if spot.place]
    moving = marking.told_otherwise(before, now)
    known = history.stack[0].before.restless if history.stack else moving
    for node in history.stack:
        leave_out(node, moving, places)
    new = [z.words for z in (*now.zones, *now.asides) if marking.restless_key(z) in moving - known]
    new = new or ["a part of the picture"] * bool(places and not moving)
    return f"{new[0]} goes on by itself, and nobody saw whether it did before" if new else ""
