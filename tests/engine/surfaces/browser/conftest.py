"""The browser's tests are patient, but where they say otherwise, and most are lent one browser."""

from __future__ import annotations

from tests.support.patience import patience
from tests.support.shared_browser import (
    browser_lender,
    lent_browser,
    lent_light_browser,
    light_browser_lender,
    none_lent,
    one_browser,
    one_light_browser,
    own_browser,
)

__all__ = [
    "browser_lender",
    "lent_browser",
    "lent_light_browser",
    "light_browser_lender",
    "none_lent",
    "one_browser",
    "one_light_browser",
    "own_browser",
    "patience",
]
