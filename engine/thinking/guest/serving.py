"""An application served over HTTP by uvicorn, on this machine unless another address is said, until
it is cancelled; and the token that opens it."""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import Generator, Iterator
from pathlib import Path

import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from engine.domain.errors import SurfaceUnavailable

HOST = "127.0.0.1"


@contextlib.contextmanager
def listening_at(host: str, port: int) -> Iterator[tuple[socket.socket, list[str]]]:
    """The socket, and the names under which it may be asked: a page in a browser that reaches it by
    a name of its own is another. Raises ``SurfaceUnavailable`` where it can't be listened on."""
    why, remedy = (
        f"Port {port} of {host} can't be listened on: {{why}}",
        "Choose another with --port.",
    )
    with SurfaceUnavailable.instead_of((OSError, OverflowError), why, remedy):
        listening = socket.create_server((host, port))
    with listening:
        port = listening.getsockname()[1]
        here = ["localhost"] if host == HOST else []
        yield listening, [f"{name}:{port}" for name in (host, *here)]


async def serve(
    application: ASGIApp, listening: socket.socket, certificate: Path | None = None
) -> None:
    """Until cancelled; over TLS with a ``certificate`` and its key in one PEM file."""
    http = _Server(
        uvicorn.Config(
            application, log_level="error", timeout_graceful_shutdown=1, ssl_certfile=certificate
        )
    )
    serving = asyncio.ensure_future(http.serve([listening]))
    try:
        await asyncio.shield(serving)
    finally:
        http.should_exit = True
        await serving


def new_token() -> str:
    return secrets.token_urlsafe(24)


def bears(asking: HTTPConnection, token: str) -> bool:
    given = asking.headers.get("authorization", "")
    return is_token(given.removeprefix("Bearer "), token)


def is_token(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


class _Server(uvicorn.Server):
    """Signals are the run's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield
