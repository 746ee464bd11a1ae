"""What a prompt says, read back: all that a model is given, and nothing beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.plans import Application, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, State, Window, Zone

WIDTH, ROW_HEIGHT = 400, 20
_SCREEN = re.compile(r"<<<SCREEN-(\w+) [^\n]*\n(zone_id .*?)\nSCREEN-\1>>>", re.S)
_WINDOW = re.compile(r"# (window|dialog) \d+(, in front)?: (.*?)(?: of (\S.*))?$")
_APPLICATION = re.compile(r"(.+?)(?: \((.+)\))?$")
_ESCAPED = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\|": "|", "\\\\": "\\"}
_STATES = {str(state): state for state in State}
_HEADS = ("zone_id", "(")
_LAUNCHES = re.compile(r"^Applications: (.*)$", re.M)


@dataclass(frozen=True, slots=True)
class PlanPrompt:
    """A prompt for a plan. ``failed`` is the description of the failed step, and why."""

    goal: str
    situation: Situation
    done: tuple[str, ...]
    failed: tuple[str, str] | None
    is_last: bool


def read_plan_prompt(prompt: str) -> PlanPrompt:
    goal = re.search(r"^Goal: (.*?)\n(?=\n)", prompt, re.M | re.S)
    failures = list(re.finditer(r"^  FAILED: (.*)\n  WHY: (.*)$", prompt, re.M))
    failed = failures[-1] if failures and "The last of these failed" in prompt else None
    assert goal is not None, prompt
    return PlanPrompt(
        goal=goal[1].strip(),
        situation=read_situation(prompt),
        done=tuple(_plain(each) for each in re.findall(r"^  DONE \d+\. (.*)$", prompt, re.M)),
        failed=(_plain(failed[1]), _plain(failed[2])) if failed else None,
        is_last="This is the last plan" in prompt,
    )


def read_situation(prompt: str) -> Situation:
    """Windows and zones as the table has them; places on the screen are those of the rows."""
    screen = _SCREEN.search(prompt)
    assert screen is not None, prompt
    windows: list[Window] = []
    zones: list[Zone] = []
    launches = _LAUNCHES.search(prompt)
    applications = _applications(launches[1]) if launches else ()
    for number, line in enumerate(screen[2].splitlines()):
        found = _WINDOW.match(line)
        if found is not None:
            windows.append(_window(found, len(windows)))
        elif not line.startswith((*_HEADS, "#")):
            zones.append(_zone(line, number, windows[-1].window_id if windows else ""))
    frame = Frame(1, 0.0, 1, 1, bytes(4))
    return Situation(frame, tuple(zones), tuple(windows), applications, _places(prompt))


def _window(found: re.Match[str], order: int) -> Window:
    kind, in_front, title, application = found.groups()
    title = "" if title == "(no title)" else _plain(title)
    bounds_px = Rect(0, 0, WIDTH, 1000)
    return Window(
        f"window {order}",
        title,
        _plain(application or ""),
        bounds_px,
        in_front is not None,
        order,
        kind == "dialog",
    )


def _zone(row: str, number: int, window_id: str) -> Zone:
    cells = [_plain(cell) for cell in re.split(r"(?<!\\) \| ", row)]
    zone_id, role, label, value, told = (*cells, *[""] * (5 - len(cells)))[:5]
    words = [word.strip() for word in told.split(",") if word.strip()]
    hidden = next((word for word in words if word.startswith("hidden")), None)
    states = {_STATES[word] for word in words if word in _STATES}
    if "disabled" not in words:
        states |= {State.ENABLED}
    zone_role = Role(role)
    if zone_role.is_actionable:
        states |= {State.EDITABLE}
    return Zone(
        zone_id=zone_id,
        label=label,
        role=zone_role,
        bounds_px=Rect(0, ROW_HEIGHT * number, WIDTH, ROW_HEIGHT),
        state=frozenset(states),
        value=value,
        window_id=window_id,
        parent_id=hidden.removeprefix("hidden").removeprefix(" in ") if hidden else "",
        on_screen=hidden is None,
        shortcut=next((word for word in words if "+" in word), ""),
        source_key=zone_id,
    )


def _applications(line: str) -> tuple[Application, ...]:
    names = re.sub(r" \(and \d+ more.*\)$", "", line).split(", ")
    found = [match for name in names if (match := _APPLICATION.match(name))]
    return tuple(Application(_plain(each[1]), _plain(each[2] or "")) for each in found)


def _places(prompt: str) -> dict[str, str]:
    folders = re.search(r"^Folders:\n((?:- .*\n)+)", prompt, re.M)
    lines = folders[1].splitlines() if folders else []
    pairs = (line.removeprefix("- ").split(": ", 1) for line in lines)
    return {_plain(name): _plain(path) for name, path in pairs}


def _plain(text: str) -> str:
    return re.sub(r"\\[nrt|\\]", lambda found: _ESCAPED[found[0]], text)
