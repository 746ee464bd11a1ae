"""What a page, a window or a model says can't steer the terminal, and does not fill it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from app import terminal as app_terminal
from app.progress import ProgressPrinter
from app.terminal import PlainLines, in_markup
from engine.domain.events import Event, WarningRaised
from engine.domain.web.events import BrowserNoted
from engine.language.action_words import thing_words
from engine.language.labels import quoted
from tests.engine.record.runs import PAGE, recorded_run

STEERING = "a\x1b[2Jb\x1b]52;c;ZWNobw==\x07c\rd\x9b31me\x08f\u202eg"
SHOWN = "a⟨U+001B⟩[2Jb⟨U+001B⟩]52;c;ZWNobw==⟨U+0007⟩c⟨U+000D⟩d⟨U+009B⟩31me⟨U+0008⟩f⟨U+202E⟩g"


@pytest.fixture
def screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """What a terminal of 400 columns got."""
    monkeypatch.setenv("COLUMNS", "400")
    return lambda: capsys.readouterr().out


def printed(screen: Callable[[], str], *events: Event) -> str:
    printer = ProgressPrinter(app_terminal.terminal())
    for recorded in recorded_run(*events):
        printer.show(recorded)
    return screen()


def test_what_would_steer_the_terminal_is_written_out(screen: Callable[[], str]) -> None:
    assert SHOWN in printed(screen, WarningRaised(STEERING))


def test_nor_does_what_nobody_thought_of_escape(screen: Callable[[], str]) -> None:
    app_terminal.terminal().print(STEERING, markup=False, highlight=False)
    said = screen()
    assert "\x1b" not in said and "⟨U+009B⟩" in said


def test_a_very_long_text_is_cut_and_says_so(screen: Callable[[], str]) -> None:
    said = printed(screen, WarningRaised("x" * 100_000)).replace("\n", "")
    assert 1_900 < len(said) < 2_500
    assert "98000 more characters" in said


def test_so_are_the_title_of_a_page_and_the_words_of_its_dialog(screen: Callable[[], str]) -> None:
    long = "x" * 100_000
    noted = BrowserNoted("dialog_answered", f"The page said: “{long}”.")
    said = printed(screen, replace(PAGE, title=long, url=f"http://a/{long}"), noted)
    assert "xxx" in said and len(said) < 6_000


def test_markup_in_a_text_is_a_text(screen: Callable[[], str]) -> None:
    app_terminal.terminal().print(in_markup("[red]no[/red]"))
    assert screen() == "[red]no[/red]\n"


def test_a_line_of_the_log_is_what_it_looks_like() -> None:
    record = logging.LogRecord("page", 30, "", 0, "%s", (STEERING,), None)
    assert PlainLines("%(message)s").format(record) == SHOWN


def test_a_label_tells_what_is_hidden_in_it() -> None:
    assert thing_words("Sаve") == "“Sаve” (which mixes Latin and Cyrillic letters)"
    assert thing_words("Save\u202egpj.") == "“Save⟨U+202E⟩gpj.”"
    assert quoted("Save\u202egpj.") == "“Save⟨U+202E⟩gpj.”"
    assert thing_words("Pay\u200bPal") == "“Pay⟨U+200B⟩Pal”"
    assert thing_words("Send СОРУ") == "“Send СОРУ” (which mixes Latin and Cyrillic letters)"


@pytest.mark.parametrize(
    "label",
    [
        "Speichern unter…",
        "Сохранить как",
        "👩\u200d👩\u200d👧",
        "保存 OK",
        "Café – 5 µm",
        "Файл PDF",
        "Ω 5",
        "می\u200cخواهم",
    ],
)
def test_honest_labels_are_shown_as_they_are(label: str) -> None:
    assert thing_words(label) == f"“{label}”"
