"""Past sessions: search them, open, export or delete one, go on with one that broke off; and while
one is shown, what belongs to it, and which of its pictures is in sight.

The window asks ``belongs`` before it shows anything, so a run that goes on can keep reporting."""

from collections.abc import Sequence

from PySide6 import QtGui
from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QDialog, QHeaderView, QTableView, QWidget

from engine.language.folding import shown_cut
from engine.language.sentences.figures import day_words
from engine.record.views.run_state import RunState
from widgets.kit import forms, marks, pages, picture_view
from widgets.kit import parts as kit_parts
from widgets.kit.actions import GO_ON_KEYS, ConsoleActions, share_stop
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row

HEADS = ("When", "Goal", "Outcome", "Took", "Steps", "Where", "How", "Found", "Cost")
WHEN, GOAL, OUTCOME, WHERE = 0, 1, 2, 5
LESS_TELLING = (6, 7, 8, 4, WHERE, 3)  # they go one by one where there is no room
AROUND_PX = 56
LONGEST_WHERE = "browser:example.org"
"""For the mark, the paddings and the scroll bar."""
TOLD_LINES = 3
SEARCHED = Qt.ItemDataRole.UserRole
OPEN_ENDED = marks.Mark("question", "text_quiet")


class PastMode(QObject):
    zones_stale = Signal()  # those shown belong to another picture

    def __init__(self, parent: QObject, record: picture_view.FromRecord) -> None:
        super().__init__(parent)
        self._record = record
        self._session: forms.SessionRow | None = None
        self.made: tuple[str, tuple[pages.Offer, ...]] = ("", ())
        """What is told of the files it made, and what can be done with them."""
        self._picture_hash = ""
        self._zones_hash = ""

    @property
    def is_on(self) -> bool:
        return self._session is not None

    def begin(self, session: forms.SessionRow | None) -> None:
        """None is the end of it."""
        self._session, self.made = session, ("", ())
        self.forget_picture()

    def belongs(self, session_id: str) -> bool:
        """Whether what comes from this session is to be shown now."""
        return self._session is None or session_id == self._session.session_id

    @property
    def resumable(self) -> str:
        """The id of the session that is shown, where it can go on; else empty."""
        session = self._session
        return session.session_id if session is not None and session.can_go_on else ""

    def words(self, more: str = "") -> str:
        """When it was and how it ended, for the banner."""
        if self._session is None:
            return ""
        ended = [self._session.outcome, "" if self.made[0] else self._session.message]
        ended_words = ": ".join(part for part in ended if part)
        parts = [day_words(self._session.when), ended_words, self.made[0], more]
        return " · ".join(part for part in parts if part)

    def look_at(self, picture_hash: str, zones_hash: str) -> None:
        """Ask for the picture of some moment and for the zones seen in it, where there are any."""
        if picture_hash and picture_hash != self._picture_hash:
            self._picture_hash = picture_hash
            self._record.picture_wanted.emit(picture_hash)
        if zones_hash != self._zones_hash:
            self._zones_hash = zones_hash
            self.zones_stale.emit()
            if zones_hash:
                self._record.zones_wanted.emit(zones_hash)

    def is_in_sight(self, content_hash: str) -> bool:
        """Of the picture or the zones that are looked at."""
        return self.is_on and content_hash in (self._picture_hash, self._zones_hash)

    def forget_picture(self) -> None:
        self._picture_hash = self._zones_hash = ""


TITLE = "Viewing a past session"
GO_ON = "Go on"
GO_ON_TIP = "Go on with this run from where it was last kept"


class PastBanner(pages.Banner):
    left = Signal()  # for what goes on now: leave_past, and show the run again

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__(theme)
        self.close_button.hide()
        self._actions = actions
        self._behind = RunState()

    def show_past(self, past: PastMode, state: RunState | None = None) -> None:
        """A run may go on behind the past session, or have ended there: as it was told last."""
        self._behind = state = state or self._behind
        waits = state.is_running and (state.pending or state.question) is not None
        more = "a run goes on" + (" and waits for you" if waits else "") if state.is_running else ""
        back = "Leave the past session and show what goes on now"
        offers = [pages.Offer("Back to live", back, self.left.emit, stays=True)]
        do, export = self._actions.run_again, self._actions.export
        words, do = (GO_ON, self._actions.go_on) if past.resumable else ("Run again", do)
        if not state.is_running:  # one run at a time: nothing of it is done again meanwhile
            offers.append(pages.Offer(words, do.toolTip(), do.trigger, stays=True))
            offers.append(pages.Offer("Export…", export.toolTip(), export.trigger, stays=True))
        offers += past.made[1]
        self.show_banner(TITLE, past.words(more), tone="warn" if waits else "text", offers=offers)


