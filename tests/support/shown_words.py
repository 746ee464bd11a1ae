"""What can be read in a part of the console."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget


def shown_text(part: QWidget) -> str:
    """The words of its labels that are in sight, in their order; empty while it is hidden."""
    labels = [] if part.isHidden() else part.findChildren(QLabel)
    return "\n".join(each.text() for each in labels if each.text() and each.isVisibleTo(part))
