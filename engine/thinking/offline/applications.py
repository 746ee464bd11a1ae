"""Which window, installed application or path a goal's words mean: by titles, generic names and
keywords, and "note.txt in the practice folder"."""

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from engine.domain.errors import PlanFailed
from engine.domain.plans import Application, Situation
from engine.domain.zones import Window
from engine.language.goals.clauses import Expect, Intent, Open, OpenFile, SaveAs
from engine.language.goals.targets import without_folder_word
from engine.language.labels import normal, quoted, without_article
from engine.thinking.offline.matching import ACCEPT, GOOD, SPACELESS, words_score

_GENERIC_WEIGHT = 0.97  # an application's own name goes before what it is in general
_KEYWORD_WEIGHT = 0.85
_TITLE_PARTS = re.compile(r"(?<!\s)\s+[-–—|·]\s+|:\s+")


def installed(words: str, situation: Situation, exclude: str = "") -> Application | None:
    """The installed application that the words fit best; a folder is none."""
    if words.casefold().rstrip(".").endswith((" folder", " directory")):
        return None
    scored = [
        (_application_score(words, each), -at, each)
        for at, each in enumerate(situation.applications)
        if each.name != exclude
    ]
    best = max(scored, key=lambda item: item[:2], default=None)
    return best[2] if best and best[0] >= ACCEPT else None


def windows_of(words: str, situation: Situation, *, is_exact: bool = False) -> tuple[Window, ...]:
    """Windows whose title or application the words mean, the best and topmost first; ``is_exact``:
    only those that are called just so."""
    names = (words,) if is_exact else _other_names(words, situation)
    scored = []
    for window in situation.windows:
        score = max(_window_score(name, window) for name in names)
        if score >= SPACELESS or (
            not is_exact and (score >= GOOD or _application_is(names, window))
        ):
            scored.append((-score, not window.is_active, window.order, window))
    return tuple(item[3] for item in sorted(scored, key=lambda item: item[:3]))


def is_in_front(words: str, situation: Situation) -> bool:
    """Whether the words mean the window in front, or another of the same application's."""
    front = situation.front_window
    if front is None:
        return False
    meant = windows_of(words, situation)
    if front in meant:
        return True
    names = _other_names(words, situation)
    by_application = {w.application for w in meant if _application_is(names, w)}
    return bool(front.application) and front.application in by_application


def stem(entry_id: str) -> str:
    """ "org.xfce.mousepad.desktop" → "mousepad"."""
    return entry_id.rsplit("/", 1)[-1].removesuffix(".desktop").rsplit(".", 1)[-1]


def _application_score(words: str, application: Application) -> float:
    keywords = max((words_score(words, word) for word in application.keywords), default=0.0)
    return max(
        words_score(words, application.name),
        words_score(words, stem(application.entry_id)),
        words_score(words, application.generic_name) * _GENERIC_WEIGHT,
        keywords * _KEYWORD_WEIGHT if keywords >= GOOD else 0.0,
    )


def _other_names(words: str, situation: Situation) -> tuple[str, ...]:
    """The words and the names of the application that they mean."""
    application = installed(words, situation)
    if application is None:
        return (words,)
    return (words, application.name, *filter(None, (stem(application.entry_id),)))


def _window_score(words: str, window: Window) -> float:
    parts = [part.lstrip("*• ") for part in _TITLE_PARTS.split(window.title)]
    return max(words_score(words, each) for each in (window.title, window.application, *parts))


def _application_is(names: tuple[str, ...], window: Window) -> bool:
    """Whether the application's own name holds all of the words."""
    there = set(normal(window.application).split())
    return any(set(normal(name).split()) <= there for name in names if normal(name))


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
    if place := _place(situation, folder):
        return situation.places[place]
    known = ", ".join(quoted(each) for each in situation.places) or "none"
    raise PlanFailed(f"The folder {quoted(folder)} is not known.", f"Known folders: {known}.")


def _place(situation: Situation, folder: str) -> str:
    """The one that a name means; empty where there is none."""
    scored = {place: words_score(folder, without_folder_word(place)) for place in situation.places}
    place = max(scored, key=lambda place: scored[place], default="")
    return place if place and scored[place] >= GOOD else ""


def file_of(clause: Open, situation: Situation) -> OpenFile | None:
    """What is opened from a folder that is known is a file or a folder, whatever its name; a menu
    or a tab may be called like one of which the goal does not say that it is a folder."""
    name, _, folder = clause.target.said.rpartition(" from ")
    bare = without_folder_word(folder)
    if not name or not _place(situation, bare):
        return None
    is_said = bare != without_article(folder)
    is_other = not is_said and any(normal(bare) == normal(e.label) for e in situation.zones)
    return None if is_other else OpenFile(name, bare)


def check_folders(readings: Iterable[Intent], situation: Situation) -> None:
    """Raises ``PlanFailed`` for an unknown folder, before the goal is begun rather than midway."""
    for intent in readings:
        match intent.clause:
            case SaveAs(folder=folder) | OpenFile(folder=folder) if folder:
                folder_path(situation, folder)
            case Expect(what="file", target=target) if target.within:
                folder_path(situation, target.within)


def _without_tilde(situation: Situation, path: str) -> str:
    """``~`` is the home on the surface's machine, which is a place where it is another one."""
    if not path.startswith("~"):
        return path
    home = next((at for place, at in situation.places.items() if normal(place) == "home"), "")
    return f"{home}{path[1:]}" if home else str(Path(path).expanduser())
