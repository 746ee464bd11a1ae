"""The inline editor of a step that waits: its text, keys or figures, and its zone, out of a
searchable list of those in sight."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from engine.domain import actions
from engine.domain.conditions import (
    AnyOf,
    Condition,
    TextShown,
    ZoneGone,
    ZoneState,
    ZoneValue,
    condition_words,
)
from engine.domain.plans import GLOBAL_ZONE_ID, REPLAN_ZONE_ID, PlanStep
from engine.domain.zones import Role, Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.language.folding import shown
from engine.language.keys import chord_written, plan_name
from engine.language.labels import shortened
from widgets.kit import form_fields, parts, theme


class ZonePicker(form_fields.WriteOrChoose):
    """One of the zones in sight, those that can be acted upon first."""

    zone_chosen = Signal(object)  # Zone

    def __init__(self) -> None:
        super().__init__("A part of a label or a role")
        self.setAccessibleName("Zones in sight")
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._lit = cast(Any, self.completer()).popup()
        self.activated.connect(lambda row: self.zone_chosen.emit(self.itemData(row)))

    def show_zones(self, zones: Sequence[Zone], chosen_id: str) -> None:
        """To be chosen from; the one that the step has now is chosen."""
        self.clear()
        for row, zone in enumerate(sorted(zones, key=lambda zone: not zone.role.is_actionable)):
            label = shortened(f"{zone.label or 'unnamed'}   ({zone.role.value})", 80)
            self.addItem(shown(label), zone)
            self.setItemData(row, parts.tip_with(zone.words), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(-1)
        self.choose(chosen_id)

    def choose(self, zone_id: str) -> None:
        """Show a zone as the chosen one, and tell."""
        ids = [self.itemData(row).zone_id for row in range(self.count())]
        if zone_id in ids:
            self._take(ids.index(zone_id))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return picks what is lit, else the first that has in its words what is written."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self._lit.isVisible() and self._lit.currentIndex().isValid():
            event.ignore()  # the completer takes it
        elif self.currentText() != self.itemText(row := self.currentIndex()):
            found = self.findText(self.words, Qt.MatchFlag.MatchContains) if self.words else -1
            self._take(found if found >= 0 else row)

    def _take(self, row: int) -> None:
        self._lit.hide()
        self.setCurrentIndex(row)
        self.setEditText(self.itemText(row))
        self.line.selectAll()
        if row >= 0:
            self.activated.emit(row)


TEXT_LINES = 3
_LINES = {
    "launch": ("application", "Application"),
    "focus_window": ("title", "Window title"),
    "search": ("words", "Words to search for"),
    "navigate": ("url", "Address to open"),
}
"""Actions of one line: their field, and what it is called."""


def can_be_edited(step: PlanStep) -> bool:
    """It has a zone, or a field of its own."""
    has_zone = step.zone_id not in (GLOBAL_ZONE_ID, REPLAN_ZONE_ID)
    return has_zone or step.action.kind in (*_LINES, "type", "press", "scroll", "wait")


class StepEditor(QtWidgets.QWidget):
    """``step`` is what the fields say now; None while they say nothing that can be done."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._original: PlanStep | None = None
        self._zone: Zone | None = None
        self._label = parts.role_label("", "caption")
        self.text = QtWidgets.QPlainTextEdit(tabChangesFocus=True)
        self.text.setFixedHeight(self.text.fontMetrics().height() * TEXT_LINES + 20)
        self.replaces = QtWidgets.QCheckBox("Replace what is there")
        self.replaces.setToolTip("Select what the field holds before typing")
        self.line = QtWidgets.QLineEdit()
        self.notches = QtWidgets.QSpinBox(minimum=-100, maximum=100)
        self.notches.setToolTip("Notches of the wheel; up is negative")
        self.secs = QtWidgets.QDoubleSpinBox(minimum=0.1, maximum=600, suffix=" s")
        self._pages = QtWidgets.QStackedWidget()
        texts = theme.lay_column(self.text, self.replaces, margins=0, spacing=4)
        text_page, empty = theme.widget_of(texts), QtWidgets.QWidget()
        for page in (text_page, self.line, self.notches, self.secs, empty):
            self._pages.addWidget(page)
        self._zone_label = parts.role_label("Zone", "caption")
        self.zones = ZonePicker()
        self._result = parts.quiet_label()
        below = (self._result, self._zone_label, self.zones)
        theme.lay_column(self._label, self._pages, *below, of=self, margins=0, spacing=4)
        self._connect()

    def edit(self, step: PlanStep, zones: tuple[Zone, ...], *, may_move: bool = True) -> None:
        """Fill the fields from a step, the keyboard in the first; ``may_move``: to another zone."""
        self._original, self._zone = step, None
        target = next((zone for zone in zones if zone.zone_id == step.zone_id), None)
        is_choice = target is not None and target.role is Role.COMBO_BOX
        field = self._show_action(step.action, is_choice=is_choice)
        can_move = may_move and step.zone_id not in (GLOBAL_ZONE_ID, REPLAN_ZONE_ID)
        self._zone_label.setVisible(can_move)
        self.zones.setVisible(can_move)
        if can_move:
            self.zones.show_zones([zone for zone in zones if zone.on_screen], step.zone_id)
            if target is None or not target.on_screen:
                self.zones.line.setPlaceholderText(f"{step.zone_label}: not in sight now")
        (field or self.zones).setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    @property
    def step(self) -> PlanStep | None:
        if self._original is None:
            return None
        action = self._action(self._original.action)
        return None if action is None else edited_step(self._original, action, self._zone)

    def point_at(self, zone: Zone) -> None:
        """Take another zone, as picked in the list or in the picture."""
        if self._original is not None and not self.zones.isHidden():
            self._zone = zone
            self._tell()

    def _action(self, action: actions.Action) -> actions.Action | None:
        line = self.line.text().strip()
        match action:
            case actions.TypeText():
                text, replaces = self.text.toPlainText(), self.replaces.isChecked()
                return replace(action, text=text, replace=replaces) if text else None
            case actions.PressKeys():
                keys = tuple(map(plan_name, chord_written(line)))
                return actions.PressKeys(keys) if keys else None
            case actions.Launch() | actions.FocusWindow() | actions.Search():
                return type(action)(line) if line else None
            case actions.Navigate():
                return actions.Navigate(line) if line and not any(map(str.isspace, line)) else None
            case actions.Scroll():
                return replace(action, down=self.notches.value())
            case actions.Wait():
                return actions.Wait(self.secs.value())
            case _:
                return action

    def _show_action(self, action: actions.Action, *, is_choice: bool) -> QtWidgets.QWidget | None:
        """Show the page for this action; its first field, or None where there is none."""
        page, caption, line = 4, "", ""
        match action:
            case actions.TypeText(text=text, replace=replaces):
                page, caption = 0, "Choice, as it is called there" if is_choice else "Text to type"
                self.text.setPlainText(text)
                self.text.selectAll()
                self.replaces.setChecked(replaces)
                self.replaces.setVisible(not is_choice)
            case actions.PressKeys():
                page, caption, line = 1, "Keys, such as ctrl+s", "+".join(action.keys)
            case actions.Launch() | actions.FocusWindow() | actions.Search() | actions.Navigate():
                field, caption = _LINES[action.kind]
                page, line = 1, getattr(action, field)
            case actions.Scroll(down=down):
                page, caption = 2, "Notches down"
                self.notches.setValue(down)
            case actions.Wait(secs=secs):
                page, caption = 3, "Seconds at most"
                self.secs.setValue(secs)
        self.line.setText(line)
        self._pages.setCurrentIndex(page)
        self._pages.setVisible(page != 4)
        shown = self._pages.widget(page)
        if shown is not None:
            self._pages.setFixedHeight(max(0, shown.sizeHint().height()))
        self._label.setText(caption)
        self._label.setVisible(bool(caption))
        self.line.setAccessibleName(caption)
        self.text.setAccessibleName(caption)
        self.line.selectAll()
        return (self.text, self.line, self.notches, self.secs, None)[page]

    def _connect(self) -> None:
        self.text.textChanged.connect(self._tell)
        self.replaces.toggled.connect(self._tell)
        self.line.textChanged.connect(self._tell)
        self.notches.valueChanged.connect(self._tell)
        self.secs.valueChanged.connect(self._tell)
        self.zones.zone_chosen.connect(self.point_at)

    def _tell(self) -> None:
        step = self.step
        if step is None:
            self._result.setText("Not complete yet.")
        elif step == self._original:
            self._result.setText("Unchanged so far.")
        else:
            expects = step.expected_change
            tail = f"\nexpects: {condition_words(expects)}" if expects else ""
            self._result.setText(f"Will do: {step.description}{tail}")
        self.changed.emit()


