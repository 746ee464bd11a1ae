"""The navigator: runs the state graph towards one goal, from the first look or from where a run
broke off."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.errors import GraphRecursionError
from langsmith.run_helpers import tracing_context

from engine.domain.run_ports import Run
from engine.domain.terminals import Outcome
from engine.domain.web.events import GoalRead, GraphCheckpointed
from engine.domain.web.goals import GoalKind, TaskMode, told_goal
from engine.domain.web.limits import WebLimits
from engine.modes.navigator.attempts import state_to_go_on_from
from engine.modes.navigator.graph import build_graph
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState, fresh_state, state_to_text
from engine.modes.navigator.terminals import outcome_of, recursion_outcome


class RecordSaver(BaseCheckpointSaver[int]):
    """Implements langgraph's saver by the run's log."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run
        self._keys = tuple(fresh_state())

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Nothing to replay: each run of the graph begins at observe."""
        return None

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
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

    async def __call__(self, run: Run) -> Outcome:
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
        try:
            return outcome_of(await _run_graph(work, state, visits_left))
        except GraphRecursionError:
            return recursion_outcome(state, self._limits)


async def _run_graph(work: Work, state: NavState, visits_left: int) -> NavState:
    graph = build_graph(work, RecordSaver(work.run))
    config = RunnableConfig(recursion_limit=visits_left, configurable={"thread_id": "run"})
    with _untraced():
        return cast(NavState, await graph.ainvoke(state, config, durability="sync"))


@contextlib.contextmanager
def _untraced() -> Iterator[None]:
    """The graph's library can send all it does to a service; it never does here, whatever the
    environment says."""
    set_aside = {name: os.environ.pop(name) for name in _OLD_TRACING if name in os.environ}
    try:
        with tracing_context(enabled=False):
            yield
    finally:
        os.environ.update(set_aside)
