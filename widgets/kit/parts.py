"""Small parts that several views are made of: marks, elided lines, tool buttons, figures."""

import html
from collections.abc import Callable

from PySide6 import QtWidgets
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFocusEvent, QPainter, QPaintEvent, QResizeEvent

from engine.language.folding import shown, shown_cut
from widgets.kit import theme as theming
from widgets.kit.actions import share_stop
from widgets.kit.marks import Mark

ICON_PX = 16
_TIP_CHARS = 1_000


def tip_with(text: str) -> str:
    """A tooltip that says this and nothing else: Qt takes what looks like HTML for HTML, and makes
    the tooltip as wide as the longest line."""
    told = shown_cut(text, _TIP_CHARS)
    return f"<qt>{html.escape(told)}</qt>".replace("\n", "<br>") if "<" in told else told


class RingedWidget(QtWidgets.QWidget):
    """The keyboard that came by key deserves a visible ring; a click shows itself."""

    _shows_ring = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        by_key = ("TabFocusReason", "BacktabFocusReason", "ShortcutFocusReason")
        self._shows_ring = event.reason().name in by_key
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._shows_ring = False
        self.update()


class MarkLabel(QtWidgets.QLabel):
    """An icon that follows the theme."""

    def __init__(
        self, theme: theming.Theme, mark: Mark | None = None, size_px: int = ICON_PX
    ) -> None:
        super().__init__()
        self._theme = theme
        self._mark = mark
        self._size_px = size_px
        self.setFixedSize(size_px, size_px)
        theme.changed.connect(self._refresh)
        self._refresh()

    def show_mark(self, mark: Mark | None) -> None:
        if mark != self._mark:
            self._mark = mark
            self._refresh()

    def _refresh(self) -> None:
        if self._mark is None:
            self.clear()
            return
        ratio = self.devicePixelRatioF()
        self.setPixmap(self._theme.pixmap(self._mark.icon, self._mark.tone, self._size_px, ratio))


class MarkedLine(QtWidgets.QWidget):
    """An icon and a wrapped line of text in the same tone."""

    def __init__(self, theme: theming.Theme, mark: Mark | None = None, text: str = "") -> None:
        super().__init__()
        self._icon = MarkLabel(theme, mark)
        self._text = role_label(text, wraps=True, selectable=True)
        icon = (self._icon, 0, Qt.AlignmentFlag.AlignTop)
        theming.lay_row(icon, (self._text, 1), of=self, margins=0, spacing=8)

    def show_line(self, mark: Mark, text: str, *, is_rich: bool = False) -> None:
        self._icon.show_mark(mark)
        kind = Qt.TextFormat.RichText if is_rich else Qt.TextFormat.PlainText
        self._text.setTextFormat(kind)
        text = text if is_rich else shown_cut(text)
        if text != self._text.text():
            self._text.setText(text)
        theming.set_tone(self._text, mark.tone)

    @property
    def text(self) -> str:
        """Empty where it is hidden."""
        return "" if self.isHidden() else self._text.text()


