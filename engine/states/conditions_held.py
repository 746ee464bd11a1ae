"""Judging an expected change by what the screen and the file system show, and reading out what a
zone or a page tells. Pure functions."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath

from engine.domain import conditions as c
from engine.domain.performing import Looks
from engine.domain.plans import ALL_PROGRAMS, WHOLE_PAGE, ReadText, Situation
from engine.domain.surface_ports import FileFacts
from engine.domain.zones import MASK, Role, Source, State, Window, Zone, fits_mask, told_of
from engine.language.excerpts import excerpt
from engine.language.labels import has_words, plain, plain_text, quoted
from engine.language.typed_texts import Likeness, count_of, is_same_text, likeness
from engine.states.differences import differs
from engine.states.spots import changed_share

COARSE_SECS = 0.02
"""A file system stamps files by a clock of its own, which goes in ticks of up to 10 ms."""


_OF_A_MACHINE = (
    *(c.FileSaved, c.FileExists),
    *(c.NewWindow, c.WindowShown, c.WindowGone, c.WindowActive),
)
_AROUND_CHARS = 3
_SURELY_READ = 0.9
_BY_WORDS_CHARS = 8_000


def files_of(condition: c.Condition | None) -> tuple[str, ...]:
    """The files that must be looked at to judge it."""
    of_files = (e for e in c.either(condition) if isinstance(e, c.FileSaved | c.FileExists))
    return tuple(each.path for each in of_files)


def is_untold(condition: c.Condition | None, now: Situation) -> bool:
    """Whether it asks for files or windows where one window fills the picture, and nobody can tell
    what runs in it: it may show another machine, with files and windows of its own."""
    if not any(isinstance(each, _OF_A_MACHINE) for each in c.either(condition)):
        return False
    filling = [each for each in now.windows if each.bounds_px == now.frame.bounds_px]
    return any(each.keeps_terminal is None for each in filling)


def holds(condition: c.Condition, looks: Looks) -> bool:
    """Whether the condition holds now."""
    before, now, files = looks.before, looks.now, looks.files
    match condition:
        case c.ZoneShown():
            return any(called_so(condition, now))
        case c.ZonePresent(zone_id=zone_id):
            zone = now.zone(zone_id)
            return zone is not None and zone.on_screen
        case c.ZoneGone(zone_id=zone_id):
            zone = now.zone(zone_id)
            return zone is None or not zone.on_screen
        case c.ZoneState(zone_id=zone_id, state=state, present=present):
            zone, was = now.zone(zone_id), before.zone(zone_id)
            is_told = any(each is not None and each.tells(state) for each in (zone, was))
            return zone is not None and is_told and (state in zone.state) is present
        case c.ZoneValue(zone_id=zone_id, text=text, contains=contains):
            zone = now.zone(zone_id)
            return zone is not None and (
                _holds_value(zone, text, contains=contains)
                or _may_hold(zone, before.zone(zone_id), text, contains=contains)
            )
        case c.TextShown():
            return any(places_of(condition, now))
        case c.WindowShown(title=title, exact=True):
            return any(plain(window.title) == plain(title) for window in now.windows)
        case c.WindowShown(title=title):
            return any(is_called(window, title) for window in now.windows)
        case c.WindowGone(window_id=window_id, program=program):
            is_left = not program or any(each.application == program for each in now.windows)
            return is_left and all(window.window_id != window_id for window in now.windows)
        case c.NewWindow():
            return bool(now.windows_since(before))
        case c.FileSaved(path=path, text=text):
            facts = files[path]
            came = path in looks.files_before and not looks.files_before[path].exists
            is_new = came or facts.modified_at_secs >= looks.since_secs - COARSE_SECS
            return facts.exists and is_new and holds_text(facts, text)
        case c.FileExists(path=path, text=text, contains=contains):
            if contains and text:
                return has_words(text, files[path].text or "")
            is_named = files[path].instead and "." not in path.split("/")[-1]
            is_there = bool(files[path].exists or is_named)
            return is_there and holds_text(files[path], text)
        case c.WindowActive(title=title):
            return now.active_window is not None and is_called(now.active_window, title)
        case c.SomethingChanges():
            return differs(before, now)
        case c.AnyOf(conditions=conditions):
            return any(holds(each, looks) for each in conditions)


def tells_state(zone: Zone, state: State, now: Situation) -> bool:
    """Whether it can be read off the zone that this is so, or not so. Of tabs one is always chosen:
    where none says so, they don't tell."""
    if not zone.tells(state) or state is not State.SELECTED or zone.role is not Role.TAB:
        return zone.tells(state)
    tabs = (each for each in now.zones if each.role is Role.TAB)
    return any(state in each.state for each in tabs if each.window_id == zone.window_id)


