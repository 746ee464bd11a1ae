"""What is done to one element of a page: found again, touched or filled, on its own page only."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

from playwright.async_api import ElementHandle

from engine.domain.actions import Action, Click, PressKeys, Scroll, Search, TypeText
from engine.domain.errors import ActionImpossible, TargetLost
from engine.domain.ports import SecretSource
from engine.domain.surface_ports import Touch
from engine.domain.web.pages import WebElement
from engine.surfaces.browser.filling import fill
from engine.surfaces.browser.input import PageInput
from engine.surfaces.browser.keys import key_names
from engine.surfaces.browser.page_work import ANSWER_SECS, PageGone, PageWork
from engine.surfaces.browser.tabs import BrowserTabs
from engine.surfaces.browser.touching import click_by_script, find, find_by_text, name_of, place_of

_SECRET = re.compile(r"\{\{secret:([^{}]+)\}\}")
_TYPING_SECS_PER_CHARACTER = 0.05


class ElementHands:
    def __init__(self, tabs: BrowserTabs, work: PageWork, secrets: SecretSource) -> None:
        self._tabs = tabs
        self._work = work
        self._secrets = secrets

    async def act_on(self, action: Action, element: WebElement, how: Touch) -> None:
        match action:
            case Click():
                with meaning(self._tabs, action):
                    await self._touch_element(
                        element,
                        how,
                        lambda handle, hands: _click(handle, element, action, how, hands),
                    )
            case TypeText():
                await self._fill(element, how, action)
            case Search(words=words):
                await self._fill(element, how, TypeText(f"{words}\n", replace=True))
            case PressKeys(keys=keys):
                names = key_names(keys)
                await self._touch_element(
                    element, how, lambda handle, hands: _press_in(handle, hands, names)
                )
            case Scroll(down=down, right=right):
                await self._touch_element(
                    element,
                    how,
                    lambda handle, hands: _wheel_over(handle, element, hands, down, right),
                )
            case _:
                raise ActionImpossible("That is not done to one element of a page.")

    async def _fill(self, element: WebElement, how: Touch, action: TypeText) -> None:
        typed = await with_secrets(action.text, self._secrets)
        sends = typed.endswith("\n")
        with self._tabs.meaning_to_open() if sends else contextlib.nullcontext():
            await self._touch_element(
                element,
                how,
                lambda handle, hands: fill(
                    handle,
                    element,
                    replace(action, text=typed),
                    how,
                    hands,
                    is_secret=typed != action.text,
                    uploads=self._tabs.uploads,
                ),
                secs=typing_secs(typed),
            )

    async def _touch_element(
        self,
        element: WebElement,
        how: Touch,
        work: Callable[[ElementHandle, PageInput], Awaitable[None]],
        *,
        secs: float = ANSWER_SECS,
    ) -> None:
        """An element belongs to its page: on another one, that id is somebody else's."""

        async def found_and_done(hands: PageInput) -> None:
            page = hands.page
            handle = await (find_by_text if how == "text" else find)(page, element)
            self._tabs.uploads.note_touched(page, element)
            await work(handle, hands)

        try:
            await self._work.touch(found_and_done, secs=secs, may_retry=how == "text")
        except PageGone:
            raise TargetLost(f"The page with {name_of(element)} has gone.") from None


def meaning(tabs: BrowserTabs, click: Click) -> contextlib.AbstractContextManager[None]:
    """Who opens a page in the background wants to stay on this one."""
    if click.button == "middle" or {"ctrl", "control", "meta"} & set(click.modifiers):
        return contextlib.nullcontext()
    return tabs.meaning_to_open()


def typing_secs(text: str) -> float:
    """How long a page may take for it."""
    return ANSWER_SECS + _TYPING_SECS_PER_CHARACTER * len(text)


async def with_secrets(text: str, secrets: SecretSource) -> str:
    """Filled in. Raises ``SecretMissing``."""
    if not _SECRET.search(text):
        return text
    return await asyncio.to_thread(
        _SECRET.sub, lambda match: secrets.reveal(match[1].strip()), text
    )


async def _click(
    handle: ElementHandle, element: WebElement, click: Click, how: Touch, hands: PageInput
) -> None:
    if how == "script":
        hands.has_begun = True
        await click_by_script(handle, element)
    else:
        await hands.click(*await place_of(handle, element), click)


async def _press_in(handle: ElementHandle, hands: PageInput, names: tuple[str, ...]) -> None:
    await handle.focus()
    await hands.chord(names)


async def _wheel_over(
    handle: ElementHandle, element: WebElement, hands: PageInput, down: int, right: int
) -> None:
    await hands.wheel(await place_of(handle, element), down=down, right=right)
