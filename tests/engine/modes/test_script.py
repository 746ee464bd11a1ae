"""What was done is walked again from its file: step by step, with all that differs told."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, TypeText
from engine.domain.approvals import Asking, Reject
from engine.domain.conditions import ZoneState, ZoneValue
from engine.domain.events import ActionStarted, ApprovalAsked, WarningRaised
from engine.domain.local_planning import LocalProposal
from engine.domain.plans import PlanSegment, PlanStep, Situation
from engine.domain.scripts import wish_of
from engine.domain.spaces import Point
from engine.domain.surface_ports import Strokes
from engine.domain.terminals import Outcome
from engine.domain.zones import Role, State, Zone
from engine.language.scripts import script_from_text, script_to_text
from engine.modes.director import Director
from engine.modes.script import ScriptWalk
from engine.record.reports.formats import script_in
from tests.support.stage import (
    QUICK,
    Play,
    ScriptedApprover,
    ScriptedThinker,
    Stage,
    play,
    situation,
    zone,
)

ENABLED = frozenset({State.ENABLED})


class Form(Stage):
    """A field, a box, and a button that saves; ``changes`` are what another day has made of it."""

    def __init__(self, **changes: object) -> None:
        self.text, self.ticked, self.saves = "", False, 0
        self.title, self.labels = "Form", {"Name": "Name", "Mail": "Mail", "Save": "Save"}
        self.saving_shows, self.more, self.save_state = "Saved", tuple[Zone, ...](), ENABLED
        for key, value in changes.items():
            setattr(self, key, value)
        super().__init__(situation())
        self._show()

    def _show(self) -> None:
        ticked = ENABLED | ({State.CHECKED} if self.ticked else set())
        zones = (
            zone(
                self.labels["Name"],
                Role.TEXT_FIELD,
                value=self.text,
                window_id=self.title,
                zone_id="field",
                state=ENABLED | {State.EDITABLE},
            ),
            zone(self.labels["Mail"], Role.CHECK_BOX, at=1, state=ticked, window_id=self.title),
            zone(self.labels["Save"], at=2, state=self.save_state, window_id=self.title),
            zone(self.saving_shows if self.saves else "", Role.LABEL, at=3, window_id=self.title),
        )
        here = situation(
            *zones, *self.more, shade=self.saves + 9 * self.ticked, titles=(self.title,)
        )
        windows = tuple(replace(each, application="Form") for each in here.windows)
        self.now = replace(here, windows=windows, places={"practice folder": "/tmp/a1/Practice"})

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:  # type: ignore[override]
        pressed = [each for each in self.now.zones if at and each.bounds_px.contains(at)]
        if isinstance(action, TypeText):
            self.text = action.text if action.replace else self.text + action.text
        elif pressed and State.ENABLED in pressed[0].state:
            self.ticked ^= pressed[0].role is Role.CHECK_BOX
            self.saves += pressed[0].role is Role.BUTTON
        await super().perform(action, at, strokes)
        self._show()


TYPED = TypeText("/tmp/a1/Practice/note.txt", replace=True)
NAME = PlanStep(1, "field", "Name", TYPED, "Type the name", ZoneValue("field", "Name", TYPED.text))
MAIL = PlanStep(2, "Mail", "Mail", Click(), "Tick “Mail”", ZoneState("Mail", "Mail", State.CHECKED))
SAVE = PlanStep(3, "Save", "Save", Click(), "Click “Save”")


async def recorded(*steps: PlanStep, wanted: str = "") -> str:
    """The text of a script of a run of the director in which these were done."""
    scene = play(
        Form(), ScriptedThinker(PlanSegment(steps, True)), limits=QUICK, goal="Fill in the form"
    )
    await scene.session.run(Director())
    return script_to_text(script_in(scene.log.recorded, wanted))


async def walked(
    text: str, form: Form, *, has_planner: bool = False, **changes: object
) -> tuple[Outcome, Play]:
    script = script_from_text(text, "x.toml", {})
    scene = play(form, limits=QUICK, mode="script", wish=wish_of(script), **changes)  # type: ignore[arg-type]
    return await scene.session.run(ScriptWalk(script, has_planner=has_planner)), scene


def drifts(scene: Play) -> list[str]:
    return [each.message for each in scene.log.of(WarningRaised)]


async def test_what_was_done_is_done_again_elsewhere_and_all_is_as_recorded() -> None:
    text = await recorded(NAME, MAIL, SAVE)
    assert 'name = "{{place:practice folder}}/note.txt"' in text
    form = Form()
    outcome, scene = await walked(text, form)
    assert (outcome.reason, drifts(scene)) == ("script_walked", [])
    assert (form.text, form.ticked, form.saves) == (TYPED.text, True, 1)
    assert len(scene.log.of(ActionStarted)) == 3


async def test_of_one_step_it_is_said_that_it_was_done() -> None:
    outcome, _ = await walked(await recorded(NAME), Form())
    assert outcome.message.startswith("1 step of the script was done")


async def test_each_step_passes_the_gate_and_a_no_ends_the_walk() -> None:
    approver = ScriptedApprover([Reject("not today")])
    outcome, scene = await walked(
        await recorded(MAIL, SAVE), form := Form(), asking=Asking.EACH, approver=approver
    )
    assert (outcome.reason, form.ticked, form.saves) == ("no_longer_fits", False, 0)
    assert "not today" in outcome.message
    assert len(scene.log.of(ApprovalAsked)) == 1


EXTRA = zone("News", Role.LABEL, at=4, window_id="Form")
TWIN = zone("Save", at=5, zone_id="twin", window_id="Form")
SECOND_BOX = zone("Mail", Role.CHECK_BOX, at=6, zone_id="second", window_id="Form")


@pytest.mark.parametrize(
    ("changes", "told", "reason"),
    [
        (
            {"ticked": True},
            "The check box “Mail” holds “ticked”, not “not ticked”",
            "no_longer_fits",
        ),
        ({"text": "old"}, "the text field “Name” holds “old”, not “”", "script_drifted"),
        ({"title": "Form 2"}, "“Form 2” is in front, not “Form”", "script_drifted"),
        ({"title": ""}, "no window is in front, not “Form”", "script_drifted"),
        ({"more": (TWIN,)}, "there are 2 of button “Save”, not 1", "script_drifted"),
        ({"more": (EXTRA,)}, "the screen shows something else", "script_drifted"),
        ({"saving_shows": "Refused"}, "After the last step the screen shows", "script_drifted"),
        ({"more": (SECOND_BOX,)}, "there are 2 of check box “Mail”, not 1", "script_drifted"),
        ({"saving_shows": ""}, "After the last step the screen shows", "script_drifted"),
        ({"labels": {"Name": "Title", "Mail": "Mail", "Save": "Save"}}, "", "no_longer_fits"),
        ({"labels": {"Name": "Name", "Mail": "Post", "Save": "Save"}}, "", "no_longer_fits"),
        ({"labels": {"Name": "Name", "Mail": "Mail", "Save": "Send"}}, "", "no_longer_fits"),
        ({"save_state": frozenset[State]()}, "", "no_longer_fits"),
    ],
)
async def test_what_drifted_is_told_and_where_nothing_fits_the_walk_stops(
    changes: dict[str, object], told: str, reason: str
) -> None:
    outcome, scene = await walked(await recorded(NAME, MAIL, SAVE), Form(**changes))
    assert outcome.reason == reason
    assert any(told.casefold() in each.casefold() for each in [*drifts(scene), outcome.message])
    if reason == "script_drifted":
        assert drifts(scene)


class Telling(Form):
    """A message comes with each action, and goes after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks, self.left = looks, 0
        super().__init__()

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:  # type: ignore[override]
        self.left, self.more = self.looks, (EXTRA,)
        await super().perform(action, at, strokes)

    async def observe(self, *, patience_secs: float = 0.4) -> Situation:
        self.left -= 1
        if self.left == 0:
            self.more = ()
            self._show()
        return await super().observe(patience_secs=patience_secs)


