"""Ids of words are readable, never given twice, and not all kept in mind."""

from __future__ import annotations

from engine.language.slugs import NewIds, slug


def test_a_slug_has_small_letters_digits_and_single_underscores() -> None:
    assert slug("Button  “Save As…”") == "button_save_as"
    assert slug("check box " + "a very long label " * 9) == "check_box_a_very_long_label_a_ve"


def test_another_thing_of_the_same_words_gets_a_number() -> None:
    ids = NewIds()
    given = [ids.for_words(each) for each in ("button A", "button A", "button A 2", "button A")]
    assert given == ["button_a", "button_a_2", "button_a_2_2", "button_a_3"]


def test_none_is_given_twice_however_many_there_are_and_few_are_kept() -> None:
    ids, given, most_kept = NewIds(most_kept=50), [], 0
    for number in range(200):
        for words in ("text", f"text {number}", f"text  {number}"):
            given.append(ids.for_words(words))
            most_kept = max(most_kept, ids.kept)
    assert len(set(given)) == len(given) == 600
    assert most_kept == 50
    assert ids.kept == 0