def is_excluded(wanted: c.Condition, now: Situation) -> bool:
    """Whether what does not hold can't be so: all windows and files of this machine are told, and
    of a zone in sight what it holds. A text that is nowhere in sight may stand elsewhere."""
    if is_untold(wanted, now):
        return False
    match wanted:
        case c.FileSaved() | c.FileExists() | c.WindowShown() | c.WindowGone() | c.WindowActive():
            return True
        case c.ZoneState(zone_id=zone_id) | c.ZoneValue(zone_id=zone_id):
            zone = now.zone(zone_id)
            is_told = zone is not None and zone.source.tells and not zone.is_cut
            return is_told and tells_of(wanted, zone, now)
        case c.AnyOf(conditions=either):
            return all(is_excluded(each, now) for each in either)
        case _:
            return False


def tells_of(condition: c.Condition, zone: Zone | None, now: Situation) -> bool:
    if zone is None or not zone.on_screen:
        return False
    return not isinstance(condition, c.ZoneState) or tells_state(zone, condition.state, now)


def unread_window(condition: c.Condition, now: Situation) -> Window | None:
    """The window in front, where what is to be there, or to be gone, is not seen, but may stand
    there all the same: it tells nothing of itself, and text recognition is not done with it, found
    nothing, or is not sure of all that it read."""
    is_of_absence = isinstance(condition, c.ZoneGone)
    if not isinstance(condition, c.TextShown | c.ZoneShown | c.ZoneGone):
        return None
    if shows(now, condition) is not is_of_absence:
        return None
    window = now.front_window
    zones = now.zones_in(window) if window else []
    if window is None or any(z.own_label or z.value for z in zones if z.source.tells):
        return None
    read = [zone.confidence for zone in zones if zone.source is Source.TEXT or zone.value]
    return window if now.is_being_read or min(read, default=0.0) < _SURELY_READ else None


def shows(situation: Situation, condition: c.Condition) -> bool:
    """Whether it holds by this look alone: what is of a file, or of a change, does not."""
    unseen = dict.fromkeys(files_of(condition), FileFacts(exists=False))
    return holds(condition, Looks(situation, situation, files=unseen))


def is_so_elsewhere(condition: c.Condition | None, now: Situation) -> bool | None:
    """Whether a state that its own zone does not tell is so of the one thing of the program in
    front that is called like it and tells; None where none or several do."""
    if not isinstance(condition, c.ZoneState) or (front := now.front_window) is None:
        return None
    windows = {each.window_id for each in now.windows if each.application == front.application}
    called = [z for z in now.zones if z.window_id in windows and z.tells(condition.state)]
    called = [zone for zone in called if plain(zone.label) == plain(condition.label)]
    called = [zone for zone in called if zone.zone_id != condition.zone_id]
    return (condition.state in called[0].state) is condition.present if len(called) == 1 else None


def called_so(shown: c.ZoneShown, situation: Situation) -> Iterator[Zone]:
    """The zones in sight of that label and role; the label may have the role in front of it."""
    wanted = plain(shown.label)
    for zone in situation.zones_in_sight:
        names = (plain(zone.label), plain(f"{zone.role} {zone.label}"))
        if wanted in names and shown.role in (None, zone.role):
            yield zone


