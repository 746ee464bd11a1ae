"""The browser's own short bounds, lengthened: what a page does on a busy machine is no hang.

A test of what hangs puts the product's own figures back while it does so."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from engine.surfaces.browser import (
    eyes,
    found_element,
    navigation,
    page_link,
    page_picture,
    page_work,
    surface,
    tab,
    unasked,
)

_PATIENT_SECS = 60.0
_FIGURES = (
    (unasked, "_STORM_SECS"),
    (eyes, "_AFRESH_SECS"),
    (eyes, "_AFRESH_PASS_SECS"),
    (eyes, "_PASS_SECS"),
    (eyes, "_QUICK_SECS"),
    (navigation, "_ERROR_PAGE_SECS"),
    (navigation, "_HISTORY_SECS"),
    (navigation, "_STOP_SECS"),
    (page_link, "_LISTENERS_SECS"),
    (page_link, "_OPEN_SECS"),
    (page_picture, "_PICTURE_SECS"),
    (page_picture, "_QUICK_SECS"),
    (tab, "_ASK_SECS"),
    (page_work, "_RELEASE_TIMEOUT_SECS"),
    (page_picture, "_SECS"),
    (surface, "_ANSWER_SECS"),
    (unasked, "_MEANT_SECS"),
    (found_element, "_FRAME_SECS"),
    (found_element, "_CHOOSER_SECS"),
    (page_picture, "_WINDOW_SECS"),
)


class Patience:
    """Lasts until it is ended."""

    def __init__(self) -> None:
        self._own = [getattr(module, name) for module, name in _FIGURES]
        self._begin()

    def _begin(self) -> None:
        for module, name in _FIGURES:
            setattr(module, name, _PATIENT_SECS)

    def end(self) -> None:
        for (module, name), secs in zip(_FIGURES, self._own, strict=True):
            setattr(module, name, secs)

    @contextlib.contextmanager
    def hurried(self, bound_secs: float) -> Iterator[None]:
        """For a page that will not answer, however long it is waited for; nothing in it is well."""
        self.end()
        for module, name in _FIGURES:
            setattr(module, name, min(getattr(module, name), bound_secs))
        try:
            yield
        finally:
            self._begin()

    @contextlib.contextmanager
    def products_own(self) -> Iterator[None]:
        """For a page that does not answer: the figures are those that people wait for."""
        self.end()
        try:
            yield
        finally:
            self._begin()


@pytest.fixture(autouse=True, scope="module")
def patience() -> Iterator[Patience]:
    held = Patience()
    yield held
    held.end()
