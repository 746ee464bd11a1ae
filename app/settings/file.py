"""The settings file, TOML: read and checked at the edge; when it is written, what is in it already
keeps its place, its order and its comments. ``docs/settings.toml`` shows all that it may hold."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
import tomlkit.exceptions
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from app.paths import models_path
from app.settings.tables import Settings
from engine.domain.errors import KnownError, NameUnknown
from engine.processes.whole_files import write_whole

Tables = Mapping[str, Mapping[str, Any]]
"""Values by table and name."""


class SettingsUnreadable(KnownError): ...


class SettingsNotWritten(KnownError): ...


def read_settings(path: Path) -> Settings:
    """A missing file means the defaults. Raises ``SettingsUnreadable`` with each wrong entry."""
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
    """Write what differs from the defaults, or stands in the file already. Raises
    ``SettingsUnreadable`` where the file is there and no TOML, ``SettingsNotWritten`` where it
    can't be written; the file is as it was then."""
    path = path.resolve()  # a link to the file stays one
    document = _read(path)
    _bring_to(document, _plain(settings), _plain(Settings()))
    write_text(path, tomlkit.dumps(document))


def policy_text(path: Path, *, need_be: bool = False) -> str:
    """Empty where there is none, and none ``need_be``. Raises ``NameUnknown``."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, FileNotFoundError) and not need_be:
            return ""
        remedy = "Mend the file, or name another."
        raise NameUnknown(f"The policy can't be read: {error}.", remedy) from None


def write_text(path: Path, text: str) -> None:
    """Raises ``SettingsNotWritten``; the file is as it was then."""
    remedy = "See that the folder is yours and has room."
    with SettingsNotWritten.on_refusal(f"The settings in {path} can't be written", remedy):
        write_whole(path.resolve(), text.encode())


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


def _bring_to(document: tomlkit.TOMLDocument, values: Tables, defaults: Tables) -> None:
    """What a table has no place for stays out at its default; what is no value any more goes."""
    for name, told in values.items():
        table: Any = document.get(name, {})
        for gone in [each for each in table if each not in told]:
            table.remove(gone)
        said = {
            each: it for each, it in told.items() if each in table or it != defaults[name].get(each)
        }
        if said and name not in document:
            document[name] = table = tomlkit.table()
        for each, it in said.items():
            if table.get(each) != it:
                table[each] = it


def _plain(settings: Settings) -> Tables:
    """As TOML has it; a key in the file stays what it is. Of the limits only what is set by hand:
    the others are the profile's, whatever their defaults."""
    data: dict[str, Any] = settings.model_dump(mode="json")
    data["model"]["api_key"] = settings.model.api_key.get_secret_value()
    data["limits"] = settings.limits.model_dump(mode="json", exclude_unset=True)
    return data
