"""A section whose content the record keeps under a hash: it is asked for once it is in sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from widgets.kit.laying import lay_column
from widgets.kit.section import Section
from widgets.kit.theme import Theme


class HashedSection(QWidget):
    """``want`` is called with the hash; what comes in answer to another one is not shown."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        body: QWidget,
        *,
        want: Callable[[str], None],
        is_open: bool,
    ) -> None:
        super().__init__()
        self._hash = ""
        self.section = Section(theme, title, body, is_open=is_open)
        self.section.wanted.connect(lambda: want(self._hash))
        self.section.copied.connect(self.copy)
        self.section.enlarged.connect(self.enlarge)
        lay_column(self.section, of=self, margins=0)

    def show_hash(self, content_hash: str, why_none: str) -> None:
        """The content that is wished; without a hash there is none, and why."""
        if content_hash and content_hash == self._hash:
            return
        self._hash = content_hash
        self.clear()
        if content_hash:
            self.section.wait()
        else:
            self.section.show_nothing(why_none)

    def show_missing(self, content_hash: str) -> None:
        if self.is_about(content_hash):
            self.section.show_missing()

    def is_about(self, content_hash: str) -> bool:
        return bool(content_hash) and content_hash == self._hash

    def clear(self) -> None:
        """Empty the body."""
        raise NotImplementedError

    def copy(self) -> None:
        raise NotImplementedError

    def enlarge(self) -> None:
        raise NotImplementedError
