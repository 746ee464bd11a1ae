"""Words by which a message tells of an error, in English, German and French; and those by which it
only seems to: nothing went wrong, or a person left something out."""

from __future__ import annotations

import re

_ERROR = re.compile(
    r"""\b(errors?|failed|failure|fails|exception|unexpected(ly)?|fatal|crashed|traceback
    | could[ ]not|couldn['’]t|unable[ ]to|went[ ]wrong|not[ ]responding|corrupt(ed)?|panic
    | fehler\w*|fehlgeschlagen|gescheitert|ausnahme\w*|unerwartet\w*|abgestürzt|konnten?[ ].*nicht
    | schief\s?gegangen|schiefgelaufen|beschädigt
    | erreurs?|échec|échoué\w*|inattendue?s?|impossible[ ]de|n['’]a[ ]pas[ ]pu|planté
    | corrompue?s?)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_NOTHING_WRONG = re.compile(
    r"""\b((no|0|zero|without|any|free[ ]of)[ ](\w+[ ])?errors?|error[- ](correction|bars?|level
    | margin|reports?|log|rate|handling|messages?)|errors?([ ]found)?:[ ]*0\b|report[ ]errors?
    | margin[ ]of[ ]error|trial[ ]and[ ]error|standard[ ]error|(never|not)[ ]fail\w*
    | keine?[ ](\w+[ ])?fehler|ohne[ ]fehler|0[ ]fehler|fehlerfrei\w*|fehlerkorrektur
    | fehlerprotokoll|ausnahmslos
    | aucune[ ]erreur|sans[ ]erreurs?|0[ ]erreurs?|correction[ ]d['’]erreurs?)""",
    re.VERBOSE | re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"""\b(please[ ](fill|enter|choose|select|type|give|provide|specify|check[ ]the|correct)
    | (is|are)[ ]required|required[ ]field|must[ ](not[ ])?(be|have|contain)|(is|are)[ ]not[ ]valid
    | (can['’]?t|cannot|can[ ]not|may[ ]not)[ ]be[ ](empty|blank)|invalid[ ]|already[ ]exists
    | bitte[ ](\w+[ ]){0,4}(ein\w*|aus\w*|an\w*|wählen|füllen\w*|geben)|erforderlich|pflichtfeld
    | muss[ ].*(sein|enthalten)|darf[ ]nicht[ ]leer|ungültig\w*
    | veuillez[ ](saisir|remplir|choisir|entrer|sélectionner|renseigner|indiquer|corriger)
    | obligatoires?|requise?s?|doit[ ](être|contenir)|invalides?|non[ ]valide)\b""",
    re.VERBOSE | re.IGNORECASE,
)


def tells_of_error(text: str) -> bool:
    """Whether these words, a title or a message, say that something went wrong."""
    return bool(_ERROR.search(_NOTHING_WRONG.sub(" ", text)))


def asks_for_input(text: str) -> bool:
    """Whether they only say what a person is to fill in or to correct."""
    return bool(_LEFT_OUT.search(text))
