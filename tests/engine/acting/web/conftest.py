"""The browser's tests are patient, but where they say otherwise."""

from __future__ import annotations

from tests.support.patience import patience

__all__ = ["patience"]
