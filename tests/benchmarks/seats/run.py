"""Tasks of the first-contact cards, driven by guests over ``pilothouse mcp --port 0 --ask each``.

``python -m tests.benchmarks.seats.run (python|node) FOLDER [CARD…]``: the decisions of tasks.json,
made by looking at the table, are sent by that client; an operator at the terminal says yes to each
question; the card's own judge looks before the guest finishes. A line for each task."""

import json
import os
import pty
import re
import select
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.first_contact.cards import CARDS, read_card
from tests.first_contact.desks import desk_in
from tests.first_contact.judges import ask
from tests.first_contact.runs import PILOTHOUSE, folder_of_its_own
from tests.first_contact.sites import Served

HERE = Path(__file__).parent
_ASKED = re.compile(r"\[y\]es, \[n\]o[^:\n]*:|\(?1 to (\d+)\)?:\s*$")


class Operator:
    """Sits at the seat's terminal and says yes to each question."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.heard, self.yeses, self._answered = "", 0, 0
        self._mine, its = pty.openpty()
        self.process = subprocess.Popen(
            command, env=environment, stdin=its, stdout=its, stderr=its, start_new_session=True
        )
        os.close(its)
        threading.Thread(target=self._sit, daemon=True).start()

    def _sit(self) -> None:
        while True:
            if not select.select([self._mine], [], [], 0.3)[0]:
                self._answer()
                continue
            try:
                came = os.read(self._mine, 4096)
            except OSError:
                return
            self.heard += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", came.decode(errors="replace"))

    def _answer(self) -> None:
        if asked := _ASKED.search(self.heard, self._answered):
            self._answered, self.yeses = len(self.heard), self.yeses + 1
            os.write(self._mine, b"1\n" if asked[1] else b"y\n")

    def said(self, pattern: str) -> str:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if found := re.search(pattern, self.heard):
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(self.heard)


def one(task: dict[str, Any], client: str, runs: Path) -> dict[str, Any]:
    card = read_card(CARDS / f"{task['card']}.toml")
    goal = next(each for each in card.goals if each.name == task["goal"])
    run = runs / f"{client}.{card.name}.{goal.name}"
    shutil.rmtree(run, ignore_errors=True)
    run.mkdir(parents=True)
    began, calls, said = time.monotonic(), [], ""
    with ExitStack() as stack:
        site = stack.enter_context(Served(card, run)) if card.surface == "web" else None
        surface = f"browser:{site.first_page}" if site else "practice"
        words = ["--surface", surface, "--ask", "each", "--goal", goal.words, "--port", "0"]
        words += ["--database", str(run / "runs.db")]
        operator = Operator([str(PILOTHOUSE), "mcp", *words], folder_of_its_own(run))
        stack.callback(_end, operator.process)
        address = operator.said(r"Listening at (\S+)")
        token = operator.said(r"Bearer (\S+)")
        if not site:
            _plant_when_up(card, run)
        at = [sys.executable, str(HERE / "client.py")]
        if client == "node":
            folder = Path(os.environ["SEATS_NODE"])
            shutil.copy(HERE / "client.mjs", folder)
            at = ["node", str(folder / "client.mjs")]
        guest = subprocess.Popen(
            [*at, address, token, json.dumps(task["steps"])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        stack.callback(_end, guest)
        was: bool | None = None
        with (run / "guest.jsonl").open("w") as log:
            for line in guest.stdout or ():
                log.write(line)
                log.flush()
                if not line.startswith("{"):
                    said += line
                    continue
                calls.append(json.loads(line))
                if calls[-1]["name"] == "ready":
                    time.sleep(1)
                    desk = site or desk_in(run / "tmp")
                    was = bool(ask(goal.judge, desk))
                    if not site:
                        desk.picture(run / "at-its-end.png")
                    guest.stdin.write("\n")
                    guest.stdin.flush()
        guest.wait()
        time.sleep(1)
        (run / "terminal.txt").write_text(operator.heard)
    shutil.rmtree((run / "tmp").resolve(), ignore_errors=True)
    events = _events(run / "runs.db")
    asked, decided = (
        sum(kind == it for it in events) for kind in ("approval_asked", "approval_decided")
    )
    effects = [each["effect"] for each in calls if each["name"] not in ("look", "ready")]
    return {
        "client": client, "card": card.name, "goal": goal.name, "reached": was,
        "calls": len(calls) - 1, "effects": {e: effects.count(e) for e in sorted(set(effects))},
        "yes": operator.yeses, "asked": asked, "decided": decided,
        "secs": round(time.monotonic() - began, 1), "load": os.getloadavg()[0],
        "end": calls[-1].get("text", "")[:120] if calls else "", "said": said[-300:],
    }  # fmt: skip


def _plant_when_up(card: Any, run: Path) -> None:
    """What the card lays into the home, as soon as there is one: the first call brings it up."""

    def plant() -> None:
        while (desk := desk_in(run / "tmp")) is None:
            time.sleep(0.02)
        for each in card.planted:
            path = desk.home / each.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.content)

    threading.Thread(target=plant, daemon=True).start()


def _events(database: Path) -> list[str]:
    with sqlite3.connect(database) as read:
        return [row[0] for row in read.execute("select kind from events")]


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    client, folder, *cards = sys.argv[1:]
    for task in json.loads((HERE / "tasks.json").read_text()):
        if not cards or task["card"] in cards:
            try:
                line = one(task, client, Path(folder))
            except (OSError, RuntimeError, LookupError) as error:
                line = {"client": client, "card": task["card"], "broken": repr(error)[:500]}
            print(json.dumps(line), flush=True)
            with (Path(folder) / "lines.jsonl").open("a") as lines:
                lines.write(json.dumps(line) + "\n")
