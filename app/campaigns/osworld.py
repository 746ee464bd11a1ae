"""OSWorld (https://os-world.github.io): its task files, those without its virtual machine.

What a task needs there must be files alone, which are put into the practice folder; what it opens
for the agent, the agent opens itself. It is judged by OSWorld's own evaluators, where these need no
more than the files that a run made and are installed here (``desktop-env``). A text that is
compared, and what can't be done, need none."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from app.campaigns.file import Judge, Task
from engine.domain.terminals import Terminal
from engine.processes.descendants import python_module
from engine.record.source import write_export

_HOME, _PRACTICE = "/home/user", "Practice"
_MOST_BYTES = 200_000_000
_OPENS = {"open", "launch", "activate_window", "sleep"}


class _NotOurs(Exception):
    """The message says why a task can't be brought in."""


def osworld(folder: Path, out: Path, seeds: int) -> Iterator[tuple[str, Task | str]]:
    """``folder`` holds a file for each task, below it, such as ``evaluation_examples/examples``."""
    for path in sorted(folder.rglob("*.json")):
        name = f"{path.parent.name}.{path.stem}"
        try:
            yield name, _task(name, json.loads(path.read_bytes()), out)
        except _NotOurs as error:
            yield name, str(error)
        except (AttributeError, LookupError, OSError, TypeError, ValueError):
            yield name, "its file is not as those of OSWorld are"


def _task(name: str, asked: Mapping[str, Any], out: Path) -> Task:
    its = asked["evaluator"]
    before, after = asked.get("config") or [], its.get("postconfig") or []
    for each in before:
        if each["type"] not in _OPENS | {"download"}:
            raise _NotOurs(f"its machine is prepared by “{each['type']}”")
    programs = [each for each in asked.get("related_apps") or [] if each != "os"]
    if not programs:
        raise _NotOurs("it is about the virtual machine's own system")
    for each in programs:
        if not any(shutil.which(part) for part in (each, *re.split("[_ ]", each))):
            raise _NotOurs(f"{each} is not installed")
    files = [file for each in before for file in each["parameters"].get("files", ())]
    own = out.resolve() / "given" / name
    judge = _judge(its, [file["path"] for file in files], own)
    for file in files:
        _fetch(file["url"], own / PurePosixPath(file["path"]).name)
    given = [PurePosixPath(file["path"]).name for file in files]
    goal = asked["instruction"].strip()
    goal += f" (In the practice folder: {', '.join(given)}.)" if given else ""
    goal += " Save what you changed at the end." if _saves(after) else ""
    give = tuple(f"given/{name}/{each}" for each in given)
    return Task(name=name, goal=goal, surfaces=("practice",), give=give, judge=judge)


def _saves(steps: list[Mapping[str, Any]]) -> bool:
    """Whether the evaluator saves what is open before it looks; all else that it does it can't."""
    keys = [each for each in steps if each["type"] not in _OPENS]
    for each in keys:
        said = "".join(map(str, each.get("parameters", {}).get("command", ""))).replace('"', "'")
        rest = said.replace("pyautogui.hotkey('ctrl', 's')", "")
        if each["type"] != "execute" or rest == said or "pyautogui." in rest:
            raise _NotOurs("its evaluator acts on the virtual machine")
    return bool(keys)


def _judge(its: Mapping[str, Any], given: list[str], own: Path) -> Judge:
    names, results, expected, options = (
        each if isinstance(each, list) else [each]
        for each in (its.get(key) or {} for key in ("func", "result", "expected", "options"))
    )
    if names == ["infeasible"]:
        return Judge(ending=Terminal.GOAL_FAILED)
    kinds = [each["type"] for each in results if each["type"] != "vm_file" or each.get("multi")]
    others = [each.get("type") for each in expected if each]
    kinds += [each for each in others if each not in ("cloud_file", "rule")]
    if kinds:
        raise _NotOurs(f"it is judged by “{kinds[0]}” of the virtual machine")
    made = [_place(each["path"], given) for each in results]
    is_plain = names == ["compare_text_file"] and not any(options)
    if not is_plain and find_spec("desktop_env") is None:
        raise _NotOurs("its evaluator is OSWorld's own, which is not installed (desktop-env)")
    rules: list[Any] = []
    for number, each in enumerate(expected):
        if path := each.get("path"):
            rules.append(str(own / f"expected-{number}" / PurePosixPath(urlsplit(path).path).name))
            _fetch(path, Path(rules[-1]))
        else:
            rules.append(each.get("rules"))
    if is_plain:
        return Judge(file=made[0], equals=Path(rules[0]).read_bytes().decode(errors="replace"))
    asks: dict[str, Any] = {"names": names, "made": made, "rules": rules, "options": options}
    asks["all"] = its.get("conj", "and") == "and"
    words = python_module("app.campaigns.osworld_judge", json.dumps(asks))
    return Judge(command=shlex.join(words))


def _place(path: str, given: list[str]) -> str:
    """Where a file of the virtual machine lies in the home of a practice desktop: beside those that
    were given, where it lay beside them."""
    there = PurePosixPath(path)
    if there.parent in [PurePosixPath(each).parent for each in given]:
        return f"{_PRACTICE}/{there.name}"
    inside = there.is_relative_to(_HOME) and there.relative_to(_HOME)
    if not inside or inside.parts[0].startswith("."):
        raise _NotOurs("it is judged by a file that no run leaves")
    return str(inside)


def _fetch(url: str, path: Path) -> None:
    """What is there already is not fetched again."""
    if path.exists():
        return
    try:
        if urlsplit(url).scheme not in ("http", "https"):
            raise OSError("it is not of the web")
        with urlopen(url, timeout=60) as answer:
            held = answer.read(_MOST_BYTES + 1)
        if len(held) > _MOST_BYTES:
            raise OSError("it is too large")
        write_export(path, held)
    except OSError as error:
        raise _NotOurs("a file that it needs can't be fetched") from error
