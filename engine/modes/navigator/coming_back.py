"""Back to the page that a run was on when it broke off: a step like any other, through the gate.

An address may act: opening ``/cart/add?id=3`` adds once more. One that reads so, or that
came of a form that was sent, is asked about; where the gate says no, the run goes on from the page
that the browser began with.
"""

from __future__ import annotations

import itertools
import re
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.domain.actions import Navigate
from engine.domain.errors import NobodyToAsk
from engine.domain.masks import holds_mask
from engine.domain.performing import StepDone, StepFailed, StepOverruled, StepRejected
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Page
from engine.domain.web.sites import is_web
from engine.language.folding import folded
from engine.language.grave_words import word_of_deed
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState

_NOT_OPENED = "the page of before was not opened again"


async def come_back(page: Page, state: NavState, work: Work) -> NavState | None:
    """What the state is told of it, None where there was nothing to do; ``page`` is the one that
    is there now. It is tried once."""
    url, work.comes_back_to = work.comes_back_to, ""
    if url == page.url or url == "about:blank" or not is_web(url):
        return None
    if holds_mask(url):
        why = "a part of its address is hidden"
        message = f"{url} was not opened again: {why}."
        await work.run.log.append(BrowserNoted("address_refused", message))
        return _told(why)
    step = PlanStep(
        step_number=1,
        zone_id=GLOBAL_ZONE_ID,
        zone_label="",
        action=Navigate(url),
        description=f"Open {url} again",
        has_risk_of=_risk_of(url, has_submitted=state["has_submitted"]),
    )
    try:
        result = await work.perform_aside(step, "the run was there when it broke off")
    except NobodyToAsk:
        return _told("it may act once more, and nobody could be asked")
    match result:
        case StepDone():
            return NavState()
        case StepOverruled():
            return NavState(is_overruled=True)
        case StepRejected(why=why) | StepFailed(why=why):
            return _told(why.rstrip("."))
        case _:
            return _told("left out by the operator")


def acting_word_in(url: str) -> str:
    """The word in an address that says that opening it does something; empty where none does.

    What was sought may be any words, so a query's value counts only where it is one word.
    """
    parts = urlsplit(url)
    said = [unquote(parts.path)]
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        said += [name, value if re.fullmatch(r"[a-z]+", folded(value)) else ""]
    for text in said:
        apart = folded(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
        words = re.findall(r"[a-z]+", apart)
        pairs = (f"{one}{other}" for one, other in itertools.pairwise(words))
        if found := word_of_deed((*words, *pairs)):
            return found
    return ""


def _risk_of(url: str, *, has_submitted: bool) -> str:
    if word := acting_word_in(url):
        return f"the word “{word}” in the address: opening it again may do so twice"
    if has_submitted:
        return "the page may have come of a form that was sent: opening it may send that again"
    return ""


def _told(why: str) -> NavState:
    return NavState(state_change=f"{_NOT_OPENED}: {why}")
