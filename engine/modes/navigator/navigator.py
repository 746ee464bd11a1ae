"""The navigator: runs the state graph towards one goal, from the first look or from where a run
broke off. The graph has the document's ten nodes, and ``next_node`` says the ways between them."""

import contextlib
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Protocol, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint import base
from langgraph.errors import GraphRecursionError
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langsmith.run_helpers import tracing_context

from engine.domain.terminals import Outcome
from engine.domain.web.events import WAYS, GoalRead, GraphCheckpointed, Node, NodeEntered
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import GoalKind, TaskMode, told_goal
from engine.modes.navigator.attempts import state_to_go_on_from
from engine.modes.navigator.nodes.execute import confirm, execute, safety
from engine.modes.navigator.nodes.goal_check import goal_check, progress
from engine.modes.navigator.nodes.observe import ask_user, error_retry, loop_mitigation, observe
from engine.modes.navigator.nodes.planner import planner
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState, fresh_state, state_to_text
from engine.modes.navigator.terminals import outcome_of, recursion_outcome
from engine.session.session import Session


class RecordSaver(base.BaseCheckpointSaver[int]):
    """Implements langgraph's saver by the run's log."""

    def __init__(self, run: Session) -> None:
        super().__init__()
        self._run = run
        self._keys = tuple(fresh_state())

    async def aget_tuple(self, config: RunnableConfig) -> base.CheckpointTuple | None:
        """Nothing to replay: each run of the graph begins at observe."""
        return None

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: base.Checkpoint,
        metadata: base.CheckpointMetadata,
        new_versions: base.ChannelVersions,
    ) -> RunnableConfig:
        """Record the state after a node; returns when it is on disk."""
        place = config["configurable"]
        values = checkpoint["channel_values"]
        if all(key in values for key in self._keys):
            state = cast(NavState, {key: values[key] for key in self._keys})
            state_hash = await self._run.blobs.put_text(state_to_text(state))
            parent_id = str(place.get("checkpoint_id", ""))
            await self._run.log.append(
                GraphCheckpointed(checkpoint["id"], parent_id, state["step"], state_hash)
            )
        return {
            "configurable": {
                "thread_id": place["thread_id"],
                "checkpoint_ns": place.get("checkpoint_ns", ""),
                "checkpoint_id": checkpoint["id"],
            }
        }

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """What a node wrote is in the checkpoint that follows at once."""


_OLD_TRACING = ("LANGCHAIN_TRACING", "LANGCHAIN_HANDLER")
"""Even with tracing off, the library refuses to run while these are set."""


class Navigator:
    """A mode, as the director is one. A navigator is used for one run."""

    def __init__(self, limits: WebLimits | None = None) -> None:
        self._limits = limits or WebLimits()

    async def __call__(self, run: Session) -> Outcome:
        """Run to the end. Raises what the session turns into an outcome."""
        goal = run.thinker.read_web_goal()
        state = state_to_go_on_from(run.resumed) if run.resumed else fresh_state()
        if not run.resumed:
            await run.log.append(GoalRead(goal.kind, goal.mode, goal.parts))
        elif state["goal_kind"] and not goal.is_told:
            kind, mode = GoalKind(state["goal_kind"]), TaskMode(state["task_mode"])
            goal = told_goal(goal, kind, mode, tuple(state["proofs"]))
        work = Work(run, goal, self._limits)
        work.comes_back_to = run.resumed.url if run.resumed else ""
        visits_left = self._limits.recursion_limit - state["nodes"]
        if visits_left < 1:
            return recursion_outcome(state, self._limits)
        graph = build_graph(work, RecordSaver(run))
        config = RunnableConfig(recursion_limit=visits_left, configurable={"thread_id": "run"})
        try:
            with _untraced():
                ended = await graph.ainvoke(state, config, durability="sync")
            return outcome_of(cast(NavState, ended))
        except GraphRecursionError:
            return recursion_outcome(state, self._limits)


@contextlib.contextmanager
def _untraced() -> Iterator[None]:
    """The graph's library can send all it does to a service: here it never does."""
    set_aside = {name: os.environ.pop(name) for name in _OLD_TRACING if name in os.environ}
    try:
        with tracing_context(enabled=False):
            yield
    finally:
        os.environ.update(set_aside)


