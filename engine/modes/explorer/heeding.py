"""The operator comes first: what they force is done, and an action that they took back is off the
path that leads to what comes after it."""

from __future__ import annotations

from engine.modes.explorer.coverage import note_state
from engine.modes.explorer.run import Work

TAKEN_BACK = "Taken back by the operator"


async def heed(work: Work) -> None:
    run = work.run
    before = run.exploring.standing
    await run.heed()
    undone = before - run.exploring.standing
    if undone <= 0:
        return
    del work.trace[max(0, len(work.trace) - undone) :]
    work.passages[:] = [at for at in work.passages if at < len(work.trace)]
    await note_state(work, by=TAKEN_BACK)
