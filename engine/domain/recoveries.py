"""What can go wrong in a run, and what is done about it: one table, in the order of trying.

A recovery is tried as often as the run's limits allow, then comes the next one. Where none is
left, or the last one is to abort, the run ends as ``engine/session/session.py`` says. Sources: the
adaptive replanning document, sections 5, 8 and 12."""

from collections.abc import Mapping
from enum import StrEnum

from engine.domain import errors


class Recovery(StrEnum):
    """``RETRY``: the same once more. ``RECAPTURE``: look again. ``REPLAN``: an error replan, which
    knows the failed step and why. ``LOCAL_PLANNING``: find another way to the step.
    ``ASK_OPERATOR``: where one is there. ``ABORT``: end the run with the reason."""

    RETRY = "retry"
    RECAPTURE = "recapture"
    REPLAN = "replan"
    LOCAL_PLANNING = "local planning"
    ASK_OPERATOR = "ask the operator"
    ABORT = "abort"


class FailureClass(StrEnum):
    # a step
    ZONE_MISSING = "the zone is not in sight"
    PLACE_CHANGED = "something else is at the place than was planned upon"
    NOT_PERFORMED = "the hands could not do it"
    NO_EFFECT = "what was expected did not come"
    NOT_TYPED = "the text did not arrive as it was expected"
    OBSTRUCTED = "a dialog came up instead"
    OTHER_EFFECT = "something else came than was expected"
    NOT_AGAIN = "what was expected did not come, and a second time would do harm"
    NOTHING_CAME = "a program or a wait brought nothing"
    NOT_THERE = "no such application or secret"
    REJECTED = "the operator or the policy said no"
    # a look
    NOTHING_SEEN = "a recapture yielded no zones"
    # a model
    UNREACHABLE = "the model can't be reached"
    TIMED_OUT = "the model did not answer in time"
    BUSY = "the model is busy"
    REQUEST_REFUSED = "the endpoint does not accept the request"
    TOO_LONG = "the prompt is too long for the model"
    DECLINED = "the model says that it won't"
    REPLY_INVALID = "the reply can't be used"


_ROUND_A_STEP = (Recovery.LOCAL_PLANNING, Recovery.REPLAN, Recovery.ASK_OPERATOR, Recovery.ABORT)
_ANEW = (Recovery.REPLAN, Recovery.ASK_OPERATOR, Recovery.ABORT)
_HELP = (Recovery.ASK_OPERATOR, Recovery.ABORT)

RECOVERIES: Mapping[FailureClass, tuple[Recovery, ...]] = {
    FailureClass.ZONE_MISSING: _ROUND_A_STEP,
    FailureClass.PLACE_CHANGED: _ANEW,
    FailureClass.NOT_PERFORMED: (Recovery.RETRY, *_ROUND_A_STEP),
    FailureClass.NO_EFFECT: (Recovery.RETRY, *_ROUND_A_STEP),
    FailureClass.NOT_TYPED: _ROUND_A_STEP,  # a second try would type a second copy
    FailureClass.OBSTRUCTED: _ROUND_A_STEP,
    FailureClass.OTHER_EFFECT: _ROUND_A_STEP,  # what was pressed once is not pressed again
    FailureClass.NOT_AGAIN: _ANEW,
    FailureClass.NOTHING_CAME: _ANEW,
    FailureClass.NOT_THERE: _ANEW,
    FailureClass.REJECTED: _ANEW,
    FailureClass.NOTHING_SEEN: (Recovery.RECAPTURE,),  # then stale zones are better than none
    FailureClass.UNREACHABLE: _HELP,  # the request was sent anew several times before
    FailureClass.TIMED_OUT: (Recovery.RETRY, *_HELP),
    FailureClass.BUSY: _HELP,
    FailureClass.REQUEST_REFUSED: _HELP,
    FailureClass.TOO_LONG: (Recovery.RETRY, *_HELP),  # with fewer zones
    FailureClass.DECLINED: _HELP,
    FailureClass.REPLY_INVALID: (Recovery.RETRY, *_HELP),
}

_CLASSES: Mapping[type[errors.ModelFailed], FailureClass] = {
    errors.ModelTimedOut: FailureClass.TIMED_OUT,
    errors.ModelBusy: FailureClass.BUSY,
    errors.ModelRefusesRequest: FailureClass.REQUEST_REFUSED,
    errors.ContextExceeded: FailureClass.TOO_LONG,
    errors.ModelDeclined: FailureClass.DECLINED,
    errors.ReplyInvalid: FailureClass.REPLY_INVALID,
}


def class_of(error: errors.ModelFailed) -> FailureClass:
    """The class of a model's failure; one of no kind of its own counts as out of reach."""
    return _CLASSES.get(type(error), FailureClass.UNREACHABLE)


def may(failure: FailureClass, recovery: Recovery) -> bool:
    """Whether this recovery stands in the failure's row."""
    return recovery in RECOVERIES[failure]
