"""Where sent messages end up: one line each, at the end of a file, never taken back.

The file stands for the world outside: a test reads it to know what was really sent, and how often.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths


@dataclass(frozen=True, slots=True)
class Message:
    """What the user is about to send."""

    to: str
    subject: str
    body: str

    def as_line(self, sent_at: datetime) -> str:
        """Return time, to, subject and body, separated by tabs; line ends are written as `\\n`."""
        fields = (sent_at.isoformat(timespec="seconds"), self.to, self.subject, self.body)
        return "\t".join(_on_one_line(field) for field in fields)


class Outbox:
    """Appends messages to one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_user(cls) -> Outbox:
        """Return the current user's outbox, below XDG_DATA_HOME (usually ~/.local/share)."""
        place = QStandardPaths.StandardLocation.GenericDataLocation
        data_folder = Path(QStandardPaths.writableLocation(place))
        return cls(data_folder / "PilothousePractice" / "outbox.txt")

    def send(self, message: Message) -> None:
        """Write the message; raises OSError where the file can't be written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(message.as_line(datetime.now().astimezone()) + "\n")


def _on_one_line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
