"""A model in memory: it answers each question by a function of the question, as a server would.

``PromptPlanner`` is such a function: a simple planner that reads nothing but the prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.domain.errors import ReplyInvalid
from engine.domain.models import ModelQuestion

R = TypeVar("R", bound=BaseModel)
Answer = Callable[[ModelQuestion], dict[str, Any] | Exception]


@dataclass
class ScriptedModel:
    """Implements the ``Model`` port; ``asked`` holds the questions. A failure is raised."""

    answer: Answer
    asked: list[ModelQuestion] = field(default_factory=list)
    name: str = "scripted"

    async def ask(self, question: ModelQuestion, form: type[R]) -> R:
        self.asked.append(question)
        answer = self.answer(question)
        if isinstance(answer, Exception):
            raise answer
        try:
            return form.model_validate_json(json.dumps(answer))
        except ValidationError as error:
            raise ReplyInvalid(str(error)) from None


def replies(*answers: dict[str, Any] | Exception) -> ScriptedModel:
    """A model that gives these answers in order."""
    left = list(answers)
    return ScriptedModel(lambda question: left.pop(0))


@dataclass(frozen=True, slots=True)
class ReadPrompt:
    """What a prompt says, read back from its text."""

    text: str

    @property
    def goal(self) -> str:
        return self._after(r"^(?:Goal|The person's goal): (.*)$")[0]

    @property
    def done(self) -> list[str]:
        return self._after(r"^  DONE \d+\. (.*)$")

    @property
    def failed(self) -> list[str]:
        return self._after(r"^  FAILED: (.*)$")

    @property
    def windows(self) -> list[str]:
        return self._after(r"^# (?:window|dialog) \d+(?:, in front)?: (.*)$")

    @property
    def rows(self) -> dict[str, list[str]]:
        """The cells of each zone behind its id."""
        lines = self.text.split("SCREEN-", 2)[1].splitlines() if "SCREEN-" in self.text else []
        parted = (re.split(r" \| ?", line) for line in lines if " | " in line)
        return {cells[0]: cells[1:] for cells in parted if cells[0] != "zone_id"}

    def called(self, label: str) -> str:
        """The id of the zone of that label in the table; empty where there is none."""
        wanted = label.casefold()
        found = (key for key, cells in self.rows.items() if cells[1:2] and cells[1] == label)
        like = (
            key for key, cells in self.rows.items() if cells[1:2] and cells[1].lower() == wanted
        )
        return next(found, "") or next(like, "")

    def of_role(self, role: str) -> str:
        return next((key for key, cells in self.rows.items() if cells[0] == role), "")

    def _after(self, pattern: str) -> list[str]:
        return re.findall(pattern, self.text, re.MULTILINE)


class PromptPlanner:
    """Plans "open X", "click X" and "type 'X'", joined by commas, one screen at a time."""

    def __call__(self, question: ModelQuestion) -> dict[str, Any]:
        read = ReadPrompt(question.prompt)
        match question.cause:
            case "distance":
                return {"distance": 5, "why": "It is near."}
            case "proposal":
                first = next(key for key, cells in read.rows.items() if cells[0] == "menu")
                step = {"action": "click", "zone_id": first, "description": f"Click {first}"}
                return {"steps": [step], "distance": 3, "options": ["Look inside it"]}
            case "revert":
                return {"steps": []}
            case _:
                return self._plan(read)

    def _plan(self, read: ReadPrompt) -> dict[str, Any]:
        steps: list[dict[str, str]] = []
        left = [clause.strip() for clause in read.goal.split(",")]
        left = [clause for clause in left if clause not in read.done]
        for clause in left:
            step = self._step(clause, read)
            if step is None:
                break
            steps.append({**step, "description": clause, "asked_by": "goal"})
            if step["action"] == "launch":
                break
        finishes = len(steps) == len(left) and all(step["action"] != "launch" for step in steps)
        return {"steps": steps, "finishes": finishes, "reason": "planned"}

    def _step(self, clause: str, read: ReadPrompt) -> dict[str, str] | None:
        verb, _, thing = clause.partition(" ")
        is_other_way = clause in read.failed
        match verb:
            case "open" if read.windows and thing.lower() in " ".join(read.windows).lower():
                return {"action": "focus_window", "text": thing}
            case "open":
                return {"action": "launch", "text": thing}
            case "type":
                return {"action": "type", "zone_id": read.of_role("text area"), "text": thing[1:-1]}
            case _ if is_other_way and read.called(thing):
                return {"action": "double_click", "zone_id": read.called(thing)}
            case _ if read.called(thing):
                return {"action": "click", "zone_id": read.called(thing)}
        return None
