"""Events of asking whoever thinks: a thinker, and each call to a model behind it."""

from engine.domain.conditions import Told, event
from engine.domain.models import CallCause, ReplyForm, TokenUsage


@event("thinker_asked")
class ThinkerAsked(Told):
    """One call to the thinker, charged to what caused it; ``place``: the local state it served."""

    cause: CallCause
    thinker: str
    calls: int = 1
    took_ms: float = 0.0
    place: str = ""


@event("model_asked")
class ModelAsked(Told):
    """A round with a model began; the ``ModelCalled`` of the same cause and place ends it."""

    cause: CallCause
    model: str
    place: str = ""


@event("model_called")
class ModelCalled(Told):
    """One round with a model, charged to its cause; ``place`` is the step that it served.

    What was sent and received are texts and a picture in the store: ``prompt_hash`` (system text
    and prompt as JSON), ``picture_hash``, ``reply_hash`` and ``parsed_hash``; empty where there
    was none. ``template_hash`` names the prompt's templates and settings. ``picture_why`` says why
    a picture went out that was asked for. Of the prompt's ``sent_bytes`` the first ``same_bytes``
    are those of the prompt before.
    """

    cause: CallCause
    model: str
    endpoint: str
    form: ReplyForm
    template_hash: str
    prompt_hash: str
    usage: TokenUsage
    took_ms: float
    cost: float | None = None
    picture_hash: str = ""
    reply_hash: str = ""
    parsed_hash: str = ""
    first_token_ms: float | None = None
    retries: int = 0
    is_repair: bool = False
    failure: str = ""
    failure_class: str = ""
    place: str = ""
    picture_why: str = ""
    sent_bytes: int = 0
    same_bytes: int = 0
