"""Events of a run on the web. Part of the union in ``engine.domain.events``."""

from enum import StrEnum
from typing import Literal

from engine.domain.facts import Told
from engine.domain.web import pages, proposals


class Node(StrEnum):
    """The ten nodes of the state graph, as the document names them."""

    OBSERVE = "observe"
    LOOP_MITIGATION = "loop_mitigation"
    GOAL_CHECK = "goal_check"
    PLANNER = "planner"
    SAFETY = "safety"
    CONFIRM = "confirm"
    EXECUTE = "execute"
    PROGRESS = "progress"
    ASK_USER = "ask_user"
    ERROR_RETRY = "error_retry"


WAYS: dict[Node, tuple[Node | None, ...]] = {
    Node.OBSERVE: (Node.LOOP_MITIGATION, Node.GOAL_CHECK),
    Node.LOOP_MITIGATION: (Node.OBSERVE, Node.GOAL_CHECK),
    Node.GOAL_CHECK: (Node.PLANNER, None),
    Node.PLANNER: (Node.SAFETY, Node.ERROR_RETRY, None),
    Node.SAFETY: (Node.CONFIRM, Node.ERROR_RETRY),
    Node.CONFIRM: (Node.EXECUTE, Node.PROGRESS, Node.ERROR_RETRY),
    Node.EXECUTE: (Node.PROGRESS, Node.ERROR_RETRY),
    Node.PROGRESS: (Node.ASK_USER, Node.OBSERVE),
    Node.ASK_USER: (Node.OBSERVE, None),
    Node.ERROR_RETRY: (Node.OBSERVE, None),
}
"""The ways of the graph from each node; None is its end."""


class GoalRead(Told, kind="goal_read"):
    """``proofs`` are what a model told beforehand that the goal's page says."""

    goal_kind: pages.GoalKind
    task_mode: pages.TaskMode
    terms: tuple[str, ...] = ()
    proofs: tuple[str, ...] = ()


class NodeEntered(Told, kind="node_entered"):
    """The state graph went to this node; ``step`` counts passes through observe, from 1."""

    node: Node
    step: int
    why: str = ""


class PageSeen(Told, kind="page_seen"):
    """What an observe pass found, with the counters that loops are judged by. ``avoided`` are the
    names of elements on it that failed too often or were turned down."""

    step: int
    url: str
    title: str
    page_type: pages.PageType
    is_listing: bool
    element_count: int
    mapping_count: int
    dom_hash: str
    mapping_hash: str
    candidates_hash: str
    repeat_count: int = 0
    stagnation_count: int = 0
    auto_scrolls_used: int = 0
    no_progress_steps: int = 0
    planner_calls: int = 0
    trouble: str = ""
    avoided: tuple[str, ...] = ()


class StagePromoted(Told, kind="stage_promoted"):
    stage: pages.Stage
    why: str


class ProposalRefused(Told, kind="proposal_refused"):
    """The planner proposed what is not allowed now, or nothing usable."""

    action: proposals.ActionName | None
    stage: pages.Stage
    why: str


class ProgressJudged(Told, kind="progress_judged"):
    """``score`` is 0 to 1; ``evidence`` says in words what it rests on."""

    step: int
    score: float
    has_progressed: bool
    evidence: tuple[str, ...] = ()


class GraphCheckpointed(Told, kind="graph_checkpointed"):
    """The graph's state, kept as a text under ``state_hash``: from here a run can go on."""

    checkpoint_id: str
    parent_id: str
    step: int
    state_hash: str


class SessionResumed(Told, kind="session_resumed"):
    """The run goes on after it broke off, from this checkpoint; ``url`` is where it
    was, and where it comes back to if the gate allows."""

    checkpoint_id: str
    url: str
    pilothouse_version: str


class BrowserNoted(Told, kind="browser_noted"):
    """Something that the browser did by itself or refused, in words; ``path`` of a saved file."""

    what: Literal[
        "download_saved",
        "download_refused",
        "upload_refused",
        "dialog_answered",
        "popup_opened",
        "popup_refused",
        "page_crashed",
        "page_reopened",
        "page_cut",
        "address_refused",
        "looked_again",
    ]
    message: str
    path: str = ""


GraphEvent = NodeEntered | StagePromoted | ProposalRefused | ProgressJudged | GraphCheckpointed
WebEvent = GraphEvent | GoalRead | PageSeen | SessionResumed | BrowserNoted
