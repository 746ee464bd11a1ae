"""Which cases of a test run in the ordinary lane.

A rule is guarded there by the few cases that it takes: one for each way through the code, and one
for what is so and one for what is not. More of the same kind, another word or another maker's
habit, are variations: they run with ``--all-cases``, as ``make suites`` does."""

from __future__ import annotations

from typing import Any

import pytest


def varies(*values: object, **told: Any) -> Any:
    """As ``pytest.param``, a case that varies a rule which the cases beside it guard."""
    return pytest.param(*values, marks=pytest.mark.variation, **told)
