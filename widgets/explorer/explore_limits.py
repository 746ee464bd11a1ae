"""How far an exploration shall go, as a line below the goal: actions, time, seed."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from widgets.kit.intents import ExploreWish
from widgets.kit.parts import quiet_label

MOST = 1_000_000
NO_CEILING = "no ceiling"


class ExploreLimitsLine(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.most_actions = _field(
            "Most actions", "End after so many actions; 0 for no ceiling", NO_CEILING
        )
        self.secs = _field(
            "Most time", "End after so many seconds of work; 0 for no ceiling", NO_CEILING, " s"
        )
        self.seed = _field("Seed", "The same seed makes a run without a model go the same way")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for name, field in (
            ("Most actions", self.most_actions),
            ("Most time", self.secs),
            ("Seed", self.seed),
        ):
            label = quiet_label(name, wraps=False)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field)
            row.addSpacing(8)
        words = "Tries groups of actions, goes on with what leads further, and looks for faults."
        row.addWidget(quiet_label(words, wraps=False))
        row.addStretch(1)
        self.show_wish(ExploreWish())

    def show_wish(self, wish: ExploreWish) -> None:
        self.most_actions.setValue(wish.max_actions)
        self.secs.setValue(wish.max_duration_secs)
        self.seed.setValue(wish.seed)

    @property
    def wish(self) -> ExploreWish:
        return ExploreWish(self.most_actions.value(), self.secs.value(), self.seed.value())


def _field(name: str, tip: str, at_nought: str = "", suffix: str = "") -> QSpinBox:
    field = QSpinBox()
    field.setRange(0, MOST)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setSpecialValueText(at_nought)
    field.setSuffix(suffix)
    field.setFixedWidth(104)
    return field
