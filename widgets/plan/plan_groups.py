"""The top rows of the plan: segments, or on the web, where a segment is one action, stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.web.goals import Stage
from engine.record.views.run_state import SegmentView, StepView


@dataclass(frozen=True, slots=True, eq=False)
class PlanGroup:
    """Segments that stand under one row, with their steps in one list."""

    segments: tuple[SegmentView, ...]

    @property
    def stage(self) -> Stage | None:
        """None for a director's segment."""
        return self.segments[0].stage

    @property
    def first(self) -> SegmentView:
        return self.segments[0]

    @property
    def steps(self) -> tuple[tuple[SegmentView, StepView], ...]:
        """Each with the segment that it belongs to."""
        return tuple((segment, view) for segment in self.segments for view in segment.steps)

    @property
    def numbers(self) -> list[tuple[int, int]]:
        """Of the segment and the step, for each of the steps."""
        return [(segment.segment_number, view.step.step_number) for segment, view in self.steps]

    def has(self, segment_number: int) -> bool:
        return any(each.segment_number == segment_number for each in self.segments)

    def is_as(self, other: PlanGroup) -> bool:
        """Nothing of it changed: the fold keeps what is the same."""
        return len(self.segments) == len(other.segments) and all(
            mine is its for mine, its in zip(self.segments, other.segments, strict=True)
        )


def groups_of(segments: Sequence[SegmentView]) -> tuple[PlanGroup, ...]:
    """In their order; segments of one stage that follow each other share a row."""
    rows: list[list[SegmentView]] = []
    for segment in segments:
        is_same = rows and segment.stage is not None and rows[-1][0].stage is segment.stage
        if is_same:
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return tuple(PlanGroup(tuple(row)) for row in rows)
