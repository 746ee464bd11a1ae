"""3) goal_check: artifact detection, stage promotion, terminals."""

from __future__ import annotations

from engine.domain.web.events import ProposalRefused, StagePromoted
from engine.domain.web.proposals import ActionName
from engine.modes.navigator.artifacts import artifact, told_of
from engine.modes.navigator.run import Work
from engine.modes.navigator.sending import confirmed_now, judged, unsaid
from engine.modes.navigator.stages import promotions
from engine.modes.navigator.state import NavState, stage_of
from engine.modes.navigator.terminals import ended, terminal_of

CLAIM_REFUSED = "claim_not_confirmed"


async def goal_check(state: NavState, work: Work) -> NavState:
    """Promote the stage as far as the page shows, and end the run where a terminal holds."""
    look = work.seen
    work.remember_page()
    confirmed = NavState(confirmed=confirmed_now(state, work))
    now: NavState = {**state, **confirmed}
    found = artifact(
        look,
        work.goal,
        now,
        known_downloads=work.known_downloads or 0,
        read=tuple(work.read.values()),
    )
    found = judged(found, now, work)
    update: NavState = {**confirmed, **await _promoted(now, work, found)}
    ending = None if found else unsaid(now, work)
    if not found and ending is None and state["claim"] is not None:
        update = {**update, **await _refused_claim({**now, **update}, work)}
    answer = now["claim"] or ""
    proved = answer if told_of(answer, work.goal, tuple(work.read.values())) else ""
    ending = ending or terminal_of({**now, **update}, work.limits, found, proved)
    if ending is not None:
        return {**update, **ended(ending)}
    return update


async def _promoted(state: NavState, work: Work, found: str) -> NavState:
    reached = promotions(work.seen, work.goal, state, found)
    for stage, why in reached:
        await work.run.log.append(StagePromoted(stage, why))
    if not reached:
        return NavState()
    return NavState(
        stage=reached[-1][0].value, stage_step=state["step"], idle_calls=0, no_progress_steps=0
    )


async def _refused_claim(state: NavState, work: Work) -> NavState:
    """What was claimed can't be seen: the thinker is told so, and the run goes on."""
    why = "It was said to be done, but nothing on the page shows it."
    if state["refused_deed"]:
        why = f"It was said to be done, but it was turned down: {state['refused_deed']}."
    elif state["claim"]:
        why = f"The answer “{state['claim']}” does not stand on the page."
    await work.run.log.append(ProposalRefused(ActionName.DONE, stage_of(state), why))
    return NavState(
        claim=None,
        refused_claims=state["refused_claims"] + 1,
        error=CLAIM_REFUSED,
        error_words=why,
    )
