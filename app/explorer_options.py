"""Options of the command line that say how far an exploration goes, and where it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

_EVERY_MODE = None
"""Of options that are not the explorer's alone."""


def _option(words: str, *flags: str, panel: str | None = "Exploring", **bounds: Any) -> Any:
    return typer.Option(*flags, help=words, rich_help_panel=panel, show_default=False, **bounds)


MaxActions = Annotated[
    int | None,
    _option(
        "End after so many actions; 0 for no ceiling. 200 if nothing is said.", metavar="N", min=0
    ),
]
MaxDuration = Annotated[
    float | None,
    _option("End after so many seconds of work; 0 for no ceiling.", metavar="S", min=0),
]
MaxCalls = Annotated[
    int | None,
    _option(
        "The most calls to the thinker in this run, whatever the mode; the explorer ends at nine"
        " tenths.",
        metavar="N",
        min=1,
        panel=_EVERY_MODE,
    ),
]
MaxCost = Annotated[
    float | None,
    _option(
        "The most money for this run, in the currency of the model's prices, whatever the mode;"
        " the explorer ends at nine tenths. 0 for no ceiling.",
        metavar="MONEY",
        min=0,
        panel=_EVERY_MODE,
    ),
]
Seed = Annotated[
    int | None,
    _option("The same seed makes a run without a model go the same way.", metavar="N"),
]
ResetBetweenGroups = Annotated[
    bool | None,
    _option(
        "Begin each group at the start state, where the surface can be set back.",
        "--reset-between-groups/--no-reset-between-groups",
    ),
]
OnlyWindow = Annotated[
    list[str] | None,
    _option(
        "Act only in windows whose title or application has this in it; may be said again.",
        metavar="WINDOW",
    ),
]
OnlyZone = Annotated[
    list[str] | None,
    _option("Act only on what has this in its label; may be said again.", metavar="ZONE"),
]
Junit = Annotated[
    Path | None,
    _option(
        "Write groups and findings to this file as JUnit XML. With --out there is also a"
        " regression script for each finding.",
        metavar="FILE",
    ),
]
Html = Annotated[
    Path | None,
    _option(
        "Write a report to this file: findings, the graph of states, iterations and groups.",
        metavar="FILE",
    ),
]
NonInteractive = Annotated[
    bool,
    _option(
        "Wait for nobody: questions are recorded and left unanswered. So does"
        " INTERACTIVE_PROMPTS=0 in the environment.",
        "--non-interactive",
        panel=_EVERY_MODE,
    ),
]
