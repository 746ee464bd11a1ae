"""What moves by itself, such as a clock, a counter or an animation: it bears no difference of a
return, and brings about none.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from engine.domain.actions import PressKeys, TypeText
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.ports import Reverter
from engine.domain.risks import StateMark
from engine.domain.spaces import Rect
from engine.domain.zones import State
from engine.session.looking import Looking
from engine.states.marking import at_rest, restless_key, told_otherwise
from engine.states.small_pictures import changed_spots

_TICK_SECS = 1.2
"""A clock goes on in it."""


def leave_out(node: LocalActionNode, restless: frozenset[str], at_px: Sequence[Rect] = ()) -> None:
    """Compare its states without what changes by itself, and without these places of the picture.
    What it was done upon is compared nevertheless, and the list whose row that is."""
    has_keys = isinstance(node.step.action, PressKeys | TypeText)
    own = {
        restless_key(zone)
        for zone in node.before.zones
        if zone.zone_id == node.step.zone_id or (has_keys and State.FOCUSED in zone.state)
    }
    still, places = (node.before.restless | restless) - own, (*node.before.restless_px, *at_px)
    node.before, node.after = (
        replace(mark, restless=still, restless_px=places) for mark in (node.before, node.after)
    )


def known_again(mark: StateMark, node: LocalActionNode) -> str:
    """What a way back is tried in but once: where something moves by itself, these windows."""
    windows = " ".join(window.window_id for window in mark.windows)
    return at_rest(mark, node.before).digest or windows


async def note_moving(history: LocalActionHistory, looks: Looking, reverter: Reverter) -> str:
    """Look on for a while with hands at rest: what changes meanwhile is left out of all actions.
    Gives why nobody can tell what it was before, where it was not seen to move then."""
    before = await reverter.mark(await looks.glance())
    await asyncio.sleep(_TICK_SECS)
    now = await reverter.mark(await looks.glance())
    places = [spot.place for spot in changed_spots(before, now) if spot.place]
    moving = told_otherwise(before, now)
    known = history.stack[0].before.restless if history.stack else moving
    for node in history.stack:
        leave_out(node, moving, places)
    new = [z.words for z in (*now.zones, *now.asides) if restless_key(z) in moving - known]
    new = new or ["a part of the picture"] * bool(places and not moving)
    return f"{new[0]} goes on by itself, and nobody saw whether it did before" if new else ""
