"""The Canvas page: a picture that has to be looked at, with a label that can tell or keep silent.

With the label on, what was selected can be read; with it off, only the picture shows it.
"""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QHBoxLayout

from app.practice_app.controls import (
    Page,
    explanation,
    heading,
    in_line,
    named,
    page_layout,
    telling_label,
)
from app.practice_app.shape_canvas import ShapeCanvas


class CanvasPage(Page):
    """The canvas, the label below, and the checkbox that silences it."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = named(ShapeCanvas(), "Canvas")
        self._told = telling_label("canvas_selection", "Selected: nothing")
        policy = self._told.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._told.setSizePolicy(policy)
        self._tell = named(QCheckBox("T&ell what is selected"), "Tell what is selected")
        self._tell.setChecked(True)
        layout = page_layout(self)
        layout.addWidget(heading("Canvas"))
        layout.addWidget(
            explanation(
                "Click a shape to select it, drag it to move it. "
                "With the keyboard: Space selects the next one, arrows move it."
            )
        )
        layout.addWidget(self.canvas, 1)
        last_line = in_line(QHBoxLayout(), self._told, self._tell)
        last_line.setStretchFactor(self._told, 1)
        layout.addLayout(last_line)
        self.canvas.selected.connect(self._show_selected)
        self.canvas.moved.connect(self._show_moved)
        self._tell.toggled.connect(self._told.setVisible)

    def _show_selected(self, name: str) -> None:
        self._told.setText(f"Selected: {name or 'nothing'}")

    def _show_moved(self, name: str) -> None:
        if self._tell.isChecked():
            self.said.emit(f"Moved {name}")
