"""``python -m app`` is ``pilothouse``."""

import gc


def main() -> None:
    """What is imported stays: to look it over while more comes takes a fifth of the start."""
    gc.disable()
    from app.cli import main as run

    gc.enable()
    run()


if __name__ == "__main__":
    main()
