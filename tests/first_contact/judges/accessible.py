"""Judges that look at the raw accessibility of a desktop's programs."""

from typing import Any

from tests.first_contact.desks import Desk


def _found(desk: Desk, role: str, name: str) -> list[dict[str, Any]]:
    """Those of a role and name; each is `*` for any."""
    return [
        each
        for each in desk.accessibles()
        if role in ("*", each["role"]) and name in ("*", each["name"])
    ]


def has(desk: Desk, role: str, name: str, state: str) -> bool:
    """Whether one of that role and name has the state, such as `checked` or `showing`."""
    return any(state in each["states"] for each in _found(desk, role, name))


def has_at(desk: Desk, role: str, name: str, at: int, state: str) -> bool:
    """Whether the one at that place among those of the role and name has the state, from 0."""
    found = _found(desk, role, name)
    return at < len(found) and state in found[at]["states"]


def lacks(desk: Desk, role: str, name: str, state: str) -> bool:
    """Whether there is one of that role and name, and none has the state."""
    found = _found(desk, role, name)
    return bool(found) and not any(state in each["states"] for each in found)


def states(desk: Desk, role: str, name: str, state: str = "checked") -> list[bool]:
    """Whether each of them has the state, to be compared, be its menu open or not."""
    return [state in each["states"] for each in _found(desk, role, name)]


def shown(desk: Desk, role: str, name: str) -> int:
    """How many of that role and name show, to be compared."""
    return sum("showing" in each["states"] for each in _found(desk, role, name))


def shows_text(desk: Desk, role: str, text: str) -> bool:
    """Whether one of that role that shows has the text as text or name."""
    for each in _found(desk, role, "*"):
        told = f"{each.get('text', '')}\n{each['name']}"
        if "showing" in each["states"] and text in told:
            return True
    return False


def texts(desk: Desk, role: str) -> list[str]:
    """The texts of all of that role that show, to be compared."""
    return [each.get("text", "") for each in _found(desk, role, "*") if "showing" in each["states"]]
