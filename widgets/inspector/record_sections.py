"""What the record keeps under a hash, a text or a picture, as a section that asks for it once it is
in sight; each opens in a window of its own. The pictures before and after a step stand side by
side; or large, one below the other."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImage, QTextOption
from PySide6.QtWidgets import QBoxLayout, QLabel, QPlainTextEdit, QToolButton, QWidget

from widgets.kit.parts import ICON_PX, ClosingDialog, quiet_label, role_label, tool_button
from widgets.kit.picture_view import FromRecord, PictureView
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, widget_of

LOADING = "Being read from the record…"
MISSING = "It is not in the record any more."
SHARE = 0.85
"""Of the window that a part stands over, opened large."""


class HashedSection(QWidget):
    """A title that is a button, tools beside it, and a body below that it unfolds. The body is
    asked of the record when it comes into sight: it is ``wanted`` then. ``note`` stands where there
    is no body."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        body: QWidget,
        record: FromRecord,
        wanted: SignalInstance,
        *,
        is_open: bool,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._title = title
        self._body = body
        self._wanted = wanted
        record.came.connect(self._take)
        self._hash = ""
        self._has_body = False
        self._waits = False
        self.head = QToolButton(autoRaise=True)
        self.head.setText(title)
        self.head.setCheckable(True)
        self.head.setChecked(is_open)
        self.head.setProperty("look", "section")
        self.head.setIconSize(QSize(ICON_PX, ICON_PX))
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setToolTip(f"Show or hide: {title.lower()}")
        self.head.toggled.connect(self._arrange)
        self.copy = tool_button(theme, "copy", f"Copy: {title}", f"Copy: {title.lower()}")
        self.copy.clicked.connect(self.copy_body)
        self.enlarge = tool_button(theme, "fit", f"Open large: {title}", "Open in its own window")
        self.enlarge.clicked.connect(self.enlarge_body)
        self.note = quiet_label()
        self.note.setContentsMargins(20, 0, 0, 4)
        row = lay_row(self.head, STRETCH, self.copy, self.enlarge, spacing=4)
        lay_column(row, self.note, body, of=self, margins=0, spacing=4)
        self._arrange()

    def show_hash(self, content_hash: str, why_none: str) -> None:
        """The content that is wished; without a hash there is none, and why."""
        if content_hash and content_hash == self._hash:
            return
        self._hash = content_hash
        self.clear()
        self._show_note(LOADING if content_hash else why_none, waits=bool(content_hash))

    def _take(self, content_hash: str, body: Any) -> None:
        """What comes in answer to another hash is not shown."""
        if not content_hash or content_hash != self._hash:
            return
        if body is None:
            self._show_note(MISSING, waits=False)
        else:
            self.show_body(body)
            self._has_body, self._waits = True, False
            self._arrange()

    def show_body(self, body: Any) -> None:
        raise NotImplementedError

    def clear(self) -> None:
        """Empty the body."""
        raise NotImplementedError

    def copy_body(self) -> None:
        raise NotImplementedError

    def enlarge_body(self) -> None:
        raise NotImplementedError

    def look_at(self, view: QWidget) -> None:
        """In a window of its own."""
        over = self.window()
        dialog = ClosingDialog(self._theme, self._title, over)
        dialog.resize(over.size() * SHARE)
        dialog.lay_parts((view, 1), margins=16, spacing=8)
        view.setFocus()
        dialog.open()

    def _show_note(self, words: str, *, waits: bool) -> None:
        """There is no body. What ``waits`` is asked for now, or when the operator unfolds this."""
        self._has_body, self._waits = False, waits
        self.note.setText(words)
        self._arrange()

    def _arrange(self) -> None:
        is_open = self.head.isChecked()
        self._theme.dress(self.head, "chevron-down" if is_open else "chevron-right", "text_quiet")
        self._body.setVisible(is_open and self._has_body)
        self.note.setVisible(is_open and not self._has_body)
        for button in (self.copy, self.enlarge):
            button.setVisible(is_open and self._has_body)
        if is_open and self._waits:
            self._wanted.emit(self._hash)


class PictureSection(HashedSection):
    """A picture from the record, with its size below it."""

    def __init__(self, theme: Theme, title: str, record: FromRecord) -> None:
        self.picture = PictureView(theme, title)
        self.picture.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture.setToolTip("Open large  (click, or Return)")
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.size_words = role_label("", "small", wraps=True)
        body = widget_of(lay_column(self.picture, self.size_words, margins=0, spacing=4))
        super().__init__(theme, title, body, record, record.picture_wanted, is_open=True)
        self.picture.pressed.connect(self.enlarge_body)

    def show_body(self, body: QImage) -> None:
        self.size_words.setText(f"{body.width()} × {body.height()} pixels, as it was sent")
        self.picture.show_image(body)

    def clear(self) -> None:
        self.picture.show_image(None)

    def copy_body(self) -> None:
        QGuiApplication.clipboard().setImage(self.picture.image)

    def enlarge_body(self) -> None:
        large = PictureView(self._theme, self._title, fits_height=False)
        large.show_image(self.picture.image)
        self.look_at(large)


