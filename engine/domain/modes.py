"""The ways to work, by name."""

from __future__ import annotations

from typing import Literal

ModeName = Literal["director", "navigator", "explorer"]
