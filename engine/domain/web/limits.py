"""Limits of a run on the web. Calls, tokens, money and time are in ``engine.domain.limits``."""

from engine.domain import facts, spaces


class WebLimits(facts.Frozen):
    """``max_steps`` counts passes through observe, ``recursion_limit`` visits to any node.

    ``max_repeats`` and ``max_stagnation`` trigger loop mitigation; the run is stuck only where the
    world is frozen *and* a budget is used up. ``max_mapping`` elements are told to a thinker, and
    more (``mapping_boost`` of them) while pages are scanned. ``max_element_failures`` puts an
    element on the avoid list. ``may_be_conservative``: loop mitigation begins with a pass that only
    looks. ``observe_screenshot_mode`` says which passes through observe leave a picture in the
    record."""

    max_steps: int = 40
    recursion_limit: int = 400
    max_repeats: int = 3
    max_stagnation: int = 3
    max_no_progress: int = 8
    max_auto_scrolls: int = 6
    max_sparse_retries: int = 2
    max_mapping: int = 60
    mapping_boost: int = 40
    max_element_failures: int = 2
    may_be_conservative: bool = True
    observe_screenshot_mode: spaces.KeptPictures = "always"
