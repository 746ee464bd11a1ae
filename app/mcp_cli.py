"""``pilothouse mcp``, as it is said on the command line."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from app.choices import RunChoices, prompts_are_answered, surface_and_mode
from app.commands import Database, exit_with, user_settings
from app.paths import database_path
from app.terminal import terminal
from engine.domain.approvals import Asking


def mcp(
    surface: Annotated[
        str,
        typer.Option(
            help="Where the agent sits: practice, screen, display:N, browser, or browser:ADDRESS.",
            metavar="SURFACE",
        ),
    ] = "practice",
    ask: Annotated[Asking, typer.Option(help="When to ask you, as with run.")] = Asking.RISKY,
    goal: Annotated[
        str,
        typer.Option(
            help="What the agent is to do, in your words: what it names is not asked about as"
            " nobody's wish.",
            metavar="GOAL",
        ),
    ] = "",
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Let the agent see pictures, not only the table.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            help="Listen on this port of this machine, for who has the token, instead of stdio.",
            metavar="PORT",
        ),
    ] = None,
    token: Annotated[
        str,
        typer.Option(
            help="The token for --port; without it one is made up and printed.",
            envvar="PILOTHOUSE_SEAT_TOKEN",
            metavar="TOKEN",
        ),
    ] = "",
    database: Database = None,
) -> None:
    """Give an agent a seat: a server of the Model Context Protocol.

    Each of its calls is rated, asked about, performed, judged and recorded like any other action.
    Nobody can be asked over stdio: what needs a yes is refused then.

    Example: claude mcp add pilothouse -- pilothouse mcp --ask risky
    """

    def work() -> int:
        its_surface, mode = surface_and_mode(surface, "guest")
        from app.mcp_command import McpOptions, serve_mcp  # a slip is told before the long import

        choices = RunChoices(
            goal,
            its_surface,
            thinker="guest",
            asking=ask,
            mode=mode,
            is_interactive=port is not None and prompts_are_answered(),
            shows_pictures=pictures,
        )
        options = McpOptions(choices, database or database_path(), port, token)
        return asyncio.run(serve_mcp(options, user_settings(), terminal(stderr=True)))

    exit_with(work)
