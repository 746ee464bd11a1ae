"""The command line: ``pilothouse`` opens the console, ``pilothouse run`` works without one.

Exit codes are those of the terminals (``engine.domain.terminals``); 2 is bad input and 3 means
that nothing could be started, 16 that an exploration found faults."""

import json
from functools import partial
from pathlib import Path

import typer

from app.campaigns.cli import benchmark, campaign
from app.choices import OFFLINE, choices_said, replay_choices, start_words
from app.commands import told, user_settings
from app.mcp_cli import guest, mcp, phone
from app.paths import database_path, policy_path
from app.profiles import forecast_of_profile, profile_lines
from app.records_cli import compare, policy, prune, resume, sessions, show
from app.session_files_cli import bring_in, export, verify
from app.settings import tables
from app.terminal import in_markup, log_to_terminal, terminal
from engine.domain.approvals import Asking

_HELP = """
Supervise agents that use a computer.

Without a command, the console opens: a live picture of the agent's screen, its plan, and the \
buttons to approve, pause, cancel and stop.
"""

app = typer.Typer(
    name="pilothouse",
    help=_HELP,
    no_args_is_help=False,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,  # a traceback must not show what a variable holds
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
@told
def console(
    context: typer.Context, goal: str = "", version: bool = False, policy: Path | None = None
) -> int | None:
    """
    --goal GOAL: The goal to fill in.
    --version: Print the version and end."""
    if version:
        from app.wiring import PILOTHOUSE_VERSION

        typer.echo(f"pilothouse {PILOTHOUSE_VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return None
    from app.console_command import open_console

    file = policy or policy_path()
    return open_console(goal=goal, settings=user_settings(policy), policy=file)


@app.command()
@told
async def run(
    context: typer.Context,
    goal: str | None = None,
    surface: str = "",
    mode: str = "",
    thinker: str = OFFLINE,
    ask: Asking = Asking.RISKY,
    out: Path | None = None,
    give: list[Path] | None = None,
    database: Path | None = None,
    resume: str = "",
    allow_uploads: bool = False,
    headless: bool | None = None,
    non_interactive: bool = False,
    profile: str | None = None,
    max_actions: int | None = None,
    max_duration_secs: float | None = None,
    max_calls: int | None = None,
    max_cost: float | None = None,
    network: bool | None = None,
    seed: int | None = None,
    resets_between_groups: bool | None = None,
    only_windows: list[str] | None = None,
    only_zones: list[str] | None = None,
    junit: Path | None = None,
    html: Path | None = None,
    policy: Path | None = None,
    as_json: bool = False,
) -> int:
    """Work towards a goal without a window, with live progress.

    Examples: pilothouse run "Open Galculator and press 1, 2, *, 7, ="

    pilothouse run "Find the opening hours" --surface browser:https://example.org

    pilothouse run Galculator --mode explorer --max-actions 100

    GOAL: What to reach, in plain words; not needed with --resume. For the explorer also the name
        of an application.
    --surface SURFACE: Where to act: practice, screen, display:N, vnc:HOST:PORT, seat:HOST
        (a practice desktop there), seat:HOST/screen, browser, or browser:ADDRESS. Without it the
        practice desktop, and a browser for the navigator.
    --mode MODE: How to work: director (segments of a plan; in a browser with a model), navigator
        (one action at a time, in a browser) or explorer (groups of actions that look for faults, on
        both). Without it, what fits the surface.
    --thinker THINKER: Who plans: offline (without a model), model (the one that is set up), or the
        name of another model at the same endpoint.
    --out DIR: Export the session and its pictures to this folder.
    --give FILE: Put a copy of this file into the practice folder.
    --resume SESSION: Go on with a session that broke off, as resume does, and with these options.
    --allow-uploads: Let pages be given files.
    --headless/--headed: Without or with a window of the browser's own. Without either, a window
        where there is a display.
    --profile NAME: The limits that go together: document, small, strong or money; pilothouse
        profiles shows what each may take. What is set by hand counts before it.
    --max-calls N
    --max-cost MONEY
    --network/--no-network: Let programs on the practice desktop reach the network, or not.
    --junit FILE: Write the steps to this file as JUnit XML; of an exploration, its groups and
        findings.
    --html FILE: Write a report for people to this file: what was asked, done, seen and decided.
    --json: Print each event as a line of JSON; all else goes to stderr.
    Exploring:
    --max-actions N
    --max-duration S
    --seed N
    --reset-between-groups/--no-reset-between-groups
    --only-window WINDOW
    --only-zone ZONE"""
    if goal is None and not resume:
        raise typer.BadParameter("Missing argument 'GOAL'.")
    waits = not non_interactive
    choices = choices_said(goal or "", surface, mode, thinker, ask, resume, waits=waits)
    its = {"allow_uploads": allow_uploads or None, "headless": headless}
    its = {name: value for name, value in its.items() if value is not None}
    settings = user_settings(policy)
    settings = settings.model_copy(update={"browser": settings.browser.model_copy(update=its)})
    settings = tables.with_said(settings, context.params, choices.mode)
    tables.check_price(settings, max_cost, choices.thinker)
    console = terminal(stderr=as_json)
    if words := start_words(choices):
        console.print(in_markup(words), style="dim", highlight=False)
    if profile is not None and choices.thinker != OFFLINE:
        words = f"Profile {profile}. {forecast_of_profile(settings)}"
        console.print(in_markup(words), style="dim", highlight=False)
    from app.run_command import RunOptions, run_goal  # a slip is told before the long import

    path, files = database or database_path(), tuple(give or ())
    wanted = RunOptions(choices, settings, console, path, out, junit, html, as_json, files)
    return await run_goal(wanted)


@app.command()
@told
async def replay(
    script: Path,
    surface: str = "",
    given: list[str] | None = None,
    thinker: str = OFFLINE,
    ask: Asking = Asking.RISKY,
    out: Path | None = None,
    database: Path | None = None,
    non_interactive: bool = False,
    policy: Path | None = None,
    as_json: bool = False,
) -> int:
    """Do what a script says again, step by step, and tell what is not as it was recorded.

    The exit code is 0 where all was as recorded, 17 where something had drifted, 10 where the
    script no longer fits. Of a finding it is 16 where the fault comes up, and 0 where it does not.

    FILE: A script: of a session, or of a finding.
    --surface SURFACE: Where to walk it, instead of where it was recorded.
    --set NAME=VALUE: What a parameter of it is this time.
    --thinker THINKER: Who may be asked, with your yes, how to go on where it no longer fits: model,
        or the name of one. Without it the walk stops there.
    --out DIR: Export the session and its pictures to this folder."""
    from app.run_command import RunOptions, run_goal

    choices = replay_choices(
        script, surface, ask, waits=not non_interactive, thinker=thinker, given=given or ()
    )
    its = (user_settings(policy), terminal(stderr=as_json), database or database_path())
    return await run_goal(RunOptions(choices, *its, out, as_json=as_json))


@app.command()
@told
def unattended(
    goal: str, out: Path = Path("out"), database: Path | None = None, as_json: bool = False
) -> int:
    """Run the console on a virtual screen with nobody before it, on the practice desktop.

    The shipped policy approves what can be taken back and denies the rest.

    GOAL: What to reach, in plain words.
    --out DIR: Where the session and the pictures go."""
    from app.unattended import run_unattended

    return run_unattended(goal, out, database or database_path(), user_settings(), as_json)


@app.command()
@told
def profiles(as_json: bool = False) -> None:
    """Show the profiles of limits, and what a run with each may take at the most.

    Tokens and money are those of the model that is set up; what is not known of it is said to be
    so. What is set by hand in the settings counts before a profile, in these figures too."""
    for name, words in profile_lines(user_settings()):
        if as_json:
            plain = name.removesuffix(" *")
            print(json.dumps({"profile": plain, "counts": plain != name, "words": words}))
        else:
            terminal().print(in_markup(f"{name:<11} {words}"), highlight=False, soft_wrap=True)


@app.command()
@told
def doctor(
    database: Path | None = None,
    calibrate: bool = False,
    surface: str = "screen",
    yes: bool = False,
    as_json: bool = False,
) -> int:
    """Try everything that a run needs, and say how to mend what does not work.

    The exit code is 0 where all is good, 3 where something is bad.

    --database FILE: The session database to look at.
    --calibrate: Show a target on each monitor instead, click on it, and measure in pixels whether
        what is seen is what is hit. Ctrl+C ends it; the pointer returns.
    --surface SURFACE: Where to calibrate: screen, practice, or display:N.
    --yes: Calibrate without asking before the pointer moves."""
    if calibrate:
        from app.calibration import run_calibration

        agree, its = partial(typer.confirm, "Go on?", err=as_json), (surface, user_settings())
        return run_calibration(*its, as_json=as_json, is_agreed=yes, agree=agree)
    from app.doctor import run_doctor

    path = database or database_path()
    return run_doctor(user_settings(), path, terminal(), as_json=as_json)


@app.command()
@told
def seat(theirs: str, asked: str) -> int:
    """Have a desktop here for a Pilothouse on another machine, which starts this by ssh.

    THEIRS: The version of the other Pilothouse. People need not write it, nor what follows.
    ASKED: What it wants."""
    from engine.surfaces.desktop.practice.seat_desktop import become_supervisor

    become_supervisor(theirs, asked)


_OF_RECORDS = (resume, sessions, show, compare, policy, export, verify, prune)
for _each in (mcp, phone, campaign, benchmark, *_OF_RECORDS):
    app.command()(_each)
app.command("import")(bring_in)
app.add_typer(guest)


def main() -> None:
    """The entry point: ``pilothouse``."""
    log_to_terminal()
    app()
