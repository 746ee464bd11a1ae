"""The intents of all views come out at the window: here each is passed on, and nothing else."""

from __future__ import annotations

from widgets.window.console_commands import ConsoleCommands
from widgets.window.console_views import ConsoleViews
from widgets.window.operator_window import OperatorWindow
from widgets.window.past_mode import PastMode
from widgets.window.sessions_dialog import SessionsDialog


def pass_on_intents(
    window: OperatorWindow,
    views: ConsoleViews,
    commands: ConsoleCommands,
    past: PastMode,
    sessions: SessionsDialog,
) -> None:
    bar = views.run_bar
    for told, passed_on in (
        (views.goal_bar.start_requested, window.start_requested),
        (bar.pause_requested, window.pause_requested),
        (bar.resume_requested, window.resume_requested),
        (bar.step_requested, window.step_requested),
        (bar.cancel_requested, window.cancel_requested),
        (bar.stop_requested, window.stop_requested),
        (commands.stop_requested, window.stop_requested),
        (commands.sessions_requested, window.sessions_requested),
        (commands.settings_requested, window.settings_requested),
        (views.goal_bar.setup_requested, window.settings_requested),
        (views.approval.decided, window.decided),
        (views.approval.answered, window.answered),
        (views.approval.picture_wanted, window.picture_wanted),
        (views.inspector.picture_wanted, window.picture_wanted),
        (views.inspector.text_wanted, window.text_wanted),
        (views.plan.thumbnail_wanted, window.thumbnail_wanted),
        (views.states.thumbnail_wanted, window.thumbnail_wanted),
        (past.picture_wanted, window.picture_wanted),
        (past.zones_wanted, window.zones_wanted),
        (views.past_banner.action_requested, window.live_requested),
        (commands.live_requested, window.live_requested),
        (views.past_banner.go_on_requested, window.go_on_requested),
        (sessions.go_on_requested, window.go_on_requested),
        (sessions.session_chosen, window.session_chosen),
        (views.findings.script_requested, window.script_requested),
        (sessions.export_requested, window.export_requested),
        (commands.close_requested, window.close),
    ):
        told.connect(passed_on)
