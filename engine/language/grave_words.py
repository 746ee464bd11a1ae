"""Words that say that pressing a thing can't be taken back or goes out to others.

One table holds them for all languages (``resources/words/grave.toml``, read by ``word_table``), and
for both surfaces. On a button in a window a word tells wherever it stands in the label. In a page,
and on what is no button, a label is grave by what it does, not by a word in it: "Place order"
orders, "My orders" shows a list. There a verb tells where it stands as its language sets it."""

import functools
import re
from collections.abc import Iterable

from engine.domain.risks import RiskClass
from engine.language import folding, labels, orders, word_table
from engine.language.word_table import TABLE, Where, anywhere, begun, ended, placed, rows_of, whole

_CLASSES: dict[word_table.Risk, RiskClass] = {
    "lasting": RiskClass.IRREVERSIBLE,
    "out": RiskClass.LEAVES_MACHINE,
}
_DESTROYING = ("deletes", "destroys", "removes", "revokes", "discards", "overwrites", "uninstalls")
_ENDING_AGREEMENTS = ("cancels", "revokes", "removes", "leaves", "uninstalls", "guards_less")
"""What is cancelled here is not called off: "Cancel order" is a deed, "Cancel upload" is none."""
_ON_THE_WAY = ("continues", "applies", "on_the_way")
_MOST_WORDS_OF_SIGN = 3
_MOST_WORDS = 9
"""A longer label is a text; what it does is said by its first words."""
_MOST_WORDS_OF_COMMAND = 4
_TRIMMED = re.compile(r"^[^\w¥€$£]*+(.*\w)?.*", re.DOTALL)
_HEAD = re.compile(r"\s+[–—|•·:(]\s*|\s+-\s+|,\s|\s*[(]")
_JOINED = re.compile(r"\s*(?:[&+/,;،]|\s(?:and|then|und|et|y|e|en|och|i|и|ve|و)\s)\s*")


def class_of_words(words: str, *, but: tuple[str, ...] = ()) -> RiskClass | None:
    """What a button or an entry in a window says that pressing it does, of what can't be taken
    back; None for the rest. ``but`` names rows that mean something else here."""
    return _gravest(words, "window", but=but, is_loose=True)


def class_of_label(label: str, where: Where = "page") -> RiskClass | None:
    """What pressing a thing of that label does in a page, or a thing that is no button in a window;
    None for what can be taken back."""
    return _gravest(label, where)


def class_of_command(label: str, where: Where) -> RiskClass | None:
    """The same of what is no button: a short text, or one that says strongly what it does."""
    if len(label.split()) <= _MOST_WORDS_OF_COMMAND or is_strong(label):
        return class_of_label(label, where)
    return None


def class_of_setting(label: str) -> RiskClass | None:
    """What ticking does at once: gives access, discloses, lowers a guard, has programs run."""
    for row in ("gives_access", "discloses", "guards_less", "exposes", "installs", "executes"):
        if any(placed(row).fullmatch(each) for each in _said(label) if not _does_nothing(each)):
            return _CLASSES[TABLE[row]["risk"]]
    return None


def says_what_it_does(label: str) -> bool:
    """It is called like something that is done, grave or not."""
    is_known = class_of_words(label) is not None or is_ordinary_in_dialog(label)
    return is_known or not orders.content_of(folding.folded(label)).isdisjoint(orders.COMMANDS)


def takes_away(label: str) -> bool:
    """A bin, or the picture of one: what is dropped there goes."""
    return has_word("bins", label) or is_called("bins", label)


def is_lasting(text: str) -> bool:
    """Whether a question in a window speaks of what can't be taken back."""
    return _stands_in(text, *rows_of("lasting", "window"))


def has_word(row: str, text: str, *others: str) -> bool:
    """Whether a word of these rows of the table stands in the text."""
    return _stands_in(text, row, *others)


def begins_with(row: str, text: str) -> bool:
    return any(anywhere(row).match(folding.folded(name)) for name in labels.names_of_control(text))


def is_called(row: str, label: str, *others: str, and_more: str = "") -> bool:
    """Whether the whole label is one of these rows, ``and_more`` a pattern of what may follow."""
    pattern = f"(?:{whole(row, *others).pattern}){and_more}"
    return any(re.fullmatch(pattern, each.strip()) for each in folding.readings(label))


def told_risk(row: str) -> str:
    """The risk of a row, as a planner says it: "overwrites a file"."""
    return str(TABLE[row]["says"])


