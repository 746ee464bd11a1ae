"""Pictures, zone lists and texts by content hash: each is stored once, however often it is seen.

Pictures are lossless WebP at the settings that suit drawn interfaces: 1440 × 900 takes 20 to 140 ms
and 70 to 190 KiB. ``put_picture`` returns after hashing; the encoding goes on beside the run, and
the writer's queue keeps any later event behind it."""

import asyncio
import io
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import numpy as np
import xxhash
from PIL import Image, WebPImagePlugin

from engine.domain import errors, models, plans
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Zone
from engine.record.codec import zones_from_json, zones_to_json
from engine.record.database import DatabaseThread
from engine.record.tables import BlobRow, has_blob, read_blob
from engine.record.writer import Writer

T = TypeVar("T")

PICTURE_FORMAT = "webp"
PICTURE_FORMATS = (PICTURE_FORMAT, "png", "jpeg")
"""WebP is our own; the others are pictures as they were sent to a model."""
ZONES_FORMAT = "zones-json-zlib"
TEXT_FORMAT = "text-zlib"


class Pictures:
    """``BlobStore``: puts go through the writer, gets through the reading connection."""

    def __init__(self, writer: Writer, reader: DatabaseThread) -> None:
        self._writer = writer
        self._reader = reader
        # Two: the whole frame and the crop of a target are often put together.
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="record-encoder")

    async def put_picture(self, frame: Frame, crop_px: Rect | None = None) -> str:
        """The hash of the frame, or of its part ``crop_px`` (frame pixels). An empty string where
        the crop lies outside the frame. The pixels are read until the picture is written. A failure
        to write shows at the next event that names the hash."""
        bounds_px = frame.bounds_px.intersection(crop_px or frame.bounds_px)
        if bounds_px.is_empty:
            return ""
        picture_hash, part = await self._in_pool(lambda: _cut(frame, bounds_px))
        self._put(picture_hash, lambda: _encoded_picture(picture_hash, part))
        return picture_hash

    async def put_zones(self, situation: plans.Situation) -> str:
        """The hash of the situation's zone list."""
        text = await self._in_pool(lambda: zones_to_json(situation.zones))
        zones_hash = xxhash.xxh3_128_hexdigest(text)
        self._put(zones_hash, lambda: BlobRow(zones_hash, ZONES_FORMAT, 0, 0, zlib.compress(text)))
        return zones_hash

    async def put_text(self, text: str) -> str:
        """The hash of the text, which is kept compressed."""
        data = text.encode()
        text_hash = xxhash.xxh3_128_hexdigest(data)
        self._put(text_hash, lambda: BlobRow(text_hash, TEXT_FORMAT, 0, 0, zlib.compress(data)))
        return text_hash

    async def put_sent_picture(self, picture: models.SentPicture) -> str:
        picture_hash = xxhash.xxh3_128_hexdigest(picture.data)
        file_format = picture.media_type.removeprefix("image/")
        size = (picture.width, picture.height)
        self._put(picture_hash, lambda: BlobRow(picture_hash, file_format, *size, picture.data))
        return picture_hash

    async def text(self, text_hash: str) -> str | None:
        """None where there is no text of that hash (yet)."""
        row = await self._reader.run(read_blob, text_hash)
        if row is None or row.format != TEXT_FORMAT:
            return None
        return _unpacked(row.data).decode()

    async def picture(self, picture_hash: str) -> BlobRow | None:
        """None where there is no picture of that hash (yet)."""
        row = await self._reader.run(read_blob, picture_hash)
        return row if row is not None and row.format in PICTURE_FORMATS else None

    async def zones(self, zones_hash: str) -> tuple[Zone, ...] | None:
        """None where there is no zone list of that hash (yet)."""
        row = await self._reader.run(read_blob, zones_hash)
        if row is None or row.format != ZONES_FORMAT:
            return None
        data = row.data
        return await self._in_pool(lambda: zones_from_json(_unpacked(data)))

    def close(self) -> None:
        """End the encoding threads; the writer must have been drained before."""
        self._pool.shutdown()

    def _put(self, blob_hash: str, encode: Callable[[], BlobRow]) -> None:
        async def encoded() -> BlobRow | None:
            if await self._reader.run(has_blob, blob_hash):
                return None
            return await self._in_pool(encode)

        self._writer.add_blob(blob_hash, lambda: asyncio.get_running_loop().create_task(encoded()))

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _cut(frame: Frame, bounds_px: Rect) -> tuple[str, Frame]:
    """The hash of the size and the BGRA bytes of that part of the frame, and the part."""
    pixels = frame.pixels
    if bounds_px != frame.bounds_px:
        rows = np.frombuffer(pixels, np.uint8).reshape(frame.height, frame.width, 4)
        pixels = rows[bounds_px.slices].tobytes()
    digest = xxhash.xxh3_128(f"{bounds_px.width}x{bounds_px.height}:".encode())
    digest.update(pixels)
    part = replace(frame, width=bounds_px.width, height=bounds_px.height, pixels=pixels)
    return digest.hexdigest(), part


def _encoded_picture(picture_hash: str, picture: Frame) -> BlobRow:
    """Raises ``RecordUnavailable`` for a picture that WebP can't hold (a side over 16,383)."""
    size = (picture.width, picture.height)
    file = io.BytesIO()
    why = f"A picture of {picture.width} × {picture.height} pixels can't be stored: {{why}}."
    remedy = "Use a smaller screen or a nested display."
    with errors.RecordUnavailable.instead_of((OSError, ValueError), why, remedy):
        image = Image.frombytes("RGB", size, picture.pixels, "raw", "BGRX", 0, 1)
        # The format by its class: the import registers it, so that the first picture does not
        # wait until Pillow has loaded all of its formats.
        image.save(file, WebPImagePlugin.WebPImageFile.format, lossless=True, method=1, quality=0)
    return BlobRow(picture_hash, PICTURE_FORMAT, *size, file.getvalue())


def _unpacked(data: bytes) -> bytes:
    why = "A recorded text or zone list is damaged."
    with errors.RecordUnavailable.instead_of(zlib.error, why):
        return zlib.decompress(data)
