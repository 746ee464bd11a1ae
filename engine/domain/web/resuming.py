"""Where a run that broke off can go on: all that its record says of it."""

from engine.domain import approvals, facts, performing, plans, verdicts
from engine.domain.exploring.groups import Explored
from engine.domain.limits import Limits, Used

BROKE_OFF = "the run broke off here: it may have been done, and it may not"
"""Why nobody knows what came of the action that was under way."""


class ResumePoint(facts.Frozen):
    """A session without an end; a navigator's from its last checkpoint.

    ``surface`` and ``thinker`` are the names that the record has for them. ``state_text`` is the
    state of the graph as JSON, ``url`` the page that it was on. What was performed before can't be
    taken back any more: ``completed`` says only that it was done, ``not_seen`` what of it nobody
    saw, ``final`` what of it could not be taken back anyway. ``under_way`` is the step that was
    begun ``since_secs`` at that place of the plan, and has no end. ``is_begun``: an action was,
    since the checkpoint; ``last_done`` is the last one, if the hands brought it to its end, with
    what is recorded of its effect. ``windows`` are the titles that were seen last,
    ``windows_ever`` all. ``is_elsewhere``: the surface is another one than it was. ``explored`` is
    there for an exploration that had begun."""

    session_id: str
    goal: str
    surface: str
    thinker: str
    asking: approvals.Asking
    limits: Limits
    mode: verdicts.ModeName
    checkpoint_id: str
    state_text: str = facts.field(repr=False)
    url: str
    completed: tuple[plans.PlanStep, ...]
    segment_number: int
    used: Used
    event_count: int = 0
    not_seen: tuple[plans.PlanStep, ...] = ()
    final: tuple[plans.PlanStep, ...] = ()
    under_way: plans.PlanStep | None = None
    under_way_at: str = ""
    since_secs: float = 0.0
    is_begun: bool = False
    last_done: performing.StepDone | None = None
    windows: tuple[str, ...] = ()
    windows_ever: frozenset[str] = frozenset()
    is_elsewhere: bool = False
    explored: Explored | None = None
