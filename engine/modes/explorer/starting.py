"""Beginning: what is explored is started and known by its windows, and comes back there.

A goal may be the name of an application; then it is started through the gate. What is there then
is the start state, to which the surface is set back where it can. Where it can't, an application
that has ended is started again; that is all that can be done."""

import re
from dataclasses import replace

from engine.domain import conditions, errors, events, scripts
from engine.domain.actions import FocusWindow, GoBack, Launch
from engine.domain.exploring.limits import CompletionReason, Home, Scope
from engine.domain.plans import GLOBAL_ZONE_ID, Application, PlanStep, Situation
from engine.domain.web.sites import host_of, is_same_site
from engine.domain.zones import Window
from engine.language.labels import plain
from engine.modes.explorer.run import ActionResult, Ending, Work, adopt_aside, note_state, perform
from engine.modes.found_again import Aimed
from engine.session.session import Session

_ASKED = re.compile(
    r"^(please )?(test|explore|try( out)?|check|play|open|launch|start"
    r"|find (bugs|faults|crashes) in) (the )?|^the | (app|application|game|program)$"
)
_MOST_EARLY_ENDS, _EARLY_ACTIONS = 8, 3


async def start(work: Work) -> Ending | None:
    """The first look and, where the goal is the name of an application, its start."""
    run = work.run
    went_on = "the run went on after it broke off"
    first = await run.looks.observe("first look" if run.resumed is None else went_on)
    installed = first.applications if first.page is None else ()
    application = application_named(run.goal, installed)
    work.home = Home(launched=application)
    running = windows_called(application, first) if application else ()
    if application and not running and (ended := await _launch(work)):
        return ended
    own = running or run.looks.seen.windows_since(first)
    if application and not own:
        words = f"{application} was started and shows no window: it may have ended at once."
        return Ending(CompletionReason.ERROR, words)
    seen = run.looks.seen
    windows = own if application and own else seen.windows
    names = frozenset(window.application for window in windows if window.application)
    work.home = Home(names, application, host_of(seen.page.url) if seen.page is not None else "")
    if work.acted_in_before and work.home.applications and not application:
        work.home = replace(work.home, applications=work.acted_in_before)
        if is_gone(work):
            words = f"It can't go on: {_none_left(work.home)}."
            return Ending(CompletionReason.ERROR, words)
    if not run.looks.seen.windows:
        words = f"There is nothing to explore: no window is open, and “{run.goal}” is not the name"
        return Ending(CompletionReason.ERROR, f"{words} of an application that is installed.")
    if words := _nothing_allowed(work.limits.scope, run.looks.seen):
        return Ending(CompletionReason.ERROR, words)
    run.start.keep_to(work.home)
    if (way := _way_to_front(work.home, run.looks.seen)) is not None:
        await _aside(run, way, "It stands behind something else.")
    try:
        await run.start.mark()
    except errors.ActionImpossible as error:
        words = f"{error.message} The surface goes back to where it was before."
        await run.log.append(events.WarningRaised(words))
    await _begin(work)
    return None


def _nothing_allowed(scope: Scope, seen: Situation) -> str:
    """Why nothing could ever be done, where no window or no zone fits the operator's list: all that
    could bring up another one is left alone."""
    windows = [each for each in seen.windows if scope.allows_window(each)]
    if not windows:
        there = ", ".join(f"“{each.name}”" for each in seen.windows)
        return f"No window in sight has {_either(scope.windows)} in its title; there are {there}."
    ids = {each.window_id for each in windows}
    if any(scope.allows_zone(each.label) for each in seen.zones if each.window_id in ids):
        return ""
    return f"No zone in sight has {_either(scope.zones)} in its label." if scope.zones else ""


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(f"“{each}”" for each in words)


async def start_again(work: Work, why: str, *, is_walk: bool = False) -> Ending | None:
    """Back at the start state: reset where the surface can, else only started again if it has
    ended. Where a reset stuck in its middle, what is there then is the start. Why exploring can't
    go on, if so. ``is_walk``: it may have ended since a walk ended it, which is what walks are for.
    """
    run = work.run
    if not is_walk and (ended := _ends_by_itself(work)):
        return ended
    was_reset = await _reset(work, why)
    if not was_reset and run.looks.last is not None and not is_gone(work):
        return None  # what was done so far still counts
    await run.looks.observe(why)
    if work.home.launched and is_gone(work) and (ended := await _launch(work)):
        return ended
    if is_gone(work):
        gone = _none_left(work.home)
        words = f"{gone[0].upper()}{gone[1:]}, and it could not be started again."
        return Ending(CompletionReason.ERROR, words)
    await _begin(work)
    return None


