"""What a report tells of an exploration: its findings, the graph of its states, its groups."""

from __future__ import annotations

from typing import Any

from engine.record.exploring import drawing
from engine.record.exploring.telling import iterations_of, told_finding
from engine.record.report_pictures import ReportPictures
from engine.record.views.run_state import RunState

CARD_PICTURE_PX = 2 * drawing.CARD_WIDTH - 40
FINDING_PICTURE_PX = 880


async def explored_part(state: RunState, pictures: ReportPictures) -> dict[str, Any]:
    """What the template ``exploration.html.j2`` needs."""
    view = state.explored
    findings = [
        told_finding(
            state,
            each,
            await pictures.address(each.found.picture_hash, FINDING_PICTURE_PX),
            await pictures.address(each.found.before_hash, FINDING_PICTURE_PX),
        )
        for each in view.findings
    ]
    drawn = drawing.drawing_of(view)
    return {
        "findings": findings,
        "iterations": iterations_of(state),
        "states": view.states,
        "paths": {each.state_id: view.path_to(each.state_id) for each in view.states},
        "drawn": drawn,
        "size": drawing,
        "thumbnails": {
            each.state.state_id: await pictures.address(each.state.picture_hash, CARD_PICTURE_PX)
            for each in drawn.cards
        },
    }
