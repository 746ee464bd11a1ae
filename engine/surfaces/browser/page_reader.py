"""From what the pass over a page told to the domain: its page, its tree, its window.

The pass (``resources/set_of_mark.js``) tells CSS pixels of the view; here they become frame
pixels. What it told comes from a browser that runs the page, so its form is checked once, here."""

import json
from typing import Any

from engine.domain.facts import Frozen, replace
from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import CUT_CHARS, Page, Table, WebElement
from engine.domain.zones import MOST_NAME_CHARS, Role, Source, State, Window

_OF_ELEMENT = frozenset(WebElement.__dataclass_fields__)
_OF_PAGE = frozenset(Page.__dataclass_fields__) - {"title", "tables", "said"}
"""What the pass calls as we do."""
_UNTOLD: dict[str, Any] = {
    **dict.fromkeys(
        ("role", "text", "input_type", "placeholder", "value", "context", "parent"), ""
    ),
    **dict.fromkeys(("in_view", "shown", "is_fixed", "is_navigation", "is_disabled"), False),
    **dict.fromkeys(("secret", "files", "toggles"), False),
    "states": (),
}
"""What the pass leaves out, since it is empty or false."""
_ERROR_PAGE = "chrome-error:"
_NOT_LOADED = "The page could not be loaded."
_SILENT_PAGE = "The page does not answer."
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


class BrowserFacts(Frozen):
    """What the browser knows of the shown tab, and a ``page`` without what is on it."""

    application: str
    tab_id: str
    page: Page
    file_askers: frozenset[str] = frozenset()


def tree_of(told: str, facts: BrowserFacts) -> AccessibleTree:
    """The page as the pass told of it (JSON)."""
    look: dict[str, Any] = json.loads(told)
    ratio = float(look["ratio"])
    view_px = rect_of([0, 0, look["width"], look["height"]], ratio)
    title = (look["title"] or look["url"])[:MOST_NAME_CHARS]
    window = Window(facts.tab_id or "browser", title, facts.application, view_px, True, 0)
    if look["url"].startswith(_ERROR_PAGE):
        return empty_tree(facts, window.bounds_px, url=facts.page.url, trouble=_NOT_LOADED)
    told_acts = [{**_UNTOLD, **one} for one in look["acts"]]
    acts = [_act_node(one, window, ratio) for one in told_acts]
    told_texts = [{**_UNTOLD, **one} for one in look["texts"]]
    usable = frozenset({State.ENABLED})
    texts = [
        _node(one, window, ratio, Role(one["kind"]), one["value"], "", usable) for one in told_texts
    ]
    elements = tuple(_element(one, ratio, facts.file_askers) for one in told_acts)
    return AccessibleTree(
        nodes=tuple(acts + texts),
        windows=(window,),
        cut_applications=(facts.application,) if look["isCut"] else (),
        source=Source.DOM,
        page=_page(look, elements, facts, ratio),
    )


def silent_tree(
    last: AccessibleTree | None, facts: BrowserFacts, bounds_px: Rect, url: str
) -> AccessibleTree:
    """Of a page that does not answer: what this very page told before, else nothing."""
    tree = empty_tree(facts, bounds_px, url=url, trouble=_SILENT_PAGE)
    page, now = tree.page, facts.page
    if last and (was := last.page) and was.url == url and last.windows[0].window_id == facts.tab_id:
        tree, page = last, replace(was, trouble=_SILENT_PAGE, tabs=now.tabs, notices=now.notices)
        page = replace(page, answers=now.answers, awaited=now.awaited, readings=now.readings)
    assert page is not None
    silent = (facts.application,)
    return replace(tree, page=replace(page, is_silent=True), silent_applications=silent)


