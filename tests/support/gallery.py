"""Shows the console with a sample run, to look at it: ``python -m tests.support.gallery pending``.

``--size`` and ``--dark`` set how, ``--seconds`` for how long."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.profiles import forecast_of_profile
from app.settings.forms import (
    EXPLORE_FIELDS,
    dialog_pages,
    form_of,
    limits_hints,
    limits_shown,
    problems_of,
    wish_of,
)
from app.settings.tables import Settings
from engine.domain.events import ModelCalled
from engine.domain.models import EndpointReport, ReplyForm
from engine.domain.plans import StepPlace
from engine.domain.terminals import Terminal
from engine.record.views.exploring.explore_view import GroupView
from tests.support import local_run, model_run, sample_run, web_run, zone_scenes
from tests.support.console_windows import show_past
from tests.support.explored_run import ExploredRun, draw_state, explored_run, exploring_run
from tests.support.model_run import ModelRun
from tests.support.sample_run import SampleRun
from widgets.kit.forms import Choice, SessionRow
from widgets.kit.picture_view import WIDTH_PX
from widgets.kit.theme import ThemeChoice
from widgets.window.main_window import MainWindow

SURFACES = (
    Choice("practice", "Practice desktop", "The director works on a display of its own"),
    Choice("screen", "This screen", "Your own desktop"),
    Choice("browser", "Browser", "The navigator works in it, one action at a time"),
)
THINKERS = (
    Choice("offline", "Offline thinker", "Understands simple goals, without a model"),
    Choice("model", "Language model", "Any endpoint that speaks the OpenAI protocol"),
)
SESSIONS = (
    SessionRow(
        "s-9",
        sample_run.GOAL,
        datetime.fromisoformat("2026-11-21 22:08"),
        "Goal reached",
        Terminal.GOAL_SATISFIED,
        "Done in 6 steps.",
    ),
    SessionRow(
        "s-8",
        "Tick “Keep a backup” in the settings",
        datetime.fromisoformat("2026-11-21 21:40"),
        "Stopped",
        Terminal.STOPPED,
    ),
    SessionRow(
        "s-7",
        "Rename letter.txt to harbour.txt",
        datetime.fromisoformat("2026-11-20 18:02"),
        "Budget used up",
        Terminal.BUDGET_EXHAUSTED,
    ),
    SessionRow(
        "s-6",
        "Compute 12 × 12 in the calculator",
        datetime.fromisoformat("2026-11-20 17:55"),
        "Goal not reached",
        Terminal.GOAL_FAILED,
        "Can’t go on with “open the calculator”: nothing installed goes by that name.",
    ),
    SessionRow(
        "s-5",
        "Open the tides table and read the highest value",
        datetime.fromisoformat("2026-11-19 09:12"),
        "Broken off",
        None,
    ),
)
REPORT = EndpointReport(
    model_run.ENDPOINT,
    model_run.MODEL,
    (model_run.MODEL, "qwen2.5-vl-3b"),
    (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT, ReplyForm.TEXT),
    can_stream=True,
    took_ms=1240.0,
)
SCENES = (
    "empty",
    "starting",
    "running",
    "pending",
    "editing",
    "question",
    "finished",
    "failed",
    "past",
    "gone",
    "sessions",
    "shortcuts",
    "problem",
    "broken-off",
    "exploring",
    "local-pending",
    "local-state",
    "taken-back",
    "local-finished",
    "web",
    "web-stuck",
    "web-found",
    "web-goal",
    "explorer",
    "explorer-done",
    "explorer-states",
    "explorer-findings",
    "explorer-past",
    "explorer-none",
    "explorer-goal",
    "zone",
    "zone-marks",
    "zone-late",
    "model-call",
    "model-vision",
    "model-spending",
    "model-step",
    "model-suspicion",
    "settings",
    "settings-problem",
    "settings-report",
    "settings-limits",
    "settings-masking",
    "settings-browser",
    "settings-navigator",
)


_SETTINGS = TemporaryDirectory(prefix="pilothouse-gallery-")
_NUMBERS = count()


def make_window(theme: ThemeChoice) -> MainWindow:
    """A window with settings of its own, so that nothing is remembered."""
    path = Path(_SETTINGS.name) / f"{next(_NUMBERS)}.ini"
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    settings.setValue("view/theme", theme.value)
    window = MainWindow(settings=settings)
    window.goal_bar.choices.offer(SURFACES, THINKERS)
    window.goal_bar.limits.show_fields(EXPLORE_FIELDS, wish_of(Settings()))
    window.settings.set_pages(dialog_pages())
    window.sessions.show_sessions(SESSIONS)
    return window


def feed(window: MainWindow, run: SampleRun) -> None:
    """Everything that the application would hand to the window, at once."""
    window.record.picture_wanted.connect(
        lambda wanted: (
            wanted in run.pictures and window.record.came.emit(wanted, run.pictures[wanted])
        )
    )
    window.thumbnails.wanted.connect(
        lambda wanted: (
            wanted in run.pictures
            and window.thumbnails.take(wanted, run.pictures[wanted].scaledToWidth(WIDTH_PX))
        )
    )
    window.record.zones_wanted.connect(lambda wanted: window.record.came.emit(wanted, run.zones))
    if isinstance(run, ModelRun):
        window.record.text_wanted.connect(
            lambda wanted: window.record.came.emit(wanted, run.texts[wanted])
        )
    window.show_events(run.events)
    window.show_run(run.state)
    if run.live is not None:
        window.show_frame(run.live, 34)
    window.show_zones(run.zones)
    window.show_live_state("live")


def show_scene(window: MainWindow, scene: str) -> None:
    views = window.views
    match scene:
        case "empty":
            window.goal_bar.set_goal("")
        case "starting":
            window.goal_bar.set_goal(sample_run.GOAL)
            window.set_busy_starting("Starting the practice desktop…")
        case "running":
            run = sample_run.pending_run()
            run.events = run.events[:-1]
            feed(window, run)
            window.show_frame(run.live, 34)
            views.live.view.setFocus()
        case "pending":
            feed(window, sample_run.pending_run())
            views.plan.place_chosen.emit(StepPlace(2, 3))
            views.desk.show_page(views.approval)
        case "editing":
            run = sample_run.pending_run()
            feed(window, run)
            views.approval.request.show_request(sample_run.type_request())
            views.approval.request.do_edit()
        case "question":
            feed(window, sample_run.asking_run())
        case "finished":
            feed(window, sample_run.finished_run())
            views.plan.place_chosen.emit(StepPlace(2, 4))
        case "failed":
            feed(window, sample_run.failed_run())
            window.show_message(
                "The record is full.", "Nothing more is written down.", "Free some space."
            )
            views.timeline.row_chosen.emit(40)
        case "past":
            show_past(window, SESSIONS[0])
            feed(window, sample_run.finished_run("s-9"))
            views.timeline.strip.row_chosen.emit(20)
        case "gone":
            feed(window, sample_run.pending_run())
            window.show_live_state(
                "the display went away: its server ended unexpectedly", is_trouble=True
            )
        case "sessions":
            window._actions.sessions.trigger()
        case "shortcuts":
            window._actions.shortcuts.trigger()
        case "broken-off":
            window.show_broken_off(SESSIONS[-1])
        case "exploring":
            feed(window, local_run.exploring_run())
        case "local-pending":
            feed(window, local_run.pending_run())
        case "local-state":
            feed(window, local_run.exploring_run())
            views.plan.place_chosen.emit(StepPlace(2, 1, 2))
        case "taken-back":
            feed(window, local_run.taken_back_run())
        case "local-finished":
            feed(window, local_run.finished_run())
            views.plan.place_chosen.emit(StepPlace(2, 1, 5))
        case "model-call" | "model-vision":
            run = model_run.pending_run()
            feed(window, run)
            causes = {"model-call": "proposal", "model-vision": "vision"}
            views.timeline.row_chosen.emit(row_of_call(run, causes[scene]))
        case "model-spending":
            feed(window, model_run.pending_run())
            views.desk.show_page(views.inspector)
            views.inspector.tabs.setCurrentWidget(views.inspector.call_page)
        case "model-step":
            feed(window, model_run.pending_run())
            views.plan.place_chosen.emit(StepPlace(2, 1, 1))
        case "model-suspicion":
            feed(window, model_run.pending_run())
        case "web":
            feed(window, web_run.navigating_run())
            views.plan.place_chosen.emit(StepPlace(3, 1))
        case "web-stuck":
            feed(window, web_run.stuck_run())
            views.timeline.row_chosen.emit(len(web_run.stuck_run().events) - 1)
        case "web-found":
            feed(window, web_run.found_run())
            views.plan_pages.show_page(views.plan)
        case "web-goal":
            window.goal_bar.set_goal(web_run.GOAL)
            window.goal_bar.choices.choose(surface=f"browser:{web_run.SITE}")
        case _ if scene.startswith("explorer"):
            show_exploration(window, scene.removeprefix("explorer").lstrip("-"))
        case _ if scene.startswith("zone"):
            feed(window, sample_run.pending_run())
            zone_scenes.show_zones(window, scene.removeprefix("zone").lstrip("-"))
        case _ if scene.startswith("settings"):
            show_settings(window, scene.removeprefix("settings").lstrip("-"))
        case "problem":
            feed(window, sample_run.finished_run())
            window.goal_bar.set_goal("Open Mousepad and frobnicate the note")
            window.goal_bar.show_problem(
                "Some words were not understood.", ("frobnicate",), "Say it in other words."
            )


def exploration_of(run: ExploredRun) -> SampleRun:
    """With its pictures as Qt has them."""
    pictures = {name: qt_picture(name) for name in run.picture_names}
    explored = run.state.explore
    assert explored is not None
    return SampleRun(run.events, (), pictures, pictures.get(explored.state_id))


def qt_picture(name: str) -> QImage:
    return _drawn(name).copy()


@cache
def _drawn(name: str) -> QImage:
    drawn = draw_state(name).convert("RGBA")
    image = QImage(
        drawn.tobytes(), drawn.width, drawn.height, 4 * drawn.width, QImage.Format.Format_RGBA8888
    )
    return image.copy()  # the copy owns its pixels


def show_exploration(window: MainWindow, what: str) -> None:
    views = window.views
    match what:
        case "goal":
            window.goal_bar.set_goal("Ledger")
            window.goal_bar.choices.choose(mode="explorer")
        case "none":
            run = exploration_of(explored_run())
            run.events = run.events[:2]
            feed(window, run)
            views.plan_pages.show_page(views.findings)
        case "done":
            feed(window, exploration_of(explored_run()))
            group = run_groups(explored_run())[3]
            views.plan.group_chosen.emit(group)
        case "states":
            feed(window, exploration_of(explored_run()))
            views.plan_pages.show_page(views.states)
            views.states.map.node_chosen.emit("totals")
        case "findings":
            feed(window, exploration_of(explored_run()))
            views.plan_pages.show_page(views.findings)
            views.findings.list.setCurrentIndex(views.findings.list.rows.index(0, 0))
        case "past":
            show_past(window, SESSIONS[0])
            feed(window, exploration_of(explored_run("s-9")))
            views.plan_pages.show_page(views.states)
            views.states.map.node_chosen.emit("prefs")
        case _:
            feed(window, exploration_of(exploring_run()))


def run_groups(run: ExploredRun) -> tuple[GroupView, ...]:
    explored = run.state.explore
    return explored.groups if explored is not None else ()


def show_settings(window: MainWindow, what: str) -> None:
    dialog = window.settings
    model = {"base_url": model_run.ENDPOINT, "name": model_run.MODEL}
    settings = Settings.model_validate(
        {
            "model": model,
            "limits": {"profile": "small", "max_calls": 7},
            "masking": {"window_titles": ["Bank"]},
        }
    )
    dialog.show_form(form_of(settings))
    hints = {**limits_hints(settings), "profile": forecast_of_profile(settings)}
    dialog.limits.show_limits(limits_shown(settings), hints)
    dialog.model.show_facts(settings.model.facts().told)
    dialog.model.key.show_place("in the system’s keyring", can_forget=True)
    dialog.saved.connect(lambda form: dialog.show_problems(problems_of(form, settings)))
    dialog.open()
    match what:
        case "problem":
            dialog.model.base_url.setText("127.0.0.1:8081/v1")
            dialog.model.name.setEditText("")
            dialog.save.click()
        case "report":
            dialog.model.test.click()
            dialog.model.show_report(REPORT)
        case "limits":
            dialog.tabs.setCurrentIndex(1)
        case "masking":
            dialog.tabs.setCurrentIndex(3)
        case "browser":
            dialog.tabs.setCurrentIndex(4)
            dialog.browser.show_answer(
                "Chromium 150 at /usr/bin/chromium opens a page.", is_good=True
            )
        case "navigator":
            dialog.tabs.setCurrentIndex(5)


def row_of_call(run: SampleRun, cause: str) -> int:
    """The log's row of the first call that was made for this."""
    events = [each.event for each in run.events]
    calls = (row for row, event in enumerate(events) if isinstance(event, ModelCalled))
    return next(row for row in calls if getattr(events[row], "cause", "") == cause)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scene", nargs="?", default="pending", choices=SCENES)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--seconds", type=float, default=0, help="close after so long")
    arguments = parser.parse_args()
    application = QApplication(sys.argv[:1])
    window = make_window(ThemeChoice.DARK if arguments.dark else ThemeChoice.LIGHT)
    width, height = (int(part) for part in arguments.size.split("x"))
    window.resize(width, height)
    window.move(0, 0)
    window.decided.connect(lambda *what: print("decided", *what, flush=True))
    window.steered.connect(lambda verb: print(verb, flush=True))
    window.start_requested.connect(lambda request: print("start", request, flush=True))
    screen = window.screen().availableSize()
    if width >= screen.width() or height >= screen.height():
        window.showMaximized()
    window.show()
    QTimer.singleShot(300, window, lambda: show_scene(window, arguments.scene))
    if arguments.seconds:
        QTimer.singleShot(int(arguments.seconds * 1000), application.quit)
    return application.exec()


if __name__ == "__main__":
    raise SystemExit(main())
