"""``python -m app`` is ``pilothouse``."""

from app.cli import main

main()
