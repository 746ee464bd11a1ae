"""Each call to a model can be looked into: what was sent, what came back, what it took."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from engine.domain.events import ModelCalled
from engine.domain.plans import StepPlace
from tests.support import model_run, sample_run
from tests.support.gallery import row_of_call
from tests.support.model_run import ModelRun
from tests.support.sample_run import SampleRun
from tests.support.shown_words import facts_text, section_text
from tests.widgets.conftest import Heard, becomes_so
from widgets.inspector.call_page import CallList, CallPage
from widgets.inspector.inspector import CALL_TAB, EVENT_TAB
from widgets.inspector.record_sections import LOADING, MISSING
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def fed(window: MainWindow, run: SampleRun) -> None:
    window.show_events(run.events)
    window.show_run(run.state)


def listed(calls: CallList) -> list[str]:
    return [calls.view.item(row).text() for row in range(calls.view.count())]


def choose(window: MainWindow, run: SampleRun, cause: str) -> CallPage:
    fed(window, run)
    window.views.timeline.row_chosen.emit(row_of_call(run, cause))
    return window.views.inspector.call_page


def answer(window: MainWindow, run: ModelRun) -> None:
    """As the application does: whatever is wanted is there at once."""
    window.record.text_wanted.connect(
        lambda wanted: window.record.came.emit(wanted, run.texts[wanted])
    )
    window.record.picture_wanted.connect(
        lambda wanted: (
            wanted in run.pictures and window.record.came.emit(wanted, run.pictures[wanted])
        )
    )


def test_a_call_that_is_chosen_is_told_completely(own_window: MainWindow) -> None:
    run = model_run.pending_run()
    answer(own_window, run)
    page = choose(own_window, run, "proposal")
    assert own_window.views.inspector.tabs.currentIndex() == CALL_TAB
    for fact in (
        "For: local planning · state 1.1 of segment 2",
        f"Model: {model_run.MODEL}",
        f"Endpoint: {model_run.ENDPOINT}",
        "Form: JSON object",
        "Tokens: prompt 1,420 (of it cached 1,100), completion 90",
        "Prompt: 80% of its bytes as before",
        "Cost: 0.0007",
        "Took: 1.2 s",
        "First token: after 240 ms",
    ):
        assert fact in facts_text(page.sheet), fact
    assert section_text(page.prompt) == model_run.PROMPT
    assert section_text(page.reply) == model_run.REPLY
    assert page.picture.note.text() == "No picture was sent."


def test_what_went_wrong_is_told_before_the_rest(window: MainWindow) -> None:
    run = model_run.pending_run()
    page = choose(window, run, "replan")
    lines = facts_text(page.sheet).splitlines()
    assert lines[1] == "Failed: The reply names a zone that is not on the screen: “z40”."
    assert lines[2] == "Class: ReplyInvalid"
    assert page.parsed.note.text() == "Nothing could be read from the reply."
    window.views.timeline.row_chosen.emit(row_of_call(run, "replan") + 1)
    assert "Repair: yes: the reply before could not be used" in facts_text(page.sheet)


def test_without_a_price_it_says_so(window: MainWindow) -> None:
    run = model_run.pending_run()
    row = row_of_call(run, "plan")
    event = run.events[row].event
    assert isinstance(event, ModelCalled)
    run.events[row] = replace(run.events[row], event=replace(event, cost=None))
    assert "Cost: no price known" in facts_text(choose(window, run, "plan").sheet)


def test_only_what_is_unfolded_is_asked_for(own_window: MainWindow, heard: type) -> None:
    wanted: Heard = heard()
    own_window.record.text_wanted.connect(wanted)
    run = model_run.pending_run()
    page = choose(own_window, run, "proposal")
    assert wanted.calls == [("text-prompt",), ("text-reply",)]
    assert section_text(page.prompt) == section_text(page.reply) == LOADING
    page.parsed.head.click()
    assert wanted.calls[2:] == [("text-parsed",)]
    own_window.record.came.emit("text-parsed", run.texts["text-parsed"])
    assert section_text(page.parsed).startswith('{\n  "steps": [\n    {\n      "zone": "z2"')
    page.parsed.head.click()
    page.parsed.head.click()
    assert wanted.count == 3


def test_a_call_that_is_chosen_again_keeps_what_is_shown(window: MainWindow, heard: type) -> None:
    wanted: Heard = heard()
    run = model_run.pending_run()
    page = choose(window, run, "proposal")
    window.record.came.emit("text-prompt", run.texts["text-prompt"])
    window.record.text_wanted.connect(wanted)
    choose(window, run, "plan")  # it was sent the same
    assert section_text(page.prompt) == model_run.PROMPT
    assert ("text-prompt",) not in wanted.calls


def test_the_system_text_comes_with_the_prompt(own_window: MainWindow) -> None:
    run = model_run.pending_run()
    answer(own_window, run)
    page = choose(own_window, run, "proposal")
    page.system.head.click()
    assert section_text(page.system) == model_run.SYSTEM
    page.system.copy.click()
    assert QGuiApplication.clipboard().text() == model_run.SYSTEM


def test_what_the_record_does_not_have_is_said(window: MainWindow) -> None:
    run = model_run.pending_run()
    page = choose(window, run, "vision")
    for content_hash in ("text-prompt", "text-reply", "sent-main"):
        window.record.came.emit(content_hash, None)
    for section in (page.prompt, page.reply, page.picture):
        assert section.note.isVisible() and section.note.text() == MISSING


def test_an_answer_to_another_call_is_not_shown(own_window: MainWindow) -> None:
    page = choose(own_window, model_run.pending_run(), "proposal")
    own_window.record.came.emit("of another call", "secret of another call")
    assert section_text(page.prompt) == section_text(page.reply) == LOADING


def test_the_picture_as_sent_fits_the_width_and_opens_large(own_window: MainWindow) -> None:
    run = model_run.pending_run()
    answer(own_window, run)
    page = choose(own_window, run, "vision")
    picture = page.picture.picture
    assert becomes_so(picture.isVisible) and picture.image == run.pictures["sent-main"]
    assert becomes_so(lambda: picture.width() <= page.width())
    assert becomes_so(lambda: abs(picture.height() - picture.width() * 800 / 1280) <= 1)
    assert page.picture.size_words.text() == "1024 × 640 pixels, as it was sent"
    picture.setFocus()
    QTest.keyClick(picture, Qt.Key.Key_Return)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog) and dialog.windowTitle() == "Picture as sent"
    dialog.reject()


def test_a_long_text_is_scrolled_and_can_be_opened_large(window: MainWindow) -> None:
    long = "\n".join(f"z{number} | button | Zone number {number}" for number in range(2000))
    run = model_run.pending_run()
    page = choose(window, run, "proposal")
    assert len(long) > 50_000
    window.record.came.emit("text-reply", long)
    assert section_text(page.reply) == long
    assert page.reply.view.height() < 400
    page.reply.enlarge.click()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog) and dialog.height() > 400
    dialog.reject()


def test_a_text_without_spaces_breaks_anywhere(window: MainWindow) -> None:
    page = choose(window, model_run.pending_run(), "proposal")
    for text, mode in (
        ("a" * 60_000, QTextOption.WrapMode.WrapAnywhere),
        ("a word and another " * 3000, QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere),
    ):
        window.record.came.emit("text-reply", text)
        assert page.reply.view.wordWrapMode() is mode
        assert section_text(page.reply) == text


def test_a_local_state_lists_the_calls_that_it_was_charged_with(window: MainWindow) -> None:
    run = model_run.pending_run()
    fed(window, run)
    window.views.plan.place_chosen.emit(StepPlace(2, 1, 1))
    inspector = window.views.inspector
    assert listed(inspector.calls) == [
        "Local planning · state 1.1 · 1,510 tokens · 1.2 s",
        "Distances · state 1.1 · 652 tokens · 1.2 s",
    ]
    assert "Cost: 2 calls to the thinker, 2,162 tokens, 0.0009" in facts_text(inspector.step_sheet)
    view = inspector.calls.view
    view.setCurrentRow(1)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert inspector.tabs.currentIndex() == CALL_TAB
    assert "For: distances" in facts_text(inspector.call_page.sheet)


def test_a_step_lists_the_calls_of_its_segment_too(window: MainWindow) -> None:
    fed(window, model_run.pending_run())
    window.views.plan.place_chosen.emit(StepPlace(1, 1))
    assert listed(window.views.inspector.calls) == ["Planning · 1,340 tokens · 1.2 s"]
    window.views.plan.place_chosen.emit(StepPlace(2, 1))
    lines = listed(window.views.inspector.calls)
    assert [line.split(" · ")[0] for line in lines[:3]] == [
        "Vision",
        "Replanning",
        "Replanning, a repair",
    ]
    assert len(lines) == 10


def test_without_a_chosen_call_all_of_them_and_the_whole_budget_are_told(
    window: MainWindow,
) -> None:
    run = model_run.pending_run()
    page = choose(window, run, "proposal")
    page.back.click()
    assert page.currentWidget() is page.spending
    for fact in (
        "Calls: 14 of 20, 6 left",
        "Tokens: 15,681 of 18,000, 2,319 left — ⚠ nearly used up",
        "Money: 0.0095 of 0.0500, 0.0405 left",
        "· vision: 1 · 980 · 0.0013 · 2.4 s",
        "· of it abandoned: 5 · 6,812 · 0.0030 · 5.9 s",
    ):
        assert fact in facts_text(page.spending), fact
    assert len(listed(page.calls)) == 11


def test_a_call_that_comes_in_leaves_the_chosen_one_in_sight(window: MainWindow) -> None:
    run = model_run.pending_run()
    page = choose(window, run, "plan")
    shown = facts_text(page.sheet)
    writer = sample_run.Writer(model_run.SESSION)
    writer.events, writer.at = list(run.events), run.events[-1].at_secs
    writer.add(model_run.called("proposal", model_run.TokenUsage(10, 0, 5), "2.1.7"))
    fed(window, SampleRun(writer.events, run.zones))
    assert facts_text(page.sheet) == shown and page.currentWidget() is not page.spending
    assert len(listed(page.calls)) == 12


def test_other_events_stay_in_their_own_tab_and_a_new_run_has_no_calls(window: MainWindow) -> None:
    run = model_run.pending_run()
    page = choose(window, run, "plan")
    window.views.timeline.row_chosen.emit(0)
    assert window.views.inspector.tabs.currentIndex() == EVENT_TAB
    window.clear_run()
    assert page.currentWidget() is page.spending
    assert page.calls.isHidden() and facts_text(page.spending) == ""


def test_a_run_without_a_model_has_a_budget_and_no_calls(window: MainWindow) -> None:
    fed(window, sample_run.finished_run())
    page = window.views.inspector.call_page
    assert "Calls: 3 of 30, 27 left" in facts_text(page.spending)
    assert "Tokens" not in facts_text(page.spending)
    assert page.calls.isHidden()
