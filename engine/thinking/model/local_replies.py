"""From a model's reply to what local planning and taking back work with."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.errors import PlanFailed
from engine.domain.local_planning import (
    Assessment,
    ExplorationOption,
    LocalProposal,
    LocalRequest,
)
from engine.domain.reversal import UndoWay
from engine.domain.situation import Situation
from engine.thinking.model.replies import (
    MAX_OPTIONS,
    AssessmentReply,
    FirstProposalReply,
    ProposalReply,
    UndoReply,
)
from engine.thinking.model.steps_from_reply import step_from, steps_from
from engine.thinking.words import normal

_NAME_WORDS = 4
_OPTION_CHARS = 120


def proposal_from(reply: ProposalReply, request: LocalRequest) -> LocalProposal:
    """The next action. Raises ``PlanFailed`` where the model has none."""
    if not reply.steps:
        raise PlanFailed(_sentence(reply.reason) or "The model knows nothing left to try.")
    return LocalProposal(
        step_from(reply.steps[0], request.situation),
        tuple(_options(reply.options)),
        tries=request.hint.name if request.hint else "",
        distance=reply.distance if isinstance(reply, FirstProposalReply) else None,
    )


def assessment_from(reply: AssessmentReply) -> Assessment:
    return Assessment(reply.distance, reply.is_reached, reply.is_reachable, _sentence(reply.why))


def undo_way_from(reply: UndoReply, now: Situation) -> UndoWay | None:
    """The way; None where the reply has no steps. Looking again is left out: it changes nothing."""
    steps = steps_from([step for step in reply.steps if step.action != "replan"], now)
    if not steps:
        return None
    described = ", then ".join(step.description for step in steps)
    return UndoWay(_sentence(reply.words) or described, steps)


def _options(said: Iterable[str]) -> Iterable[ExplorationOption]:
    """At most three, under names that differ."""
    names: set[str] = set()
    for words in filter(None, map(_sentence, said)):
        name = "_".join(normal(words).split()[:_NAME_WORDS])
        if name not in names and len(names) < MAX_OPTIONS:
            names.add(name)
            yield ExplorationOption(name, words[:_OPTION_CHARS])


def _sentence(text: str) -> str:
    return " ".join(text.split())
