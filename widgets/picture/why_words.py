"""Why a place of the picture is no zone, in plain words: the most telling reason first."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.domain.places import LookVerdict, PlaceFacts, SourceLook, distance_px
from engine.domain.spaces import Point, SightLag
from engine.domain.zones import Source, Zone
from engine.language.labels import shortened
from engine.language.sentences.figures import count_words
from widgets.picture.zone_filter import RoleGroup, group_of, sure_percent
from widgets.picture.zone_layer import ZoneLook

TINY_PX = 8

_WHO = {
    Source.ACCESSIBILITY: "accessibility",
    Source.TEXT: "text recognition",
    Source.SHAPE: "the look for shapes",
    Source.VISION: "the vision model",
    Source.DOM: "the browser",
}
_LOOK_WORDS = {
    LookVerdict.OFF: "{who} is switched off in the settings.",
    LookVerdict.FAILED: "{who} has failed. {detail}",
    LookVerdict.WAITING: "The window has only just come: its application is given a second to tell"
    " of it, before {whom} looks.",
    LookVerdict.GOING_ON: "{who} is still at work on this window.",
    LookVerdict.NOTHING: "{who} has found nothing at this place.",
    LookVerdict.UNSURE: "{who} has found something here, but is only {sure}\u00a0% sure of it,"
    " which is too little.",
    LookVerdict.FOUND: "{who} has found something here; it becomes a zone with the next look.",
}


class PlaceAnswer(NamedTuple):
    title: str
    lines: tuple[str, ...]


def place_answer(facts: PlaceFacts, look: ZoneLook, lag: SightLag = SightLag()) -> PlaceAnswer:  # noqa: B008
    """What is known of the place, for somebody who sees the zones in this look of theirs."""
    in_sight = [zone for zone in facts.zones if zone.on_screen]
    things = [zone for zone in in_sight if group_of(zone.role) is not RoleGroup.CONTAINERS]
    shown = [zone for zone in things if look.zone_filter.shows(zone)]
    around = tuple(_around(facts, lag))
    if facts.is_own:
        below = "What is below can’t be seen from here: move the console away."
        return PlaceAnswer("The console itself lies here", (below, *around))
    if shown:
        lines = (*_of_shown(shown[0], look), *_inside(in_sight, shown[0]), *around)
        return PlaceAnswer(f"This is a zone: {_words(shown[0])}", lines)
    if things:
        hidden = things[0]
        why = f"It is there, and the agent knows it: {_words(hidden)}. You see nothing of it, since"
        lines = (
            f"{why} {look.zone_filter.why_hidden(hidden)}.",
            "Filter the zones (Ctrl+Shift+F) to see it.",
            *_inside(in_sight, hidden),
            *around,
        )
        return PlaceAnswer("There is a zone, but your filter hides it", lines)
    lines = (*around, *_of_sources(facts), *_inside(in_sight, None), *_near(facts))
    return PlaceAnswer("No zone here", lines)


def _of_shown(zone: Zone, look: ZoneLook) -> Iterator[str]:
    yield f"It was seen by {_WHO[zone.source]}, {sure_percent(zone)}\u00a0% sure."
    if not look.is_shown:
        yield "The zones are not drawn now: turn them on (Ctrl+Shift+Z)."


def _around(facts: PlaceFacts, lag: SightLag) -> Iterator[str]:
    """What makes any answer doubtful, or hides things whatever they are."""
    if facts.is_masked:
        yield "Something here is masked: texts are dots, and the agent’s picture is covered."
    if facts.is_stale:
        yield "The last look yielded nothing: the zones are those from before."
    if lag.unlooked_since_secs is not None and not facts.is_record:
        yield "The picture has changed since the zones were looked up; this may be told anew soon."
    if facts.is_record:
        yield "This is a picture from the record: nothing is known of it but its zones."


def _of_sources(facts: PlaceFacts) -> Iterator[str]:
    window = facts.window
    if facts.is_record:
        return
    if window is None:
        yield "No window lies here, and only windows are looked into."
        return
    name = f"“{shortened(window.title, 40)}”" if window.title else "without a title"
    of = f" of {window.application}" if window.application else ""
    if facts.is_title_bar:
        yield f"This is the frame of the window {name}{of}; zones are looked up inside of windows."
        return
    yield f"The window here is {name}{of}."
    if facts.told_count:
        told = count_words(facts.told_count, "zone")
        yield f"Accessibility tells of {told} in it, but of none at this place."
    else:
        yield "Its application tells nothing of it over accessibility."
    for thing in facts.things[:1]:
        yield f"There is one thing ({thing.role.value}) that is told of, but {thing.why.value}."
    for look in facts.looks:
        yield from _of_look(look, facts)


def _of_look(look: SourceLook, facts: PlaceFacts) -> Iterator[str]:
    who = _capital(_WHO[look.source])
    if look.verdict is LookVerdict.NOT_NEEDED:
        if facts.told_count:
            yield f"{who} leaves the window out, since accessibility tells of it."
        return
    words = _LOOK_WORDS[look.verdict]
    sure = round(look.sureness * 100)
    yield words.format(who=who, whom=_WHO[look.source], sure=sure, detail=look.detail).strip()


def _inside(in_sight: list[Zone], of: Zone | None) -> Iterator[str]:
    others = [_words(zone) for zone in in_sight if zone is not of]
    if others:
        yield f"It lies inside of {', in '.join(others[:3])}."


def _near(facts: PlaceFacts) -> Iterator[str]:
    unopened = next((zone for zone in facts.zones if not zone.on_screen), None)
    if unopened is not None:
        yield f"{_capital(_words(unopened))} would be here once something is opened."
    near = facts.nearest
    if near is None:
        return
    box = near.bounds_px
    size = f", and only {box.width} × {box.height} pixels large"
    tiny = size if min(box.width, box.height) < TINY_PX else ""
    away = round(distance_px(facts.point, box))
    pixels = count_words(away, "pixel")
    yield f"The nearest zone is {_words(near)}, {pixels} {_way(facts.point, near)}{tiny}."


def _way(point: Point, zone: Zone) -> str:
    box = zone.bounds_px
    parts = []
    if point.y < box.y:
        parts.append("below")
    elif point.y >= box.bottom:
        parts.append("above")
    if point.x < box.x:
        parts.append("to the right")
    elif point.x >= box.right:
        parts.append("to the left")
    return " and ".join(parts)


def _words(zone: Zone) -> str:
    return f"{zone.role} “{shortened(zone.label, 40)}”" if zone.label else zone.words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
