"""TOML that people edit: how a value is written, and where in the file something is wrong."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError


def toml_value(value: Any) -> str:
    """Of plain data: texts, numbers, booleans, lists, and tables in a line."""
    match value:
        case Mapping():
            inside = ", ".join(f"{key} = {toml_value(each)}" for key, each in value.items())
            return f"{{ {inside} }}"
        case list():
            return f"[{', '.join(map(toml_value, value))}]"
        case _:
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def wrong_in(error: ValidationError, file: object, lines: list[str]) -> Iterator[str]:
    """``goals.toml:12: tasks.2.goal: Field required``."""
    for each in error.errors():
        names = [str(part + 1) if isinstance(part, int) else part for part in each["loc"]]
        where = f"{'.'.join(names)}: " if names else ""
        words = each["msg"].removeprefix("Value error, ")
        yield f"{file}{line_of(lines, each['loc'])}: {where}{words}"


def line_of(lines: list[str], place: tuple[int | str, ...]) -> str:
    """``:12``, the line of the key or of its table in a list of tables, as
    ``("tasks", 2, "name")``; the reader of TOML does not tell it. Empty where that can't be
    seen."""
    heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[\[", line)]
    begin, end = 0, heads[0] if heads else len(lines)
    number = place[1] if len(place) > 1 and isinstance(place[1], int) else None
    if number is not None:
        if number >= len(heads):
            return ""
        begin, end = heads[number], [*heads, len(lines)][number + 1]
    for key in reversed([each for each in place[number is not None :] if isinstance(each, str)]):
        fits = re.compile(rf"\s*([\w.]+\.)?{re.escape(key)}\s*=|\s*\[(\w+\.)?{re.escape(key)}\]")
        if found := [n for n in range(begin, end) if fits.match(lines[n])]:
            return f":{found[0] + 1}"
    return f":{begin + 1}" if number is not None else ""
