"""What others make of the same pictures: RapidOCR and tesseract each time over everything, and
pyautogui's search for the picture of a button."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
from PIL import Image

from engine.domain.zones import Role
from engine.perception.pixels import Pixels
from tests.benchmarks import report
from tests.benchmarks.seeing.pictures import Portrait

_TESSERACT_TEXT = 11
"""The column of its table that has the text."""


@dataclass(frozen=True, slots=True)
class Answer:
    words: list[str]
    secs: float


async def rapidocr_words(pictures: Sequence[Pixels]) -> list[Answer] | None:
    """As it comes, but for its log; its models are those of the package."""
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical"})
    answers = []
    for picture in pictures:
        started = time.perf_counter()
        texts = (await asyncio.to_thread(engine, picture)).txts or ()
        words = [word for text in texts for word in text.split()]
        answers.append(Answer(words, time.perf_counter() - started))
    return answers


async def tesseract_words(pictures: Sequence[Pixels]) -> list[Answer] | None:
    """With one thread, which is its fastest way on few cores; None where it is not installed."""
    if shutil.which("tesseract") is None:
        return None
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        for picture in pictures:
            cv2.imwrite(str(path), picture)
            started = time.perf_counter()
            child = await asyncio.create_subprocess_exec(
                *("tesseract", str(path), "stdout", "--psm", "11", "tsv"),
                env=environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            output, _ = await child.communicate()
            rows = [row.split("\t") for row in output.decode().splitlines()[1:]]
            words = [row[_TESSERACT_TEXT] for row in rows if len(row) > _TESSERACT_TEXT]
            words = [word for word in words if word.strip()]
            answers.append(Answer(words, time.perf_counter() - started))
    return answers


async def searched(portraits: Sequence[Portrait]) -> None:
    """The time in which pyautogui's own search finds the picture of one button in a frame."""
    import pyscreeze

    for portrait in portraits:
        button = next(
            (one for one in portrait.things if one.role is Role.BUTTON and one.is_counted), None
        )
        if button is None:
            continue
        frame = portrait.frame
        whole = Image.frombuffer(
            "RGBA", (frame.width, frame.height), bytes(frame.pixels), "raw", "BGRA", 0, 1
        ).convert("RGB")
        box, inner = button.told_px, portrait.inner_px
        left, top = box.x + inner.x, box.y + inner.y
        needle = whole.crop((left, top, left + box.width, top + box.height))
        times_ms = []
        for _ in range(3):
            started = time.perf_counter()
            await asyncio.to_thread(pyscreeze.locate, needle, whole)
            times_ms.append((time.perf_counter() - started) * 1000)
        report.figure("pyautogui's locate: one button, if its picture is known", times_ms, "ms")
        return
