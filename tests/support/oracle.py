"""An oracle for what an application's state is: raw accessibility, files and pixels.

It shares no code with the engine's own fingerprint of a state: it asks the accessibility bus
itself, node by node, reads the files of the practice home and fetches the pixels from the X
server. What it leaves out is said in the tables below."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import xcffib.xproto
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from engine.surfaces.desktop.at_spi.bus import connected
from engine.surfaces.desktop.x11.x_calls import connect

_ACCESSIBLE = "org.a11y.atspi.Accessible"
_REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_CHECKED, _EXPANDED, _SELECTED, _SHOWING, _VISIBLE = 4, 10, 23, 25, 30
_MENU_ROLES = frozenset({"menu", "menu item", "check menu item", "radio menu item", "popup menu"})
_WITHOUT_STATE = _MENU_ROLES - {"check menu item", "radio menu item"}
_UNTOLD_ROLES = frozenset({"status bar", "statusbar", "tool tip", "separator"})
"""A status bar tells what was done last and where the caret is; a tooltip comes of hovering."""
_TEXT_ROLES = frozenset(
    {"text", "entry", "label", "static", "spin button", "terminal", "paragraph", "combo box"}
)
_VALUE_ROLES = frozenset({"slider", "spin button", "scroll bar", "progress bar"})
_WINDOW_ROLES = frozenset({"frame", "dialog", "window", "alert", "file chooser", "color chooser"})
_IN_FLIGHT = 64
_PIXEL_DIFFERENCE = 40
_FILES_BELOW = (
    *("Practice", "Documents", "Downloads", "Desktop"),
    *(".local/share/Trash/files", ".config/PilothousePractice", ".local/share/PilothousePractice"),
)

Fact = tuple[str, str, str, tuple[str, ...]]
Area = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """``windows`` and ``facts`` count equals; ``areas`` holds where named nodes are (x, y, width,
    height on the screen), ``picture`` rows of (blue, green, red)."""

    windows: Counter[str]
    facts: Counter[Fact]
    areas: Mapping[tuple[str, str], Area]
    files: Mapping[str, bytes]
    picture: np.ndarray[Any, np.dtype[np.uint8]]

    def differences(
        self, later: Evidence, *, most_pixels: int, exact: tuple[str, str] | None = None
    ) -> list[str]:
        """What is otherwise later. ``exact`` names the (role, name) whose pixels count singly."""
        words = [
            *(f"window gone: {each}" for each in self.windows - later.windows),
            *(f"window come: {each}" for each in later.windows - self.windows),
            *(f"fact gone: {each}" for each in self.facts - later.facts),
            *(f"fact come: {each}" for each in later.facts - self.facts),
        ]
        for name in sorted(self.files.keys() | later.files.keys()):
            if self.files.get(name) != later.files.get(name):
                words.append(f"file differs: {name}")
        changed = _changed_pixels(self.picture, later.picture)
        if changed > most_pixels:
            words.append(f"{changed} pixels differ")
        if exact is not None:
            x, y, width, height = self.areas[exact]
            one, other = (each.picture[y : y + height, x : x + width] for each in (self, later))
            if changed := _changed_pixels(one, other):
                words.append(f"{changed} pixels of {exact} differ")
        return words


def _changed_pixels(one: Any, other: Any) -> int:
    if one.shape != other.shape:
        return max(one.shape[0] * one.shape[1], other.shape[0] * other.shape[1])
    difference = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    return int(np.count_nonzero(difference > _PIXEL_DIFFERENCE))


class Oracle:
    """Looks at one practice desktop."""

    def __init__(self, environment: Mapping[str, str], home: Path) -> None:
        self._environment = environment
        self._home = home
        self._bus: MessageBus | None = None
        self._slots = asyncio.Semaphore(_IN_FLIGHT)

    async def open(self) -> None:
        address = self._environment["DBUS_SESSION_BUS_ADDRESS"]
        session = await connected(address)
        try:
            reply = await session.call(
                Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
            )
        finally:
            session.disconnect()
        assert reply is not None
        self._bus = await connected(reply.body[0])

    def close(self) -> None:
        if self._bus is not None:
            self._bus.disconnect()

    async def look(self) -> Evidence:
        windows: Counter[str] = Counter()
        facts: Counter[Fact] = Counter()
        areas: dict[tuple[str, str], Area] = {}
        children = await self._ask(*_REGISTRY, _ACCESSIBLE, "GetChildren")
        for application in children or ():
            for top in await self._ask(*application, _ACCESSIBLE, "GetChildren") or ():
                await self._visit(top, windows, facts, areas, is_top=True)
        picture = await asyncio.to_thread(self._picture)
        return Evidence(windows, facts, areas, self._files(), picture)

    async def _visit(
        self,
        node: tuple[str, str],
        windows: Counter[str],
        facts: Counter[Fact],
        areas: dict[tuple[str, str], Area],
        *,
        is_top: bool = False,
    ) -> None:
        role, name, bits, interfaces = await asyncio.gather(
            self._ask(*node, _ACCESSIBLE, "GetRoleName"),
            self._property(node, _ACCESSIBLE, "Name"),
            self._ask(*node, _ACCESSIBLE, "GetState"),
            self._ask(*node, _ACCESSIBLE, "GetInterfaces"),
        )
        if role is None or bits is None or role in _UNTOLD_ROLES:
            return
        states = bits[0] | bits[1] << 32
        is_showing = bool(states >> _SHOWING & 1 and states >> _VISIBLE & 1)
        if not is_showing and role not in _MENU_ROLES:
            return
        if is_top and role in _WINDOW_ROLES:
            windows[f"{role} {name}"] += 1
        text = await self._text(node, role, interfaces or ())
        told = [_CHECKED, _EXPANDED] if role in _MENU_ROLES else [_CHECKED, _SELECTED, _EXPANDED]
        words = tuple(str(bit) for bit in told if states >> bit & 1 and role not in _WITHOUT_STATE)
        if role in _WITHOUT_STATE and not is_showing:
            return  # a closed menu; applications fill theirs when it is opened
        if role not in _MENU_ROLES or is_showing:
            words = (*words, "showing")
        facts[role, name or "", text, words] += 1
        if is_showing and (role, name or "") not in areas:
            extents = await self._ask(*node, "org.a11y.atspi.Component", "GetExtents", "u", [0])
            if extents:
                areas[role, name or ""] = tuple(extents)
        below = await self._ask(*node, _ACCESSIBLE, "GetChildren") or ()
        await asyncio.gather(*(self._visit(each, windows, facts, areas) for each in below))

    async def _text(self, node: tuple[str, str], role: str, interfaces: Any) -> str:
        parts = []
        if role in _TEXT_ROLES and "org.a11y.atspi.Text" in interfaces:
            count = await self._property(node, "org.a11y.atspi.Text", "CharacterCount")
            if count:
                text = await self._ask(
                    *node, "org.a11y.atspi.Text", "GetText", "ii", [0, int(count)]
                )
                parts.append(str(text))
        if role in _VALUE_ROLES and "org.a11y.atspi.Value" in interfaces:
            value = await self._property(node, "org.a11y.atspi.Value", "CurrentValue")
            parts.append(f"{value + 0.0:.2f}" if isinstance(value, float) else str(value))
        return " | ".join(parts)

    async def _property(self, node: tuple[str, str], interface: str, name: str) -> Any:
        properties = "org.freedesktop.DBus.Properties"
        value = await self._ask(*node, properties, "Get", "ss", [interface, name])
        return value.value if isinstance(value, Variant) else value

    async def _ask(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: list[Any] | None = None,
    ) -> Any:
        """The answer; None for an error or for a program that has ended."""
        assert self._bus is not None, "the oracle is not open"
        message = Message(
            destination, path, interface, member, signature=signature, body=body or []
        )
        async with self._slots:
            try:
                reply = await asyncio.wait_for(self._bus.call(message), 60.0)
            except TimeoutError:
                return None
        if reply is None or reply.message_type is MessageType.ERROR or not reply.body:
            return None
        return reply.body[0]

    def _files(self) -> dict[str, bytes]:
        found = {}
        for name in _FILES_BELOW:
            folder = self._home / name
            for file in folder.rglob("*") if folder.exists() else ():
                if file.is_file():
                    found[str(file.relative_to(self._home))] = file.read_bytes()
        return found

    def _picture(self) -> Any:
        connection = connect(self._environment)
        try:
            screen = connection.get_setup().roots[0]
            width, height = screen.width_in_pixels, screen.height_in_pixels
            image = connection.core.GetImage(
                xcffib.xproto.ImageFormat.ZPixmap, screen.root, 0, 0, width, height, 0xFFFFFFFF
            ).reply()
            pixels = np.frombuffer(image.data.buf(), np.uint8)
            return pixels.reshape(height, width, 4)[:, :, :3].copy()
        finally:
            connection.disconnect()
