"""What a text may say however its letters are dressed, and that grave words are heard so."""

from __future__ import annotations

import pytest

from engine.domain.risks import RiskClass
from engine.language.folding import readings
from engine.language.grave_words import class_of_label, class_of_words, is_called, is_lasting


@pytest.mark.parametrize(
    "label",
    [
        "Dеlеtе",  # Cyrillic е
        "ᎠᎬⅬΕΤΕ all",  # Cherokee, a Roman numeral, Greek
        "D\u200be\u2060lete",
        "Ｄｅｌｅｔｅ",
        "𝐃𝐞𝐥𝐞𝐭𝐞",
        "D3l3te",
        "D e l e t e",
        "\u202eeteleD",
    ],
)
def test_a_grave_word_counts_whatever_its_letters_are(label: str) -> None:
    assert class_of_words(label) is RiskClass.IRREVERSIBLE
    assert is_lasting(f"{label}?")
    assert is_called("deletes", label.removesuffix(" all"))
    assert class_of_label(label) is RiskClass.IRREVERSIBLE


def test_what_stands_in_another_alphabet_keeps_its_own_meaning() -> None:
    assert class_of_words("Удалить") is RiskClass.IRREVERSIBLE
    assert class_of_words("Открыть") is None


def test_signs_of_money_before_a_word_are_no_letters() -> None:
    assert "$$save" not in readings("$$$ave")[0]
    assert readings("$$$ave")[1] == "$$save"
    assert readings("pay 5€ n0w")[1] == "pay 5€ now"
