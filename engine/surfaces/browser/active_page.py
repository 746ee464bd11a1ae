"""What eyes and hands may know of the tabs: the one that is shown, and the others by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from playwright.async_api import Page

from engine.domain.web.pages import Download, Tab


class ActivePage(Protocol):
    """The tab that is shown. All of it is known already: nothing here asks the browser."""

    @property
    def page(self) -> Page | None:
        """None where there is none: it crashed, or all are closed."""
        ...

    @property
    def tab_id(self) -> str:
        """Empty where there is none."""
        ...

    def tabs(self) -> tuple[Tab, ...]:
        """All open ones, with titles as far as they are known."""
        ...

    @property
    def status(self) -> int:
        """The HTTP status of the shown document; 0 where it is not known."""
        ...

    @property
    def trouble(self) -> str:
        """Why it could not be loaded, in words; empty where nothing went wrong."""
        ...

    @property
    def downloads(self) -> tuple[Download, ...]: ...

    @property
    def file_askers(self) -> frozenset[str]:
        """The ids of elements whose click asked for a file of this machine."""
        ...

    def take_notices(self) -> tuple[str, ...]:
        """What happened since the last time, in words."""
        ...

    def on_shown(self, tell: Callable[[], None]) -> None:
        """Have ``tell`` called whenever another page is shown: after a switch, a close, a crash,
        or because a new one was opened."""
        ...
