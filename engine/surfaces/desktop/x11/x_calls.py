"""A connection to an X server, small questions to it, and what its answers hold: numbers and texts
out of bytes, and the monitors that RANDR tells of."""

import os
import select
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.spaces import Monitor, Rect
from engine.surfaces.desktop.x11.authority import PROTOCOL, read_cookie

_CLIENT_MESSAGE = struct.Struct("=BBHII5I")


def connect(environment: Mapping[str, str]) -> xcffib.Connection:
    """A connection to the display of ``environment``, with the cookie that its XAUTHORITY holds.
    Where that is unset, or is our own process' too, xcffib's own way is taken. Raises
    `xcffib.ConnectionException` where the display is gone or refuses."""
    display, authority = environment["DISPLAY"], environment.get("XAUTHORITY")
    if authority and authority != os.environ.get("XAUTHORITY"):
        cookie = read_cookie(Path(authority), display)
        if cookie is not None:
            return _connect_with(cookie, display)
    return xcffib.connect(display)


def root_of(connection: xcffib.Connection) -> int:
    """The root window of the connection's screen."""
    return int(connection.get_setup().roots[connection.pref_screen].root)


def atoms_of(connection: xcffib.Connection, names: Sequence[str]) -> dict[str, int]:
    """By their names, asked for in one go."""
    cookies = [connection.core.InternAtom(False, len(name), name) for name in names]
    return {name: cookie.reply().atom for name, cookie in zip(names, cookies, strict=True)}


def extension_of(connection: xcffib.Connection, name: str, key: Any) -> Any:
    """None where the server lacks it: asking it for anything would end the connection."""
    is_there = connection.core.QueryExtension(len(name), name).reply().present
    return connection(key) if is_there else None


def claim(connection: xcffib.Connection, name: str) -> bool:
    """Own what goes by that name while the connection lives; False where another has it."""
    window, (atom,) = connection.generate_id(), atoms_of(connection, [name]).values()
    kind = xcffib.xproto.WindowClass.InputOnly
    root = root_of(connection)
    connection.core.CreateWindow(0, window, root, 0, 0, 1, 1, 0, kind, 0, 0, [])
    connection.core.GrabServer()
    is_free = bool(connection.core.GetSelectionOwner(atom).reply().owner == xcffib.NONE)
    if is_free:
        connection.core.SetSelectionOwner(window, atom, xcffib.CurrentTime)
    connection.core.UngrabServer()
    connection.flush()
    return is_free


def listen(connection: xcffib.Connection, window: int, masks: int) -> None:
    """Be told of these events of the window, and of no others."""
    connection.core.ChangeWindowAttributes(window, xcffib.xproto.CW.EventMask, [masks])


def ask_property(
    connection: xcffib.Connection, window: int, atom: int, most_words: int = 256
) -> Any:
    """Ask for a window's property of any type; ``reply_to`` has the answer."""
    any_type = xcffib.xproto.GetPropertyType.Any
    return connection.core.GetProperty(False, window, atom, any_type, 0, most_words)


def client_message(window: int, kind: int, *words: int) -> bytes:
    """An event about the window, to be sent; five words at most."""
    return _CLIENT_MESSAGE.pack(33, 32, 0, window, kind, *words, *[0] * (5 - len(words)))


def reply_to(cookie: Any) -> Any:
    """The answer, or None where the window is gone by now."""
    try:
        return cookie.reply()
    except xcffib.Error:
        return None


def events_until(connection: xcffib.Connection, deadline_secs: float) -> Iterator[xcffib.Event]:
    """What the server tells until then; what it says of windows that are gone is passed over."""
    while True:
        try:
            event = connection.poll_for_event()
        except xcffib.Error:
            continue
        if event is not None:
            yield event
            continue
        left_secs = deadline_secs - time.monotonic()
        if left_secs <= 0:
            return
        select.select([connection.get_file_descriptor()], [], [], left_secs)


def value_of(reply: Any) -> bytes:
    return b"" if reply is None else bytes(reply.value.buf())


def numbers_in(reply: Any) -> tuple[int, ...]:
    raw = value_of(reply)
    if reply is None or reply.format != 32:
        return ()
    return struct.unpack(f"={len(raw) // 4}I", raw)


def first_number_in(reply: Any) -> int:
    numbers = numbers_in(reply)
    return numbers[0] if numbers else 0


def text_in(reply: Any) -> str:
    return value_of(reply).decode("utf-8", "replace")


def keyboard_rows(connection: xcffib.Connection) -> dict[int, list[int]]:
    """By its keycode, what each key of the layout gives, level by level; 0 for nothing."""
    setup = connection.get_setup()
    codes = range(setup.min_keycode, setup.max_keycode + 1)
    reply = connection.core.GetKeyboardMapping(codes.start, len(codes)).reply()
    width, keysyms = reply.keysyms_per_keycode, list(reply.keysyms)
    return {code: keysyms[at * width : (at + 1) * width] for at, code in enumerate(codes)}


def focus_in(reply: Any) -> int:
    return 0 if reply is None else int(reply.focus)


def _connect_with(cookie: bytes, display: str) -> xcffib.Connection:
    """As ``xcffib.connect(display, auth=…)`` should do. WORKAROUND: its ``auth`` is freed before it
    is read, and can't hold a cookie with a colon (``Connection.__init__`` in
    https://github.com/tych0/xcffib/blob/master/module/__init__.py)."""
    protocol_memory = xcffib.ffi.new("char[]", PROTOCOL)
    cookie_memory = xcffib.ffi.new("char[]", cookie)
    authority = xcffib.ffi.new("xcb_auth_info_t *")
    authority.name, authority.namelen = protocol_memory, len(PROTOCOL)
    authority.data, authority.datalen = cookie_memory, len(cookie)
    screen = xcffib.ffi.new("int *")
    pointer = xcffib.lib.xcb_connect_to_display_with_auth_info(display.encode(), authority, screen)
    connection = xcffib.wrap(pointer)
    connection.pref_screen = screen[0]
    return connection


class XMonitors:
    """Reads them over a connection of the caller's, which has used no RANDR request before."""

    def __init__(self, connection: xcffib.Connection, root: int) -> None:
        self._connection = connection
        self._root = root
        randr = extension_of(connection, "RANDR", xcffib.randr.key)
        told = randr and randr.QueryVersion(1, 5).reply()
        has_them = told and (told.major_version, told.minor_version) >= (1, 5)
        self._randr = randr if has_them else None

    def ask(self) -> Any:
        """Send the question; ``told`` takes it when its answer is due."""
        return self._randr.GetMonitors(self._root, True) if self._randr is not None else None

    def told(self, asked: Any) -> dict[int, Rect]:
        """In their order on the display, by their names' atoms; none where none is known."""
        reply = reply_to(asked) if asked is not None else None
        shown = reply.monitors if reply is not None else ()
        places = {one.name: Rect(one.x, one.y, one.width, one.height) for one in shown}
        return {name: place for name, place in places.items() if not place.is_empty}

    def read(self) -> tuple[Monitor, ...]:
        places = self.told(self.ask())
        return tuple(Monitor(self._name(name), place) for name, place in places.items())

    def _name(self, atom: int) -> str:
        reply = reply_to(self._connection.core.GetAtomName(atom))
        return bytes(reply.name.buf()).decode("utf-8", "replace") if reply is not None else "?"
