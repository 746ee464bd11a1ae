"""What is done to one element of a page: found again, touched or filled, on its own page only."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from playwright.async_api import Error

from engine.domain.actions import Action, Click, PressKeys, Scroll, Search, TypeText
from engine.domain.errors import ActionImpossible, TargetLost
from engine.domain.facts import Part, replace
from engine.domain.ports import SecretSource
from engine.domain.surface_ports import Touch
from engine.domain.web.pages import WebElement
from engine.language.amounts import day_in
from engine.language.keys import one_name
from engine.language.labels import plain_text
from engine.surfaces.browser import found_element as elements
from engine.surfaces.browser import own_controls, page_input, page_work, tab
from engine.surfaces.browser.tabs import BrowserTabs
from engine.surfaces.shared import with_secrets

_TAKES_SECRETS = ("text", "editable", "set")
_SECS_PER_CHARACTER = 0.05
"""So long typing may take, beside what any action may."""


class ElementHands(Part):
    tabs: BrowserTabs
    work: page_work.PageWork
    secrets: SecretSource

    async def act_on(self, action: Action, element: WebElement, how: Touch) -> None:
        if not isinstance(action, Scroll):
            here = self.tabs.page.url if self.tabs.page is not None else ""
            self.tabs.handed_out.aim(element.agent_id, element.href, here)
        match action:
            case Click():
                with meaning(self.tabs, action):
                    await self._touch_element(element, how, lambda it: _click(it, action, how))
            case TypeText():
                await self._fill(element, how, action)
            case Search(words=words):
                await self._fill(element, how, TypeText(f"{words}\n", replace=True))
            case PressKeys(keys=keys):
                names = page_input.key_names(keys)
                await self._touch_element(element, how, lambda it: _press_in(it, names))
            case Scroll():
                await self._touch_element(element, how, lambda it: _wheel_over(it, action))
            case _:
                raise ActionImpossible("That is not done to one element of a page.")

    async def _fill(self, element: WebElement, how: Touch, action: TypeText) -> None:
        typed = await with_secrets(action.text, self.secrets)
        sends = typed.endswith("\n")
        if typed == action.text:
            self.tabs.sendings.note_typed(typed)
        with self.tabs.arrivals.meaning_to_open() if sends else contextlib.nullcontext():
            keyed, is_secret = replace(action, text=typed), typed != action.text
            uploads = self.tabs.uploads
            await self._touch_element(
                element,
                how,
                lambda it: fill(it, keyed, how, is_secret=is_secret, uploads=uploads),
                secs=typing_secs(typed)
                + (own_controls.LIST_SECS if element.role == "combobox" else 0),
            )

    async def _touch_element(
        self,
        element: WebElement,
        how: Touch,
        work: Callable[[elements.Found], Awaitable[None]],
        *,
        secs: float = page_work.ANSWER_SECS,
    ) -> None:
        """An element belongs to its page: on another one, that id is somebody else's."""

        async def found_and_done(hands: page_input.PageInput) -> None:
            handle = await (elements.find_by_text if how == "text" else elements.find)(
                hands.page, element
            )
            self.tabs.uploads.note_touched(hands.page, element)
            await work(elements.Found(handle, element, hands))

        gone = f"The page with {elements.name_of(element)} has gone."
        with TargetLost.instead_of(page_work.PageGone, gone):
            await self.work.touch(found_and_done, secs=secs, may_retry=how == "text")


def meaning(tabs: BrowserTabs, click: Click) -> contextlib.AbstractContextManager[None]:
    """Who opens a page in the background wants to stay on this one."""
    if click.button == "middle" or {"ctrl", "super"} & set(map(one_name, click.modifiers)):
        return contextlib.nullcontext()
    return tabs.arrivals.meaning_to_open()


def typing_secs(text: str) -> float:
    """How long a page may take for it."""
    return page_work.ANSWER_SECS + _SECS_PER_CHARACTER * len(text)


async def _click(it: elements.Found, click: Click, how: Touch) -> None:
    if how == "script" and (click.button, click.count) == ("left", 1):
        await it.click_by_script()
    else:
        await (await it.pressed()).click(click, ends=True)


async def _press_in(it: elements.Found, names: tuple[str, ...]) -> None:
    await it.handle.focus()
    await it.hands.chord(names, ends=True)


async def _wheel_over(it: elements.Found, scroll: Scroll) -> None:
    await it.hands.wheel(await it.place(), scroll)


