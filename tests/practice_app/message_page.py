"""The page with the one thing that can't be undone: sending.

There is no question before and no way back after, on purpose: whoever supervises an agent must
have been asked before the button is pressed.

A sent message is one line at the end of a file, which stands for the world outside: a test reads it
to know what was really sent, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton

from app.practice_app.pages import named
from tests.practice_app.controls import (
    Page,
    fields_layout,
    in_line,
    label_for,
    page_layout,
    telling_label,
)
from tests.practice_app.file_dialogs import tell_failure
from tests.practice_app.theme import accentuate


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


class MessagePage(Page):
    """To, Subject, Body and Send."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__()
        self._outbox = outbox
        self._to = named(QLineEdit(), "To")
        self._to.setPlaceholderText("name@example.org")
        self._subject = named(QLineEdit(), "Subject")
        self._body = named(QPlainTextEdit(), "Body")
        self._body.setTabChangesFocus(True)
        self._send = named(
            QPushButton("&Send"), "Send", tip="Sends at once; this can't be taken back"
        )
        accentuate(self._send)
        self._outcome = telling_label("send_outcome")
        self._lay_out()
        self._send.clicked.connect(self._send_now)
        self._to.textEdited.connect(self._forget_outcome)

    def _lay_out(self) -> None:
        fields = fields_layout()
        fields.addRow(label_for(self._to, "T&o"), self._to)
        fields.addRow(label_for(self._subject, "S&ubject"), self._subject)
        fields.addRow(label_for(self._body, "Bod&y"), self._body)
        layout = page_layout(self, "Message", "A message leaves as soon as you press Send.")
        layout.addLayout(fields, 1)
        last_line = in_line(QHBoxLayout(), self._outcome, self._send)
        last_line.setStretchFactor(self._outcome, 1)
        layout.addLayout(last_line)

    def _send_now(self) -> None:
        message = Message(
            to=self._to.text().strip(),
            subject=self._subject.text().strip(),
            body=self._body.toPlainText(),
        )
        if not message.to:
            self._outcome.setText("Not sent: enter who the message is to.")
            self._to.setFocus()
            return
        try:
            self._outbox.send(message)
        except OSError as error:
            tell_failure(self, "The message could not be sent", error)
            return
        for field in (self._to, self._subject, self._body):
            field.clear()
        self._outcome.setText("Sent. This can't be taken back.")
        self.said.emit(f"Sent a message to {message.to}")

    def _forget_outcome(self) -> None:
        self._outcome.clear()
