"""What came of each goal, line by line; the first line of a goal is never written again."""

import csv
import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Line:
    """One run of one goal or return."""

    date: str
    commit: str
    wave: int
    card: str
    toolkit: str
    goal: str
    kind: str
    surface: str
    truth: str
    claimed: str
    was: str
    verdict: str
    exit_code: int
    effects: int
    effects_not_told: int
    secs: float
    load: float
    message: str
    run: str


class Ledger:
    """First contacts, later runs, and corrections of judges by hand, in `folder`."""

    def __init__(self, folder: Path = HERE) -> None:
        self.first = folder / "first-contact.csv"
        self.corrections = folder / "corrections.csv"
        self.later = folder / "later-runs.csv"
        self._lock = Path(tempfile.gettempdir()) / "pilothouse-first-contact.lock"

    def add(self, line: Line) -> Path:
        """Append the line to where it belongs, and say where that was."""
        with self._held():
            path = self.later if self._is_known(line.card, line.goal) else self.first
            _append(path, line)
        return path

    def first_lines(self) -> list[dict[str, str]]:
        """All first contacts, oldest first."""
        return _lines(self.first)

    def corrected_lines(self) -> list[dict[str, str]]:
        """First contacts, where a judge was wrong with what it should have said."""
        right = {(each["card"], each["goal"]): each for each in _lines(self.corrections)}
        return [
            line
            | {name: fix[name] for name in ("truth", "was", "verdict")}
            | {"corrected": fix["why"]}
            if (fix := right.get((line["card"], line["goal"])))
            else line
            for line in self.first_lines()
        ]

    def _is_known(self, card: str, goal: str) -> bool:
        return any(each["card"] == card and each["goal"] == goal for each in _lines(self.first))

    @contextmanager
    def _held(self) -> Iterator[None]:
        """One writer at a time, over all processes."""
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _lines(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _append(path: Path, line: Line) -> None:
    is_new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [each.name for each in fields(Line)], lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(asdict(line))
