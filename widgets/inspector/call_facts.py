"""What the inspector tells of a call to a model, beside what was sent and received."""

from __future__ import annotations

from engine.domain.model_events import ModelCalled
from engine.domain.plans import StepPlace
from engine.language.sentences.figures import count_words, shortened, span_words
from engine.language.sentences.local import state_number
from engine.language.sentences.spending import CAUSE_WORDS, money_words, usage_words
from engine.record.views.forecast import forecast_of
from engine.record.views.run_state import RunState
from widgets.kit.budget_rows import ABANDONED, budget_rows, cause_rows, cause_words
from widgets.kit.fact import Fact
from widgets.kit.spending_words import forecast_words


def call_title(call: ModelCalled) -> str:
    """``Replanning, repaired``: what it was for."""
    words = CAUSE_WORDS[call.cause].capitalize()
    return f"{words}, a repair" if call.is_repair else words


def call_summary(call: ModelCalled) -> str:
    """One line for a list."""
    tokens = f"{call.usage.total:,} tokens"
    place = place_words(call.place).partition(" of ")[0]
    parts = [call_title(call), place, tokens, span_words(call.took_ms)]
    if call.failure:
        parts.append(f"failed: {shortened(call.failure)}")
    return " · ".join(part for part in parts if part)


def place_words(at: str) -> str:
    """``step 2.3``, ``state 3.1 of segment 2``; nothing for a plan."""
    if not at:
        return ""
    place = StepPlace.parse(at)
    if not place.local:
        return f"step {place}"
    return f"state {state_number(place.step_number, place.local)} of segment {place.segment_number}"


def call_facts(call: ModelCalled) -> tuple[Fact, ...]:
    first = span_words(call.first_token_ms) if call.first_token_ms is not None else ""
    facts = [
        Fact("For", " · ".join(filter(None, (CAUSE_WORDS[call.cause], place_words(call.place))))),
        Fact("Failed", call.failure),
        Fact("Class", call.failure_class, is_technical=True),
        Fact("Repair", "yes: the reply before could not be used" if call.is_repair else ""),
        Fact(
            "Retries", count_words(call.retries, "request") + " sent anew" if call.retries else ""
        ),
        Fact("Model", call.model),
        Fact("Endpoint", call.endpoint, is_technical=True),
        Fact("Form", call.form.value),
        Fact("Tokens", usage_words(call.usage)),
        Fact("Cost", money_words(call.cost)),
        Fact("Took", span_words(call.took_ms)),
        Fact("First token", f"after {first}" if first else ""),
        Fact("Template", call.template_hash, is_technical=True),
    ]
    return tuple(fact for fact in facts if fact.value)


def spending_facts(state: RunState) -> tuple[Fact, ...]:
    """The run's whole budget: all that stands behind the meters of the run bar."""
    if not state.session_id:
        return ()
    facts = []
    for row in budget_rows(state):
        warning = f" — ⚠ {row.warning}" if row.warning else ""
        more = f"\n{row.more}" if row.more else ""
        facts.append(Fact(row.name, f"{row.told}{warning}{more}"))
    causes = cause_rows(state)
    if causes:
        facts.append(Fact("By cause", "rounds · tokens · cost · time"))
    for cause in causes:
        led_nowhere = "\n(attempts that led nowhere)"
        more = led_nowhere if cause.name == ABANDONED else ""
        facts.append(Fact(f"· {cause.name}", cause_words(cause) + more))
    if state.is_running:
        facts.append(Fact("Forecast", forecast_words(forecast_of(state))))
    return tuple(facts)