async def come_home(work: Work, why: str) -> Ending | None:
    """After a group: back to what is explored, where an action led out of it in spite of all."""
    if is_gone(work):
        return await start_again(work, f"{why}: {_none_left(work.home)}")
    if work.trace:  # it outlived what was done since its start
        work.early_ends = 0
    if (way := _way_home(work.home, work.run.looks.seen)) is None:
        return None
    result = await _aside(work.run, way, "Back to what is explored.")
    if not result.succeeded or _way_home(work.home, work.run.looks.seen) is not None:
        return await start_again(work, f"{why}: something else came to the front")
    work.trace.append(scripts.TracedStep(way.action, way.description))
    await note_state(work, by=way.description)
    return None


def _ends_by_itself(work: Work) -> Ending | None:
    """Whether it ended time and again soon after its start: it is not started for ever."""
    is_early = is_gone(work) and len(work.trace) <= _EARLY_ACTIONS
    work.early_ends = work.early_ends + 1 if is_early else 0
    if work.early_ends < _MOST_EARLY_ENDS:
        return None
    words = f"What is explored ended {_MOST_EARLY_ENDS} times in a row, each time after at most"
    return Ending(
        CompletionReason.ERROR, f"{words} {_EARLY_ACTIONS} actions; it is not started again."
    )


def is_gone(work: Work) -> bool:
    """No window of what is explored is left."""
    return not _own_windows(work.home, work.run.looks.seen)


def _none_left(home: Home) -> str:
    """What is seen, and no more: the program may go on without a window."""
    if home.host:
        return "no page of what is explored is left"
    name = home.launched or ", ".join(sorted(home.applications)) or "what is explored"
    return f"no window of {name} is left"


def application_named(goal: str, applications: tuple[Application, ...]) -> str:
    """The installed application whose name the goal is; empty where it is none's."""
    said = plain(goal).rstrip(".")
    wanted = {said, _ASKED.sub("", _ASKED.sub("", said)).strip()} - {""}
    for each in applications:
        entry = each.entry_id.removesuffix(".desktop").casefold()
        if wanted & {plain(each.name), entry, entry.rpartition(".")[2]} - {""}:
            return each.name
    return ""


def windows_called(application: str, seen: Situation) -> tuple[Window, ...]:
    """The windows of an application that runs already."""
    name = plain(application)
    return tuple(
        window
        for window in seen.windows
        if name == plain(window.application) or name in plain(window.title)
    )


def _own_windows(home: Home, seen: Situation) -> list[Window]:
    return [
        window
        for window in seen.windows
        if not home.applications or window.application in home.applications
    ]


def _way_home(home: Home, seen: Situation) -> PlanStep | None:
    """One step back to what is explored; None where that is in front."""
    if seen.page is not None:
        host = host_of(seen.page.url)
        if not home.host or not host or is_same_site(host, home.host):
            return None
        return PlanStep(1, GLOBAL_ZONE_ID, "", GoBack(), f"Go back from {host}")
    return _way_to_front(home, seen) if seen.active_window is not None else None


def _way_to_front(home: Home, seen: Situation) -> PlanStep | None:
    """What runs already may stand behind others, or have no keyboard; None where it is in front."""
    own, active = _own_windows(home, seen), seen.active_window
    if seen.page is not None or not own or active in own:
        return None
    title = own[0].title or own[0].application
    return PlanStep(1, GLOBAL_ZONE_ID, "", FocusWindow(title), f"Bring “{title}” to the front")


async def _reset(work: Work, why: str) -> bool:
    if not work.run.start.can_reset:
        return False
    try:
        await work.run.start.reset(why)
    except errors.ActionImpossible:
        return False
    return True


async def _launch(work: Work) -> Ending | None:
    name = work.home.launched
    step = PlanStep(
        1, GLOBAL_ZONE_ID, "", Launch(name), f"Start {name}", expected_change=conditions.NewWindow()
    )
    result = await _aside(work.run, step, f"{name} is started, to be explored.")
    if result.succeeded:
        await work.run.looks.observe(f"{name} was started")
        return None
    return Ending(CompletionReason.ERROR, f"{name} could not be started: {result.why}")


async def _aside(run: Session, step: PlanStep, reason: str) -> ActionResult:
    """An action that no thinker proposed."""
    await adopt_aside(run, (Aimed(step),), reason)
    return await perform(run, Aimed(step))


async def _begin(work: Work) -> None:
    """From here on the path to a fault is counted."""
    work.trace.clear()
    work.transitions.clear()
    work.is_broken = False
    work.starts += 1
    await work.watch.begin(work.run.looks.seen)
    await note_state(work)
