"""The terminal that all of the command line prints to, and its log.

Whatever a page, a window or a model says is a text there and nothing else: what would steer the
terminal is written out, and what is very long is cut. The record has all of it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment

from engine.language.showing import shown, shown_cut


def terminal(*, stderr: bool = False) -> Console:
    return _Terminal(stderr=stderr)


class _Terminal(Console):
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
