"""The command line: ``pilothouse`` opens the console, ``pilothouse run`` works without one.

Exit codes are those of the terminals (``engine.domain.terminals``); 2 is bad input and 3 means
that nothing could be started, 16 that an exploration found faults.
"""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from app.campaigns.cli import campaign
from app.choices import OFFLINE, choices_said, replay_choices, start_words
from app.commands import Database, Policy, exit_with, user_settings
from app.mcp_cli import guest, mcp, phone
from app.paths import database_path
from app.profiles import forecast_of_profile, profile_lines
from app.records_cli import AsJson, compare, policy, prune, resume, sessions, show
from app.session_files_cli import bring_in, export, verify
from app.settings import options
from app.settings.tables import Settings
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
def console(
    context: typer.Context,
    goal: Annotated[str, typer.Option(help="The goal to fill in.", metavar="GOAL")] = "",
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
    policy: Policy = None,
) -> None:
    if version:
        from app.wiring import PILOTHOUSE_VERSION

        typer.echo(f"pilothouse {PILOTHOUSE_VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from app.console_command import open_console

        exit_with(lambda: open_console(goal=goal, settings=user_settings(policy)))


@app.command()
def run(
    context: typer.Context,
    goal: Annotated[
        str | None,
        typer.Argument(
            help="What to reach, in plain words; not needed with --resume. For the explorer also"
            " the name of an application.",
            metavar="GOAL",
        ),
    ] = None,
    surface: Annotated[
        str,
        typer.Option(
            help="Where to act: practice, screen, display:N, browser, or browser:ADDRESS. Without"
            " it the practice desktop, and a browser for the navigator.",
            metavar="SURFACE",
        ),
    ] = "",
    mode: Annotated[
        str,
        typer.Option(
            help="How to work: director (segments of a plan; in a browser with a model), navigator"
            " (one action at a time, in a browser) or explorer (groups of actions that look for"
            " faults, on both). Without it, what fits the surface.",
            metavar="MODE",
        ),
    ] = "",
    thinker: Annotated[
        str,
        typer.Option(
            help="Who plans: offline (without a model), model (the one that is set up), or the"
            " name of another model at the same endpoint.",
            metavar="THINKER",
        ),
    ] = "offline",
    ask: Annotated[
        Asking,
        typer.Option(
            help="When to ask you: before each action, before risky ones, or never (what can't be"
            " taken back is denied then)."
        ),
    ] = Asking.RISKY,
    out: Annotated[
        Path | None,
        typer.Option(help="Export the session and its pictures to this folder.", metavar="DIR"),
    ] = None,
    give: Annotated[
        list[Path] | None,
        typer.Option(help="Put a copy of this file into the practice folder.", metavar="FILE"),
    ] = None,
    database: Database = None,
    resume: Annotated[
        str,
        typer.Option(
            help="Go on with a session that broke off, as resume does, and with these options.",
            metavar="SESSION",
        ),
    ] = "",
    allow_uploads: Annotated[
        bool, typer.Option("--allow-uploads", help="Let pages be given files.")
    ] = False,
    headless: Annotated[
        bool | None,
        typer.Option(
            "--headless/--headed",
            help="Without or with a window of the browser's own. Without either, a window where"
            " there is a display.",
            show_default=False,
        ),
    ] = None,
    non_interactive: options.NonInteractive = False,
    profile: options.ProfileOption = None,
    max_actions: options.MaxActions = None,
    max_duration_secs: options.MaxDuration = None,
    max_calls: options.MaxCalls = None,
    max_cost: options.MaxCost = None,
    network: options.Network = None,
    seed: options.Seed = None,
    resets_between_groups: options.ResetBetweenGroups = None,
    only_windows: options.OnlyWindow = None,
    only_zones: options.OnlyZone = None,
    junit: options.Junit = None,
    html: options.Html = None,
    policy: Policy = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print each event as a line of JSON; all else goes to stderr."),
    ] = False,
) -> None:
    """Work towards a goal without a window, with live progress.

    Examples: pilothouse run "Open Galculator and press 1, 2, *, 7, ="

    pilothouse run "Find the opening hours" --surface browser:https://example.org

    pilothouse run Galculator --mode explorer --max-actions 100
    """
    if goal is None and not resume:
        raise typer.BadParameter("Missing argument 'GOAL'.")

    def work() -> int:
        choices = choices_said(
            goal or "", surface, mode, thinker, ask, resume, waits=not non_interactive
        )
        settings = _with_browser(
            user_settings(policy), allow_uploads=allow_uploads, headless=headless
        )
        settings = options.with_said(settings, context.params, choices.mode)
        options.check_price(settings, max_cost, choices.thinker)
        console = terminal(stderr=as_json)
        if words := start_words(choices):
            console.print(in_markup(words), style="dim", highlight=False)
        if profile is not None and choices.thinker != OFFLINE:
            words = f"Profile {profile}. {forecast_of_profile(settings)}"
            console.print(in_markup(words), style="dim", highlight=False)
        from app.run_command import RunOptions, run_goal  # a slip is told before the long import

        wanted = RunOptions(
            choices, database or database_path(), out, junit, html, as_json, tuple(give or ())
        )
        return asyncio.run(run_goal(wanted, settings, console))

    exit_with(work)


@app.command()
def replay(
    script: Annotated[
        Path,
        typer.Argument(help="A script: of a session, or of a finding.", metavar="FILE"),
    ],
    surface: Annotated[
        str,
        typer.Option(help="Where to walk it, instead of where it was recorded.", metavar="SURFACE"),
    ] = "",
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="What a parameter of it is this time.", metavar="NAME=VALUE"),
    ] = None,
    thinker: Annotated[
        str,
        typer.Option(
            help="Who may be asked, with your yes, how to go on where it no longer fits: model, or"
            " the name of one. Without it the walk stops there.",
            metavar="THINKER",
        ),
    ] = OFFLINE,
    ask: Annotated[Asking, typer.Option(help="When to ask you, as with run.")] = Asking.RISKY,
    out: Annotated[
        Path | None,
        typer.Option(help="Export the session and its pictures to this folder.", metavar="DIR"),
    ] = None,
    database: Database = None,
    non_interactive: options.NonInteractive = False,
    policy: Policy = None,
    as_json: Annotated[bool, typer.Option("--json", help="As with run.")] = False,
) -> None:
    """Do what a script says again, step by step, and tell what is not as it was recorded.

    The exit code is 0 where all was as recorded, 17 where something had drifted, 10 where the
    script no longer fits. Of a finding it is 16 where the fault comes up, and 0 where it does not.
    """

    def work() -> int:
        from app.run_command import RunOptions, run_goal

        choices = replay_choices(
            script, surface, ask, waits=not non_interactive, thinker=thinker, given=set_ or ()
        )
        wanted = RunOptions(choices, database or database_path(), out, as_json=as_json)
        return asyncio.run(run_goal(wanted, user_settings(policy), terminal(stderr=as_json)))

    exit_with(work)


@app.command()
def unattended(
    goal: Annotated[str, typer.Argument(help="What to reach, in plain words.", metavar="GOAL")],
    out: Annotated[
        Path, typer.Option(help="Where the session and the pictures go.", metavar="DIR")
    ] = Path("out"),
    database: Database = None,
) -> None:
    """Run the console on a virtual screen with nobody before it, on the practice desktop.

    The shipped policy approves what can be taken back and denies the rest.
    """
    from app.unattended import run_unattended

    exit_with(lambda: run_unattended(goal, out, database or database_path(), user_settings()))


@app.command()
def profiles(as_json: AsJson = False) -> None:
    """Show the profiles of limits, and what a run with each may take at the most.

    Tokens and money are those of the model that is set up; what is not known of it is said to be
    so. What is set by hand in the settings counts before a profile, in these figures too.
    """

    def work() -> int:
        for name, words in profile_lines(user_settings()):
            if as_json:
                plain = name.removesuffix(" *")
                print(json.dumps({"profile": plain, "counts": plain != name, "words": words}))
            else:
                terminal().print(in_markup(f"{name:<11} {words}"), highlight=False, soft_wrap=True)
        return 0

    exit_with(work)


@app.command()
def doctor(
    database: Annotated[
        Path | None, typer.Option(help="The session database to look at.", metavar="FILE")
    ] = None,
    calibrate: Annotated[
        bool,
        typer.Option(
            "--calibrate",
            help="Show targets on each monitor instead, click on them, and measure in pixels"
            " whether what is seen is what is hit. Esc ends it; the pointer returns.",
        ),
    ] = False,
    surface: Annotated[
        str,
        typer.Option(help="Where to calibrate: screen, practice, or display:N.", metavar="SURFACE"),
    ] = "screen",
    yes: Annotated[
        bool, typer.Option("--yes", help="Calibrate without asking before the pointer moves.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try everything that a run needs, and say how to mend what does not work.

    The exit code is 0 where all is good, 3 where something is bad.
    """
    if calibrate:
        from app.calibration_command import run_calibration

        exit_with(
            lambda: run_calibration(
                surface,
                user_settings(),
                terminal(),
                is_agreed=yes,
                agree=lambda: typer.confirm("Go on?"),
            )
        )
    from app.doctor import run_doctor

    path = database or database_path()
    exit_with(lambda: run_doctor(user_settings(), path, terminal(), as_json=as_json))


_RECORDS = (resume, sessions, show, compare, policy, export, verify, prune)
for _command in (mcp, phone, campaign, *_RECORDS):
    app.command()(_command)
app.command("import")(bring_in)
app.add_typer(guest)


def main() -> None:
    """The entry point: ``pilothouse``."""
    log_to_terminal()
    app()


def _with_browser(settings: Settings, *, allow_uploads: bool, headless: bool | None) -> Settings:
    """What was said on the command line counts for this run."""
    told = {"allow_uploads": allow_uploads or None, "headless": headless}
    said = {name: value for name, value in told.items() if value is not None}
    return settings.model_copy(update={"browser": settings.browser.model_copy(update=said)})
