"""A card in the words of other programs, and their answers in ours: LangChain's human-in-the-loop
requests (which LangGraph's interrupts carry), AG-UI's interrupts, ACP's permission requests.

None of them can say more than the console: yes or no to the one request, an answer to a question,
or, as ACP's “always”, a yes beforehand that ends, where the request allows for one. Sources:
langchain 1.5, ag-ui-protocol 1.0, agent-client-protocol 0.12.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from app.joining import Card
from engine.domain.approvals import ApprovalRequest, Approve, Grant, OperatorAnswer, Reject
from engine.language.action_words import asked_words

Answer = OperatorAnswer | str
_GRANT_SECS = 300.0


def _words(card: Card) -> str:
    """What is asked, with what a person has to know of it."""
    asks = card.asks
    if not isinstance(asks, ApprovalRequest):
        return asks.question
    care = f"Take care: {asks.suspicion}\n" if asks.suspicion else ""
    return f"{care}{asked_words(asks.step)}\nRisk: {asks.risk.risk_class} ({asks.risk.why})"


def to_langgraph(card: Card) -> dict[str, Any]:
    name, args, allowed = "ask_operator", {}, ["respond"]
    if isinstance(card.asks, ApprovalRequest):
        step, allowed = card.asks.step, ["approve", "reject"]
        name, args = step.action.kind, {"zone": step.zone_label}
    return {
        "action_requests": [{"name": name, "args": args, "description": _words(card)}],
        "review_configs": [{"action_name": name, "allowed_decisions": allowed}],
    }


def from_langgraph(card: Card, said: Any) -> Answer | None:
    match said:
        case {"decisions": [{"type": "approve"}]}:
            return Approve()
        case {"decisions": [{"type": "reject", **more}]}:
            return Reject(str(more.get("message") or ""))
        case {"decisions": [{"type": "respond", "message": str(message)}]}:
            return message
    return None


def to_ag_ui(card: Card) -> dict[str, Any]:
    is_request = isinstance(card.asks, ApprovalRequest)
    named, kind = ("approved", "boolean") if is_request else ("answer", "string")
    properties = {named: {"type": kind}}
    interrupt = {
        "id": card.ticket,
        "reason": "approval" if is_request else "question",
        "message": _words(card),
        "responseSchema": {"type": "object", "properties": properties, "required": [named]},
        "expiresAt": datetime.fromtimestamp(card.ends_at_secs, UTC).isoformat(),
    }
    return {"outcome": {"type": "interrupt", "interrupts": [interrupt]}}


def from_ag_ui(card: Card, said: Any) -> Answer | None:
    match said:
        case {"resume": [{"interruptId": card.ticket, "status": "cancelled"}]}:
            return Reject("it was cancelled")
        case {"resume": [{"interruptId": card.ticket, "status": "resolved", "payload": payload}]}:
            match payload:
                case {"approved": True}:
                    return Approve()
                case {"approved": False}:
                    return Reject()
                case {"answer": str(answer)}:
                    return answer
    return None


def to_acp(card: Card) -> dict[str, Any]:
    asks = card.asks
    options = [("yes", "Approve", "allow_once"), ("no", "Reject", "reject_once")]
    if not isinstance(asks, ApprovalRequest):
        options = [(str(i), each, "allow_once") for i, each in enumerate(asks.choices)]
    elif asks.may_be_granted and asks.where:
        more = f"Approve, and more like it in {asks.where} for five minutes"
        options.insert(1, ("always", more, "allow_always"))
    return {
        "sessionId": card.run_id,
        "toolCall": {"toolCallId": card.name, "title": _words(card), "status": "pending"},
        "options": [
            {"optionId": name, "name": words, "kind": kind} for name, words, kind in options
        ],
    }


def from_acp(card: Card, said: Any) -> Answer | None:
    offered: dict[str, str] = {each["optionId"]: each["name"] for each in to_acp(card)["options"]}
    match said:
        case {"outcome": {"outcome": "cancelled"}}:
            return Reject("it was cancelled")
        case {"outcome": {"outcome": "selected", "optionId": str(name)}} if name in offered:
            if not isinstance(card.asks, ApprovalRequest):
                return offered[name]
            if name == "always":
                kind, where = card.asks.step.action.kind, card.asks.where
                return Approve(grant=Grant(card.ticket[:8], kind, where, secs=_GRANT_SECS))
            return Approve() if name == "yes" else Reject()
    return None


Tell = Callable[[Card], dict[str, Any]]
Hear = Callable[[Card, Any], Answer | None]
DIALECTS: Mapping[str, tuple[Tell, Hear]] = {
    "langgraph": (to_langgraph, from_langgraph),
    "ag-ui": (to_ag_ui, from_ag_ui),
    "acp": (to_acp, from_acp),
}
