"""What a profile may take at the most: calls, time, tokens, and money where a price is known.

No figure is guessed: each is the product of ceilings and sizes that are set or known, and where one
of them is not, it is said that it is not known."""

from app.settings.tables import Settings
from engine.domain.limits import PROFILES, ProfileName
from engine.domain.models import TokenUsage
from engine.language.sentences.figures import money_words


def forecast_of_profile(settings: Settings, profile: ProfileName | None = None) -> str:
    """Of a profile with what is set by hand beside it; without one, of that which is chosen. ``At
    most 100 calls, 30 min of work, 10,000,000 tokens; money: no price known.``"""
    if profile is not None:
        limits_said = settings.limits.model_copy(update={"profile": profile})
        settings = settings.model_copy(update={"limits": limits_said})
    limits = settings.limits.to_limits(with_model=settings.model.is_set_up)
    calls, secs = limits.max_calls, limits.max_run_secs
    parts = [
        f"{calls:,} calls" if calls else "any number of calls",
        f"{secs / 60:g} min of work" if secs else "any time",
    ]
    model = settings.model_in_profile
    if not model.is_set_up:
        return f"At most {', '.join(parts)}."
    facts = model.facts()
    context, reply = model.sizes(facts)
    tokens = min(filter(None, (calls * context, limits.max_tokens)), default=0)
    parts.append(f"{tokens:,} tokens" if tokens else "any number of tokens")
    if facts.price is None:
        return f"At most {', '.join(parts)}; money: {money_words(None)}."
    each = facts.price.cost_of(TokenUsage(context - reply, 0, reply))
    bounds = [bound for bound in (limits.max_cost, calls * each) if bound]
    money = f"money {money_words(min(bounds))}" if bounds else "any amount of money"
    return f"At most {', '.join(parts)}, {money}."


def profile_lines(settings: Settings) -> list[tuple[str, str]]:
    """Each profile with its forecast, the one that counts marked."""
    chosen = settings.limits.named(with_model=settings.model.is_set_up)
    return [
        (f"{name} *" if name == chosen else name, forecast_of_profile(settings, name))
        for name in PROFILES
    ]
