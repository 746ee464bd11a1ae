"""The settings file, TOML: read and checked at the edge; when it is written, what is in it already
keeps its place, its order and its comments. ``docs/settings.toml`` shows all that it may hold."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
import tomlkit.exceptions
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from tomlkit.container import Container
from tomlkit.items import Table

from app.paths import models_path
from app.settings.tables import Settings
from engine.domain.errors import KnownError
from engine.processes.whole_files import write_whole


class SettingsUnreadable(KnownError):
    pass


class SettingsNotWritten(KnownError):
    pass


def read_settings(path: Path) -> Settings:
    """A missing file means the defaults. Raises ``SettingsUnreadable``, naming the file and each
    wrong entry."""
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise _unreadable(path, error) from None
    except ValidationError as error:
        wrong = "; ".join(map(_sentence, error.errors()))
        raise SettingsUnreadable(
            f"The settings in {path} have a mistake: {wrong}.", "Mend the file."
        ) from None


def words_of(error: ErrorDetails) -> str:
    """What is wrong with a setting, without a full stop."""
    return error["msg"].removeprefix("Value error, ")


def write_settings(path: Path, settings: Settings) -> None:
    """Write what differs from the defaults, or stands in the file already.

    Raises ``SettingsUnreadable`` where the file is there and no TOML, ``SettingsNotWritten``
    where it can't be written; the file is as it was then.
    """
    path = path.resolve()  # a link to the file stays one
    document = _read(path)
    _update(document, _plain(settings), _plain(Settings()))
    try:
        write_whole(path, tomlkit.dumps(document).encode())
    except OSError as error:
        raise SettingsNotWritten(
            f"The settings in {path} can't be written: {error.strerror}.",
            "See that the folder is yours and has room.",
        ) from None


def _read(path: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return tomlkit.document()
    except (tomlkit.exceptions.TOMLKitError, UnicodeDecodeError, OSError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> SettingsUnreadable:
    return SettingsUnreadable(
        f"The settings in {path} can't be read: {error}.", "Mend or remove the file."
    )


def _sentence(error: ErrorDetails) -> str:
    name = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        moved = f": prices stand in a file of models now, in {models_path()}"
        return f"there is no setting “{name}”{moved if name == 'model.prices' else ''}"
    return f"{name}: {words_of(error)}"


def _update(
    table: Container | Table, values: Mapping[str, Any], defaults: Mapping[str, Any]
) -> None:
    """Bring the table to these values. What has no place in it and is at its default stays out;
    what is among the table's names and not among the values goes."""
    for name in [name for name in table if name not in values]:
        table.remove(name)
    for name, value in values.items():
        default = defaults.get(name)
        if isinstance(value, Mapping):
            _update_table(table, name, value, default if isinstance(default, Mapping) else {})
        elif name not in table:
            if value != default:
                table[name] = value
        elif table[name] != value:
            table[name] = value


def _update_table(
    table: Container | Table, name: str, values: Mapping[str, Any], defaults: Mapping[str, Any]
) -> None:
    inner = table.get(name)
    if inner is None:
        if values == defaults:
            return
        inner = tomlkit.table(is_super_table=not _has_plain(values, defaults))
        _update(inner, values, defaults)
        table[name] = inner
    else:
        _update(inner, values, defaults)


def _has_plain(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> bool:
    """Something would stand right under the table's own heading."""
    return any(
        not isinstance(value, Mapping) and value != defaults.get(name)
        for name, value in values.items()
    )


def _plain(settings: Settings) -> dict[str, Any]:
    """As TOML has it; a key in the file stays what it is. Of the limits only what is set by hand:
    the others are the profile's, whatever their defaults."""
    data: dict[str, Any] = settings.model_dump(mode="json")
    data["model"]["api_key"] = settings.model.api_key.get_secret_value()
    data["limits"] = settings.limits.model_dump(mode="json", exclude_unset=True)
    return data
