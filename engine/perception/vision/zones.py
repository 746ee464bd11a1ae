"""Tier 2: a vision model is asked what local perception can't tell, and what it saw is kept.

It is asked only where the rule of ``vision_shortfall`` says why, once for each picture. Where it
fails, what is known stays: stale zones are better than none."""

import asyncio
import functools
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

from engine.domain import errors, ports, spaces
from engine.domain.models import ModelQuestion, PictureSettings, SentPicture
from engine.domain.plans import Situation
from engine.domain.zones import Role, Source, Window, Zone
from engine.geometry.marks import Mark
from engine.perception.masking.masker import Masker, with_zones
from engine.perception.vision import memory, model_marks, reading
from engine.perception.vision.reply import SeenThings, names_given, zones_seen
from engine.perception.vision.spaces import view_of

_MOST_SHARE = 0.5


def shortfall_of(situation: Situation, *, changed: int = 0) -> str:
    """Why it is not enough; empty where it is, and where there is no window to look at. ``changed``
    says at how many places something was that a vision model saw, and is no more."""
    front = situation.front_window
    if front is None:
        return ""
    title = f"“{front.title or front.application}”"
    if situation.is_stale or not situation.zones_in_sight:
        return "nothing on the screen can be recognised, though windows are there"
    inside = [zone for zone in situation.zones_in(front) if _tells(zone)]
    pictures = [zone for zone in inside if zone.role.is_picture]
    says = situation.page is not None and situation.page.reading.strip()
    if not (pictures or says or any(zone.is_actionable for zone in inside)):
        return f"nothing in the window {title} can be acted upon, as far as it tells"
    for zone in pictures:
        share = zone.bounds_px.area / max(1, front.bounds_px.area)
        if share >= _MOST_SHARE and not _tells_within(zone, situation):
            return f"most of the window {title} is one {zone.role} that tells nothing of itself"
    if changed:
        places = "one place" if changed == 1 else f"{changed} places"
        return f"the window {title} has changed at {places} where a vision model saw something"
    return ""


def view_px(situation: Situation, front: Window) -> spaces.Rect:
    """The window in front with what has popped up from it, in frame pixels."""
    view = front.bounds_px
    for window in windows_in_view(situation, front):
        view = view.union(window.bounds_px)
    return view.intersection(situation.frame.bounds_px)


def windows_in_view(situation: Situation, front: Window) -> tuple[Window, ...]:
    """The window in front and what has popped up from it."""
    popups = (
        window
        for window in situation.windows
        if not window.title
        and window.application == front.application
        and window.order < front.order
    )
    return (front, *popups)


def _tells(zone: Zone) -> bool:
    """A shape that is merely seen, without any words, tells nothing that a plan could use."""
    return zone.source is not Source.SHAPE or bool(zone.label or zone.value)


def _tells_within(picture: Zone, situation: Situation) -> bool:
    return any(
        zone is not picture
        and _tells(zone)
        and zone.window_id == picture.window_id
        and picture.bounds_px.contains(zone.bounds_px.center)
        for zone in situation.zones_in_sight
    )


_MOST_KNOWN = 60
_LONGEST_WORDS = 80
_NOT_SEEN = {Role.WINDOW, Role.GROUP, Role.OTHER, Role.MENU_BAR, Role.TOOL_BAR}

logger = logging.getLogger(__name__)


