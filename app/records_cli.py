"""What the command line knows of what was recorded: the commands, their arguments, their help.

What they do stands in ``records_command``, which is imported when one of them is called.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from app.commands import exit_with

Database = Annotated[
    Path | None, typer.Option(help="Read this database, not the usual one.", metavar="FILE")
]
AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON, an object a line.")]
Session = Annotated[
    str,
    typer.Argument(
        help="A session's id, or how it begins; without it the last one.",
        metavar="SESSION",
        show_default=False,
    ),
]


_HIDING: dict[str, Any] = {"rich_help_panel": "Hiding", "show_default": False}


class Kind(StrEnum):
    """As what a session can be written."""

    HTML = "html"
    JSONL = "jsonl"
    CSV = "csv"
    MD = "md"
    JUNIT = "junit"
    PILOTHOUSE = "pilothouse"


def add_commands(app: typer.Typer) -> None:
    for command in (sessions, show, export, verify, prune):
        app.command()(command)


def sessions(database: Database = None, as_json: AsJson = False) -> None:
    """List what was recorded, the newest first."""
    from app import records_command as record

    exit_with(lambda: record.sessions(database, as_json=as_json))


def show(session: Session = "", database: Database = None, as_json: AsJson = False) -> None:
    """Tell a session again, in the lines in which the terminal told it."""
    from app import records_command as record

    exit_with(lambda: record.show(session, database, as_json=as_json))


def export(
    session: Session = "",
    kind: Annotated[
        Kind,
        typer.Option(
            "--as",
            help="html is a report for people, jsonl all events with pictures beside them, csv the"
            " actions, md a summary for a ticket, junit for build servers, pilothouse one file from"
            " which can be told that nothing in it was changed.",
        ),
    ] = Kind.HTML,
    out: Annotated[
        Path,
        typer.Option(
            help="The file, or a folder that there is; without it the folder where you are.",
            metavar="PATH",
            show_default=False,
        ),
    ] = Path(),
    hide: Annotated[
        list[str] | None,
        typer.Option(help="Texts that this regular expression fits.", metavar="PATTERN", **_HIDING),
    ] = None,
    hide_zone: Annotated[
        list[str] | None,
        typer.Option(help="Zones whose label contains this.", metavar="NAME", **_HIDING),
    ] = None,
    hide_window: Annotated[
        list[str] | None,
        typer.Option(
            help="Pictures with a window whose title contains this.", metavar="TITLE", **_HIDING
        ),
    ] = None,
    hide_typed: Annotated[
        bool, typer.Option("--hide-typed", help="All texts that were typed.", **_HIDING)
    ] = False,
    hide_pictures: Annotated[
        bool, typer.Option("--hide-pictures", help="All pictures.", **_HIDING)
    ] = False,
    sign: Annotated[
        Path | None,
        typer.Option(
            help="Your Ed25519 key, as PEM, with which a pilothouse file is signed.",
            metavar="KEY",
        ),
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write a session to a file, for people or for other programs.

    What is hidden is hidden in all of it; what can't be looked at is left out.

    At the end it says what the export still shows.
    """
    from app import records_command as record
    from engine.record.hiding import Hiding

    wanted = record.Wanted(kind, out, sign)
    hiding = Hiding(
        tuple(hide or ()),
        tuple(hide_zone or ()),
        tuple(hide_window or ()),
        hide_pictures,
        hide_typed,
    )
    exit_with(lambda: record.export(session, wanted, hiding, database, as_json=as_json))


def verify(
    file: Annotated[Path, typer.Argument(help="A pilothouse file.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Tell whether a pilothouse file is as it was written, and by whom it is signed.

    The exit code is 0 where it is, 15 where something in it was changed, which is named.
    """
    from app import records_command as record

    exit_with(lambda: record.verify(file, as_json=as_json))


def prune(
    older_than: Annotated[
        float | None, typer.Option(help="Sessions older than so many days.", metavar="DAYS", min=0)
    ] = None,
    keep: Annotated[
        int | None, typer.Option(help="All but so many, the newest.", metavar="N", min=0)
    ] = None,
    max_size: Annotated[
        float | None,
        typer.Option(help="The oldest, until the rest takes so many MB.", metavar="MB", min=0),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Delete them. Without it they are only listed.")
    ] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Delete old sessions for good; without --yes, list those that would go."""
    from app import records_command as record

    bounds = record.Bounds(older_than, keep, max_size)
    exit_with(lambda: record.prune(bounds, database, is_agreed=yes, as_json=as_json))
