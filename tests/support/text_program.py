"""Runs a program that is a text: the first argument, with the others as its own. So the window of a
test starts as warm as those that are modules (``tests/support/warm_starts.py``)."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    program = sys.argv.pop(1)
    sys.argv[0] = "sample"
    exec(compile(program, "<sample>", "exec"), {"__name__": "__main__"})