def places_of(shown: c.TextShown, situation: Situation) -> Iterator[Zone]:
    """The zones in sight in which the text stands, as whole words; of one that is meant, also where
    its value is the text in the program's own writing."""
    text = shown.text
    for zone in _zones_within(shown, situation):
        if (
            _says(shown, zone.label)
            or _says(shown, zone.value)
            or (shown.zone_id and likeness(text, zone.value) is Likeness.SAME)
        ):
            yield zone


def newly_told(shown: c.TextShown, before: Situation, now: Situation) -> Zone | None:
    """Where the text stands, if more often than before; or, once a window in which it stood has
    closed, as a file's dialog does, where it is the whole of what another tells now, or a path's
    end: of something that told otherwise before, or of a tab that is new. What is drawn where it
    looks as before stood there, whenever it was read."""
    was, frames = list(places_of(shown, before)), (before.frame, now.frame)
    found = places_of(shown, now)
    places = [z for z in found if not z.source.is_drawn or changed_share(*frames, z.bounds_px)]
    if len(places) > len(was):
        return places[0]
    there, said = {each.window_id for each in now.windows}, {zone.zone_id for zone in was}
    if all(zone.window_id in there for zone in was):
        return None
    known = {zone.zone_id for zone in before.zones_in_sight} - said
    for zone in places:
        is_new = zone.role is Role.TAB and before.zone(zone.zone_id) is None
        names = {PurePosixPath(e).name if e[:1] in "/~" else e for e in (zone.label, zone.value)}
        if zone.source.tells and shown.text in names and (is_new or zone.zone_id in known):
            return zone
    return None


def _says(shown: c.TextShown, said: str) -> bool:
    """As whole words. What the run has typed itself is no answer where it stands among the rest of
    what was typed; nor is it in other letters, where the text is all in capitals."""
    if not shown.typed or not has_words(shown.text, said):
        return has_words(shown.text, said)
    if shown.text.isupper() and shown.text not in said:
        return False
    words, line = plain(shown.text), plain(said)
    at = line.find(words)
    around = line[max(0, at - _AROUND_CHARS) : at + len(words) + _AROUND_CHARS].strip()
    return around == words or around not in plain(shown.typed)


def _zones_within(shown: c.TextShown, situation: Situation) -> Iterator[Zone]:
    """The window in front first."""
    front = situation.active_window
    in_sight = sorted(
        situation.zones_in_sight,
        key=lambda zone: front is not None and zone.window_id != front.window_id,
    )
    if shown.zone_id:
        return (zone for zone in in_sight if zone.zone_id == shown.zone_id)
    if not shown.within:
        return iter(in_sight)
    parents = {zone.zone_id: zone.parent_id for zone in situation.zones}
    exact = {z.zone_id for z in in_sight if plain(z.label) == plain(shown.within)}
    exact &= set(parents.values())
    holders = exact or {zone.zone_id for zone in in_sight if _is_place(zone, shown.within)}
    windows = {w.window_id for w in situation.windows if is_called(w, shown.within, bool(exact))}
    return (
        zone
        for zone in in_sight
        if zone.window_id in windows or lies_in(zone.zone_id, holders, parents)
    )


def _is_place(zone: Zone, place: str) -> bool:
    """By its label, or by what it is: "the status bar"."""
    kinds = (str(zone.role), f"{zone.role} bar")
    return has_words(place, zone.label) or plain(place) in kinds


def lies_in(zone_id: str, holders: Collection[str], parents: Mapping[str, str]) -> bool:
    """Whether it is one of these, or lies below one."""
    passed: set[str] = set()
    while zone_id and zone_id not in passed:
        if zone_id in holders:
            return True
        passed.add(zone_id)
        zone_id = parents.get(zone_id, "")
    return False


def is_called(window: Window, title: str, is_exact: bool = False) -> bool:
    """The title stands in the window's or application's name; ``is_exact``: it is one."""
    names = (window.title, window.application)
    return any(plain(title) == plain(e) if is_exact else has_words(title, e) for e in names)


