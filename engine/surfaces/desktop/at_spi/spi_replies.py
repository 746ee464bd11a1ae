"""What an answer from an application must look like to be taken.

Any program on the bus may answer anything. Here is the edge: an answer of another form than the
protocol has counts as none, and texts are cut to what a person would read. Everything behind can
rely on types; whether numbers make sense is for those who use them.
"""

from typing import Any, Final

from dbus_fast import Message
from dbus_fast.signature import Variant

from engine.domain.zones import MOST_NAME_CHARS, MOST_TEXT_CHARS

_NUMBERS: Final = frozenset("dinqutxy")
_TEXT: Final = frozenset({"s"})
_NODE: Final = frozenset({"(so)"})
CACHE_SIGNATURES: Final = frozenset({"a((so)(so)(so)iiassusau)", "a((so)(so)(so)a(so)assusau)"})
"""Now, and before at-spi2-core 2.12; Qt and LibreOffice still have the older one."""

_SIGNATURES: Final[dict[str, frozenset[str]]] = {
    "GetAccessibleAtPoint": _NODE,
    "GetAttributes": frozenset({"a{ss}"}),
    "GetChildAtIndex": _NODE,
    "GetChildren": frozenset({"a(so)"}),
    "GetConnectionUnixProcessID": frozenset({"u"}),
    "GetExtents": frozenset({"(iiii)"}),
    "GetIndexInParent": frozenset({"i"}),
    "GetItems": CACHE_SIGNATURES,
    "GetKeyBinding": _TEXT,
    "GetRelationSet": frozenset({"a(ua(so))"}),
    "GetRole": frozenset({"u"}),
    "GetState": frozenset({"au"}),
    "GetText": _TEXT,
}
_PROPERTY_SIGNATURES: Final[dict[str, frozenset[str]]] = {
    "CharacterCount": frozenset({"i"}),
    "ChildCount": frozenset({"i"}),
    "CurrentValue": _NUMBERS,
    "Description": _TEXT,
    "Name": _TEXT,
    "Parent": _NODE,
    "ToolkitName": _TEXT,
    "Version": _TEXT,
}


def value_in(reply: Message, member: str, arguments: tuple[Any, ...]) -> Any:
    """The value where one comes back, a list where more do; None for another form."""
    if member == "Get":
        [variant] = reply.body if reply.signature == "v" else [None]
        expected = _PROPERTY_SIGNATURES.get(str(arguments[1]))
        if not isinstance(variant, Variant) or (expected and variant.signature not in expected):
            return None
        value = variant.value
        return shortened(value) if isinstance(value, str) else value
    expected = _SIGNATURES.get(member)
    if expected is not None and reply.signature not in expected:
        return None
    value = reply.body[0] if len(reply.body) == 1 else list(reply.body)
    return value[:MOST_TEXT_CHARS] if isinstance(value, str) else value


def shortened(name: str) -> str:
    """No name that somebody would point at is longer."""
    return name[:MOST_NAME_CHARS]
