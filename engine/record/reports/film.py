"""A session as a film: each action with what was seen before it, marked where it was clicked, and
after it, and what it was in words below.

A film is WebM with VP8, which OpenCV's own wheels can write, and MP4 with H.264 where the machine
has an ffmpeg that can; browsers play both. GIF is smaller, for where nothing else is shown."""

import asyncio
import contextlib
import io
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.domain.errors import RecordUnavailable
from engine.domain.facts import Frozen
from engine.language.folding import shown_cut
from engine.processes.descendants import child_environment
from engine.record.executed import executed_in
from engine.record.sessions import OpenedSession, completion_words
from engine.record.source import Source, opened_picture, write_export, writing_to

_FPS, _FPS_AT_SPEED = 2, 10
_LONGEST_SECS = 10.0
"""Of a real pause: nobody looks at the same picture for longer."""
_FILM_WIDTH_PX, _GIF_WIDTH_PX = 1280, 800
_CAPTION_PX, _MOST_CAPTION_CHARS = 40, 110
_FONTS, _FONT_PX = ("NotoSansCJK-Regular.ttc", "DejaVuSans.ttf", "Arial.ttf"), 18
_Pair = tuple[int, int]
_MARK, _PAPER, _INK = "#ff3b6b", "#15181d", "#f2f4f7"


class Scene(Frozen):
    """One picture for a while."""

    picture_hash: str
    caption: str
    secs: float
    at_px: tuple[int, int] | None = None


def scenes_of(opened: OpenedSession, *, at_speed: bool = False) -> tuple[Scene, ...]:
    """Before and after each action, a second together; ``at_speed`` as long as it really took, a
    pause cut after ``_LONGEST_SECS``. Without those of which no picture was kept."""
    done = executed_in(opened.events)
    scenes: list[Scene] = []
    for number, each in enumerate(done, 1):
        end = done[number].at_secs if number < len(done) else opened.state.last_at_secs
        outcome, took = each.outcome, each.outcome.took_ms / 1000
        before, after = (took, end - each.at_secs - took) if at_speed else (0.5, 0.5)
        told = f"{each.step}  {each.performed.description}"
        scenes.append(Scene(each.picture_before_hash, told, before, each.at_px))
        came = outcome.verdict or outcome.state or outcome.why or "not told"
        scenes.append(Scene(each.picture_hash, f"{told} — {came}", after))
    if scenes:
        scenes.append(Scene(scenes[-1].picture_hash, completion_words(opened.state), 2.0))
    return tuple(each for each in scenes if each.picture_hash)


async def write_film(path: Path, source: Source, *, at_speed: bool = False) -> Path:
    """MP4 where that can be made, unless the name ends with ``.webm``; else WebM, and called so.
    What was there is replaced. Raises ``RecordUnavailable``, also without pictures."""
    async with contextlib.AsyncExitStack() as ends:
        ends.enter_context(writing_to(path))
        folder = ends.enter_context(tempfile.TemporaryDirectory(dir=path.parent))
        encoder = ThreadPoolExecutor(1)  # one picture is encoded while the next is drawn
        ends.push_async_callback(asyncio.to_thread, encoder.shutdown)
        made, fps = Path(folder) / "film.webm", _FPS_AT_SPEED if at_speed else _FPS
        film, adding = None, encoder.submit(lambda: None)
        async for image, secs in _images(source, _FILM_WIDTH_PX, at_speed=at_speed):
            film = film or _begun(made, fps, image.size)
            await asyncio.wrap_future(adding)
            adding = encoder.submit(_add, film, image, max(1, round(secs * fps)))
        if film is None:
            raise _nothing_to_show(source)
        await asyncio.wrap_future(adding)
        await asyncio.to_thread(film.release)
        if path.suffix != ".webm":
            made = await asyncio.to_thread(_as_mp4, made)
        path = path.with_suffix(made.suffix) if path.suffix == ".mp4" else path
        return await asyncio.to_thread(write_export, path, made.read_bytes())


def _begun(path: Path, fps: int, size: tuple[int, int]) -> cv2.VideoWriter:
    """OpenCV says of any WebM that its codec has no tag there, past everything that could be asked
    to be quiet: meanwhile the process has no standard error."""
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"VP80"), fps, size)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
    if not film.isOpened():
        raise RecordUnavailable("This machine's OpenCV can't write films.", "Export it as gif.")
    return film


