"""Options of the command line that say how far an exploration goes, and where it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_PANEL = "Exploring"

MaxActions = Annotated[
    int | None,
    typer.Option(
        help="End after so many actions; 0 for no ceiling. 200 if nothing is said.",
        min=0,
        metavar="N",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
MaxDuration = Annotated[
    float | None,
    typer.Option(
        help="End after so many seconds of work; 0 for no ceiling.",
        min=0,
        metavar="S",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        help="The most calls to the thinker in this run, whatever the mode; the explorer ends at"
        " nine tenths.",
        min=1,
        metavar="N",
        show_default=False,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        help="The most money for this run, in the currency of the model's prices, whatever the"
        " mode; the explorer ends at nine tenths. 0 for no ceiling.",
        min=0,
        metavar="MONEY",
        show_default=False,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        help="The same seed makes a run without a model go the same way.",
        metavar="N",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
ResetBetweenGroups = Annotated[
    bool | None,
    typer.Option(
        "--reset-between-groups/--no-reset-between-groups",
        help="Begin each group at the start state, where the surface can be set back.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
OnlyWindow = Annotated[
    list[str] | None,
    typer.Option(
        help="Act only in windows whose title or application has this in it; may be said again.",
        metavar="WINDOW",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
OnlyZone = Annotated[
    list[str] | None,
    typer.Option(
        help="Act only on what has this in its label; may be said again.",
        metavar="ZONE",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
Junit = Annotated[
    Path | None,
    typer.Option(
        help="Write groups and findings to this file as JUnit XML. With --out there is also a"
        " regression script for each finding.",
        metavar="FILE",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
Html = Annotated[
    Path | None,
    typer.Option(
        help="Write a report to this file: findings, the graph of states, iterations and groups.",
        metavar="FILE",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
NonInteractive = Annotated[
    bool,
    typer.Option(
        "--non-interactive",
        help="Wait for nobody: questions are recorded and left unanswered. So does"
        " INTERACTIVE_PROMPTS=0 in the environment.",
    ),
]
