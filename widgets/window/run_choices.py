"""What the operator chooses for the next run: where it works and in which mode, who thinks, when it
asks. They are boxes of a form that the goal bar opens; what else a surface needs stands there."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QWidget

from engine.domain.approvals import Asking
from engine.language.sentences.run import ASKING_WORDS
from widgets.decision.waiting_card import height_at
from widgets.kit.actions import share_stop
from widgets.kit.form_fields import Editor, FormGrid
from widgets.kit.forms import Choice, FieldSpec, Values
from widgets.kit.parts import line_field, quiet_label, sheet_area, spoken
from widgets.kit.theme import Theme, lay_column

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
    "vnc": ("VNC desktop", "The director works on another machine, as a VNC server shows it"),
    "seat": ("Another machine", "The director works on a desktop there, over ssh"),
    "browser": ("Browser", "The navigator works in it, one action at a time"),
    "offline": ("Offline thinker", "Understands simple goals, without a model"),
}
"""Keys of surfaces and thinkers in words, with a hint; other keys are shown as they are."""

SET_UP = Choice("set up a model", "Set up a model…", "Opens the settings  (Ctrl+,)")
"""The last of the thinkers: not one itself, but the way to one."""
BROWSER, DISPLAY, SEAT, VNC = "browser", "display", "seat", "vnc"
"""The surfaces of which more is to be said: the page at which it begins, and which one."""
ADDRESS_TIP = (
    "The page on which the browser begins, such as example.org; empty: the goal names one,"
    " or it is searched for"
)
DISPLAY_TIP = "The display’s number, as DISPLAY has it there: 1 or :1"
VNC_TIP = (
    "The machine and the port, such as studio:5901, or studio:1 for its display :1; the password is"
    " kept in the keyring"
)
SEAT_TIP = (
    "The machine as ssh knows it, such as studio, for a practice desktop there, or studio/screen;"
    " Pilothouse is installed there, too"
)
DIRECTOR = Choice("", "Director", "Plans a part, does it, looks again, and plans on")
NAVIGATOR = Choice("", "Navigator", "One action at a time, with a stage to reach by each")
MANUAL = Choice("manual", "Manual", "You act yourself, in the live picture, step by step")
EXPLORER = Choice("explorer", "Explorer", "Tries groups of actions and looks for faults")
FIELDS = (
    FieldSpec("&Where", name="surface"),
    FieldSpec("&How", name="mode"),
    FieldSpec("Who &thinks", name="thinker"),
    FieldSpec("When it &asks", name="asking"),
)
KEPT = {BROWSER: "browser/start-page", VNC: "vnc/server", SEAT: "seat/machine"}
"""What was written for these last is kept from one day to the next, under these names."""
WIDTH_PX, EDGE_PX, BAR_PX = 440, 1, 16
"""The edge is the style sheet's, which adds it."""