@pytest.mark.parametrize(("looks", "reason"), [(15, "script_walked"), (99, "script_drifted")])
async def test_a_message_that_goes_while_one_only_watches_is_no_drift_and_one_that_stays_is(
    looks: int, reason: str
) -> None:
    outcome, scene = await walked(await recorded(NAME, MAIL, SAVE), Telling(looks))
    assert outcome.reason == reason, drifts(scene)


@pytest.mark.parametrize(("now", "reason"), [(0, "script_walked"), (5, "script_drifted")])
async def test_a_clock_in_a_title_is_no_drift_and_another_time_there_is(
    now: int, reason: str
) -> None:
    clock, then = (f"{(time.localtime().tm_hour + off) % 24}:30" for off in (now, 7))
    if not now:
        clock = time.strftime("%H:%M")
    text = await recorded(MAIL)
    text = text.replace('front = "Form"', f'front = "Form {then}"')
    lines = [each for each in text.splitlines() if "_hash" not in each]
    outcome, scene = await walked("\n".join(lines), Form(title=f"Form {clock}"))
    assert outcome.reason == reason, drifts(scene)


async def test_a_planner_goes_on_where_the_operator_says_so_and_that_is_told() -> None:
    text = await recorded(MAIL)
    labels = {"Name": "Name", "Mail": "Post", "Save": "Save"}
    for choice, ticked in (("Stop here", False), ("Let the planner find a way", True)):
        thinker = ScriptedThinker()
        step = replace(MAIL, zone_id="Post", zone_label="Post", expected_change=None)
        thinker.proposals = [LocalProposal(step, distance=5.0)]
        form = Form(labels=labels)
        outcome, scene = await walked(
            text, form, has_planner=True, thinker=thinker, approver=ScriptedApprover(choice=choice)
        )
        assert form.ticked is ticked
        assert (outcome.reason == "no_longer_fits") is not ticked
        assert any("A planner found the way" in each for each in drifts(scene)) is ticked
