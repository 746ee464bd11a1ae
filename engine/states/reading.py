"""The full text of a zone, an element or a page, as whoever thinks asks to read it."""

from engine.domain.plans import WHOLE_PAGE, ReadText, Situation
from engine.language.labels import plain


def read_text(name: str, situation: Situation) -> ReadText:
    """What the zone holds, whole, from the character that is named behind an @ on; of a web page
    all that can be read on it, and of an element of it what stands in its zone."""
    zone_id, _, start = (part.strip() for part in name.partition("@"))
    at = int(start) if start.isdecimal() else 0
    if zone_id == WHOLE_PAGE and situation.page is not None:
        return ReadText(zone_id, at, situation.page.reading[at:])
    keyed = (each for each in situation.zones if each.source_key == zone_id and zone_id)
    zone = situation.zone(zone_id) or next(keyed, None)
    if zone is None:
        return ReadText(zone_id, at, "")
    text = "(secret)" if zone.is_secret else zone.value or zone.label
    return ReadText(zone_id, at, text[at:])


def is_in_view(words: str, now: Situation) -> bool:
    """Among what can be read in the view, or in what can be acted upon there."""
    lines = now.page.reading.split("\n") if now.page is not None else []
    told = [lines[at] for at in (now.page.lines_in_view if now.page else ()) if at < len(lines)]
    shown = (text for zone in now.zones_in_sight for text in (zone.label, zone.value))
    return any(plain(words) in plain(text) for text in (*told, *shown))
