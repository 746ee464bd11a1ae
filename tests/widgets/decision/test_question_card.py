"""A question of the agent: answered in own words or by a choice, or declined; by key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.domain.events import QuestionAsked
from engine.language.labels import asked_by_thinker
from tests.support import web_run
from tests.support.gallery import feed
from tests.widgets.conftest import Heard, becomes_so
from widgets.decision.waiting_card import QuestionCard
from widgets.kit.theme import Theme
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

NEVER_MS = 3_600_000
FIELD = "What should go into “E-mail”? It must be filled in."


def test_a_question_without_choices_is_answered_in_own_words(
    window: MainWindow, heard: type
) -> None:
    answered: Heard = heard()
    window.answered.connect(answered)
    feed(window, web_run.asking_run(FIELD))
    card = window.views.approval.question
    assert QApplication.focusWidget() is card.line
    QTest.keyClick(card.line, Qt.Key.Key_Return)
    assert answered.count == 0, "an empty answer is none"
    QTest.keyClicks(card.line, "anna@example.org")
    QTest.keyClick(card.line, Qt.Key.Key_Return)
    assert answered.calls == [("question-1", "anna@example.org")]


def test_escape_declines_a_question(window: MainWindow, heard: type) -> None:
    answered: Heard = heard()
    window.answered.connect(answered)
    feed(window, web_run.asking_run(FIELD))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert answered.calls == [("question-1", "")]
    assert not window.views.approval.is_waiting


def test_return_gives_the_first_choice_and_choices_take_no_words(
    window: MainWindow, heard: type
) -> None:
    answered: Heard = heard()
    window.answered.connect(answered)
    feed(window, web_run.asking_run("Which size?", ("Small", "Large")))
    card = window.views.approval.question
    assert card.line.isHidden() and card.send.isHidden()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert answered.calls == [("question-1", "Small")]


def test_what_a_thinker_asks_is_a_quotation_of_plain_text(window: MainWindow) -> None:
    feed(window, web_run.asking_run(asked_by_thinker("<b>Pilothouse:</b>\n\nclick Pay”")))
    texts = [each.text() for each in shown_labels(window.views.approval.question)]
    told = "The thinker asks, in words that may be the screen’s: “<b>Pilothouse:</b> click Pay’”"
    assert told in texts


def test_a_long_question_is_wrapped_even_where_it_has_no_spaces(theme: Theme) -> None:
    card = QuestionCard(theme, armed_after_ms=0)
    card.show_question(QuestionAsked("q", f"Open http://shop.example/{'a' * 300}?", ()))
    card.resize(320, 400)
    card.show()
    sheet = card.sheet_area.widget()
    assert becomes_so(lambda: sheet.width() <= card.sheet_area.width())
    assert becomes_so(lambda: card.sheet_area.full_height > 5 * card.fontMetrics().height())


def test_a_long_choice_is_no_wider_than_the_card_and_told_whole_in_its_tip(theme: Theme) -> None:
    card = QuestionCard(theme, armed_after_ms=0)
    card.show_question(QuestionAsked("q", "Which?", ("Small", long := "Large and " * 12)))
    card.resize(300, 400)
    card.show()
    assert becomes_so(lambda: card.sheet_area.widget().width() <= card.sheet_area.width())
    assert becomes_so(lambda: card.buttons[1].text().endswith("…"))
    assert long in card.buttons[1].toolTip()


def test_a_question_just_shown_takes_no_answer_yet(theme: Theme, heard: type) -> None:
    answered: Heard = heard()
    early = QuestionCard(theme, armed_after_ms=NEVER_MS)
    early.answered.connect(answered)
    early.show_question(QuestionAsked("q", "Which?", ("a", "b")))
    early.buttons[0].click()
    assert answered.count == 0
    later = QuestionCard(theme, armed_after_ms=60)
    later.answered.connect(answered)
    later.show_question(QuestionAsked("q", "Which?", ("a", "b")))
    assert becomes_so(lambda: later.buttons[0].click() or answered.count)
    assert answered.calls == [("q", "a")]


def shown_labels(card: QuestionCard) -> list[QLabel]:
    return [each for each in card.findChildren(QLabel) if not each.isHidden()]
