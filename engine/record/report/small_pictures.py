"""Pictures of the record, small enough to stand in the report itself."""

from __future__ import annotations

import asyncio
import base64
import io

from PIL import Image

from engine.record.store import SessionStore

_QUALITY = 72


class SmallPictures:
    """Each as the address of an image that holds its own data, made once for each width."""

    def __init__(self, store: SessionStore) -> None:
        self._store = store
        self._made: dict[tuple[str, int], str] = {}

    async def address(self, picture_hash: str, width_px: int) -> str:
        """Empty where the record holds no such picture. Raises ``RecordUnavailable``."""
        key = (picture_hash, width_px)
        if picture_hash and key not in self._made:
            picture = await self._store.picture(picture_hash)
            self._made[key] = (
                await asyncio.to_thread(_address, picture.data, width_px) if picture else ""
            )
        return self._made.get(key, "")


def _address(data: bytes, width_px: int) -> str:
    with Image.open(io.BytesIO(data)) as picture:
        small = picture.convert("RGB")
    if small.width > width_px:
        height = max(1, round(small.height * width_px / small.width))
        small = small.resize((width_px, height), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=4)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"
