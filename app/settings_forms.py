"""Settings as the dialog and the goal bar edit them, and back; and the thinkers that they make."""

from __future__ import annotations

from dataclasses import asdict, fields

from app.choices import prompts_note
from app.model_key import FoundKey, host_of
from app.settings import (
    LimitSettings,
    MaskingSettings,
    ModelSettings,
    PriceSettings,
    Settings,
)
from app.web_settings import BrowserSettings, NavigatorSettings
from widgets.kit.intents import Choice, ExploreWish
from widgets.settings.settings_form import (
    BrowserForm,
    MaskingForm,
    ModelForm,
    QuestionsForm,
    SettingsForm,
)

MODEL_THINKER = "model"


def form_of(settings: Settings, key: FoundKey) -> SettingsForm:
    """``key`` is shown by its place only."""
    model = settings.model
    return SettingsForm(
        ModelForm(
            base_url=model.base_url,
            name=model.name,
            vision_model=model.vision_model,
            context_tokens=model.context_tokens,
            max_reply_tokens=model.max_reply_tokens,
            timeout_secs=model.timeout_secs,
            call_secs=model.call_secs,
            key_place=key.place,
            can_forget_key=key.can_forget,
            prices={name: price.to_price() for name, price in model.prices.items()},
        ),
        settings.limits.to_limits(),
        MaskingForm(
            settings.masking.patterns,
            settings.masking.own_patterns,
            settings.masking.window_titles,
        ),
        _browser_form(settings.browser),
        settings.navigator.to_limits(),
        QuestionsForm(settings.navigator.ask_questions, prompts_note()),
    )


def settings_of(form: SettingsForm, before: Settings) -> Settings:
    """What the form has no field for stays as it was before.

    Raises ``ValidationError`` where the form has what no setting can be.
    """
    told = form.model
    model = before.model.model_dump() | {
        "base_url": told.base_url,
        "name": told.name,
        "vision_model": told.vision_model,
        "context_tokens": told.context_tokens,
        "max_reply_tokens": told.max_reply_tokens,
        "timeout_secs": told.timeout_secs,
        "call_secs": told.call_secs,
        "prices": {name: PriceSettings(**asdict(price)) for name, price in told.prices.items()},
    }
    if told.forgets_key or host_of(told.base_url) != host_of(before.model.base_url):
        model["api_key"] = ""  # the key in the file is that host's
    masking = before.masking.model_dump()
    if form.masking is not None:
        masking |= asdict(form.masking)
    return before.model_copy(
        update={
            "model": ModelSettings.model_validate(model),
            "limits": LimitSettings.model_validate(asdict(form.limits)),
            "masking": MaskingSettings.model_validate(masking),
            "browser": _browser_of(form.browser, before.browser),
            "navigator": NavigatorSettings.model_validate(
                asdict(form.navigator) | {"ask_questions": form.questions.are_asked}
            ),
        }
    )


def _browser_form(browser: BrowserSettings) -> BrowserForm:
    same = {each.name: getattr(browser, each.name) for each in fields(BrowserForm)}
    match browser.headless:
        case "auto":
            headless = "auto"
        case is_headless:
            headless = "yes" if is_headless else "no"
    return BrowserForm(**same | {"headless": headless})


def _browser_of(form: BrowserForm, before: BrowserSettings) -> BrowserSettings:
    headless = {"yes": True, "no": False}.get(form.headless, "auto")
    told = before.model_dump() | asdict(form) | {"headless": headless}
    return BrowserSettings.model_validate(told)


def thinker_choices(settings: Settings) -> tuple[Choice | str, ...]:
    """The offline thinker, and the model that is set up: ``small-model at 127.0.0.1:8081``."""
    model = settings.model
    if not model.is_set_up:
        return ("offline",)
    words = f"{model.name} at {host_of(model.base_url)}"
    return ("offline", Choice(MODEL_THINKER, words, "Plans with this model; each call is recorded"))


def wish_of(settings: Settings) -> ExploreWish:
    """What the settings say of how far an exploration goes."""
    explorer = settings.explorer
    return ExploreWish(explorer.max_actions, round(explorer.max_duration_secs), explorer.seed)


def with_wish(settings: Settings, wish: ExploreWish | None) -> Settings:
    """What the operator says in the goal bar counts for this run."""
    if wish is None:
        return settings
    explorer = settings.explorer.model_copy(
        update={
            "max_actions": wish.max_actions,
            "max_duration_secs": float(wish.max_duration_secs),
            "seed": wish.seed,
        }
    )
    return settings.model_copy(update={"explorer": explorer})
