"""The settings file with all its defaults, written from the declarations:
``python -m tests.support.settings_text > docs/settings.toml``."""

from __future__ import annotations

import textwrap
from typing import Any, Literal, get_args, get_origin

import tomlkit
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from app.settings.declaring import meaning_of, shown_fields
from app.settings.tables import Settings
from widgets.kit.forms import FieldSpec

HEAD = """\
# All settings with their defaults. Your own stand in ~/.config/pilothouse/settings.toml;
# what is not in it has its default.
"""


def settings_text() -> str:
    return HEAD + "".join(map(_table_text, Settings.model_fields))


def _table_text(name: str) -> str:
    table = getattr(Settings(), name)
    shown = {spec.name: spec for spec in shown_fields(type(table))}
    lines = [f"\n[{name}]\n"]
    for key, info in type(table).model_fields.items():
        value = getattr(table, key)
        value = value.get_secret_value() if isinstance(value, SecretStr) else value
        setting = f"{key} = {tomlkit.item(value).as_string()}"
        title, none = _words(shown.get(key))
        means = shown[key].hint if key in shown else meaning_of(type(table), key)
        comment = " ".join(filter(None, (title, means, none, _choices(info))))
        if len(setting) + len(comment) < 96:
            setting += f"  # {comment.strip()}" if comment else ""
        else:
            lines += (f"# {line}\n" for line in textwrap.wrap(comment, 96))
        lines.append(f"{setting}\n")
    return "".join(lines)


def _words(spec: FieldSpec | None) -> tuple[str, str]:
    """What the dialog calls it, and what its least value stands for."""
    if spec is None:
        return "", ""
    has_none = spec.none_is and spec.none is None
    title = f"{(spec.words or spec.label).replace('&', '')}."
    return title, f"{spec.least:g}: {spec.none_is}." if has_none else ""


def _choices(info: FieldInfo) -> str:
    """What it may be, where it is one of a few or some of them."""
    words = [tomlkit.item(each).as_string() for each in _keys(info.annotation)]
    if not words:
        return ""
    return f"Of {', '.join(words)}." if len(words) > 1 else f"Or {words[0]}."


def _keys(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    parts = tuple(key for part in get_args(annotation) for key in _keys(part))
    return (*parts, True, False) if bool in get_args(annotation) else parts


if __name__ == "__main__":
    print(settings_text(), end="")
