"""What a child process is given of our environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.processes.descendants import child_environment

OURS = {
    "PATH": "/usr/bin",
    "LC_ALL": "de_AT.UTF-8",
    "SSL_CERT_FILE": "/etc/ssl/cert.pem",
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "XDG_ACTIVATION_TOKEN": "t",
    "https_proxy": "http://me:secret@proxy",
    "PILOTHOUSE_API_KEY": "sk-1",
    "PILOTHOUSE_SECRET_MAIL": "s",
    "SSH_AUTH_SOCK": "/tmp/agent",
    "LC_TOKEN": "t",
    "SOMETHING_NOBODY_THOUGHT_OF": "s",
}


def test_everybody_gets_the_system_the_language_and_libraries() -> None:
    assert set(child_environment(OURS)) == {"PATH", "LC_ALL", "SSL_CERT_FILE"}


def test_what_shows_itself_gets_the_screen_and_what_needs_the_network_the_proxies() -> None:
    more = set(child_environment(OURS, on_screen=True, with_network=True))
    assert more - set(child_environment(OURS)) == {"DISPLAY", "XDG_RUNTIME_DIR", "https_proxy"}


PROJECT = Path(__file__).parents[3]
STARTS = {"Popen", "run", "create_subprocess_exec", "create_subprocess_shell", "execv", "execvp"}
PILOTHOUSE_ITSELF = {"app/campaigns/running.py", "app/unattended.py"}
"""A run of a campaign, and the console that is unattended, need the keys that it needs."""
THE_OPERATORS_OWN = {"app/mcp_command.py"}
"""The agent that they name on the command line, as from a shell."""
WITHIN_A_LIST = {
    "engine/surfaces/desktop/practice/sandbox.py",
    "engine/perception/drawn/shared_texts.py",
}
"""Tried out by the supervisor, and started by what reads texts: neither has more than a list."""


def starts(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Call(ast.Attribute(ast.Name("subprocess" | "asyncio" | "os") as of, name)):
                if name in STARTS and (of.id, name) != ("asyncio", "run"):
                    yield node
            case ast.Call(ast.Attribute(ast.Name("QProcess"), "startDetached" | "execute")):
                yield node  # it can't be told any


def test_whoever_starts_a_child_says_which_environment_it_gets() -> None:
    """Ours is nobody's by default: a child gets what a list has, or what its starter says."""
    silent, found = set(), 0
    for room in ("app", "engine", "widgets"):
        for file in (PROJECT / room).rglob("*.py"):
            for call in starts(file):
                found += 1
                if not any(each.arg in {"env", None} for each in call.keywords):
                    silent.add(str(file.relative_to(PROJECT)))
    assert found >= 8
    assert silent <= PILOTHOUSE_ITSELF | THE_OPERATORS_OWN | WITHIN_A_LIST
