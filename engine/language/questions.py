"""What is asked above a button: its "Yes" does that, and its "Later" does not."""

import re
from collections.abc import Iterable

from engine.domain.risks import RiskClass
from engine.language import grave_words

_SENTENCE = re.compile(r"[^.!?。！？؟\n]+[.!?。！？؟]*")
_ASKS = ("?", "？", "؟")
_MOST_CHARS = 600
"""A longer text is read to its start: a question stands there."""


def asks(text: str) -> bool:
    """It ends as a question does, in any script."""
    return text.rstrip().endswith(_ASKS)


def asks_back(text: str) -> bool:
    """It asks for a second yes, or warns of a loss, and need not say of what: "Are you sure?"."""
    return grave_words.has_word("asks_back", text, "losses", "confirms")


def class_of_answer(
    label: str, texts: Iterable[str], *, is_dialog: bool = False, is_next: bool = False
) -> tuple[RiskClass, str] | None:
    """What the button does by what the texts above it ask, and the text; None where that is
    nothing that lasts, or the button says something of its own. ``is_next``: it only goes on,
    which is a yes as well."""
    is_no = grave_words.is_called("denies", label) or grave_words.refrains(label)
    goes_on = grave_words.is_called(
        "continues", label, "applies", "completes", and_more=r"(?:\W.*)?"
    )
    if not (is_no or is_next or goes_on or grave_words.affirms(label)):
        return None
    for text in texts:
        text = " ".join(text.split())[:_MOST_CHARS]
        if is_no and grave_words.has_word("saves", text, "brings_back"):
            return RiskClass.IRREVERSIBLE, text
        if not is_no and (found := deed_asked(text, is_dialog=is_dialog)) is not None:
            return found, text
    return None


def deed_asked(text: str, *, is_dialog: bool = False) -> RiskClass | None:
    """What a yes to this text does of what can't be taken back. In a dialog any word of a loss
    tells, elsewhere a question's and a heading's."""
    if grave_words.has_word("losses", text) or (is_dialog and grave_words.is_lasting(text)):
        return RiskClass.IRREVERSIBLE
    if is_dialog and grave_words.has_word("binds", text):
        return RiskClass.LEAVES_MACHINE
    for sentence in _SENTENCE.findall(text):
        found = grave_words.class_of_words(sentence) if sentence.endswith(_ASKS) else None
        if (found := found or grave_words.names_deed(sentence)) is not None:
            return found
    return None


def question_answered(label: str, texts: Iterable[str]) -> str:
    """The question, or the warning, that the button answers with more than a no; empty for none,
    and where it is whether to save. Who stops to ask says that it matters, in whatever words."""
    if grave_words.leaves_as_it_is(label):
        return ""
    for text in texts:
        text = " ".join(text.split())[:_MOST_CHARS]
        asks = any(mark in text for mark in _ASKS) or grave_words.has_word("losses", text)
        if asks and not grave_words.has_word("saves", text, "greets"):
            return text
    return ""