class VisionZones:
    """Asks ``model``, and remembers what it saw. One for each run: the model charges the run."""

    def __init__(self, model: ports.Model, *, picture: PictureSettings | None = None) -> None:
        self._model = model
        self._settings = picture or PictureSettings()
        self._memory = memory.VisionMemory()
        self._names = memory.GivenNames()

    def kept(self, situation: Situation) -> Situation:
        """The situation of a local look with the zones that a vision model saw, and with the
        names that it gave, where these are there still; the same object where there are none.
        Whoever asks fuses the zones with what is told of the same things."""
        seen, named = self._memory.kept(situation).zones, self._names.applied(situation)
        return with_zones(named, (*named.zones, *seen), seen)

    def shortfall(self, situation: Situation) -> str:
        """Why local perception is not enough here, in words; empty where it is, or where this
        picture was asked about before, with or without an answer."""
        front = situation.front_window
        if front is None:
            return ""
        changed = self._memory.kept(situation).changed.get(front.window_id, 0)
        why = shortfall_of(situation, changed=changed)
        if not why or self._memory.was_asked(situation, front, exactly=changed > 0):
            return ""
        return why

    async def look_closer(
        self, situation: Situation, masker: Masker, texts: reading.PictureTexts | None = None
    ) -> Situation:
        """The situation with what the model sees in the window in front; ``texts`` reads the
        picture before. Where the model fails or sees nothing, what is known is kept, and a warning
        says so. ``BudgetExhausted`` and cancelling pass through."""
        front = situation.front_window
        if front is None or view_px(situation, front).is_empty:
            return situation
        part = view_px(situation, front)
        withheld = await (texts or reading.PictureTexts(None)).withheld(situation, part, masker)
        view = view_of(part, self._settings.max_side)
        unnamed = model_marks.markable(situation, part, windows_in_view(situation, front))
        picture, marks = await asyncio.to_thread(
            model_marks.sent_picture, situation, view, withheld.places, self._settings, unnamed
        )
        told, question = withheld.words, self._question(situation, front, picture, marks)
        try:
            reply = await self._model.ask(question, SeenThings)
        except errors.ModelFailed as error:
            self._memory.learn(situation, front, ())
            logger.warning("The vision model failed: %s", error.message)
            return _warned(
                situation, told, f"The vision model gave no zones; what is known is kept: {error}"
            )
        seen = zones_seen(reply, view, situation, front, marks)
        zones = [masker.zone(zone, situation.frame) for zone in seen]
        placed = self._memory.learn(situation, front, zones)
        names, unknown = names_given(reply, view, marks)
        self._names.learn(names, situation, masker)
        told = " ".join(filter(None, (told, memory.unknown_marks_words(unknown))))
        if not placed and not names:
            logger.warning("The vision model returned no zones; the existing ones are kept")
            return _warned(
                situation,
                told,
                "The vision model saw nothing that can be used; what is known is kept.",
            )
        # fresh zones in place of those that were stale, and of those that a model saw before
        is_old = (lambda zone: True) if situation.is_stale else _is_seen
        local = tuple(zone for zone in situation.zones if not is_old(zone))
        return _warned(self.kept(replace(situation, zones=local, is_stale=False)), told)

    def _question(
        self, situation: Situation, front: Window, picture: SentPicture, marks: Sequence[Mark]
    ) -> ModelQuestion:
        from jinja2 import Environment, StrictUndefined  # slow to import; many runs have no model

        marked = {mark.zone_id for mark in marks}
        local = [zone for zone in situation.zones_in_sight if not _is_seen(zone)]
        known = [] if situation.is_stale else local
        known = [zone for zone in known if zone.window_id == front.window_id]
        texts = [_template(name) for name in ("vision_system.md.j2", "vision.md.j2")]
        prompts = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)
        system, prompt = map(prompts.from_string, texts)
        numbered = model_marks.mark_words(marks, {zone.zone_id: zone for zone in local})
        told = [zone.words for zone in known if zone.zone_id not in marked][:_MOST_KNOWN]
        roles = ", ".join(role for role in Role if role not in _NOT_SEEN)
        return ModelQuestion(
            "vision",
            system.render(roles=roles, has_marks=self._settings.marks),
            prompt.render(
                title=_one_line(front.title or front.application),
                width=picture.width,
                height=picture.height,
                known=[*map(_one_line, told)],
                marked=[*map(_one_line, numbered)],
            ),
            hashlib.sha256(repr((*texts, self._settings)).encode()).hexdigest()[:16],
            picture,
        )


def _is_seen(zone: Zone) -> bool:
    return zone.source is Source.VISION


def _warned(situation: Situation, *words: str) -> Situation:
    return replace(situation, warnings=(*situation.warnings, *filter(None, words)))


def _one_line(words: str) -> str:
    """What an application says can neither begin a line of its own nor end the screen's part."""
    return " ".join(words.split())[:_LONGEST_WORDS].replace("<", "‹")


@functools.cache
def _template(name: str) -> str:
    return (files("resources") / "prompts" / name).read_text(encoding="utf-8")
