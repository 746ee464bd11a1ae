"""The words of instructions: commands and what they are about, in the commonest languages.

Words that mean the same count as the same (``canonical``), be it in a goal, on a button or in a
text on the screen. The tables are short on purpose: what is not in them is compared as it stands.
"""

from __future__ import annotations

import functools
import re

from engine.language.folding import folded
from engine.language.labels import SMALL_WORDS, stem

_COMMANDS = {
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
    " терминал 终端 端末 eingabeaufforderung",
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
STOP_WORDS = SMALL_WORDS | frozenset(_SAYING_NOTHING.split())
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {folded(word): name for name, words in table.items() for word in words.split()}


_CANONICAL = _by_word(_THINGS) | _by_word(_COMMANDS)
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
        word for word, name in _by_word(_COMMANDS).items() if name in (names or tuple(_COMMANDS))
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
    bare = stem(word)
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
