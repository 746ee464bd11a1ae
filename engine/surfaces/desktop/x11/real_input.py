"""What a person does with real devices, whoever has the keyboard; never what a program does.

XInput 2 tells of raw keys and moves with the device that they come from. XTEST's devices, by which
programs press keys (our own hands too), carry a property of that name and do not count; a pointer
that a program puts somewhere is told of as no device's move."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import xcffib
import xcffib.xinput
import xcffib.xproto

from engine.language.keys import Chord
from engine.surfaces.desktop.x11.x_calls import connect, extension_of, keyboard_rows, root_of

_XTEST = "XTEST Device"
_SHIFT, _LOCK, _CTRL, _ALT, _NUM, _SUPER = 1, 2, 4, 8, 16, 64
_MODIFIERS = {"shift": _SHIFT, "ctrl": _CTRL, "alt": _ALT, "super": _SUPER}
_MODIFIER_KEYSYMS = {
    keysym: name
    for name, pair in (
        ("shift", (0xFFE1, 0xFFE2)),
        ("ctrl", (0xFFE3, 0xFFE4)),
        ("alt", (0xFFE9, 0xFFEA)),
        ("super", (0xFFEB, 0xFFEC)),
    )
    for keysym in pair
}
_KEYSYMS: Mapping[int, str] = {
    0xFF0D: "enter",
    0xFF8D: "enter",
    0xFF1B: "escape",
    **{0xFFBE + number: f"f{number + 1}" for number in range(12)},
}
"""Of the keys that can be asked for, beside the modifiers."""
_REPEATS = xcffib.xinput.KeyEventFlags.KeyRepeat
_SLAVES = (xcffib.xinput.DeviceType.SlavePointer, xcffib.xinput.DeviceType.SlaveKeyboard)
UNAVAILABLE = (xcffib.ConnectionException, xcffib.Error, LookupError)
CORNER: Chord = ("corner",)
"""In the place of a chord: the pointer was thrown into the upper left corner of the display."""


class _RawMotionEvent(xcffib.Event):  # type: ignore[misc]
    """WORKAROUND: xcffib's own reads as many axes as the sum of their mask, beyond the event's end
    (``RawMotionEvent`` in its generated ``xinput.py``, as of 1.13)."""

    xge, event_number = True, 17

    def __init__(self, unpacker: Any) -> None:
        super().__init__(unpacker)
        (self.sourceid,) = unpacker.unpack("=xx2x2xIIH")[-1:]


xcffib.xinput._events[_RawMotionEvent.event_number] = _RawMotionEvent


class RealInput:
    """Listens on the display of ``environment``; ``fileno`` can be read from when there is news."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Raises one of ``UNAVAILABLE`` where the display can't be reached or has no XInput 2."""
        self._connection = connect(environment)
        self._root = root_of(self._connection)
        self._input = extension_of(self._connection, "XInputExtension", xcffib.xinput.key)
        if self._input is None:
            raise LookupError("the display knows no XInput")
        self._input.XIQueryVersion(2, 2).reply()
        self._pressed: dict[tuple[int, int], str] = {}
        self._held: set[Chord] = set()
        self.watch_corner(False)
        self._learn_keys()
        self._learn_devices()

    def fileno(self) -> int:
        return int(self._connection.get_file_descriptor())

    def close(self) -> None:
        self._connection.disconnect()

    def watch_corner(self, is_watched: bool) -> None:
        """Whether ``CORNER`` is told of: all moves of the pointer are heard of for it."""
        of, device = xcffib.xinput.XIEventMask, xcffib.xinput.Device
        raw = of.RawKeyPress | of.RawKeyRelease | (of.RawMotion if is_watched else 0)
        wanted = (device.AllMaster, raw), (device.All, of.Hierarchy)
        masks = [xcffib.xinput.EventMask.synthetic(which, 1, [mask]) for which, mask in wanted]
        self._input.XISelectEventsChecked(self._root, len(masks), masks).check()

    def take(self) -> list[Chord]:
        """The chords that were pressed since the last time, of the keys that are known here: with
        their modifiers, as in ``("ctrl", "shift", "escape")``, in the order ctrl, alt, shift,
        super; and ``CORNER``."""
        chords: list[Chord] = []
        has_moved = False
        while (event := self._connection.poll_for_event()) is not None:
            match event:
                case xcffib.xproto.MappingNotifyEvent():
                    self._learn_keys()
                case xcffib.xinput.HierarchyEvent():
                    self._learn_devices()
                case xcffib.xinput.RawKeyPressEvent() if event.sourceid in self._real:
                    chords += self._press(event)
                case xcffib.xinput.RawKeyReleaseEvent():
                    self._pressed.pop((event.sourceid, event.detail), None)
                case _RawMotionEvent():
                    has_moved = has_moved or event.sourceid in self._real
        if has_moved:
            at = self._connection.core.QueryPointer(self._root).reply()
            chords += [CORNER] * ((at.root_x, at.root_y) == (0, 0))
        return chords

    def hold(self, chords: Iterable[Chord]) -> frozenset[Chord]:
        """Keep these from all programs from now on, and no others; which of them could be kept: the
        rest belongs to somebody else already."""
        wanted = set(chords)
        for chord in self._held - wanted:
            for code, modifiers in self._keys_of(chord):
                self._connection.core.UngrabKey(code, self._root, modifiers)
        self._held = self._held & wanted | {one for one in wanted - self._held if self._grab(one)}
        self._connection.core.GetInputFocus().reply()  # the server has done it by now
        return frozenset(self._held)

    # -- keys ------------------------------------------------------------------------------------

    def _press(self, event: xcffib.xinput.RawKeyPressEvent) -> Sequence[Chord]:
        modifier, key = self._modifiers.get(event.detail), self._keys.get(event.detail)
        if modifier is not None:
            self._pressed[event.sourceid, event.detail] = modifier
        if key is None or event.flags & _REPEATS:
            return ()
        pressed = set(self._pressed.values())
        return ((*(each for each in ("ctrl", "alt", "shift", "super") if each in pressed), key),)

    def _grab(self, chord: Chord) -> bool:
        mode = xcffib.xproto.GrabMode.Async
        asked = [
            self._connection.core.GrabKeyChecked(False, self._root, modifiers, code, mode, mode)
            for code, modifiers in self._keys_of(chord)
        ]
        try:
            for each in asked:
                each.check()
        except xcffib.xproto.AccessError:
            return False
        return bool(asked)

    def _keys_of(self, chord: Chord) -> list[tuple[int, int]]:
        """Its keycodes with masks: whichever locks are on."""
        modifiers = sum(_MODIFIERS[name] for name in chord[:-1])
        locks = [caps | num for caps, num in product((0, _LOCK), (0, _NUM))]
        codes = [code for code, name in self._keys.items() if name == chord[-1]]
        return [(code, modifiers | lock) for code, lock in product(codes, locks)]

    def _learn_keys(self) -> None:
        rows = keyboard_rows(self._connection)
        first = {code: row[0] for code, row in rows.items() if row}
        self._keys = {code: _KEYSYMS[sym] for code, sym in first.items() if sym in _KEYSYMS}
        self._modifiers = {
            code: _MODIFIER_KEYSYMS[sym] for code, sym in first.items() if sym in _MODIFIER_KEYSYMS
        }

    # -- devices ---------------------------------------------------------------------------------

    def _learn_devices(self) -> None:
        atom = self._connection.core.InternAtom(False, len(_XTEST), _XTEST).reply().atom
        devices = self._input.XIQueryDevice(xcffib.xinput.Device.All).reply().infos
        self._real = {
            one.deviceid
            for one in devices
            if one.type in _SLAVES
            and atom not in self._input.XIListProperties(one.deviceid).reply().properties
        }
        self._pressed = {key: name for key, name in self._pressed.items() if key[0] in self._real}
