"""What a program writes as errors is kept within a bound."""

from __future__ import annotations

import os
import subprocess
import sys

from engine.surfaces.desktop.launched import SIZE_BYTES, ErrorOutput


def test_standard_error_is_bounded_and_never_holds_the_program_up() -> None:
    output = ErrorOutput()
    try:
        flood = "import sys\ntry:\n    sys.stderr.write('word ' * 400_000)\nfinally: sys.exit(7)"
        run = [sys.executable, "-c", flood]
        assert subprocess.run(run, stderr=output.fd, timeout=60).returncode == 7
        assert os.fstat(output.fd).st_size == SIZE_BYTES
        assert sum(map(len, output.take_lines(is_last=True))) <= SIZE_BYTES
        assert output.take_lines() == []
    finally:
        output.close()
