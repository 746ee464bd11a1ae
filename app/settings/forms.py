"""Settings as the dialog and the goal bar edit them, and back; and the thinkers that they make."""

from collections.abc import Iterator

from pydantic import SecretStr, ValidationError

from app.choices import MODEL, OFFLINE
from app.secrets import host_of
from app.settings import declaring, file, tables, web
from app.settings.model import ModelSettings
from engine.domain.limits import WARN_FROM
from widgets.kit.forms import Choice, FieldSpec, PageSpec, Problem, SettingsForm, Values

EXPLORE_FIELDS = declaring.shown_fields(tables.ExplorerSettings)
"""How far an exploration goes, which the goal bar asks for each run."""
_PAGES: tuple[tuple[str, str, type[declaring.Table], str], ...] = (
    ("model", "Model", ModelSettings, ""),
    (
        "limits",
        "Limits",
        tables.LimitSettings,
        "A run that has used one of these up ends there, with what it achieved so far. From"
        f" {WARN_FROM:.0%} on the console warns.",
    ),
    (
        "practice",
        "Practice",
        tables.PracticeSettings,
        "The practice desktop runs in a sandbox where the machine allows it: programs there see"
        " nothing of yours. This counts from the next start of the desktop on.",
    ),
    (
        "masking",
        "Masking",
        tables.MaskingSettings,
        "What is masked is replaced by dots in texts and covered in pictures before anything"
        " reaches a model or the record. Passwords always are.",
    ),
    (
        "browser",
        "Browser",
        web.BrowserSettings,
        "The navigator works in a browser that is started for each run, with a profile of its own."
        " All of this counts from the next run on.",
    ),
    (
        "navigator",
        "Navigator",
        web.NavigatorSettings,
        "The limits of a run on the web, beside those of every run. It is stuck only where nothing"
        " changes any more and one of these is used up.",
    ),
)
_RULE = '[[rules]]\nanswer = "ask"\nkind = ["launch", "type"]\nprogram = "mousepad"'
POLICY_PAGE = PageSpec(
    "policy",
    "Policy",
    (FieldSpec("&Rules", "docs/safety.md tells what may stand here.", "", "text", "", _RULE),),
    "When it is asked, and what is denied: a file of its own, which counts from the next run on. No"
    " rule lowers the floor, and one that tries is not saved.",
)


def dialog_pages() -> tuple[PageSpec, ...]:
    """The pages of the dialog, each a table of the settings, and that of the policy's file."""
    pages = [
        PageSpec(name, title, declaring.shown_fields(table), told)
        for name, title, table, told in _PAGES
    ]
    return (*pages, POLICY_PAGE)


def form_of(settings: tables.Settings) -> SettingsForm:
    """A key is in no form."""
    pages = {name: _values(getattr(settings, name)) for name, *_ in _PAGES}
    return SettingsForm({**pages, "limits": limits_shown(settings)})


def limits_shown(settings: tables.Settings) -> dict[str, object]:
    """The limits that count, those of the profile where nothing is set by hand."""
    limits, with_model = settings.limits, settings.model.is_set_up
    said = limits.model_dump(exclude_unset=True, exclude={"profile"})
    shown = {**limits.of_profile(with_model=with_model), **said, "profile": limits.profile}
    return {name: shown[name] for name in _values(limits)}


def limits_hints(settings: tables.Settings) -> dict[str, str]:
    """At each limit that is set by hand, what the profile has."""
    limits, with_model = settings.limits, settings.model.is_set_up
    bare, name = limits.of_profile(with_model=with_model), limits.named(with_model=with_model)
    hints = dict[str, str]()
    for spec in declaring.shown_fields(tables.LimitSettings):
        field, amount = spec.name, bare.get(spec.name)
        if field in bare.keys() & limits.model_fields_set and getattr(limits, field) != amount:
            has = spec.none_is if spec.none_is and not amount else f"{amount:,g}"
            hints[field] = f"Set by hand; the profile “{name}” has {has}."
    return hints


def settings_of(form: SettingsForm, before: tables.Settings, *pages: str) -> tables.Settings:
    """With what stands on these pages, or on all. What nobody changed stays as it was before, and
    what was not said stays unsaid. Raises ``ValidationError`` where ``problems_of`` finds some."""
    update = {page: _table_of(page, form, before) for page in pages or form.values}
    return before.model_copy(update=update)


def problems_of(form: SettingsForm, before: tables.Settings, *pages: str) -> tuple[Problem, ...]:
    """What must be mended on these pages, or on all, before the form can be kept."""
    return tuple(each for page in pages or form.values for each in _problems(page, form, before))


def with_wish(settings: tables.Settings, wish: Values | None) -> tables.Settings:
    """What the operator says in the goal bar of an exploration counts for this run."""
    if wish is None:
        return settings
    return settings.model_copy(update={"explorer": settings.explorer.changed(wish)})


def wish_of(settings: tables.Settings) -> Values:
    """What the settings say of how far an exploration goes."""
    return _values(settings.explorer)


def thinker_choices(settings: tables.Settings) -> tuple[Choice | str, ...]:
    """The offline thinker, and the model that is set up: ``small-model at 127.0.0.1:8081``."""
    model = settings.model
    if not model.is_set_up:
        return (OFFLINE,)
    words = f"{model.name} at {host_of(model.base_url)}"
    return (OFFLINE, Choice(MODEL, words, "Plans with this model; each call is recorded"))


def _problems(page: str, form: SettingsForm, before: tables.Settings) -> Iterator[Problem]:
    try:
        table = _table_of(page, form, before)
    except ValidationError as error:
        for each in error.errors(include_input=False):
            yield Problem(page, str(each["loc"][0]), f"{file.words_of(each)}.")
    else:
        if isinstance(table, ModelSettings | web.BrowserSettings | tables.LimitSettings):
            yield from (Problem(page, name, words) for name, words in table.doubts())


def _table_of(page: str, form: SettingsForm, before: tables.Settings) -> declaring.Table:
    old: declaring.Table = getattr(before, page)
    if isinstance(old, tables.LimitSettings):
        return _limits_of(form.values[page], old, with_model=before.model.is_set_up)
    values, shown = form.values[page], _values(old)
    changed = {name: value for name, value in values.items() if value != shown[name]}
    table = old.changed(changed)
    if not isinstance(table, ModelSettings):
        return table
    is_its_host = host_of(table.base_url) == host_of(before.model.base_url)
    if is_its_host and not form.forgets_key:
        return table
    return table.model_copy(update={"api_key": SecretStr("")})  # that of the file is the old host's


def _limits_of(
    values: Values, old: tables.LimitSettings, *, with_model: bool
) -> tables.LimitSettings:
    """What differs from the profile is set by hand, and so is what was and nobody changed."""
    profile = tables.LimitSettings.model_validate({"profile": values["profile"]})
    bare = profile.of_profile(with_model=with_model)
    said = old.model_dump(exclude_unset=True)
    kept = {name: it for name, it in said.items() if name not in values or it == values[name]}
    told = {name: it for name, it in values.items() if name in bare and it != bare[name]}
    if values["profile"] != old.profile:
        told["profile"] = values["profile"]
    return tables.LimitSettings.model_validate(kept | told)


def _values(table: declaring.Table) -> Values:
    names = {spec.name for spec in declaring.shown_fields(type(table)) if spec.kind != "key"}
    return table.model_dump(include=names)
