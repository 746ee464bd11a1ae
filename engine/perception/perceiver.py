"""The perceiver: from what the eyes see to a situation, at no cost where nothing changed."""

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from engine.domain.guests import Granted
from engine.domain.plans import Application, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree, Surface, WebEyes
from engine.domain.web.pages import Page
from engine.domain.zones import MASK, MOST_READ_CHARS, Source, Zone, told_of
from engine.geometry.regions import is_in_any
from engine.language.labels import shortened
from engine.perception import accessibility, fusion, pixels
from engine.perception.drawn.zones import DrawnZones, with_drawn
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.reading import PictureTexts
from engine.perception.vision.withholding import Withheld, untold_zones
from engine.perception.vision.zones import VisionZones
from engine.perception.zone_registry import ZoneRegistry

FIRST_PATIENCE_SECS = 0.4
FULL_PATIENCE_SECS = 3.0
_SILENT_PATIENCE_SECS, _DIALOG_PATIENCE_SECS = 5.0, 20.0
"""How old the picture of one more look may become while nothing is known of the window in front:
with what is told by then nobody could plan; and while a dialog there is not read whole, on a busy
machine: what it says counts."""
_READER_START_SECS = 20.0
_TREE_LAG_SECS = 0.25
"""Applications announce a change on the accessibility bus up to 100 ms after they painted it
(measured with Qt); a tree read sooner after a change than this is not trusted a second time. A page
is asked itself, and tells what it shows."""
_ASK_AGAIN_SECS = 1.0
"""One that did not answer may do so without a change of the picture."""

logger = logging.getLogger(__name__)


