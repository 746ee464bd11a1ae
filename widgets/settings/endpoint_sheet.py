"""What trying an endpoint out showed, and the servers that were found on this machine."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget

from engine.domain.models import EndpointReport, FoundServer
from engine.language.labels import shortened
from engine.language.sentences.figures import count_words, span_words
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, quiet_label
from widgets.kit.theme import Theme, lay_column, set_tone

GOOD, LIMITED, BAD = Mark("done", "good"), Mark("info", "text_quiet"), Mark("warning", "bad")
LINES = 5
NONE_FOUND = (
    "No server answers on the usual ports of this machine. Start one (Ollama, LM Studio, llama.cpp,"
    " vLLM), or write the URL of another machine."
)


class EndpointSheet(QFrame):
    """Hidden until there is something to say."""

    server_chosen = Signal(object)  # FoundServer

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "banner")
        self._busy = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._busy.setFixedHeight(4)
        self._title = quiet_label()
        self._title.setProperty("role", "goal")
        self._lines = [MarkedLine(theme) for _ in range(LINES)]
        self._servers = QWidget()
        self._buttons = lay_column(of=self._servers, margins=0, spacing=4)
        self.server_buttons: list[QPushButton] = []
        lay_column(
            self._title,
            self._busy,
            *self._lines,
            self._servers,
            of=self,
            margins=(12, 8, 12, 8),
            spacing=4,
        )
        self.hide()

    def show_busy(self, words: str) -> None:
        self._begin(words, "text")
        self._busy.show()

    def show_answer(self, text: str, *, is_good: bool) -> None:
        self._begin("Tried out", "good" if is_good else "warn")
        self._tell((GOOD if is_good else Mark("warning", "warn"), text))

    def show_report(self, report: EndpointReport) -> None:
        if report.models and not report.model:
            self._begin("It answers. Which model?", "text")
            listed = f"It lists {count_words(len(report.models), 'model')}; the first is filled in."
            self._tell((GOOD, listed), (LIMITED, "Choose one, then test it."))
        elif report.problem:
            self._begin("It can’t be used like this", "bad")
            self._tell((BAD, report.problem), (LIMITED, report.remedy))
        else:
            self._begin(f"“{report.model or 'The endpoint'}” can be used", "good")
            self._tell(*report_lines(report))

    def show_servers(self, servers: Sequence[FoundServer]) -> None:
        if not servers:
            self._begin("None found", "text")
            self._tell((LIMITED, NONE_FOUND))
            return
        self._begin(f"Found: {count_words(len(servers), 'server')}. Which one?", "text")
        for server in servers:
            self._add_server(server)
        self._servers.show()
        self.server_buttons[0].setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def is_busy(self) -> bool:
        return not self.isHidden() and not self._busy.isHidden()

    def _begin(self, title: str, tone: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)
        set_tone(self, tone)
        for widget in (self._busy, self._servers, *self._lines):
            widget.hide()
        for button in self.server_buttons:
            button.hide()
            button.deleteLater()
        self.server_buttons = []
        self.show()

    def _tell(self, *lines: tuple[Mark, str]) -> None:
        said = [(mark, words) for mark, words in lines if words]
        for line, (mark, words) in zip(self._lines, said, strict=False):
            line.show_line(mark, words)
            line.show()
        told = "\n".join(words for _, words in said)
        self.setAccessibleDescription(told)

    def _add_server(self, server: FoundServer) -> None:
        models = ", ".join(server.models) or "no models yet"
        words = f"{server.name} · {server.base_url} · {shortened(models, 48)}"
        button = push_button(self._theme, words, models, look="choice")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.server_chosen.emit(server))
        self._buttons.addWidget(button)
        self.server_buttons.append(button)


def report_lines(report: EndpointReport) -> tuple[tuple[Mark, str], ...]:
    """What it supports, each with a sign."""
    forms = ", ".join(form.value for form in report.forms)
    streams = "Replies stream in" if report.can_stream else "Replies come as a whole: no streaming"
    sees = "Sees pictures" if report.can_see else "Does not see pictures: text only"
    return (
        (GOOD, f"Answers; all questions together took {span_words(report.took_ms)}"),
        (GOOD if forms else LIMITED, f"Reply forms, the best first: {forms or 'none was kept to'}"),
        (GOOD if report.can_stream else LIMITED, streams),
        (GOOD if report.can_see else LIMITED, sees),
        (LIMITED, f"Lists {count_words(len(report.models), 'model')}"),
    )