class EnteredNode(Protocol):
    """A node as the graph calls it."""

    async def __call__(self, state: NavState) -> NavState: ...


NodeFunction = Callable[[NavState, Work], Awaitable[NavState]]
Graph = CompiledStateGraph[NavState, None, NavState, NavState]

NODES: dict[Node, NodeFunction] = {
    Node.OBSERVE: observe,
    Node.LOOP_MITIGATION: loop_mitigation,
    Node.GOAL_CHECK: goal_check,
    Node.PLANNER: planner,
    Node.SAFETY: safety,
    Node.CONFIRM: confirm,
    Node.EXECUTE: execute,
    Node.PROGRESS: progress,
    Node.ASK_USER: ask_user,
    Node.ERROR_RETRY: error_retry,
}


def next_node(node: Node, state: NavState, work: Work) -> Node | None:
    """Where the way leads from a node that has been; None at a terminal."""
    if state["terminal"]:
        return None
    if state["is_overruled"]:
        return Node.OBSERVE
    has_failed = bool(state["error_key"])
    match node:
        case Node.OBSERVE:
            is_last = state["step"] >= work.limits.max_steps  # nothing is left to mitigate then
            if state["is_looping"] and not state["is_mitigated"] and not is_last:
                return Node.LOOP_MITIGATION
            return Node.GOAL_CHECK
        case Node.LOOP_MITIGATION:
            return Node.GOAL_CHECK if state["is_mitigated"] else Node.OBSERVE
        case Node.GOAL_CHECK:
            return Node.PLANNER
        case Node.PLANNER:
            return Node.ERROR_RETRY if has_failed else Node.SAFETY
        case Node.SAFETY:
            return Node.ERROR_RETRY if has_failed else Node.CONFIRM
        case Node.CONFIRM if has_failed:
            return Node.ERROR_RETRY
        case Node.CONFIRM:
            return Node.PROGRESS if state["is_turned_down"] else Node.EXECUTE
        case Node.EXECUTE:
            return Node.ERROR_RETRY if has_failed else Node.PROGRESS
        case Node.PROGRESS:
            return Node.ASK_USER if state["question"] else Node.OBSERVE
        case Node.ASK_USER | Node.ERROR_RETRY:
            return Node.OBSERVE


def build_graph(work: Work, saver: base.BaseCheckpointSaver[int]) -> Graph:
    """The graph for one run, checkpointed after every node."""
    graph = StateGraph(NavState)
    for node, function in NODES.items():
        graph.add_node(node.value, _entered(node, function, work))
        ends = [way.value if way else END for way in (*WAYS[node], Node.OBSERVE)]
        graph.add_conditional_edges(node.value, _way_from(node, work), ends)
    graph.add_edge(START, Node.OBSERVE.value)
    return graph.compile(checkpointer=saver)


def _entered(node: Node, function: NodeFunction, work: Work) -> EnteredNode:
    """The node as the graph calls it: recorded, and given up where the operator comes first."""

    async def enter(state: NavState) -> NavState:
        visits = NavState(nodes=state["nodes"] + 1)
        step = state["step"] + 1 if node is Node.OBSERVE else state["step"]
        await work.run.log.append(NodeEntered(node, step, _why(node, state)))
        if work.run.control.forced is not None and node is not Node.OBSERVE:
            return {**visits, "is_overruled": True}
        if work.run.control.forced is not None:
            state = {**state, "is_overruled": True}
        return {**visits, **await function(state, work)}

    return enter


def _way_from(node: Node, work: Work) -> Callable[[NavState], str]:
    def way(state: NavState) -> str:
        following = next_node(node, state, work)
        return following.value if following else END

    return way


def _why(node: Node, state: NavState) -> str:
    match node:
        case Node.LOOP_MITIGATION:
            return state["loop_words"]
        case Node.ERROR_RETRY:
            return state["error"]
        case Node.SAFETY | Node.CONFIRM | Node.EXECUTE:
            return state["pending_words"]
        case Node.ASK_USER:
            return state["question"]
        case _:
            return ""
