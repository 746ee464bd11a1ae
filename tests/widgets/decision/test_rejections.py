"""What a no came to is shown: in the plan, on the next card, and while nothing waits."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.support import sample_run, web_run
from tests.support.gallery import feed
from tests.support.sample_run import SampleRun
from tests.support.shown_words import shown_text
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def test_a_rejected_step_says_its_reason_in_the_plan(window: MainWindow) -> None:
    feed(window, web_run.rejected_run("too small"))
    assert any(words.endswith("4 · rejected: too small") for words in row_words(window))
    window.clear_run()
    feed(window, web_run.rejected_run(""))
    assert any(words.endswith("4 · rejected") for words in row_words(window))


def test_the_next_card_says_which_no_it_knows_of(window: MainWindow) -> None:
    feed(window, web_run.rejected_run("too small"))
    told = "proposed knowing that Click “Camp kettle” was rejected: too small"
    assert told in shown_text(window.views.approval.request).splitlines()
    window.clear_run()
    feed(window, sample_run.pending_run())
    assert "knowing" not in shown_text(window.views.approval.request)


def test_a_no_is_confirmed_while_the_next_proposal_is_made(window: MainWindow) -> None:
    run = web_run.rejected_run("too small")
    events = run.events[: next(i for i, each in enumerate(run.events) if is_no(each.event)) + 1]
    feed(window, SampleRun(events, run.zones))
    told = "Click “Camp kettle” was rejected: too small. The next proposal is made knowing this."
    assert told in shown_text(window.views.approval).splitlines()


def is_no(event: object) -> bool:
    return getattr(event, "state", "") == "rejected"


def row_words(window: MainWindow) -> list[str]:
    model = window.views.plan.view.rows
    rows = []
    for row in range(model.rowCount()):
        group = model.index(row, 0)
        for child in range(model.rowCount(group)):
            step = model.index(child, 0, group)
            rows.append(str(step.data(Qt.ItemDataRole.AccessibleTextRole)))
    return rows
