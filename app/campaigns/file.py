"""The campaign's file: which goals, explorations and scripts are run, where, by whom, how often,
and who judges what came of each. All of it is looked at before anything is started.

It is TOML; ``docs/campaigns.md`` has every key. A task is run once for each of its surfaces and
thinkers, the campaign's seeds and its repeats; each of these runs is an order."""

import itertools
import tomllib
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.choices import RunChoices, check_beginning, choices_said, replay_choices
from engine.domain import approvals, errors, facts, terminals
from engine.language.toml_files import line_of, wrong_in

if TYPE_CHECKING:
    from app.thinkers import Thinkers

_MOST_ORDERS = 100_000
_OF_TASKS = {"name", "tasks", "include"}
"""What a file may say that another one includes."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Judge(_Table):
    """Whether a run succeeded: all that is said must hold. ``command`` is run by a shell among the
    files that the run made. ``file`` is one of them; ``contains`` and ``equals`` are of its text,
    or it need only be there. ``answer`` stands in the run's answer, ``ending`` is how it ends,
    ``title`` is that of a window or page as it was seen last, ``findings`` is the most faults that
    an exploration may find."""

    command: str = ""
    file: str = ""
    contains: str | None = None
    equals: str | None = None
    answer: str = ""
    title: str = ""
    ending: terminals.Terminal | None = None
    findings: Annotated[int, Field(ge=0)] | None = None
    max_secs: Annotated[float, Field(gt=0)] = 60.0

    @model_validator(mode="after")
    def _says_something(self) -> "Judge":
        says = self.command or self.file or self.answer or self.title or self.ending
        if not says and self.findings is None:
            raise ValueError("it says nothing that could be judged")
        if not self.file and (self.contains is not None or self.equals is not None):
            raise ValueError("it does not say of which file")
        place = PurePosixPath(self.file)
        if place.is_absolute() or ".." in place.parts:
            raise ValueError(f"{self.file} is not among the files of the run")
        return self


class Task(_Table):
    """``goal`` or ``script``; ``give`` are files that are put into the practice folder. What it
    does not say, the campaign says."""

    name: Annotated[str, Field(pattern=r"^[\w.+-]{1,80}$")]
    goal: str = ""
    script: str = ""
    mode: str = ""
    surfaces: tuple[str, ...] = ()
    thinkers: tuple[str, ...] = ()
    give: tuple[str, ...] = ()
    judge: Judge
    max_secs: Annotated[float, Field(ge=0)] = 0.0
    cores: Annotated[float, Field(gt=0)] = 1.0
    memory_mb: Annotated[int, Field(gt=0)] = 800

    @model_validator(mode="after")
    def _has_one_thing_to_do(self) -> "Task":
        if bool(self.goal.strip()) == bool(self.script):
            raise ValueError("it needs either a goal or a script")
        if self.script and self.give:
            raise ValueError("a script is given no files")
        return self

    def placed(self, folder: Path) -> "Task":
        """With the files that it names in that folder by their whole paths."""
        script = str((folder / self.script).resolve()) if self.script else ""
        give = tuple(str((folder / each).resolve()) for each in self.give)
        return self.model_copy(update={"script": script, "give": give})


class _File(_Table):
    name: str = ""
    surfaces: tuple[str, ...] = ("",)
    thinkers: tuple[str, ...] = ("offline",)
    seeds: tuple[int, ...] = (0,)
    repeats: Annotated[int, Field(ge=1, le=10_000)] = 1
    ask: approvals.Asking = approvals.Asking.NEVER
    max_secs: Annotated[float, Field(gt=0)] = 900.0
    retries: Annotated[int, Field(ge=0, le=10)] = 1
    include: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()


class Order(_Table):
    """One run of a campaign: ``number`` of its task's, ``surface`` where it really runs."""

    task: Task
    number: int
    surface: str
    thinker: str
    seed: int
    repeat: int
    asking: approvals.Asking

    @property
    def order_id(self) -> str:
        """A name for people and folders, which tells it from all others of its campaign."""
        return f"{self.task.name}-{self.number}"


class Campaign(facts.Frozen):
    name: str
    orders: tuple[Order, ...]
    retries: int

    @property
    def digest(self) -> str:
        """Where it is the same, so is the work."""
        whole = "\n".join(order.model_dump_json() for order in self.orders)
        return sha256(whole.encode()).hexdigest()


