"""Two families of errors: the world's, which have a plain message, and ours, which are bugs.

KnownError                     something in the world; says what and how to mend it
├── GoalUnreadable             the goal is empty, or has words that nobody understands
├── NameUnknown                no surface or thinker of that name
├── SurfaceUnavailable         no display, no window manager
│   └── SurfaceLost            it was there and went away in mid-run
│       └── SurfaceSilent      it did not answer in time; it may come back
├── AccessibilityUnavailable   no accessibility bus
├── ApplicationNotFound        nothing installed goes by that name
├── ActionImpossible           the hands can't do it (no such zone, no such key)
│   ├── ZoneNotInSight         the step's zone did not come into sight
│   ├── TargetLost             a page's element is gone, hidden, disabled or covered
│   │   └── KeptOff            a click on it would hit something else
│   ├── PlaceChanged           something else is at a place than was planned upon
│   ├── HeldBack               it set off more than it was let through for; nothing of that was done
│   ├── TakenOver              the operator came first: the rest of it is not done
│   └── MayHaveLanded          it was begun, and nobody knows whether it was done
├── PlanFailed                 the planner can't go on; says with which words
│   └── NeedsOperator          it could, if a question were answered
├── ModelFailed                a model gave no usable reply
│   ├── ModelUnreachable       no connection, a broken one, or a server that fails
│   ├── ModelTimedOut          no answer in time
│   ├── ModelBusy              too many requests, in spite of retries
│   ├── ModelRefusesRequest    the key, the model's name or the request is not accepted
│   ├── ContextExceeded        the prompt is longer than the model can read
│   ├── ModelDeclined          the model itself says that it won't
│   └── ReplyInvalid           the reply is not in the form that was asked for, even after a repair
├── SecretMissing              ``{{secret:name}}`` with no value anywhere
├── BudgetExhausted            a ceiling of the run is reached: calls, replans, tokens, money, time
├── RunCancelled               the operator cancelled; the run ends at the next boundary
├── NobodyToAsk                an action needs a yes, and nobody could be asked
├── RecordUnavailable          the session database is read-only, full or corrupt
└── HandsStopped               the operator pressed STOP
    ├── ConsoleClosed          the operator closed the console in mid-run
    └── AskedToEnd             the system asked Pilothouse to end (SIGTERM, the terminal is gone)
BugError                       an impossible state: please report it"""

import contextlib
from collections.abc import Iterator

Kinds = type[Exception] | tuple[type[Exception], ...]


class KnownError(Exception):
    """The world's fault. ``message`` is a sentence for the operator, ``remedy`` what to do."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy

    @classmethod
    @contextlib.contextmanager
    def instead_of(cls, kinds: Kinds, message: str, remedy: str = "") -> Iterator[None]:
        """It is raised for what of these kinds comes up meanwhile. "{why}" in the message stands
        for what that says: the system's own word where it is the system's."""
        try:
            yield
        except kinds as error:
            why = getattr(error, "strerror", None) or str(error)
            raise cls(message.replace("{why}", why), remedy) from error

    @classmethod
    def on_refusal(cls, what: str, remedy: str = "") -> contextlib.AbstractContextManager[None]:
        """It is raised where the system refuses something meanwhile, with its word for why."""
        return cls.instead_of(OSError, what + ": {why}.", remedy)


class GoalUnreadable(KnownError):
    """``words`` are those parts of the goal that were not understood."""

    def __init__(self, message: str, words: tuple[str, ...] = (), remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.words = words


class NameUnknown(KnownError): ...


class SurfaceUnavailable(KnownError): ...


class SurfaceLost(SurfaceUnavailable): ...


class SurfaceSilent(SurfaceLost):
    """A part of it did not answer in time. A run ends with it; whoever only watches goes on."""


class AccessibilityUnavailable(KnownError): ...


class ApplicationNotFound(KnownError): ...


class ActionImpossible(KnownError): ...


class PlanFailed(KnownError): ...


class NeedsOperator(PlanFailed):
    """A question to the operator, with the choices that there are. ``by_model``: in its words."""

    def __init__(self, question: str, choices: tuple[str, ...], *, by_model: bool = False) -> None:
        super().__init__(question, f"Choices: {', '.join(choices)}.")
        self.question = question
        self.choices = choices
        self.by_model = by_model


class ModelFailed(KnownError): ...


class ModelUnreachable(ModelFailed): ...


class ModelTimedOut(ModelFailed): ...


class ModelBusy(ModelFailed): ...


class ModelRefusesRequest(ModelFailed): ...


class ContextExceeded(ModelFailed): ...


class ModelDeclined(ModelFailed): ...


class ReplyInvalid(ModelFailed): ...


class SecretMissing(KnownError): ...


class BudgetExhausted(KnownError):
    """``reason`` is the ceiling's short name, such as ``max_calls``."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class RunCancelled(KnownError): ...


class NobodyToAsk(KnownError): ...


class ZoneNotInSight(ActionImpossible): ...


class GreyedOut(ActionImpossible):
    """An entry of an open menu tells that it can't be chosen, also once all is at rest."""


class TargetLost(ActionImpossible): ...


class KeptOff(TargetLost):
    """In sight, but a click there hits what lies behind it, or over it (``is_covered``)."""

    def __init__(self, message: str, remedy: str = "", *, is_covered: bool = False) -> None:
        super().__init__(message, remedy)
        self.is_covered = is_covered


class PlaceChanged(ActionImpossible): ...


class TakenOver(ActionImpossible): ...


class HeldBack(ActionImpossible):
    """A page set off more than the step was let through for, and nothing of that was done: the
    message completes “it …”. ``waits``: it can still go, without a second touch."""

    def __init__(self, message: str, *, waits: bool = False) -> None:
        super().__init__(message)
        self.waits = waits


class MayHaveLanded(ActionImpossible):
    """It was begun and broke off: nobody knows whether it was done, so it is not done again."""


class RecordUnavailable(KnownError): ...


class HandsStopped(KnownError):
    """The run was stopped: by STOP, unless a subclass says why else."""


class ConsoleClosed(HandsStopped): ...


class AskedToEnd(HandsStopped):
    """The system ended this process."""

    @classmethod
    def by(cls, signal_name: str = "") -> "AskedToEnd":
        """The signal's name is the kernel's, such as ``SIGTERM``."""
        told = f" ({signal_name})" if signal_name else ""
        return cls(f"The system asked Pilothouse to end{told}.")


class BugError(Exception): ...
