"""A process that starts warm is as one that starts cold; that the other tests of the command line
start theirs warm rests upon it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.warm_starts import WarmStarts

PROJECT = Path(__file__).parents[2]


def facts_of_a_start(folder: Path) -> tuple[dict[str, Any], str, int]:
    reading, writing = os.pipe()
    os.write(writing, b"by a pipe")
    os.close(writing)
    os.set_inheritable(reading, True)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.own_facts", str(reading), "Größe", ""],
        pass_fds=(reading,),
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT), "A": "b=c", "LANG": "C.UTF-8"},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    os.close(reading)
    told, complaint = process.communicate("hello")
    return json.loads(told), complaint, process.returncode


@pytest.mark.cold
def test_a_process_that_starts_warm_is_as_one_that_starts_cold(tmp_path: Path) -> None:
    cold = facts_of_a_start(tmp_path)
    with WarmStarts(["json"]).used():
        warm = facts_of_a_start(tmp_path)
    assert warm[1:] == cold[1:] == ("complaint\n", 7)
    line = warm[0]["descriptors"].pop()  # to the server for what it would start itself
    assert warm[0] == cold[0] and line not in cold[0]["descriptors"]
    assert warm[0]["parent"] == os.getpid() and warm[0]["handed"] == "by a pipe"
