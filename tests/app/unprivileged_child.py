"""``python -m app`` as a user for whom file permissions hold: they don't for root."""

from __future__ import annotations

import os

import app.run_command  # noqa: F401 (imported while everything can be read)
from app.cli import main

NOBODY = 65534

if __name__ == "__main__":
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    main()
