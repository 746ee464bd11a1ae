"""The accessibility bus as many calls at once: the layer under the reader that knows D-Bus, what is
asked for over it, and what an answer must look like to be taken.

A tree has hundreds of nodes and each fact of a node is a call. One after the other they take
seconds; here they go out in batches, a fixed number of them in flight, and a batch wakes its
reader once, when the last answer is in. Any program may answer anything: one of another form than
the protocol has counts as none, and texts are cut to what a person would read."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from dbus_fast import DBusError, Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.auth import UID_NOT_SPECIFIED, AuthExternal
from dbus_fast.errors import DBusFastError
from dbus_fast.signature import Variant

from engine.domain.errors import AccessibilityUnavailable
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


_log = logging.getLogger(__name__)

ROOT_PATH: Final = "/org/a11y/atspi/accessible/root"
CACHE_PATH: Final = "/org/a11y/atspi/cache"
NULL_PATH: Final = "/org/a11y/atspi/null"
_REGISTRY_PATH: Final = "/org/a11y/atspi/registry"
_BUS_PATH: Final = "/org/freedesktop/DBus"

MAX_IN_FLIGHT: Final = 48
"""dbus-fast gives the connection up when the socket's buffer is full, so that must not be."""

_SHOWING_EVENT: Final = "object:state-changed:showing"
_EVENT: Final = "org.a11y.atspi.Event.Object"
_SHOWING_RULE: Final = f"type='signal',interface='{_EVENT}',member='StateChanged',arg0='showing'"
_REMEDY: Final = "Install at-spi2-core and start the session with a D-Bus session bus."


class ApplicationSilent(Exception):
    """An application did not answer in time."""


class Call(NamedTuple):
    """One question to an application: for a property, or a method with its ``arguments``."""

    destination: str
    path: str
    member: str
    arguments: tuple[Any, ...] = ()


class _Batch:
    """Calls that are waited for together. ``answers`` are in the order of the calls."""

    def __init__(self, calls: Sequence[Call], done: asyncio.Future[None]) -> None:
        self.calls = calls
        self.done = done
        self.answers: list[Any] = [None] * len(calls)
        self.next = 0
        self.open = len(calls)


