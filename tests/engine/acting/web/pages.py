"""Pages written by hand: elements with their zones, as a browser would tell them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import Page, Tab, WebElement
from engine.domain.zones import Role, Source, State, Window, Zone

ROW_PX = 30
VIEW_PX = Rect(0, 0, 800, 600)
_TAGS = {
    Role.LINK: "a",
    Role.BUTTON: "button",
    Role.COMBO_BOX: "select",
    Role.TEXT_AREA: "textarea",
    Role.LABEL: "p",
    Role.HEADING: "h1",
    Role.LIST_ITEM: "li",
    Role.DIALOG: "div",
    Role.MENU_ITEM: "div",
}
_INPUT_TYPES = {
    Role.TEXT_FIELD: "text",
    Role.PASSWORD_FIELD: "password",
    Role.CHECK_BOX: "checkbox",
    Role.RADIO_BUTTON: "radio",
}
_counts = itertools.count(1)


class WebPage:
    """Collects elements from top to bottom; ``situation()`` is the finished fact."""

    def __init__(
        self, url: str = "https://shop.example/", title: str = "Shop", **facts: Any
    ) -> None:
        tab = Tab("tab-1", title, url, is_active=True)
        self._page = Page(url=url, title=title, tabs=(tab,), dom_hash="dom-1", view_height_px=600)
        self._page = replace(self._page, **facts)
        self._zones: list[Zone] = []
        self._elements: list[WebElement] = []

    def add(
        self,
        label: str,
        role: Role = Role.BUTTON,
        *states: State,
        value: str = "",
        shown: bool = True,
        at: Rect | None = None,
        agent_id: str = "",
        **facts: Any,
    ) -> str:
        """An element with its zone; the zone's id."""
        zone_id = agent_id or f"z{len(self._zones) + 1}"
        bounds = at or Rect(10, ROW_PX * len(self._zones), 200, ROW_PX - 4)
        state = {*states, State.ENABLED, *([State.EDITABLE] if role.is_field else [])}
        self._zones.append(
            Zone(
                zone_id=zone_id,
                label=label,
                role=role,
                bounds_px=bounds,
                state=frozenset(state),
                source=Source.DOM,
                value="" if role is Role.PASSWORD_FIELD else value,
                window_id="tab-1",
                on_screen=shown,
                source_key=f"e-{zone_id}",
            )
        )
        is_text = role in (Role.LABEL, Role.HEADING, Role.DIALOG)
        if not is_text:
            told: dict[str, Any] = {
                "agent_id": f"e-{zone_id}",
                "tag": _TAGS.get(role, "input"),
                "text": "" if role.is_field else label,
                "aria_label": label if role.is_field else "",
                "role": role.value,
                "band": "top",
                "bounds_px": bounds,
                "in_view": shown,
                "input_type": _INPUT_TYPES.get(role, ""),
                "value": "" if role is Role.PASSWORD_FIELD else value,
                **facts,
            }
            self._elements.append(WebElement(**told))
        return zone_id

    def situation(self, **facts: Any) -> Situation:
        """A new picture of the page; ``facts`` are other facts of it."""
        page = replace(self._page, elements=tuple(self._elements), **facts)
        windows = tuple(
            Window(tab.tab_id, tab.title, "Chromium", VIEW_PX, tab.is_active, order)
            for order, tab in enumerate(page.tabs)
            if tab.is_active
        )
        frame = Frame(next(_counts), 0.0, 1, 1, bytes(4))
        return Situation(frame, tuple(self._zones), windows, page=page)