def edited_step(step: PlanStep, action: actions.Action, zone: Zone | None) -> PlanStep:
    """The step with another action or zone, described anew where something changed."""
    zone_id = zone.zone_id if zone is not None else step.zone_id
    label = zone.label if zone is not None else step.zone_label
    if action == step.action and zone_id == step.zone_id:
        return step
    expected = step.expected_change
    if expected is not None:
        before, after = (getattr(each, "text", "") for each in (step.action, action))
        expected = _expected_of(expected, {step.zone_id: (zone_id, label)}, (before, after))
    thing = zone_words(zone) if zone is not None else thing_words(label)
    return replace(
        step,
        zone_id=zone_id,
        zone_label=label,
        action=action,
        expected_change=expected,
        description=action_words(action, thing),
    )


def _expected_of(
    expected: Condition, zones: dict[str, tuple[str, str]], texts: tuple[str, str]
) -> Condition:
    """With another zone, given by the id of the one before, and another text than before."""
    if isinstance(expected, AnyOf):
        changed = (_expected_of(each, zones, texts) for each in expected.conditions)
        return AnyOf(tuple(each for each in changed if not isinstance(each, AnyOf)))
    if isinstance(expected, ZoneGone | ZoneState | ZoneValue) and expected.zone_id in zones:
        zone_id, label = zones[expected.zone_id]
        expected = replace(expected, zone_id=zone_id, label=label)
    if isinstance(expected, ZoneValue | TextShown) and texts[0] and texts[0] in expected.text:
        expected = replace(expected, text=expected.text.replace(*texts))
    return expected
