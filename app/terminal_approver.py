"""Asking the operator in the terminal; where nobody sits at it, the answer is no.

The terminal is read on the loop, line by line, and never in a thread: a question can be withdrawn
at any time, and a thread that waits for a key would hold up the end of the run."""

import asyncio
import json
import os
import sys
import termios
from collections.abc import Mapping
from importlib.resources import files

from rich.panel import Panel

from app.terminal import TerminalConsole, in_markup
from engine.domain import approvals
from engine.language.action_words import asked_words
from engine.language.sentences.run import asked_facts

_VERDICTS: Mapping[str, approvals.OperatorAnswer] = {
    "y": approvals.Approve(),
    "n": approvals.Reject(),
    "s": approvals.Skip(),
    "g": approvals.Approve(whole_group=True),
}
_SAID = {word: word[0] for word in ("y", "yes", "n", "no", "s", "skip")}
_SAID_OF_GROUPS = _SAID | {"g": "g", "group": "g"}
_LONGEST_LINE_BYTES = 4096


class TerminalApprover:
    """Implements the ``Approver`` port with prompts on a terminal; ``stdin`` is its descriptor.
    ``offers_groups``: what is asked about belongs to a group, of which the rest may be approved
    with it."""

    def __init__(
        self, console: TerminalConsole, stdin: int | None = None, *, offers_groups: bool = False
    ) -> None:
        self._console = console
        self._offers_groups = offers_groups
        self._stdin = sys.stdin.fileno() if stdin is None else stdin

    async def decide(self, request: approvals.ApprovalRequest) -> approvals.Decision:
        self._forget_early_keys()
        self._console.print(_card(request))
        if self._offers_groups:
            group = f"[g] {request.group}" if request.group else "the whole [g]roup"
            choice = await self._ask(f"Approve? [y]es, {group}, [n]o, [s]kip:", _SAID_OF_GROUPS)
        else:
            choice = await self._ask("Approve? [y]es, [n]o, [s]kip:", _SAID)
        verdict = _VERDICTS[choice] if choice else approvals.Reject("nobody answered")
        how = approvals.DecidedHow.OPERATOR if choice else approvals.DecidedHow.NOBODY
        who = "operator" if choice else "nobody"
        return request.decided(verdict, how, who)

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        self._forget_early_keys()
        self._console.print(_waiting_panel(in_markup(question), "A question"))
        if not choices:
            return (await self._said("Your answer (Return alone gives none):")).strip()
        for number, choice in enumerate(choices, 1):
            self._console.print(f"  {number}. {in_markup(choice)}", highlight=False)
        numbers = {str(number): choice for number, choice in enumerate(choices, 1)}
        return await self._ask(f"Which one? 1 to {len(choices)}:", numbers)

    async def _ask(self, prompt: str, meanings: Mapping[str, str]) -> str:
        """What the answer means; empty where the terminal is closed. Asks until it means one."""
        while line := await self._said(in_markup(prompt)):
            if (said := line.strip().casefold()) in meanings:
                return meanings[said]
            self._console.print(f"[yellow]Answer one of: {', '.join(meanings)}.[/yellow]")
        return ""

    async def _said(self, prompt: str) -> str:
        """What is written then; a prompt that nobody answers has its line, too."""
        line = ""
        try:
            with self._console.asking(prompt):
                line = await self._line()
        finally:
            if not line.endswith("\n"):
                self._console.print()
        return line

    async def _line(self) -> str:
        """The next line as it was typed; empty at the end of the input."""
        loop = asyncio.get_running_loop()
        is_readable = asyncio.Event()
        loop.add_reader(self._stdin, is_readable.set)
        try:
            await is_readable.wait()
        finally:
            loop.remove_reader(self._stdin)
        try:
            return os.read(self._stdin, _LONGEST_LINE_BYTES).decode(errors="replace")
        except OSError:  # the terminal hung up
            return ""

    def _forget_early_keys(self) -> None:
        """What was typed before the question is no answer to it."""
        termios.tcflush(self._stdin, termios.TCIFLUSH)


def _card(request: approvals.ApprovalRequest) -> Panel:
    lines = [f"[bold]{in_markup(asked_words(request.step))}[/bold]"]
    if request.suspicion:
        lines.append(f"[bold red]Take care: {in_markup(request.suspicion)}[/bold red]")
    lines += [f"{name}: {in_markup(words)}" for name, words in asked_facts(request).items()]
    return _waiting_panel("\n".join(lines), "Waiting for you")


def _waiting_panel(text: str, title: str) -> Panel:
    """In the palette's colour of what waits for the operator."""
    palette = (files("resources") / "themes" / "palette.json").read_text(encoding="utf-8")
    return Panel(text, title=title, border_style=json.loads(palette)["terminal"]["waiting"])
