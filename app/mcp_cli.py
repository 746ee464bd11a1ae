"""``pilothouse mcp`` and ``pilothouse guest``, as they are said on the command line."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from app.choices import RunChoices, is_browser, prompts_are_answered, surface_and_mode, vnc_server
from app.commands import told, user_settings
from app.paths import database_path
from app.terminal import terminal
from app.web_extra import needs_extra
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown
from engine.domain.guests import Granted
from engine.domain.models import Wire


@told
async def mcp(
    surface: str = "practice",
    ask: Asking = Asking.RISKY,
    goal: str = "",
    grant: list[str] | None = None,
    pictures: bool = False,
    port: int | None = None,
    token: Annotated[str, {"envvar": "PILOTHOUSE_SEAT_TOKEN"}] = "",
    database: Path | None = None,
) -> int:
    """Give an agent a seat: a server of the Model Context Protocol.

    Each of its calls is rated, asked about, performed, judged and recorded like any other action.
    Over stdio you are asked in the console, while one is open; else what needs a yes is refused.

    Example: claude mcp add pilothouse -- pilothouse mcp --ask risky

    --pictures: Let the agent see pictures, not only the table.
    --port PORT: Listen on this port of this machine, for who has the token, instead of stdio.
    --token TOKEN: The token for --port; without it one is made up and printed."""
    settings, at = user_settings(), database or database_path()
    choices = _choices(goal, surface, ask, grant or settings.guest.grants, pictures=pictures)
    with needs_extra("seat", "The seat for guests"):  # a slip is told before the long import
        from app.mcp_command import serve_mcp
        from app.run_command import RunOptions

        options = RunOptions(choices, settings, terminal(stderr=True), at)
        return await serve_mcp(options, port, token)


@told
def phone(
    port: int = 8764,
    host: str = "127.0.0.1",
    certificate: Path | None = None,
    database: Path | None = None,
) -> None:
    """Decide from a phone what the runs on this machine ask, on a page of its own.

    Joined are the runs without a window (run, mcp, guest). PILOTHOUSE_PHONE_TOKEN sets the token
    that opens the page, else one is made up. Ctrl+C ends it and nothing else.

    --port PORT: The port to listen on.
    --host ADDRESS: The address of this machine at which others may reach it, with --certificate.
    --certificate FILE: Speak TLS with this certificate and key (PEM)."""
    with needs_extra("seat", "The seat for guests"):
        from app.phone import serve_phone

    at = database or database_path()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve_phone(host, port, certificate, at, terminal()))


guest = typer.Typer(
    name="guest",
    help="Let a vendor's model, or a program of yours, act through Pilothouse.",
    no_args_is_help=True,
)


def _vendor(name: str, wire: Wire, what: str) -> None:
    """The command of a vendor whose models speak that protocol; ``what`` says what it does."""

    @guest.command(name, help=what)
    @told
    async def vendor(
        goal: str,
        model: str = "",
        surface: str = "practice",
        ask: Asking = Asking.RISKY,
        grant: list[str] | None = None,
        max_turns: Annotated[int, {"min": 1}] = 50,
        database: Path | None = None,
        as_json: bool = False,
    ) -> int:
        """
        GOAL: What to reach, in plain words.
        --model MODEL: The model, by its vendor's name.
        --max-turns N: So many turns of the model at the most."""
        settings = user_settings()
        choices = _choices(goal, surface, ask, grant or settings.guest.grants, pictures=True)
        from app.mcp_command import run_vendor
        from app.run_command import RunOptions

        its = (settings, terminal(stderr=as_json), database or database_path())
        options = RunOptions(choices, *its, as_json=as_json)
        return await run_vendor(options, wire, model, most_turns=max_turns)


_vendor(
    "openai",
    "responses",
    """Run OpenAI's computer-use loop (Responses) with Pilothouse as the computer.

    Its screenshots come from here, its actions pass the gate, and what the vendor wants a person to
    check is asked first.
    """,
)
_vendor(
    "anthropic",
    "messages",
    "Run Anthropic's computer-use loop (Messages) with Pilothouse as the computer.",
)


@guest.command()
@told
def command(
    program: list[str],
    goal: str = "",
    surface: str = "practice",
    ask: Asking = Asking.RISKY,
    grant: list[str] | None = None,
) -> int:
    """Start a program that speaks the Model Context Protocol, with its seat here.

    Example: pilothouse guest command -- claude --mcp-config {config}

    PROGRAM…: The program and its arguments; {config} in them becomes the file that names the
        server."""
    from app.mcp_command import run_program

    more = (word for each in grant or () for word in ("--grant", each))
    seat = ("--goal", goal, "--surface", surface, "--ask", ask.value, *more)
    return run_program(program, seat)


def _choices(
    goal: str, surface: str, ask: Asking, grant: Sequence[str], *, pictures: bool
) -> RunChoices:
    its_surface, mode = surface_and_mode(surface, "guest")
    granted, is_web = Granted.of(grant), is_browser(its_surface)
    if (granted.sites and not is_web) or (granted.said and vnc_server(its_surface)):
        raise NameUnknown(f"On {surface} nobody can tell {granted} apart.", "Grant all of it.")
    return RunChoices(
        goal,
        its_surface,
        thinker="guest",
        asking=ask,
        mode=mode,
        is_interactive=prompts_are_answered(),
        shows_pictures=pictures,
        granted=granted,
    )
