"""How much longer a busy machine takes: where many programs want the processor, a sound one may be
silent for seconds, and one that breaks takes its time to end."""

from __future__ import annotations

import os

_MOST = 8.0


def crowding() -> float:
    """How many programs want each processor, of late: 1 at least, bounded."""
    return min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), _MOST)