DELETE_TIP = "Delete it for good, with its pictures and files, once this list closes  (Delete)"
NONE_YET = "No sessions yet. Each run is recorded and will be listed here."
ALL_GONE = "All are deleted once this list closes. Undo keeps them."
NO_DELETE_TIP = "Nothing is deleted while a session is running, here or in another program"


class SessionsDialog(QDialog):
    """Shown with ``open()``."""

    session_chosen = Signal(str)  # session_id, as in all of these
    export_requested = Signal(str)
    go_on_requested = Signal(str)  # one that broke off
    let_go_requested = Signal(object)  # tuple of session_ids, as it closes: until then all undo

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle("Sessions")
        kit_parts.size_within_screen(self, 1160, 560)
        self._theme = theme
        self._all: tuple[forms.SessionRow, ...] = ()
        self._gone: list[str] = []
        self._rows: tuple[forms.SessionRow, ...] = ()
        self._model = QtGui.QStandardItemModel(0, len(HEADS), self)
        self._model.setHorizontalHeaderLabels(HEADS)
        theme.changed.connect(lambda: self._fill(self._rows))
        self._proxy = QSortFilterProxyModel(self, filterRole=SEARCHED)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        name, tip = "Search by goal, date or outcome", "Show only sessions with these words"
        self.search = kit_parts.search_field(name, tip, self._proxy.setFilterFixedString)
        self._told = kit_parts.quiet_label()
        self._told.setMinimumHeight(TOLD_LINES * self._told.fontMetrics().lineSpacing())
        self._told.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.table = self._table()
        self._empty = kit_parts.quiet_label()
        tips = ("Show this session  (Return)", "Write this session to a file", "Close  (Esc)")
        self.open_button = kit_parts.push_button(theme, "Open", tips[0], "sessions", "primary")
        self.export_button = kit_parts.push_button(theme, "Export…", tips[1], "export")
        close = kit_parts.push_button(theme, "Close", tips[2])
        self.go_on_button = kit_parts.push_button(
            theme, GO_ON, f"{GO_ON_TIP}  ({GO_ON_KEYS})", "play"
        )
        self.delete_button = kit_parts.push_button(theme, "Delete", DELETE_TIP, "cancel-plan")
        undo_tip = "Keep what was deleted last  (Ctrl+Z)"
        self.undo_button = kit_parts.push_button(theme, "Undo", undo_tip, "undo")
        keys = ("Delete", "Ctrl+Z", GO_ON_KEYS)  # in the search field the former two are its own
        buttons = (self.delete_button, self.undo_button, self.go_on_button)
        for each, button in zip(keys, buttons, strict=True):
            QtGui.QShortcut(QtGui.QKeySequence(each), self).activated.connect(button.click)
        self.delete_button.clicked.connect(self._delete)
        self.undo_button.clicked.connect(self._undo)
        self.finished.connect(self._let_go)
        self.go_on_button.clicked.connect(lambda: self._pass_on(self.go_on_requested))
        left = (self.export_button, self.delete_button, self.undo_button)
        right = (close, self.go_on_button, self.open_button)
        for button in (*left, *right):
            button.setAutoDefault(False)  # Return in the search field is not an answer
        self.open_button.clicked.connect(lambda: self._pass_on(self.session_chosen))
        self.export_button.clicked.connect(lambda: self._pass_on(self.export_requested, stays=True))
        close.clicked.connect(self.reject)
        row = lay_row(*left, STRETCH, *right, spacing=8)
        parts = (self.search, self._empty, self.table, self._told, row)
        lay_column(*parts, of=self, margins=16, spacing=8)
        self.search.returnPressed.connect(self.table.setFocus)
        into_list = QtGui.QShortcut(QtGui.QKeySequence("Down"), self.search, self.table.setFocus)
        into_list.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.show_sessions(())

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        """It opens on the newest."""
        super().showEvent(event)
        self._select("")

    def show_sessions(self, rows: Sequence[forms.SessionRow]) -> None:
        """The newest stays chosen, and so does another that the operator chose."""
        chosen = self._chosen()
        chosen = None if self._rows and chosen == self._rows[0] else chosen
        self._all = tuple(rows)
        rows = tuple(row for row in rows if row.session_id not in self._gone)
        if rows != self._rows:
            self._fill(rows)
        self._empty.setText(ALL_GONE if self._gone else NONE_YET)
        self._empty.setVisible(not rows)
        self.table.setVisible(bool(rows))
        self._select(chosen.session_id if chosen else "")
        self._enable()

    def _fill(self, rows: tuple[forms.SessionRow, ...]) -> None:
        self._model.removeRows(0, self._model.rowCount())
        self._rows = rows
        for row in rows:
            self._model.appendRow(self._items(row))
        self._fit()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Let columns go rather than scroll sideways."""
        table, head_px = self.table, self.table.horizontalHeader().sectionSizeHint
        for at in LESS_TELLING:
            table.setColumnHidden(at, False)
        needed = {at: max(head_px(at), table.sizeHintForColumn(at)) for at in range(len(HEADS))}
        needed[GOAL] = table.fontMetrics().averageCharWidth() * 20
        most = table.fontMetrics().horizontalAdvance(LONGEST_WHERE)
        needed[WHERE] = max(head_px(WHERE), min(most, table.sizeHintForColumn(WHERE)) + 16)
        table.setColumnWidth(WHERE, needed[WHERE])
        for at in LESS_TELLING:
            table.setColumnHidden(at, sum(needed.values()) > self.width() - AROUND_PX)
            needed[at] *= not table.isColumnHidden(at)

    def _items(self, row: forms.SessionRow) -> list[QtGui.QStandardItem]:
        words = (day_words(row.when), row.goal, row.outcome, *row.facts)
        items = [QtGui.QStandardItem(shown_cut(each)) for each in words]
        for item, each in zip(items, words, strict=True):
            item.setToolTip(kit_parts.tip_with(each))
        items[WHEN].setData(" ".join((*words, row.message)), SEARCHED)
        mark = marks.ending_mark(row.terminal, row.reason) if row.terminal else OPEN_ENDED
        items[OUTCOME].setIcon(self._theme.icon(*mark))
        return items

    def _select(self, session_id: str) -> None:
        ids = [row.session_id for row in self._rows]
        number = ids.index(session_id) if session_id in ids else 0
        index = self._proxy.mapFromSource(self._model.index(number, 0))
        if index.isValid():
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)

    def _chosen(self) -> forms.SessionRow | None:
        index = self._proxy.mapToSource(self.table.currentIndex())
        return self._rows[index.row()] if index.isValid() else None

    @property
    def told(self) -> str:
        """The chosen session in full: what the columns have no room for."""
        row = self._chosen()
        if row is None:
            return ""
        return "\n".join((row.goal, ": ".join(part for part in (row.outcome, row.message) if part)))

    def _pass_on(self, told: SignalInstance, *, stays: bool = False) -> None:
        """The chosen one, for which this closes."""
        if (row := self._chosen()) is not None:
            if not stays:
                self.accept()
            told.emit(row.session_id)

    def _delete(self) -> None:
        """Out of the list at once, out of the record as this closes; the next one is chosen."""
        if (row := self._chosen()) is not None:
            at = self.table.currentIndex().row()
            self._gone.append(row.session_id)
            self.show_sessions(self._all)
            self.table.selectRow(min(at, self._proxy.rowCount() - 1))

    def _undo(self) -> None:
        back = self._gone.pop()
        self.show_sessions(self._all)
        self._select(back)
        self.table.setFocus()

    def _let_go(self) -> None:
        gone, self._gone = tuple(self._gone), []
        if gone:
            self.let_go_requested.emit(gone)

    def _enable(self) -> None:
        has_one = (chosen := self._chosen()) is not None
        self.undo_button.setEnabled(bool(self._gone))
        self._told.setText(self.told)
        for button in (self.open_button, self.export_button):
            button.setEnabled(has_one)
        is_live = any(row.is_live for row in self._all)
        self.delete_button.setEnabled(has_one and not is_live)
        self.delete_button.setToolTip(NO_DELETE_TIP if is_live else DELETE_TIP)
        self.go_on_button.setVisible(chosen is not None and chosen.can_go_on)
        self.go_on_button.setEnabled(chosen is not None and chosen.can_go_on)

    def _table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("sessionTable")
        table.setModel(self._proxy)
        table.setAccessibleName("Sessions")
        metrics = table.fontMetrics()
        kit_parts.show_as_rows(table, metrics.height() + 12)
        head = table.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(GOAL, QHeaderView.ResizeMode.Stretch)
        for number in {*range(len(HEADS))} - {GOAL, WHERE}:
            head.setSectionResizeMode(number, QHeaderView.ResizeMode.ResizeToContents)
        table.activated.connect(lambda: self._pass_on(self.session_chosen))
        table.selectionModel().currentChanged.connect(self._enable)
        self._proxy.rowsInserted.connect(self._enable)
        self._proxy.rowsRemoved.connect(self._enable)
        return table
