"""The settings' page of the browser: which one, where it may go, what it may hand over and take."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, quiet_label
from widgets.kit.theme import Theme
from widgets.settings.form_fields import Choosing, FieldGrid, lay_page, lines_field, lines_of
from widgets.settings.settings_form import HEADLESS, BrowserForm

TOLD = (
    "The navigator works in a browser that is started for each run, with a profile of its own. All"
    " of this counts from the next run on."
)
HEADLESS_WORDS = {
    "auto": "Where there is no screen for it",
    "yes": "Never a window of its own",
    "no": "Always a window of its own",
}
STARTING = "Starting it, to see whether it opens a page…"


class BrowserPage(QWidget):
    test_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._form = BrowserForm()
        self.executable = _line("an installed Chromium, Chrome or Edge")
        self.headless = Choosing([(key, HEADLESS_WORDS[key]) for key in HEADLESS])
        self.allowed_domains = lines_field("example.org")
        self.blocked_domains = lines_field("ads.example.org")
        self.allow_uploads = QCheckBox("Give &files to pages (uploads)")
        self.allow_downloads = QCheckBox("&Keep files that pages hand out (downloads)")
        self.downloads_folder = _line("one for each session, beside the record")
        self.search_engine = _line("https://duckduckgo.com/?q={words}")
        self.overlay_badges = QCheckBox("&Number the page’s elements, in recorded pictures too")
        self.ignore_certificate_errors = QCheckBox("Open pages whose &certificate is wrong")
        self.test = push_button(
            theme, "Test browser", "Start it, open an empty page, and say which one it is"
        )
        self.test.setAutoDefault(False)
        self.test.clicked.connect(self._test_or_cancel)
        self._answer = MarkedLine(theme)
        self._answer.hide()
        self._is_busy = False
        self.grid = FieldGrid(theme)
        self._lay_out()

    def show_form(self, form: BrowserForm) -> None:
        self._form = form
        self.executable.setText(form.executable)
        self.headless.choose(form.headless)
        self.allowed_domains.setPlainText("\n".join(form.allowed_domains))
        self.blocked_domains.setPlainText("\n".join(form.blocked_domains))
        self.downloads_folder.setText(form.downloads_folder)
        self.search_engine.setText(form.search_engine)
        for name, box in self._boxes.items():
            box.setChecked(bool(getattr(form, name)))
        self._answer.hide()

    @property
    def form(self) -> BrowserForm:
        return BrowserForm(
            executable=self.executable.text().strip(),
            headless=self.headless.key,
            allowed_domains=lines_of(self.allowed_domains),
            blocked_domains=lines_of(self.blocked_domains),
            allow_uploads=self.allow_uploads.isChecked(),
            allow_downloads=self.allow_downloads.isChecked(),
            downloads_folder=self.downloads_folder.text().strip(),
            search_engine=self.search_engine.text().strip(),
            overlay_badges=self.overlay_badges.isChecked(),
            ignore_certificate_errors=self.ignore_certificate_errors.isChecked(),
        )

    def show_busy(self) -> None:
        self._set_busy(True)
        self._show(Mark("info", "text_quiet"), STARTING)

    def show_answer(self, text: str, *, is_good: bool) -> None:
        """What the trial found."""
        self._set_busy(False)
        self._show(Mark("done", "good") if is_good else Mark("warning", "warn"), text)

    def stop_waiting(self) -> None:
        if self._is_busy:
            self._set_busy(False)
            self._answer.hide()
            self.waiting_ended.emit()

    @property
    def answer_text(self) -> str:
        return "" if self._answer.isHidden() else self._answer.text

    # -- inside ----------------------------------------------------------------------------------

    @property
    def _boxes(self) -> dict[str, QCheckBox]:
        return {
            "allow_uploads": self.allow_uploads,
            "allow_downloads": self.allow_downloads,
            "overlay_badges": self.overlay_badges,
            "ignore_certificate_errors": self.ignore_certificate_errors,
        }

    def _test_or_cancel(self) -> None:
        if self._is_busy:
            self.stop_waiting()
        else:
            self.test_requested.emit()

    def _set_busy(self, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.test.setText("Cancel" if is_busy else "Test browser")
        self.test.setAccessibleName(self.test.text())

    def _show(self, mark: Mark, text: str) -> None:
        self._answer.show_line(mark, text)
        self._answer.show()

    def _lay_out(self) -> None:
        add = self.grid.add
        hint = "A path or a command; empty: one that is installed is found."
        add("executable", "&Browser", self.executable, hint)
        add("headless", "&Headless", self.headless, "In the console its picture is shown anyway.")
        hint = "Only these and all below them, one a line; empty: all."
        add("allowed_domains", "&Allowed sites", self.allowed_domains, hint)
        add("blocked_domains", "B&locked sites", self.blocked_domains, "These never, one a line.")
        files = _together(self.allow_uploads, self.allow_downloads)
        add("files", "Files", files)
        add("downloads_folder", "&Downloads go to", self.downloads_folder)
        hint = "An address with {words} where the words go."
        add("search_engine", "Searc&h with", self.search_engine, hint)
        pages = _together(self.overlay_badges, self.ignore_certificate_errors)
        add("pages", "Pages", pages)
        tools = QHBoxLayout()
        tools.setSpacing(8)
        tools.addWidget(self.test)
        tools.addStretch(1)
        lay_page(self, quiet_label(TOLD), tools, self._answer, self.grid)


def _line(example: str) -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(example)
    return line


def _together(*boxes: QCheckBox) -> QWidget:
    widget = QWidget()
    rows = QVBoxLayout(widget)
    rows.setContentsMargins(0, 4, 0, 0)
    rows.setSpacing(8)
    for box in boxes:
        rows.addWidget(box)
    widget.setFocusProxy(boxes[0])
    return widget
