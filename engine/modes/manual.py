"""By hand: the operator chooses each step, and nothing is planned.

What they do goes the way of every step: weighed, through the gate, guarded, recorded, and it can be
taken back.
"""

from engine.domain.errors import RunCancelled
from engine.domain.events import PhaseChanged
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase
from engine.language.sentences.figures import count_words
from engine.session.session import Session


class Manual:
    async def __call__(self, run: Session) -> Outcome:
        """Until the operator ends it."""
        await run.log.append(PhaseChanged(Phase.EXECUTING))
        await run.looks.observe("first look")
        try:
            while True:
                await run.control.until_forced()
                await run.way_back.heed()
        except RunCancelled:
            done = count_words(len(run.steps.completed), "step")
            return Outcome(Terminal.CANCELLED, "operator", f"Ended by you. {done} by hand stand.")
