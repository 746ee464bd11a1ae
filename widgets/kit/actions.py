"""Everything that can be done with a key or from a menu, once: name, shortcut, tip.

The menus, the buttons' tips and the overview of shortcuts all read these actions."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from widgets.kit.theme import ThemeChoice

THEME_NAMES = {
    ThemeChoice.SYSTEM: "&As the system",
    ThemeChoice.LIGHT: "&Light",
    ThemeChoice.DARK: "&Dark",
}

GO_ON_KEYS = "Ctrl+Shift+G"

VIEW_NAMES = (
    "picture",
    "plan",
    "decision",
    "inspector",
    "timeline",
    "nearness chart",
    "state graph",
    "findings",
)
"""The views that the keyboard can be put into, in the order of their numbers."""


class ConsoleActions:
    """The window's actions. ``groups`` has them by heading, in menu order: that of their making."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.groups: dict[str, list[QAction]] = {}
        make = partial(self._make, "File")
        self.new_run = make("&New run", "Ctrl+N", "Write a new goal")
        self.walk_script = make("&Do a script again…", "", "Choose its file; Start walks it")
        self.sessions = make("&Sessions…", "Ctrl+O", "Look at past sessions")
        self.export = make("&Export…", "Ctrl+E", "Export the session that is shown")
        self.reset_desktop = make(
            "&Reset the practice desktop…", "", "End its programs and empty its home, after asking"
        )
        self.settings = make("Se&ttings…", "Ctrl+,", "The model, the limits, what is masked")
        self.quit = make("&Quit", "Ctrl+Q", "Close the console")
        make = partial(self._make, "Run")
        self.start = make("&Start", ("Ctrl+Return", "Ctrl+Enter"), "Start the run")
        self.go_on = make(
            "&Go on with this session",
            GO_ON_KEYS,
            "Go on with the past session that is shown, where it was broken off",
        )
        self.run_again = make(
            "Run &again", "Ctrl+R", "Put what the past session was run with in place; Start runs it"
        )
        self.pause = make("&Pause or resume", "F6", "Pause before the next action, or go on")
        self.step = make("S&tep", "F10", "Do one step, then pause")
        self.take_over = make(
            "Ta&ke over or hand back", "Shift+F6", "Mouse and keyboard go straight on, or back"
        )
        self.run_to = make("Run to &here", "Ctrl+F10", "Go on, and pause before the chosen step")
        self.break_here = make(
            "Stop be&fore this step", "Ctrl+B", "Pause before the chosen step, or no more"
        )
        self.stops = make("Stop &before", "", "What the run pauses before")
        self.grants = make(
            "G&rants", "", "What you said yes to beforehand; choosing one revokes it"
        )
        self.cancel = make("&Cancel plan", "Ctrl+Shift+Backspace", "End after the present action")
        self.stop = make("ST&OP", ("Ctrl+Shift+Escape", "F12"), "Stop the hands now")
        make = partial(self._make, "Going back")
        self.revert_last = make(
            "Re&vert the last action", ("F7", "Ctrl+Z"), "Take the last action back"
        )
        self.revert_here = make(
            "&Revert to here…", "Shift+F7", "Go back to before the chosen step or local state"
        )
        self.retain = make("&Keep the last action", "Ctrl+F7", "Go on from here, whatever the rule")
        self.try_option = make("Try &another option…", "Ctrl+T", "Choose what is tried next")
        self.cancel_local = make(
            "Ca&ncel local plan", "Ctrl+Shift+F7", "Give up reaching the step in this way"
        )
        self.going_back = list(self.groups["Going back"])
        self.redo = make(
            "Do again &what was taken back", "Ctrl+Y", "Do again what you took back last"
        )
        make = partial(self._make, "What waits for you")
        self.approve = make("&Approve", ("Ctrl+Return", "Ctrl+Enter"), "Do exactly what is asked")
        self.approve_group = make(
            "Approve this &group",
            ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
            "Do this and the rest of its action group",
        )
        self.edit = make("&Edit…", "F2", "Change the step, then approve")
        self.reject = make("&Reject…", "F8", "Don’t; plan around it")
        self.skip = make("S&kip", "F9", "Don’t; go on with the next step")
        self.next_waiting = make(
            "Go to &what waits", "Ctrl+J", "Show the run on this machine that waits for you"
        )
        self.wall = make(
            "All r&uns on this machine", "Ctrl+Shift+J", "As tiles: what is worth a look first"
        )
        make = partial(self._make, "View")
        self.zones = make("&Zones over the picture", "Ctrl+Shift+Z", "Zones", checked=True)
        self.marks = make("&Numbers on the zones", "Ctrl+Shift+N", "Numbers", checked=False)
        self.full_size = make("&Full size (100 %)", "Ctrl+0", "Full size (100 %)", checked=False)
        self.play = make("Pla&y the session", "Ctrl+P", "From event to event, or pause that")
        self.folds = [
            make("The &plan and graph", "F3", "Show them, or fold them away", checked=True),
            make("&Decision and inspector", "F4", "Show them, or fold them away", checked=True),
            make("&Timeline and log", "F5", "Show them, or fold them away", checked=True),
        ]
        self.picture_only = make("Picture &only", "F11", "Fold all docks away, or bring them back")
        self.strip = make(
            "&Strip or whole window", "Ctrl+Shift+F12", "While a run works on your own screen"
        )
        self.reset_layout = make("&Reset the layout", "", "Docks as on the first day")
        make = partial(self._make, "Go to")
        self.focus_views = [
            make(f"Go to the {name}", f"Ctrl+{number}", f"Put the keyboard into the {name}")
            for number, name in enumerate(VIEW_NAMES, 1)
        ]
        self.filter_log = make("&Filter the log", "Ctrl+F", "Go to the log’s filter")
        make = partial(self._make, "Help")
        self.shortcuts = make("&Keyboard shortcuts", "F1", "All keys at a glance")
        self.about = make("&About Pilothouse", "", "What this is")
        self.themes = QActionGroup(window)
        for choice, name in THEME_NAMES.items():
            action = self.themes.addAction(name)
            action.setCheckable(True)
            action.setData(choice.value)
        # STOP works from every window of the console, dialogs too
        self.stop.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)

    def _make(
        self,
        heading: str,
        name: str,
        keys: str | tuple[str, ...],
        tip: str,
        *,
        checked: bool | None = None,
    ) -> QAction:
        action = QAction(name, self._window, autoRepeat=False, statusTip=tip)
        sequences = [keys] if isinstance(keys, str) else list(keys)
        action.setShortcuts([QKeySequence(key) for key in sequences if key])
        shown = " or ".join(shortcut_words(action))
        action.setToolTip(f"{tip}  ({shown})" if shown else tip)
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
        self._window.addAction(action)
        self.groups.setdefault(heading, []).append(action)
        return action


def shortcut_words(action: QAction) -> list[str]:
    """The action's keys as printed, without the keypad's twins."""
    words = [
        sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in action.shortcuts()
    ]
    return [word for word in words if not word.endswith("Enter")]


def does(action: QAction, do: Callable[[], object]) -> None:
    """It does this when it is triggered, be it checked or not."""
    action.triggered.connect(lambda _checked=False: do())


def share_stop(dialog: QWidget) -> None:
    """Let STOP work while the dialog is open: Qt keeps the keys of the window behind it away."""
    parent = dialog.parentWidget()
    for action in parent.window().actions() if parent is not None else ():
        if action.shortcutContext() is Qt.ShortcutContext.ApplicationShortcut:
            dialog.addAction(action)


def bring_up(window: QWidget) -> None:
    """In front of the others, with the keyboard, as large as it was."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
