"""The agent: asyncio, no Qt. It runs headless, from a test, or behind the console."""
