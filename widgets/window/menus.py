"""The menu bar, made of the console's actions."""

from __future__ import annotations

from PySide6.QtWidgets import QMenuBar

from widgets.kit.actions import ConsoleActions


def fill_menu_bar(bar: QMenuBar, actions: ConsoleActions) -> None:
    file = bar.addMenu("&File")
    file.addActions([actions.new_run, actions.sessions, actions.export])
    file.addAction(actions.settings)
    file.addSeparator()
    file.addAction(actions.quit)

    run = bar.addMenu("&Run")
    run.setToolTipsVisible(True)
    run.addActions([actions.start, actions.pause, actions.step, actions.cancel])
    run.addSeparator()
    run.addAction(actions.stop)
    run.addSeparator()
    run.addActions(actions.going_back)
    run.addSeparator()
    run.addActions([actions.approve, actions.approve_group])
    run.addActions([actions.edit, actions.reject, actions.skip])

    view = bar.addMenu("&View")
    view.addActions([actions.zones, actions.labels, actions.marks, actions.zone_filter])
    view.addActions([actions.why, actions.full_size])
    view.addSeparator()
    view.addActions(actions.folds)
    view.addAction(actions.picture_only)
    view.addAction(actions.reset_layout)
    view.addSeparator()
    go_to = view.addMenu("&Go to")
    go_to.addActions(actions.focus_views)
    go_to.addAction(actions.filter_log)
    theme = view.addMenu("&Theme")
    theme.addActions(actions.themes.actions())

    help_menu = bar.addMenu("&Help")
    help_menu.addActions([actions.shortcuts, actions.about])
