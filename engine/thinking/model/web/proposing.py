"""From a model's reply to a proposal of the domain, and what the reply can still get wrong on this
page, said so that it can be mended.

Two kinds: what can't be carried out at all (no such element), and what could be but is not wanted
now (not allowed at this stage, failed too often). Who insists on the second is taken at their
word: it is the navigator that refuses it then, and records that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from engine.domain.web.goals import TaskMode
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.language.labels import plain_text
from engine.thinking.model.web.element_table import told_option
from engine.thinking.model.web.replies import WebActionReply

_SENTENCE_CHARS = 300
_HOST = re.compile(r"(?:[\w-]+\.)+[\w-]+(?::\d+)?|localhost(?::\d+)?", re.IGNORECASE)
_IS_NEAR = re.compile(r"localhost|127\.", re.IGNORECASE)
_PAGE_ENDINGS = frozenset({"html", "htm", "php", "asp", "aspx", "jsp", "pdf", "txt", "zip", "csv"})
_WITH_ELEMENT = (ActionName.CLICK, ActionName.TYPE, ActionName.SCROLL, ActionName.SEARCH)
_WITH_TEXT = (ActionName.TYPE, ActionName.SEARCH, ActionName.DONE, ActionName.ASK_USER)


def proposal_from(reply: WebActionReply, request: WebRequest) -> WebProposal:
    """The action with what counts for it, and nothing else."""
    action = reply.action
    page = request.situation.page
    element = reply.element if action in _WITH_ELEMENT else ""
    if action is ActionName.SEARCH and not element:
        element = next(iter(request.search_controls), "")
    text = reply.text if action in _WITH_TEXT else ""
    if action is ActionName.TYPE:
        typed_into = next((each for each in request.mapping if each.agent_id == element), None)
        text = whole_option(text, typed_into) if typed_into else text
    return WebProposal(
        action=action,
        agent_id=element,
        text=text,
        url=_address(reply.url, page.url if page else "") if action is ActionName.NAVIGATE else "",
        tab_id=reply.tab if action is ActionName.SWITCH_TAB else "",
        direction=reply.direction,
        submit=reply.submit and action is ActionName.TYPE,
        choices=tuple(reply.choices) if action is ActionName.ASK_USER else (),
        reason=" ".join(reply.reason.split())[:_SENTENCE_CHARS],
        asked_by=reply.asked_by,
        goal_kind=reply.kind,
        task_mode=reply.mode,
        proofs=tuple(reply.proofs),
    )


def whole_option(said: str, element: WebElement) -> str:
    """The option of a list that was said as its row told it, cut where it is long."""
    meant = (each for each in element.options if said == told_option(each))
    return said if said in element.options else next(meant, said)


def full_url(said: str, page_url: str) -> str:
    """The address with its scheme and host; what names no host is of the page's own site.

    Raises ``ValueError`` for what can be none.
    """
    first, here = re.split(r"[/?#]", said, maxsplit=1)[0], urlsplit(page_url)
    if first and first == here.netloc:
        return f"{here.scheme}://{said}"
    if _HOST.fullmatch(first) and first.rpartition(".")[2].casefold() not in _PAGE_ENDINGS:
        return f"{'http' if _IS_NEAR.match(first) else 'https'}://{said}"
    return urljoin(page_url, said)


def _address(said: str, page_url: str) -> str:
    """As ``full_url``; what can be no address stays as it was said, for whoever refuses it."""
    try:
        return full_url(said, page_url)
    except ValueError:
        return said


_NAMED = 12
_TEXT_CHARS = 40
_SCHEMES = ("http", "https")
_TEXT_TAGS = frozenset({"input", "textarea", "select"})
_TAKE_NO_TEXT = frozenset(
    {"button", "link", "checkbox", "radio", "tab", "menuitem", "switch", "option", "image"}
)
_NO_TEXT_INPUTS = frozenset({"button", "submit", "reset", "checkbox", "radio", "image", "file"})
_ON_ELEMENTS = frozenset({ActionName.CLICK, ActionName.TYPE, ActionName.SCROLL, ActionName.SEARCH})


def why_impossible(reply: WebActionReply, request: WebRequest) -> str:
    """Why it can't be carried out on this page, in a sentence; empty where it can."""
    page = request.situation.page
    match reply.action:
        case ActionName.CLICK | ActionName.TYPE | ActionName.SCROLL | ActionName.SEARCH:
            return _wrong_element(reply, request)
        case ActionName.NAVIGATE:
            scheme = urlsplit(full_url(reply.url, page.url if page else "")).scheme
            if scheme not in _SCHEMES:
                return f'a web address (http or https) is needed, not "{reply.url[:40]}"'
        case ActionName.SWITCH_TAB:
            tabs = [tab.tab_id for tab in page.tabs] if page else []
            if reply.tab not in tabs:
                return f'there is no tab "{reply.tab}"; there are {_listed(tabs)}'
        case ActionName.DONE if request.goal.mode is TaskMode.ANSWER and not reply.text:
            return 'done needs "text" here: the answer to the goal, as the page says it'
        case _:
            pass
    return ""


def why_unwanted(reply: WebActionReply, request: WebRequest) -> str:
    """Why it should not be done now, in a sentence; empty where nothing is against it."""
    if reply.action not in request.allowed:
        return f"{reply.action} is not allowed now; allowed are {_listed(request.allowed)}"
    if reply.action not in _ON_ELEMENTS:
        return ""
    element = mapped(reply.element, request)
    if reply.element in request.avoid:
        return f"element {reply.element} failed too often; take another one or another way"
    if element and element.is_disabled and reply.action is not ActionName.SCROLL:
        return f"element {reply.element} is disabled; what it waits for comes first"
    return ""


def mapped(agent_id: str, request: WebRequest) -> WebElement | None:
    """The element of the mapping with this id."""
    return next((each for each in request.mapping if each.agent_id == agent_id), None)


def _wrong_element(reply: WebActionReply, request: WebRequest) -> str:
    is_needed = reply.action in (ActionName.CLICK, ActionName.TYPE)
    if not reply.element and not is_needed:
        return ""
    element = mapped(reply.element, request)
    if element is None:
        if reply.action is ActionName.SEARCH and reply.element in request.search_controls:
            return ""
        ids = [each.agent_id for each in request.mapping]
        return f'there is no element "{reply.element}" in the table; there are {_listed(ids)}'
    if reply.action is ActionName.TYPE:
        return _wrong_for_text(reply, element)
    return ""


def _wrong_for_text(reply: WebActionReply, element: WebElement) -> str:
    """A list of options takes one of them, a button none."""
    if element.accepts_files:
        return ""  # the text is a file's path; whether it may be given away, the gate says
    kind = element.role or element.tag
    is_field = element.tag in _TEXT_TAGS and element.input_type not in _NO_TEXT_INPUTS
    if not is_field and (kind in _TAKE_NO_TEXT or element.input_type in _NO_TEXT_INPUTS):
        return f"no text can be typed into element {element.agent_id}, it is a {kind}; click it"
    names = [plain_text(option) for option in element.options]
    said = plain_text(whole_option(reply.text, element))
    if element.tag == "select" and names and said not in names:
        return (
            f'element {element.agent_id} has no option "{reply.text[:_TEXT_CHARS]}"; take one of'
            " its options, letter for letter"
        )
    return ""


def _listed(names: Iterable[str]) -> str:
    """At most twelve of them."""
    told = [str(name)[:_TEXT_CHARS] for name in names]
    more = f" and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    return (", ".join(told[:_NAMED]) or "none") + more
