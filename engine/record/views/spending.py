"""What a run has spent on models: rounds, tokens, money, time; in all, and by what caused it."""

from collections.abc import Iterable, Mapping
from functools import reduce

from engine.domain.events import ModelCalled
from engine.domain.facts import Frozen, field
from engine.domain.models import CallCause, TokenUsage


class Spent(Frozen):
    """``cost`` is None where a round had no known price: it would be told too low. Of the bytes
    that were sent, ``same_bytes`` were those of the prompt before."""

    rounds: int = 0
    retries: int = 0
    usage: TokenUsage = field(default_factory=TokenUsage)
    cost: float | None = 0.0
    took_ms: float = 0.0
    sent_bytes: int = 0
    same_bytes: int = 0

    def plus(self, call: "ModelCalled | Spent") -> "Spent":
        is_priced = self.cost is not None and call.cost is not None
        return Spent(
            self.rounds + (call.rounds if isinstance(call, Spent) else 1),
            self.retries + call.retries,
            self.usage + call.usage,
            (self.cost or 0.0) + (call.cost or 0.0) if is_priced else None,
            self.took_ms + call.took_ms,
            self.sent_bytes + call.sent_bytes,
            self.same_bytes + call.same_bytes,
        )


def spent_on(calls: Iterable[ModelCalled | Spent]) -> Spent:
    """The sum of all rounds."""
    return reduce(Spent.plus, calls, Spent())


def spent_by_cause(calls: Iterable[ModelCalled]) -> dict[CallCause, Spent]:
    """What each cause cost, in the order in which they came up."""
    return together({call.cause: Spent().plus(call)} for call in calls)


def together(sums: Iterable[Mapping[CallCause, Spent]]) -> dict[CallCause, Spent]:
    by_cause: dict[CallCause, Spent] = {}
    for cause, spent in (pair for each in sums for pair in each.items()):
        by_cause[cause] = by_cause.get(cause, Spent()).plus(spent)
    return by_cause
