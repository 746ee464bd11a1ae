"""Runs goals and returns of cards, has them judged, and writes down what came of each."""

import json
import os
import shutil
import subprocess
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.first_contact.cards import Card, Goal, Return
from tests.first_contact.consoles import Seen, TakingBack
from tests.first_contact.desks import Desk
from tests.first_contact.judges import ask
from tests.first_contact.ledger import Ledger, Line
from tests.first_contact.runs import REPOSITORY, Finished, Run, command_of, folder_of_its_own
from tests.first_contact.sites import Served, Site
from tests.first_contact.verdicts import claim_of, return_verdict_of, verdict_of

_TOLD = ("seen", "contradicted")
# of the record since version 2 of its event, and before
_CLAIMS_OF_RETURN = ("seen", "restored", "already back")


@dataclass(slots=True)
class Judged:
    """What a judge answered, once it was asked; its own failure is kept, not raised."""

    was_reached: bool | None = None
    failure: str = ""


@dataclass(slots=True)
class Measuring:
    """Goals of a card on their surface; each run keeps its files in a folder under `runs`."""

    runs: Path
    ledger: Ledger = field(default_factory=Ledger)

    def one(self, card: Card, name: str) -> None:
        """Run the card's goal or return of that name in a new folder, and write its line down."""
        stamp = datetime.now(UTC).strftime("%m%d-%H%M%S")
        run = self.runs / f"{card.name}.{name}.{stamp}"
        run.mkdir(parents=True)
        goals = [goal for goal in card.goals if goal.name == name]
        returns = [each for each in card.returns if each.name == name]
        line = self._goal(card, goals[0], run) if goals else self._return(card, returns[0], run)
        shutil.rmtree((run / "tmp").resolve(), ignore_errors=True)
        (run / "tmp").unlink()
        path = self.ledger.add(line)
        print(f"{card.name:18} {name:22} {line.verdict:24} {line.secs:6.1f} s  {path.name}")

    def _goal(self, card: Card, goal: Goal, run: Path) -> Line:
        if card.surface == "web":
            with Served(card, run) as site:
                finished, judged = self._on_the_web(goal, run, site)
        else:
            finished, judged = self._on_the_desktop(card, goal, run)
        (run / "output.txt").write_text(finished.output, encoding="utf-8")
        (run / "judge.txt").write_text(
            f"{goal}\nreached: {judged.was_reached}\n{judged.failure}", encoding="utf-8"
        )
        claim = claim_of(finished.exit_code)
        return self._line(
            card,
            goal.name,
            run,
            kind="goal",
            truth=goal.truth,
            claimed=claim,
            was=_word(judged.was_reached),
            verdict=verdict_of(claim, judged.was_reached),
            exit_code=finished.exit_code,
            secs=finished.secs,
            message=_message(run, finished),
        )

    def _on_the_web(self, goal: Goal, run: Path, site: Site) -> tuple[Finished, Judged]:
        judged = Judged()
        command = command_of(goal.words, f"browser:{site.first_page}", run)
        environment = folder_of_its_own(run)

        def look(_: Desk | None) -> None:
            _ask_into(judged, goal, site)

        finished = Run(command, environment, run / "tmp", _nothing, look).to_its_end()
        if not finished.was_held:
            _ask_into(judged, goal, site)
        return finished, judged

    def _on_the_desktop(self, card: Card, goal: Goal, run: Path) -> tuple[Finished, Judged]:
        judged = Judged()

        def look(desk: Desk | None) -> None:
            if desk is not None:
                _ask_into(judged, goal, desk)
                desk.picture(run / "at-its-end.png")

        command = command_of(goal.words, "practice", run)
        environment = folder_of_its_own(run)
        start = _planting(card)
        return Run(command, environment, run / "tmp", start, look).to_its_end(), judged

    def _return(self, card: Card, each: Return, run: Path) -> Line:
        def look(desk: Desk, when: str) -> Any:
            desk.picture(run / f"{when}.png")
            return ask(each.state, desk)

        seen = TakingBack(each.words, run, _planting(card), look).to_its_end()
        (run / "judge.txt").write_text(
            json.dumps({"return": str(each), "states": seen.states, "ended": seen.ended}, indent=1),
            encoding="utf-8",
        )
        was_claimed = seen.claimed in _CLAIMS_OF_RETURN
        changed, is_as_before = compared(seen)
        return self._line(
            card,
            each.name,
            run,
            kind="return",
            truth="reversible",
            claimed=seen.claimed or "no return",
            was=f"changed: {_word(changed)}, as before: {_word(is_as_before)}",
            verdict=return_verdict_of(
                was_done=bool(seen.claimed),
                was_claimed=was_claimed,
                changed=changed,
                is_as_before=is_as_before,
            ),
            exit_code=-1,
            secs=seen.secs,
            message=f"declared {seen.declared}. {seen.ended}",
        )

    def _line(self, card: Card, name: str, run: Path, **told: Any) -> Line:
        effects, not_told = effects_of(run)
        return Line(
            date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
            commit=commit(),
            wave=card.wave,
            card=card.name,
            toolkit=card.toolkit,
            goal=name,
            surface=card.surface,
            effects=effects,
            effects_not_told=not_told,
            load=round(os.getloadavg()[0], 1),
            run=run.name,
            **told,
        )


def compared(seen: Seen) -> tuple[bool | None, bool | None]:
    """Whether the action changed the state, and whether it is as before; None if not seen."""
    states = seen.states
    if not {"before", "after", "returned"} <= states.keys():
        return None, None
    return states["after"] != states["before"], states["returned"] == states["before"]


def effects_of(run: Path) -> tuple[int, int]:
    """How many steps the exported record of a run judges, and of how many nobody could tell."""
    verdicts = [
        str(event.get("verdict", ""))
        for path in (run / "out").glob("session-*.jsonl")
        for event in (json.loads(line).get("event", {}) for line in path.open(encoding="utf-8"))
        if event.get("kind") == "step_ended" and event.get("verdict")
    ]
    return len(verdicts), sum(verdict not in _TOLD for verdict in verdicts)


def commit() -> str:
    """The commit that is measured."""
    command = ["git", "-C", str(REPOSITORY), "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode().strip()


def _planting(card: Card) -> Callable[[Desk], None]:
    def plant(desk: Desk) -> None:
        for each in card.planted:
            path = desk.home / each.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.content)

    return plant


def _ask_into(judged: Judged, goal: Goal, sight: Desk | Site) -> None:
    """Ask the judge; a judge that breaks off could not tell, and why is kept."""
    try:
        judged.was_reached = bool(ask(goal.judge, sight))
    except Exception:  # noqa: BLE001 - whatever a judge stumbles over must not lose the run
        judged.was_reached = None
        judged.failure = traceback.format_exc()


def _message(run: Path, finished: Finished) -> str:
    """The record's own words for its end, else what was said last."""
    for path in (run / "out").glob("session-*.jsonl"):
        last = path.read_text(encoding="utf-8").splitlines()[-1]
        outcome = json.loads(last).get("event", {}).get("outcome", {})
        if outcome:
            return f"{outcome['reason']}: {outcome['message']}"
    return " ".join(finished.output.split())[-300:]


def _word(answer: bool | None) -> str:
    return {True: "yes", False: "no", None: "not told"}[answer]


def _nothing(_: Desk) -> None:
    """Nothing is laid out before a web run."""
