"""A step that "failed" but whose change has come true meanwhile was done, whoever plans."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.plans import PlanRequest
from engine.thinking.expected import already_holds


def with_late_success(request: PlanRequest) -> PlanRequest:
    """The request, with the failed step among the completed where it was done after all."""
    failed = request.failed
    if failed is None or not already_holds(failed.step.expected_change, request.situation):
        return request
    return replace(request, completed=(*request.completed, failed.step), failed=None)
