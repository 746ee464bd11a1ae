"""A planner of the web behind a model server: it sees nothing but the prompt, as any model does.

It reads the prompt back into a request and decides by the rules of the offline thinker, then
writes its action in the form that the prompt asks for. What it must know of what it did before
stands in its own reasons, which come back with the actions that were done."""

from __future__ import annotations

import json
from typing import Any

from engine.domain import actions
from engine.domain.errors import KnownError
from engine.domain.web.proposals import DOWN, TO_END, UP, ActionName, WebProposal
from engine.thinking.model.web.replies import ACTIONS
from engine.thinking.offline.web.steps import choose as choose_by_rules
from tests.support.web_choosers import proposed
from tests.support.web_prompt_page import WebPrompt, read_web_prompt
from tests.support.web_prompt_request import request_in

Said = dict[str, Any]

_PROMPT = 1  # behind the system's; a repair has more messages after it


def answer(body: dict[str, Any]) -> str:
    """The reply to a request of the chat protocol; where it knows of no action, it turns to the
    person, allowed or not: there is no other word for that."""
    prompt = read_web_prompt(body["messages"][_PROMPT]["content"])
    try:
        said = choose(prompt)
    except KnownError as error:
        said = _said(proposed(ActionName.ASK_USER, text=error.message, asked_by="goal"))
    return json.dumps(said, ensure_ascii=False)


def choose(prompt: WebPrompt) -> Said:
    """The next action. Raises ``KnownError`` where it knows of none."""
    request = request_in(prompt)
    said = _said(choose_by_rules(request))
    if request.goal.is_told:
        return said
    return said | {"kind": str(request.goal.kind), "mode": str(request.goal.mode)}


def _said(proposal: WebProposal) -> Said:
    """As the prompt wants it: what an action is about stands in its text; what is said to be done
    is the end."""
    lines = (_text(proposal), *proposal.choices)
    verb = next((name for name, each in ACTIONS.items() if each is proposal.action), "wait")
    step: Said = {"action": verb, "zone_id": proposal.agent_id, "text": "\n".join(lines)}
    if proposal.action is ActionName.TYPE:
        step["submit"] = proposal.submits
    step = {name: each for name, each in step.items() if each} | {"asked_by": proposal.asked_by}
    is_done = proposal.action is ActionName.DONE
    steps = [] if is_done and not proposal.text else [step]
    return {"reason": proposal.reason, "steps": steps, "finishes": is_done}


def _text(proposal: WebProposal) -> str:
    match proposal.acts:
        case actions.Navigate(url=text) | actions.Search(words=text):
            return text
        case actions.SwitchTab(tab_id=text):
            return text
        case actions.Scroll():
            ways = {DOWN: "down", UP: "up", TO_END: "end"}
            return ways[proposal.acts]
        case _:
            return proposal.text or proposal.typed
