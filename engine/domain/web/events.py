"""Events of a run on the web. Part of the union in ``engine.domain.events``."""

from enum import StrEnum
from typing import Literal

from engine.domain.conditions import Told, event
from engine.domain.web.pages import GoalKind, PageType, Stage, TaskMode
from engine.domain.web.proposals import ActionName


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


@event("goal_read")
class GoalRead(Told):
    """``proofs`` are what a model told beforehand that the goal's page says."""

    goal_kind: GoalKind
    task_mode: TaskMode
    terms: tuple[str, ...] = ()
    proofs: tuple[str, ...] = ()


@event("node_entered")
class NodeEntered(Told):
    """The state graph went to this node; ``step`` counts passes through observe, from 1."""

    node: Node
    step: int
    why: str = ""


@event("page_seen")
class PageSeen(Told):
    """What an observe pass found, with the counters that loops are judged by. ``avoided`` are the
    names of elements on it that failed too often or were turned down."""

    step: int
    url: str
    title: str
    page_type: PageType
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


@event("stage_promoted")
class StagePromoted(Told):
    stage: Stage
    why: str


@event("proposal_refused")
class ProposalRefused(Told):
    """The planner proposed what is not allowed now, or nothing usable."""

    action: ActionName | None
    stage: Stage
    why: str


@event("progress_judged")
class ProgressJudged(Told):
    """``score`` is 0 to 1; ``evidence`` says in words what it rests on."""

    step: int
    score: float
    has_progressed: bool
    evidence: tuple[str, ...] = ()


@event("graph_checkpointed")
class GraphCheckpointed(Told):
    """The graph's state, kept as a text under ``state_hash``: from here a run can go on."""

    checkpoint_id: str
    parent_id: str
    step: int
    state_hash: str


@event("session_resumed")
class SessionResumed(Told):
    """The run goes on after it broke off, from this checkpoint; ``url`` is where it
    was, and where it comes back to if the gate allows."""

    checkpoint_id: str
    url: str
    pilothouse_version: str


@event("browser_noted")
class BrowserNoted(Told):
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
