"""Runs a module of Pilothouse like ``python -m``. It is started by the path of this file, before
anything of ours can be imported, and nobody imports it.

An installed Pilothouse is one package with ``app``, ``widgets``, ``engine`` and ``resources``
inside it; a process finds these only where the folder that holds them is on its search path."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