class ElidedLabel(QtWidgets.QWidget):
    """One line, with a … where it doesn't fit; the whole of it is in the tooltip."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self.text = text
        if role:
            self.setProperty("role", role)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )

    def show_text(self, text: str) -> None:
        text = shown(text)
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self._note_elision()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text) + 4, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.fontMetrics().height() + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._note_elision()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = theming.fitted_words(self.fontMetrics(), self.text, self.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), flags, text)

    @property
    def is_cut(self) -> bool:
        return self.fontMetrics().horizontalAdvance(self.text) > self.width()

    def _note_elision(self) -> None:
        self.setToolTip(tip_with(self.text) if self.is_cut else "")


def role_label(
    text: str, role: str = "", *, wraps: bool = False, selectable: bool = False
) -> QtWidgets.QLabel:
    """``role`` is one of the style sheet's: title, goal, caption, quiet, small, mono."""
    label = QtWidgets.QLabel(text, wordWrap=wraps, textFormat=Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def quiet_label(text: str = "", *, wraps: bool = True) -> QtWidgets.QLabel:
    return role_label(text, "quiet", wraps=wraps)


def empty_page(words: str) -> QtWidgets.QLabel:
    """Says why there is nothing to be seen."""
    page = quiet_label(words)
    page.setContentsMargins(16, 16, 16, 16)
    page.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return page


def sheet_area(
    sheet: QtWidgets.QWidget, area: QtWidgets.QScrollArea | None = None
) -> QtWidgets.QScrollArea:
    """The sheet, which scrolls up and down where there is not enough room."""
    area = area or QtWidgets.QScrollArea()
    area.setWidgetResizable(True)
    area.setMinimumHeight(32)
    area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    sheet.setObjectName("sheet")
    area.setWidget(sheet)
    return area


def line_field(name: str, tip: str, placeholder: str = "") -> QtWidgets.QLineEdit:
    """A line to write in; without a placeholder its name stands there."""
    field = QtWidgets.QLineEdit(placeholderText=placeholder or name)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    return field


def search_field(name: str, tip: str, take: Callable[[str], None]) -> QtWidgets.QLineEdit:
    """What is written there is taken at once."""
    field = line_field(name, tip)
    field.setClearButtonEnabled(True)
    field.textChanged.connect(take)
    return field


def show_as_rows(table: QtWidgets.QTableView, row_px: int) -> None:
    """One row is chosen, whole; nothing is edited, and Tab leads on."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(row_px)
    table.verticalHeader().hide()


def figures_label(text: str = "") -> QtWidgets.QLabel:
    """A label for numbers that change: tabular figures."""
    label = role_label(text)
    label.setFont(theming.figures_font(label.font()))
    return label


def tool_button(theme: theming.Theme, icon: str, name: str, tip: str) -> QtWidgets.QToolButton:
    """A flat button with an icon only; its name is for screen readers, the tip for the eye."""
    button = QtWidgets.QToolButton(autoRaise=True)
    button.setIconSize(QSize(ICON_PX, ICON_PX))
    button.setAccessibleName(name)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    theme.dress(button, icon, "text_quiet")
    return button


def action_button(theme: theming.Theme, action: QAction, icon: str) -> QtWidgets.QToolButton:
    """It does what its action does, can be pressed when that can, and is on while that is."""
    theme.dress(action, icon, "text_quiet")
    action.setIconVisibleInMenu(False)
    button = tool_button(theme, icon, spoken(action.text()), "")
    button.setDefaultAction(action)
    return button


def spoken(label: str) -> str:
    """One of our own labels without the mark of its mnemonic and its dots."""
    return label.replace("&", "").rstrip("…")


def push_button(
    theme: theming.Theme, text: str, tip: str, icon: str = "", look: str = ""
) -> QtWidgets.QPushButton:
    """A button with words, which Return presses too while it has the keyboard. ``look`` is one of
    the style sheet's: primary, accent, stop."""
    button = QtWidgets.QPushButton(text, autoDefault=True)
    button.setToolTip(tip)
    button.setAccessibleName(spoken(text))
    button.setIconSize(QSize(ICON_PX, ICON_PX))
    if look:
        button.setProperty("look", look)
    if icon:
        tones = {"primary": "on_primary", "accent": "on_accent", "stop": "on_stop"}
        theme.dress(button, icon, tones.get(look, "text"))
    return button


def choose_path(
    parent: QtWidgets.QWidget,
    title: str,
    taken: Callable[[str], object],
    files: str = "",
    at: str = "",
) -> None:
    """Ask for a folder, ``at`` first, or one of these ``files``, such as ``Scripts (*.toml)``."""
    dialog = QtWidgets.QFileDialog(parent, title, at, files)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    modes = QtWidgets.QFileDialog.FileMode
    dialog.setFileMode(modes.ExistingFile if files else modes.Directory)
    dialog.fileSelected.connect(taken)
    dialog.open()


class ClosingDialog(QtWidgets.QDialog):
    """Shown with ``open()``; closed, and gone, by Escape or by a button below its parts: ``leave``
    or, where it asks for something, ``do``, by which it is accepted."""

    def __init__(
        self,
        theme: theming.Theme,
        title: str,
        parent: QtWidgets.QWidget,
        leave: tuple[str, str] = ("Close", "Close  (Esc)"),
        do: QtWidgets.QPushButton | None = None,
    ) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.leave = push_button(theme, *leave)
        self.leave.clicked.connect(self.reject)
        self._buttons: tuple[theming.Part, ...] = (theming.STRETCH, self.leave)
        if do is not None:
            self._buttons += (do,)
            do.setDefault(True)
            do.clicked.connect(self.accept)

    def lay_parts(self, *parts: theming.Part, margins: theming.Margins, spacing: int) -> None:
        buttons = theming.lay_row(*self._buttons, spacing=8)
        theming.lay_column(*parts, buttons, of=self, margins=margins, spacing=spacing)


def size_within_screen(window: QtWidgets.QWidget, width_px: int, height_px: int) -> None:
    """So large, where the screen has room for that and a frame around it."""
    room = window.screen().availableGeometry()
    window.resize(min(width_px, room.width() - 16), min(height_px, room.height() - 48))


def separator() -> QtWidgets.QFrame:
    line = QtWidgets.QFrame(frameShape=QtWidgets.QFrame.Shape.NoFrame)
    line.setProperty("role", "separator")
    line.setFixedHeight(1)
    return line


def upright_separator() -> QtWidgets.QFrame:
    line = separator()
    line.setMaximumHeight(24)
    line.setMinimumHeight(0)
    line.setFixedWidth(1)
    return line


class Badge(QtWidgets.QFrame):
    def __init__(self, theme: theming.Theme) -> None:
        super().__init__()
        self.setProperty("role", "badge")
        self._icon = MarkLabel(theme)
        self._words = role_label("")
        theming.lay_row(self._icon, self._words, of=self, margins=(8, 3, 10, 3), spacing=6)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)

    def show_badge(self, mark: Mark, words: str) -> None:
        self._icon.show_mark(mark)
        self._words.setText(shown(words))
        theming.set_tone(self, mark.tone)
        theming.set_tone(self._words, mark.tone)
        self.setAccessibleName(words)
