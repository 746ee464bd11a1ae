"""A guest by the official Python SDK: drives one task of tasks.json, which it is told as JSON."""

import asyncio
import json
import re
import sys
from typing import Any

from mcp.client import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


class Guest:
    def __init__(self, client: Client) -> None:
        self._client = client

    async def call(self, name: str, args: dict[str, Any]) -> tuple[str, bool]:
        """What it was told, and whether that is an error; told on stdout too."""
        came = await self._client.call_tool(name, args)
        facts = came.structured_content or {}
        text = "\n".join(getattr(each, "text", "") for each in came.content)
        effect = facts.get("effect") or facts.get("verdict") or ""
        told = {"name": name, "args": args, "effect": effect, "why": facts.get("why", "")}
        print(json.dumps({**told, "text": text}), flush=True)
        return text, bool(came.is_error)

    async def find(self, role: str, label: str, after: str = "") -> str:
        """The zone of that role whose label fits, below the first line with ``after``."""
        for _ in range(5):
            lines = (await self.call("look", {}))[0].splitlines()
            start = next((at for at, line in enumerate(lines) if after in line), len(lines))
            for line in lines[start:]:
                cells = line.split(" | ")
                is_of_role = len(cells) > 1 and re.fullmatch(role, cells[1])
                if is_of_role and re.fullmatch(label, "".join(cells[2:3])):
                    return cells[0]
                if role == "cell" and (cell := re.search(rf"(\w+): {label}", line)):
                    return cell[1]
            await self.call("wait_for", {"secs": 1})
        raise LookupError(f"not found: {role} {label}")


async def drive(address: str, token: str, steps: list[list[Any]]) -> None:
    """Do the steps, say that it is ready, and finish once a line comes."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        guest, is_well = Guest(client), True
        for tool, args, *place in steps:
            zone = {"zone_id": await guest.find(*place[0])} if place else {}
            is_well &= not (await guest.call(tool, {**args, **zone}))[1]
        effect = "all came" if is_well else "something was refused"
        print(json.dumps({"name": "ready", "effect": effect}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        for _ in range(2):  # an objection is told once
            await guest.call("finish", {"answer": "done"})


if __name__ == "__main__":
    asyncio.run(drive(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
