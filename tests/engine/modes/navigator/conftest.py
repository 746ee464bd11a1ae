"""The browser that is lent to what is read off real pages, and patience with it."""

from __future__ import annotations

from tests.support.patience import patience
from tests.support.shared_browser import light_browser_lender, one_light_browser, own_browser

__all__ = ["light_browser_lender", "one_light_browser", "own_browser", "patience"]
