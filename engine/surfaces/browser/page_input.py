"""Mouse and keyboard of one page, which remember what they hold down.

Everything is sent piece by piece, so that STOP finds little under way and knows what to release."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from playwright.async_api import Error, Page

from engine.domain import actions, errors, leases
from engine.language.keys import one_name

Spot = tuple[float, float]
_WHEEL_NOTCH_PX = 100
_DRAG_STEPS = 12
_MAX_KEYED_CHARACTERS = 300
_PIECE_CHARACTERS = 100
_TURN_SECS = 0.3
_NAMED = {
    **{name: name.capitalize() for name in ("alt", "shift", "enter", "tab", "escape", "space")},
    **{name: name.capitalize() for name in ("backspace", "delete", "insert", "home", "end")},
    **{name: f"Arrow{name.capitalize()}" for name in ("up", "down", "left", "right")},
    "ctrl": "Control",
    "super": "Meta",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "capslock": "CapsLock",
    "menu": "ContextMenu",
}
_MODIFIERS = frozenset({"Control", "Alt", "Shift", "Meta"})


class PageInput:
    """``has_begun`` tells whether anything was pressed that can't be unpressed; ``ended_secs`` when
    the last of it was, and no more than letting go is left: 0 before. What ``ends`` is the last."""

    def __init__(self, page: Page, going_on: Callable[[], Awaitable[None]]) -> None:
        """``going_on`` is awaited before each piece: it waits, or raises why no more is done."""
        self.page = page
        self._going_on = going_on
        self._keys: list[str] = []
        self._buttons: list[str] = []
        self.has_begun = False
        self.ended_secs = 0.0
        self._keeps = False

    def keep_held(self, last: PageInput | None) -> None:
        """What another one keeps down on this page is this one's from now on."""
        if last is not None and last._keeps and last.page == self.page:
            self._keys, self._buttons, self._keeps = last._keys, last._buttons, True

    def note_end(self) -> None:
        self.ended_secs = time.monotonic()

    @property
    def held(self) -> tuple[str, ...]:
        """Keys and buttons that are down, in words."""
        return (
            *(f"key {key}" for key in self._keys),
            *(f"{each} button" for each in self._buttons),
        )

    async def click(self, x: float, y: float, click: actions.Click, *, ends: bool = False) -> None:
        """Raises ``ActionImpossible`` for modifiers that are none."""
        modifiers = modifier_names(click.modifiers)
        await self._going_on()
        await self.page.mouse.move(x, y)
        if click.half:
            await self._half(click, click.half)
            return
        async with self._holding(modifiers):
            for count in range(1, max(click.count, 1) + 1):
                if count > 1:
                    await self._going_on()
                self.has_begun = True
                self._buttons.append(click.button)
                await self.page.mouse.down(button=click.button, click_count=count)
                await asyncio.sleep(click.hold_secs)
                if ends and count >= click.count:
                    self.note_end()
                self._buttons.remove(click.button)  # what is sent comes, however late
                await self.page.mouse.up(button=click.button, click_count=count)

    async def do(self, piece: leases.DirectInput) -> None:
        """What the operator does; what they hold down stays so until they let go."""
        if piece.at is not None:
            await self.page.mouse.move(piece.at.x, piece.at.y)
        match piece.action:
            case actions.Click(half=half) as click:
                await self._half(click, half)
            case actions.Scroll(down=down, right=right):
                await self.page.mouse.wheel(right * _WHEEL_NOTCH_PX, down * _WHEEL_NOTCH_PX)
            case actions.TypeText(text=text):
                await self.type(text)
            case actions.PressKeys(keys=keys):
                await self.chord(key_names(keys))

    async def _half(self, click: actions.Click, half: actions.Half) -> None:
        """Press and hold; or let go of that, and then of whatever else is held."""
        if half == "down":
            await self.hold(modifier_names(click.modifiers))
            self._buttons.append(click.button)
            await self.page.mouse.down(button=click.button, click_count=click.count)
        else:
            self._buttons = [each for each in self._buttons if each != click.button]
            await self.page.mouse.up(button=click.button, click_count=click.count)
            await self.release()

    async def hold(self, names: Sequence[str]) -> None:
        """Keep these keys down."""
        self.has_begun = self._keeps = True
        for name in names:
            self._keys.append(name)
            await self.page.keyboard.down(name)

    async def draw(self, strokes: Sequence[Sequence[Spot]], modifiers: Sequence[str] = ()) -> None:
        """The button is held along each. Raises ``ActionImpossible`` for what is no modifier."""
        async with self._holding(modifier_names(modifiers)):
            for drawn, (first, *others) in enumerate(strokes, 1):
                await self._going_on()
                await self.page.mouse.move(*first)
                self.has_begun = True
                self._buttons.append("left")
                await self.page.mouse.down()
                for place in others:
                    await self._going_on()
                    await self.page.mouse.move(*place, steps=_DRAG_STEPS)
                if drawn == len(strokes):
                    self.note_end()
                self._buttons.remove("left")
                await self.page.mouse.up()

    async def wheel(self, at: Spot, scroll: actions.Scroll) -> None:
        """Raises ``ActionImpossible`` for modifiers that are none."""
        modifiers = modifier_names(scroll.modifiers)
        await self._going_on()
        await self.page.mouse.move(*at)
        self.has_begun = True
        async with self._holding(modifiers):
            right_px, down_px = scroll.right * _WHEEL_NOTCH_PX, scroll.down * _WHEEL_NOTCH_PX
            await self.page.mouse.wheel(right_px, down_px)

    async def chord(self, names: Sequence[str], *, ends: bool = False) -> None:
        await self._going_on()
        self.has_begun = True
        async with self._holding(names[:-1]):
            self._keys.append(names[-1])
            if ends:
                self.note_end()
            await self.page.keyboard.down(names[-1])
            await self.page.keyboard.up(names[-1])
            self._keys.remove(names[-1])

    async def type(self, text: str, *, ends: bool = False) -> None:
        """Key by key; a long text in pieces, as if it were pasted. A line feed is Enter."""
        self.has_begun = True
        is_keyed = len(text) <= _MAX_KEYED_CHARACTERS
        pieces = re.findall(rf"\n|[^\n]{{1,{1 if is_keyed else _PIECE_CHARACTERS}}}", text)
        for number, piece in enumerate(pieces, 1):
            is_last = ends and number == len(pieces)
            if piece == "\n":
                await self.chord(("Enter",), ends=is_last)
                continue
            await self._going_on()
            if is_last:
                self.note_end()
            if is_keyed and piece != "\t":  # the key would leave the field
                await self.page.keyboard.type(piece)
            else:
                await self.page.keyboard.insert_text(piece)

    async def type_at_focus(self, text: str) -> None:
        """The first key may open a field that takes the others, once the page comes to that."""
        await self.type(text[:1], ends=len(text) == 1)
        if len(text) > 1:
            with contextlib.suppress(Error, TimeoutError):
                async with asyncio.timeout(_TURN_SECS):
                    await self.page.evaluate("() => new Promise(done => setTimeout(done))")
            await self.type(text[1:], ends=True)

    async def type_instead(self, text: str, *, ends: bool = False) -> None:
        """In place of all that the field holds."""
        await self.chord(("Control", "a"))
        await (self.type(text, ends=ends) if text else self.chord(("Delete",), ends=ends))

    async def release(self) -> None:
        """Let go of all that is held. Raises Playwright's error."""
        self._keeps = False
        while self._buttons:
            await self.page.mouse.up(button=self._buttons.pop())  # type: ignore[arg-type]
        while self._keys:
            await self.page.keyboard.up(self._keys.pop())

    @contextlib.asynccontextmanager
    async def _holding(self, names: Sequence[str]) -> AsyncIterator[None]:
        for name in names:
            self._keys.append(name)
            await self.page.keyboard.down(name)
        try:
            yield
        except Error:
            with contextlib.suppress(Error):
                await self.release()
            raise
        for name in reversed(names):
            await self.page.keyboard.up(name)
            self._keys.remove(name)


def key_names(keys: Sequence[str]) -> tuple[str, ...]:
    """Raises ``ActionImpossible`` for what is no key."""
    if not keys:
        raise errors.ActionImpossible("No key was named.")
    return tuple(_key_name(key) for key in keys)


def modifier_names(keys: Sequence[str]) -> tuple[str, ...]:
    """Raises ``ActionImpossible`` for what can't be held while something else is pressed."""
    names = tuple(_key_name(key) for key in keys)
    for key, name in zip(keys, names, strict=True):
        if name not in _MODIFIERS:
            raise errors.ActionImpossible(f"“{key}” is no key that is held while clicking.")
    return names


def _key_name(key: str) -> str:
    name = one_name(key)
    if name in _NAMED:
        return _NAMED[name]
    if len(name) == 1 and name.isprintable():
        return name
    if name.startswith("f") and name[1:].isdecimal() and 1 <= int(name[1:]) <= 24:
        return name.upper()
    raise errors.ActionImpossible(f"There is no key called “{key}”.")
