"""Text recognition: from a picture that tells nothing by accessibility to zones.

The pictures are painted, so that what stands in them is known. Figures are taken with the
process that reads already started, but for the first."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence

import psutil
from PIL import Image, ImageDraw, ImageFont

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Source, Window
from engine.perception.drawn.text_reader import TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import SurfacePerceiver
from tests.benchmarks import report
from tests.support.stage import Stage

ROUNDS = 10
_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
_LABELS = (
    *("Open", "Save as...", "Cancel", "OK", "Don't Save", "File name:", "Preferences", "Zoom in"),
    *("Total: 1,204.50", "Red circle", "Yellow star", "Row 17", "https://example.org/a?b=1"),
    *("2026-11-22 14:05", "100 %", "Undo typing", "Level 3", "Player one", "Score: 4711", "Quit"),
)
_MIB = 1 << 20
_counts = itertools.count(1)


class SilentStage(Stage):
    """A screen whose windows tell nothing."""

    async def read_tree(self) -> AccessibleTree:
        return AccessibleTree((), self.now.windows)


def painted(
    labels: Sequence[str],
    *,
    columns: int = 3,
    size: tuple[int, int] = (800, 500),
    height_px: int = 13,
    is_dark: bool = False,
) -> Situation:
    """The labels in as many columns, in rows of equal height, on one window."""
    image = Image.new("RGBA", size, "#1e1e1e" if is_dark else "white")
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(_FONT, height_px)
    rows = -(-len(labels) // columns)
    for at, words in enumerate(labels):
        x = 12 + at % columns * (size[0] // columns)
        y = 8 + at // columns * ((size[1] - 16) // rows)
        draw.text((x, y), words, fill="#e0e0e0" if is_dark else "black", font=font)
    pixels = image.tobytes("raw", "BGRA")
    frame = Frame(next(_counts), 0.0, *size, pixels)
    window = Window("w", "Canvas", "canvas", Rect(0, 0, *size), True, 0)
    return Situation(frame, (), (window,))


async def until_read(perceiver: SurfacePerceiver, count: int) -> tuple[float, Situation]:
    """Seconds until so many texts are zones."""
    started = time.perf_counter()
    while True:
        now = await perceiver.observe()
        if sum(zone.source is Source.TEXT for zone in now.zones) >= count:
            return time.perf_counter() - started, now
        await asyncio.sleep(0.005)


async def unchanged_look(perceiver: SurfacePerceiver) -> float:
    """Milliseconds of a look that finds nothing new."""
    last = await perceiver.observe_fully()
    while True:
        started = time.perf_counter()
        now = await perceiver.observe()
        if now is last:
            return (time.perf_counter() - started) * 1000
        last = now
        await asyncio.sleep(0.05)


def numbered(number: int) -> list[str]:
    return [f"{label} {number}" for label in _LABELS]


async def measure() -> None:
    report.title(f"Text recognition: a canvas of 800 × 500 with {len(_LABELS)} texts")
    reader = TextReader()
    stage = SilentStage(painted(_LABELS))
    perceiver = SurfacePerceiver(
        stage, masked=lambda text: text, drawn=DrawnZones(reader, grace_secs=0)
    )
    try:
        first, _ = await until_read(perceiver, 1)
        report.figure("the first text, the process started for it", [first], "s")
        await until_read(perceiver, len(_LABELS))
        await _measure_looks(stage, perceiver)
        await _measure_words(reader)
        await _measure_full_screen(stage, perceiver)
        assert reader.pid is not None
        memory = psutil.Process(reader.pid).memory_info().rss / _MIB
        report.figure("memory of the process that reads", [memory], "MiB")
    finally:
        await perceiver.close()


async def _measure_looks(stage: SilentStage, perceiver: SurfacePerceiver) -> None:
    firsts, wholes, lines, unchanged = [], [], [], []
    for number in range(ROUNDS):
        labels = numbered(number)
        stage.now = painted(labels)
        first, _ = await until_read(perceiver, 1)
        rest, _ = await until_read(perceiver, len(labels))
        firsts.append(first)
        wholes.append(first + rest)
        stage.now = painted([f"Changed {number}", *labels[1:]])
        lines.append((await until_read(perceiver, len(labels)))[0])
        unchanged.append(await unchanged_look(perceiver))
    report.figure("the first texts of a new canvas", firsts, "s", report.goal("< 1.5 s"))
    report.figure("  all of its texts", wholes, "s")
    report.figure("  one line of it changed", lines, "s")
    report.figure("  nothing changed", unchanged, "ms", report.goal("< 5 ms"))


async def _measure_words(reader: TextReader) -> None:
    for height_px in (9, 11, 13, 18):
        right = count = 0
        for is_dark in (False, True):
            stage = SilentStage(painted(_LABELS, height_px=height_px, is_dark=is_dark))
            texts = DrawnZones(reader, grace_secs=0)
            perceiver = SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)
            await perceiver.observe(patience_secs=60)
            seen = [zone.label for zone in (await perceiver.observe()).zones]
            words = [word for label in _LABELS for word in label.split()]
            read = [word for label in seen for word in label.split()]
            right += sum(min(words.count(word), read.count(word)) for word in set(words))
            count += len(words)
        report.note(f"{height_px} px, light and dark: {right} of {count} words right")


async def _measure_full_screen(stage: SilentStage, perceiver: SurfacePerceiver) -> None:
    labels = [f"{label} {number}" for number in range(100, 113) for label in _LABELS][:256]
    stage.now = painted(labels, columns=8, size=(1920, 1080))
    first, _ = await until_read(perceiver, 1)
    rest, _ = await until_read(perceiver, int(len(labels) * 0.95))
    report.figure("1080p with 256 texts: the first", [first], "s", report.goal("< 1.5 s"))
    report.figure("  95 % of them", [first + rest], "s")


if __name__ == "__main__":
    asyncio.run(measure())
