"""A person's own file of models."""

from __future__ import annotations

from pathlib import Path


def write_model(folder: Path, name: str, *facts: str, host: str = "") -> Path:
    """``facts`` are lines of its entry; without any it has a price of 1 for each million tokens."""
    lines = facts or ("price = { prompt = 1, completion = 1 }",)
    path = folder / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([f'host = "{host}"', f'[models."{name}"]', *lines, ""]))
    return path
