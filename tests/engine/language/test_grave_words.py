"""One table for both surfaces: what "Löschen" does is as grave in a window as in a page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.domain.actions import Click
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import RiskClass
from engine.domain.zones import Role
from engine.language.grave_words import (
    class_of_label,
    class_of_words,
    destroys,
    is_on_the_way,
    is_strong,
    what_it_does,
)
from engine.safety.risks import WordRiskRater
from engine.safety.web.page_risks import WebRiskRater
from tests.engine.acting.web.pages import WebPage
from tests.support.stage import situation, zone

BEFORE = Path(__file__).with_name("grave_before.txt").read_text(encoding="utf-8")
RANKS = {"-": None, "g": RiskClass.IRREVERSIBLE, "o": RiskClass.LEAVES_MACHINE}
OUT, LASTING = RiskClass.LEAVES_MACHINE, RiskClass.IRREVERSIBLE


def rank(risk_class: RiskClass | None) -> int:
    return risk_class.rank if risk_class is not None else -1


@pytest.mark.parametrize("line", re.findall(r"^[^#\n].*", BEFORE, re.M), ids=lambda line: line[:3])
def test_no_word_is_laxer_than_in_the_tables_of_before(line: str) -> None:
    marks, _, labels = line.partition(" ")
    window, page, strong = marks
    laxer = [
        label
        for label in labels.split("|")
        if rank(class_of_words(label)) < rank(RANKS[window])
        or rank(class_of_label(label)) < rank(RANKS[page])
        or (strong == "s" and not is_strong(label))
    ]
    assert laxer == []


@pytest.mark.parametrize(
    ("label", "risk_class"),
    [
        *[("Delete", LASTING), ("Löschen", LASTING), ("Datei löschen", LASTING)],
        *[("Supprimer le fichier", LASTING), ("Borrar", LASTING), ("Elimina", LASTING)],
        *[("Excluir", LASTING), ("Verwijderen", LASTING), ("Usuń", LASTING), ("Удалить", LASTING)],
        *[("删除", LASTING), ("ゴミ箱を空にする", LASTING), ("Nicht speichern", LASTING)],
        *[("Überschreiben", LASTING), ("Kündigen", LASTING), ("Abmelden", LASTING)],
        *[("Herunterfahren", LASTING), ("Désinstaller", LASTING), ("ログアウト", LASTING)],
        *[("Send", OUT), ("Nachricht senden", OUT), ("Envoyer", OUT), ("Enviar", OUT)],
        *[("Invia", OUT), ("Finalizar compra", OUT), ("Betalen", OUT), ("Zapłać", OUT)],
        *[("Оплатить", OUT), ("发送", OUT), ("購入する", OUT), ("Jetzt kaufen", OUT)],
        *[("Veröffentlichen", OUT), ("S'abonner", OUT), ("Registrarse", OUT)],
        *[("Remove the report", LASTING), ("Reset", LASTING), ("Hibernate", LASTING)],
        *[("Replace all", LASTING), ("Tout remplacer", LASTING)],
        *[("Order three of these", OUT), ("Commit", OUT), ("Disponi bonifico", OUT)],
        *[("Apply all operations", LASTING), ("Appliquer toutes les opérations", LASTING)],
        *[("Toch opslaan", LASTING), ("仍要运行", LASTING), ("Salva comunque", LASTING)],
    ],
)
def test_a_button_is_as_grave_in_a_window_as_in_a_page(label: str, risk_class: RiskClass) -> None:
    in_window = WordRiskRater().rate(_click(label, label), situation(zone(label)))
    page = WebPage("https://shop.example/")
    zone_id = page.add(label, Role.BUTTON)
    in_page = WebRiskRater().rate(_click(zone_id, label), page.situation())
    assert (in_window.risk_class, in_page.risk_class) == (risk_class, risk_class)


@pytest.mark.parametrize(
    "label", ["Speichern", "Öffnen", "Ouvrir", "Guardar", "Annulla", "Sluiten", "Otwórz", "保存"]
)
def test_ordinary_buttons_stay_so(label: str) -> None:
    assert class_of_words(label) is None
    assert class_of_label(label) is None


@pytest.mark.parametrize(
    "labels",
    [
        "Force Off|Forcer l'extinction|Forzar apagado|Forza spegnimento|Forçar desligamento"
        "|Tvinga avstängning|Wymuś wyłączenie|Принудительное выключение|Kapatmaya zorla|强制关机"
        "|강제로 끄기|強制的に電源を切る",
        "Blank disc|Clear table|Limpar disco|Töm tabell|Очистить диск|Diski temizle",
        "Burn|Flash!|Write image|Brennen|Graver|Grabar disco|Masterizza|Gravar disco|Branden"
        "|Bränn|Wypal|Записать диск|Diske yaz|حرق القرص|刻录|ディスクに書き込む|굽기",
        "Start Streaming|Stream starten|Démarrer le streaming|Iniciar transmisión|Yayını Başlat"
        "|Avvia la diretta|Iniciar transmissão|Streamen starten|Starta strömning|بدء البث"
        "|Rozpocznij transmisję|Начать трансляцию|开始直播|방송 시작",
        "Video call|Anrufen|Appeler|Llamar|Chiama|Ligar agora|Bellen|Ring upp|Zadzwoń|Позвонить"
        "|Şimdi ara|اتصل|拨打|電話をかける|전화 걸기",
        "Hand in|Rendre le devoir|Inleveren|Oddaj pracę|Сдать|Teslim et|تسليم الواجب",
        "Rétablir l'instantané|Вернуться к снимку|恢复快照|スナップショットに戻す",
        "Annuler le rendez-vous|Annuler ma commande|Annuler l'abonnement|Annuler le vol",
    ],
    ids=lambda labels: labels.partition("|")[0],
)
def test_a_deed_is_grave_in_each_language_that_a_program_speaks(labels: str) -> None:
    told = {label: class_of_words(label) for label in labels.split("|")}
    assert [label for label, risk_class in told.items() if risk_class is None] == []


@pytest.mark.parametrize(
    "labels",
    [
        "Send to back|Envoyer à l'arrière-plan|Enviar al fondo|Invia sullo sfondo|En Arkaya Gönder"
        "|Enviar para trás|Skicka längst bak|Wyślij na spód|Отправить на задний план"
        "|إرسال إلى الخلف|发送到底层|맨 뒤로 보내기",
        "Clear search|Suche löschen|Effacer la recherche|Borrar búsqueda|Cancella ricerca"
        "|Apagar pesquisa|Zoekopdracht wissen|Rensa sökning|Wyczyść wyszukiwanie|Aramayı sil"
        "|مسح البحث|清除搜索内容|検索条件を消去|검색어 지우기",
    ],
    ids=lambda labels: labels.partition("|")[0],
)
def test_what_is_put_behind_or_searched_for_anew_is_no_loss(labels: str) -> None:
    told = {each: class_of_words(each) or class_of_label(each) for each in labels.split("|")}
    assert [label for label, risk_class in told.items() if risk_class is not None] == []
    assert class_of_words("Suchverlauf löschen") is class_of_words("清除搜索历史") is LASTING
    assert class_of_words("Enviar al cliente") is OUT


def test_the_button_of_a_form_says_in_each_language_that_more_follows() -> None:
    for label in ("Next step", "Zurück", "Continuer", "Añadir al carrito", "Proceed to checkout"):
        assert is_on_the_way(label), label
    for label in ("Nextcloud", "Absenden", "Salva", "Update profile", "Finish"):
        assert not is_on_the_way(label), label


def test_what_replaces_texts_is_no_loss_where_texts_are_searched_for() -> None:
    step = _click("Ersetzen", "Ersetzen")
    assert WordRiskRater().rate(step, situation(zone("Ersetzen"))).risk_class is LASTING
    searched = situation(zone("Suchen nach", Role.TEXT_FIELD), zone("Ersetzen", at=1))
    assert WordRiskRater().rate(step, searched).risk_class is RiskClass.REVERSIBLE


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Möchten Sie die Datei wirklich löschen?", "Ja"),
        ("Voulez-vous vraiment supprimer ce fichier ?", "Oui"),
        ("¿Desea guardar los cambios?", "No"),
        ("Änderungen speichern?", "Nein"),
    ],
)
def test_the_answer_to_a_question_is_as_grave_as_what_it_asks(asked: str, answer: str) -> None:
    seen = situation(zone(asked, Role.LABEL), zone(answer, at=1))
    dialog = _as_dialog(seen)
    assert WordRiskRater().rate(_click(answer, answer), dialog).risk_class is LASTING


def test_a_planner_tells_the_risk_of_a_verb_in_each_language() -> None:
    assert what_it_does("delete") == what_it_does("löschen") == "deletes something"
    assert what_it_does("envoyer") == "sends something"
    assert what_it_does("open") == ""
    assert destroys("uninstall") and destroys("entfernen") and not destroys("send")


def _as_dialog(seen: Situation) -> Situation:
    return replace(seen, windows=(replace(seen.windows[0], is_dialog=True),))


def _click(zone_id: str, label: str) -> PlanStep:
    return PlanStep(1, zone_id, label, Click(), f"Click {label}")
