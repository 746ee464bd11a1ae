"""What tells an instruction from an ordinary text on the screen.

To an agent: it addresses one by name, takes its orders away, or poses as the system. To any
reader: it asks them to do something, politely, urgently or step by step. A bare "Delete the
file", as entries and tooltips have it, is neither.

Beside it the words of instructions: commands and what they are about, in the commonest languages.
Words that mean the same count as the same (``canonical``), be it in a goal, on a button or in a
text on the screen. The tables are short on purpose: what is not in them is compared as it stands.
"""

import functools
import re
from collections.abc import Callable

from engine.language import folding, labels
from engine.language.keys import MODIFIER_NAMES

COMMANDS = {
    "click": "click press tap hit push choose select pick tick klicke klick klicken drucke drucken"
    " wahle clique cliquez cliquer appuie appuyez choisis choisissez clic pulsa pulse presiona"
    " haga clicca premi seleziona pressione klik druk нажми нажмите щелкни 点击 单击 クリック"
    " kliknij",
    "type": "type enter write input paste tippe tippen schreibe schreiben eingeben tape tapez ecris"
    " ecrivez saisis saisissez escribe escriba teclea introduce scrivi digita inserisci escreva"
    " digite typ voer введи введите напиши напишите 输入 键入 入力 wpisz",
    "open": "open launch start run execute invoke offne offnen starte starten ouvre ouvrez ouvrir"
    " lance lancez demarre demarrez abre abra abrir ejecuta ejecute inicia inicie apri aprire"
    " avvia avviare открой откройте запусти запустите 打开 运行 启动 開いて 起動 otworz uruchom",
    "delete": "delete deletes deleting deleted deletion remove erase trash wipe discard destroy"
    " shred purge bin losche loschen entferne entfernen supprime supprimez supprimer efface effacez"
    " effacer elimina elimine eliminar borra borre borrar cancella eliminare apague apagar exclua"
    " excluir verwijder verwijderen удали удалите удалить 删除 清除 削除 usun",
    "send": "send sends sending submit mail email post forward publish upload share sende senden"
    " schicke absenden envoie envoyez envoyer envia envie enviar invia inviare verstuur stuur"
    " отправь отправьте отправить 发送 送信 wyslij",
    "close": "close quit exit schliesse schliessen beende ferme fermez fermer quitte quittez cierra"
    " cierre cerrar chiudi feche fechar sluit закрой закройте 关闭 閉じて zamknij",
    "pay": "pay transfer donate buy purchase order uberweise uberweisen zahle paie payez paga pague"
    " 支付 转账",
    "move": "move drag drop verschiebe deplace deplacez mueve mueva sposta mova verplaats"
    " перемести 移动",
    "visit": "visit browse navigate besuche visite visitez visita visita посети 访问",
    "replace": "replace overwrite ersetze uberschreibe remplace remplacez reemplaza sostituisci"
    " замени 替换",
    "save": "save saves saving saved store speichere speichern enregistre enregistrez enregistrer"
    " guarda guarde guardar salva salvare opslaan сохрани сохраните 保存 zapisz",
    "rename": "rename umbenennen renomme renommez renombra rinomina переименуй 重命名",
    "copy": "copy kopiere kopieren copie copiez copia kopieer скопируй 复制 コピー",
    "install": "install installiere installieren installe installez instala installa установи 安装",
    "download": "download downloade telecharge telechargez descarga scarica baixe скачай 下载",
    "print": "print drucken imprime imprimez stampa 打印",
    "change": "change set edit modify switch toggle enable disable activate deactivate uncheck",
    "allow": "allow accept grant approve confirm authorise authorize",
    "reveal": "reveal tell show disclose leak read",
    "export": "export import attach exportiere exporte esporta exporta 导出",
    "clear": "clear empty reset format uninstall leere vide vacia svuota очисти 清空",
    "search": "search seek suche suchen recherchez cherche busca busque cerca pesquise zoek поищи"
    " 搜索 検索",
    "use": "use go call claim redeem"
    " create make add do follow perform obey reply answer respond turn stop cut"
    " log sign register subscribe unlock attach archive block mark encrypt extract",
}
_THINGS = {
    "terminal": "terminal terminals shell console lxterminal xterm konsole bash powershell"
    " терминал терминале терминалу 终端 端末 ターミナル 터미널 터미널에서 eingabeaufforderung"
    " ucbirim ucbirimde ucbirimi terminalu terminalem terminalen الطرفية طرفية",
    "password": "password passwords passphrase passwort kennwort contrasena senha wachtwoord"
    " пароль 密码 パスワード",
    "secret": "secret secrets token tokens key keys credential credentials",
    "file": "file files datei dateien fichier fichiers archivo archivos ficheiro bestand файл файлы"
    " 文件 ファイル",
}
_SAYING_NOTHING = (
    "now up down out off over und der die das den dem ein eine le la les un une et de des du el los"
    " las y il lo"
)
STOP_WORDS = labels.SMALL_WORDS | frozenset(_SAYING_NOTHING.split())
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {folding.folded(word): name for name, words in table.items() for word in words.split()}


_CANONICAL = _by_word(_THINGS) | _by_word(COMMANDS)
_UNSPACED = re.compile(
    "|".join(
        re.escape(word)
        for word in sorted(_CANONICAL, key=len, reverse=True)
        if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", word)
    )
)


def alternatives(*names: str) -> str:
    """A pattern for any word of the commands of these names; of all commands without one."""
    wanted = {
        word for word, name in _by_word(COMMANDS).items() if name in (names or tuple(COMMANDS))
    }
    return "(?:" + "|".join(re.escape(word) for word in sorted(wanted, key=len)[::-1]) + ")"


def spaced(text: str) -> str:
    """A folded text in which known words stand apart, also where the language sets no spaces."""
    return text if text.isascii() else _UNSPACED.sub(lambda found: f" {found[0]} ", text)


def words_in(text: str) -> tuple[str, ...]:
    """The words of a folded text, in their order."""
    return tuple(_WORD.findall(spaced(text)))


@functools.lru_cache(maxsize=8192)
def canonical(word: str) -> str:
    """One form for words that mean the same, and for the forms of one word."""
    known = _CANONICAL.get(word)
    if known is not None:
        return known
    bare = labels.stem(word)
    for ending in ("ing", "ed"):
        if len(bare) > len(ending) + 2 and bare.endswith(ending):
            bare = bare.removesuffix(ending)
    bare = bare.removesuffix("e") if len(bare) > 3 else bare
    return _CANONICAL.get(f"{bare}e", _CANONICAL.get(bare, bare))


def content_of(text: str) -> frozenset[str]:
    """What a folded text is about: its words in their one form, without those that say nothing."""
    return frozenset(
        canonical(word)
        for word in words_in(text)
        if word not in STOP_WORDS and (len(word) > 1 or not word.isascii())
    )


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


def _later(*patterns: str) -> Callable[[], re.Pattern[str]]:
    """Compiled at its first use: that takes its time, and many a start searches nothing."""
    return functools.cache(lambda: re.compile(folding.folded_pattern(*patterns)))


to_agent = _later(
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
to_reader = _later(
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
deed = _later(rf"\b{_VERB}\b", rf"\b(?:{'|'.join(MODIFIER_NAMES)})\s*[+\-]\s*\w+", r"https?://")
points_nearby = _later(
    r"\b(?:here|this|these|below|above|following|next to|nearby|hier|ici|aqui|qui|здесь)\b"
)