_CUT = re.compile(r"\.\.|[…%~]")


def other_file(wanted: Collection[c.SingleCondition], before: Situation, now: Situation) -> str:
    """A title that came meanwhile and names another file of the kind that was to be shown, which
    no title names; empty where there is none. Whole names tell, no shortened or escaped ones."""
    titles = [each.title for each in wanted if isinstance(each, c.WindowShown)]
    suffix = PurePosixPath(titles[0]).suffix if titles else ""
    if not suffix or any(is_called(window, titles[0]) for window in now.windows):
        return ""
    was = {window.title for window in before.windows}
    new = [e.title for e in now.windows if e.title not in was and not _CUT.search(e.title)]
    return next((e for e in new if re.search(rf"\w{re.escape(suffix)}\b", e, re.I)), "")


def _holds_value(zone: Zone, text: str, *, contains: bool) -> bool:
    if zone.role is Role.COMBO_BOX:
        return has_chosen(zone, text)
    if contains:
        return count_of(text, zone.value) > 0
    return likeness(text, zone.value) is Likeness.SAME


def has_chosen(box: Zone, text: str) -> bool:
    """The whole of what a combo box shows, be it in capitals; but "Mb" and "MB" are two."""
    shown = box.value or box.label
    is_alike = plain_text(text) == plain_text(shown) and (text.islower() or shown.islower())
    return likeness(text, shown) is Likeness.SAME or is_alike


def _may_hold(zone: Zone, before: Zone | None, text: str, *, contains: bool) -> bool:
    """What was typed is masked now: the rest of the value fits, and what is hidden is new."""
    if MASK not in zone.value or (before and before.hidden_digest == zone.hidden_digest):
        return False
    return contains or fits_mask(zone.value, text)


def holds_text(facts: FileFacts, text: str | None) -> bool:
    """Exactly the text, but for what programs do to the ends of lines."""
    return text is None or (facts.text is not None and is_same_text(text, facts.text))


# --- what there is to read


def where_of(zone: Zone, now: Situation) -> str:
    """The zone, and which window it is in."""
    window = now.window_of(zone)
    return zone.words + (f" of the window {quoted(window.name)}" if window else "")


def read_text(name: str, situation: Situation) -> ReadText:
    """What the zone holds, whole, from the character that is named behind an @ on, or where the
    words are that stand there; of a web page all that can be read on it, and of an element of it
    what stands in its zone; of the programs their names."""
    zone_id, _, part = (each.strip() for each in name.partition("@"))
    keyed = (each for each in situation.zones if each.source_key == zone_id and zone_id)
    zone = situation.zone(zone_id) or next(keyed, None)
    if zone_id == WHOLE_PAGE and situation.page is not None:
        text = situation.page.reading
    elif zone is not None:
        text = told_of(zone.value or zone.label, is_secret=zone.is_secret)
    else:
        names = (each.name for each in situation.applications)
        text = "\n".join(names) if zone_id == ALL_PROGRAMS else ""
    is_cut = zone is not None and zone.is_cut
    is_drawn = zone is not None and zone.source.is_drawn
    if part and not part.isdecimal():
        lines = excerpt(text, [part], _BY_WORDS_CHARS, zone_id, hits_only=True)
        return ReadText(zone_id, 0, "\n".join(lines), part, is_cut, is_drawn)
    return ReadText(zone_id, int(part or 0), text[int(part or 0) :], "", is_cut, is_drawn)


def is_in_view(words: str, now: Situation) -> bool:
    """Among what can be read in the view, or in what can be acted upon there."""
    lines = now.page.reading.split("\n") if now.page is not None else []
    told = [lines[at] for at in (now.page.lines_in_view if now.page else ()) if at < len(lines)]
    shown = (text for zone in now.zones_in_sight for text in (zone.label, zone.value))
    return any(plain(words) in plain(text) for text in (*told, *shown))
