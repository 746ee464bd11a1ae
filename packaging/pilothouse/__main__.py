"""``python -m pilothouse``."""

from pilothouse import main

main()
