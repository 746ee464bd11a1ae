"""The operator takes back what was done, at the real window: while it waits and while it works.

What is seen stands on the operator's screen; what is told of it stands in the record."""

from __future__ import annotations

import asyncio
import signal
from typing import TypeVar

import pytest

from engine.domain.events import Recorded, SessionEnded
from engine.domain.local_planning import CancelLocalPlan, ForceRetain, ForceRevert, TryOption
from engine.domain.performing import (
    LocalDecided,
    LocalPlanningEnded,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.terminals import Terminal
from engine.record.store import SessionStore
from tests.end_to_end.operator import PATIENCE_SECS, Operator

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

E = TypeVar("E")


async def record_of(operator: Operator) -> tuple[Recorded, ...]:
    """All that the console has recorded of its one session."""
    store = await SessionStore.open(operator.database)
    try:
        [summary] = await store.sessions()
        opened = await store.open_session(summary.session_id)
        assert opened is not None
        return tuple(opened.events)
    finally:
        await store.close()


def told(record: tuple[Recorded, ...], kind: type[E]) -> list[E]:
    return [each.event for each in record if isinstance(each.event, kind)]


async def test_a_revert_is_forced_while_the_engine_waits_for_approval(operator: Operator) -> None:
    console = await operator.starts("tests.support.replaying_console", "turned")
    try:
        await operator.clicks("Start")
        assert "Launch" in await operator.approves()
        assert "Tools" in await operator.approves()
        await operator.is_asked_about("Export")
        await operator.presses("F7")
        await operator.approves("Take back")  # going back passes the gate too
        await operator.sees("8.3, Taken back: ")
        questions = [await operator.approves() for _ in range(2)]
        assert "Tools" in questions[0] and "Settings" in questions[1]
        await operator.sees("Goal reached")
        record = await record_of(operator)
    finally:
        console.send_signal(signal.SIGTERM)
        await console.wait()
    assert told(record, OperatorForced) == [OperatorForced(ForceRevert())]
    [began], [ended] = told(record, ReversalStarted), told(record, ReversalEnded)
    assert (began.by, began.places) == ("operator", ("2.8.1",))
    assert (ended.returned, ended.undone, ended.local) == ("restored", ("2.8.1",), 3)
    decided = [(each.local, each.decision) for each in told(record, LocalDecided)]
    assert decided == [(1, "retain"), (4, "retain"), (5, "reached")]
    [over] = told(record, SessionEnded)
    assert over.outcome.terminal is Terminal.GOAL_SATISFIED


async def test_a_revert_is_forced_while_the_hands_are_at_work(operator: Operator) -> None:
    text = "fair winds and following seas " * 30
    console = await operator.open_console(
        f"In the Practice app, type '{text}' into Note text, then click the List tab"
    )
    try:
        await operator.clicks("Start")
        question = await operator.approves()
        while "Type" not in question:
            question = await operator.approves()
        await operator.presses("F7")
        await _approves_until_seen(operator, "Taken back: ")
        await operator.sees("Resume")
        assert console.returncode is None
        record = await record_of(operator)
    finally:
        console.send_signal(signal.SIGTERM)
        await console.wait()
    assert told(record, OperatorForced) == [OperatorForced(ForceRevert())]
    [ended] = told(record, ReversalEnded)
    assert ended.returned in ("restored", "already back")
    assert told(record, SessionEnded) == [], "it is paused, not over"
    [over] = told(await record_of(operator), SessionEnded)
    assert over.outcome.reason == "asked_to_end"


async def test_the_other_decisions_are_forced_while_the_engine_waits(operator: Operator) -> None:
    """Add Files leads astray and has two options; what comes next is overruled each time."""
    console = await operator.starts("tests.support.replaying_console", "steered")
    try:
        await operator.clicks("Start")
        for words in ("Launch", "Batch", "Add Files"):
            await operator.approves(words)
        await operator.is_asked_about("Form")
        await operator.presses("ctrl+t")  # the options of Add Files; the first has the keyboard
        await operator.presses("Return")
        await operator.is_asked_about("List")
        await operator.presses("ctrl+F7")
        await operator.is_asked_about("Canvas")
        await operator.presses("ctrl+shift+F7")
        record = await operator_ended_the_plan(operator)
    finally:
        console.send_signal(signal.SIGTERM)
        await console.wait()
    forced = [event.force for event in told(record, OperatorForced)]
    assert forced == [TryOption("try_keyboard_shortcut"), ForceRetain(), CancelLocalPlan()]
    proposed = [(each.step.zone_label, each.tries) for each in told(record, LocalProposed)]
    assert proposed == [
        ("Add Files", ""),
        ("Form", "try_different_menu"),
        ("List", "try_keyboard_shortcut"),
        ("Canvas", ""),
    ]
    [ended] = told(record, LocalPlanningEnded)[:1]
    assert (ended.result, "operator" in ended.reason) == ("cancelled", True)


async def operator_ended_the_plan(operator: Operator) -> tuple[Recorded, ...]:
    """The record once it tells of a local plan's end."""
    async with asyncio.timeout(PATIENCE_SECS):
        while True:
            record = await record_of(operator)
            if told(record, LocalPlanningEnded):
                return record
            await asyncio.sleep(0.1)


async def _approves_until_seen(operator: Operator, label: str) -> None:
    """Say yes to what going back asks, until it is told that it is back."""
    async with asyncio.timeout(PATIENCE_SECS):
        while not await _is_seen(operator, label):
            if await operator.is_asked():
                await operator.presses("ctrl+Return")
            await asyncio.sleep(0.35)


async def _is_seen(operator: Operator, label: str) -> bool:
    zones = (await operator.perceiver.observe()).zones_in_sight
    return any(zone.label.startswith(label) for zone in zones)
