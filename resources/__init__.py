"""Plain files (icons, themes, prompts), read with importlib.resources."""
