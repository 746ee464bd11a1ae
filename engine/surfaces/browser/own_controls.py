"""Lists, calendars and sliders that pages make themselves.

A list is opened, narrowed, looked through, and one entry clicked. What opens it says by its
attributes which list belongs to it; where it does not, what came up since it was pressed is its
list. The entry must be called just so, as a whole: what is merely alike is not chosen, and what was
typed to narrow the list is no choice. The day of a calendar is clicked where it tells its whole
date, in whichever month that is. A slider is told in what it says to assistive programs, and moved
by its keys."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date

from playwright.async_api import ElementHandle, JSHandle

from engine.domain import actions, facts
from engine.domain.errors import ActionImpossible, TargetLost
from engine.language.amounts import day_in, numbers_in
from engine.language.labels import has_words, plain_text
from engine.surfaces.browser.found_element import Found

_LABELS = """(all) => all.map((one) => [one.getAttribute("aria-label") || one.innerText,
  one.getAttribute("aria-disabled") === "true"])"""
_COMES_SECS, _NARROWS_SECS, _CLOSES_SECS, _LOOK_SECS = 3.0, 2.0, 1.0, 0.1
_MOST_SCROLLS = 60
LIST_SECS = 20.0
"""So long it may take to look through one, beside what any action may."""
_MOST_NAMED = 12
_MOST_MOVES, _MOST_KEYS, _MOST_MONTHS = 6, 400, 36
_DATES = """(all) => all.map((one) => one.getAttribute("aria-label") || one.title
  || one.dataset.date || one.dateTime || "")"""


class _List(facts.Part):
    """Opened by ``opener``, whose field ``held`` that; what was shown before, what is offered."""

    opener: Found
    before: JSHandle
    text: str
    held: str
    seen: dict[str, None]

    async def entry(self) -> tuple[ElementHandle, bool] | None:
        """The one called so, and if it is disabled. Raises ``ActionImpossible`` for several."""
        found = await self._entries()
        told = await found.evaluate(_LABELS)
        self.seen.update(dict.fromkeys(" ".join(label.split()) for label, _ in told))
        at = _only_one(self.text, [label for label, _ in told])
        if at is None:
            return None
        handle = (await found.evaluate_handle("(all, at) => all[at]", at)).as_element()
        return (handle, bool(told[at][1])) if handle is not None else None

    async def begun(self) -> str:
        """The text, or the whole of the only entry of which it is the first words."""
        told = [each for each, _ in await (await self._entries()).evaluate(_LABELS)]
        text = plain_text(self.text)
        of_it = [e for e in told if has_words(text, e) and plain_text(e).startswith(text)]
        return of_it[0] if len(of_it) == 1 else self.text

    async def comes(self, secs: float) -> tuple[ElementHandle, bool] | None:
        """The same, once it is there; None where it does not come."""
        for _ in range(round(secs / _LOOK_SECS)):
            if (entry := await self.entry()) is not None:
                return entry
            await asyncio.sleep(_LOOK_SECS)
        return None

    async def first(self) -> tuple[float, float] | None:
        """The middle of its first entry; None where none is shown."""
        found = await self._entries()
        handle = (await found.evaluate_handle("(all) => all[0]")).as_element()
        box = await handle.bounding_box() if handle is not None else None
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else None

    async def is_so(self, what: str, **more: bool) -> bool:
        return bool(await self.opener.ask(what, before=self.before, **more))

    async def _entries(self) -> JSHandle:
        return await self.opener.told("entries", before=self.before)


async def choose_from_list(it: Found, text: str) -> None:
    """Raises ``ActionImpossible`` where the list has no such entry, with what it has."""
    opened = _List(it, await it.told("shown"), text.strip(), str(await it.ask("value")), {})
    if not await opened.is_so("open"):
        await it.click()
    await _choose(opened, await opened.comes(_COMES_SECS) or await _sought(opened))
    await _close(opened)


async def choose_typed(it: Found, text: str, before: JSHandle, held: str) -> None:
    """What was typed, for which a list came up, is chosen there, if an entry is called so. A field
    that does not keep it once it is left takes what its list offers and nothing else: then the
    only one that begins so is meant. Raises ``ActionImpossible`` where there is none."""
    opened = _List(it, before, text.strip(), held, {})
    if not await opened.is_so("open"):
        return
    if (entry := await opened.comes(_CLOSES_SECS)) is not None:
        await _choose(opened, entry)
        await _close(opened, goes_on=False)
    told = await opened.begun()
    await it.ask("leave")  # Return would send its form, or choose another of a list that stays open
    if entry is None:
        await _close(opened, goes_on=False)
        if str(await it.ask("value")) in ("", held):
            await choose_from_list(it, told)
        else:
            await it.handle.focus()


async def _choose(opened: _List, entry: tuple[ElementHandle, bool] | None) -> None:
    it = opened.opener
    if entry is None or entry[1]:
        await _leave(opened)
        if entry is not None:
            raise ActionImpossible(f"The choice “{opened.text[:80]}” is disabled.")
        raise no_such_choice(
            it, opened.text, (each[:60] for each in opened.seen), "No list came up."
        )
    await it.hands.click(*await _place_of(entry[0], opened), actions.Click())


async def _place_of(entry: ElementHandle, opened: _List) -> tuple[float, float]:
    """Of the entry, found again where the list drew it anew. Raises ``TargetLost``."""
    it = opened.opener
    chosen = facts.replace(it.element, text=opened.text, aria_label="")
    try:
        return await facts.replace(it, handle=entry, element=chosen).place()
    except TargetLost:
        again = await opened.comes(_NARROWS_SECS)
        if again is None:
            raise
        return await facts.replace(it, handle=again[0], element=chosen).place()


async def _sought(opened: _List) -> tuple[ElementHandle, bool] | None:
    """By typing what it is called, where the list can be narrowed so; else by scrolling on."""
    hands = opened.opener.hands
    if await opened.is_so("typable"):
        await hands.type_instead(opened.text)
        if (entry := await opened.comes(_NARROWS_SECS)) is not None:
            return entry
    await opened.is_so("on", fromTop=True)
    for _ in range(_MOST_SCROLLS):
        known = len(opened.seen)
        has_moved = await opened.is_so("on")
        if not has_moved and (first := await opened.first()) is not None:
            await hands.wheel(first, actions.Scroll(down=1))
        await asyncio.sleep(_LOOK_SECS)
        if (entry := await opened.entry()) is not None:
            return entry
        if not has_moved and len(opened.seen) == known:
            break
    return None


async def _leave(opened: _List) -> None:
    """Nothing was chosen: what was typed to narrow the list does not stay in its field."""
    hands = opened.opener.hands
    await hands.chord(("Escape",))
    if str(await opened.opener.ask("value")) == opened.held:
        return
    await opened.opener.handle.focus()
    await hands.type_instead(opened.held)
    await hands.chord(("Tab",))


async def _close(opened: _List, *, goes_on: bool = True) -> None:
    """A list of which several may be chosen stays open: the keyboard goes on to what follows."""
    for _ in range(round(_CLOSES_SECS / _LOOK_SECS)):
        if not await opened.is_so("open"):
            return
        await asyncio.sleep(_LOOK_SECS)
    if goes_on:
        await opened.opener.hands.chord(("Tab",))


def _only_one(text: str, labels: Sequence[str]) -> int | None:
    """Which is called so: as a whole, else in its first line. Raises ``ActionImpossible``."""
    wholes = [plain_text(each) for each in labels]
    firsts = [plain_text((each.strip().splitlines() or [""])[0]) for each in labels]
    for told in (wholes, firsts):
        fitting = [at for at, each in enumerate(told) if each == plain_text(text)]
        if len(fitting) > 1:
            raise ActionImpossible(f"{len(fitting)} entries of the list are called “{text[:80]}”.")
        if fitting:
            return fitting[0]
    return None


def no_such_choice(it: Found, text: str, labels: Iterable[str], none: str) -> ActionImpossible:
    """It offers but these; ``none`` says so where there are none."""
    named = [f"“{each}”" for each in labels]
    more = " …" if len(named) > _MOST_NAMED else ""
    told = f"There are: {', '.join(named[:_MOST_NAMED])}{more}." if named else none
    return ActionImpossible(f"{it.name} has no choice “{text.strip()[:80]}”.", told)


async def pick_day(it: Found, day: date) -> None:
    """Of the calendar that a click on the field opens. Raises ``ActionImpossible`` where none comes
    that tells its days, or none of them is that."""
    before = await it.told("shown")
    await it.click()
    for _ in range(_MOST_MONTHS):
        shown = await _days_of(it, before)
        if day in shown:
            await facts.replace(it, handle=shown[day]).click()
            return
        way = "next" if shown and max(shown) < day else "prev"
        turns = (await it.told("turns", before=before, way=way)).as_element() if shown else None
        if turns is None:
            break
        await facts.replace(it, handle=turns).click()
    await it.hands.chord(("Escape",))
    raise ActionImpossible(f"{it.name} can only be read, and has no calendar with {day}.")


async def _days_of(it: Found, before: JSHandle) -> dict[date, ElementHandle]:
    """Those of the month that is shown, once it has come."""
    for _ in range(round(_COMES_SECS / _LOOK_SECS)):
        found = await it.told("days", before=before)
        told = [day_in(each) for each in await found.evaluate(_DATES)]
        handles = [
            (await found.evaluate_handle("(all, at) => all[at]", at)).as_element()
            for at in range(len(told))
        ]
        shown = {d: h for d, h in zip(told, handles, strict=True) if d and h}
        if shown:
            return shown
        await asyncio.sleep(_LOOK_SECS)
    return {}


async def slide(it: Found, text: str) -> None:
    """A slider of the page's own is moved by its keys, until it tells what is wanted or stays."""
    numbers = numbers_in(text)
    told = await it.ask("slider")
    if len(numbers) != 1 or not told["least"] <= numbers[0] <= told["most"]:
        least, most = told["least"], told["most"]
        raise ActionImpossible(f"{it.name} goes from {least:g} to {most:g}.")
    wanted, now = float(numbers[0]), told["now"]
    it.hands.has_begun = True
    await it.handle.focus()
    for _ in range(_MOST_MOVES):
        if now is None or now == wanted:
            return
        key = ("ArrowRight",) if now < wanted else ("ArrowLeft",)
        await it.hands.chord(key)
        later = (await it.ask("slider", was=now))["now"]
        if later is None or later == now:
            return
        for _ in range(min(_MOST_KEYS, int(abs(wanted - later) / abs(later - now)))):
            await it.hands.chord(key)
        now = (await it.ask("slider", was=later))["now"]
