"""Asking the operator in the terminal; where nobody sits at it, the answer is no."""

from __future__ import annotations

import asyncio

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.prompt import Prompt

from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Reject,
    Skip,
    Verdict,
)
from engine.domain.conditions import condition_words

_VERDICTS: dict[str, Verdict] = {"y": Approve(), "n": Reject(), "s": Skip()}


class TerminalApprover:
    """Implements the ``Approver`` port with prompts on a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def decide(self, request: ApprovalRequest) -> Decision:
        self._console.print(_card(request))
        choice = await self._ask("Approve? [y]es, [n]o, [s]kip", list(_VERDICTS))
        verdict = _VERDICTS.get(choice, Reject("nobody answered"))
        how = DecidedHow.OPERATOR if choice else DecidedHow.NOBODY
        return Decision(request.request_id, verdict, how, "operator", request.digest)

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        self._console.print(Panel(escape(question), title="A question", border_style="yellow"))
        for number, choice in enumerate(choices, 1):
            self._console.print(f"  {number}. {escape(choice)}")
        numbers = [str(number) for number in range(1, len(choices) + 1)]
        picked = await self._ask("Which one?", numbers)
        return choices[int(picked) - 1] if picked else ""

    async def _ask(self, prompt: str, choices: list[str]) -> str:
        """One of the choices; empty where the terminal is closed."""

        def ask() -> str:
            try:
                return Prompt.ask(escape(prompt), console=self._console, choices=choices)
            except EOFError:
                return ""

        return await asyncio.to_thread(ask)


def _card(request: ApprovalRequest) -> Panel:
    lines = [f"[bold]{escape(request.step.description)}[/bold]"]
    lines.append(f"Risk: {request.risk.risk_class} ({escape(request.risk.why)})")
    lines.append(f"Undo: {escape(request.risk.undo)}")
    if request.step.expected_change is not None:
        lines.append(f"Expected: {escape(condition_words(request.step.expected_change))}")
    if request.asked_again_because:
        lines.append(f"[yellow]Asked again: {escape(request.asked_again_because)}[/yellow]")
    return Panel("\n".join(lines), title="Waiting for you", border_style="yellow")
