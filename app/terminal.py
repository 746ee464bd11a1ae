"""The terminal that all of the command line prints to, and its log.

Whatever a page, a window or a model says is a text there and nothing else: what would steer the
terminal is written out, and what is very long is cut. The record has all of it."""

import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.control import Control
from rich.markup import escape
from rich.segment import ControlType, Segment

from engine.language.folding import shown, shown_cut


def terminal(*, stderr: bool = False) -> "TerminalConsole":
    return TerminalConsole(stderr=stderr)


class TerminalConsole(Console):
    """While a question waits for its answer, what is printed comes to stand before it."""

    _question = ""

    @contextlib.contextmanager
    def asking(self, question: str) -> Iterator[None]:
        """``question`` has markup; it stands at the end of the screen as long as this lasts."""
        self._show_question(question)
        self._question = question
        try:
            yield
        finally:
            self._question = ""

    def print(self, *objects: Any, **options: Any) -> None:
        question, self._question = self._question, ""
        if question:
            self.control(Control.move_to_column(0), Control((ControlType.ERASE_IN_LINE, 2)))
        super().print(*objects, **options)
        if question:
            self._show_question(question)
            self._question = question

    def say(self, words: str) -> None:
        """As they are, on one line of the terminal's."""
        self.print(words, markup=False, highlight=False, soft_wrap=True)

    def _show_question(self, question: str) -> None:
        super().print(question, end=" ", highlight=False)
        self.file.flush()

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for each in super().render(renderable, options):
            yield each if each.control else Segment(shown(each.text), each.style)


def in_markup(text: str) -> str:
    """A text from outside, for a line with markup."""
    return escape(shown_cut(text))


class PlainLines(logging.Formatter):
    """A log whose lines are what they look like."""

    def format(self, record: logging.LogRecord) -> str:
        return shown(super().format(record))


def log_to_terminal() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(PlainLines("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
