"""Text recognition that the runs on one machine share, so that its models are there once.

What ``TextReader`` starts hands its line to the process that reads for all of them, and is from
then on no more than a sign that this one lives. Who finds nobody there starts it. It reads in the
order in which it is asked, one request of each line at a time, and as many at once as there are
pairs of cores; it ends soon after its last line. Where it can't be had, who asked reads itself."""

import contextlib
import fcntl
import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHARED_AT = "PILOTHOUSE_TEXTS_AT"
"""In the environment of runs that share: the path."""
_LINGERS_SECS, _PATIENCE_SECS = 10.0, 30.0
_LOOKS_AGAIN_SECS = 0.05
_MOST_AT_THE_DOOR = 256


def main() -> None:
    """Words: the socket's path, in a folder that nobody else may enter; and for who reads for all
    the descriptor on which it listens."""
    if sys.argv[2:]:
        _read_for_all(socket.socket(fileno=int(sys.argv[2])))
        return
    with contextlib.suppress(OSError):
        link = _reached(Path(sys.argv[1]))
        socket.send_fds(link, [b"line"], [0, 1])
        os.dup2(link.fileno(), 0)
        os.execvp("cat", ["cat"])  # the smallest that ends with the other end, which says nothing
    from engine.perception.drawn import text_reader_child

    text_reader_child.main()


def _reached(path: Path) -> socket.socket:
    """Who reads for all has answered there. Raises ``OSError``."""
    until_secs = time.monotonic() + _PATIENCE_SECS
    while time.monotonic() < until_secs:
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(_PATIENCE_SECS)
        with contextlib.suppress(FileNotFoundError, ConnectionError):
            link.connect(str(path))
            if link.recv(1):  # one that is about to end says nothing
                link.settimeout(None)
                return link
        _start(path)
        time.sleep(_LOOKS_AGAIN_SECS)
    raise TimeoutError


def _start(path: Path) -> None:
    """Unless somebody is there, or is starting it: whoever holds the lock, to its end."""
    with path.with_name(f"{path.name}.lock").open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(path))
            door.listen(_MOST_AT_THE_DOOR)
            nowhere = subprocess.DEVNULL
            subprocess.Popen(
                [*sys.orig_argv, str(door.fileno())],
                pass_fds=(lock.fileno(), door.fileno()),
                stdin=nowhere,
                stdout=nowhere,
                stderr=nowhere,
                start_new_session=True,
            )


def _read_for_all(door: socket.socket) -> None:
    from engine.perception.drawn.text_reader_child import read, serve
    from engine.processes.parent_line import ParentLine

    reading = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2))

    def take(link: socket.socket) -> None:
        with link, contextlib.suppress(ConnectionError), contextlib.ExitStack() as closing:
            link.send(b".")
            _, handed, _, _ = socket.recv_fds(link, 16, 2)
            for each in handed:
                closing.callback(os.close, each)
            if handed:
                line = closing.enter_context(contextlib.closing(ParentLine(*handed)))
                serve(line, lambda request: reading.submit(read, request).result())

    lines = list[threading.Thread]()
    door.settimeout(_LINGERS_SECS)
    while True:
        with contextlib.suppress(TimeoutError):
            lines.append(threading.Thread(target=take, args=(door.accept()[0],), daemon=True))
            lines[-1].start()
            continue
        lines = [each for each in lines if each.is_alive()]
        if not lines:
            return


if __name__ == "__main__":
    main()
