"""Views that share one place: one at a time, chosen by its tab, or all where there is room; and a
plain banner above the picture: what happened, how to mend it, and a way to close it.

The pages' ``title`` holds the tabs and goes into the dock's title, so that choosing costs the
picture no line of its own. A banner is never a dialog: the run and the operator's hands go on."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent

from engine.domain.facts import Frozen
from engine.language.folding import shown, shown_cut
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, role_label, separator, tool_button
from widgets.kit.theme import Theme, lay_column, lay_row, set_tone, widget_of

_CAPTION_MARGINS_PX = (8, 0, 8, 0)
"""Tabs have a padding of their own."""


class Pages(QtWidgets.QWidget):
    """``all_from_px`` is the height from which on all pages stand below each other."""

    page_changed = Signal()
    page_chosen = Signal(object)  # the page whose tab was clicked, once it is shown

    def __init__(
        self,
        name: str,
        pages: Sequence[tuple[str, QtWidgets.QWidget]],
        *,
        all_from_px: int | None = None,
        shares_evenly: bool = False,
    ) -> None:
        """All below each other: the first takes what it needs, or all share evenly."""
        super().__init__()
        self._pages = [page for _, page in pages]
        self._all_from_px = all_from_px
        self._first_share = 1 if shares_evenly or not all_from_px else 0
        self.shows_all = False
        self._heads: list[QtWidgets.QWidget] = []
        self.offered = tuple(self._pages)
        self.tabs = QtWidgets.QTabBar(drawBase=False, expanding=False, usesScrollButtons=False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(name)
        self.tabs.setToolTip(f"{name}: choose what is shown here")
        self._caption = QtWidgets.QLabel(pages[0][0].upper())
        self._caption.setContentsMargins(*_CAPTION_MARGINS_PX)
        self.title = widget_of(lay_row(self.tabs, self._caption, margins=0, spacing=0))
        self._layout = lay_column(of=self, margins=0, spacing=0)
        for title, page in pages:
            self.tabs.addTab(title)
            self._add(title, page)
        self.tabs.currentChanged.connect(self._arrange)
        self.tabs.currentChanged.connect(self.page_changed)
        self.tabs.tabBarClicked.connect(self._tell_chosen, Qt.ConnectionType.QueuedConnection)
        self._arrange()

    @property
    def current(self) -> QtWidgets.QWidget:
        return self._pages[self.tabs.currentIndex()]

    def offer(self, pages: Sequence[QtWidgets.QWidget]) -> None:
        """Only these are to be chosen from; the one that is shown stays where it is among them."""
        if tuple(pages) == self.offered:
            return
        self.offered = tuple(pages)
        if self.current not in self.offered:
            self.show_page(self.offered[0])
        for number, page in enumerate(self._pages):
            if self.tabs.isTabVisible(number) != (page in self.offered):
                # one that stays as it is would have Qt forget that the others are to be laid out
                self.tabs.setTabVisible(number, page in self.offered)
        self.tabs.updateGeometry()  # of itself it keeps the width of the tabs before
        self._arrange()

    def show_page(self, page: QtWidgets.QWidget) -> None:
        self.tabs.setCurrentIndex(self._pages.index(page))

    def show_page_of(self, view: QtWidgets.QWidget) -> None:
        """Show the page that the view is part of, if there is one."""
        for page in self._pages:
            if page is view or page.isAncestorOf(view):
                self.show_page(page)

    def mark_page(self, page: QtWidgets.QWidget, icon: QIcon) -> None:
        """An icon at the page's tab; an empty one takes it away."""
        self.tabs.setTabIcon(self._pages.index(page), icon)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shows_all = self._all_from_px is not None and self.height() >= self._all_from_px
        if shows_all != self.shows_all:
            self.shows_all = shows_all
            self._arrange()

    def _add(self, title: str, page: QtWidgets.QWidget) -> None:
        caption = role_label(title.upper(), "caption")
        caption.setContentsMargins(8, 4, 8, 0)
        head = widget_of(lay_column(separator(), caption, margins=(0, 8, 0, 0), spacing=4))
        self._heads.append(head)
        self._layout.addWidget(head)
        self._layout.addWidget(page, 1 if page is not self._pages[0] else self._first_share)

    def _tell_chosen(self, number: int) -> None:
        if number >= 0:
            self.page_chosen.emit(self._pages[number])

    def _arrange(self) -> None:
        self.tabs.setVisible(not self.shows_all)
        self._caption.setVisible(self.shows_all)
        shown = self.offered if self.shows_all else (self.current,)
        for number, head in enumerate(self._heads):
            head.setVisible(self.shows_all and number > 0 and self._pages[number] in shown)
        for page in sorted(self._pages, key=lambda each: each in shown):
            page.setVisible(page in shown)  # after those that go: a window that holds both grows


