"""A believable run with a local plan: the dead end of the documents, without an engine.

"Settings" can't be reached; Tools is opened, Export turns out wrong and is taken back, and the
second way leads there. ``pending_run`` stops where the last click waits for the operator,
``exploring_run`` in the middle, ``taken_back_run`` after the operator went back, ``finished_run``
at the end."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.domain.actions import Click, Launch, Replan, Scroll
from engine.domain.approvals import ApprovalRequest, Asking, PolicyAnswer, PolicyRuling
from engine.domain.conditions import WindowShown, ZoneState
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ControlChanged,
    PhaseChanged,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    ThinkerAsked,
)
from engine.domain.limits import Limits
from engine.domain.local_planning import DecisionInputs, ExplorationOption, ForceRevert
from engine.domain.performing import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.plans import GLOBAL_ZONE_ID, REPLAN_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Degree, Reversibility, Risk, RiskClass
from engine.domain.spaces import Rect
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase, Verdict
from engine.domain.zones import Role, State, Zone
from tests.support.sample_run import HEIGHT, WIDTH, SampleRun, Writer, draw_desktop

GOAL = "In the Practice app, open the settings and turn on Autosave"
SESSION = "2026-11-21-0008"
MENU_ITEM = Rect(252, 128, 180, 28)
ESCAPE = Reversibility(Degree.REVERSIBLE, "Escape or Cancel closes what it opens.")
CANCEL = Reversibility(Degree.PARTLY, "Cancel, Close or Escape of what it opens.")
OPTIONS = (
    ExplorationOption("try_different_export_type", "Choose another type in “Format”"),
    ExplorationOption("click_cancel", "Click “Cancel”"),
)


def step(number: int, zone_id: str, label: str, action: object, words: str) -> PlanStep:
    return PlanStep(number, zone_id, label, action, words)  # type: ignore[arg-type]


LAUNCH = step(1, GLOBAL_ZONE_ID, "", Launch("Practice"), "Launch Practice")
AGAIN = step(2, REPLAN_ZONE_ID, "", Replan(), "Look again and plan what remains")
SETTINGS = PlanStep(
    1, "nowhere", "Settings…", Click(), "Click “Settings…”", WindowShown("Settings")
)
AUTOSAVE = PlanStep(
    2,
    "check-autosave",
    "Autosave",
    Click(),
    "Turn on “Autosave”",
    ZoneState("check-autosave", "Autosave", State.CHECKED),
)
OK = step(3, "button-ok", "OK", Click(), "Click “OK” in “Settings”")
TOOLS = step(1, "menu-tools", "Tools", Click(), "Click “Tools”")
EXPORT = step(1, "item-export", "Export…", Click(), "Click “Export…”")
FORMAT = step(1, "box-format", "Format", Scroll(down=1), "Scroll down in “Format”")
CANCELLING = step(1, "button-cancel", "Cancel", Click(), "Click “Cancel” in “Export”")
SETTINGS_ITEM = step(1, "item-settings", "Settings…", Click(), "Click “Settings…” in “Tools”")


def exploring_run(session_id: str = SESSION) -> SampleRun:
    """Export was wrong; one of its two options is tried, the other comes next."""
    writer = _begun(session_id)
    first_three(writer)
    return _run(writer, "dialog")


def pending_run(session_id: str = SESSION) -> SampleRun:
    """After the dead end: the click that leads to the settings waits for the operator."""
    writer = _begun(session_id)
    first_three(writer)
    _dead_end(writer)
    writer.add(LocalProposed(2, 1, 7, 6, SETTINGS_ITEM, (), ESCAPE))
    writer.add(StepStarted(2, 1, 1, 7))
    writer.add(ApprovalAsked(2, 1, request(), 7))
    return _run(writer, "menu")


def finished_run(session_id: str = SESSION) -> SampleRun:
    writer = _begun(session_id)
    first_three(writer)
    _dead_end(writer)
    tried(writer, 7, 6, SETTINGS_ITEM, ESCAPE, "settings")
    inputs = DecisionInputs(4.0, 10.0)
    decided(writer, 7, "reached", "The goal is reached.", inputs, "menu", "settings")
    writer.add(LocalPlanningEnded(2, 1, "reached", "Reached in 6 iterations.", 6))
    writer.add(PhaseChanged(Phase.EXECUTING, "the step was reached by a local plan"))
    for each in (AUTOSAVE, OK):
        performed(writer, 2, each, ESCAPE if each is AUTOSAVE else CANCEL)
    message = "Done in 5 steps."
    writer.add(SessionEnded(Outcome(Terminal.GOAL_SATISFIED, "plan_finished", message)))
    return _run(writer, "main")


def taken_back_run(session_id: str = SESSION) -> SampleRun:
    """The operator went back over a step and the local plan before it; the run is paused."""
    writer = _begun(session_id)
    first_three(writer)
    _dead_end(writer)
    tried(writer, 7, 6, SETTINGS_ITEM, ESCAPE, "settings")
    inputs = DecisionInputs(4.0, 10.0)
    decided(writer, 7, "reached", "The goal is reached.", inputs, "menu", "settings")
    writer.add(LocalPlanningEnded(2, 1, "reached", "Reached in 6 iterations.", 6))
    writer.add(PhaseChanged(Phase.EXECUTING, "the step was reached by a local plan"))
    performed(writer, 2, AUTOSAVE, ESCAPE)
    writer.add(OperatorForced(ForceRevert("2.1.7")))
    writer.add(ControlChanged("paused"))
    writer.add(ReversalStarted(2, 1, 8, ("2.2", "2.1.7"), "operator"))
    ways = ("click “Autosave” again", "click “Cancel”")
    writer.add(ReversalEnded(2, 1, 8, Verdict.SEEN, ("2.2", "2.1.7"), ways, (), "", "menu", 1240))
    return _run(writer, "menu")


def request() -> ApprovalRequest:
    risk = Risk(RiskClass.REVERSIBLE, "a click on a menu entry", ESCAPE.how, ESCAPE.degree)
    ruling = PolicyRuling(PolicyAnswer.ASK, "asking", "you are asked before each action")
    crop = Rect(230, 60, 240, 130)
    return ApprovalRequest(
        "r-31", SETTINGS_ITEM, risk, ruling, "xxh3:77", "crop-menu", MENU_ITEM, crop
    )


def zones() -> tuple[Zone, ...]:
    on = frozenset({State.ENABLED})
    return (
        Zone("menu-tools", "Tools", Role.MENU, Rect(248, 98, 60, 26), on),
        Zone("item-export", "Export…", Role.MENU_ITEM, Rect(252, 158, 180, 28), on),
        Zone("item-settings", "Settings…", Role.MENU_ITEM, MENU_ITEM, on),
    )


# -- its parts -----------------------------------------------------------------------------------


def _begun(session_id: str) -> Writer:
    writer = Writer(session_id)
    writer.add(SessionStarted(GOAL, "practice", "offline", Asking.EACH, Limits(), "0.1.0"))
    writer.add(PhaseChanged(Phase.PLANNING))
    seen(writer, "desktop")
    writer.add(ThinkerAsked("plan", "offline", 1, 14))
    writer.add(SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((LAUNCH, AGAIN), False)))
    writer.add(PhaseChanged(Phase.EXECUTING))
    performed(writer, 1, LAUNCH, Reversibility(Degree.REVERSIBLE, "Close its window."))
    writer.add(StepStarted(1, 2))
    writer.add(StepEnded(1, 2, "done", Verdict.SEEN, "", "main", 2))
    seen(writer, "main")
    writer.add(ReplanStarted(1, ReplanKind.ADAPTIVE, "the plan asked to look again"))
    segment = PlanSegment((SETTINGS, AUTOSAVE, OK), True, "Practice is open.")
    writer.add(SegmentPlanned(2, ReplanKind.ADAPTIVE, segment))
    writer.add(StepStarted(2, 1))
    why = "“Settings…” is not in sight."
    writer.add(StepEnded(2, 1, "failed", Verdict.CONTRADICTED, why, "main", 3100))
    writer.add(PhaseChanged(Phase.ERROR_HANDLING, f"planning locally: {why}"))
    goal = "the window “Settings” is there"
    writer.add(LocalPlanningStarted(2, 1, goal, why, 10, "main"))
    return writer


def first_three(writer: Writer) -> None:
    tried(writer, 1, 1, TOOLS, ESCAPE, "menu")
    inputs = DecisionInputs(1.0, 4.0)
    decided(writer, 1, "retain", "Good progress: 1.0 → 4.0.", inputs, "main", "menu")
    tried(writer, 2, 2, EXPORT, ESCAPE, "dialog", OPTIONS)
    inputs = DecisionInputs(4.0, 3.0, untried=2, option_count=2, regressions=1)
    reason = "Further away: 4.0 → 3.0; 2 of 2 options untried."
    decided(writer, 2, "explore", reason, inputs, "menu", "dialog", 0, OPTIONS[0].name)
    tried(writer, 3, 3, FORMAT, ESCAPE, "dialog", (), OPTIONS[0].name)
    inputs = DecisionInputs(3.0, 3.0, untried=1, option_count=2)
    reason = "No progress: 3.0 → 3.0; 1 of 2 options untried."
    decided(writer, 3, "explore", reason, inputs, "dialog", "dialog", 1, OPTIONS[1].name)


def _dead_end(writer: Writer) -> None:
    tried(writer, 4, 4, CANCELLING, CANCEL, "main", (), OPTIONS[1].name)
    inputs = DecisionInputs(3.0, 1.0, option_count=2)
    reason = "Further away: 3.0 → 1.0; all 2 options were tried: a dead end."
    decided(writer, 4, "revert", reason, inputs, "dialog", "main", 2)
    places = ("2.1.4", "2.1.3", "2.1.2", "2.1.1")
    writer.add(ReversalStarted(2, 1, 5, places[:3]))
    writer.add(ReversalEnded(2, 1, 5, Verdict.SEEN, places, (), (), "", "main", 210))
    tried(writer, 6, 5, TOOLS, ESCAPE, "menu")
    inputs = DecisionInputs(1.0, 4.0)
    decided(writer, 6, "retain", "Good progress: 1.0 → 4.0.", inputs, "main", "menu")


def tried(
    writer: Writer,
    local: int,
    iteration: int,
    step: PlanStep,
    back: Reversibility,
    picture: str,
    options: tuple[ExplorationOption, ...] = (),
    tries: str = "",
) -> None:
    """An attempt: proposed, performed, looked at; ``picture`` is what came of it."""
    place = f"2.1.{local}"
    writer.add(ThinkerAsked("proposal", "offline", 1, 12, place))
    of = 2 if tries else 0
    writer.add(LocalProposed(2, 1, local, iteration, step, options, back, tries, of))
    writer.add(StepStarted(2, 1, 1, local))
    writer.add(ActionStarted(f"{place}-{local}", 2, step, (278, 111), local, back))
    writer.add(ActionEnded(f"{place}-{local}", True, took_ms=9))
    writer.add(StepEnded(2, 1, "done", Verdict.CANT_TELL, "", picture, 340, local), 0.34)
    writer.add(ThinkerAsked("distance", "offline", 1, 7, place))


def decided(
    writer: Writer,
    local: int,
    decision: str,
    reason: str,
    inputs: DecisionInputs,
    before: str,
    after: str,
    explored: int = 0,
    next_option: str = "",
) -> None:
    writer.add(
        LocalDecided(
            2,
            1,
            local,
            decision,  # type: ignore[arg-type]
            reason,
            inputs,
            explored,
            next_option,
            picture_before_hash=before,
            picture_after_hash=after,
        )
    )


def performed(writer: Writer, segment: int, step: PlanStep, back: Reversibility) -> None:
    number = step.step_number
    writer.add(StepStarted(segment, number))
    writer.add(ActionStarted(f"{segment}.{number}-1", segment, step, (640, 400), 0, back))
    writer.add(ActionEnded(f"{segment}.{number}-1", True, took_ms=11))
    picture = "main" if segment == 1 else "settings"
    writer.add(StepEnded(segment, number, "done", Verdict.SEEN, "", picture, 410), 0.41)


def seen(writer: Writer, picture: str) -> None:
    titles = ("Practice", "Desktop")
    writer.add(
        SituationObserved("to plan", picture, "zones", WIDTH, HEIGHT, 31, titles, 190, False)
    )


# -- what is on the screen -----------------------------------------------------------------------


def _run(writer: Writer, live: str) -> SampleRun:
    drawn = pictures()
    return SampleRun(writer.events, zones(), drawn, drawn[live])


def pictures() -> dict[str, QImage]:
    drawn = {
        "desktop": draw_desktop(with_window=False),
        "main": draw_practice(),
        "menu": draw_practice(has_menu=True),
        "dialog": draw_practice(dialog="Export"),
        "settings": draw_practice(dialog="Settings"),
    }
    drawn["crop-menu"] = drawn["menu"].copy(230, 60, 240, 130)
    return drawn


def draw_practice(*, has_menu: bool = False, dialog: str = "") -> QImage:
    """The Practice app, with its menu or a dialog open."""
    image = draw_desktop(with_window=False)
    painter = QPainter(image)
    font = painter.font()
    font.setPixelSize(14)
    painter.setFont(font)
    _frame(painter, QRect(150, 66, 980, 660), "Practice")
    painter.fillRect(QRect(151, 96, 978, 30), QColor("#f1f2f3"))
    painter.setPen(QColor("#22272c"))
    for number, name in enumerate(("File", "Tools", "Help")):
        painter.drawText(QPoint(172 + 84 * number, 116), name)
    for number, name in enumerate(("Message", "List", "Batch", "Canvas", "Note")):
        painter.drawText(QPoint(180 + 110 * number, 160), name)
    painter.drawRect(QRect(170, 176, 930, 520))
    if has_menu:
        painter.fillRect(QRect(248, 126, 190, 94), QColor("#fbfbfc"))
        for number, name in enumerate(("Settings…", "Export…", "Word count")):
            painter.drawText(QPoint(264, 148 + 30 * number), name)
    if dialog:
        _frame(painter, QRect(420, 230, 460, 320), dialog)
        for number, name in enumerate(("Format", "Autosave", "Word wrap")):
            painter.drawText(QPoint(450, 300 + 44 * number), name)
        painter.drawText(QPoint(700, 526), "OK        Cancel")
    painter.end()
    return image


def _frame(painter: QPainter, box: QRect, title: str) -> None:
    painter.fillRect(box, QColor("#e9ecef"))
    painter.fillRect(box.x(), box.y(), box.width(), 30, QColor("#39444e"))
    painter.setPen(QColor("#ffffff"))
    bar = QRect(box.x(), box.y(), box.width(), 30)
    painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, title)
    painter.setPen(QColor("#22272c"))
