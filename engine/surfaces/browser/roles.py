"""What a page's roles mean in this project's words. Pure; the names are those of WAI-ARIA 1.2."""

from __future__ import annotations

from engine.domain.zones import Role

_ROLES: dict[str, Role] = {
    "button": Role.BUTTON,
    "link": Role.LINK,
    "checkbox": Role.CHECK_BOX,
    "radio": Role.RADIO_BUTTON,
    "switch": Role.SWITCH,
    "tab": Role.TAB,
    "menuitem": Role.MENU_ITEM,
    "menuitemcheckbox": Role.CHECK_MENU_ITEM,
    "menuitemradio": Role.CHECK_MENU_ITEM,
    "option": Role.LIST_ITEM,
    "listitem": Role.LIST_ITEM,
    "listbox": Role.COMBO_BOX,
    "combobox": Role.COMBO_BOX,
    "textbox": Role.TEXT_FIELD,
    "searchbox": Role.TEXT_FIELD,
    "spinbutton": Role.SPIN_BOX,
    "slider": Role.SLIDER,
    "scrollbar": Role.SCROLL_BAR,
    "treeitem": Role.TREE_ITEM,
    "gridcell": Role.CELL,
    "cell": Role.CELL,
    "columnheader": Role.COLUMN_HEADER,
    "rowheader": Role.CELL,
    "canvas": Role.CANVAS,
    "img": Role.ICON,
}
_TEXTS: dict[str, Role] = {
    "heading": Role.HEADING,
    "label": Role.LABEL,
    "alert": Role.ALERT,
    "status": Role.STATUS,
    "image": Role.IMAGE,
    "progress": Role.PROGRESS_BAR,
    "frame": Role.GROUP,
}


def role_of_element(role: str, tag: str, input_type: str, *, is_secret: bool) -> Role:
    """Of something to act upon; what nobody has named is a button, since it can be clicked."""
    if is_secret or input_type == "password":
        return Role.PASSWORD_FIELD
    known = _ROLES.get(role)
    if known is Role.TEXT_FIELD and (tag == "textarea" or (not input_type and tag != "input")):
        return Role.TEXT_AREA
    if known is None and tag in {"audio", "video"}:
        return Role.OTHER
    return known or Role.BUTTON


def role_of_text(kind: str) -> Role:
    """Of something to read; ``kind`` is the pass's own word for it."""
    return _TEXTS[kind]
