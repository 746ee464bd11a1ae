"""The hands: a child process that clicks, drags, scrolls and types on one X display.

``python -m engine.surfaces.desktop.input.hands_child OWN KEYCODE …`` with DISPLAY set; OWN says
which processes are Pilothouse's, the keycodes are those that the layout leaves free. It is a
process of its own because pyautogui binds its display at import, and because killing it is how
STOP works. Where whoever commands it goes away, it ends by itself and lets go of all keys."""

import contextlib
import os
import sys

import xcffib

from engine.domain.errors import ActionImpossible, HandsStopped
from engine.processes.parent_line import ParentLine
from engine.surfaces.desktop.input.own_window_guard import OwnWindowGuard
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import OwnProcesses
from engine.surfaces.desktop.x11.windows import DisplayGone


def main() -> None:
    line = ParentLine()
    # WORKAROUND: pyautogui's mouseinfo ends the process where Python has no tkinter; without it
    # pyautogui does. https://github.com/asweigart/mouseinfo/blob/master/mouseinfo/__init__.py
    sys.modules["mouseinfo"] = None  # type: ignore[assignment]
    # for pictures, which hands don't look at: half of what each start of them takes
    sys.modules["cv2"] = None  # type: ignore[assignment]
    # imported after the line is safe: python3-xlib prints to stdout while it is imported
    from engine.surfaces.desktop.input.input import Input

    display = os.environ["DISPLAY"]
    try:
        releaser = Releaser(os.environ)  # now, for it has to know which keycodes were free
        guard = OwnWindowGuard(display, OwnProcesses.from_argument(sys.argv[1]))
        spare_keycodes = [int(code) for code in sys.argv[2:]]
        hands = Input(display, spare_keycodes, guard, is_commanded=lambda: line.is_open)
        with contextlib.suppress(HandsStopped, BrokenPipeError):  # nobody commands them any more
            line.serve(hands.handle, refused=(ActionImpossible,))
        releaser.release_all()
    except (xcffib.ConnectionException, DisplayGone) as error:
        sys.exit(f"the display {display} is gone: {type(error).__name__}")


if __name__ == "__main__":
    main()
