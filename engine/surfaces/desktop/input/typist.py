"""Typing any Unicode text over XTEST, whatever the keyboard's layout.

pyautogui drops what the layout lacks (é, 你好) and mistypes some of what it has. Here a character
that the layout has on its plain or shifted level is typed with that key; any other is put on a
spare keycode first. Keysyms of characters are those of the X protocol, appendix A: Latin-1 as it
is, everything else 0x01000000 + code point."""

import time
from collections.abc import Callable, Iterator, Sequence

import xcffib
import xcffib.xproto
import xcffib.xtest

from engine.domain.errors import ActionImpossible
from engine.domain.facts import Frozen
from engine.surfaces.desktop.input.pacing import Pacer
from engine.surfaces.desktop.x11.x_calls import keyboard_rows

_KEY_PRESS, _KEY_RELEASE = 2, 3
_SHIFT_KEYSYM = 0xFFE1
_CONTROL_KEYSYMS = {"\n": 0xFF0D, "\r": 0xFF0D, "\t": 0xFF09, "\b": 0xFF08, "\x1b": 0xFF1B}
_REMAP_PAUSE_SECS = 0.15
"""Before a spare key gets its next character: applications look a keysym up when they come to
handle the event, and nothing tells when they did."""


def keysym_of(character: str) -> int:
    """The X keysym that stands for one character."""
    if character in _CONTROL_KEYSYMS:
        return _CONTROL_KEYSYMS[character]
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 + code


class _Key(Frozen):
    keycode: int
    is_shifted: bool


class Typist:
    """Types on one display over a connection of its own.

    ``spare_keycodes`` are those that the keyboard's own layout leaves free; whoever keeps the
    display clears them afterwards (``release``). ``check_keyboard`` raises where the keyboard
    belongs to a window that must not be typed into."""

    def __init__(
        self, display: str, spare_keycodes: Sequence[int], *, check_keyboard: Callable[[], None]
    ) -> None:
        self._check_keyboard = check_keyboard
        self._connection = xcffib.connect(display)
        self._xtest = self._connection(xcffib.xtest.key)
        self._spare = list(spare_keycodes)
        self._pacer = Pacer(display)
        self._had_remapped = False

    def type(self, text: str, *, more: bool = False) -> None:
        """Type the text, no faster than the application takes it in, so that STOP stops it. Where
        ``more`` of it follows, its end is waited for as well: a piece may be one burst. Raises
        ``ActionImpossible`` where the keyboard has no room for a character, and ``MayHaveLanded``
        where the application hangs in the middle."""
        text = text.replace("\r\n", "\n")
        keys: dict[int, _Key] = {}  # by keysym, on both levels of the keyboard's own layout
        for code, row in keyboard_rows(self._connection).items():
            for level, keysym in enumerate(row[:2]):
                if keysym and code not in self._spare:
                    keys.setdefault(keysym, _Key(code, is_shifted=level == 1))
        shift = keys.get(_SHIFT_KEYSYM)
        if shift is None:
            raise ActionImpossible("This display's keyboard has no Shift key.")
        with self._pacer.pacing() as pace:
            for part in self._parts(text, keys, len(self._spare)):
                mapped = self._map_missing(part, keys)
                while part:
                    self._check_keyboard()
                    burst = part[: pace.begin()]
                    for character in burst:
                        keysym = keysym_of(character)
                        self._press(mapped.get(keysym) or keys[keysym], shift.keycode)
                    self._connection.core.GetInputFocus().reply()
                    if (part := part[len(burst) :]) or more:
                        pace.wait_until_seen(len(burst))

    @staticmethod
    def _parts(text: str, keys: dict[int, _Key], spare_count: int) -> Iterator[str]:
        """Cut the text where there are more new characters than spare keycodes."""
        start, missing = 0, set[int]()
        for index, character in enumerate(text):
            keysym = keysym_of(character)
            if keysym in keys or keysym in missing:
                continue
            if not spare_count:
                raise ActionImpossible("This display's keyboard has no room for such a character.")
            if len(missing) == spare_count:
                yield text[start:index]
                start, missing = index, set()
            missing.add(keysym)
        if start < len(text):
            yield text[start:]

    def _map_missing(self, part: str, keys: dict[int, _Key]) -> dict[int, _Key]:
        missing = list(dict.fromkeys(k for k in map(keysym_of, part) if k not in keys))
        if not missing:
            return {}
        if self._had_remapped:
            time.sleep(_REMAP_PAUSE_SECS)
        self._had_remapped = True
        mapped = {
            keysym: _Key(code, is_shifted=False)
            for keysym, code in zip(missing, self._spare, strict=False)
        }
        for keysym, key in mapped.items():
            self._connection.core.ChangeKeyboardMapping(1, key.keycode, 2, [keysym, keysym])
        self._connection.core.GetInputFocus().reply()
        return mapped

    def _press(self, key: _Key, shift: int) -> None:
        if key.is_shifted:
            self._fake(_KEY_PRESS, shift)
        self._fake(_KEY_PRESS, key.keycode)
        self._fake(_KEY_RELEASE, key.keycode)
        if key.is_shifted:
            self._fake(_KEY_RELEASE, shift)

    def _fake(self, kind: int, keycode: int) -> None:
        self._xtest.FakeInput(kind, keycode, 0, xcffib.NONE, 0, 0, 0)
