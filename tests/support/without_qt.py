"""A pytest plugin that makes Qt unimportable: the engine must not miss it.

Use: ``pytest -p tests.support.without_qt tests/engine``."""

from __future__ import annotations

import sys

for _name in ("PySide6", "shiboken6", "qasync"):
    sys.modules[_name] = None  # type: ignore[assignment]
