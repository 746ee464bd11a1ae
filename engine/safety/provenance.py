"""Whose wish a step follows: the goal's, or that of a text on the screen.

What the screen says is data. A step is suspicious where the goal does not account for what it
does and a text on the screen does; either alone is nothing. The planner's own word that it follows
the screen always counts; its word that it follows the goal never does.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace

from engine.domain.actions import TypeText
from engine.domain.plans import PlanStep
from engine.domain.situation import Situation
from engine.domain.words import shortened
from engine.language.command_words import content_of, words_in
from engine.language.folding import readings, visible
from engine.safety.following import follows_order, follows_request
from engine.safety.goal_words import GoalWords
from engine.safety.instructions import Instruction, instructions_in, instructions_on
from engine.safety.intents import Deed, deed_of

_MOST_REMEMBERED = 300
_MOST_OWN_TEXTS = 100
_LONGEST_QUOTE = 200
_SECRET = re.compile(r"\{\{\s*secret\s*:\s*([^}]+?)\s*\}\}")
_ABOUT_SECRETS = frozenset({"secret", "password"})


class ScreenProvenance:
    """Implements the ``Provenance`` port for one run; it remembers what the screen said in it."""

    def __init__(self) -> None:
        self._instructions: dict[tuple[str, str], Instruction] = {}
        self._own_texts: deque[str] = deque(maxlen=_MOST_OWN_TEXTS)
        self._goal = ""
        self._goal_words = GoalWords("")
        self._noticed: Situation | None = None

    def notice(self, situation: Situation) -> None:
        """Remember what the screen says now; the oldest is forgotten where it gets too much."""
        if situation is self._noticed:
            return
        self._noticed = situation
        for each in instructions_on(situation):
            key = (each.text, each.window_id)
            self._instructions.pop(key, None)
            self._instructions[key] = each
        while len(self._instructions) > _MOST_REMEMBERED:
            del self._instructions[next(iter(self._instructions))]

    def suspicion_of(self, step: PlanStep, goal: str, situation: Situation) -> str:
        """A sentence for the operator that quotes the screen; empty for an ordinary step."""
        self.notice(situation)
        if goal != self._goal:
            self._goal, self._goal_words = goal, GoalWords(goal)
        deed = deed_of(step, situation)
        if step.asked_by == "screen":
            return _told_by_planner(self._likeliest(deed, situation))
        followed = self._followed(deed, step, situation) if deed is not None else None
        if followed is not None:
            return f"The screen says “{_quote(followed.text)}”; your goal does not ask for it."
        if isinstance(step.action, TypeText):
            self._own_texts.extend(_texts_of(step.action.text))
        return ""

    def _followed(self, deed: Deed, step: PlanStep, situation: Situation) -> Instruction | None:
        """The instruction that accounts for the deed where the goal does not; the newest."""
        if deed.host and self._goal_words.names_host(deed.host):
            content = deed.content - content_of(readings(deed.host)[-1])
            deed = replace(deed, host="", content=content if deed.kind == "visit" else deed.content)
        unasked = self._goal_words.unasked(deed, situation.places)
        secrets = self._unasked_secrets(step, situation)
        if unasked is None and not secrets:
            return None
        unasked = unasked or frozenset()
        for each in reversed(self._foreign()):
            if secrets and each.content & _ABOUT_SECRETS:
                return each
            if each.is_to_agent and follows_order(deed, unasked, each):
                return each
            if not each.is_to_agent and follows_request(deed, unasked, each):
                return each
        return None

    def _unasked_secrets(self, step: PlanStep, situation: Situation) -> bool:
        """A secret that the goal does not give away, or not to the site that is shown."""
        if not isinstance(step.action, TypeText) or not _SECRET.search(step.action.text):
            return False
        page = situation.page
        if page is not None and not self._goal_words.means_site_of(page.url):
            return True
        return not set(_SECRET.findall(step.action.text)) <= set(_SECRET.findall(self._goal))

    def _foreign(self) -> list[Instruction]:
        """The instructions that neither the goal nor the run itself has put on the screen."""
        own = (*self._goal_words.typed, *self._own_texts)
        return [each for each in self._instructions.values() if not _is_own(each, own)]

    def _likeliest(self, deed: Deed | None, situation: Situation) -> str:
        """The text on the screen that has most in common with the deed, for a quotation."""
        words = deed.content if deed is not None else frozenset()
        told = [
            (len(words & each.content), 1, not each.is_spread, each.text)
            for each in self._foreign()
        ]
        told += [
            (len(words & content_of(readings(text)[-1])), 0, True, text)
            for zone in situation.zones_in_sight
            for text in (zone.value, zone.label)
            if text and (deed is None or deed.zone is not zone)
        ]
        shared, is_instruction, _, text = max(told, default=(0, 0, False, ""))
        return text if shared or is_instruction else ""


def _told_by_planner(text: str) -> str:
    if not text:
        return "The planner says that something on the screen asks for it, and not your goal."
    return (
        f"The screen says “{_quote(text)}”; by the planner's own word the step follows the screen"
        " and not your goal."
    )


def _is_own(text: Instruction, own: tuple[str, ...]) -> bool:
    """Nothing instructs any more in the text once what the run itself typed is taken out."""
    for said in text.said:
        for typed in own:
            if typed in said and not instructions_in(said.replace(typed, " ")):
                return True
    return False


def _texts_of(typed: str) -> list[str]:
    """What was typed as it will be found again; a single word says too little to be known by."""
    said = (" ".join(words_in(each)) for each in readings(typed))
    return [each for each in said if " " in each]


def _quote(text: str) -> str:
    return shortened(visible(text), _LONGEST_QUOTE)
