"""A run of a campaign that asks and waits: ``python -m tests.support.asking_run NAME LEDGER BEGUN
ENDED``. It announces itself, tells the events of ``BEGUN``, asks once a console has joined it,
writes into the ledger that it does and by whom it was answered, and tells ``ENDED``."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

from app.announcing import Announcement
from app.choices import RunChoices
from engine.domain.events import ApprovalAsked, ApprovalDecided, Recorded
from engine.record.codec import recorded_from_json, recorded_to_json
from tests.support.sample_run import save_request
from tests.support.waiting import until


def run_id(name: str, process_id: int) -> str:
    return f"{name}.{process_id}"


async def main(name: str, ledger: Path, begun: str, ended: str) -> None:
    def note(what: str) -> None:
        with ledger.open("a") as file:
            file.write(f"{what} {name} {os.getpid()}\n")

    def tell(recorded: Recorded) -> None:
        print(recorded_to_json(recorded), flush=True)
        announcement.take(recorded)

    announcement = Announcement(None, lambda _: None)
    await announcement.open(RunChoices(name), run_id(name, os.getpid()))
    note("begins")
    lines = begun.splitlines()
    for line in lines:
        tell(recorded_from_json(line))
    await until(lambda: announcement._peers)  # with none, the answer would be no at once
    before = recorded_from_json(lines[-1])
    request = replace(save_request(f"r-{name}-{os.getpid()}"), digest=name)
    tell(replace(before, seq=before.seq + 1, event=ApprovalAsked(1, 1, request)))
    asked = asyncio.ensure_future(announcement.asked.decide(request))
    await asyncio.sleep(0)  # from now on an answer is taken
    note("asks")
    decision = await asked
    note(decision.how.name)
    tell(replace(before, seq=before.seq + 2, event=ApprovalDecided(1, 1, decision)))
    print(ended, end="", flush=True)
    await announcement.close()


if __name__ == "__main__":
    name, ledger, begun, ended = sys.argv[1:]
    asyncio.run(main(name, Path(ledger), Path(begun).read_text(), Path(ended).read_text()))
