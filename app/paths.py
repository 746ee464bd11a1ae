"""Where Pilothouse keeps its files, by each system's custom (platformdirs)."""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs

from engine.domain.errors import RecordUnavailable

_DIRS = PlatformDirs("pilothouse", appauthor=False)


def database_path() -> Path:
    """The session database; its folder is made by the store."""
    return Path(_DIRS.user_data_dir) / "sessions.db"


def settings_path() -> Path:
    return Path(_DIRS.user_config_dir) / "settings.toml"


def endpoints_path() -> Path:
    """What was found out about model endpoints; it can be found out anew."""
    return Path(_DIRS.user_cache_dir) / "endpoints.json"


def downloads_path(session_id: str) -> Path:
    """Where what a page hands out is saved, a folder for each session."""
    return Path(_DIRS.user_data_dir) / "downloads" / session_id


def make_folder(folder: Path) -> None:
    """Make the folder for an export before the run, not after it.

    Raises ``RecordUnavailable``.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordUnavailable(
            f"The folder {folder} can't be made: {error.strerror}.",
            "Name another one, in which you may write.",
        ) from None
