"""The port by which benchmarks of others come in: an adapter makes tasks of ours out of theirs, of
which a campaign's file is written. What can't be brought in stands there too, with the reason."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from app.campaigns.file import Task, checked_task
from app.thinkers import Thinkers
from engine.domain.approvals import Asking
from engine.domain.errors import KnownError, NameUnknown
from engine.language.toml_files import toml_value
from engine.record.source import write_export

PAGES, PORT = "pages", 47_811
Adapter = Callable[[Path, Path, int], Iterator[tuple[str, Task | str]]]
"""It is given the benchmark's folder; the campaign's, into which it puts the files that its tasks
name from there, and into ``PAGES`` what a server has at ``PORT``; and how many variants of a task
are wanted, where they are made up. It yields the name of each with the task, or with why there can
be none, in few words that are alike for alike reasons. It raises ``KnownError``."""
_OURS = {"miniwob": "app.campaigns.miniwob:miniwob", "osworld": "app.campaigns.osworld:osworld"}


def adapter_of(kind: str) -> Adapter:
    """One of ours, or another, as ``package.module:function``. Raises ``NameUnknown``."""
    module, _, name = _OURS.get(kind, kind).partition(":")
    remedy = f"There are {' and '.join(_OURS)}; one of yours is package.module:function."
    missing = (ImportError, AttributeError, ValueError)
    with NameUnknown.instead_of(missing, f"There is no adapter {kind} ({{why}}).", remedy):
        adapter: Adapter = getattr(import_module(module), name)
    return adapter


def bring_in(
    adapter: Adapter, folder: Path, out: Path, seeds: int, thinker: str, thinkers: Thinkers
) -> tuple[list[str], dict[str, str]]:
    """The names of the tasks that are in ``campaign.toml`` then, and of all others, with the
    reason. Raises ``KnownError``."""
    if not folder.is_dir():
        raise NameUnknown(f"{folder} is no folder.", "Name that of the benchmark.")
    taken, refused, lines = list[str](), dict[str, str](), list[str]()
    for name, task in adapter(folder, out, seeds):
        if why := task if isinstance(task, str) else _refusal(task, out, thinker, thinkers):
            refused[name] = why
            lines.append(f"# left out: {toml_value(f'{name}: {why}')}")
        elif isinstance(task, Task):
            taken.append(name)
            said = task.model_dump(mode="json", exclude_defaults=True)
            lines += ["\n[[tasks]]", *(f"{key} = {toml_value(said[key])}" for key in said)]
    head = [f"thinkers = {toml_value([thinker])}"]
    serves = f"python3 -m http.server {PORT} --bind 127.0.0.1 --directory {out / PAGES}"
    head += [f"# while it runs: {serves}"] if (out / PAGES).is_dir() else []
    write_export(out / "campaign.toml", "\n".join([*head, *lines, ""]).encode())
    return taken, refused


def _refusal(task: Task, out: Path, thinker: str, thinkers: Thinkers) -> str:
    """Why the campaign could not run it; empty where it can."""
    try:
        for surface in task.surfaces or ("",):
            checked_task(task.placed(out), surface, thinker, Asking.NEVER, thinkers)
    except KnownError as error:
        return error.message
    return ""
