"""The full text of a zone, an element or a page, as whoever thinks asks to read it."""

from engine.domain.plans import WHOLE_PAGE, ReadText
from engine.domain.situation import Situation


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
