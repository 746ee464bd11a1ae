"""A session with parts of it hidden, for whoever is to see an export and not all of it.

It stands before every export and report, which read this instead of what was recorded. What can't
be looked at is left out: a picture of which nobody knows what is in it, a text that a model was
sent, which has cut ones in it, where zones, windows or typed texts are hidden, an event that can't
be read any more without what was hidden in it."""

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any
from urllib.parse import quote, quote_plus

from PIL import ImageDraw

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import Recorded, SituationObserved, WarningRaised
from engine.domain.facts import Frozen, InitVar, Part, replace
from engine.domain.zones import MASK, Zone
from engine.language.sentences.figures import count_words
from engine.record import codec, proof, sessions, tables
from engine.record.pictures import PICTURE_FORMAT
from engine.record.source import PICTURE_FIELDS, TEXT_FIELDS, Stored, named_in, opened_picture
from engine.record.views.run_state import RunState

LEFT_OUT = "An event was left out: it can't be told without what is hidden in it."
_TYPED = dict.fromkeys(("type", "file_saved", "file_exists", "zone_value"), "text")
_TYPED["search"] = "words"
"""What has a text that was typed, and in which field: the actions, and what is to hold it then."""
_GAP = re.compile(r"[\s⏎]+")
_ANY_GAP = r"(?:[\s⏎]|\\[nrt])+"
"""How the blanks and line ends of a text may stand elsewhere."""
_CUT = re.compile("“([^“”]*)…")
_LEAST_CHARS = 3
"""Of a typed text that is hidden wherever it stands; of a shorter one only where it is quoted."""


class Hiding(Frozen):
    """What is hidden: what regular expressions fit; zones and windows whose name contains one of
    these; all pictures; the texts that were typed."""

    patterns: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    pictures: bool = False
    typed: bool = False

    @property
    def is_any(self) -> bool:
        return self != Hiding()


class Hidden(Part):
    """A ``Source`` that tells less. Made by ``of``."""

    _stored: Stored
    _hiding: Hiding
    _texts: re.Pattern[str]
    _literals: tuple[str, ...]
    whole: InitVar[sessions.OpenedSession]

    def __post_init__(self, whole: sessions.OpenedSession) -> None:
        self._seen: dict[str, list[SituationObserved]] = {}
        for each in whole.events:
            if isinstance(each.event, SituationObserved) and each.event.picture_hash:
                self._seen.setdefault(each.event.picture_hash, []).append(each.event)
        self._opened = self._hidden(whole)
        self.summary = self._opened.summary

    @classmethod
    async def of(cls, stored: Stored, hiding: Hiding) -> "Hidden":
        """Raises ``NameUnknown`` for a pattern that is none."""
        literals: set[str] = set()
        whole = await stored.opened()
        for each in whole.events if hiding.typed or hiding.zones else ():
            plain = json.loads(codec.event_to_json(each.event))
            literals.update(_typed_in(plain) if hiding.typed else ())
            literals.update(_told_of(hiding.zones, plain))
        looks = [each.event for each in whole.events if isinstance(each.event, SituationObserved)]
        titles = (title for each in looks for title in each.window_titles)
        literals.update(title for title in titles if _is_named(title, hiding.windows))
        for zones_hash in {each.zones_hash for each in looks} if hiding.zones else ():
            for zone in await stored.zones(zones_hash) or ():
                if _is_named(zone.label, hiding.zones):
                    literals.update((zone.label, zone.value))
        texts = _pattern(hiding.patterns, literals)
        return cls(stored, hiding, texts, tuple(filter(None, map(_flat, literals))), whole)

    async def opened(self) -> sessions.OpenedSession:
        return self._opened

    async def chained_lines(self) -> AsyncIterator[tuple[tables.Chained, ...]]:
        """Chained anew: the chain of the record binds what is hidden."""
        told: list[tables.Chained] = []
        for each in self._opened.events:
            line = codec.recorded_to_json(each).encode()
            told.append((proof.chained(told[-1][0] if told else "", line), line))
        yield tuple(told)

    async def zones(self, zones_hash: str) -> tuple[Zone, ...] | None:
        """They tell everything that stood there."""
        return None

    async def text(self, text_hash: str) -> str | None:
        if self._hiding.zones or self._hiding.windows or self._hiding.typed:
            return None
        text = await self._stored.text(text_hash)
        return self._masked(text) if text is not None else None

    async def picture(self, picture_hash: str) -> tables.BlobRow | None:
        seen = self._seen.get(picture_hash, [])
        if self._hiding.pictures or not seen:
            return None
        titles = [title for each in seen for title in each.window_titles]
        if any(_is_named(title, self._hiding.windows) for title in titles):
            return None
        covered: list[Zone] = []
        for each in seen:
            zones = await self._stored.zones(each.zones_hash)
            if zones is None:
                return None
            covered += [zone for zone in zones if self._is_hidden(zone)]
        picture = await self._stored.picture(picture_hash)
        return await asyncio.to_thread(_with_covered, picture, covered) if picture else None

    def _is_hidden(self, zone: Zone) -> bool:
        told = (zone.label, zone.value)
        return _is_named(zone.label, self._hiding.zones) or any(map(self._texts.search, told))

    def _hidden(self, opened: sessions.OpenedSession) -> sessions.OpenedSession:
        hidden = tuple(self._event(each) for each in opened.events)
        events, state = sessions.fitting(hidden, RunState())
        told = opened.summary
        goal, message = self._masked(told.goal), self._masked(told.message)
        surface = self._masked(told.surface)
        summary = replace(told, goal=goal, message=message, surface=surface)
        return sessions.OpenedSession(summary, events, state)

    def _masked(self, text: str) -> str:
        """Where a quoted text was cut, its beginning is one of a hidden text, too."""
        told = _CUT.sub(lambda cut: f"“{MASK}…" if self._begins_one(cut[1]) else cut[0], text)
        return self._texts.sub(MASK, told)

    def _begins_one(self, words: str) -> bool:
        return bool(words) and any(each.startswith(_flat(words)) for each in self._literals)

    def _event(self, recorded: Recorded) -> Recorded:
        plain = json.loads(codec.event_to_json(recorded.event))
        try:
            event = codec.event_from_json(json.dumps(self._plain(plain)))
        except RecordUnavailable:
            event = WarningRaised(LEFT_OUT)
        return replace(recorded, event=event)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._masked(value)
        if isinstance(value, list):
            return [self._plain(each) for each in value]
        if not isinstance(value, dict):
            return value
        told = {  # a kind, or a hash that names something, is no text from the screen
            name: each if name == "kind" or name.endswith("_hash") else self._plain(each)
            for name, each in value.items()
        }
        field = _TYPED.get(str(told.get("kind")), "")
        if self._hiding.typed and told.get(field):
            told[field] = MASK
        return told


