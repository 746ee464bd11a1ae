"""The intents of all views come out at the window: here each is passed on, and nothing else."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow

from widgets.window.console_views import ConsoleViews
from widgets.window.sessions_dialog import SessionsDialog


class OperatorWindow(QMainWindow):
    start_requested = Signal(object)  # StartRequest
    steered = Signal(str)  # a verb of the run's, as of RunBar
    driven = Signal(object)  # DirectInput, while they drive
    forced = Signal(object)  # Force: go back, keep, try an option, cancel the local plan
    plan_revised = Signal(object)  # Revision
    breakpoints_set = Signal(object)  # tuple of Breakpoint: all that there are from now on
    run_to_requested = Signal(object)  # StepPlace
    asking_changed = Signal(object)  # Asking, from now on in the run that goes on
    revoked = Signal(str)  # grant_id
    decided = Signal(object, object)  # the ApprovalRequest as it was shown, OperatorAnswer
    answered = Signal(str, str)  # question_id, choice
    sessions_requested = Signal()  # the list is being opened: show_sessions, please
    settings_requested = Signal()  # answered by settings.show_form and settings.open
    session_chosen = Signal(str)  # session_id
    go_on_requested = Signal(str)  # session_id of one that broke off
    live_requested = Signal()  # away from the past session: leave_past, and show the run again
    export_requested = Signal(str)  # session_id
    script_requested = Signal(str, int)  # session_id, number of the finding
    run_chosen = Signal(str)  # the session of a run on this machine to show; "" is the own one
    closing = Signal()


def connect_signals(window: OperatorWindow, views: ConsoleViews, sessions: SessionsDialog) -> None:
    for told, passed_on in (
        (views.goal_bar.start_requested, window.start_requested),
        (views.run_bar.steered, window.steered),
        (views.goal_bar.asking_changed, window.asking_changed),
        (views.goal_bar.choices.setup_requested, window.settings_requested),
        (views.approval.decided, window.decided),
        (views.approval.answered, window.answered),
        (views.approval.request.picture_wanted, views.record.picture_wanted),
        (views.past_banner.action_requested, window.live_requested),
        (views.past_banner.go_on_requested, window.go_on_requested),
        (sessions.go_on_requested, window.go_on_requested),
        (sessions.session_chosen, window.session_chosen),
        (views.findings.script_requested, window.script_requested),
        (sessions.export_requested, window.export_requested),
        (views.runs.chosen, window.run_chosen),
    ):
        told.connect(passed_on)
