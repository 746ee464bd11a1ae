"""Where Pilothouse keeps its files, by each system's custom (platformdirs)."""

import tempfile
from pathlib import Path

from platformdirs import PlatformDirs

from engine.domain.errors import RecordUnavailable

_DIRS = PlatformDirs("pilothouse", appauthor=False)


def database_path() -> Path:
    """The session database; its folder is made by the store."""
    return Path(_DIRS.user_data_dir) / "sessions.db"


def settings_path() -> Path:
    return Path(_DIRS.user_config_dir) / "settings.toml"


def policy_path() -> Path:
    """The operator's own rules; it need not be there."""
    return settings_path().with_name("policy.toml")


def models_path() -> Path:
    """Where a person's own files of what is known of models lie; it need not be there."""
    return Path(_DIRS.user_config_dir) / "models"


def endpoints_path() -> Path:
    """What was found out about model endpoints; it can be found out anew."""
    return Path(_DIRS.user_cache_dir) / "endpoints.json"


def downloads_path(session_id: str) -> Path:
    """Where what a page hands out is saved, a folder for each session."""
    return Path(_DIRS.user_data_dir) / "downloads" / session_id


def make_folder(folder: Path) -> None:
    """Make the folder for an export before the run, not after it. Raises ``RecordUnavailable``."""
    remedy = "Name another one, in which you may write."
    with RecordUnavailable.on_refusal(f"The folder {folder} can't be made", remedy):
        folder.mkdir(parents=True, exist_ok=True)


def check_writable(*files: Path) -> None:
    """Whether reports can be written to these files, before the run and not after it; what stands
    there stays. Raises ``RecordUnavailable``."""
    for file in files:
        make_folder(file.parent)
        if file.is_dir():
            raise RecordUnavailable(
                f"{file} is a folder, so that no report can be written to it.",
                "Name a file, such as report.xml.",
            )
        remedy = "Name a file in a folder in which you may write."
        with RecordUnavailable.on_refusal(f"No report can be written to {file}", remedy):
            tempfile.TemporaryFile(dir=file.parent).close()
    if len({file.absolute() for file in files}) < len(files):
        raise RecordUnavailable(
            f"Two reports can't be written to one file, {files[0]}.", "Name a file for each."
        )
