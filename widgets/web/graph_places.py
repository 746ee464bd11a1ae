"""The state graph as it is drawn: where each node stands, and which ways lead from it to others.

The nodes of every pass stand below each other, in the order of the document; those that are
visited only now and then stand beside them.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.domain.web.events import Node


class Place(NamedTuple):
    """``column`` 0 is the main one, 1 beside it; rows count from the top."""

    row: int
    column: int


PLACES: dict[Node, Place] = {
    Node.OBSERVE: Place(0, 0),
    Node.LOOP_MITIGATION: Place(0, 1),
    Node.GOAL_CHECK: Place(1, 0),
    Node.PLANNER: Place(2, 0),
    Node.ERROR_RETRY: Place(3, 1),
    Node.SAFETY: Place(3, 0),
    Node.CONFIRM: Place(4, 0),
    Node.EXECUTE: Place(5, 0),
    Node.PROGRESS: Place(6, 0),
    Node.ASK_USER: Place(6, 1),
}
ROWS = 7

EDGES: tuple[tuple[Node, Node], ...] = (
    (Node.OBSERVE, Node.LOOP_MITIGATION),
    (Node.OBSERVE, Node.GOAL_CHECK),
    (Node.LOOP_MITIGATION, Node.OBSERVE),
    (Node.LOOP_MITIGATION, Node.GOAL_CHECK),
    (Node.GOAL_CHECK, Node.PLANNER),
    (Node.PLANNER, Node.SAFETY),
    (Node.PLANNER, Node.ERROR_RETRY),
    (Node.SAFETY, Node.CONFIRM),
    (Node.SAFETY, Node.ERROR_RETRY),
    (Node.CONFIRM, Node.EXECUTE),
    (Node.CONFIRM, Node.PROGRESS),
    (Node.CONFIRM, Node.ERROR_RETRY),
    (Node.EXECUTE, Node.PROGRESS),
    (Node.EXECUTE, Node.ERROR_RETRY),
    (Node.ERROR_RETRY, Node.OBSERVE),
    (Node.PROGRESS, Node.OBSERVE),
    (Node.PROGRESS, Node.ASK_USER),
    (Node.ASK_USER, Node.OBSERVE),
)
"""The ways of the graph between nodes; those to its end are not drawn."""
