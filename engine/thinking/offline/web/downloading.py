"""Downloads: which link hands out the file, and whether it came."""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Download
from engine.domain.web.proposals import ActionName
from engine.domain.web.vocabulary import FILE_ENDINGS
from engine.thinking.offline.web.elements import ending_of, label_of
from engine.thinking.offline.web.finding import best_link
from engine.thinking.offline.web.matching import coverage, stems
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.rows import row_share
from engine.thinking.offline.web.seeking import lead_on
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import DOWNLOAD_WORDS
from engine.thinking.words import quoted

_ENDINGS = frozenset(FILE_ENDINGS)


def choose_download(view: View, task: Download) -> Chosen:
    """The click that hands out the file; done when it is saved. Raises ``PlanFailed``."""
    asked_for = [each for each in view.done if each.note.kind == "last step" and each.went_well]
    got = view.page.downloads[-1] if view.page.downloads and asked_for else None
    if got is not None and got.state == "saved":
        return Met(got.name)
    if got is not None and got.state == "running":
        return view.screenshot(f"wait for {quoted(got.name)}")
    if got is not None:
        raise PlanFailed(f"{quoted(got.name)} could not be downloaded: {got.why or got.state}.")
    words = task.thing.words
    link = _file_link(view, task)
    if link is not None and view.can(ActionName.CLICK):
        return view.click(link, "last step", ", the file")
    way, _ = best_link(view, words) if words else (None, 0.0)
    if way is not None and view.can(ActionName.CLICK):
        return view.click(way, "way")
    return lead_on(view, words or task.ending, task.thing.place or "downloads")


def _file_link(view: View, task: Download) -> WebElement | None:
    around = f"{view.page.title} {' '.join(view.page.headings[:1])}"
    scored = [(_score(view, each, task, around), each) for each in view.pressed]
    scored = [pair for pair in scored if pair[0] > 0 and not view.was_clicked(pair[1])]
    best = min(scored, key=lambda pair: (-pair[0], view.order(pair[1])), default=None)
    return best[1] if best else None


def _score(view: View, element: WebElement, task: Download, around: str) -> float:
    """How surely this hands out the file that is meant; 0 where it is another, or no file."""
    told = f"{label_of(element)} {element.aria_label}"
    ending = ending_of(element)
    says_file = (DOWNLOAD_WORDS | _ENDINGS) & set(stems(re.sub(r"[()]", " ", told)))
    is_file = bool(ending) or bool(says_file)
    says_ending = task.ending in stems(f"{told} {element.context}") if task.ending else False
    if not is_file and not says_ending:
        return 0.0
    if task.ending and ending and ending != task.ending:
        return 0.0
    if task.ending and not (ending or says_ending):
        return 0.0
    words = task.thing.words or task.ending
    own = coverage(words, f"{told} {element.href.rsplit('/', 1)[-1]}")
    near = coverage(words, f"{told} {element.context}")
    page = coverage(words, f"{told} {around}")
    row = row_share(view, words, element)
    share = max(own, 0.9 * near, 0.8 * page, 0.8 + 0.1 * row if row else 0.0)
    if share < 0.79:
        return 0.0
    return share + 0.05 * bool(ending) + 0.05 * says_ending
