"""Why a run is stopped from outside of the console's views: in words, to be recorded as its end."""

from __future__ import annotations

import asyncio

from engine.domain.errors import AskedToEnd


def asked_to_end(signal_name: str = "") -> AskedToEnd:
    """A signal asks this process to end; the name is the kernel's, such as ``SIGTERM``."""
    told = f" ({signal_name})" if signal_name else ""
    return AskedToEnd(f"The system asked Pilothouse to end{told}.")


def cause_of(cancelled: asyncio.CancelledError) -> AskedToEnd:
    """The main coroutine is cancelled by signals only; ``run_qt`` passes the signal's name."""
    return asked_to_end(str(cancelled.args[0]) if cancelled.args else "")
