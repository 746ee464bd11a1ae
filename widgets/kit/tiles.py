"""Tiles of pictures with their words, so many beside each other as fit, or a list with a row each:
thousands cost no more than those in sight, which is told, so that pictures are made of no others.

A tile is known by its ``key``. Where the order changes, what is chosen stays chosen."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6 import QtCore
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.kit.parts import tip_with
from widgets.kit.picture_view import Thumbnails
from widgets.kit.row_painter import ICON_PX, PAD, RowLook, RowPainter, RowWords, smaller
from widgets.kit.theme import Theme

LEAST_DIGITS = 30
"""A tile is not so many digits wide only where the view itself is not."""
_TILE = QtCore.Qt.ItemDataRole.UserRole
Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex


class Tile(NamedTuple):
    """``aside`` is a third line; ``picture_hash`` a picture of the record, until one is shown."""

    key: str
    words: RowWords
    aside: str = ""
    picture_hash: str = ""
    is_current: bool = False

    @property
    def lines(self) -> list[str]:
        return [line for line in (self.words.title, self.words.subtitle, self.aside) if line]


class _Model(QtCore.QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.tiles: list[Tile] = []
        self.places: dict[str, int] = {}

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        before, self.tiles = self.tiles, list(tiles)
        if [each.key for each in tiles] == list(self.places):
            for place, (old, new) in enumerate(zip(before, tiles, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(place), self.index(place))
            return
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        self.places = {each.key: place for place, each in enumerate(tiles)}
        now = [self.places.get(before[each.row()].key, -1) for each in held]
        self.changePersistentIndexList(held, [self.index(place) for place in now])
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QtCore.QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.tiles)

    def data(self, index: Index, role: int = QtCore.Qt.ItemDataRole.DisplayRole) -> object:
        tile = self.tiles[index.row()]
        match role:
            case QtCore.Qt.ItemDataRole.UserRole:
                return tile
            case QtCore.Qt.ItemDataRole.DisplayRole:
                return tile.words.title
            case QtCore.Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(tile.lines)
            case QtCore.Qt.ItemDataRole.ToolTipRole:
                return tip_with("\n".join(tile.lines))
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, tiles: "Tiles", thumbnails: Thumbnails) -> None:
        super().__init__(tiles)
        self._theme, self._tiles = theme, tiles
        self._rows = RowPainter(theme, thumbnails)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(self._tiles.tile_px, self._tiles.row_px)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tile: Tile = index.data(_TILE)
        place = option.rect.adjusted(PAD, PAD, -PAD, -PAD)
        painter.save()
        painter.setClipRect(option.rect)
        self._rows.paint_ground(painter, place, option.state, is_lit=tile.is_current)
        picture = QtCore.QRect(place.topLeft() + QtCore.QPoint(PAD, PAD), self._tiles.picture_px)
        image = self._tiles.pictures.get(tile.key)
        self._rows.paint_picture(painter, QtCore.QRectF(picture), tile.picture_hash, image)
        words, aside = QtCore.QRect(place), QtCore.QRect(place)
        if self._tiles.is_list:
            words.setLeft(picture.right())
            words.setRight(words.center().x())
            aside.setLeft(words.right() + 3 * PAD)
        else:
            words.setTop(picture.bottom())
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        look = RowLook(is_selected, tile.is_current, has_chevron=False)
        self._rows.paint_words(painter, option.font, words, tile.words, look)
        painter.setFont(smaller(option.font))
        if not self._tiles.is_list:
            aside.setLeft(aside.left() + 4 * PAD + ICON_PX)
            aside.setTop(aside.bottom() - PAD - painter.fontMetrics().height())
        self._rows.paint_text(painter, aside.adjusted(0, 0, -PAD, -PAD), tile.aside, "text_quiet")
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(self._theme.palette.colour("focus"))
            painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.restore()


class Tiles(QListView):
    opened = QtCore.Signal(str)  # key, by the operator: Return, or a double click
    in_sight_changed = QtCore.Signal(object)  # frozenset of keys
    rested = QtCore.Signal()  # what is in sight stands still

    def __init__(self, theme: Theme, name: str, thumbnails: Thumbnails) -> None:
        super().__init__(flow=QListView.Flow.LeftToRight, resizeMode=QListView.ResizeMode.Adjust)
        self._model = _Model()
        self.in_sight: frozenset[str] = frozenset()
        self.pictures: dict[str, QImage] = {}
        """What was shown last; of those in sight only, unless it ``keeps_pictures``."""
        self.keeps_pictures = False
        self.is_list = False
        self._soon = QtCore.QTimer(self, singleShot=True, interval=50)
        self._soon.timeout.connect(self._tell_in_sight)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(theme, self, thumbnails))
        self.setWrapping(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.activated.connect(lambda index: self.opened.emit(index.data(_TILE).key))
        self.verticalScrollBar().valueChanged.connect(lambda: self._soon.start())
        theme.changed.connect(self.viewport().update)
        thumbnails.arrived.connect(self.viewport().update)

    def show_as_list(self, is_list: bool) -> None:
        """What is chosen stays in sight."""
        self.is_list = is_list
        self.pictures.clear()  # they are of the other size
        self.doItemsLayout()
        self.scrollTo(self.currentIndex())
        self._soon.start()

    @property
    def tile_px(self) -> int:
        """Wide, so that they fill the view."""
        room = self.viewport().width() - 1
        least = LEAST_DIGITS * self.fontMetrics().horizontalAdvance("0")
        return room if self.is_list else room // max(1, room // least)

    @property
    def words_px(self) -> int:
        return (2 if self.is_list else 3) * self.fontMetrics().height() + 24

    @property
    def row_px(self) -> int:
        return self.words_px + (0 if self.is_list else self.picture_px.height())

    @property
    def picture_px(self) -> QtCore.QSize:
        """So high that a tile leaves a quarter of the view, however small that is."""
        if self.is_list:
            height = self.words_px - 4 * PAD
            return QtCore.QSize(height * 16 // 10, height)
        width, room = self.tile_px - 4 * PAD, self.viewport().height() * 3 // 4 - self.words_px
        return QtCore.QSize(width, max(0, min(width * 10 // 16, room)))

    @property
    def chosen(self) -> str:
        index = self.currentIndex()
        return str(index.data(_TILE).key) if index.isValid() else ""

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        self._model.show_tiles(tiles)
        self._soon.start()

    def show_picture(self, key: str, image: QImage) -> None:
        """Kept as large as it is painted, so that scrolling costs no scaling."""
        room = self.picture_px * self.devicePixelRatioF()
        if image.width() > room.width() or image.height() > room.height():
            whole = QtCore.Qt.AspectRatioMode.KeepAspectRatio
            smooth = QtCore.Qt.TransformationMode.SmoothTransformation
            image = image.scaled(room, whole, smooth)
        self.pictures[key] = image.convertToFormat(QImage.Format.Format_RGB32)
        if key in self._model.places:
            self.update(self._model.index(self._model.places[key]))

    @property
    def shown_whole(self) -> set[str]:
        """Of those in sight the ones of which nothing is cut off."""
        room, model = self.viewport().rect(), self._model
        places = (
            (key, self.visualRect(model.index(model.places[key])))
            for key in self.in_sight & model.places.keys()
        )
        return {key for key, place in places if room.contains(place)}

    def event(self, event: QtCore.QEvent) -> bool:
        if event.type() in (
            QtCore.QEvent.Type.Show,
            QtCore.QEvent.Type.Hide,
            QtCore.QEvent.Type.Resize,
        ):
            self.scheduleDelayedItemsLayout()  # their height goes by the view's
            self._soon.start()
        return super().event(event)

    def _tell_in_sight(self) -> None:
        self.verticalScrollBar().setSingleStep(self.row_px // 3)  # a row at each turn of the wheel
        keys = frozenset(self._keys_in_sight()) if self.isVisible() else frozenset()
        if keys != self.in_sight:
            self.in_sight = keys
            kept = keys if not self.keeps_pictures else self.pictures.keys()
            self.pictures = {key: its for key, its in self.pictures.items() if key in kept}
            self.in_sight_changed.emit(keys)
        self.rested.emit()

    def _keys_in_sight(self) -> list[str]:
        first, bottom = max(0, self.indexAt(QtCore.QPoint(1, 1)).row()), self.viewport().height()
        keys = []
        for place in range(first, len(self._model.tiles)):
            if self.visualRect(self._model.index(place)).top() > bottom:
                break
            keys.append(self._model.tiles[place].key)
        return keys
