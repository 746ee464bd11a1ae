"""``pilothouse guest``: a vendor's computer-use loop with Pilothouse as its computer, or a program
that speaks the Model Context Protocol, started with its seat."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.choices import RunChoices
from app.mcp_command import GuestRuns
from app.model_key import ModelKeys
from app.paths import endpoints_path
from app.settings.tables import Settings
from app.terminal import TerminalConsole
from app.wiring import check_surface
from engine.domain.errors import NameUnknown, SurfaceUnavailable
from engine.domain.exploring.limits import exit_code_of
from engine.domain.models import ModelCall, ModelQuestion, TokenUsage, Wire
from engine.domain.plans import Look
from engine.domain.terminals import EXIT_CODES, Terminal
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.processes.environment import python_module
from engine.record.store import SessionStore
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.vendors import MessagesComputer, ResponsesComputer, Vendor, drive

ENDPOINTS: dict[Wire, str] = {
    "responses": "https://api.openai.com/v1",
    "messages": "https://api.anthropic.com/v1",
}
CONFIG = "{config}"


@dataclass
class _Spent:
    """Implements ``ModelAccount``: the turns are the limit, and the tokens are told at the end."""

    usage: TokenUsage = field(default_factory=TokenUsage)
    secs_left: float | None = None

    def spend_extra_call(self) -> None: ...

    async def note_asked(self, question: ModelQuestion, model: str) -> None: ...

    async def warn(self, words: str) -> None: ...

    async def charge(self, call: ModelCall) -> None:
        self.usage += call.usage


def endpoint_for(wire: Wire, model: str, settings: Settings) -> EndpointSettings:
    """The one that is set up where it speaks that protocol, else the vendor's own. Raises
    ``NameUnknown`` where no model is named."""
    its, in_settings = settings.model_in_profile, settings.model.api_key.get_secret_value()
    if its.to_endpoint("").wire != wire or not its.base_url:
        its = its.model_copy(update={"base_url": ENDPOINTS[wire], "protocol": wire, "name": model})
        in_settings = ""
    if not (model or its.name):
        raise NameUnknown("Which model?", "Say --model, with the name that its vendor gives it.")
    return its.to_endpoint(ModelKeys().find(its.base_url, in_settings).value, model)


async def run_vendor(
    choices: RunChoices,
    wire: Wire,
    model: str,
    most_turns: int,
    database: Path,
    settings: Settings,
    console: TerminalConsole,
) -> int:
    """Until the vendor's model is done or the operator ends the run: the run's exit code. Raises
    ``KnownError``."""
    check_surface(choices.surface)
    endpoint = endpoint_for(wire, model, settings)
    plain = settings.model.model_copy(update={"picture_marks": False})
    plain_settings = settings.model_copy(update={"model": plain})
    spent = _Spent()
    asked = OpenAiModel(endpoint, spent, FormMemory(endpoints_path()))

    async def exchange(body: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
        came = await asked.exchange(body)
        return came.turn, came.text or came.refusal

    async def led(desk: Desk) -> str:
        first = await desk.look(Look(is_whole=True))
        if first.picture is None:
            raise SurfaceUnavailable(first.text)
        vendor: Vendor = ResponsesComputer(endpoint.model, choices.goal)
        if wire == "messages":
            most = endpoint.max_reply_tokens
            vendor = MessagesComputer(endpoint.model, choices.goal, most, first)
        return await drive(vendor, desk, exchange, most_turns=most_turns, first=first)

    async with await SessionStore.open(database) as store:
        runs = GuestRuns(choices, plain_settings, console, store)
        try:
            said = await runs.led_by(led(Desk(runs.serve)), runs.over)
            if said is not None:
                console.print(said, markup=False, highlight=False)
        finally:
            await asked.close()
            console.print(f"{spent.usage.total:,} tokens", style="dim", highlight=False)
    return exit_code_of(runs.outcome) if runs.outcome else EXIT_CODES[Terminal.FAILED]


def run_program(program: Sequence[str], seat: Sequence[str]) -> int:
    """Start the program, with the words of ``pilothouse mcp`` for its seat: ``{config}`` in its
    arguments becomes the file that names the server, which ``PILOTHOUSE_MCP_CONFIG`` names, too.
    Its exit code."""
    command, *arguments = python_module("app", "mcp", *seat)
    servers = {"pilothouse": {"command": command, "args": arguments}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"mcpServers": servers}, file)
        file.flush()
        argv = [word.replace(CONFIG, file.name) for word in program]
        environment = {**os.environ, "PILOTHOUSE_MCP_CONFIG": file.name}
        try:
            return subprocess.run(argv, env=environment, check=False).returncode
        except OSError as error:
            raise NameUnknown(
                f"{argv[0]} can't be started: {error.strerror}.", "Name another program."
            ) from error