def what_it_does(word: str) -> str:
    """The risk that a verb tells of, as a planner says it ("sends something"); mostly empty."""
    rows = (row for row in TABLE if "says" in TABLE[row])
    return next((told_risk(row) for row in rows if is_called(row, word)), "")


def destroys(verb: str) -> bool:
    return any(is_called(row, verb) for row in _DESTROYING)


def word_of_deed(words: Iterable[str]) -> str:
    """The first of an address's words by which opening it does something; empty for none."""
    return next((word for word in words if is_called("in_addresses", word)), "")


def is_strong(label: str) -> bool:
    """Grave enough to do its deed as a mere link, which most others only lead towards."""
    rows = tuple(row for row in rows_of("lasting", "page") if TABLE[row].get("is_strong"))
    return class_of_label(label) is not None and any(
        whole("strong").fullmatch(each) or _is_placed(rows, each) for each in _said(label)
    )


def answers_cookies(label: str, around: str) -> bool:
    """A button of a cookie banner: it says yes or no to cookies and to nothing else."""
    if not any(is_called("answers_cookies", each) for each in _said(label)):
        return False
    text = f"{label} {around}"
    return has_word("cookies", text) and not has_word("more_than_cookies", text)


def affirms(label: str) -> bool:
    """It says yes to what is asked around it, be it "Yes, do so"."""
    return any(
        is_called("affirms", each, and_more=r"(?:[,!. ].*)?") or is_called("completes", each)
        for each in _said(label)
    )


def says_yes(label: str) -> bool:
    """The same, and what only goes on or carries out."""
    return affirms(label) or is_called("continues", label, "applies")


def calls_off(label: str) -> bool:
    return is_called("calls_off", label, "denies")


def asks_to_confirm(label: str) -> bool:
    """It says what is confirmed, which matters then."""
    return " " in label.strip() and any(
        begun("confirms").fullmatch(each) or ended("confirms").fullmatch(each)
        for each in _said(label)
    )


def leaves_as_it_is(label: str) -> bool:
    """It answers no, puts off, goes back or keeps: nothing comes of it."""
    rows = ("calls_off", "puts_off", "shuts", "dismisses", "goes_back", "saves")
    return any(is_called("denies", each, *rows) or _does_nothing(each) for each in _said(label))


def is_ordinary_in_dialog(label: str) -> bool:
    """Its words tell what it does, and that nothing grave comes of it: it leaves, goes on, shows,
    chooses, or takes note of what is said."""
    if leaves_as_it_is(label) or affirms(label):
        return True
    rows = ("goes_on", "continues", "takes_note", "applies", "searches", "opens")
    return any(placed(row).fullmatch(each) for row in rows for each in _said(label))


def refrains(label: str) -> bool:
    """It says that a deed is not done."""
    return any(
        begun("refrains").fullmatch(each) or word_table.refrained().fullmatch(each)
        for each in _said(label)
    )


def goes_on(label: str) -> bool:
    """It leads to the next step, or is the last one."""
    return any(is_called("goes_on", each, "continues") for each in _said(label))


def only_says_send(label: str) -> bool:
    """ "Submit", "Send": what its form does, and nothing of its own."""
    return any(is_called("submits", each) for each in _said(label))


def is_on_the_way(label: str) -> bool:
    """A form's button that is meant for nobody else: on, back, shows, chooses, or to a cart."""
    return not has_word("adds_for_others", label) and (
        is_called("goes_on", label, *_ON_THE_WAY, and_more=r"(?:\W.*)?")
        or is_called("on_the_way_alone", label, "puts_in")
        or has_word("carts", label, "wish_lists")
    )


def takes_out_of_cart(label: str, around: str = "") -> bool:
    """It leaves a cart or list, and can be put in again: by its label, or where a cart is."""
    if is_called("deletes", label, "removes", "takes_out"):
        return has_word("carts", around, "wish_lists")
    says_where = has_word("carts", label) or is_called("takes_off_lists", label)
    losses = rows_of("lasting", "page")
    return says_where and any(_says(each, losses, is_loose=False) for each in _said(label))


def names_deed(text: str) -> RiskClass | None:
    """What a question or a heading asks for: "Delete this account?", "Place your order"."""
    for sentence in re.split(r"[.!?\n:;]+", text):
        said = folding.folded(sentence).strip()
        said = said[found.end() :] if (found := whole("asks").match(said)) else said
        risk_class = class_of_label(said) if said else None
        if risk_class is not None and len(said.split()) <= _MOST_WORDS:
            return risk_class
    return None


