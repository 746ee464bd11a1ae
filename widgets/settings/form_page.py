"""A page of the settings dialog, made from its description."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.kit.form_fields import Editor, FormGrid
from widgets.kit.forms import PageSpec, Values
from widgets.kit.laying import lay_column
from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme


class FormPage(QWidget):
    def __init__(
        self,
        theme: Theme,
        spec: PageSpec,
        own: Mapping[str, Editor] | None = None,
    ) -> None:
        """``own`` editors are by the names of their fields. What is put into ``tools`` stands above
        the fields."""
        super().__init__()
        self.grid = FormGrid(theme, spec.fields, own)
        self.tools = QVBoxLayout()
        self.tools.setSpacing(12)
        layout = lay_column(of=self, margins=16, spacing=12)
        if spec.told:
            layout.addWidget(quiet_label(spec.told))
        layout.addLayout(self.tools)
        layout.addLayout(self.grid)
        layout.addStretch(1)

    def show_values(self, values: Values) -> None:
        self.grid.show_values(values)

    @property
    def values(self) -> Values:
        return self.grid.values

    def stop_waiting(self) -> None:
        """Nothing is tried any more; a page that tries nothing has nothing to stop."""