class ExploreLimits(QWidget):
    """How far an exploration goes; the fields are the same each time."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.grid: FormGrid | None = None
        self._column = lay_column(of=self, margins=0)

    def show_fields(self, specs: Sequence[FieldSpec], values: Values) -> None:
        if self.grid is None:
            self.grid = FormGrid(self._theme, specs)
            self._column.addLayout(self.grid)
        self.grid.show_values(values)

    @property
    def values(self) -> Values:
        return self.grid.values if self.grid is not None else {}


class RunChoices(QFrame):
    written = Signal()  # into one of the fields
    setup_requested = Signal()  # of the settings: show_form there, and open
    changed = Signal()
    asking_chosen = Signal(object)  # Asking

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        share_stop(self)
        self.setObjectName("runChoices")
        self.setAccessibleName("How the next run works")
        self.address = line_field("Start page", ADDRESS_TIP, "Start page, or none")
        self.display = line_field("Display", DISPLAY_TIP, "Display, as :1")
        self.display.setFixedWidth(104)
        self.server = line_field("VNC server", VNC_TIP, "VNC server, as studio:5901")
        self.machine = line_field("Machine", SEAT_TIP, "Machine, as studio")
        self.fields = {BROWSER: self.address, DISPLAY: self.display, VNC: self.server}
        self.fields[SEAT] = self.machine
        for field in (self.address, self.machine, self.server):
            field.setMinimumWidth(144)
        for field in self.fields.values():
            field.hide()
            field.textEdited.connect(self.written)
        self.surface, self.mode, self.thinker, self.asking = boxes = [QComboBox() for _ in FIELDS]
        self.boxes = dict(zip((spec.name for spec in FIELDS), boxes, strict=True))
        own = {name: Editor(box, lambda _: None, lambda: None) for name, box in self.boxes.items()}
        self._grid = FormGrid(theme, FIELDS, own)
        self.limits = ExploreLimits(theme)
        askings = [Choice(each.value, ASKING_WORDS[each], ASKING_HINTS[each]) for each in Asking]
        _fill(self.asking, askings)
        self._thinker_key = ""
        self.surface.currentIndexChanged.connect(self.show_surface)
        for box in (self.mode, self.thinker, self.asking):
            box.currentIndexChanged.connect(self._show)
        self.thinker.activated.connect(self._take_thinker)
        self.asking.activated.connect(
            lambda _index: self.asking_chosen.emit(Asking(self.asking.currentData()))
        )
        told = quiet_label("It counts for the next run; when it asks, at once.")
        self._sheet = QWidget()
        parts = (self._grid, self.limits, told)
        self._rows = lay_column(*parts, of=self._sheet, margins=16, spacing=12)
        lay_column(sheet_area(self._sheet), of=self, margins=0)
        self.setFixedWidth(WIDTH_PX)
        self._show()

    def fit(self, room_px: int) -> None:
        """As high as what is in it beside a scroll bar; it scrolls where there is no such room."""
        self._rows.activate()  # or what lies in it counts with the hints of before
        whole_px = height_at(self._sheet, WIDTH_PX - BAR_PX) + 2 * EDGE_PX
        self.setFixedHeight(min(room_px - 2 * EDGE_PX, whole_px))

    @property
    def words(self) -> str:
        """What is chosen, as ``Practice desktop · Director · Offline thinker · Never ask``."""
        boxes = (
            box for box in self.boxes.values() if box is not self.thinker or not self.is_by_hand
        )
        return " · ".join(filter(None, (box.currentText() for box in boxes)))

    @property
    def told(self) -> str:
        """The same with captions and hints, a line each."""
        boxes = zip(FIELDS, self.boxes.values(), strict=True)
        said = ((spoken(spec.label), box.currentText(), _hint_of(box)) for spec, box in boxes)
        return "\n".join(f"{name}: {words}. {hint}" for name, words, hint in said)

    def offer(self, surfaces: Sequence[Choice | str], thinkers: Sequence[Choice | str]) -> None:
        """Choices, or bare keys, which are then shown in our own words."""
        _fill(self.surface, surfaces)
        _fill(self.thinker, (*thinkers, SET_UP) if thinkers else ())
        if thinkers:
            self.thinker.insertSeparator(self.thinker.count() - 1)
        self._thinker_key = self.thinker.currentData() or ""
        self.show_surface()

    def tell_of(self, surface: str, hint: str) -> None:
        """What is known of that surface since it was brought up."""
        index = self.surface.findData(surface)
        if index >= 0:
            self.surface.setItemData(index, hint, Qt.ItemDataRole.ToolTipRole)
            self._show()

    def choose(
        self, *, surface: str = "", thinker: str = "", asking: Asking | None = None, mode: str = ""
    ) -> list[str]:
        """Preselect by key; an unknown key is left alone, and told."""
        surface, _, more = surface.partition(":")
        if more or surface in self.fields:
            field = self.fields.get(surface, self.display)
            field.setText(more)
            field.setCursorPosition(0)
        wanted = ((self.surface, surface), (self.thinker, thinker), (self.asking, asking or ""))
        unknown: list[str] = []
        for box, key in wanted:
            index = box.findData(str(key)) if key else -1
            if key and index < 0:  # a past run tells the name of its model
                index = box.findText(f"{key} at ", Qt.MatchFlag.MatchStartsWith)
            if index >= 0:
                box.setCurrentIndex(index)
            unknown += [str(key)] if key and index < 0 else []
        if mode:
            self.mode.setCurrentIndex(max(0, self.mode.findData(mode)))
            unknown += [mode] if mode != self.mode.currentText().lower() else []
        self._thinker_key = self.thinker.currentData() or ""
        return unknown

    def set_open(self, is_open: bool, *, may_ask_otherwise: bool) -> None:
        """Whether anything can be chosen now, and whether at least when it asks."""
        for each in (*self.fields.values(), self.surface, self.mode, self.limits):
            each.setEnabled(is_open)
        self.thinker.setEnabled(is_open and not self.is_by_hand)
        self.asking.setEnabled(may_ask_otherwise)

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
        """With what more is to be said behind a colon: an address, a display's number."""
        surface = self.surface.currentData() or ""
        more = self.fields[surface].text().strip() if surface in self.fields else ""
        return f"{surface}:{more}" if more else surface

    def show_surface(self) -> None:
        """What goes with the surface, such as exploring and acting by hand."""
        for surface, field in self.fields.items():
            field.setVisible(self.surface.currentData() == surface)
        if self.surface.count():
            _fill(self.mode, (NAVIGATOR if self.is_web else DIRECTOR, EXPLORER, MANUAL))
        self._show()
        if not self.address.hasFocus():
            self.address.setCursorPosition(0)

    def _take_thinker(self, index: int) -> None:
        """Setting up a model leaves the chosen thinker as it is."""
        if self.thinker.itemData(index) == SET_UP.key:
            self.thinker.setCurrentIndex(self.thinker.findData(self._thinker_key))
            self.hide()
            self.setup_requested.emit()
        self._thinker_key = self.thinker.currentData() or ""

    def _show(self) -> None:
        for name, box in self.boxes.items():
            self._grid.fields[name].show_hint(_hint_of(box))
        self.thinker.setEnabled(self.mode.isEnabled() and not self.is_by_hand)
        self.limits.setVisible(self.explores)
        self.changed.emit()


def _hint_of(box: QComboBox) -> str:
    return box.itemData(box.currentIndex(), Qt.ItemDataRole.ToolTipRole) or ""


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