ICONS = {"warn": "warning", "bad": "failed", "good": "done", "text": "info"}


class _WideArrow(QtWidgets.QProxyStyle):
    """Qt makes the arrow to what has no room 12 px wide, whatever a style sheet says."""

    def pixelMetric(self, metric: QtWidgets.QStyle.PixelMetric, /, *of: Any, **by: Any) -> int:
        is_arrow = metric is QtWidgets.QStyle.PixelMetric.PM_ToolBarExtensionExtent
        return 24 if is_arrow else super().pixelMetric(metric, *of, **by)


def widen_arrow(bar: QtWidgets.QToolBar | QtWidgets.QMenuBar) -> None:
    """So that it can be hit; once the application has its style sheet, which is kept over it."""
    if not bar.testAttribute(Qt.WidgetAttribute.WA_SetStyle):
        style = _WideArrow("Fusion")
        style.setParent(bar)
        for each in (bar, bar.findChildren(QtWidgets.QToolButton)[0]):
            each.setStyle(style)


class Offer(Frozen):
    """What can be done about it: the button's words, its tip, what happens; what stays."""

    words: str
    tip: str
    taken: Callable[[], object]
    stays: bool = False


class Banner(QtWidgets.QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._mark = MarkLabel(theme)
        self._title = role_label("", "goal", selectable=True)
        self._text = role_label("", wraps=True, selectable=True)
        self._offers: Sequence[Offer] = ()
        self.holds_in_run = False
        self._bar = QtWidgets.QToolBar(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextOnly)
        (self._more,) = self._bar.findChildren(QtWidgets.QToolButton)  # for what has no room
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.setAccessibleName("What else can be done")
        self.close_button = tool_button(theme, "close", "Close the message", "Close this message")
        self.close_button.clicked.connect(self.hide)
        head = lay_row(self._mark, (self._title, 1), spacing=8)
        doing = lay_row((self._bar, 1), self.close_button, spacing=8)
        self._row = lay_row(head, (self._text, 1), doing, of=self, margins=(12, 4, 8, 4), spacing=8)
        self.setMinimumWidth(1)
        self.setFocusProxy(self.close_button)
        self.hide()

    def show_banner(
        self,
        title: str,
        text: str,
        remedy: str = "",
        tone: str = "text",
        offers: Sequence[Offer] = (),
        *,
        holds_in_run: bool = False,
    ) -> None:
        """``holds_in_run``: it is no more so once the run has ended."""
        self.holds_in_run = holds_in_run
        body = " ".join(part for part in (text, remedy) if part)
        self._title.setText(shown(title))
        self._text.setText(shown_cut(body))
        self._offers = offers
        for number in range(len(self._bar.actions()), len(offers)):
            action = self._bar.addAction("", partial(self._take_offer, number))
            button = self._bar.widgetForAction(action)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setTabOrder(button, self._more)
            self.setTabOrder(self._more, self.close_button)
        for action, offer in zip_longest(self._bar.actions(), offers):
            action.setVisible(offer is not None)
            if offer is not None:
                action.setText(offer.words)
                action.setIconText(offer.words)  # else without the dots
                action.setToolTip(offer.tip)
        self._mark.show_mark(Mark(ICONS[tone], tone))
        set_tone(self, tone)
        widen_arrow(self._bar)
        self.setAccessibleName(f"{title}. {body}")
        self._lay_out()
        self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """Beside each other where the text has room in three lines; else below each other, and
        what is offered and has no room is behind an arrow."""
        row, to = self._row, self._row.Direction
        self._bar.setVisible(bool(self._offers))
        self._title.setWordWrap(False)
        parts = (self._mark, self._title, self._bar, self.close_button)
        room_px = self.width() - sum(each.sizeHint().width() + 8 for each in parts) - 20
        text_px = self._text.fontMetrics().horizontalAdvance(self._text.text())
        is_beside = room_px >= text_px * 3 // 8
        row.setDirection(to.LeftToRight if is_beside else to.TopToBottom)
        row.setSpacing(8 if is_beside else 4)
        self._title.setWordWrap(not is_beside)
        policies = QtWidgets.QSizePolicy.Policy
        self._bar.setSizePolicy(policies.Fixed if is_beside else policies.Preferred, policies.Fixed)
        row.activate()  # by itself it keeps what it knows of lines that were lower before

    @property
    def offers(self) -> list[str]:
        """The words on its buttons, but for the one that closes it."""
        return [] if self.isHidden() else [each.words for each in self._offers]

    def has(self, offers: Sequence[Offer]) -> bool:
        """Whether it shows and offers all of these."""
        return not self.isHidden() and all(each in self._offers for each in offers)

    def _take_offer(self, number: int, _checked: bool = False) -> None:
        offer = self._offers[number]
        self.setVisible(offer.stays)
        offer.taken()
