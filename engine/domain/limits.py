"""Limits of a run: the defaults are the adaptive replanning document's; profiles have their own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from engine.domain.facts import Frozen, replace
from engine.domain.models import CONTEXT_TOKENS

WARN_FROM = 0.8
"""The share of a ceiling from which on a run is said to come near it."""


class Limits(Frozen):
    """Ceilings: thinker calls, replans, retries of one step, iterations of one local plan.

    ``counts_adaptive``: replans of both kinds count together, as the document has it. Else those
    do that follow a failure, in a row: a plan that was made because the screen had changed is no
    failure, and costs calls, money and time.

    0 stands for no ceiling: ``max_calls``, ``max_retries`` of all steps together, ``max_tokens``
    (prompt and completion), ``max_cost`` (in the price table's currency), ``max_run_secs`` (of
    work; waiting for the operator does not count)."""

    max_calls: int = 30
    max_replans: int = 5
    max_step_retries: int = 3
    max_local_iterations: int = 10
    settle_secs: float = 3.0
    launch_settle_secs: float = 30.0
    max_retries: int = 0
    max_tokens: int = 0
    max_cost: float = 0.0
    max_run_secs: float = 0.0
    counts_adaptive: bool = True


FOR_A_MODEL = Limits(
    max_calls=100, max_run_secs=1800.0, max_local_iterations=0, counts_adaptive=False
)
"""What fits a strong model that directs, where nothing else is said: where a step failed it plans
on by itself, and is asked for no single steps and distances."""
ProfileName = Literal["document", "small", "strong", "money"]
NO_REPLANS_CEILING = 1_000_000
"""As ``max_replans``, for which 0 is a ceiling: none at all."""


class Profile(Frozen):
    """Limits that go together. ``context_tokens`` is what a model is given to read and write, and
    so how many zones it is told of; 0 as is known of the model. ``sends_pictures`` says whether
    it may be shown any."""

    limits: Limits
    context_tokens: int = 0
    sends_pictures: bool = True


PROFILES: Mapping[ProfileName, Profile] = MappingProxyType(
    {
        "document": Profile(Limits()),
        "small": Profile(
            Limits(max_calls=40, max_run_secs=1800.0, counts_adaptive=False),
            context_tokens=CONTEXT_TOKENS,
            sends_pictures=False,
        ),
        "strong": Profile(FOR_A_MODEL),
        "money": Profile(
            replace(FOR_A_MODEL, max_calls=0, max_replans=NO_REPLANS_CEILING, max_run_secs=0.0)
        ),
    }
)
"""``money`` has no ceiling but that of money and time, of which one must be said."""


class Used(Frozen):
    """What a run used before it broke off; a run that goes on is charged with it."""

    calls: int = 0
    replans: int = 0
    retries: int = 0
    tokens: int = 0
    cost: float = 0.0
    secs: float = 0.0


UNUSED = Used()