def _add(film: cv2.VideoWriter, image: Image.Image, times: int) -> None:
    pixels = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR)
    for _ in range(times):
        film.write(pixels)


def _as_mp4(webm: Path) -> Path:
    """The same as browsers play it anywhere, by the machine's ffmpeg; itself where none can."""
    how = "-c:v libx264 -preset veryfast -crf 20 -colorspace smpte170m -movflags +faststart"
    ffmpeg, mp4 = shutil.which("ffmpeg") or "false", webm.with_suffix(".mp4")
    line = (ffmpeg, "-nostdin", "-i", str(webm), *how.split(), str(mp4))
    done = subprocess.run(line, capture_output=True, check=False, env=child_environment(os.environ))
    return webm if done.returncode else mp4


async def write_gif(path: Path, source: Source, *, at_speed: bool = False) -> Path:
    """It is shown over and over. What was there is replaced. Raises as ``write_film`` does."""
    images, times = list[Image.Image](), list[int]()
    async for image, secs in _images(source, _GIF_WIDTH_PX, at_speed=at_speed):
        images.append(await asyncio.to_thread(image.quantize, 128))
        times.append(max(20, round(secs * 1000)))
    if not images:
        raise _nothing_to_show(source)
    written = io.BytesIO()
    first, *others = images
    how: dict[str, Any] = {"append_images": others, "duration": times, "loop": 0}
    await asyncio.to_thread(first.save, written, "GIF", save_all=True, **how)
    return await asyncio.to_thread(write_export, path, written.getvalue())


def _nothing_to_show(source: Source) -> RecordUnavailable:
    return RecordUnavailable(
        f"Session {source.summary.session_id} has no pictures of which a film could be made.",
        "Export it as html, which tells its steps in words.",
    )


async def _images(
    source: Source, most_wide_px: int, *, at_speed: bool
) -> AsyncIterator[tuple[Image.Image, float]]:
    """Drawn, all of the first one's size."""
    size: tuple[int, int] | None = None
    scenes = scenes_of(await source.opened(), at_speed=at_speed)
    for picture_hash, some in itertools.groupby(scenes, lambda scene: scene.picture_hash):
        picture = await source.picture(picture_hash)
        image = await asyncio.to_thread(opened_picture, picture.data) if picture else None
        if image is None:
            continue
        if size is None:  # even, as films have to be
            scale = min(1.0, most_wide_px / image.width)
            width, height = (max(2, round(side * scale) // 2 * 2) for side in image.size)
            size = width, height
        sheet, scale, left_top = await asyncio.to_thread(_laid, image, size)
        for scene in some:
            drawn = await asyncio.to_thread(_captioned, sheet, scene, scale, left_top)
            yield drawn, min(scene.secs, _LONGEST_SECS)


def _laid(image: Image.Image, size: tuple[int, int]) -> tuple[Image.Image, float, tuple[int, int]]:
    """The picture in the middle, room for a caption below; its scale, and where it begins."""
    scale = min(size[0] / image.width, size[1] / image.height)
    width, height = (max(1, round(side * scale)) for side in image.size)
    small = cv2.resize(np.asarray(image), (width, height), interpolation=cv2.INTER_AREA)
    sheet = Image.new("RGB", (size[0], size[1] + _CAPTION_PX), _PAPER)
    left_top = (size[0] - width) // 2, (size[1] - height) // 2
    sheet.paste(Image.fromarray(small), left_top)
    return sheet, scale, left_top


def _captioned(sheet: Image.Image, scene: Scene, scale: float, left_top: _Pair) -> Image.Image:
    drawn = sheet.copy()
    pen = ImageDraw.Draw(drawn)
    if scene.at_px is not None:
        x, y = (edge + at * scale for edge, at in zip(left_top, scene.at_px, strict=True))
        for radius, width in ((18, 4), (4, 4)):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), None, _MARK, width)
    words = shown_cut(" ".join(scene.caption.split()), _MOST_CAPTION_CHARS)
    pen.text((12, drawn.height - _CAPTION_PX // 2), words, _INK, _font(), anchor="lm")
    return drawn


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The machine's own where it has one of many scripts, else what Pillow brings."""
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, _FONT_PX)
        except OSError:
            continue
    return ImageFont.load_default(_FONT_PX)
