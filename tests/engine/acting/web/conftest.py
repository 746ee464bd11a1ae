"""The browser's tests are patient, but where they say otherwise, and are lent one browser."""

from __future__ import annotations

from tests.support.patience import patience
from tests.support.shared_browser import (
    browser_lender,
    light_browser_lender,
    one_browser,
    one_light_browser,
)

__all__ = ["browser_lender", "light_browser_lender", "one_browser", "one_light_browser", "patience"]
