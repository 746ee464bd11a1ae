"""Events as JSON: what was written is read back; what can't be read is named."""

from __future__ import annotations

import json

import pytest

from engine.domain.approvals import DecidedHow, Decision, Withdraw
from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import ActionEnded, ApprovalDecided, Event, WarningRaised
from engine.domain.web.events import PageSeen
from engine.domain.web.pages import PageType
from engine.domain.zones import State
from engine.record.codec import (
    event_from_json,
    event_to_json,
    readable_event,
    recorded_from_json,
    recorded_to_json,
    zones_from_json,
    zones_to_json,
)
from tests.engine.record.runs import recorded_run, typical_run, zone


@pytest.mark.parametrize("event", typical_run(), ids=lambda event: event.kind)
def test_event_comes_back_as_it_was(event: Event) -> None:
    assert event_from_json(event_to_json(event)) == event


def test_recorded_event_comes_back_as_it_was() -> None:
    for recorded in recorded_run(*typical_run()):
        line = recorded_to_json(recorded)
        assert "\n" not in line
        assert recorded_from_json(line) == recorded
        fields = json.loads(line)
        assert event_from_json(json.dumps(fields.pop("event"))) == recorded.event
        assert fields == {"seq": recorded.seq, "session_id": "run", "at_secs": recorded.at_secs}


@pytest.mark.parametrize("line", ["", "[]", '{"seq": 1}', '{"seq": 1, "event": {"kind": "x"}}'])
def test_line_that_tells_no_event_is_refused(line: str) -> None:
    with pytest.raises(RecordUnavailable, match="no event that is known"):
        recorded_from_json(line)


def test_unknown_kind_is_named() -> None:
    with pytest.raises(RecordUnavailable, match="events of kind teleported") as refusal:
        event_from_json('{"kind": "teleported", "version": 1}')
    assert "Update Pilothouse" in refusal.value.remedy


@pytest.mark.parametrize("extra", [{}, {"message": 7, "colour": "red"}])
def test_newer_version_is_refused_even_if_its_fields_would_fit(extra: dict[str, object]) -> None:
    newer = {"kind": "warning_raised", "version": 2, "message": "x"} | extra
    with pytest.raises(RecordUnavailable, match="version 2; this Pilothouse reads up to version 1"):
        event_from_json(json.dumps(newer))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "not JSON"),
        ('{"kind": "warning', "not JSON"),
        ("[1]", "names no kind"),
        ('{"kind": ["x"]}', "names no kind"),
        ('{"kind": "warning_raised"}', "warning_raised is damaged at warning_raised.message"),
    ],
)
def test_damage_is_said(body: str, words: str) -> None:
    with pytest.raises(RecordUnavailable, match=words):
        event_from_json(body)


def test_half_a_character_in_a_title_does_not_stop_the_record() -> None:
    shown, body = readable_event(WarningRaised("bad \udc80 title, good é"))
    assert shown == WarningRaised("bad ? title, good é")
    assert event_from_json(body) == shown


def test_event_that_could_not_be_read_again_is_a_bug() -> None:
    with pytest.raises(BugError, match="can't be read back"):
        readable_event(ActionEnded("a", True, took_ms=float("inf")))


def test_zones_come_back_and_equal_zones_give_equal_bytes() -> None:
    states = (State.ENABLED, State.FOCUSED, State.CHECKED, State.EXPANDED)
    one, other = zone("z", *states), zone("z", *reversed(states))
    assert zones_from_json(zones_to_json((one,))) == (one,)
    assert zones_to_json((one,)) == zones_to_json((other,))


def test_damaged_zones_are_said() -> None:
    with pytest.raises(RecordUnavailable, match="zone list"):
        zones_from_json(b'[{"zone_id": 3}]')


def test_a_question_withdrawn_in_the_first_records_is_still_read() -> None:
    decision = Decision("r1", Withdraw(), DecidedHow.WITHDRAWN, "the run", "d")
    body = event_to_json(ApprovalDecided(1, 1, decision))
    old = body.replace('"withdrawn"', '"run ended"')
    assert old != body
    assert event_from_json(old) == ApprovalDecided(1, 1, decision)


def test_a_page_that_was_recorded_before_it_told_what_is_avoided_can_be_read() -> None:
    seen = PageSeen(1, "http://a/", "A", PageType.OTHER, False, 3, 3, "d", "m", "c")
    older = event_to_json(seen).replace(',"avoided":[]', "")
    assert "avoided" not in older and event_from_json(older) == seen
