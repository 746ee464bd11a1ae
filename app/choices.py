"""What the operator chose for one run, and which surface goes with which mode.

The director works on desktops, with a model in a browser too, the navigator in a browser, the
explorer on both; what does not go together is refused here, before anything is brought up."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.domain import facts, guests, scripts, verdicts
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown
from engine.domain.web.sites import first_address_in, full_url
from engine.language.scripts import script_from_text

BROWSER, SEAT, VNC = "browser", "seat", "vnc"
SURFACES_SAID = (
    "practice, screen, display:N, vnc:HOST:PORT, seat:HOST, seat:HOST/screen, seat:HOST/display:N,"
    " browser, or browser:ADDRESS"
)
OFFLINE = "offline"
LAST = "last"
MODEL = "model"
"""Stands for the model that is set up, whatever its name."""
PROMPTS_VARIABLE = "INTERACTIVE_PROMPTS"
_SERVER = re.compile(r"(\[[0-9a-f:.]+\]|\w[\w.-]*)(?:(::?)(\d{1,5}))?", re.IGNORECASE)
_MACHINE = re.compile(r"((?!-)[\w.-]+(?:@(?!-)[\w.-]+)?)(?:/(screen|display:\d{1,5}))?", re.ASCII)
_FIRST_PORT, _MOST_DISPLAYS = 5900, 100
_SAID = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


class AddressUnusable(NameUnknown):
    """What was written as the address of the first page, or of a server, is none."""


class RunChoices(facts.Frozen):
    """The goal, and what stands in the combos of the console's goal bar.

    ``surface`` is one of ``SURFACES_SAID``. ``is_interactive``: the agent's questions wait for the
    operator; else they are recorded and nobody is waited for. ``resumes`` is the id of a session
    that broke off and goes on (or ``LAST``, the last one that did), ``replays`` the script that is
    walked, ``seat`` where a guest sits, who sees what is ``granted``, and is sent pictures where
    ``shows_pictures``."""

    goal: str
    surface: str = "practice"
    thinker: str = OFFLINE
    asking: Asking = Asking.RISKY
    is_unattended: bool = False
    mode: verdicts.ModeName = "director"
    is_interactive: bool = True
    resumes: str = ""
    replays: scripts.Script | None = None
    seat: guests.Seat | None = None
    granted: guests.Granted = guests.ALL
    shows_pictures: bool = False


def choices_said(
    goal: str, surface: str, mode: str, thinker: str, asking: Asking, resumes: str, *, waits: bool
) -> RunChoices:
    """What the command line said, put together; ``resumes`` is the session that goes on, ``waits``:
    questions wait. Raises ``NameUnknown`` where these don't go together."""
    if resumes and (surface or mode):
        raise NameUnknown(
            "A session goes on where and as it was.", "Leave --mode and --surface out."
        )
    surface, its_mode = surface_and_mode(surface, mode)
    surface = begun_at(surface, goal)
    if not start_address(surface) and its_mode == "explorer" and is_browser(surface):
        raise NameUnknown(
            "An exploration on the web needs a page to begin at.",
            "Say for instance --surface browser:https://example.org.",
        )
    if its_mode == "manual":
        raise NameUnknown("Acting by hand needs the live picture.", "Open it: pilothouse console")
    return RunChoices(
        goal,
        surface,
        thinker,
        asking,
        mode=its_mode,
        is_interactive=waits and prompts_are_answered(),
        resumes=resumes,
    )


def surface_and_mode(surface: str, mode: str) -> tuple[str, verdicts.ModeName]:
    """The two as they belong together; an empty one follows from the other. A guest's mode is not
    said, but follows from how it comes. Raises ``NameUnknown`` for a mode that is none, and where
    the two don't fit."""
    vnc_server(surface)
    seat_said(surface)
    if is_browser(surface):
        start_address(surface)
    match mode:
        case "":
            surface = surface or "practice"
            return surface, "navigator" if is_browser(surface) else "director"
        case "navigator" if surface and not is_browser(surface):
            raise NameUnknown(
                f"The navigator works in a browser, not on the surface “{surface}”.",
                "Leave --surface out, or say --surface browser or --surface browser:ADDRESS.",
            )
        case "navigator":
            return surface or BROWSER, "navigator"
        case "director":
            return surface or "practice", "director"
        case "explorer" | "manual" | "guest":
            return surface or "practice", mode
        case _:
            raise NameUnknown(
                f"There is no mode called “{mode}”.",
                "The modes are: director, navigator and explorer.",
            )


def begun_at(surface: str, goal: str) -> str:
    """A browser without an address begins at the first one that the goal names, if any."""
    address = first_address_in(goal) if surface.rstrip(":") == BROWSER else ""
    return f"{BROWSER}:{address}" if address else surface


def check_beginning(choices: RunChoices) -> None:
    """Without a model nothing chooses where to begin. Raises ``AddressUnusable`` where a run on the
    web has no page to begin with, ``NameUnknown`` where nobody could direct it."""
    if choices.mode == "director" and is_browser(choices.surface) and choices.thinker == OFFLINE:
        raise NameUnknown(
            "On the web the director needs a model.", "Say --thinker model, or leave --mode out."
        )
    has_none = choices.surface.rstrip(":") == BROWSER and not choices.resumes
    if choices.mode == "navigator" and has_none and choices.thinker == "offline":
        raise AddressUnusable(
            "There is no page to begin with: neither the goal nor the surface names a site.",
            "Name it in the goal (“open example.org, then …”), write it beside the goal, or say"
            " --surface browser:https://example.org.",
        )


