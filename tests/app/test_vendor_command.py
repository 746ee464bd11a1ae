"""``pilothouse guest`` as somebody starts it: a vendor's loop on a real desktop, and a program."""

from __future__ import annotations

import json
import sys

import pytest

from app.mcp_command import endpoint_for
from app.settings.tables import Settings
from engine.domain.errors import NameUnknown
from engine.domain.terminals import EXIT_NOT_SEEN
from tests.app.command import CommandLine
from tests.engine.thinking.guest.test_vendors import SHOT, says
from tests.support.scripted_endpoint import ScriptedEndpoint, in_thread

_CLIENT = """
import asyncio, json, sys
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
seat = json.load(open(sys.argv[1]))["mcpServers"]["pilothouse"]
async def main():
    async with Client(stdio_client(StdioServerParameters(**seat))) as agent:
        print(len((await agent.list_tools()).tools), "tools")
asyncio.run(main())
sys.exit(7)
"""


@pytest.mark.end_to_end
@pytest.mark.usefixtures("reads_no_drawn_texts")
def test_a_vendors_loop_runs_on_a_desktop_and_is_recorded(command: CommandLine) -> None:
    press = {"type": "keypress", "keys": ["ESC"]}
    turns = [says("responses", SHOT), says("responses", press), says("responses", words="Seen.")]
    with in_thread(ScriptedEndpoint(turns)) as server:
        command.write_settings(
            f'[model]\nbase_url = "{server.base_url}"\nname = "scripted"\nprotocol = "responses"\n'
        )
        said = ("Look at the desktop", "--ask", "never", "--json")
        ended = command.run("guest", "openai", *said)
        output = server.requests[1].body["input"][-1]["output"]
    assert ended.code == EXIT_NOT_SEEN, ended
    assert "Seen." in ended.said and output["image_url"].startswith("data:image/")
    events = [json.loads(line)["event"] for line in ended.stdout.splitlines()]
    assert "Press Esc" in str(events) and events[-1]["kind"] == "session_ended"


def test_a_program_is_started_with_its_seat(command: CommandLine) -> None:
    program = (sys.executable, "-c", _CLIENT, "{config}")
    ended = command.run("guest", "command", "--ask", "each", "--", *program)
    assert (ended.code, ended.said.split()[-2:]) == (7, ["21", "tools"]), ended
    missing = command.run_here("guest", "command", "--", "/no/such/program")
    assert missing.code == 2


def test_a_key_of_another_endpoint_does_not_go_to_the_vendor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    own = {"base_url": "http://127.0.0.1:9/v1", "name": "small", "api_key": "own-key-of-mine"}
    settings = Settings.model_validate({"model": {**own, "protocol": "chat"}})
    endpoint = endpoint_for("responses", "gpt-5.4", settings)
    assert (endpoint.base_url, endpoint.key) == ("https://api.openai.com/v1", "")
    with pytest.raises(NameUnknown, match="Which model"):
        endpoint_for("messages", "", settings)
    same = Settings.model_validate({"model": {**own, "protocol": "responses"}})
    assert endpoint_for("responses", "", same).key == "own-key-of-mine"
