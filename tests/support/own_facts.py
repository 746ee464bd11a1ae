"""A program that tells of itself what others may see and what it was given; for the test of how
processes start."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def main() -> None:
    own = Path("/proc/self")
    facts = {
        "arguments": sys.argv[1:],
        "name": __name__,
        "command": (own / "cmdline").read_text(),
        "seen environment": sorted((own / "environ").read_text().split("\0")),
        "environment": dict(os.environ),
        "folder": str(Path.cwd()),
        "parent": os.getppid(),
        "leads its session": os.getsid(0) == os.getpid(),
        "descriptors": sorted(each.name for each in (own / "fd").iterdir())[:-1],
        "handed": os.read(int(sys.argv[1]), 100).decode(),
        "said": sys.stdin.read(),
        "ends": [sys.stdout.encoding, sys.stdout.line_buffering, sys.stderr.errors],
    }
    print(json.dumps(facts))
    print("complaint", file=sys.stderr)
    sys.exit(7)


if __name__ == "__main__":
    main()