def is_browser(surface: str) -> bool:
    return surface == BROWSER or surface.startswith(f"{BROWSER}:")


def vnc_server(surface: str) -> tuple[str, int] | None:
    """Host and port of ``vnc:HOST:PORT``, None for other surfaces. A number below 100 after one
    colon is that of a display, as viewers have it, whose port lies 5900 above it; without one it is
    display 0, two colons are before a port. An address of IPv6 stands in brackets. Raises
    ``AddressUnusable`` for what is none."""
    kind, _, said = surface.partition(":")
    if kind != VNC:
        return None
    if found := _SERVER.fullmatch(said.strip().removeprefix("//")):
        host, colons, number = found[1].lower(), found[2], int(found[3] or 0)
        is_display = colons != "::" and number < _MOST_DISPLAYS
        port = number + _FIRST_PORT if is_display else number
        if 0 < port < 1 << 16:
            return host, port
    raise AddressUnusable(
        f"“{said}” is no address of a VNC server." if said else "No VNC server is named.",
        "Write it as in studio:5901, or studio:1 for its display :1.",
    )


def seat_said(surface: str) -> tuple[str, str]:
    """The machine of ``seat:HOST``, as ssh knows it, and what is behind it, ``screen`` or
    ``display:N``, empty for a practice desktop there; both for other surfaces. Raises
    ``AddressUnusable`` for what is none."""
    kind, _, said = surface.partition(":")
    if kind != SEAT:
        return "", ""
    if found := _MACHINE.fullmatch(said := said.strip()):
        return found[1], found[2] or ""
    raise AddressUnusable(
        f"“{said}” is no machine’s name." if said else "No machine is named.",
        "Write it as ssh knows it: seat:studio or seat:me@studio, and seat:studio/screen for the"
        " screen there. Ports belong into ~/.ssh/config.",
    )


def is_practice_desktop(surface: str) -> bool:
    """Begun for a run and thrown away after it, here or on another machine."""
    machine, screen = seat_said(surface)
    return surface == "practice" or bool(machine and not screen)


def start_address(surface: str) -> str:
    """The address after ``browser:``, with a scheme; empty where there is none. Without a scheme it
    is ``https``, for the machine itself ``http``. Raises ``AddressUnusable`` where it can't be an
    address."""
    said = surface.removeprefix(BROWSER).removeprefix(":").strip()
    if not said:
        return ""
    scheme, separator, _ = said.partition("://")
    address = said if separator else full_url(said)
    if "://" not in address and address != "about:blank":
        address = f"https://{said}"
    is_web = address.startswith(("http://", "https://", "about:blank"))
    if any(letter.isspace() for letter in address) or not is_web:
        raise AddressUnusable(
            f"“{said}” is not an address that a browser can open"
            + (f" (it begins with {scheme})." if separator and not is_web else "."),
            "Say for instance --surface browser:https://example.org.",
        )
    return address


def prompts_are_answered(
    environment: Mapping[str, str] = os.environ, *, otherwise: bool = True
) -> bool:
    """Whether the agent's questions wait for somebody: as ``INTERACTIVE_PROMPTS`` says, and where
    it says nothing, ``otherwise``. Raises ``NameUnknown`` for a word that is neither yes nor no."""
    said = environment.get(PROMPTS_VARIABLE, "").strip().casefold()
    if not said:
        return otherwise
    if said not in _SAID:
        raise NameUnknown(
            f"{PROMPTS_VARIABLE} is “{said}”, which is neither yes nor no.",
            f"Set it to 1 or 0, or unset {PROMPTS_VARIABLE}.",
        )
    return _SAID[said]


def start_words(choices: RunChoices) -> str:
    """What a run on the web says before anything is loaded, as the browser takes seconds to come
    up; empty for runs on a desktop. Where no page is named, how to name one."""
    if choices.resumes or not is_browser(choices.surface):
        return ""
    address = start_address(choices.surface)
    if address:
        return f"Starting the browser at {address} …"
    return (
        "Starting the browser with an empty page: your goal names no site. To begin with one,"
        " name it in the goal or say --surface browser:https://example.org."
    )


_MOST_CHARS = 10_000_000


def replay_choices(
    file: Path,
    surface: str,
    asking: Asking,
    *,
    waits: bool,
    thinker: str = OFFLINE,
    given: Sequence[str] = (),
) -> RunChoices:
    """To walk that script on the ``surface``, or where it is empty, on its own; ``waits``:
    questions wait; ``given`` are parameters, as ``name=value``. Raises ``NameUnknown`` for what is
    no script."""
    pairs = [each.partition("=") for each in given]
    if wrong := [name for name, sign, _ in pairs if not sign or not name]:
        raise NameUnknown(f"“{wrong[0]}” gives no parameter.", "Say --set NAME=VALUE.")
    why = f"The script {file} can't be read: {{why}}."
    unread = NameUnknown.instead_of((OSError, UnicodeDecodeError), why, "Name another.")
    with unread, file.open() as opened:
        text = opened.read(_MOST_CHARS)
    script = script_from_text(text, str(file), {name: value for name, _, value in pairs})
    surface = surface or script.surface
    if is_browser(surface):
        start_address(surface)
    return RunChoices(
        script.goal or f"Replay of {file.name}",
        surface,
        thinker,
        asking,
        mode="script",
        is_interactive=waits and prompts_are_answered(),
        replays=script,
    )
