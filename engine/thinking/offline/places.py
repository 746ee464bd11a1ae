"""Paths from a goal's words: "note.txt in the practice folder"."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from engine.domain.errors import PlanFailed
from engine.domain.situation import Situation
from engine.language.goals.clauses import Expect, Intent, SaveAs, Simple
from engine.language.goals.targets import without_folder_word
from engine.language.labels import normal, quoted
from engine.thinking.offline.zone_matching import GOOD, words_score

_MAX_BYTES = 255
"""What a name may have on nearly all file systems."""


def full_path(situation: Situation, name: str, folder: str) -> str:
    """The absolute path, or the bare name where no folder is said. Raises ``PlanFailed``."""
    if longest := next((p for p in PurePosixPath(name).parts if len(p.encode()) > _MAX_BYTES), ""):
        raise PlanFailed(f"{quoted(longest)} is too long for the name of a file.")
    if name.startswith(("/", "~")):
        return _without_tilde(situation, name)
    if not folder:
        return name
    return str(PurePosixPath(folder_path(situation, folder)) / name)


def path_words(situation: Situation, path: str) -> str:
    """The operator's words: “note.txt” in the practice folder; the path itself elsewhere."""
    pure = PurePosixPath(path)
    for place, folder in situation.places.items():
        if pure.parent == PurePosixPath(folder):
            words = place if place.endswith("folder") else f"{place} folder"
            return f"{quoted(pure.name)} in the {words}"
    return quoted(path)


def folder_path(situation: Situation, folder: str) -> str:
    """An absolute folder as it is; a name is one of the situation's places."""
    if folder.startswith(("/", "~")):
        return _without_tilde(situation, folder)
    place = _place(situation, folder)
    if not place:
        known = ", ".join(quoted(each) for each in situation.places) or "none"
        raise PlanFailed(f"The folder {quoted(folder)} is not known.", f"Known folders: {known}.")
    return situation.places[place]


def is_place(situation: Situation, folder: str) -> bool:
    return folder.startswith(("/", "~")) or bool(_place(situation, folder))


def check_folders(readings: Iterable[Intent], situation: Situation) -> None:
    """Raises ``PlanFailed`` for an unknown folder, before the goal is begun rather than midway."""
    for intent in readings:
        if folder := _folder_of(intent.clause):
            folder_path(situation, folder)


def _folder_of(clause: Simple) -> str:
    match clause:
        case SaveAs(folder=folder):
            return folder
        case Expect(what="file", target=target):
            return target.within
        case _:
            return ""


def _place(situation: Situation, folder: str) -> str:
    """The name of the place that the words fit; empty where none does."""
    scored = {place: words_score(folder, without_folder_word(place)) for place in situation.places}
    best = max(scored, key=lambda place: scored[place], default="")
    return best if best and scored[best] >= GOOD else ""


def _without_tilde(situation: Situation, path: str) -> str:
    """``~`` is the home on the surface's machine, which is a place where it is another one."""
    if not path.startswith("~"):
        return path
    home = next((at for place, at in situation.places.items() if normal(place) == "home"), "")
    return f"{home}{path[1:]}" if home else str(Path(path).expanduser())
