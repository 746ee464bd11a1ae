"""Ids of words are readable, never given twice, and not all kept in mind."""

from __future__ import annotations

import pytest

from engine.language import labels
from engine.language.labels import NewIds, zone_slug


def test_another_thing_of_the_same_words_gets_a_number() -> None:
    ids = NewIds()
    given = [ids.new(zone_slug("button", each)) for each in ("A", "“A”", "A 2", "A")]
    assert given == ["button_a", "button_a_2", "button_a_2_2", "button_a_3"]


def test_none_is_given_twice_however_many_there_are_and_few_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(labels, "_MOST_KEPT", 50)
    ids, most_kept = NewIds(), 0
    given: list[str] = []
    for number in range(200):
        for label in ("", f"{number}", f"_{number}_"):
            given.append(ids.new(zone_slug("text", label)))
            most_kept = max(most_kept, len(ids._taken))
    assert len(set(given)) == len(given) == 600
    assert most_kept == 50
    assert not ids._taken
