"""Checkpoints of the graph, kept in the run's one event log: there is no second truth.

The saver only writes. A run that goes on is given the state that the record has and begins at
observe: what the graph would have done next may have been done already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

from engine.domain.run_ports import Run
from engine.domain.web.events import GraphCheckpointed
from engine.modes.navigator.state import NavState, fresh_state, state_to_text


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
