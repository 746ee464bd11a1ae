"""What came of many runs, in figures: how many succeeded, how sure that is, and whether two sets of
runs differ by more than chance. A run that nobody can judge is one that did not succeed."""

import itertools
import math
from collections.abc import Collection
from dataclasses import dataclass
from statistics import NormalDist

from app.campaigns.results import Result
from engine.language.sentences.figures import count_words

_SURE = NormalDist().inv_cdf(0.975)


def interval(good: int, whole: int) -> tuple[float, float]:
    """Within which the true share lies in 95 of 100 such samples (Wilson's)."""
    if not whole:
        return 0.0, 1.0
    p, z2 = good / whole, _SURE**2
    middle = (p + z2 / (2 * whole)) / (1 + z2 / whole)
    half = _SURE / (1 + z2 / whole) * math.sqrt(p * (1 - p) / whole + z2 / (4 * whole**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def sure_words(runs: Collection[Result]) -> str:
    """That interval of their success: ``49 to 94 %``."""
    low, high = interval(sum(each.is_good for each in runs), len(runs))
    return f"{100 * low:.0f} to {100 * high:.0f} %"


@dataclass(frozen=True, slots=True)
class Comparison:
    """So many ``pairs`` of the same work. ``better`` succeeded only the second time, ``worse`` only
    the first, by the ids of the second; so many runs are ``alone``."""

    names: str
    pairs: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    alone: int

    @property
    def chance(self) -> float:
        """How often a difference as large as this, or larger, would come up were there none: the
        exact sign test, two-sided, over the pairs that differ."""
        differ, few = len(self.better) + len(self.worse), min(len(self.better), len(self.worse))
        tail: float = sum(math.comb(differ, k) for k in range(few + 1)) / 2**differ
        return min(1.0, 2.0 * tail)

    @property
    def words(self) -> str:
        told = f"{self.names}: of {count_words(self.pairs, 'pair')} {len(self.better)} got better,"
        told += f" {len(self.worse)} broke"
        told += f" ({', '.join(self.worse)})" if self.worse else ""
        if self.better or self.worse:
            may_be = "that may be chance, " if self.chance >= 0.05 else ""
            told += f"; {may_be}so much comes up by chance in {100 * self.chance:.3g} % of trials"
        return f"{told}; {count_words(self.alone, 'run')} without a pair."


def compare(names: str, before: Collection[Result], after: Collection[Result]) -> Comparison:
    ones, others = ({each.work: each for each in runs} for runs in (before, after))
    pairs = [(ones[work], other) for work, other in others.items() if work in ones]
    differ = [(one, other) for one, other in pairs if one.is_good != other.is_good]
    return Comparison(
        names,
        len(pairs),
        better=tuple(other.order_id for _, other in differ if other.is_good),
        worse=tuple(other.order_id for one, other in differ if one.is_good),
        alone=len(ones) + len(others) - 2 * len(pairs),
    )


def compared_thinkers(runs: Collection[Result]) -> list[Comparison]:
    """Each two thinkers of a campaign, over the same work."""
    each_two = itertools.combinations(_by_thinker(runs).items(), 2)
    return [compare(f"{a} → {b}", before, after) for (a, before), (b, after) in each_two]


def compared_campaigns(before: Collection[Result], after: Collection[Result]) -> list[Comparison]:
    """For each thinker that both had; of different thinkers where each had one. Those without a
    pair are none."""
    ones, others = _by_thinker(before), _by_thinker(after)
    both = [(name, name) for name in ones if name in others]
    if not both and len(ones) == len(others) == 1:
        both = list(zip(ones, others, strict=True))
    found = [compare(f"before, {a} → now, {b}", ones[a], others[b]) for a, b in both]
    return [each for each in found if each.pairs]


def _by_thinker(runs: Collection[Result]) -> dict[str, list[Result]]:
    thinkers = dict.fromkeys(each.thinker for each in runs)
    return {name: [each for each in runs if each.thinker == name] for name in thinkers}
