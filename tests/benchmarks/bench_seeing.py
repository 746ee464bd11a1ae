"""Seeing without accessibility: how much of real applications text and shapes alone find.

Each application is brought up on a practice desktop of 1920 × 1080. What it tells of itself is the
truth (``tests/benchmarks/seeing/truth.py`` says what counts), and it is hidden from what looks at
the picture: only the pixels of the window count, without the window manager's frame. Recall is the
share of the things that were found, precision the share of the zones that are something
(``scores.py``); "by told boxes" is the recall where only the boxes told by the application count,
and not those of what is painted within. Applications with a * were not looked at while the rules
were made, nor after. What is right and yet not told by its application, such as the folders in
Thunar's view of icons, counts as wrong. Then the same pictures are given to others: RapidOCR over
all of it each time, tesseract, and pyautogui's search for the picture of a button."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Window, Zone
from engine.perception.drawn.shapes import shapes_in
from engine.perception.drawn.text_reader import TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.pixels import Pixels
from tests.benchmarks import report
from tests.benchmarks.seeing.applications import APPLICATIONS, SeenApplication
from tests.benchmarks.seeing.peers import rapidocr_words, searched, tesseract_words
from tests.benchmarks.seeing.pictures import Portrait, portrait_of
from tests.benchmarks.seeing.scores import Score, score_of, words_right

PATIENCE_SECS = 120.0
_MASKER = Masker(MaskRules(patterns=()), lambda text: text)
_counts = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Look:
    """What was found in a picture, and the seconds until boxes and until everything was known."""

    zones: tuple[Zone, ...]
    boxes_secs: float
    whole_secs: float


def alone(pixels: Pixels) -> Situation:
    """The picture as that of one window that tells nothing."""
    height, width = pixels.shape[:2]
    bgra = np.dstack([pixels, np.full((height, width), 255, np.uint8)])
    frame = Frame(next(_counts), 0.0, width, height, bgra.tobytes())
    window = Window(f"w{frame.change_count}", "Seen", "seen", Rect(0, 0, width, height), True, 0)
    return Situation(frame, (), (window,))


async def looked_at(pixels: Pixels, reader: TextReader) -> Look:
    """A first look at it, with the process that reads running already."""
    texts = DrawnZones(reader, grace_secs=0)
    situation = alone(pixels)
    started = time.perf_counter()
    texts.show(situation)
    await texts.wait(0.001)
    boxes_secs = 0.0
    while texts.is_reading:
        await texts.wait(0.002)
        if texts.revision and not boxes_secs:
            boxes_secs = time.perf_counter() - started
    whole_secs = time.perf_counter() - started
    return Look(await texts.zones_in(situation, _MASKER), boxes_secs, whole_secs)


async def portraits() -> list[Portrait]:
    """Of all that are installed and come up; what is missing is said."""
    taken = []
    for application in APPLICATIONS:
        if not application.is_installed:
            report.note(f"{application.name} is not installed and was left out")
            continue
        try:
            taken.append(await portrait_of(application))
        except TimeoutError:
            report.note(f"{application.name} told nothing in time and was left out")
    return taken


def _line(name: str, score: Score) -> str:
    strict = score.strictly / max(1, score.things)
    return (
        f"{name:34s}{score.found:5d} of {score.things:<4d}{score.recall:7.2f}{strict:10.2f}"
        f"{score.right:8d} of {score.zones:<4d}{score.precision:7.2f}"
    )


def _title_of(application: SeenApplication) -> str:
    mark = " *" if application.is_unseen else ""
    return f"{application.name} ({application.toolkit}){mark}"


async def measure_recall(taken: Sequence[Portrait], reader: TextReader) -> list[Look]:
    print(
        f"\n  {'':34s}{'found':>13s}{'recall':>8s}{'by told':>10s}{'right':>14s}{'precision':>9s}"
    )
    looks, seen, unseen = [], Score(), Score()
    for portrait in taken:
        look = await looked_at(portrait.pixels, reader)
        score = score_of(look.zones, portrait.things)
        (unseen if portrait.application.is_unseen else seen).add(score)
        looks.append(look)
        report.note(_line(_title_of(portrait.application), score))
    together = Score()
    together.add(seen)
    together.add(unseen)
    report.note(_line("those that rules were made with", seen))
    report.note(_line("those that they were not *", unseen))
    report.note(_line("all; goals 0.90 and 0.80", together))
    print()
    for role, (there, found, named) in sorted(together.by_role.items()):
        report.note(
            f"{role:34s}{found:5d} of {there:<4d}{found / there:7.2f}   under its role: {named}"
        )
    return looks


async def measure_peers(taken: Sequence[Portrait], looks: Sequence[Look]) -> None:
    """Seconds and words right, each over the same pictures."""
    ours = [look.whole_secs for look in looks]
    report.figure("texts and shapes: until boxes", [one.boxes_secs for one in looks], "s")
    report.figure("  until all is read, a picture", ours, "s")
    words = [
        [word for zone in look.zones for word in f"{zone.label} {zone.value}".split()]
        for look in looks
    ]
    pixels = [portrait.pixels for portrait in taken]
    told = [portrait.words for portrait in taken]
    report.note(f"words right, ours: {words_right(words, told)}")
    for name, peer in (("RapidOCR over all", rapidocr_words), ("tesseract", tesseract_words)):
        answers = await peer(pixels)
        if answers is None:
            report.note(f"{name} is not installed and was left out")
            continue
        report.figure(f"{name}, a picture", [one.secs for one in answers], "s")
        report.note(f"words right, {name}: {words_right([one.words for one in answers], told)}")


async def measure_unchanged(taken: Sequence[Portrait], reader: TextReader) -> None:
    """The largest picture once more, and with one button of it changed."""
    portrait = max(taken, key=lambda one: one.pixels.size)
    texts = DrawnZones(reader, grace_secs=0)
    first = alone(portrait.pixels)
    texts.show(first)
    await texts.wait(PATIENCE_SECS)
    again_ms, changed_ms = [], []
    for number in range(5):
        for pixels, times_ms in (
            (portrait.pixels, again_ms),
            (_with_a_mark(portrait.pixels, number), changed_ms),
        ):
            now = replace(alone(pixels), windows=first.windows)
            started = time.perf_counter()
            texts.show(now)
            await texts.wait(PATIENCE_SECS)
            await texts.zones_in(now, _MASKER)
            times_ms.append((time.perf_counter() - started) * 1000)
    name = portrait.application.name
    report.figure(f"{name} again, a frame that is the same", again_ms[1:], "ms")
    report.figure("  with a small part changed", changed_ms, "ms")


def _with_a_mark(pixels: Pixels, number: int) -> Pixels:
    changed = pixels.copy()
    changed[40:52, 40 + 8 * number : 46 + 8 * number] = (0, 0, 200)
    return changed


async def measure() -> None:
    report.title("Seeing without accessibility")
    taken = await portraits()
    reader = TextReader()
    try:
        await looked_at(np.full((40, 120, 3), 255, np.uint8), reader)  # the process starts
        looks = await measure_recall(taken, reader)
        print()
        await measure_peers(taken, looks)
        await measure_unchanged(taken, reader)
        large = max((portrait.pixels for portrait in taken), key=lambda one: one.size)
        times_ms = []
        for _ in range(7):
            started = time.perf_counter()
            shapes_in(large)
            times_ms.append((time.perf_counter() - started) * 1000)
        height, width = large.shape[:2]
        report.figure(f"shapes alone, {width} × {height}", times_ms, "ms", report.goal("< 150 ms"))
        await searched(taken)
    finally:
        await reader.close()


if __name__ == "__main__":
    asyncio.run(measure())
