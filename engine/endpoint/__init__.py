"""Models over an endpoint that speaks OpenAI's protocol."""
