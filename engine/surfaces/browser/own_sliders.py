"""Sliders that a page makes itself: told in what it says to assistive programs, or in a field that
can only be read, and moved by their keys."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from engine.domain.actions import Click
from engine.domain.errors import ActionImpossible
from engine.language.amounts import numbers_in
from engine.surfaces.browser.found_element import Found


async def slide(it: Found, text: str) -> None:
    """A slider of the page's own is pressed at the value's place, then moved by its keys."""
    numbers = numbers_in(text)
    told = await it.ask("slider")
    if len(numbers) != 1 or not told["least"] <= numbers[0] <= told["most"]:
        least, most = told["least"], told["most"]
        raise ActionImpossible(f"{it.name} goes from {least:g} to {most:g}.")
    wanted = float(numbers[0])
    now = await _pressed_at(it, wanted, told)
    await it.handle.focus()
    await _move(it, wanted, now)


async def turn_beside(it: Found, text: str) -> None:
    """A field that can only be read shows what the slider tells that is drawn beside it. Raises
    ``ActionImpossible`` where none is."""
    numbers = numbers_in(text)
    drawn, now = await it.drawn_beside(), (await it.ask("slider"))["now"]
    if drawn is None or len(numbers) != 1 or now is None or math.isnan(now):
        raise ActionImpossible(f"{it.name} can only be read.")
    it.hands.has_begun = True
    await drawn.focus()
    await _move(it, float(numbers[0]), now)


async def _move(it: Found, wanted: float, now: float | None) -> None:
    """By keys, with what has the keyboard, until it tells what is wanted or stays."""
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


async def _pressed_at(it: Found, wanted: float, told: Mapping[str, Any]) -> float | None:
    """Where it stands after a press upon its track at the place of the value, where it has one."""
    box, span = await it.handle.bounding_box(), told["most"] - told["least"]
    if box is None or box["width"] < _LEAST_TRACK * box["height"] or span <= 0:
        return told["now"]  # type: ignore[no-any-return]
    x = box["x"] + box["width"] * (wanted - told["least"]) / span
    inside = min(max(x, box["x"] + 1), box["x"] + box["width"] - 1)
    await it.hands.click(inside, box["y"] + box["height"] / 2, Click())
    return (await it.ask("slider", was=told["now"]))["now"]  # type: ignore[no-any-return]


_LEAST_TRACK = 3
_MOST_MOVES = 6
_MOST_KEYS = 400
