"""Pictures for a report that is one file: each stands in it once, as data.

Those of the story are rules of the style sheet, so that a browser decodes only what comes into
sight, and a picture that is after one step and before the next is there once. What is small enough
as it was recorded stays so, sharp in every pixel; what is not (a photograph) is made smaller.
"""

import asyncio
import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image

from engine.record.source import Source
from engine.record.tables import BlobRow

_QUALITY = 72
_SHEET_WIDTH_PX = 1024
_MOST_BYTES_AS_IT_IS = 40_000
_AT_ONCE = 4
NO_PICTURE = (OSError, SyntaxError, ValueError, Image.DecompressionBombError)
"""What Pillow answers to a damaged file."""


@dataclass(frozen=True, slots=True)
class Shot:
    """``rule`` is what the style sheet says of the class; width and height are the screen's."""

    name: str
    rule: str
    width: int
    height: int


class ReportPictures:
    """Each is made once for each width."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._made: dict[tuple[str, int], str] = {}

    async def address(self, picture_hash: str, width_px: int) -> str:
        """Of an image that holds its own data; empty where the record holds no such picture."""
        key = (picture_hash, width_px)
        if picture_hash and key not in self._made:
            picture = await self._source.picture(picture_hash)
            made = await asyncio.to_thread(_address, picture, width_px, 0) if picture else ""
            self._made[key] = made
        return self._made.get(key, "")

    async def sheet(self, hashes: Iterable[str]) -> dict[str, Shot]:
        """By their hashes; without those that the record does not hold."""
        wanted, shots = list(dict.fromkeys(hashes)), dict[str, Shot]()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            made = await asyncio.gather(
                *(self._shot(f"p{start + at}", each) for at, each in enumerate(some))
            )
            shots |= {each: shot for each, shot in zip(some, made, strict=True) if shot}
        return shots

    async def _shot(self, name: str, picture_hash: str) -> Shot | None:
        picture = await self._source.picture(picture_hash)
        if picture is None:
            return None
        most = _MOST_BYTES_AS_IT_IS
        address = await asyncio.to_thread(_address, picture, _SHEET_WIDTH_PX, most)
        width, height = picture.width, picture.height
        told = f'aspect-ratio:{width}/{height};background-image:url("{address}")'
        return Shot(name, f".{name}{{{told}}}", width, height) if address else None


def _address(picture: BlobRow, width_px: int, most_bytes: int) -> str:
    """Empty for what is no picture."""
    if len(picture.data) <= most_bytes:
        return _data_address(picture.format, picture.data)
    small = opened_picture(picture.data)
    if small is None:
        return ""
    if small.width > width_px:
        height = max(1, round(small.height * width_px / small.width))
        small = small.resize((width_px, height), Image.Resampling.BILINEAR)
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=0 if most_bytes else 4)
    return _data_address("webp", written.getvalue())


def opened_picture(data: bytes) -> Image.Image | None:
    """In RGB; None for what is no picture. Blocks."""
    try:
        with Image.open(io.BytesIO(data)) as opened:
            return opened.convert("RGB")
    except NO_PICTURE:
        return None


def _data_address(file_format: str, data: bytes) -> str:
    return f"data:image/{file_format};base64,{base64.b64encode(data).decode()}"
