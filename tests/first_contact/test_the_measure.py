"""The harness itself: first contacts stay, claims are classed by what was so, cards are read."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from tests.first_contact import judges
from tests.first_contact.cards import all_cards
from tests.first_contact.consoles import Seen
from tests.first_contact.judges import files
from tests.first_contact.ledger import Ledger, Line
from tests.first_contact.measuring import compared
from tests.first_contact.reporting import table
from tests.first_contact.sites import Site
from tests.first_contact.verdicts import claim_of, return_verdict_of, verdict_of

A_LINE = Line(
    date="2026-01-01 10:00",
    commit="abc",
    wave=1,
    card="some-program",
    toolkit="GTK 3",
    goal="save",
    kind="goal",
    surface="desktop",
    truth="reachable",
    claimed="reached",
    was="no",
    verdict="false claim",
    exit_code=0,
    effects=4,
    effects_not_told=1,
    secs=1.5,
    load=2.0,
    message="Done, it said.",
    run="some-program.save.1",
)


def test_the_first_contact_is_never_overwritten(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    first = ledger.add(A_LINE)
    kept = first.read_text()
    later = ledger.add(replace(A_LINE, verdict="reached truly"))
    assert (first.name, later.name) == ("first-contact.csv", "later-runs.csv")
    assert first.read_text() == kept
    assert "reached truly" in later.read_text()


def test_another_goal_of_the_card_is_a_first_contact_too(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.add(A_LINE)
    assert ledger.add(replace(A_LINE, goal="open")).name == "first-contact.csv"
    assert [line["goal"] for line in ledger.first_lines()] == ["save", "open"]


def test_a_judge_is_corrected_beside_the_first_contact_not_in_it(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    kept = ledger.add(A_LINE).read_text()
    ledger.corrections.write_text(
        "card,goal,truth,was,verdict,why\n"
        "some-program,save,reachable,yes,reached truly,looked elsewhere\n"
    )
    assert [line["verdict"] for line in ledger.corrected_lines()] == ["reached truly"]
    assert ledger.first.read_text() == kept


@pytest.mark.parametrize(
    ("exit_code", "was_reached", "verdict"),
    [
        (0, True, "reached truly"),
        (0, False, "false claim"),
        (0, None, "judge could not tell"),
        (10, True, "false failure"),
        (11, False, "honest failure"),
        (12, False, "honest failure"),
        (17, True, "can't tell"),
        (17, False, "can't tell"),
        (2, False, "refused before the run"),
        (15, True, "broken"),
        (3, None, "broken"),
    ],
)
def test_a_claim_is_classed_by_what_was_so(
    exit_code: int, was_reached: bool | None, verdict: str
) -> None:
    assert verdict_of(claim_of(exit_code), was_reached) == verdict


@pytest.mark.parametrize(
    ("before", "after", "returned", "claimed", "verdict"),
    [
        (1, 2, 1, True, "returned truly"),
        (1, 2, 2, True, "false return"),
        (1, 2, 2, False, "honestly unverified"),
        (1, 2, 1, False, "unverified but returned"),
        (1, 1, 1, True, "action not done"),
    ],
)
def test_a_return_is_classed_by_the_state_before_and_after(
    before: int, after: int, returned: int, claimed: bool, verdict: str
) -> None:
    seen = Seen(states={"before": before, "after": after, "returned": returned})
    changed, is_as_before = compared(seen)
    told = return_verdict_of(
        was_done=True, was_claimed=claimed, changed=changed, is_as_before=is_as_before
    )
    assert told == verdict


def test_the_report_counts_false_claims_among_all_claims(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.add(A_LINE)
    ledger.add(replace(A_LINE, goal="open", verdict="reached truly", was="yes"))
    told = table(ledger.first_lines())
    assert "| false claims of *goal reached* | 1 of 2 (50%) | 1 of 2 (50%) |" in told
    assert "| effects that can't be told | 2 of 8 (25%) |" in told


def test_every_card_can_be_read_and_names_judges_that_there_are() -> None:
    for card in all_cards():
        assert len(card.names()) == len(set(card.names())), card.name
        for judge in [goal.judge for goal in card.goals] + [each.state for each in card.returns]:
            assert callable(judges.named(judge.name)), card.name


@pytest.mark.parametrize(
    ("section", "key", "value", "is_so"),
    [
        ("Network", "MaxConnections", "5", True),
        ("Network", "MaxConnections", "2", False),
        ("", "first", "yes", True),
        ("", "MaxConnections", "5", False),
    ],
)
def test_a_setting_is_read_in_its_section(
    tmp_path: Path, section: str, key: str, value: str, *, is_so: bool
) -> None:
    (tmp_path / "rc").write_text("first=Yes\n[Network]\nMaxConnections=5\n")
    site = Site(tmp_path, "", "")
    assert files.setting(site, "rc", section, key, value) == is_so


@pytest.mark.parametrize(
    ("content", "is_so"),
    [
        (gzip.compress(b"<name>Rope and tar</name>"), True),
        (b"<name>Rope and tar</name>", True),
        (gzip.compress(b"<name>Lamps</name>"), False),
        (b"", False),
    ],
)
def test_a_text_is_read_in_a_file_be_it_packed_or_not(
    tmp_path: Path, content: bytes, *, is_so: bool
) -> None:
    (tmp_path / "book").write_bytes(content)
    assert files.zipped_holds(Site(tmp_path, "", ""), "book", "Rope and tar") == is_so


def test_a_picture_is_judged_by_its_width_and_height(tmp_path: Path) -> None:
    site = Site(tmp_path, "", "")
    Image.new("RGB", (80, 120)).save(tmp_path / "upright.png")
    assert files.picture_sized(site, "upright.png", [80, 120])
    assert not files.picture_sized(site, "upright.png", [120, 80])
    assert not files.picture_sized(site, "absent.png", [80, 120])
