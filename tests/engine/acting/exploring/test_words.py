"""Which words tell of an error, which ask for input, and what stays of a text in each run."""

from __future__ import annotations

import pytest

from engine.acting.exploring.crashes import crashes_of
from engine.acting.exploring.identity import stable
from engine.acting.exploring.watching import asks_for_input, tells_of_error
from engine.domain.exploring.limits import ConsoleLine, EndedProcess, Vitals


@pytest.mark.parametrize(
    "text",
    [
        "Error",
        "Saving failed",
        "Unhandled exception in thread main",
        "Something went wrong",
        "The file could not be opened",
        "Unexpected end of file",
        "Es ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut.",
        "Die Datei konnte nicht gelesen werden",
        "Unerwartetes Ende",
        "Une erreur est survenue",
        "L’enregistrement a échoué",
        "Impossible d'ouvrir : erreur 12",
    ],
)
def test_an_error_is_known_by_its_words(text: str) -> None:
    assert tells_of_error(text) and not asks_for_input(text)


@pytest.mark.parametrize(
    "text",
    [
        "No errors were found",
        "0 errors, 2 warnings",
        "Error correction: high",
        "Terror of the deep",
        "Do you want to save your changes?",
        "Keine Fehler gefunden",
        "Ohne Fehler beendet",
        "Aucune erreur",
        "Terminé sans erreur",
        "Mirrors",
    ],
)
def test_what_went_well_is_no_error(text: str) -> None:
    assert not tells_of_error(text)


@pytest.mark.parametrize(
    "text",
    [
        "Please fill in the name.",
        "Please enter a number",
        "The name must not be empty.",
        "An address is required",
        "Bitte geben Sie einen Namen ein",
        "Pflichtfeld",
        "Veuillez saisir un nom",
    ],
)
def test_a_request_for_input_is_known(text: str) -> None:
    assert asks_for_input(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(app:17): failed at 10:11:12.5", "(app:18): failed at 10:12:13.0"),
        ("no object at 0x7f00aa", "no object at 0xdeadbeef"),
        ("2026-01-02 10:11:12 lost", "2026-03-04 11:00:59 lost"),
        ("can't read /tmp/run-a/home/x.txt", "can't read /tmp/other/home/x.txt"),
        ("https://127.0.0.1:8001/a?t=1 failed", "https://127.0.0.1:9002/a?t=22 failed"),
    ],
)
def test_a_text_is_the_same_in_each_run(one: str, other: str) -> None:
    assert stable(one) == stable(other)


def test_what_tells_faults_apart_stays() -> None:
    lines = ["The server answered with 500 to /a", "The server answered with 503 to /a"]
    assert stable(lines[0]) != stable(lines[1])
    assert stable("KeyError: 'name'") == "KeyError: 'name'"
    assert len(stable("word " * 200)) <= 160


def test_being_asked_to_end_is_no_crash_and_a_crash_quotes_its_last_error() -> None:
    ended = (
        EndedProcess("Asked", 1, -15),
        EndedProcess("Fine", 2, 0),
        EndedProcess("Unknown", 3, None),
        EndedProcess("Bad", 4, -11),
    )
    line = ConsoleLine("Bad", "Assertion failed at 0x12")
    (found,) = crashes_of(Vitals(ended, console=(line,)), None, on_web=False)
    assert found.summary == ("It ended by a segmentation fault (SIGSEGV): Assertion failed at …")
    without_steps = [fault.application for fault in crashes_of(Vitals(ended), (), on_web=False)]
    assert without_steps == ["Fine", "Unknown", "Bad"]
