"""Where a child puts its pictures, for the parent to read."""

import mmap
import os


class Slot:
    """One memory file that the parent reads pictures from; it grows as the picture does."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._map: mmap.mmap | None = None

    def write(self, pixels: bytes | bytearray | memoryview) -> mmap.mmap:
        """What the parent will see, for who still has something to cover in it."""
        if self._map is None or len(self._map) < len(pixels):
            os.ftruncate(self._fd, len(pixels))
            self._map = mmap.mmap(self._fd, len(pixels))
        self._map[: len(pixels)] = pixels
        return self._map
