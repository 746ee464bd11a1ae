"""When a page rests: it has loaded, waits for nothing, and nothing of weight moves in it.

What ticks in one place again and again is told apart within the page (``page_changes.js``).
"""

from __future__ import annotations

import json

_REST_SECS = 0.12
_UNFINISHED_SECS = 1.0
"""How long a page must rest that never finishes loading, before it counts as quiet."""


def is_at_rest(told: str, waited_secs: float, pending: int) -> bool:
    """By what the page tells of its rest (JSON), how long one has looked at it for that, and the
    requests under way."""
    page = json.loads(told)
    rest_secs = min(page["ms"] / 1000, waited_secs)
    if pending:
        return False
    if page["state"] != "complete":
        return bool(page["state"] == "interactive") and rest_secs >= _UNFINISHED_SECS
    return rest_secs >= _REST_SECS and not page["moves"]
