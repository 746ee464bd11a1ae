"""The documents' two worked examples of local planning, as scripts for the Practice app."""

from __future__ import annotations

from engine.domain.actions import Click, PressKeys, Scroll
from engine.domain.conditions import WindowShown
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from tests.support.replaying import Line, ReplayingThinker


def missing(words: str, title: str) -> PlanStep:
    """Step 8 of the document: where it should click is not there."""
    return PlanStep(8, "nowhere", "", Click(), words, WindowShown(title, exact=True))


def adding_files() -> ReplayingThinker:
    """A wrong menu, then the shortcut."""
    return ReplayingThinker(
        application="Practice",
        page="Batch",
        step=missing("Add files to batch processing", "Add Files"),
        lines=[
            Line(
                "Add Files", role=Role.MENU, options=("try_different_menu", "try_keyboard_shortcut")
            ),
            Line("Batch", role=Role.TAB, tries="try_different_menu"),
            Line("", PressKeys(("ctrl", "o"))),
        ],
        distances=[2.0, 3.5, 2.0],
    )


def settings_dead_end() -> ReplayingThinker:
    """Export is a dead end and is taken back; the second way leads to the settings."""
    return ReplayingThinker(
        application="Practice",
        page="",
        step=missing("Open the settings", "Settings"),
        lines=[
            Line("Tools"),
            Line("Export", options=("try_different_export_type", "click_cancel")),
            Line("Format", Scroll(down=1), role=Role.COMBO_BOX),
            Line("Cancel", role=Role.BUTTON),
            Line("Tools"),
            Line("Settings"),
        ],
        distances=[1.0, 4.0, 3.0, 3.0, 1.0, 4.0],
    )


def turned_by_the_operator() -> ReplayingThinker:
    """The way to the settings, with a wrong turn that the operator takes back before it is gone."""
    return ReplayingThinker(
        application="Practice",
        page="",
        step=missing("Open the settings", "Settings"),
        lines=[Line("Tools"), Line("Export"), Line("Tools"), Line("Settings")],
        distances=[1.0, 4.0, 4.0],
    )


def steered_by_the_operator() -> ReplayingThinker:
    """A menu that leads astray, with two options; each next proposal waits to be overruled."""
    return ReplayingThinker(
        application="Practice",
        page="Batch",
        step=missing("Add files to batch processing", "Add Files"),
        lines=[
            Line(
                "Add Files", role=Role.MENU, options=("try_different_menu", "try_keyboard_shortcut")
            ),
            Line("Form", role=Role.TAB, tries="try_different_menu"),
            Line("List", role=Role.TAB),
            Line("Canvas", role=Role.TAB),
        ],
        distances=[2.0, 1.0],
    )
