"""Typing lines into an editor that indents by itself, so that the text comes out as it is given.

After a line break such an editor puts in what it thinks that the next line begins with. The hands
select that (Shift+Home), and what is typed next takes its place; where nothing was put in, nothing
is selected. A terminal takes the key for a look at its former lines, which ends with the next one.
Only texts that make an editor indent are typed so, into what tells that it holds lines.
"""

import re
from collections.abc import Iterator

from engine.domain.actions import Action, PressKeys, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role

_MAKES_INDENT = re.compile(r"^[ \t]+\S.*\n|[:{(\[>]\n", re.MULTILINE)
_FROM_LINE_START = PressKeys(("shift", "home"))


def parts_of(step: PlanStep, before: Situation) -> Iterator[Action]:
    """The step's action, or what the hands do one after the other in its place."""
    action = step.action
    if not isinstance(action, TypeText) or not _may_be_indented(action.text, step, before):
        yield action
        return
    first, *others = action.text.split("\n")
    yield TypeText(f"{first}\n", replace=action.replace)
    for at, line in enumerate(others, 1):
        yield _FROM_LINE_START
        if at < len(others):
            yield TypeText(f"{line}\n")
        elif line:
            yield TypeText(line)
        else:  # nothing is to stand there: what is selected goes, and nothing else
            yield TypeText("x")
            yield PressKeys(("backspace",))


def _may_be_indented(text: str, step: PlanStep, before: Situation) -> bool:
    zone = before.zone(step.zone_id) or before.focused_zone
    takes_lines = zone is not None and zone.role is Role.TEXT_AREA
    is_told = zone is not None and zone.source.tells
    return takes_lines and is_told and _MAKES_INDENT.search(text) is not None
