"""Windows to type into, without a caret that blinks: ``… typing_windows qt|tk|slow|silent``."""

from __future__ import annotations

import sys
import time

_SLOW_SECS = 0.02


def _tk(kind: str) -> None:
    import tkinter

    root = tkinter.Tk()
    root.title(kind)
    if kind == "silent":
        root.geometry("600x400")
        root.focus_force()
    else:
        text = tkinter.Text(root, width=80, height=30, insertofftime=0)
        text.pack()
        text.focus_force()
        if kind == "slow":
            text.bind("<Key>", lambda event: time.sleep(_SLOW_SECS))
    root.mainloop()


def _qt() -> None:
    from PySide6.QtWidgets import QApplication, QPlainTextEdit

    app = QApplication([])
    app.setCursorFlashTime(0)
    edit = QPlainTextEdit()
    edit.resize(700, 500)
    edit.show()
    app.exec()


if __name__ == "__main__":
    if sys.argv[1] == "qt":
        _qt()
    else:
        _tk(sys.argv[1])
