"""Where the agent looks and acts."""