def _stands_in(text: str, *rows: str) -> bool:
    """Also where its letters only look like the word's."""
    return any(_has_one_of(rows, each) for each in folding.readings(text))


def _has_one_of(rows: tuple[str, ...], said: str) -> bool:
    """Row by row, since both surfaces share most rows: a pattern of many takes long to make."""
    return any(anywhere(row).search(said) for row in rows)


def _is_placed(rows: tuple[str, ...], said: str) -> bool:
    return any(placed(row).fullmatch(said) for row in rows)


@functools.lru_cache(maxsize=8192)
def _gravest(
    label: str, where: Where, *, but: tuple[str, ...] = (), is_loose: bool = False
) -> RiskClass | None:
    """The first of what its readings say."""
    order: tuple[word_table.Risk, ...] = (
        ("out", "lasting") if where == "window" else ("lasting", "out")
    )
    if (signed := _class_of_sign(label, where)) is not None:
        return signed
    for said in _said(label):
        words = said.split()
        if not is_loose and len(words) > _MOST_WORDS:
            said = " ".join(words[:3])
        if _does_nothing(said):
            continue
        for risk in order:
            rows = tuple(row for row in rows_of(risk, where) if row not in but)
            if not _says(said, rows, is_loose=is_loose):
                continue
            if risk == "lasting" and where == "page" and takes_out_of_cart(said):
                break
            return _CLASSES[risk]
    return None


def _says(said: str, rows: tuple[str, ...], *, is_loose: bool) -> bool:
    if _is_placed(rows, said) and not ended("things").fullmatch(said):
        return True
    return is_loose and _has_one_of(rows, said)


def _class_of_sign(label: str, where: Where) -> RiskClass | None:
    """Of a picture in place of words or before a few, be it a character or an icon's name."""
    name = labels.words_of_identifier(label.strip())
    for risk, risk_class in _CLASSES.items():
        rows = rows_of(risk, where)
        is_short = len(label.split()) <= _MOST_WORDS_OF_SIGN
        is_sign = is_short and bool(word_table.signs_of(*rows) & set(folding.folded(label)))
        named = name and (word_table.icons_of(*rows).fullmatch(name) or _has_one_of(rows, name))
        if is_sign or named:
            return risk_class
    return None


@functools.lru_cache(maxsize=4096)
def _does_nothing(said: str) -> bool:
    """A grave word stands in it, and its deed is put off, called off, taken back or only shown."""
    if whole("harmless").fullmatch(said) or begun("shows_first").fullmatch(said):
        return True
    if _says(said, ("discards",), is_loose=True):
        return False
    if ended("shows_first").fullmatch(said) or begun("refrains", "undoes").fullmatch(said):
        return True
    if word_table.refrained().fullmatch(said):
        return True
    if ended("undoes").fullmatch(said):
        return True
    is_called_off = begun("calls_off").fullmatch(said) or ended("calls_off").fullmatch(said)
    if is_called_off and not _says(said, _ENDING_AGREEMENTS, is_loose=False):
        return True
    if not anywhere("waits").search(said):
        return False
    lasting = tuple(
        row for risk in _CLASSES for row in rows_of(risk, "page") if not TABLE[row].get("can_wait")
    )
    return not _says(said, lasting, is_loose=False)


@functools.lru_cache(maxsize=4096)
def _said(label: str) -> tuple[str, ...]:
    """The readings of a label, without marks: of "Yes, delete it" both parts."""
    said: list[str] = []
    for name in labels.names_of_control(label):
        for each in folding.readings(name):
            text = _TRIMMED.sub(r"\1", each)
            said += [text, _HEAD.split(text)[0].strip()]
            if len(text.split()) <= _MOST_WORDS and not _does_nothing(text):
                parts = _JOINED.split(text)
                said += parts
                said += [one[led.end() :] for one in parts if (led := _leading().match(one))]
            if not text.isascii() and not _does_nothing(text):
                said.append(" ".join(orders.words_in(text)))
    return tuple(dict.fromkeys(each for each in said if each))


@functools.cache
def _leading() -> re.Pattern[str]:
    """What only leads to the verb: "Permanently", of "Permanently delete"."""
    return re.compile(rf"(?:{whole('leads').pattern})\s+")
