"""What is said of a run says nothing twice."""

from __future__ import annotations

from engine.domain.risks import Reversibility
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.language.sentences.local import reversibility_words
from engine.language.sentences.run import ending_sentence


def test_an_ending_whose_message_begins_as_it_is_called_is_called_so_once() -> None:
    silent = "Done, not seen: Click “Save”. Nothing on the page tells of it."
    assert ending_sentence(Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, silent)) == silent
    done = Outcome(Terminal.GOAL_SATISFIED, "plan_finished", "Done in 6 steps.")
    assert ending_sentence(done) == "Goal reached: Done in 6 steps."


def test_that_no_way_back_is_known_is_said_once() -> None:
    declared = Reversibility.unknown("it is a key among digits.")
    assert reversibility_words(declared) == "no way back known: it is a key among digits."
    assert reversibility_words(Reversibility.fully("Press 7.")) == "reversible: Press 7."
