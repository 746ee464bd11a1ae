"""A believable run in Mousepad: its events, its zones and its pictures, without an engine.

``pending_run`` stops where an approval waits, ``finished_run`` reaches the goal, ``failed_run``
does not, ``asking_run`` stops at a question, ``long_run`` is as long as one likes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QLinearGradient, QPainter, QPen

from engine.domain.actions import Click, Launch, PressKeys, Replan, TypeText
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    Asking,
    DecidedHow,
    Decision,
    PolicyAnswer,
    PolicyRuling,
)
from engine.domain.conditions import FileSaved, NewWindow, WindowShown, ZoneValue
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    Event,
    PhaseChanged,
    QuestionAsked,
    Recorded,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    ThinkerAsked,
    WarningRaised,
)
from engine.domain.limits import Limits
from engine.domain.plans import GLOBAL_ZONE_ID, REPLAN_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.spaces import Rect
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase, Verdict
from engine.domain.zones import Role, Source, State, Zone
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState

GOAL = "Open Mousepad, type “Fair winds and following seas” and save it as note.txt"
TEXT = "Fair winds and following seas"
SESSION = "2026-11-21-0007"
STARTED_AT = 1_795_299_000.0
WIDTH, HEIGHT = 1280, 800
SAVE_BUTTON = Rect(858, 556, 92, 34)
NAME_FIELD = Rect(420, 236, 440, 34)
TEXT_AREA = Rect(160, 130, 900, 560)
SAVE_CROP = Rect(780, 520, 200, 110)


@lru_cache(maxsize=64)
def folded(events: tuple[Recorded, ...]) -> RunState:
    """What is told of the same run over and over is folded once."""
    return fold_all(events)


@dataclass(slots=True)
class SampleRun:
    events: list[Recorded]
    zones: tuple[Zone, ...]
    pictures: dict[str, QImage] = field(default_factory=dict)
    live: QImage | None = None

    @property
    def state(self) -> RunState:
        return folded(tuple(self.events))


class Writer:
    """Stamps events with a sequence number and a time."""

    def __init__(self, session_id: str = SESSION, started_at: float = STARTED_AT) -> None:
        self.session_id = session_id
        self.at = started_at
        self.events: list[Recorded] = []

    def add(self, event: Event, after_secs: float = 0.12) -> None:
        self.at += after_secs
        self.events.append(Recorded(len(self.events) + 1, self.session_id, self.at, event))


def pending_run(session_id: str = SESSION) -> SampleRun:
    """Segment 2 is at work; the click on Save waits for the operator."""
    writer = Writer(session_id)
    _first_segment(writer)
    _second_segment(writer)
    for step in SECOND_STEPS[:3]:
        _perform(writer, 2, step)
    writer.add(StepStarted(2, 4))
    writer.add(ApprovalAsked(2, 4, save_request()), 0.2)
    live = draw_desktop(with_dialog=True, text=TEXT)
    return SampleRun(writer.events, zones(), pictures(), live)


def finished_run(session_id: str = SESSION) -> SampleRun:
    run = pending_run(session_id)
    writer = Writer(session_id)
    writer.events = list(run.events)
    writer.at = run.events[-1].at_secs
    request = save_request()
    decision = Decision(
        request.request_id, Approve(), DecidedHow.OPERATOR, "operator", request.digest
    )
    writer.add(ApprovalDecided(2, 4, decision), 7.5)
    _act_and_end(writer, 2, SECOND_STEPS[3], at=(904, 573))
    writer.add(PhaseChanged(Phase.RECAPTURE))
    _observe(writer, "after the segment", "after-save", 64, 210)
    message = "The file note.txt holds exactly that text."
    writer.add(SessionEnded(Outcome(Terminal.GOAL_SATISFIED, "file_saved", message)))
    return SampleRun(writer.events, zones(), pictures(), draw_desktop(text=TEXT))


def failed_run(session_id: str = SESSION) -> SampleRun:
    """The dialog never came: an error replan, a warning, and the end of the budget."""
    writer = Writer(session_id)
    _first_segment(writer)
    _second_segment(writer)
    _perform(writer, 2, SECOND_STEPS[0])
    writer.add(StepStarted(2, 2, attempt=3))
    writer.add(ActionStarted("a-22", 2, SECOND_STEPS[1]))
    writer.add(ActionEnded("a-22", True, took_ms=4))
    detail = "No new window appeared within 3 s."
    writer.add(StepEnded(2, 2, "failed", Verdict.CONTRADICTED, detail, "typed", 9200), 9.2)
    writer.add(PhaseChanged(Phase.ERROR_HANDLING, "the dialog did not open"))
    writer.add(WarningRaised("The picture did not change for 9 seconds."))
    writer.add(ReplanStarted(2, ReplanKind.ERROR, "the Save As dialog did not open"))
    writer.add(ThinkerAsked("replan", "offline", 25, 300))
    steps = (
        _step(1, "menu-file", "File", Click(), "Click “File”", NewWindow()),
        _step(2, "item-save-as", "Save As…", Click(), "Click “Save As…”", NewWindow()),
    )
    segment = PlanSegment(steps, finishes=False, reason="by the menu instead of the keys")
    writer.add(SegmentPlanned(3, ReplanKind.ERROR, segment))
    _perform(writer, 3, steps[0])
    message = "All 30 calls are used up; the file was not saved."
    writer.add(SessionEnded(Outcome(Terminal.BUDGET_EXHAUSTED, "max_calls", message)), 0.4)
    return SampleRun(writer.events, zones(), pictures(), draw_desktop(text=TEXT))


def asking_run(session_id: str = SESSION) -> SampleRun:
    """The planner found two buttons of that name."""
    run = pending_run(session_id)
    events = [each for each in run.events if not isinstance(each.event, ApprovalAsked)]
    writer = Writer(session_id)
    writer.events, writer.at = events, events[-1].at_secs
    question = "There are three windows that could be meant. Which one shall I use?"
    choices = ("Mousepad — Untitled 1", "Mousepad — letter.txt", "Save As")
    writer.add(QuestionAsked("q-1", question, choices))
    return SampleRun(writer.events, zones(), pictures(), run.live)


def long_run(step_count: int = 1000, per_segment: int = 10) -> SampleRun:
    """Many segments of done steps; the last step is being done."""
    writer = Writer("long")
    writer.add(_started())
    for number in range(1, step_count // per_segment + 1):
        steps = tuple(
            _step(i, f"row-{i}", f"Row {i}", Click(), f"Click “Row {i}” in the list", NewWindow())
            for i in range(1, per_segment + 1)
        )
        kind = ReplanKind.INITIAL if number == 1 else ReplanKind.ADAPTIVE
        writer.add(SegmentPlanned(number, kind, PlanSegment(steps, finishes=False)))
        for step in steps:
            writer.add(StepStarted(number, step.step_number), 0.05)
            is_last = number * per_segment == step_count and step is steps[-1]
            if not is_last:
                effect = Verdict.SEEN
                writer.add(StepEnded(number, step.step_number, "done", effect, took_ms=210), 0.2)
    return SampleRun(writer.events, zones())


# -- the plan ------------------------------------------------------------------------------------


def _step(
    number: int, zone_id: str, label: str, action: object, description: str, expected: object = None
) -> PlanStep:
    return PlanStep(
        number,
        zone_id,
        label,
        action,  # type: ignore[arg-type]
        description,
        expected,  # type: ignore[arg-type]
        intent="write and save the note",
    )


FIRST_STEPS = (
    _step(1, GLOBAL_ZONE_ID, "", Launch("Mousepad"), "Launch Mousepad", WindowShown("Mousepad")),
    _step(2, REPLAN_ZONE_ID, "", Replan(), "Look again and plan what remains"),
)
SECOND_STEPS = (
    _step(
        1,
        "text-1",
        "Document",
        TypeText(TEXT),
        f"Type “{TEXT}” into the document",
        ZoneValue("text-1", "Document", TEXT, contains=True),
    ),
    _step(2, GLOBAL_ZONE_ID, "", PressKeys(("ctrl", "s")), "Press Ctrl+S", NewWindow()),
    _step(
        3,
        "field-name",
        "Name",
        TypeText("note.txt", replace=True),
        "Type “note.txt” into “Name”",
        ZoneValue("field-name", "Name", "note.txt"),
    ),
    _step(
        4,
        "button-save",
        "Save",
        Click(),
        "Click “Save” in “Save As”",
        FileSaved("/home/practice/note.txt", TEXT),
    ),
)


def save_request(request_id: str = "r-17") -> ApprovalRequest:
    return ApprovalRequest(
        request_id,
        SECOND_STEPS[3],
        Risk(
            RiskClass.IRREVERSIBLE,
            "“Save” writes a file, and note.txt may be there already",
            "It can’t be taken back.",
            Degree.IRREVERSIBLE,
        ),
        PolicyRuling(PolicyAnswer.ASK, "risk classes", "what can’t be undone is asked first"),
        "xxh3:51d2f0a97c3b44e1",
        "crop-save",
        SAVE_BUTTON,
        SAVE_CROP,
    )


def type_request(request_id: str = "r-12") -> ApprovalRequest:
    return ApprovalRequest(
        request_id,
        SECOND_STEPS[0],
        Risk(
            RiskClass.REVERSIBLE,
            "typing into a text area",
            "Undo (Ctrl+Z) brings the old text back.",
        ),
        PolicyRuling(PolicyAnswer.ASK, "asking", "you are asked before each action"),
        "xxh3:0a11",
        "crop-text",
        TEXT_AREA,
        Rect(150, 120, 320, 180),
        "the document changed after the plan was made",
    )


def _started() -> SessionStarted:
    return SessionStarted(GOAL, "practice", "offline", Asking.RISKY, Limits(), "0.1.0")


def _first_segment(writer: Writer) -> None:
    writer.add(_started())
    writer.add(PhaseChanged(Phase.PLANNING))
    _observe(writer, "the start", "desktop", 12, 190)
    writer.add(ThinkerAsked("plan", "offline", 1, 14))
    reason = "Mousepad is not open yet; what is in it is seen only then."
    segment = PlanSegment(FIRST_STEPS, finishes=False, reason=reason)
    writer.add(SegmentPlanned(1, ReplanKind.INITIAL, segment))
    writer.add(PhaseChanged(Phase.EXECUTING))
    _perform(writer, 1, FIRST_STEPS[0], took_ms=1430)
    writer.add(StepStarted(1, 2))
    writer.add(StepEnded(1, 2, "done", Verdict.SEEN, "", "mousepad", 2))
    writer.add(PhaseChanged(Phase.RECAPTURE))


def _second_segment(writer: Writer) -> None:
    _observe(writer, "a replan step", "mousepad", 58, 232)
    writer.add(PhaseChanged(Phase.REPLANNING))
    writer.add(ReplanStarted(1, ReplanKind.ADAPTIVE, "the plan asked to look again"))
    writer.add(ThinkerAsked("replan", "offline", 2, 22))
    segment = PlanSegment(SECOND_STEPS, finishes=True, reason="The editor is open.")
    writer.add(SegmentPlanned(2, ReplanKind.ADAPTIVE, segment))
    writer.add(PhaseChanged(Phase.EXECUTING))


def _perform(writer: Writer, segment: int, step: PlanStep, took_ms: float = 420) -> None:
    writer.add(StepStarted(segment, step.step_number))
    _act_and_end(writer, segment, step, took_ms=took_ms)


def _act_and_end(
    writer: Writer,
    segment: int,
    step: PlanStep,
    took_ms: float = 420,
    at: tuple[int, int] | None = None,
) -> None:
    action_id = f"a-{segment}{step.step_number}"
    writer.add(ActionStarted(action_id, segment, step, at))
    writer.add(ActionEnded(action_id, True, took_ms=11), 0.02)
    picture = "typed" if segment == 2 else "mousepad"
    writer.add(
        StepEnded(segment, step.step_number, "done", Verdict.SEEN, "", picture, took_ms),
        took_ms / 1000,
    )


def _observe(writer: Writer, why: str, picture: str, zone_count: int, took_ms: float) -> None:
    titles = ("*Untitled 1 - Mousepad", "Desktop")
    writer.add(
        SituationObserved(
            why, picture, f"zones-{picture}", WIDTH, HEIGHT, zone_count, titles, took_ms, False
        ),
        took_ms / 1000,
    )


# -- what is on the screen -----------------------------------------------------------------------


def zones() -> tuple[Zone, ...]:
    on = frozenset({State.ENABLED})
    rows = [
        ("button-save", "Save", Role.BUTTON, SAVE_BUTTON),
        ("button-cancel", "Cancel", Role.BUTTON, Rect(756, 556, 92, 34)),
        ("box-folder", "practice", Role.COMBO_BOX, Rect(420, 282, 200, 34)),
        ("check-backup", "Keep a backup", Role.CHECK_BOX, Rect(420, 560, 140, 26)),
    ]
    menus = ("File", "Edit", "Search", "View", "Document", "Help")
    rows += [
        (f"menu-{name.lower()}", name, Role.MENU, Rect(164 + 84 * i, 100, 80, 26))
        for i, name in enumerate(menus)
    ]
    found = [Zone(i, label, role, box, on) for i, label, role, box in rows]
    editable = on | {State.EDITABLE, State.FOCUSED}
    found.append(
        Zone("field-name", "Name", Role.TEXT_FIELD, NAME_FIELD, editable, value="note.txt")
    )
    area = on | {State.EDITABLE}
    found.append(Zone("text-1", "Document", Role.TEXT_AREA, TEXT_AREA, area, value=TEXT))
    found += [
        Zone(f"file-{i}", name, Role.LIST_ITEM, Rect(424, 330 + 30 * i, 516, 28), on)
        for i, name in enumerate(("harbour.txt", "letter.txt", "log", "tides.csv"))
    ]
    found.append(
        Zone(
            "text-clock",
            "22:08",
            Role.LABEL,
            Rect(1216, 4, 52, 20),
            source=Source.TEXT,
            confidence=0.93,
        )
    )
    found.append(
        Zone("shape-1", "", Role.ICON, Rect(36, 60, 56, 56), source=Source.SHAPE, confidence=0.61)
    )
    found.append(
        Zone(
            "item-save-as",
            "Save As…",
            Role.MENU_ITEM,
            Rect(164, 220, 200, 26),
            on,
            parent_id="menu-file",
            on_screen=False,
            shortcut="ctrl+shift+s",
        )
    )
    return tuple(found)


def many_zones(count: int, width: int, height: int) -> tuple[Zone, ...]:
    on = frozenset({State.ENABLED})
    columns = 20
    return tuple(
        Zone(
            f"zone-{i}",
            f"Zone {i}",
            Role.BUTTON,
            Rect(
                8 + (i % columns) * (width // columns),
                8 + (i // columns) * (height // (count // columns + 1)),
                width // columns - 12,
                height // (count // columns + 1) - 8,
            ),
            on,
        )
        for i in range(count)
    )


def pictures() -> dict[str, QImage]:
    return dict(_pictures())


@cache
def _pictures() -> dict[str, QImage]:
    dialog = draw_desktop(with_dialog=True, text=TEXT)
    return {
        "desktop": draw_desktop(with_window=False),
        "mousepad": draw_desktop(),
        "typed": draw_desktop(text=TEXT),
        "after-save": draw_desktop(text=TEXT),
        "crop-save": dialog.copy(_qrect(SAVE_CROP)),
        "crop-text": draw_desktop().copy(150, 120, 320, 180),
    }


def draw_desktop(
    *,
    with_window: bool = True,
    with_dialog: bool = False,
    text: str = "",
    width: int = WIDTH,
    height: int = HEIGHT,
) -> QImage:
    """The practice desktop as the eyes would see it."""
    return _drawn(with_window, with_dialog, text, width, height).copy()


@cache
def _drawn(with_window: bool, with_dialog: bool, text: str, width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(width / WIDTH, height / HEIGHT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sky = QLinearGradient(0, 0, 0, HEIGHT)
    sky.setColorAt(0, QColor("#2c4a63"))
    sky.setColorAt(1, QColor("#6d8ea3"))
    painter.fillRect(0, 0, WIDTH, HEIGHT, sky)
    painter.fillRect(0, 0, WIDTH, 28, QColor("#20262c"))
    _font(painter, 13)
    painter.setPen(QColor("#e6ebf0"))
    painter.drawText(QPoint(14, 19), "Applications")
    painter.drawText(QPoint(1222, 19), "22:08")
    painter.fillRect(36, 60, 56, 56, QColor("#d7dde3"))
    if with_window:
        _draw_editor(painter, text)
    if with_dialog:
        _draw_dialog(painter)
    painter.end()
    return image


def _draw_editor(painter: QPainter, text: str) -> None:
    _window(painter, QRect(150, 66, 920, 634), "*Untitled 1 - Mousepad")
    painter.fillRect(151, 98, 918, 30, QColor("#f1f2f3"))
    _font(painter, 13)
    painter.setPen(QColor("#22272c"))
    for number, name in enumerate(("File", "Edit", "Search", "View", "Document", "Help")):
        painter.drawText(QPoint(174 + 84 * number, 118), name)
    painter.fillRect(_qrect(TEXT_AREA), QColor("#ffffff"))
    _font(painter, 15)
    painter.setPen(QColor("#1c1f22"))
    painter.drawText(QPoint(172, 156), text)


def _draw_dialog(painter: QPainter) -> None:
    _window(painter, QRect(400, 180, 570, 424), "Save As")
    painter.fillRect(401, 212, 568, 391, QColor("#f4f5f6"))
    _font(painter, 13)
    painter.setPen(QPen(QColor("#8a939c"), 1))
    painter.setBrush(QColor("#ffffff"))
    for box in (NAME_FIELD, Rect(420, 282, 200, 34), Rect(420, 326, 524, 210)):
        painter.drawRoundedRect(_qrect(box), 3, 3)
    painter.setBrush(QColor("#e3e6e9"))
    for box in (SAVE_BUTTON, Rect(756, 556, 92, 34)):
        painter.drawRoundedRect(_qrect(box), 4, 4)
    painter.setPen(QColor("#22272c"))
    painter.drawText(_qrect(SAVE_BUTTON), Qt.AlignmentFlag.AlignCenter, "Save")
    painter.drawText(QRect(756, 556, 92, 34), Qt.AlignmentFlag.AlignCenter, "Cancel")
    painter.drawText(QPoint(430, 258), "note.txt")
    painter.drawText(QPoint(430, 304), "practice")
    painter.drawText(QPoint(448, 578), "Keep a backup")
    painter.drawRect(422, 564, 16, 16)
    for number, name in enumerate(("harbour.txt", "letter.txt", "log", "tides.csv")):
        painter.drawText(QPoint(436, 350 + 30 * number), name)


def _window(painter: QPainter, box: QRect, title: str) -> None:
    painter.fillRect(box.translated(4, 5), QColor(0, 0, 0, 60))
    painter.fillRect(box, QColor("#c3c9cf"))
    painter.fillRect(box.x(), box.y(), box.width(), 32, QColor("#39444e"))
    _font(painter, 13)
    painter.setPen(QColor("#ffffff"))
    bar = QRect(box.x(), box.y(), box.width(), 32)
    painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, title)


def _font(painter: QPainter, pixels: int) -> None:
    font = QFont()
    font.setPixelSize(pixels)
    painter.setFont(font)


def _qrect(rect: Rect) -> QRect:
    return QRect(rect.x, rect.y, rect.width, rect.height)
