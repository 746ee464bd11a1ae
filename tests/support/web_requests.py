"""Hand-built pages and requests of the web: elements by name, with a picture of one pixel."""

from __future__ import annotations

from typing import Any

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import GoalKind, Page, PageType, Stage, TaskMode, WebElement, WebGoal
from engine.domain.web.proposals import ActionName, WebRequest
from engine.domain.zones import Zone

SITE = "http://127.0.0.1:8000"
VIEW_PX = 600
_ROW_PX = 30
_ALL = tuple(ActionName)


def element(agent_id: str, text: str, role: str = "link", **facts: Any) -> WebElement:
    """One element in a row of its own; ids that are numbers say which row."""
    row = int(agent_id) if agent_id.isdigit() else 0
    bounds_px = Rect(10, _ROW_PX * row, 200, _ROW_PX - 4)
    third = min(2, bounds_px.y * 3 // VIEW_PX)
    tags = {"link": "a", "textbox": "input", "searchbox": "input", "combobox": "select"}
    told = {
        "tag": tags.get(role, role),
        "band": ("top", "mid", "bottom")[third],
        "bounds_px": bounds_px,
        "in_view": bounds_px.y < VIEW_PX,
        **facts,
    }
    return WebElement(agent_id=agent_id, text=text, role=role, **told)


def page(*elements: WebElement, path: str = "/", title: str = "Shop", **facts: Any) -> Page:
    return Page(
        url=f"{SITE}{path}", title=title, elements=elements, view_height_px=VIEW_PX, **facts
    )


def request(
    goal: str | WebGoal,
    seen: Page | None,
    *,
    stage: Stage = Stage.LOCATE,
    zones: tuple[Zone, ...] = (),
    **facts: Any,
) -> WebRequest:
    """A request with all elements of the page in its mapping."""
    situation = Situation(Frame(1, 0.0, 1, 1, bytes(4)), zones, (), page=seen)
    told = {
        "page_type": PageType.OTHER,
        "mapping": seen.elements if seen else (),
        "allowed": _ALL,
        "steps_left": 20,
        **facts,
    }
    return WebRequest(
        goal=wanted(goal) if isinstance(goal, str) else goal,
        situation=situation,
        stage=stage,
        **told,
    )


def wanted(
    text: str, mode: TaskMode = TaskMode.FIND, kind: GoalKind = GoalKind.OBJECT, **facts: Any
) -> WebGoal:
    return WebGoal(text, kind, mode, **facts)
