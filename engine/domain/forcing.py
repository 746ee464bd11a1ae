"""What the operator may force: a decision taken out of the engine's hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ForceRevert:
    """Go back to the state before the action of that place ("2.3.1"); empty: before the last."""

    place: str = ""
    kind: Literal["revert"] = "revert"


@dataclass(frozen=True, slots=True)
class ForceRetain:
    """Keep the last action and go on from here."""

    kind: Literal["retain"] = "retain"


@dataclass(frozen=True, slots=True)
class TryOption:
    """Follow this exploration option next."""

    name: str
    kind: Literal["try_option"] = "try_option"


@dataclass(frozen=True, slots=True)
class CancelLocalPlan:
    """Give up reaching the step in this way."""

    kind: Literal["cancel_local_plan"] = "cancel_local_plan"


Force = ForceRevert | ForceRetain | TryOption | CancelLocalPlan
