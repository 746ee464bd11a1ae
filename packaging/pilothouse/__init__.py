"""The one name that an installed Pilothouse has among everybody's packages.

``app``, ``widgets``, ``engine`` and ``resources`` lie inside it. Only Pilothouse's own processes
look for them there: this one in ``main``, its children by ``engine/processes/parent_line.py``."""

import sys
from pathlib import Path

_FOLDER = Path(__file__).parent


def main() -> None:
    """The command ``pilothouse``."""
    if (_FOLDER / "app").is_dir():  # it is not in a source tree, which is on the path as a whole
        sys.path.insert(0, str(_FOLDER))
    from app.__main__ import main as run

    run()
