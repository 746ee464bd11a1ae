"""What the rest of a segment will cost, in words."""

from __future__ import annotations

from engine.language.sentences.figures import clock_words, count_words
from engine.language.sentences.spending import money_words, short_count
from engine.record.views.forecast import Forecast

NO_FORECAST = "no forecast yet"


def forecast_words(forecast: Forecast | None) -> str:
    """``≈ 1 call, 1.2k tokens, 14 s to the end of this segment``."""
    if forecast is None:
        return NO_FORECAST
    parts = [count_words(forecast.calls, "call")] if forecast.calls else []
    if forecast.tokens:
        parts.append(f"{short_count(forecast.tokens)} tokens")
    if forecast.cost:
        parts.append(f"cost {money_words(forecast.cost)}")
    parts.append(_about_secs(forecast.secs))
    left_out = ", without the local plan under way" if forecast.leaves_out_local else ""
    return f"≈ {', '.join(parts)} to the end of this segment{left_out}"


def _about_secs(secs: float) -> str:
    return f"{max(1, round(secs))} s" if secs < 90 else f"{clock_words(secs)} min"