def _is_named(name: str, parts: Iterable[str]) -> bool:
    return any(each.casefold() in name.casefold() for each in parts)


def _told_of(names: tuple[str, ...], value: Any) -> Iterator[str]:
    """What steps call the zones named so, and what they typed there."""
    for fact in _facts_in(value):
        label = str(fact.get("zone_label") or "")
        if _is_named(label, names):
            yield from (label, *_typed_in(fact))


def _typed_in(value: Any) -> Iterator[str]:
    for fact in _facts_in(value):
        text = str(fact.get(_TYPED.get(str(fact.get("kind")), "")) or "")
        yield from {text, *text.splitlines()} if text else ()


def _facts_in(value: Any) -> Iterator[dict[str, Any]]:
    """It and all that it holds, as plain data has them."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from _facts_in(each)


def _pattern(patterns: Iterable[str], literals: Iterable[str]) -> re.Pattern[str]:
    """Fits what is hidden, the longest text first; nothing where nothing is."""
    for each in patterns:
        why = f"“{each}” is no pattern: {{why}}."
        with NameUnknown.instead_of(re.error, why, "Say a regular expression."):
            re.compile(each)
    said = {form for each in literals if each.strip() for form in _forms(each)}
    parts = [f"(?:{each})" for each in patterns if each]
    longest_first = sorted(said, key=len, reverse=True)
    parts += (_ANY_GAP.join(map(re.escape, _GAP.split(each))) for each in longest_first)
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)


def _forms(text: str) -> Iterator[str]:
    """How it may stand elsewhere: by itself, without its line end, in an address, in quotes."""
    for each in {text, text.strip()}:
        if len(each) >= _LEAST_CHARS:
            yield from (each, quote(each), quote_plus(each), json.dumps(each)[1:-1])
        else:
            yield f"“{each}”"


def _flat(text: str) -> str:
    return _GAP.sub(" ", text).strip()


def _with_covered(picture: tables.BlobRow, zones: Iterable[Zone]) -> tables.BlobRow | None:
    """None for what is no picture. With nothing to cover it is as it was."""
    bounds = [zone.bounds_px for zone in zones]
    if not bounds:
        return picture
    if (image := opened_picture(picture.data)) is None:
        return None
    drawing = ImageDraw.Draw(image)
    for each in bounds:
        drawing.rectangle((each.x, each.y, each.right, each.bottom), fill=(90, 90, 90))
    written = io.BytesIO()
    image.save(written, PICTURE_FORMAT, lossless=True, method=1, quality=0)
    return replace(picture, format=PICTURE_FORMAT, data=written.getvalue())


async def still_shown(
    source: Hidden | Stored, *, has_pictures: bool = True, has_texts: bool = True
) -> tuple[str, ...]:
    """What an export of it still shows, a line for each kind: to be looked at before it is sent."""
    events = (await source.opened()).events
    fields = (PICTURE_FIELDS if has_pictures else (), TEXT_FIELDS if has_texts else ())
    pictures = [await source.picture(each) for each in named_in(events, fields[0])]
    texts = [await source.text(each) for each in named_in(events, fields[1])]
    plain = [json.loads(codec.event_to_json(each.event)) for each in events]
    typed = {each for one in plain for each in _typed_in(one)}
    body = "\n".join(json.dumps(each, ensure_ascii=False) for each in plain)
    looks = [each.event for each in events if isinstance(each.event, SituationObserved)]
    titles = {title for each in looks for title in each.window_titles}
    told = {
        "picture of the screen": [""] * sum(each is not None for each in pictures),
        "text that a model was sent or replied": [""] * sum(each is not None for each in texts),
        "text typed": sorted(each for each in typed if each and MASK not in each),
        "title of windows": sorted(each for each in titles if MASK not in each),
        "site": sorted(set(re.findall(r"https?://[^/\s\"”?#]+", body))),
        "path": sorted(set(re.findall(r"(?:/[\w.-]+){2,}", body))),
    }
    return tuple(_told_kind(kind, found) for kind, found in told.items() if found)


def _told_kind(kind: str, found: list[str]) -> str:
    named = [each for each in found if each][:3]
    more = "…" if named and len(found) > len(named) else ""
    examples = f": {'; '.join(named)}{more}" if named else ""
    noun, space, rest = kind.partition(" ")
    return f"{count_words(len(found), noun)}{space}{rest}{examples}"
