"""What is asked for over the accessibility bus, and what an answer must look like to be taken.

Any program on the bus may answer anything. Here is the edge: an answer of another form than the
protocol has counts as none, and texts are cut to what a person would read. Everything behind can
rely on types; whether numbers make sense is for those who use them."""

from typing import Any, Final

from dbus_fast import Message
from dbus_fast.signature import Variant

from engine.domain.zones import MOST_NAME_CHARS, MOST_TEXT_CHARS

BUS: Final = "org.freedesktop.DBus"
REGISTRY: Final = "org.a11y.atspi.Registry"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_SPI: Final = "org.a11y.atspi."

_METHODS: Final[dict[str, tuple[str, ...]]] = {
    "AddMatch": (BUS, "s", ""),
    "GetAccessibleAtPoint": (f"{_SPI}Component", "iiu", "(so)"),
    "GetActions": (f"{_SPI}Action", "", "a(sss)"),
    "GetAttributes": (f"{_SPI}Accessible", "", "a{ss}"),
    "GetChildAtIndex": (f"{_SPI}Accessible", "i", "(so)"),
    "GetChildren": (f"{_SPI}Accessible", "", "a(so)"),
    "GetConnectionUnixProcessID": (BUS, "s", "u"),
    "GetExtents": (f"{_SPI}Component", "u", "(iiii)"),
    "GetIndexInParent": (f"{_SPI}Accessible", "", "i"),
    "GetItems": (
        *(f"{_SPI}Cache", ""),  # now, and before at-spi2-core 2.12: Qt and LibreOffice still
        *("a((so)(so)(so)iiassusau)", "a((so)(so)(so)a(so)assusau)"),
    ),
    "GetKeyBinding": (f"{_SPI}Action", "i", "s"),
    "GetRelationSet": (f"{_SPI}Accessible", "", "a(ua(so))"),
    "GetRole": (f"{_SPI}Accessible", "", "u"),
    "GetState": (f"{_SPI}Accessible", "", "au"),
    "GetText": (f"{_SPI}Text", "ii", "s"),
    "RegisterEvent": (REGISTRY, "sass", ""),
}
"""Interface, signature of the arguments, and those of the answers that are taken."""
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "CharacterCount": (f"{_SPI}Text", "i"),
    "ChildCount": (f"{_SPI}Accessible", "i"),
    "CurrentValue": (f"{_SPI}Value", *"dinqutxy"),
    "Description": (f"{_SPI}Accessible", "s"),
    "NColumns": (f"{_SPI}Table", "i"),
    "Name": (f"{_SPI}Accessible", "s"),
    "Parent": (f"{_SPI}Accessible", "(so)"),
    "ToolkitName": (f"{_SPI}Application", "s"),
    "Version": (f"{_SPI}Application", "s"),
}
"""Properties: interface, and the signatures that are taken."""


def asked_for(member: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """What a message that asks for it has of ``dbus_fast.Message``'s fields."""
    if member in _VALUES:
        body = [_VALUES[member][0], member]
        return {"interface": _PROPERTIES, "member": "Get", "signature": "ss", "body": body}
    interface, signature, *_ = _METHODS[member]
    body = list(arguments)
    return {"interface": interface, "member": member, "signature": signature, "body": body}


def value_in(reply: Message, member: str) -> Any:
    """The one value that comes back; None for another form, and where none does."""
    if member in _VALUES:
        [variant] = reply.body if reply.signature == "v" else [None]
        if not isinstance(variant, Variant) or variant.signature not in _VALUES[member][1:]:
            return None
        value = variant.value
        return shortened(value) if isinstance(value, str) else value
    if not reply.body or reply.signature not in _METHODS[member][2:]:
        return None
    value = reply.body[0]
    return value[:MOST_TEXT_CHARS] if isinstance(value, str) else value


def shortened(name: str) -> str:
    """No name that somebody would point at is longer."""
    return name[:MOST_NAME_CHARS]
