"""The page of the limits: those of a profile, and what is set by hand beside it."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox

from widgets.kit.forms import PageSpec, Values
from widgets.kit.theme import Theme
from widgets.settings.form_page import FormPage


class LimitsPage(FormPage):
    changed = Signal()  # answered by show_limits

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        super().__init__(theme, spec)
        self._hints = {each.name: each.hint for each in spec.fields}
        for editor in self.grid.editors.values():
            match editor.widget:
                case QComboBox() as choosing:
                    choosing.currentIndexChanged.connect(self.changed)
                case QDoubleSpinBox() as number:
                    number.valueChanged.connect(self.changed)

    def show_limits(self, values: Values, hints: Mapping[str, str]) -> None:
        """``hints`` stand before what a field says of itself."""
        with QSignalBlocker(self):
            for name, value in values.items():
                if self.grid.values[name] != value:
                    self.grid.show_values({name: value})
        for name, field in self.grid.fields.items():
            field.show_hint(" ".join(filter(None, (hints.get(name), self._hints[name]))))

    def show_values(self, values: Values) -> None:
        with QSignalBlocker(self):
            super().show_values(values)
