"""Notices that something broke: asks the surface how its applications fare, and reads the looks.

Crashes and hangs have a file of their own; here all are asked one after the other. Messages that
applications show are dialogs, small windows that came up, and alerts within windows. Each is told
by what it says, so that the same one is known again when it comes back. An error dialog says that
something failed, and not what a person left out. An endless one comes back each time that it is
closed; one that a further action calls up again is not endless."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from engine.acting.exploring.crashes import HANG_SECS, HangWatch, asks_to_close, crashes_of
from engine.acting.exploring.identity import stable
from engine.domain.exploring.limits import ConsoleLine, Fault, FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.facts import KW_ONLY, Frozen, Part, replace
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep
from engine.domain.zones import EDITABLE_ROLES, Role, Window, Zone
from engine.language import folding, grave_words
from engine.language.word_table import anywhere
from engine.processes.descendants import crowding

_READ_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT, Role.STATUS, Role.TEXT_AREA})
_WORKED_WITH = (EDITABLE_ROLES | {Role.SLIDER, Role.TAB, Role.TREE_ITEM, Role.CELL}) - {
    Role.TEXT_AREA
}
_MOST_BUTTONS = 5
_MOST_SHARE = 0.5
_SAID_IN_PAGE = "The page said in a dialog: "


class Message(Frozen):
    """``place_id`` is the window's or the alert's own id, another for each time that it is made;
    ``texts`` are what it says, as far as that can be read for sure. ``is_brief``: there is nothing
    in it to work with but a few buttons."""

    place_id: str
    application: str
    title: str
    texts: tuple[str, ...]
    is_brief: bool

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """The same each time that it comes up."""
        return (self.application, stable(self.title), tuple(map(stable, self.texts)))


def messages_in(situation: Situation) -> tuple[Message, ...]:
    """Dialogs first, then alerts, then what a page said in dialogs that were answered."""
    return (*dialogs_in(situation), *_alerts(situation), *said_in_page(situation))


def dialogs_in(situation: Situation) -> tuple[Message, ...]:
    """Those that are windows of their own."""
    windows = [window for window in situation.windows if window.is_dialog]
    return tuple(_dialog(each, situation) for each in (*windows, *_small_windows(situation)))


def _small_windows(situation: Situation) -> Iterator[Window]:
    """Programs exist that only show a message: theirs are no dialogs of anything."""
    most_px = _MOST_SHARE * situation.frame.bounds_px.area
    for window in situation.windows:
        if not window.is_dialog and window.title and window.bounds_px.area < most_px:
            zones = situation.zones_in(window)
            if _is_brief(zones) and any(zone.role is Role.BUTTON for zone in zones):
                yield window


def _dialog(window: Window, situation: Situation) -> Message:
    zones = situation.zones_in(window)
    return Message(
        window.window_id, window.application, window.title, tuple(_texts(zones)), _is_brief(zones)
    )


def _texts(zones: list[Zone]) -> Iterator[str]:
    for zone in zones:
        if zone.role in _READ_ROLES and not zone.source.is_drawn:
            text = zone.value if zone.role is Role.TEXT_AREA else zone.label or zone.value
            if text:
                yield text


def _is_brief(zones: list[Zone]) -> bool:
    roles = [zone.role for zone in zones]
    is_worked_with = any(role in _WORKED_WITH for role in roles)
    boxes = sum(role.is_checkable for role in roles)
    return not is_worked_with and boxes <= 1 and roles.count(Role.BUTTON) <= _MOST_BUTTONS


def _alerts(situation: Situation) -> Iterator[Message]:
    dialogs = {window.window_id for window in situation.windows if window.is_dialog}
    names = {window.window_id: window.application for window in situation.windows}
    for zone in situation.zones:
        if zone.role is Role.ALERT and zone.on_screen and zone.window_id not in dialogs:
            texts = tuple(dict.fromkeys(filter(None, (zone.label, zone.value))))
            yield Message(zone.zone_id, names.get(zone.window_id, ""), "", texts, is_brief=True)


def said_in_page(situation: Situation) -> Iterator[Message]:
    """What a page said since the look before, in dialogs that the browser answered."""
    if situation.page is None:
        return
    application = next((window.application for window in situation.windows), "")
    for number, notice in enumerate(situation.page.notices):
        if notice.startswith(_SAID_IN_PAGE):
            said = notice.removeprefix(_SAID_IN_PAGE).strip("“”.")
            place_id = f"{situation.frame.change_count}/{number}"
            yield Message(place_id, application, "", (said,), is_brief=True)


def tells_of_error(text: str) -> bool:
    """Whether these words, a title or a message, say that something went wrong."""
    return bool(anywhere("fails").search(anywhere("fails_not").sub(" ", folding.folded(text))))


def asks_for_input(text: str) -> bool:
    """Whether they only say what a person is to fill in or to correct."""
    return grave_words.has_word("was_left_out", text)


class ErrorDialogs:
    """Knows which messages stand already."""

    def __init__(self) -> None:
        self._standing: frozenset[str] = frozenset()

    def begin(self, situation: Situation) -> None:
        self._standing = frozenset(one.place_id for one in messages_in(situation))

    def check(self, after: Situation) -> tuple[Fault, ...]:
        """Those that came up since the last look."""
        messages = messages_in(after)
        fresh = [one for one in messages if one.place_id not in self._standing]
        self._standing = frozenset(one.place_id for one in messages)
        return tuple(_fault_of(one) for one in fresh if _tells_of_error(one))


def _tells_of_error(message: Message) -> bool:
    if not message.is_brief or asks_for_input(" ".join(message.texts)):
        return False
    return any(map(tells_of_error, (message.title, *message.texts)))


def _fault_of(message: Message) -> Fault:
    telling = next((text for text in message.texts if tells_of_error(text)), "")
    said = telling or next(iter(message.texts), "")
    words = ": ".join(f"“{stable(part)}”" for part in (message.title, said) if part)
    detail = " / ".join((message.title, *message.texts))
    return Fault(FaultKind.ERROR_DIALOG, message.application, words, detail)


TIMES = 3
_Key = tuple[str, str, tuple[str, ...]]
_Places = dict[_Key, frozenset[str]]


class EndlessDialogs:
    """Counts how often each dialog came back in a row."""

    def __init__(self) -> None:
        self._returns: Counter[_Key] = Counter()
        self._just_closed: frozenset[_Key] = frozenset()

    def begin(self) -> None:
        self._returns.clear()
        self._just_closed = frozenset()

    def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None
    ) -> tuple[Fault, ...]:
        """Those that came back for the third time."""
        messages = {one.key: one for one in dialogs_in(after)}
        stood, stands = _places(before), _places(after)
        only_closed = steps is None or (bool(steps) and all(map(asks_to_close, steps)))
        for key in (self._returns.keys() | self._just_closed) - stood.keys():
            del self._returns[key]
        for key in self._just_closed & stood.keys():
            self._returns[key] += 1  # nothing was done, and it is there again
        for key, places in stands.items():
            if key not in stood or not only_closed:
                del self._returns[key]
            elif not places & stood[key]:
                self._returns[key] += 1
        self._just_closed = frozenset(stood.keys() - stands.keys() if only_closed else ())
        endless = [messages[key] for key in stands if self._returns[key] == TIMES]
        # and what a page said over and over within one look: its dialogs are answered at once
        said = [*said_in_page(after)]
        counts, first = Counter(one.key for one in said), {one.key: one for one in said}
        endless += [first[key] for key, count in counts.items() if count > TIMES]
        return tuple(map(_endless, endless))


def _places(situation: Situation) -> _Places:
    places: _Places = {}
    for one in dialogs_in(situation):
        places[one.key] = places.get(one.key, frozenset()) | {one.place_id}
    return places


def _endless(message: Message) -> Fault:
    said = next(iter(message.texts), "")
    parts = dict.fromkeys(stable(part) for part in (message.title, said) if part)
    words = ": ".join(f"“{part}”" for part in parts)
    summary = f"{words} comes back each time it is closed"
    return Fault(FaultKind.ENDLESS_DIALOG, message.application, summary, " / ".join(message.texts))


def console_errors_of(
    console: Sequence[ConsoleLine], *, crashed: frozenset[str]
) -> Iterator[Fault]:
    """What an application wrote that ``crashed`` belongs to its crash."""
    for line in console:
        if line.application not in crashed:
            where = f" ({stable(line.source)})" if line.source else ""
            summary = f"{stable(line.text)}{where}"
            yield Fault(FaultKind.CONSOLE_ERROR, line.application, summary, line.text)


_ENDING_SECS = 1.0
_REST_SECS = 0.1


class SurfaceFaultWatch(Part):
    """Implements ``FaultWatch``. ``masked`` hides what must not be known in what applications
    wrote, as the perceiver does it for what they show. An application may be silent for
    ``hang_secs``."""

    surface: ExplorableSurface
    _: KW_ONLY
    masked: Callable[[str], str] = lambda text: text
    hang_secs: float = HANG_SECS

    def __post_init__(self) -> None:
        self._hangs = HangWatch(self.surface, hang_secs=self.hang_secs)
        self._errors = ErrorDialogs()
        self._endless = EndlessDialogs()

    async def begin(self, situation: Situation) -> None:
        vitals = await self.surface.vitals()
        await self._hangs.begin(vitals.silent, situation)
        self._errors.begin(situation)
        self._endless.begin()

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        vitals = await self._ended_vitals(before, after)
        hangs, more = await self._hangs.check(vitals.silent, after)
        vitals = _joined((vitals, *more))
        vitals = replace(vitals, console=tuple(map(self._hidden, vitals.console)))
        crashes = tuple(crashes_of(vitals, steps, on_web=after.page is not None))
        crashed = frozenset(fault.application for fault in crashes)
        found = chain(
            crashes,
            hangs,
            self._errors.check(after),
            self._endless.check(before, after, steps),
            console_errors_of(vitals.console, crashed=crashed),
        )
        return tuple({fault.key: fault for fault in found}.values())

    async def _ended_vitals(self, before: Situation, after: Situation) -> Vitals:
        """A little later again where a process may be ending: its last words may come first."""
        told = [await self.surface.vitals()]
        gone = _applications(before) - _applications(after)
        deadline = asyncio.get_running_loop().time() + _ENDING_SECS * crowding()
        while not told[-1].ended and (told[0].console or gone):
            if asyncio.get_running_loop().time() >= deadline:
                break
            await asyncio.sleep(_REST_SECS)
            told.append(await self.surface.vitals())
        return _joined(told)

    def _hidden(self, line: ConsoleLine) -> ConsoleLine:
        """Whole: of a secret out of which something is cut nothing would be known any more."""
        return replace(line, text=self.masked(line.text), source=self.masked(line.source))


def _joined(told: Iterable[Vitals]) -> Vitals:
    """In their order; silent are those of the last."""
    all_told = tuple(told)
    return Vitals(
        tuple(chain.from_iterable(one.ended for one in all_told)),
        all_told[-1].silent,
        tuple(chain.from_iterable(one.console for one in all_told)),
    )


def _applications(situation: Situation) -> frozenset[str]:
    return frozenset(window.application for window in situation.windows)
