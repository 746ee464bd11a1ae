"""What the console's window tells: each signal is something that the operator wants."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow


class OperatorWindow(QMainWindow):
    start_requested = Signal(object)  # StartRequest
    pause_requested = Signal()
    resume_requested = Signal()
    step_requested = Signal()
    cancel_requested = Signal()
    stop_requested = Signal()
    forced = Signal(object)  # Force: go back, keep, try an option, cancel the local plan
    decided = Signal(object, object)  # the ApprovalRequest as it was shown, Verdict
    answered = Signal(str, str)  # question_id, choice
    sessions_requested = Signal()  # the list is being opened: show_sessions, please
    settings_requested = Signal()  # answered by settings.show_form and settings.open
    session_chosen = Signal(str)  # session_id
    go_on_requested = Signal(str)  # session_id of one that broke off
    live_requested = Signal()  # away from the past session: leave_past, and show the run again
    export_requested = Signal(str)  # session_id
    script_requested = Signal(str, int)  # session_id, number of the finding
    picture_wanted = Signal(str)  # content hash; answered by show_picture or show_missing
    text_wanted = Signal(str)  # content hash; answered by show_text or show_missing
    thumbnail_wanted = Signal(str)  # content hash; answered by show_thumbnail
    zones_wanted = Signal(str)  # zones hash of a past picture; answered by show_recorded_zones
    closing = Signal()
