"""What trying an endpoint out showed."""

from PySide6.QtWidgets import QFrame, QProgressBar

from engine.domain.models import EndpointReport
from engine.language.sentences.figures import count_words, span_words
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, quiet_label
from widgets.kit.theme import Theme, lay_column, set_tone

GOOD, LIMITED, BAD = Mark("done", "good"), Mark("info", "text_quiet"), Mark("warning", "bad")
LINES = 5


class EndpointSheet(QFrame):
    """Hidden until there is something to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "banner")
        self._busy = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._busy.setFixedHeight(4)
        self._title = quiet_label()
        self._title.setProperty("role", "goal")
        self._lines = [MarkedLine(theme) for _ in range(LINES)]
        lay_column(
            self._title, self._busy, *self._lines, of=self, margins=(12, 8, 12, 8), spacing=4
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

    @property
    def is_busy(self) -> bool:
        return not self.isHidden() and not self._busy.isHidden()

    def _begin(self, title: str, tone: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)
        set_tone(self, tone)
        for widget in (self._busy, *self._lines):
            widget.hide()
        self.show()

    def _tell(self, *lines: tuple[Mark, str]) -> None:
        said = [(mark, words) for mark, words in lines if words]
        for line, (mark, words) in zip(self._lines, said, strict=False):
            line.show_line(mark, words)
            line.show()
        told = "\n".join(words for _, words in said)
        self.setAccessibleDescription(told)


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