class SurfacePerceiver:
    """Implements the ``Perceiver`` port over a surface's eyes.

    ``masked`` replaces what must not be recorded (secrets that were typed) by dots, and so do the
    ``rules``; where they do, the zone's part of the picture is covered too. ``on_look`` is told
    of each situation that is new. With ``drawn``, what accessibility does not tell is looked for
    in the picture, in the background. ``texts`` reads pictures before they go out."""

    def __init__(
        self,
        surface: Surface,
        *,
        masked: Callable[[str], str],
        rules: MaskRules | None = None,
        drawn: DrawnZones | None = None,
        texts: PictureTexts | None = None,
    ) -> None:
        self._surface = surface
        self._masker = Masker(MaskRules() if rules is None else rules, masked)
        self._looks_for_drawn = drawn is not None
        self._drawn = drawn or DrawnZones(None)
        self._vision: VisionZones | None = None
        self._texts = texts or PictureTexts(None)
        self.on_look: Callable[[Situation], None] = lambda situation: None
        self._observing = asyncio.Lock()
        self._registry = ZoneRegistry()
        self._troubles = TreeTroubles()
        self._has_silent = False
        self._applications: tuple[Application, ...] | None = None
        self._bare: Situation | None = None
        self._picture_now: Frame | None = None
        self._bare_at_secs = 0.0
        self._last: Situation | None = None
        self._last_known = (0, False)
        self._last_rules: MaskRules | None = None
        self._last_granted = Granted()
        self._told_secret_px: tuple[Rect, ...] = ()
        self.secret_px: tuple[Rect, ...] = ()
        self._last_read_secs = 0.0
        self._trusted_after_secs = 0.0

    def start_run(
        self, goal: str, vision: VisionZones | None = None, granted: Callable[[], Granted] = Granted
    ) -> None:
        """From now on, what the goal itself says is not masked where a pattern finds it, and this
        vision model is asked for what local perception can't tell, if any; what another saw is
        forgotten. What is not ``granted`` is not told of."""
        self._masker.use(self._masker.rules.exempting(goal))
        self._masker.granted = granted
        self._vision = vision
        self._texts.start_run()
        self._drawn.start_run()

    def use_rules(self, rules: MaskRules) -> None:
        """Mask by these from the next look on; what the run has exempted stays so."""
        self._masker.use(rules.exempting(*self._masker.rules.exempt))

    def masked(self, words: str) -> str:
        return self._masker.sentence(words)

    async def observe(self, *, patience_secs: float = FIRST_PATIENCE_SECS) -> Situation:
        """The situation now. The same object as last time where the picture did not change and
        no more of it was read. Texts that are being read are waited for until the picture is as
        old as ``patience_secs``; later looks have the rest.

        Where nothing can be read, the zones from before are kept, a warning is logged and the
        situation says that it is stale; the next look tries again."""
        async with self._observing:
            at_secs, count = time.monotonic(), await self._surface.eyes.change_count()
            if self._bare is None or not self._is_still_true(self._bare, count):
                self._bare = await self._look(count, at_secs)
                self._bare_at_secs = time.monotonic()
                self._last = None
            self._show_drawn(self._bare)
        await self._drawn.wait(self._bare_at_secs + patience_secs - time.monotonic())
        async with self._observing:
            return await self._told(self._bare)

    async def observe_fully(self) -> Situation:
        """As ``observe``, but waits longer for texts, longest while a dialog in front is not read
        whole or nothing is known of the window there, and for the reader to start where it is
        needed for the first time. ``warnings`` tell, once, why they fail, and which application
        does not answer."""
        situation = await self.observe(patience_secs=FULL_PATIENCE_SECS)
        if await self._drawn.wait_for_reader(_READER_START_SECS):
            age_secs = time.monotonic() - self._bare_at_secs
            situation = await self.observe(patience_secs=age_secs + FULL_PATIENCE_SECS)
        if situation.is_being_read:
            situation = await self.observe(patience_secs=_patience_secs_for(situation))
        warnings = (*self._troubles.take(), *filter(None, [self._drawn.take_warning()]))
        for words in warnings:
            logger.info("%s", words)
        if not warnings:
            return situation
        return replace(situation, warnings=(*situation.warnings, *warnings))

    async def read_whole(
        self, situation: Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> Situation:
        """Nothing is asked of what is masked altogether."""
        whole: dict[str, Zone] = {}
        for zone in situation.zones_in_sight:
            is_told = told_of(zone.value, is_secret=zone.is_secret) == zone.value != MASK
            is_meant = zone.zone_id in zone_ids or zone.source_key in zone_ids
            if not (is_meant and zone.is_cut and is_told):
                continue
            if text := await self._surface.eyes.whole_text(zone):
                bare = replace(zone, value=text, is_cut=len(text) >= MOST_READ_CHARS)
                masked = await asyncio.to_thread(self._masker.zone, bare, situation.frame)
                whole[zone.zone_id] = masked
        for zone in untold_zones(situation, zone_ids if drawn is not None else ()):
            text, is_cut = await self._texts.read(situation, zone, self._masker, drawn or "")
            whole[zone.zone_id] = replace(zone, value=text, source=Source.TEXT, is_cut=is_cut)
        zones = {zone.zone_id: zone for zone in situation.zones} | whole
        return replace(situation, zones=tuple(zones.values())) if whole else situation

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> Page | None:
        eyes, frame = self._surface.eyes, self._bare.frame if self._bare is not None else None
        if frame is None or not isinstance(eyes, WebEyes):
            return None
        if (tree := await eyes.read_afresh(url, by_strangers=by_strangers)) is None:
            return None
        zones = accessibility.zones_of(tree, frame.bounds_px)
        return self._masker.look(tuple(zones), tree, frame).page

    async def close(self) -> None:
        """End the reading of texts. No look may come after this."""
        await self._texts.stop()
        await self._drawn.close()
        await self._texts.close()

    async def withheld(self, situation: Situation, part_px: Rect) -> Withheld:
        """What is to be covered in this part of its frame before that is sent to a model."""
        return await self._texts.withheld(situation, part_px, self._masker)

    def shortfall(self, situation: Situation) -> str:
        return self._vision.shortfall(situation) if self._vision is not None else ""

    async def look_closer(self, situation: Situation) -> Situation:
        """Other looks may come in between; what was seen counts for them too."""
        if self._vision is None:
            return situation
        closer = await self._vision.look_closer(situation, self._masker, self._texts)
        closer = _without_own(fusion.with_fused(closer))
        async with self._observing:
            await self._keep(closer, situation)
        return closer

    async def _keep(self, closer: Situation, asked_about: Situation) -> None:
        """Have later looks tell of it too. Where others came in between, they know more than the
        one that was asked about, so what was seen is added to the last of them."""
        last, bare = self._last, self._bare
        if last is None or bare is None:
            return
        is_same_picture = last.frame is asked_about.frame
        if is_same_picture and asked_about.is_stale and not closer.is_stale:
            self._registry.clear()
            self._bare = replace(bare, zones=(), is_stale=False)
        elif last.zones is not asked_about.zones or not is_same_picture:
            self._last = None
            self._show_drawn(bare)
            await self._told(bare)
            return
        self._last = replace(closer, warnings=())
        self.on_look(self._last)

    async def _picture(self, count: int, at_secs: float) -> Frame:
        """That of before, where nothing had been drawn since at that time."""
        if self._picture_now is not None and self._picture_now.change_count == count:
            return replace(self._picture_now, captured_at_secs=at_secs)
        self._picture_now = await self._surface.eyes.capture()
        return self._picture_now

    async def _look(self, count: int, at_secs: float) -> Situation:
        eyes = self._surface.eyes
        read_at_secs, granted = time.monotonic(), self._masker.granted()
        frame, tree = await asyncio.gather(self._picture(count, at_secs), eyes.read_tree())
        zones = tuple(accessibility.zones_of(tree, pixels.checked(frame).bounds_px))
        look = self._masker.look(zones, tree, frame)
        if look.covers:
            room = np.empty(len(frame.pixels), np.uint8)  # a thread of the pool would keep it
            frame = await asyncio.to_thread(look.covered, frame, room)
        self._last_rules, self._last_granted = look.rules, granted
        self._told_secret_px = look.secret_px
        self._troubles.note(tree, granted)
        self._has_silent = bool(tree.silent_applications)
        is_fresh = self._registry.replace_all(look.zones, look.windows)
        if not is_fresh and (self._has_silent or not tree.windows or granted.said):
            # an empty desktop, or one that hangs: what it told before must not be acted upon; nor
            # may it be told where nothing that is there now is granted
            self._registry.clear()
        if not is_fresh and self._registry.zones:
            logger.warning(
                "Recapture found no zones; the %d from before are kept", len(self._registry.zones)
            )
        if self._applications is None:
            self._applications = await self._surface.applications()
        if self._bare is None or frame.change_count != self._bare.frame.change_count:
            self._trusted_after_secs = read_at_secs + (0.0 if look.page else _TREE_LAG_SECS)
        self._last_read_secs, known = read_at_secs, self._registry.zones
        is_out = (not (it.on_screen or it.role.is_of_menu or look.page) for it in known)
        beneath = tuple(
            itertools.compress(known, is_out)
        )  # told since no more than a hint hides it
        return Situation(
            frame=frame,
            zones=tuple(zone for zone in known if zone not in beneath),
            beneath=beneath,
            windows=look.windows,
            applications=tuple(each for each in self._applications if granted.names(each.name)),
            places=self._surface.places,
            is_stale=not is_fresh and bool(known),
            page=look.page,
            is_sandboxed=self._surface.is_sandboxed,
        )

    async def _told(self, bare: Situation) -> Situation:
        """With what was read in its picture and what a vision model saw there."""
        is_being_read = self._drawn.is_reading
        known = (self._drawn.revision, is_being_read)
        if self._last is not None and known == self._last_known:
            return self._last
        situation, self._last_known = replace(bare, is_being_read=is_being_read), known
        if zones := await self._drawn.zones_in(bare, self._masker):
            situation = await asyncio.to_thread(with_drawn, situation, zones)
            if bare.is_stale:
                self._registry.clear()  # what was kept is gone: its place was read
        self.secret_px = (*self._told_secret_px, *self._drawn.secret_px)
        situation = self._vision.kept(situation) if self._vision is not None else situation
        self._last = _without_own(fusion.with_fused(situation))
        self.on_look(self._last)
        return self._last

    def _show_drawn(self, bare: Situation) -> None:
        if self._looks_for_drawn:
            self._drawn.show(bare)

    def _is_still_true(self, last: Situation, count: int) -> bool:
        """Same picture, and the tree was read when applications had had their say."""
        if self._has_silent and time.monotonic() - self._last_read_secs >= _ASK_AGAIN_SECS:
            return False
        is_same_picture = last.frame.change_count == count and not last.is_stale
        is_same_picture = is_same_picture and self._last_rules is self._masker.rules
        is_same_picture = is_same_picture and self._last_granted == self._masker.granted()
        return is_same_picture and self._last_read_secs >= self._trusted_after_secs


def _patience_secs_for(situation: Situation) -> float:
    """How long what the window in front says is worth waiting for; a dialog is read whole."""
    front = situation.front_window
    if front is None:
        return 0.0
    if front.is_dialog:
        return _DIALOG_PATIENCE_SECS
    is_told = any(zone.own_label or zone.value for zone in situation.zones_in(front))
    return 0.0 if is_told else _SILENT_PATIENCE_SECS


def _without_own(situation: Situation) -> Situation:
    """Without what was drawn, or is thought to be, where Pilothouse's own windows are covered."""
    own_px = situation.frame.own_px
    zones = tuple(
        zone
        for zone in situation.zones
        if not zone.on_screen or not is_in_any(zone.bounds_px.center, own_px)
    )
    return situation if len(zones) == len(situation.zones) else replace(situation, zones=zones)


class TreeTroubles:
    """Remembers what was told already; an application that recovers and fails anew is told of
    again. ``take`` gives what is new since the last time, as sentences."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._new: list[str] = []

    def note(self, tree: AccessibleTree, granted: Granted) -> None:
        silent = map(shortened, filter(granted.names, tree.silent_applications))
        cut = map(shortened, filter(granted.names, tree.cut_applications))
        now = [
            *(
                f"{name} does not answer over accessibility. What it told before counts no more;"
                " its window is read as a picture until it answers."
                for name in silent
                if tree.page is None
            ),
            *(
                f"{name} shows more than can be told at once; a part of it is left out."
                for name in cut
                if tree.page is None
            ),
            *filter(None, [tree.page.unread_words if tree.page is not None else ""]),
        ]
        self._new += [one for one in now if one not in self._told and one not in self._new]
        self._told = set(now)

    def take(self) -> tuple[str, ...]:
        new, self._new = tuple(self._new), []
        return new
