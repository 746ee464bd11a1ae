"""What tells an instruction from an ordinary text on the screen.

To an agent: it addresses one by name, takes its orders away, or poses as the system. To any
reader: it asks them to do something, politely, urgently or step by step. A bare "Delete the
file", as entries and tooltips have it, is neither.
"""

from __future__ import annotations

import re

from engine.language.command_words import alternatives
from engine.language.folding import folded_pattern
from engine.language.keys import MODIFIER_NAMES

_VERB = alternatives()
_HANDIWORK = alternatives("click", "type", "open", "visit", "copy", "download")
_KIND = (
    r"(?:ai|a i|ki|ia|llm|automated|automation|computer (?:use|using)|computer|gpt|language"
    r"|virtual|web)"
)
_NAME = (
    r"(?:assistants?|helpers?|agents?|agente|asistente|assistente|assistent|агент|ассистент|"
    r"bots?|models?|modell|助手|代理|智能体|アシスタント|エージェント)"
)
_AI = (
    rf"(?:{_KIND} {_NAME}|ai|ki|llms?|chatbots?|chatgpt|claude|copilot|gemini"
    r"|siri|alexa|pilothouse|ии"
    r"|人工智能|assistants?|assistente|asistente|ассистент|助手|アシスタント|エージェント)"
)
_ANY_NAME = rf"(?:{_AI}|(?<!user )agents?|(?<!user )agente?|агент|bots?)"
_ORDERS = (
    r"(?:instructions?|instruktion\w*|prompts?|orders?|rules?|goals?|tasks?|commands?|directives?"
    r"|anweisung\w*|befehl\w*|auftrag|aufgabe\w*|ziel|consignes?|ordres?|objectif|instrucciones"
    r"|instruccion|ordenes|tarea|objetivo|istruzioni|ordini|instrucoes|instructies|opdracht\w*"
    r"|инструкци\w*|команд\w*|задани\w*|указани\w*|指令|指示|说明|命令)"
)
_IGNORE = (
    r"(?:ignor\w*|disregard\w*|forget|overrid\w+|supersed\w+|replac\w+|vergiss|missachte"
    r"|oubli\w+|olvid\w+|dimentica\w*|esqueça|negeer|vergeet|забуд\w+|игнорируй\w*|忽略|無視)"
)
_MANNER = r"(?:now|please|kindly|immediately|always|just|first|you|must|should|to|will|can|bitte)"
_POLITE = (
    r"(?:please|kindly|bitte|veuillez|s'il (?:vous|te) plait|merci de|por favor|per favore"
    r"|пожалуиста|alstublieft|prosze|请|してください)"
)


def _begun(opening: str) -> str:
    """What stands before words that begin a text, or come behind one of these marks with nothing
    but marks between; each run of marks is looked at once."""
    return rf"(?:^\W*+|(?<!\W)[^\w{opening}]*+[{opening}]\W*+)"


_SET_OFF = _begun(r"\n/\[<{#(*|>'\"“‘")
_SENTENCE = _begun(r"\n.!?:")


def _compiled(*patterns: str) -> re.Pattern[str]:
    return re.compile(folded_pattern(*patterns))


TO_AGENT = _compiled(
    rf"\b{_IGNORE}\b(?:\W+\w+){{0,5}}?\W+{_ORDERS}\b",
    r"(?:忽略|無視|不要理会).{0,12}(?:指令|指示|说明|命令)",
    rf"\b(?:previous|prior|earlier|above|original|old) {_ORDERS}\W+(?:is|are|were|was|has|have)\b",
    rf"\b(?:new|real|actual|updated|true) {_ORDERS}\s*[:,]",
    rf"\b(?:your|the) (?:new|real|actual|updated|true) {_ORDERS} (?:is|are)\b",
    rf"\binstead of (?:your|the) {_ORDERS}\b",
    r"\b(?:do not|don't|never|without) (?:tell|ask|inform|alert|asking|telling|informing|alerting)"
    r"(?:ing)? (?:the )?(?:user|operator|human|owner)\b",
    r"\b(?:the|your) (?:user|operator|owner|human) (?:wants|wishes|asked|asks|has|already|needs"
    r"|would|requests|requires|said|says|approved|authori[sz]ed)\b",
    rf"{_SET_OFF}(?:the )?{_ANY_NAME}\s*[:,!]",
    rf"\b(?:dear|hey|hello|attention|ok|okay|hi|achtung|note to|message (?:to|for)|to|for|an|für"
    rf"|instructions? (?:to|for))\W+(?:(?:all|any|every|the|an|a|alle|you|your)\W+){{0,2}}{_AI}\b",
    rf"\b(?:notes?|messages?|instructions?|todo|hints?|attention) (?:to|for) (?:\w+ ){{0,2}}"
    rf"{_ANY_NAME}\b",
    rf"\b{_VERB}\b[^.!?\n]{{0,80}},\W*{_ANY_NAME}\b\W*(?:$|\n)",
    rf"\b{_ORDERS} (?:has|have) (?:been )?(?:changed|updated|replaced|moved)\b",
    rf"\b{_ANY_NAME}\s*[:,!]\W*(?:\w+\W+){{0,3}}?{_VERB}\b",
    rf"\b(?:if you are|you are|as|any|all) (?:an? |the )?{_AI}\b",
    rf"\b{_ANY_NAME} (?:must|should|shall|has to|have to|needs? to|please|is required|are required"
    r"|will now|can now|may now)\b",
    rf"\b{_AI} (?:{_MANNER} )*{_VERB}\b",
    rf"{_SET_OFF}(?:system|developer|admin|administrator|root|security)\W{{0,2}}"
    r"(?:message|prompt|notice|override|instruction|command|note|alert|policy)?\s*[\]>})*]*\s*:",
    r"<\|?(?:system|im[ _]start|assistant)\W",
    r"\[/?inst\]",
    r"#{2,}\s*(?:new )?instructions?\b",
    r"\b(?:begin|end|start) (?:of )?(?:the )?(?:system )?(?:prompt|instructions)\b",
    r"\bsystem (?:override|prompt|message|notice|alert|command|instruction)\b",
)
TO_READER = _compiled(
    rf"\b{_POLITE}\b(?:\W+\w+){{0,5}}?\W+{_VERB}\b",
    rf"{_POLITE}.{{0,20}}{_VERB}",
    rf"\b(?:you|users?) (?:must|should|need to|have to|are required to|are asked to)"
    rf"(?:\W+\w+){{0,3}}?\W+{_VERB}\b",
    rf"\b(?:in order )?to \w+(?:\W+\w+){{0,8}}?\s*,\W*(?:\w+\W+){{0,2}}?{_VERB}\b",
    rf"{_SENTENCE}{_HANDIWORK}\b(?:\W+\w+){{2,12}}?\W+(?:and|then|und|et|y|и)\W+"
    rf"(?:then\W+|now\W+)?{_HANDIWORK}\b",
    rf"\b(?:urgent|important|immediately|action required|at once|right now)\b(?:\W+\w+){{0,6}}?"
    rf"\W+{_VERB}\b",
)
COMMAND = _compiled(
    rf"\b{_VERB}\b", rf"\b(?:{'|'.join(MODIFIER_NAMES)})\s*[+\-]\s*\w+", r"https?://"
)
POINTS_NEARBY = _compiled(
    r"\b(?:here|this|these|below|above|following|next to|nearby|hier|ici|aqui|qui|здесь)\b"
)
