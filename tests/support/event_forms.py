"""What an event of each kind has ever looked like on disk: a line for each form, one being the
fields with what sort of thing stands in them. Test that each of them is still read.

``python -m tests.support.event_forms`` adds what today's events look like and none did before;
files that are named behind it hold lines of other versions, which are added as well."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.domain.approvals import Approve
from engine.domain.events import ApprovalDecided
from engine.record.codec import event_to_json
from tests.engine.record.runs import LAUNCH, STARTED, asked, typical_run

FILE = Path(__file__).parents[1] / "engine" / "record" / "databases" / "lines.jsonl.gz"


def form_of(told: Any) -> object:
    """Of lists, what stands in them, however often."""
    match told:
        case dict():
            return frozenset((name, form_of(each)) for name, each in told.items())
        case list():
            return frozenset(map(form_of, told))
        case _:
            return type(told)


def form_of_line(line: str) -> tuple[object, ...]:
    told = json.loads(line)
    return told["kind"], told["version"], form_of(told)


def lines_of_today() -> list[str]:
    """What a run tells, with what only some runs tell."""
    _, decided = asked(1, LAUNCH, Approve())
    assert isinstance(decided, ApprovalDecided)
    seen = replace(decided.decision, seen_secs=1.5, with_others=2, grant_id="g")
    ruled = replace(STARTED, policy=("paying: asks",))
    more = (ruled, replace(decided, decision=seen))
    return [event_to_json(each) for each in (*typical_run(), *more)]


def known_lines() -> list[str]:
    return gzip.decompress(FILE.read_bytes()).decode().splitlines()


def with_new_forms(lines: Iterable[str], told: Iterable[str]) -> list[str]:
    kept = list(lines)
    forms = set(map(form_of_line, kept))
    for line in told:
        if (form := form_of_line(line)) not in forms:
            forms.add(form)
            kept.append(line)
    return kept


if __name__ == "__main__":
    other = [line for name in sys.argv[1:] for line in Path(name).read_text("utf-8").splitlines()]
    lines = with_new_forms(known_lines(), [*other, *lines_of_today()])
    FILE.write_bytes(gzip.compress("".join(f"{each}\n" for each in lines).encode(), mtime=0))
    print(f"{len(lines)} forms")