async def fill(
    it: elements.Found, action: TypeText, how: Touch, *, is_secret: bool, uploads: elements.Uploads
) -> None:
    """``action.text`` is what is typed, secrets filled in already; ``is_secret`` says that there
    are some, which are put into this very field and nowhere else.

    A path goes where the look that was approved said that a file is handed over. Raises
    ``TargetLost``, ``ActionImpossible`` or Playwright's error."""
    facts = elements.checked(await it.ask("facts"), it.element)
    accepts_files = it.element.accepts_files
    is_list = facts["opensList"] and (action.chooses or facts["kind"] == "list")
    is_list |= (it.element.role, facts["kind"], action.chooses) == ("combobox", "other", True)
    if (is_list or (facts["isReadOnly"] and action.chooses)) and not is_secret:
        await own_controls.choose_from_list(it, action.text)
        return
    if facts["isReadOnly"] and not accepts_files:
        if action.replace and (day := day_in(action.text)) is not None:
            await own_controls.pick_day(it, day)
            return
        raise ActionImpossible(f"{it.name} can only be read.")
    if is_secret and facts["kind"] not in _TAKES_SECRETS:
        # elsewhere it would go wherever the keyboard is by then, or into words about what failed
        raise ActionImpossible(f"{it.name} is no field for a secret.")
    if facts["kind"] == "file" or accepts_files:
        await uploads.give(it, action.text, is_field=facts["kind"] == "file")
        return
    match facts["kind"]:
        case "pressed":
            raise ActionImpossible(f"{it.name} is no field to type in.")
        case "select":
            it.hands.has_begun = True
            await _choose(it, facts, action)
        case "set":
            it.hands.has_begun = True
            await _set_value(it, action.text)
        case "slider":
            await own_controls.slide(it, action.text)
        case "cell":
            await _fill_cell(it, action.text)
        case kind:
            may_choose = kind == "text" and facts["opensList"] and action.replace and not is_secret
            may_choose &= it.element.input_type != "search"  # its list only suggests
            shown = await it.told("shown") if may_choose else None
            held = str(await it.ask("value")) if may_choose else ""
            await _type(it, action, how, kind=kind, is_secret=is_secret)
            if shown is not None and action.text.strip() and not action.text.endswith("\n"):
                await own_controls.choose_typed(it, action.text, shown, held)
                it.hands.note_end()
            is_number = "spinbutton" in (it.element.role, facts["role"])
            if kind == "text" and is_number and action.replace and not action.text.endswith("\n"):
                it.hands.note_end()
                await it.ask("leave")  # its page takes a number once its field is left


async def _fill_cell(it: elements.Found, text: str) -> None:
    """A cell is chosen by a click and opened by two, where it is not at once a field; what is typed
    takes the place of what it held, and the next cell takes the keyboard."""
    hands, place = it.hands, await it.place()
    await hands.click(*place, Click())
    if not await it.ask("keyboard", orAnyField=True):
        await hands.click(*place, Click(count=2))
    if await it.ask("keyboard", orAnyField=True):
        await hands.chord(("Control", "a"))
    await hands.type(text.removesuffix("\n"))
    await hands.chord(("Tab",), ends=True)


async def _type(
    it: elements.Found, action: TypeText, how: Touch, *, kind: str, is_secret: bool
) -> None:
    if how == "script":
        await it.handle.focus()
    else:
        await (await it.pressed()).click()
    if not await it.ask("keyboard", orAnyField=kind == "other"):
        await it.handle.focus()
        if not await it.ask("keyboard"):
            raise ActionImpossible(f"{it.name} is no field to type in.")
    if is_secret:
        # all at once and into the element itself: a page that moves the keyboard gets nothing
        text = action.text.rstrip("\n")
        it.hands.has_begun = True
        before = "" if action.replace else await it.handle.evaluate("field => field.value ?? ''")
        await it.handle.fill(before + text)
        await it.hands.type(action.text.removeprefix(text), ends=True)
        return
    if action.replace:
        if kind == "text":
            await it.ask("select")
        else:
            await it.hands.chord(("Control", "a"))
        if not action.text:
            await it.hands.chord(("Delete",))
    elif kind in ("text", "editable"):
        await it.hands.chord(("Control", "End"))
    await it.hands.type(action.text, ends=True)


async def _choose(it: elements.Found, facts: Mapping[str, Any], action: TypeText) -> None:
    options: Sequence[Mapping[str, Any]] = facts["options"]
    index = _option_for(" ".join(action.text.split()), options)
    if index is None:
        labels = (each["label"] for each in options)
        raise own_controls.no_such_choice(it, action.text, labels, "It has no choices at all.")
    if options[index]["isDisabled"]:
        raise ActionImpossible(f"The choice “{options[index]['label']}” is disabled.")
    keeps = facts["isMultiple"] and not action.replace
    kept = {number for number, each in enumerate(options) if keeps and each["isSelected"]}
    it.hands.note_end()
    await it.handle.select_option(index=sorted({index, *kept}))


def _option_for(words: str, options: Sequence[Mapping[str, Any]]) -> int | None:
    """The first one called so: to the letter, else as texts compare, else by its value."""
    labels = [str(each["label"]) for each in options]
    plainer = [plain_text(label) for label in labels]
    values = [str(each["value"]) for each in options]
    for known, sought in ((labels, words), (plainer, plain_text(words)), (values, words)):
        if sought in known:
            return known.index(sought)
    return None


async def _set_value(it: elements.Found, text: str) -> None:
    """Dates, times, colours, sliders: by their value, which no keyboard spells alike everywhere."""
    wanted = text.strip()
    try:
        await it.handle.fill(wanted)
        is_taken = not wanted or await it.ask("value") != ""
    except Error as problem:
        if tab.is_closed(problem):
            raise
        is_taken = False
    if not is_taken:
        why = f"{it.name} does not take what was to be typed."
        raise ActionImpossible(why, "Dates are written 2026-01-31, times 13:45, colours #336699.")