class _Source(NamedTuple):
    path: Path
    lines: list[str]
    file: _File

    def wrong(self, what: str, *place: str | int) -> str:
        return f"{self.path}{line_of(self.lines, place)}: {what}"


def read_campaign(path: Path, thinkers: "Thinkers") -> Campaign:
    """Raises ``NameUnknown`` with what is wrong in the file, its includes, goals, surfaces, scripts
    and files to give, each with its file and line; nothing is started for it."""
    sources = _read_all(path, ())
    file, wrong, names, orders = sources[0].file, list[str](), set[str](), list[Order]()
    for source in sources:
        for index, task in enumerate(source.file.tasks):
            if task.name in names:
                what = f"another task is called “{task.name}” too"
                wrong.append(source.wrong(what, "tasks", index, "name"))
            names.add(task.name)
            ours, refused = _orders_of(source.path.parent.resolve(), task, file, thinkers)
            orders += ours
            wrong += [source.wrong(f"“{task.name}”: {each}", "tasks", index) for each in refused]
    if not names:
        wrong.append(f"{path}: it has no tasks")
    if len(orders) > _MOST_ORDERS:
        wrong.append(f"{path}: it asks for {len(orders):,} runs; {_MOST_ORDERS:,} are the most")
    if wrong:
        raise _refusal(wrong)
    return Campaign(file.name or path.stem, tuple(orders), file.retries)


def _read_all(path: Path, above: tuple[Path, ...]) -> list[_Source]:
    """The file and those that it includes; only the first says where, by whom and how often."""
    here = path.resolve()
    if here in above:
        circle = " → ".join(each.name for each in (*above[above.index(here) :], here))
        raise _refusal([f"{path}: the files include each other in a circle: {circle}"])
    source = _read(path)
    said = sorted(source.file.model_fields_set - _OF_TASKS) if above else []
    if said:
        raise _refusal(
            [source.wrong(f"it is included, and may not say {key}", key) for key in said]
        )
    included = [_read_all(path.parent / name, (*above, here)) for name in source.file.include]
    return [source, *itertools.chain.from_iterable(included)]


def _read(path: Path) -> _Source:
    lines: list[str] = []
    try:
        text = path.read_text()
        lines = text.splitlines()
        return _Source(path, lines, _File.model_validate(tomllib.loads(text)))
    except ValidationError as error:
        wrong = [*wrong_in(error, path, lines)]
    except (OSError, ValueError) as error:
        wrong = [f"{path}: {error}"]
    raise _refusal(wrong)


def _refusal(wrong: list[str]) -> errors.NameUnknown:
    return errors.NameUnknown("\n".join(wrong), "docs/campaigns.md tells what may stand in it.")


def _orders_of(
    folder: Path, task: Task, file: _File, thinkers: "Thinkers"
) -> tuple[list[Order], list[str]]:
    """The task's runs, and why some are refused."""
    max_secs = task.max_secs or file.max_secs
    here = task.placed(folder).model_copy(update={"max_secs": max_secs})
    orders, refused = list[Order](), dict[str, None]()
    where = dict.fromkeys(task.surfaces or file.surfaces)
    dice = [*itertools.product(dict.fromkeys(file.seeds), range(1, file.repeats + 1))]
    for surface, thinker in itertools.product(where, dict.fromkeys(task.thinkers or file.thinkers)):
        try:
            place = checked_task(here, surface, thinker, file.ask, thinkers).surface
        except errors.KnownError as error:
            refused[str(error)] = None
            continue
        orders += [
            Order(
                task=here,
                number=number,
                surface=place,
                thinker=thinker,
                seed=seed,
                repeat=repeat,
                asking=file.ask,
            )
            for number, (seed, repeat) in enumerate(dice, len(orders) + 1)
        ]
    return orders, list(refused)


def checked_task(
    task: Task, surface: str, thinker: str, asking: approvals.Asking, thinkers: "Thinkers"
) -> RunChoices:
    """As the run itself will look at it before its start. Raises ``KnownError``."""
    from app.home_files import (
        check_given,
    )  # all of Pilothouse, which who takes orders does not need
    from app.wiring import check_surface

    if task.script:
        choices = replay_choices(Path(task.script), surface, asking, waits=False)
    else:
        choices = choices_said(task.goal, surface, task.mode, thinker, asking, "", waits=False)
        thinkers.read_goal(choices.thinker, choices.goal, mode=choices.mode)
        check_beginning(choices)
    check_surface(choices.surface)
    check_given([Path(each) for each in task.give], choices.surface)
    return choices