class AccessibilityBus:
    """One connection to the accessibility bus of one D-Bus session. ``on_showing`` is told the bus
    name and path of each node that says it shows now (True) or doesn't any more."""

    def __init__(
        self, session_address: str | None, on_showing: Callable[[str, str, bool], None]
    ) -> None:
        self._session_address = session_address
        self._on_showing = on_showing
        self._bus: MessageBus | None = None
        self._waiting: dict[int, tuple[_Batch, int]] = {}
        self._watch: asyncio.Task[None] | None = None

    async def connect(self, timeout_secs: float) -> None:
        """Join the bus and wake applications' bridges. Raises ``AccessibilityUnavailable``."""
        try:
            async with asyncio.timeout(timeout_secs):
                self._bus = await connected(await self._find_address())
                self._bus.add_message_handler(self._take)
                self._watch = asyncio.create_task(self._watch_end(self._bus))
                # Listen to what comes into sight: some of it can't be found otherwise (finding.py),
                # and GTK 3 keeps no cache before somebody listens to events (spi_atk_activate in
                # at-spi2-core's atk-adaptor/bridge.c): reading without one takes ten times as long.
                rule = Call(BUS, _BUS_PATH, "AddMatch", (_SHOWING_RULE,))
                event = Call(REGISTRY, _REGISTRY_PATH, "RegisterEvent", (_SHOWING_EVENT, [], ""))
                await self.call_all([rule, event], timeout_secs=timeout_secs)
        except (OSError, EOFError, DBusFastError, DBusError, ApplicationSilent) as error:
            await self.close()
            why = str(error) or "it doesn't answer"
            raise AccessibilityUnavailable(
                f"The accessibility bus can't be reached: {why}.", _REMEDY
            ) from error
        except AccessibilityUnavailable:
            await self.close()
            raise

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        if self._bus is not None and self._bus.connected:
            self._bus.disconnect()
        self._bus = None
        self._fail_all()

    async def call_all(
        self, calls: Sequence[Call], *, width: int = MAX_IN_FLIGHT, timeout_secs: float | None
    ) -> list[Any]:
        """The answers in order: None stands for an error reply, and for one of another form than
        the protocol has. ``width`` calls are in flight at most. Raises ``ApplicationSilent`` where
        no further answer comes for that time and ``AccessibilityUnavailable`` where the bus is
        gone."""
        if not calls:
            return []
        for _ in range(2):  # let the loop see an end of the connection that is already there
            await asyncio.sleep(0)
        if (bus := self._bus) is None or not bus.connected:
            raise AccessibilityUnavailable("The accessibility bus went away.", _REMEDY)
        batch = _Batch(calls, asyncio.get_running_loop().create_future())
        try:
            for _ in range(min(width, len(calls))):
                self._send_next(bus, batch)
            while not batch.done.done():  # as long as answers come in, who gives them is not silent
                still_open = batch.open
                await asyncio.wait({batch.done}, timeout=timeout_secs)
                if batch.open == still_open and not batch.done.done():
                    raise ApplicationSilent(calls[0].destination)
            batch.done.result()
        finally:
            mine = [n for n, (of, _) in self._waiting.items() if of is batch] if batch.open else ()
            for serial in mine:
                del self._waiting[serial]
        return batch.answers

    async def call(self, call: Call, *, timeout_secs: float | None) -> Any:
        """The answer to one call, None for an error reply. Raises like ``call_all``."""
        return (await self.call_all([call], timeout_secs=timeout_secs))[0]

    async def applications(self, timeout_secs: float) -> list[str]:
        """The bus names of all applications that are accessible. Raises like ``call_all``."""
        call = Call(REGISTRY, ROOT_PATH, "GetChildren")
        return [name for name, _ in await self.call(call, timeout_secs=timeout_secs) or []]

    async def process_ids(self, names: Sequence[str], timeout_secs: float) -> list[int]:
        """The process behind each bus name, 0 where it has ended."""
        calls = [Call(BUS, _BUS_PATH, "GetConnectionUnixProcessID", (name,)) for name in names]
        return [answer or 0 for answer in await self.call_all(calls, timeout_secs=timeout_secs)]

    async def _find_address(self) -> str:
        """As libatspi does: what the environment names comes first."""
        if told := os.environ.get("AT_SPI_BUS_ADDRESS"):
            return told
        address = self._session_address or os.environ.get("DBUS_SESSION_BUS_ADDRESS")
        if not address:
            why = "There is no D-Bus session here, so no application can be read."
            raise AccessibilityUnavailable(why, _REMEDY)
        session = await connected(address)
        try:
            reply = await session.call(
                Message(
                    destination="org.a11y.Bus",
                    path="/org/a11y/bus",
                    interface="org.a11y.Bus",
                    member="GetAddress",
                )
            )
        finally:
            session.disconnect()
        if reply.message_type is MessageType.ERROR or not reply.body or not reply.body[0]:
            raise AccessibilityUnavailable("The D-Bus session has no accessibility bus.", _REMEDY)
        return str(reply.body[0])

    def _send_next(self, bus: MessageBus, batch: _Batch) -> None:
        call = batch.calls[batch.next]
        serial = bus.next_serial()
        self._waiting[serial] = (batch, batch.next)
        batch.next += 1
        message = Message(
            destination=call.destination,
            path=call.path,
            serial=serial,
            **asked_for(call.member, call.arguments),
        )
        try:
            bus.send(message).add_done_callback(_note_failure)
        except OSError as error:
            _log.debug("the accessibility bus ended: %s", error)
            self._fail_all()

    def _take(self, message: Message) -> bool:
        """Every message of the connection comes by here; True says that it was expected."""
        if message.message_type is MessageType.SIGNAL:
            return self._take_event(message)
        waiting = self._waiting.pop(message.reply_serial or 0, None)
        if waiting is None:
            return False
        batch, index = waiting
        if message.message_type is MessageType.METHOD_RETURN:
            batch.answers[index] = value_in(message, batch.calls[index].member)
        else:
            _log.debug("%s: %s", batch.calls[index], message.error_name)
        batch.open -= 1
        if batch.next < len(batch.calls) and self._bus is not None and self._bus.connected:
            self._send_next(self._bus, batch)
        elif not batch.open and not batch.done.done():
            batch.done.set_result(None)
        return True

    def _take_event(self, message: Message) -> bool:
        if message.interface != _EVENT or not message.signature.startswith("si"):
            return False
        kind, is_shown, *_ = message.body
        if kind == "showing" and message.sender and message.path:
            self._on_showing(message.sender, message.path, bool(is_shown))
        return bool(kind == "showing")

    async def _watch_end(self, bus: MessageBus) -> None:
        """Whoever waits for an answer learns it when the connection ends."""
        try:
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
        except (OSError, EOFError, DBusFastError) as error:
            _log.debug("the accessibility bus ended: %s", error)
        self._fail_all()

    def _fail_all(self) -> None:
        batches = {batch for batch, _ in self._waiting.values()}
        self._waiting.clear()
        for batch in batches:
            if not batch.done.done():
                gone = AccessibilityUnavailable("The accessibility bus went away.", _REMEDY)
                batch.done.set_exception(gone)


async def connected(address: str) -> MessageBus:
    """A connection to the bus there. In a sandbox the daemon may number users otherwise than we, so
    the kernel alone tells it who we are."""
    return await MessageBus(bus_address=address, auth=AuthExternal(UID_NOT_SPECIFIED)).connect()


def _note_failure(sent: asyncio.Future[Any]) -> None:
    """A call that can't be sent ends the connection, and that is told to whoever waits."""
    if not sent.cancelled() and (error := sent.exception()) is not None:
        _log.debug("a call was not sent: %s", error)
