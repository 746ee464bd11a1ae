"""From a model's reply to a proposal of the domain, with what counts for its action."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
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
