"""Small programs that break, and such as only look like it: run with ``python -c``.

Each has a window, unless it says otherwise, and a button that sets off what it is named for."""

from __future__ import annotations

import sys

SEGFAULT = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
"""No window."""
UNCAUGHT = """
def take_last(items):
    return items[-1]
take_last([])
"""
"""No window."""
GRUMBLE = """
import sys
print("(demo:12): Gtk-CRITICAL **: 10:11:12.123: gtk_widget_show: assertion 'x' failed",
      file=sys.stderr)
print("(demo:12): Gtk-WARNING **: 10:11:12.123: Theme parsing error: a.css", file=sys.stderr)
print("dbind-WARNING **: AT-SPI: Error retrieving accessibility bus address", file=sys.stderr)
print("(demo:12): dconf-CRITICAL **: 10:11:12.123: unable to create file", file=sys.stderr)
print("** (demo:12): CRITICAL **: 10:11:12.123: impl_GetExtents: assertion"
      " 'ATK_IS_COMPONENT (user_data)' failed", file=sys.stderr)
print("12 items read, no errors", file=sys.stderr)
"""
"""No window; one of the lines is an error."""

_QT = """
import sys, time
from PySide6.QtCore import QTimer, Qt
from PySide6.QtWidgets import (QApplication, QLabel, QMessageBox, QProgressBar, QPushButton,
    QTextEdit, QVBoxLayout, QWidget)
app = QApplication([])
app.setApplicationName("Broken")
window = QWidget()
window.setWindowTitle("Broken")
layout = QVBoxLayout(window)
button = QPushButton("Go")
button.setAccessibleName("Go")
layout.addWidget(button)
bar = QProgressBar()
layout.addWidget(bar)
def go():
{body}
button.clicked.connect(go)
window.resize(300, 200)
window.show()
app.exec()
"""


def _qt(body: str) -> str:
    lines = body.strip().splitlines()
    return _QT.format(body="\n".join("    " + line for line in lines))


LONG_JOB = _qt("""
timer = QTimer(window)
timer.timeout.connect(lambda: bar.setValue((bar.value() + 1) % 100))
timer.start(50)
""")
"""It goes on answering."""
DEAF_JOB = _qt("""
for step in range(10_000):
    bar.setValue(step % 100)
    bar.repaint()
    time.sleep(0.05)
""")
"""It shows that it goes on, and answers nothing."""
QUIT = _qt("app.quit()")
EXIT_3 = _qt("import os; os._exit(3)")
ABORT = _qt("import os; os.abort()")


def message(title: str, text: str) -> str:
    return _qt(f"""
box = QMessageBox(QMessageBox.Icon.NoIcon, {title!r}, {text!r}, QMessageBox.StandardButton.Ok,
    window)
box.open()
""")


def endless(title: str, text: str, *, times: int) -> str:
    """Closing the message has it come again, that often."""
    return _qt(f"""
left = [{times}]
def show():
    box = QMessageBox(QMessageBox.Icon.NoIcon, {title!r}, {text!r},
        QMessageBox.StandardButton.Ok, window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.finished.connect(again)
    box.open()
def again():
    if left[0] > 0:
        left[0] -= 1
        show()
show()
""")


HANGS_BY_ITSELF = """
import time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
label = QLabel("Deaf")
label.setWindowTitle("Deaf")
label.show()
QTimer.singleShot(300, lambda: time.sleep(600))
app.exec()
"""
OFF_THE_BUS = ("env", "-u", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "DBUS_SESSION_BUS_ADDRESS=none:")
"""Before a command: its program is not heard over accessibility."""


def command(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)
