"""What the operator chooses for the next run: where it works and in which mode, who thinks, when it
asks. They are boxes and fields of the goal bar."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.domain.approvals import Asking
from engine.language.sentences.run import ASKING_WORDS
from widgets.kit.intents import Choice
from widgets.kit.parts import tip_with

ASKING_HINTS: dict[Asking, str] = {
    Asking.EACH: "Nothing is done before you approve it",
    Asking.RISKY: "You are asked before what can’t be undone or leaves the machine",
    Asking.NEVER: "Nobody is asked; what can’t be undone or leaves the machine is refused",
}
CHOICE_WORDS: dict[str, tuple[str, str]] = {
    "practice": (
        "Practice desktop",
        "The director works on a display of its own; nothing there is yours",
    ),
    "screen": ("This screen", "The director works on your own desktop, as it is"),
    "browser": ("Browser", "The navigator works in it, one action at a time"),
    "offline": ("Offline thinker", "Understands simple goals, without a model"),
}
"""Keys of surfaces and thinkers in words, with a hint; other keys are shown as they are."""

SET_UP = Choice("set up a model", "Set up a model…", "Opens the settings  (Ctrl+,)")
"""The last of the thinkers: not one itself, but the way to one."""
BROWSER, DISPLAY = "browser", "display"
"""The surfaces of which more is to be said: the page at which it begins, and which one."""
SURFACE_TIP = "Where the agent looks and acts"
ADDRESS_TIP = (
    "The page on which the browser begins, such as example.org; empty: the goal names one,"
    " or it is searched for"
)
DISPLAY_TIP = "The display’s number, as DISPLAY has it there: 1 or :1"
DIRECTOR = Choice("", "Director", "Plans a part, does it, looks again, and plans on")
NAVIGATOR = Choice("", "Navigator", "One action at a time, with a stage to reach by each")
MANUAL = Choice("manual", "Manual", "You act yourself, in the live picture, step by step")
EXPLORER = Choice("explorer", "Explorer", "Tries groups of actions and looks for faults")


class RunChoices(QObject):
    written = Signal()  # into one of the fields
    setup_requested = Signal()  # of a model
    mode_shown = Signal()
    asking_chosen = Signal(object)  # Asking

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.address = _field("Start page", "Start page, or none", ADDRESS_TIP, 144)
        self.display = _field("Display", "Display, as :1", DISPLAY_TIP, 104)
        self.display.setMaximumWidth(104)
        for field in (self.address, self.display):
            field.textEdited.connect(self.written)
        self.surface = _choice_box("Surface", SURFACE_TIP)
        self.surface.currentIndexChanged.connect(self.show_surface)
        self.mode = _choice_box("Mode", "How the agent goes about it")
        self.mode.currentIndexChanged.connect(self._show_mode)
        self.thinker = _choice_box("Thinker", "Who decides what to do next")
        self._thinker_key = ""
        self.thinker.activated.connect(self._take_thinker)
        self.asking = _choice_box("Asking", "When you are asked before something is done")
        askings = [Choice(each.value, ASKING_WORDS[each], ASKING_HINTS[each]) for each in Asking]
        _fill(self.asking, askings)
        self.asking.activated.connect(
            lambda _index: self.asking_chosen.emit(Asking(self.asking.currentData()))
        )

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        return (self.address, self.display, self.surface, self.mode, self.thinker, self.asking)

    def offer(self, surfaces: Sequence[Choice | str], thinkers: Sequence[Choice | str]) -> None:
        """Choices, or bare keys, which are then shown in our own words."""
        _fill(self.surface, surfaces)
        _fill(self.thinker, (*thinkers, SET_UP) if thinkers else ())
        if thinkers:
            self.thinker.insertSeparator(self.thinker.count() - 1)
        self._keep_thinker()
        self.show_surface()

    def tell_of(self, surface: str, hint: str) -> None:
        """What is known of that surface since it was brought up."""
        index = self.surface.findData(surface)
        if index >= 0:
            self.surface.setItemData(index, hint, Qt.ItemDataRole.ToolTipRole)
            self.show_surface()

    def choose(
        self,
        *,
        surface: str = "",
        thinker: str = "",
        asking: Asking | None = None,
        mode: str = "",
    ) -> None:
        """Preselect by key; an unknown key is left alone."""
        surface, _, more = surface.partition(":")
        if more:
            field = self.address if surface == BROWSER else self.display
            field.setText(more)
            field.setCursorPosition(0)
        wanted = ((self.surface, surface), (self.thinker, thinker), (self.asking, asking or ""))
        for box, key in wanted:
            index = box.findData(str(key)) if key else -1
            if index >= 0:
                box.setCurrentIndex(index)
        if mode:
            self.mode.setCurrentIndex(max(0, self.mode.findData(mode)))
        self._keep_thinker()

    @property
    def explores(self) -> bool:
        return bool(self.mode.currentData() == EXPLORER.key)

    @property
    def is_web(self) -> bool:
        return bool(self.surface.currentData() == BROWSER)

    @property
    def is_by_hand(self) -> bool:
        return bool(self.mode.currentData() == MANUAL.key)

    @property
    def surface_key(self) -> str:
        """With what more is to be said behind a colon: a browser's address, a display's number."""
        surface = self.surface.currentData() or ""
        fields = {BROWSER: self.address, DISPLAY: self.display}
        more = fields[surface].text().strip() if surface in fields else ""
        return f"{surface}:{more}" if more else surface

    def show_surface(self) -> None:
        """What there is to choose, what the surface means, and what else it needs to know."""
        hint = _hint_of(self.surface)
        self.surface.setToolTip(_tip(self.surface.currentText(), hint) if hint else SURFACE_TIP)
        self.surface.setAccessibleDescription(hint or SURFACE_TIP)
        self.address.setVisible(self.surface.currentData() == BROWSER)
        self.display.setVisible(self.surface.currentData() == DISPLAY)
        self._show_modes()
        self.surface.setVisible(self.surface.count() > 0)
        self.mode.setVisible(self.mode.count() > 0)
        self.thinker.setVisible(self.thinker.count() > 0 and not self.is_by_hand)
        if not self.address.hasFocus():
            self.address.setCursorPosition(0)

    def _take_thinker(self, index: int) -> None:
        """Setting up a model leaves the chosen thinker as it is."""
        if self.thinker.itemData(index) == SET_UP.key:
            self.thinker.setCurrentIndex(self.thinker.findData(self._thinker_key))
            self.setup_requested.emit()
        self._keep_thinker()

    def _keep_thinker(self) -> None:
        self._thinker_key = self.thinker.currentData() or ""
        words = self.thinker.currentText()
        told = f"Thinker: {words}. {_hint_of(self.thinker)}".strip()
        self.thinker.setToolTip(tip_with(told) if words else "Thinker")

    def _show_modes(self) -> None:
        """What goes with the surface, and exploring and acting by hand, which go with each."""
        if self.surface.count():
            fitting = NAVIGATOR if self.surface.currentData() == BROWSER else DIRECTOR
            _fill(self.mode, (fitting, EXPLORER, MANUAL))
            self._show_mode()

    def _show_mode(self) -> None:
        self.mode.setToolTip(_tip(self.mode.currentText(), _hint_of(self.mode)))
        self.thinker.setVisible(self.thinker.count() > 0 and not self.is_by_hand)
        self.mode_shown.emit()


def _field(name: str, placeholder: str, tip: str, least_px: int) -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(placeholder)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setMinimumWidth(least_px)
    return field


def _choice_box(name: str, tip: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(_tip(name, tip))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMinimumWidth(72)
    box.setMaximumWidth(220)
    return box


def _hint_of(box: QComboBox) -> str:
    return box.itemData(box.currentIndex(), Qt.ItemDataRole.ToolTipRole) or ""


def _tip(name: str, hint: str) -> str:
    return f"{name}: {hint[0].lower()}{hint[1:]}"


def _fill(box: QComboBox, given: Sequence[Choice | str]) -> None:
    """Put these in; what was chosen stays, where it is still there."""
    before = box.currentData()
    choices = [each if isinstance(each, Choice) else _choice_of(each) for each in given]
    with QSignalBlocker(box):
        box.clear()
        for choice in choices:
            box.addItem(choice.words, choice.key)
            box.setItemData(box.count() - 1, choice.hint, Qt.ItemDataRole.ToolTipRole)
        index = box.findData(before)
        box.setCurrentIndex(max(0, index) if choices else -1)


def _choice_of(key: str) -> Choice:
    words, hint = CHOICE_WORDS.get(key, (key.replace("-", " ").capitalize(), ""))
    return Choice(key, words, hint)