MOST_LINES = 14
LONGEST_WORD = 4000
"""Beyond it Qt takes half a second to find where a line may break; then any place will do."""


class TextView(QPlainTextEdit):
    """Read-only; as high as its text, up to ``MOST_LINES``, and scrolled beyond that."""

    def __init__(self, name: str, most_lines: int = MOST_LINES) -> None:
        super().__init__(readOnly=True, undoRedoEnabled=False, tabChangesFocus=True)
        self._most_lines = most_lines
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("look", "record")
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        if most_lines:
            self.document().documentLayout().documentSizeChanged.connect(
                lambda _size: self._fit_height()
            )

    def show_text(self, text: str) -> None:
        is_endless = max(map(len, text.split()), default=0) > LONGEST_WORD
        modes = QTextOption.WrapMode
        self.setWordWrapMode(
            modes.WrapAnywhere if is_endless else modes.WrapAtWordBoundaryOrAnywhere
        )
        self.setPlainText(text)
        if self._most_lines:
            self._fit_height()

    def _fit_height(self) -> None:
        lines = min(self._most_lines, max(1, int(self.document().size().height())))
        around = 2 * (self.frameWidth() + self.contentOffset().toPoint().y()) + 12
        height = lines * self.fontMetrics().lineSpacing() + around
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)


class TextSection(HashedSection):
    """A text from the record; ``reading`` takes the wished part of it."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        record: FromRecord,
        *,
        is_open: bool,
        reading: Callable[[str], str] = str,
    ) -> None:
        self.view = TextView(title)
        super().__init__(theme, title, self.view, record, record.text_wanted, is_open=is_open)
        self._reading = reading

    def show_body(self, body: str) -> None:
        self.view.show_text(self._reading(body))

    def clear(self) -> None:
        self.view.clear()

    def copy_body(self) -> None:
        QGuiApplication.clipboard().setText(self.view.toPlainText())

    def enlarge_body(self) -> None:
        large = TextView(self._title, most_lines=0)
        large.show_text(self.view.toPlainText())
        self.look_at(large)


CAPTIONS = ("before", "after")
MOST_SCALE = 8
KEPT_PX = 640
"""So wide a copy is kept of each, that big pictures aren't held for small ones."""


class PicturePair(QWidget):
    """Asks for the pictures by content hash and takes them as they come."""

    def __init__(self, theme: Theme, record: FromRecord) -> None:
        super().__init__()
        self._record = record
        record.came.connect(self._take)
        self._hashes = ["", ""]
        self.thumbnails = [PictureView(theme, most_scale=MOST_SCALE) for _ in CAPTIONS]
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        self._captions: list[QLabel] = []
        for caption, thumbnail in zip(CAPTIONS, self.thumbnails, strict=True):
            label = role_label(caption, "small")
            self._captions.append(label)
            column = lay_column(label, thumbnail, STRETCH, spacing=4)
            row.addLayout(column, 1)
        self.hide()

    def show_hashes(
        self,
        before: str,
        after: str,
        captions: tuple[str, str] = CAPTIONS,
        *,
        is_large: bool = False,
    ) -> None:
        """What has no hash or no caption has no picture; without any the pair is hidden."""
        for label, thumbnail, words in zip(self._captions, self.thumbnails, captions, strict=True):
            label.setText(words)
            label.setVisible(bool(words))
            thumbnail.setVisible(bool(words))
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if is_large else across)
        self.setVisible(bool(before or after))
        for number, content_hash in enumerate((before, after)):
            if content_hash == self._hashes[number]:
                continue
            self._hashes[number] = content_hash
            self.thumbnails[number].show_image(None)
            if content_hash:
                self._record.picture_wanted.emit(content_hash)

    def _take(self, content_hash: str, image: object) -> None:
        if not isinstance(image, QImage):
            return
        width, smooth = min(KEPT_PX, image.width()), Qt.TransformationMode.SmoothTransformation
        for wanted, thumbnail in zip(self._hashes, self.thumbnails, strict=True):
            if wanted == content_hash:
                thumbnail.show_image(image.scaledToWidth(width, smooth))
