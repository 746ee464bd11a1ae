"""Two runs side by side: what each did, where they parted, and what came of it."""

import re
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest

from engine.domain.facts import Frozen
from engine.domain.scripts import with_texts
from engine.language.action_words import action_words, thing_words
from engine.record.executed import Executed, executed_in
from engine.record.sessions import OpenedSession, facts_of, figures_of


class Deed(Frozen):
    """An action that was performed, and how its step ended."""

    words: str
    came: str


Pair = tuple[Deed | None, Deed | None]
"""What stands beside each other: what both did, or only one of them."""


class Comparison(Frozen):
    """``parted_at`` counts the pairs from 0; None where both did the same with the same outcome.
    ``differing`` are facts and figures that are not the same in both, by what they are called."""

    pairs: tuple[Pair, ...]
    differing: dict[str, tuple[str, str]]
    parted_at: int | None

    @property
    def words(self) -> str:
        """Where they parted, in a sentence."""
        if self.parted_at is None:
            return "Both did the same, and the same came of it."
        one, other = (
            f"“{each.words}” ({each.came})" if each else "nothing more there"
            for each in self.pairs[self.parted_at]
        )
        return (
            f"They parted at action {self.parted_at + 1}: the first did {one}, the other {other}."
        )


def compare(one: OpenedSession, other: OpenedSession) -> Comparison:
    pairs = tuple(_paired(*([*map(_deed, executed_in(each.events))] for each in (one, other))))
    parted = next((at for at, (left, right) in enumerate(pairs) if left != right), None)
    told, others = _told(one), _told(other)
    both = {each: (told.get(each, ""), others.get(each, "")) for each in told | others}
    return Comparison(pairs, {each: two for each, two in both.items() if len(set(two)) > 1}, parted)


def _paired(one: list[Deed], other: list[Deed]) -> list[Pair]:
    """By what was done; what stands between two that are the same is told beside each other."""
    words, others = ([each.words for each in deeds] for deeds in (one, other))
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    return [
        pair
        for _, begin, end, begun, ended in matcher.get_opcodes()
        for pair in zip_longest(one[begin:end], other[begun:ended])
    ]


_at_home = partial(re.compile(r"/practice-[0-9a-f]{12}/home\b").sub, "/practice/home")
"""The home of a practice desktop lies elsewhere each time, which makes nothing different."""


def _deed(each: Executed) -> Deed:
    step, outcome = with_texts(each.performed, _at_home), each.outcome
    came = outcome.state or ("done" if outcome.succeeded else "broken off")
    verdict = f", {outcome.verdict}" if outcome.verdict else ""
    words = action_words(step.action, thing_words(step.zone_label)) or step.description
    return Deed(words, f"{came}{verdict}")


def _told(opened: OpenedSession) -> dict[str, str]:
    """What was asked, what came of it, and what it took."""
    state = opened.state
    facts = {each.label: each.value for each in facts_of(opened) if each.label != "Session"}
    answer = state.outcome.answer if state.outcome is not None else ""
    figures = {each.label: each.number for each in figures_of(opened)}
    told = {"Goal": state.goal, "Answer": answer} | facts | figures
    return {label: _at_home(value) for label, value in told.items()}