def empty_tree(facts: BrowserFacts, view_px: Rect, *, url: str, trouble: str) -> AccessibleTree:
    """Of a page that can't be asked: it crashed, there is none, or the browser shows words of its
    own instead, which are no part of what was asked for."""
    page = replace(
        facts.page,
        url=url,
        trouble=facts.page.trouble or trouble,
        view_height_px=view_px.height,
        full_height_px=view_px.height,
    )
    window = Window(facts.tab_id or "browser", page.title, facts.application, view_px, True, 0)
    return AccessibleTree((), (window,), source=Source.DOM, page=page)


def rect_of(box: list[float], ratio: float) -> Rect:
    """CSS pixels (x, y, width, height) as frame pixels: every pixel that it touches in earnest."""
    x, y, width, height = (value * ratio for value in box)
    left, top = round(x), round(y)
    return Rect(left, top, max(0, round(x + width) - left), max(0, round(y + height) - top))


def _page(
    look: dict[str, Any], elements: tuple[WebElement, ...], facts: BrowserFacts, ratio: float
) -> Page:
    tables = (
        Table(each["caption"], tuple(each["heads"]), tuple(map(tuple, each["rows"])))
        for each in look.get("tables", ())
    )
    return replace(
        facts.page,
        **_alike(look, _OF_PAGE),
        title=look["title"][:MOST_NAME_CHARS],
        elements=elements,
        tables=tuple(tables),
        scroll_x_px=round(look["scrollX"] * ratio),
        scroll_y_px=round(look["scrollY"] * ratio),
        view_height_px=round(look["height"] * ratio),
        full_height_px=round(look["fullHeight"] * ratio),
        said=(*look.get("said", ()), *facts.page.said),
    )


def _alike(told: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: _in_tuples(value) for name, value in told.items() if name in names}


def _in_tuples(told: Any) -> Any:
    return tuple(map(_in_tuples, told)) if isinstance(told, list) else told


def _element(told: dict[str, Any], ratio: float, file_askers: frozenset[str]) -> WebElement:
    return WebElement(
        agent_id=told["key"],
        bounds_px=rect_of(told["box"], ratio),
        accepts_files=told["files"] or told["key"] in file_askers,
        is_covered=told["in_view"] and not told["shown"],
        **_alike(told, _OF_ELEMENT),
    )


def _act_node(told: dict[str, Any], window: Window, ratio: float) -> AccessibleNode:
    role = role_of_element(told["role"], told["tag"], told["input_type"], is_secret=told["secret"])
    role = Role.TOGGLE_BUTTON if told["toggles"] and role is Role.BUTTON else role
    states = set(map(State, told["states"]))
    if not told["is_disabled"]:
        states.add(State.ENABLED)
    is_secret = role is Role.PASSWORD_FIELD
    is_field = role.is_field or role.is_checkable
    about = "" if told["text"] else told["placeholder"] or (told["context"] if is_field else "")
    return _node(
        told, window, ratio, role, "" if is_secret else told["value"], about, frozenset(states)
    )


def _node(
    told: dict[str, Any],
    window: Window,
    ratio: float,
    role: Role,
    text: str,
    description: str,
    states: frozenset[State],
) -> AccessibleNode:
    return AccessibleNode(
        key=told["key"],
        parent_key=told["parent"] or window.window_id,
        window_key=window.window_id,
        application=window.application,
        role=role,
        name=told["text"],
        description=description,
        text=text,
        states=states,
        bounds_px=rect_of(told["box"], ratio),
        is_showing=told["shown"],
        is_fixed=told["is_fixed"],
        is_navigation=told["is_navigation"],
        is_cut=len(text) >= CUT_CHARS,
    )


def ways(history: dict[str, Any]) -> tuple[bool, bool]:
    """Whether a page lies before the shown one, and one behind; the blank one is none."""
    here, entries = history["currentIndex"], history["entries"]
    before = any(not entry["url"].startswith("about:blank") for entry in entries[:here])
    return before, here + 1 < len(entries)


def letters(number: int) -> str:
    """1 is ``a``, 26 ``z``, 27 ``aa``: the beginning of the ids of one document."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


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
