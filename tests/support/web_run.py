"""A believable run of the navigator in a shop, without an engine and without a browser.

``navigating_run`` stands in the planner, ``stuck_run`` goes in circles, ``found_run`` is over;
``rejected_run`` waits after a no, ``asking_run`` for an answer."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.domain.actions import Action, Click, Navigate, TypeText
from engine.domain.approvals import ApprovalRequest, Asking, PolicyAnswer, PolicyRuling
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    QuestionAsked,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    ThinkerAsked,
)
from engine.domain.limits import Limits
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.spaces import Rect
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict
from engine.domain.web.events import (
    BrowserNoted,
    GoalRead,
    GraphCheckpointed,
    Node,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    StagePromoted,
)
from engine.domain.web.pages import GoalKind, PageType, Stage, TaskMode
from engine.domain.web.proposals import ActionName
from engine.domain.zones import Role, Source, State, Zone
from tests.support.sample_run import SampleRun, Writer

GOAL = "Find the blue enamel kettle and download its manual"
SITE = "http://shop.example"
SESSION = "2026-11-22-0003"
WIDTH, HEIGHT = 1280, 800
STARTED = SessionStarted(
    GOAL, f"browser:{SITE}", "offline", Asking.RISKY, Limits(), "0.1.0", "navigator"
)
CARDS = tuple(Rect(64 + 296 * (n % 4), 220 + 270 * (n // 4), 264, 240) for n in range(8))


def navigating_run(session_id: str = SESSION) -> SampleRun:
    """Three actions are done, the fourth is being chosen."""
    writer = Writer(session_id)
    _begin(writer)
    writer.add(NodeEntered(Node.PLANNER, 4), 0.01)
    return SampleRun(writer.events, zones(), {"shop": draw_shop()}, draw_shop())


def stuck_run(session_id: str = SESSION) -> SampleRun:
    """The same page again and again: it scrolls on by itself."""
    writer = Writer(session_id)
    _begin(writer)
    for count in range(3):
        writer.add(NodeEntered(Node.PLANNER, 4 + count))
        writer.add(ProposalRefused(ActionName.DONE, Stage.LOCATE, "nothing was found yet"), 0.2)
        writer.add(NodeEntered(Node.ERROR_RETRY, 4 + count, "the proposal was refused"))
        writer.add(NodeEntered(Node.OBSERVE, 5 + count))
        writer.add(_page(5 + count, stagnation=count + 1, scrolls=count))
        writer.add(NodeEntered(Node.LOOP_MITIGATION, 5 + count, "the same elements 3 times"))
        if count < 2:
            writer.add(NodeEntered(Node.GOAL_CHECK, 5 + count))
    return SampleRun(writer.events, zones(), {"shop": draw_shop()}, draw_shop())


def rejected_run(why: str = "too small", session_id: str = SESSION) -> SampleRun:
    """The operator has turned down a card, and said why; what comes next waits for them."""
    writer = Writer(session_id)
    _begin(writer)
    _turn_down(writer, 4, "Click “Camp kettle”", why)
    step = _propose(writer, 5, "Click “Teapot”", Click(), "It was not turned down.")
    risk = Risk(RiskClass.REVERSIBLE, "a link", "Go back brings the page back.", Degree.REVERSIBLE)
    ruling = PolicyRuling(PolicyAnswer.ASK, "asking", "you are asked before each action")
    writer.add(StepStarted(5, 1))
    writer.add(ApprovalAsked(5, 1, ApprovalRequest("r-5", step, risk, ruling, "xxh3:5")))
    return SampleRun(writer.events, zones(), {"shop": draw_shop()}, draw_shop())


def asking_run(
    question: str, choices: tuple[str, ...] = (), session_id: str = SESSION
) -> SampleRun:
    """The thinker has a question."""
    writer = Writer(session_id)
    _begin(writer)
    writer.add(NodeEntered(Node.ASK_USER, 4))
    writer.add(QuestionAsked("question-1", question, choices))
    return SampleRun(writer.events, zones(), {"shop": draw_shop()}, draw_shop())


def _turn_down(writer: Writer, number: int, words: str, why: str) -> None:
    _propose(writer, number, words, Click(), "It is a kettle.")
    writer.add(StepStarted(number, 1))
    no = f"operator said no: {why}" if why else "operator said no"
    writer.add(StepEnded(number, 1, "rejected", Verdict.CANT_TELL, no))


def found_run(session_id: str = SESSION) -> SampleRun:
    writer = Writer(session_id)
    _begin(writer)
    _act(writer, 4, "Click “Manual (PDF)”", Click(), "The goal asks for the manual.")
    path = "/home/anna/.local/share/pilothouse/downloads/2026-11-22-0003/kettle.pdf"
    writer.add(BrowserNoted("download_saved", "kettle.pdf was saved.", path))
    writer.add(ProgressJudged(4, 1.0, True, ("the file is there",)))
    writer.add(StagePromoted(Stage.VERIFY, "a file was saved"))
    writer.add(StagePromoted(Stage.DONE, "its name fits the goal"))
    message = "The manual was saved as kettle.pdf."
    writer.add(SessionEnded(Outcome(Terminal.GOAL_SATISFIED, "artifact_detected", message)))
    return SampleRun(writer.events, zones(), {"shop": draw_shop()}, draw_shop())


def _begin(writer: Writer) -> None:
    writer.add(STARTED)
    writer.add(GoalRead(GoalKind.OBJECT, TaskMode.DOWNLOAD, ("blue", "enamel", "kettle", "manual")))
    _act(writer, 1, f"Open {SITE}/kettles", Navigate(f"{SITE}/kettles"), "Kettles are there.")
    writer.add(ProgressJudged(1, 0.2, True, ("the address holds a word of the goal",)))
    writer.add(StagePromoted(Stage.CONTEXT, "the page has to do with kettles"))
    words = "Type “blue enamel” into “Search”"
    _act(writer, 2, words, TypeText("blue enamel"), "The list is long; a search shortens it.")
    writer.add(ProgressJudged(2, 0.2, False, ()))
    writer.add(StagePromoted(Stage.LOCATE, "a candidate is in sight"))
    _act(writer, 3, "Click “Blue enamel kettle, 2 l”", Click(), "It has all words of the goal.")
    writer.add(ProgressJudged(3, 0.55, True, ("three words of the goal stand in the title",)))
    writer.add(NodeEntered(Node.OBSERVE, 4))
    writer.add(_page(4))
    writer.add(NodeEntered(Node.GOAL_CHECK, 4))


def _act(writer: Writer, number: int, words: str, action: Action, why: str) -> None:
    """One pass through the graph."""
    step = _propose(writer, number, words, action, why)
    writer.add(StepStarted(number, 1))
    writer.add(ActionStarted(f"{number}.1-1", number, step, (200, 340)))
    writer.add(ActionEnded(f"{number}.1-1", True, took_ms=18))
    writer.add(StepEnded(number, 1, "done", Verdict.SEEN, "", "shop", 420), 0.4)
    writer.add(NodeEntered(Node.PROGRESS, number), 0.01)
    writer.add(GraphCheckpointed(f"c{number}", f"c{number - 1}", number, f"s{number}"))


def _propose(writer: Writer, number: int, words: str, action: Action, why: str) -> PlanStep:
    """From the look to where the step is to be done."""
    writer.add(NodeEntered(Node.OBSERVE, number), 0.05)
    seen = SituationObserved(
        "observe", "shop", "zones-shop", WIDTH, HEIGHT, 84, ("Kettles",), 90, False
    )
    writer.add(seen)
    writer.add(_page(number))
    writer.add(NodeEntered(Node.GOAL_CHECK, number), 0.01)
    writer.add(NodeEntered(Node.PLANNER, number), 0.01)
    writer.add(ThinkerAsked("plan", "offline", 1, 12))
    is_global = isinstance(action, Navigate)
    zone_id = GLOBAL_ZONE_ID if is_global else "card-0"
    step = PlanStep(1, zone_id, "" if is_global else words.split("“")[-1][:-1], action, words)
    kind = ReplanKind.INITIAL if number == 1 else ReplanKind.ADAPTIVE
    writer.add(SegmentPlanned(number, kind, PlanSegment((step,), finishes=False, reason=why)))
    for node in (Node.SAFETY, Node.CONFIRM, Node.EXECUTE):
        writer.add(NodeEntered(node, number), 0.01)
    return step


def _page(step: int, stagnation: int = 0, scrolls: int = 0) -> PageSeen:
    return PageSeen(
        step=step,
        url=f"{SITE}/kettles?colour=blue&page={min(step, 4)}",
        title="Kettles, blue — Harbour Stores",
        page_type=PageType.LISTING,
        is_listing=True,
        element_count=84,
        mapping_count=60,
        dom_hash=f"dom{step}",
        mapping_hash="map",
        candidates_hash="can",
        stagnation_count=stagnation,
        auto_scrolls_used=scrolls,
        planner_calls=step - 1,
    )


def zones() -> tuple[Zone, ...]:
    enabled = frozenset({State.ENABLED})
    search = Zone(
        "search", "Search", Role.TEXT_FIELD, Rect(64, 120, 420, 40), enabled, source=Source.DOM
    )
    names = ("Blue enamel kettle, 2 l", "Blue kettle with whistle", "Camp kettle", "Teapot")
    cards = tuple(
        Zone(f"card-{n}", names[n % 4], Role.LINK, box, enabled, source=Source.DOM)
        for n, box in enumerate(CARDS)
    )
    return (search, *cards)


def draw_shop() -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = painter.font()
    font.setPixelSize(28)
    painter.setFont(font)
    painter.fillRect(0, 0, WIDTH, 84, QColor("#12403a"))
    painter.setPen(QColor("#ffffff"))
    painter.drawText(64, 54, "Harbour Stores")
    font.setPixelSize(16)
    painter.setFont(font)
    painter.setPen(QColor("#8a948f"))
    painter.drawRoundedRect(64, 120, 420, 40, 6, 6)
    painter.drawText(80, 146, "blue enamel")
    for zone in zones()[1:]:
        box = zone.bounds_px
        painter.fillRect(QRect(box.x, box.y, box.width, 180), QColor("#dfe8ea"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#3c6fa5"))
        painter.drawEllipse(box.x + 82, box.y + 50, 100, 90)
        painter.setPen(QColor("#1d2b29"))
        painter.drawText(box.x, box.y + 206, zone.label)
    painter.end()
    return image
