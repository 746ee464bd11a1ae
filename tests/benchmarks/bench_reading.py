"""How soon the buttons of a completely new, text-heavy screen are known, with nothing told of it.

The screen is painted: three columns of prose, a list of folders, names of fields, a bar at the top
and buttons at the very bottom, 256 lines in 1920 × 1080. The goal would be about a button."""

from __future__ import annotations

import asyncio
import random
import time

from PIL import Image, ImageDraw, ImageFont

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Window
from engine.perception.drawn.text_reader import TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from tests.benchmarks import report

ROUNDS = 3
SIZE = Rect(0, 0, 1920, 1080)
BUTTONS = ("Export", "Discard", "Archive", "Reply all", "Print", "Forward", "Close", "Help")
LINES = 256
_PATIENCE_SECS = 120.0
_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
_WORDS = (
    *("the", "quick", "report", "of", "last", "month", "says", "that", "orders", "from", "a"),
    *("northern", "region", "rose", "while", "costs", "stayed", "level", "and", "more", "people"),
    *("asked", "for", "delivery", "on", "the", "same", "day"),
)


def text_heavy(number: int) -> Situation:
    """Another text and the same buttons for each number."""
    chance = random.Random(number)
    image = Image.new("RGBA", (SIZE.width, SIZE.height), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(_FONT, 13)

    def write(words: str, x: float, y: float) -> None:
        draw.text((x, y), words, fill="black", font=font)

    for at in range(14):
        write(f"Tool {at}", 16 + at * 110, 8)
    for at in range(34):
        write(f"Folder {at} of mail {number}", 16, 44 + at * 29)
    for at in range(180):
        line = " ".join(chance.choices(_WORDS, k=14))[:62]
        write(line, 220 + at % 3 * 480, 40 + at // 3 * 16)
    for at in range(20):
        write(f"Field {at}:", 1700, 44 + at * 40)
    for at, label in enumerate(BUTTONS):
        x = 220 + at * 170
        draw.rounded_rectangle((x, 1030, x + 150, 1062), 5, outline="#666", fill="#eee")
        write(label, x + 75 - draw.textlength(label, font=font) / 2, 1037)
    frame = Frame(number, 0.0, SIZE.width, SIZE.height, image.tobytes("raw", "BGRA"))
    return Situation(frame, (), (Window("w", "Mail", "mail", SIZE, True, 0),))


async def read_screen(reader: TextReader, number: int) -> tuple[float, float, float, int]:
    """Seconds until the first text, until all buttons and until 95 % of the lines are known; and
    how many lines were when the buttons were."""
    texts = DrawnZones(reader, grace_secs=0)
    situation, masker = text_heavy(number), Masker(MaskRules(), lambda text: text)
    started, first, buttons, lines_then = time.perf_counter(), 0.0, 0.0, 0
    texts.show(situation)
    async with asyncio.timeout(_PATIENCE_SECS):
        while True:
            await asyncio.sleep(0.02)
            zones = await texts.zones_in(situation, masker)
            labels = [zone.label for zone in zones if zone.label]
            now = time.perf_counter() - started
            first = first or (now if labels else 0.0)
            if not buttons and set(labels).issuperset(BUTTONS):
                buttons, lines_then = now, len(labels)
            if len(labels) >= 0.95 * LINES:
                await texts.wait(_PATIENCE_SECS)
                return first, buttons or now, now, lines_then or len(labels)


async def measure() -> None:
    report.title(f"A new screen of {LINES} lines, 1920 × 1080, the process that reads started")
    reader = TextReader()
    try:
        await read_screen(reader, 0)
        runs = [await read_screen(reader, number + 1) for number in range(ROUNDS)]
    finally:
        await reader.close()
    firsts, buttons, alls, lines = (list(column) for column in zip(*runs, strict=True))
    report.figure("the first texts", firsts, "s")
    report.figure("  all texts of the buttons at the bottom", buttons, "s", report.goal("< 3 s"))
    report.figure("  95 % of the lines", alls, "s", report.limit("the buttons", buttons))
    report.figure("  lines read when the buttons were", lines, f"of {LINES}")


if __name__ == "__main__":
    asyncio.run(measure())
