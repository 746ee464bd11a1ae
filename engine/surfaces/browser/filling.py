"""Types into a field, or chooses in it, as a person would: with the keyboard, into that field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import ElementHandle, Error

from engine.domain.actions import Click, TypeText
from engine.domain.errors import ActionImpossible, TargetLost
from engine.domain.surface_ports import Touch
from engine.domain.web.pages import WebElement
from engine.surfaces.browser.closed_target import is_closed
from engine.surfaces.browser.input import PageInput
from engine.surfaces.browser.touching import ask, name_of, place_of
from engine.surfaces.browser.uploads import Uploads

_MAX_NAMED_OPTIONS = 12
_TAKES_SECRETS = ("text", "editable", "set")
_LEFT = Click()


async def fill(
    handle: ElementHandle,
    element: WebElement,
    action: TypeText,
    how: Touch,
    hands: PageInput,
    *,
    is_secret: bool,
    uploads: Uploads,
) -> None:
    """``action.text`` is what is typed, secrets filled in already; ``is_secret`` says that there
    are some, which are put into this very field and nowhere else.

    A path goes where the look that was approved said that a file is handed over. Raises
    ``TargetLost``, ``ActionImpossible`` or Playwright's error.
    """
    facts = await ask(handle, "facts")
    if facts["problem"]:
        words = "is disabled" if facts["problem"] == "disabled" else "is no longer on the page"
        raise TargetLost(f"{name_of(element)} {words}.")
    is_field = facts["kind"] == "file"
    if facts["isReadOnly"] and not element.accepts_files:
        raise ActionImpossible(f"{name_of(element)} can only be read.")
    if is_secret and facts["kind"] not in _TAKES_SECRETS:
        # elsewhere it would go wherever the keyboard is by then, or into words about what failed
        raise ActionImpossible(f"{name_of(element)} is no field for a secret.")
    if is_field or element.accepts_files:
        await uploads.give(handle, element, action.text, hands, is_field=is_field)
        return
    match facts["kind"]:
        case "pressed":
            raise ActionImpossible(f"{name_of(element)} is no field to type in.")
        case "select":
            hands.has_begun = True
            await _choose(handle, element, facts, action)
        case "set":
            hands.has_begun = True
            await _set_value(handle, element, action.text)
        case kind:
            await _type(handle, element, action, how, hands, kind=kind, is_secret=is_secret)


async def _type(
    handle: ElementHandle,
    element: WebElement,
    action: TypeText,
    how: Touch,
    hands: PageInput,
    *,
    kind: str,
    is_secret: bool,
) -> None:
    if how == "script":
        await handle.focus()
    else:
        await hands.click(*await place_of(handle, element), _LEFT)
    if not await ask(handle, "keyboard", orAnyField=kind == "other"):
        await handle.focus()
        if not await ask(handle, "keyboard"):
            raise ActionImpossible(f"{name_of(element)} is no field to type in.")
    if is_secret:
        await _put_secret(handle, action, hands)
        return
    if action.replace:
        await _select_all(handle, hands, kind)
        if not action.text:
            await hands.chord(("Delete",))
    elif kind in ("text", "editable"):
        await hands.chord(("Control", "End"))
    await hands.type(action.text)


async def _select_all(handle: ElementHandle, hands: PageInput, kind: str) -> None:
    if kind == "text":
        await ask(handle, "select")
    else:
        await hands.chord(("Control", "a"))


async def _put_secret(handle: ElementHandle, action: TypeText, hands: PageInput) -> None:
    """All at once and into the element itself: a page that moves the keyboard gets nothing."""
    text = action.text.rstrip("\n")
    hands.has_begun = True
    before = "" if action.replace else await handle.evaluate("field => field.value ?? ''")
    await handle.fill(before + text)
    for _ in range(len(action.text) - len(text)):
        await hands.chord(("Enter",))


async def _choose(
    handle: ElementHandle, element: WebElement, facts: Mapping[str, Any], action: TypeText
) -> None:
    options: Sequence[Mapping[str, Any]] = facts["options"]
    index = _option_for(" ".join(action.text.split()), options)
    if index is None:
        labels = [f"“{each['label']}”" for each in options[:_MAX_NAMED_OPTIONS]]
        more = " …" if len(options) > _MAX_NAMED_OPTIONS else ""
        raise ActionImpossible(
            f"{name_of(element)} has no choice “{action.text.strip()[:80]}”.",
            f"There are: {', '.join(labels)}{more}." if labels else "It has no choices at all.",
        )
    if options[index]["isDisabled"]:
        raise ActionImpossible(f"The choice “{options[index]['label']}” is disabled.")
    chosen = [index]
    if facts["isMultiple"] and not action.replace:
        chosen += [number for number, each in enumerate(options) if each["isSelected"]]
    await handle.select_option(index=sorted(set(chosen)))


def _option_for(words: str, options: Sequence[Mapping[str, Any]]) -> int | None:
    """The first one called so: to the letter, else but for capitals, else by its value."""
    labels = [str(each["label"]) for each in options]
    folded = [label.casefold() for label in labels]
    values = [str(each["value"]) for each in options]
    for known, sought in ((labels, words), (folded, words.casefold()), (values, words)):
        if sought in known:
            return known.index(sought)
    return None


async def _set_value(handle: ElementHandle, element: WebElement, text: str) -> None:
    """Dates, times, colours, sliders: by their value, which no keyboard spells alike everywhere."""
    wanted = text.strip()
    try:
        await handle.fill(wanted)
        is_taken = not wanted or await ask(handle, "value") != ""
    except Error as problem:
        if is_closed(problem):
            raise
        is_taken = False
    if not is_taken:
        raise ActionImpossible(
            f"{name_of(element)} does not take what was to be typed.",
            "Dates are written 2026-01-31, times 13:45, colours #336699.",
        )
