"""What other programs are asked in their own words, and what their answers may say."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

from app.joining import Card
from app.phone import DIALECTS
from engine.domain.approvals import Approve, Grant, Reject
from engine.domain.events import QuestionAsked
from engine.domain.risks import Risk, RiskClass, Touched
from tests.app.test_announcing import REQUEST
from tests.app.test_phone import Phone, phone
from tests.support.waiting import until

HARMLESS = replace(
    REQUEST,
    risk=Risk(RiskClass.REVERSIBLE, "a click", "Escape", touched=Touched(programs=("Shop",))),
)
PAYS = Card("s-1", "Pay the bill", REQUEST, "ticket-1", 0.0)
CLICKS = replace(PAYS, asks=HARMLESS)
ASKS = replace(PAYS, asks=QuestionAsked("q-1", "Which?", ("red", "blue")))


class State(TypedDict, total=False):
    open: list[Any]
    why: str


async def test_a_langgraph_of_its_own_asks_a_person_and_resumes_with_the_decision(
    tmp_path: Path,
) -> None:
    async with phone(tmp_path) as it:
        graph = graph_of(it)
        deciding = it.run.asks()
        await until(lambda: it.elsewhere.cards)
        thread: Any = {"configurable": {"thread_id": "1"}}
        [asked] = (await graph.ainvoke({}, thread))["__interrupt__"]
        assert "Click Pay" in asked.value["action_requests"][0]["description"]
        assert asked.value["review_configs"][0]["allowed_decisions"] == ["approve", "reject"]
        no = {"decisions": [{"type": "reject", "message": "not today"}]}
        assert (await graph.ainvoke(Command(resume=no), thread))["why"] == ""
        assert (await deciding).verdict == Reject("not today")


def graph_of(it: Phone) -> Any:
    """Fetches what is open, interrupts with it, and says the answer."""

    async def look(state: State) -> State:
        return {"open": (await it.http.get("/langgraph")).json()}

    async def decide(state: State) -> State:
        [asked] = state["open"]
        said = interrupt(asked["request"])
        came = await it.http.post(f"/langgraph/{asked['ticket']}", json=said)
        return {"why": came.json()["why"]}

    graph = StateGraph(State)
    graph.add_sequence([look, decide])
    graph.add_edge(START, "look")
    return graph.compile(InMemorySaver())


HITL = "langgraph"
RESUMES = {"interruptId": "ticket-1", "status": "resolved"}
CHOSEN: dict[str, Any] = {"outcome": "selected"}
ALWAYS = Approve(grant=Grant("ticket-1", "click", "Shop", secs=300.0))


@pytest.mark.parametrize(
    ("dialect", "card", "said", "means"),
    [
        (HITL, PAYS, {"decisions": [{"type": "approve"}]}, Approve()),
        (HITL, ASKS, {"decisions": [{"type": "respond", "message": "red"}]}, "red"),
        ("ag-ui", PAYS, {"resume": [RESUMES | {"payload": {"approved": True}}]}, Approve()),
        ("ag-ui", PAYS, {"resume": [RESUMES | {"payload": {"approved": False}}]}, Reject()),
        ("ag-ui", ASKS, {"resume": [RESUMES | {"payload": {"answer": "blue"}}]}, "blue"),
        (
            "ag-ui",
            PAYS,
            {"resume": [RESUMES | {"status": "cancelled"}]},
            Reject("it was cancelled"),
        ),
        ("acp", PAYS, {"outcome": CHOSEN | {"optionId": "yes"}}, Approve()),
        ("acp", PAYS, {"outcome": CHOSEN | {"optionId": "no"}}, Reject()),
        ("acp", CLICKS, {"outcome": CHOSEN | {"optionId": "always"}}, ALWAYS),
        ("acp", ASKS, {"outcome": CHOSEN | {"optionId": "1"}}, "blue"),
        ("acp", PAYS, {"outcome": {"outcome": "cancelled"}}, Reject("it was cancelled")),
        # and what decides nothing
        (HITL, PAYS, {"decisions": [{"type": "approve"}, {"type": "approve"}]}, None),
        (HITL, PAYS, {"decisions": [{"type": "edit", "edited_action": {"name": "rm"}}]}, None),
        ("ag-ui", PAYS, {"resume": [RESUMES | {"payload": {"approved": "yes"}}]}, None),
        ("ag-ui", PAYS, {"resume": [RESUMES | {"interruptId": "another"}]}, None),
        ("acp", PAYS, {"outcome": CHOSEN | {"optionId": "always"}}, None),
        ("acp", PAYS, {"outcome": CHOSEN | {"optionId": ["yes"]}}, None),
        *((dialect, PAYS, wrong, None) for dialect in DIALECTS for wrong in (None, [], {}, "yes")),
    ],
)
def test_an_answer_means_what_it_says_and_no_more(
    dialect: str, card: Card, said: Any, means: object
) -> None:
    assert DIALECTS[dialect][1](card, said) == means


def test_each_is_asked_as_it_is_published() -> None:
    [interrupt] = DIALECTS["ag-ui"][0](PAYS)["outcome"]["interrupts"]
    assert interrupt["id"] == "ticket-1" and interrupt["expiresAt"] == "1970-01-01T00:00:00+00:00"
    assert interrupt["responseSchema"]["required"] == ["approved"]
    kinds = [each["kind"] for each in DIALECTS["acp"][0](CLICKS)["options"]]
    assert kinds == ["allow_once", "allow_always", "reject_once"]
    kinds = [each["kind"] for each in DIALECTS["acp"][0](PAYS)["options"]]
    assert kinds == ["allow_once", "reject_once"], "it may not be granted beforehand"
    asked = DIALECTS["acp"][0](ASKS)
    assert asked["sessionId"] == "s-1" and asked["toolCall"]["toolCallId"] == "q-1"
    assert [each["name"] for each in asked["options"]] == ["red", "blue"]


async def test_what_does_not_answer_leaves_the_card_open(tmp_path: Path) -> None:
    async with phone(tmp_path) as it:
        asking = asyncio.ensure_future(it.run.gate.answer("Which?", ("red", "blue")))
        await until(lambda: it.elsewhere.cards)
        [card] = it.elsewhere.cards
        for said, why in (
            ({"decisions": [{"type": "approve"}]}, "does not answer"),
            ({"decisions": [{"type": "respond", "message": "green"}]}, "none of the choices"),
            ([], "decides nothing"),
        ):
            came = await it.http.post(f"/langgraph/{card.ticket}", json=said)
            assert came.status_code == 400 and why in came.json()["why"]
        none = {"Authorization": ""}
        assert (await it.http.get("/acp", headers=none)).status_code == 401
        assert (await it.http.post(f"/acp/{card.ticket}", json={}, headers=none)).status_code == 401
        said = {"decisions": [{"type": "respond", "message": "red"}]}
        assert (await it.http.post(f"/langgraph/{card.ticket}", json=said)).json()["why"] == ""
        assert await asking == "red"
