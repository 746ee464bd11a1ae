"""Judges a run by OSWorld's own evaluators (``desktop-env``), in a process of its own, among the
files that the run made. It ends with 0 where all that is asked holds, with 1 where not, and with
something else where they break."""

import json
import sys
from importlib import import_module
from pathlib import Path


def main(asked: str) -> int:
    """Scores as OSWorld puts them together: only a whole one is a yes. ``asked`` is JSON."""
    metrics = import_module("desktop_env.evaluators.metrics")
    asks, scores = json.loads(asked), list[float]()
    rules, options = asks["rules"], asks["options"]
    for number, (name, made) in enumerate(zip(asks["names"], asks["made"], strict=True)):
        result = str(Path(made).resolve()) if Path(made).is_file() else None
        own = dict(*options[number : number + 1])
        scores.append(float(getattr(metrics, name)(result, *rules[number : number + 1], **own)))
        print(f"{name} of {made}: {scores[-1]:g}")
    return int((min if asks["all"] else max)(scores) < 1)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Exception as error:  # noqa: BLE001 - whatever breaks there is no answer
        print(f"the evaluator broke: {error!r}")
        sys.exit(2)
