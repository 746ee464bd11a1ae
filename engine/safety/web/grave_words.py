"""Words on what is pressed in a page that say that it can't be taken back or goes out to others.

A label is grave by what it does, not by a word in it: "Place order" orders, "Order history" shows
a list. Labels are compared as they are folded (no case, no accents), in the commonest languages:
English by its verbs in front, the others by forms that labels of buttons have.
"""

from __future__ import annotations

import functools
import re

from engine.domain.risks import RiskClass
from engine.language.folding import folded, readings
from engine.safety.instruction_words import words_in

_MOST_WORDS = 9
"""A longer label is a text; what it does is said by its first words."""
_GOES_OUT = (
    r"(?:place|complete|confirm|finali[sz]e|submit|finish|send|approve|process) (?:my |your |the )?"
    r"(?:order|purchase|payment|booking|reservation|transfer|donation|bid|checkout|application"
    r"|request|registration|claim|transaction|subscription)s?",
    r"(?:buy|pay|order|purchase|checkout|rent|book|reserve)(?: it| this)? (?:now|again|today"
    r"|securely|instantly)",
    r"(?:1|one|single)[- ]click.*",
    r"(?:buy|pay|purchase|bid|donate|tip|transfer|withdraw|deposit|invest|trade|sell|wire|top up)"
    r"(?! (?:guide|back guarantee|attention|options?|methods?|gap)\b)(?: .*)?",
    r"(?:confirm|agree|continue|accept|yes|review) (?:and|&|,) (?:pay|buy|order|book|submit|send"
    r"|place|subscribe|donate|sign|transfer|confirm|purchase).*",
    r"order|order (?:with|for) .*|book|reserve|rent|(?:book|reserve) (?:a |this |your |the )?"
    r"(?:room|flight|table|ticket|appointment|trip|stay|hotel|seat|car|demo)s?",
    r"checkout now|start (?:my |your |a )?(?:free )?(?:trial|subscription|membership)",
    r"(?:send|submit|publish|post|tweet|retweet|repost|reply|share|invite|e-?mail|upload"
    r"|broadcast)(?! (?:office|code lookup|guidelines|date|details|history|titles?|an? link to"
    r"|type|status|preview|as)\b)(?: .*)?",
    r"(?:add|leave|write|post|save) (?:a |your |my |the )?(?:comment|review|reply|answer)",
    r"(?:sign up|subscribe|register|enroll|enrol|join|rsvp|upgrade|renew)(?: .*)?",
    r"apply (?:now|online|today|here|for .*|to .*|with .*)",
    r"(?:create|open) (?:an? |my |your |new )*(?:account|listing|issue|ticket|pull request|request"
    r"|campaign|invoice|order)",
    r"(?:i |we |yes,? i )?(?:accept|agree|consent)(?! (?:cookies?|all cookies)\b)(?: .*)?",
    r"(?:grant|authori[sz]e|allow|permit|approve)(?: .*)?",
    r"(?:sign|e-?sign|countersign)(?! (?:in|out|off|up|language)\b)(?: .*)?",
    r"comment|proceed to pay|give (?:now|once|monthly|again|[€$£¥]? ?\d.*)",
    r"request (?:to|an?|my|your|the) .*",
    r"(?:vote|upvote|downvote|follow|like|endorse|report|flag|block|connect)"
    r"(?: (?:this|user|up|down|post|page|comment|review|seller|with .*|@.*|him|her|them"
    r"|wallet|account))?",
    r"(?:make|schedule|request|initiate|set up) (?:an? |the |my )?(?:payment|transfer|donation"
    r"|offer|bid|order|withdrawal|refund|payout|reservation|appointment|quote|call)s?",
    r"(?:merge|deploy|go live)(?: .*)?|commit changes|release",
)
_FOR_GOOD = (
    r"(?:permanently )?(?:delete|erase|destroy|wipe|purge|discard|deactivate|terminate|revoke"
    r"|unpublish|overwrite|empty|uninstall)(?! (?:search|filters?|cookies? policy)\b)(?: .*)?",
    r"remove",
    r"(?:remove|close|disable|cancel|end|leave|archive|suspend)(?: (?:my|your|the|this|an?))?"
    r" (?:account|subscription|membership|order|booking|reservation|plan|user|member|access|profile"
    r"|team|group|organi[sz]ation|project|repository|workspace|trial|appointment|payment method"
    r"|card|post|photo|message|file|all data)s?",
    r"unsubscribe(?: .*)?|opt[- ]?out",
    r"(?:reset|clear) (?:all |my |your |the |everything|to )*(?:data|history|account|settings"
    r"|password|defaults?|everything|factory settings|database)?(?<=[a-z])(?: .*)?",
    r"(?:sign|log) ?(?:out|off)(?: .*)?",
    r"(?:restore|revert|roll ?back|factory reset)(?: .*)?",
)
_HARMLESS = (
    r"(?:reset|clear|apply|remove|delete|submit)(?: (?:all|the|this|your|my))*(?: (?:filters?"
    r"|search|selection|sorting|sort|query|field|input|date|dates|tags?|coupon|promo code|form"
    r"|refinements?|results?))+",
    r"(?:remove|delete) (?:this )?(?:item|product|article|.* from (?:the |your |my )?(?:cart|basket"
    r"|bag|list|comparison|wish ?list|favou?rites))",
    r"(?:order|sort|book) by.*|(?:buy|order|book|pay|share|post|send|sign)(?:ing|ed|s|ers?|ment)?"
    r" ?(?:guide|history|status|details?|summary|number|form|list|confirmation help|faqs?|help"
    r"|tracking|info|information|options|terms|policy|price|page|office|map|view)s?",
    r"report(?:s|ing)?(?: (?:view|overview|library|list|pdf|\d+.*))|open (?:a )?report",
    r"(?:submit|send) (?:search|query|filters?)",
    r"(?:merge|deploy)(?:d|ed|s|ment|ments)? (?:notes?|list|date|history|log|details?|requests?)",
    r".*\b(?:filters?|filtern|filtres?|filtros?|filtri|filteren|фильтр\w*)\b.*",
)
_OTHERS_GO_OUT = (
    # German
    "kaufen|jetzt kaufen|sofort kaufen|sofort-kaufen|bestellen|jetzt bestellen|kaufe|bestelle"
    "|zahlungspflichtig bestellen|kostenpflichtig bestellen|bestellung abschliessen"
    "|bestellung aufgeben|bezahlen|jetzt bezahlen|zahlen|jetzt zahlen|uberweisen|spenden|buchen"
    "|jetzt buchen|reservieren|absenden|abschicken|senden|verschicken|nachricht senden"
    "|veroffentlichen|posten|teilen|hochladen|registrieren|jetzt registrieren|abonnieren"
    "|konto erstellen|akzeptieren|zustimmen|ich stimme zu|unterschreiben|beitreten|bewerben"
    "|kommentieren|antworten|einreichen|mieten|freigeben|gebot abgeben|bestatigen und zahlen",
    # French
    "acheter|acheter maintenant|achat immediat|commander|passer la commande|passer commande"
    "|valider la commande|valider ma commande|confirmer la commande|payer|payer maintenant"
    "|proceder au paiement|envoyer|envoyer le message|publier|partager|soumettre|s'inscrire"
    "|s'abonner|creer un compte|accepter|j'accepte|signer|reserver|faire un don|virer|repondre"
    "|commenter|televerser|autoriser|adherer|postuler|valider et payer",
    # Spanish
    "comprar|comprar ahora|comprar ya|pagar|pagar ahora|realizar pedido|hacer pedido"
    "|confirmar pedido|finalizar compra|tramitar pedido|enviar|enviar mensaje|publicar|compartir"
    "|suscribirse|suscribirme|registrarse|registrarme|crear cuenta|aceptar|acepto|firmar|reservar"
    "|donar|transferir|responder|comentar|subir|autorizar|permitir|pedir|solicitar",
    # Italian
    "acquista|acquista ora|compra|compra ora|compra subito|paga|paga ora|ordina|ordina ora"
    "|effettua ordine|conferma ordine|invia|invia messaggio|invia ordine|pubblica|condividi"
    "|iscriviti|registrati|abbonati|crea account|accetta|accetto|firma|prenota|dona|bonifica"
    "|rispondi|commenta|carica|autorizza|consenti",
    # Portuguese
    "comprar agora|finalizar compra|finalizar pedido|fazer pedido|confirmar compra|enviar mensagem"
    "|compartilhar|partilhar|inscrever-se|cadastrar|cadastrar-se|criar conta|aceitar|aceito"
    "|assinar|doar|pagar agora|concordo",
    # Dutch
    "kopen|nu kopen|koop nu|bestel|bestel nu|betalen|nu betalen|betaal|afrekenen en betalen"
    "|bestelling plaatsen|versturen|verzenden|verstuur|plaatsen|delen|publiceren|inschrijven"
    "|registreren|abonneren|accepteren|akkoord|ondertekenen|boeken|reserveren|doneren|overmaken",
    # Polish
    "kup|kup teraz|kupuje|zamawiam|zaplac|zamow|wyslij|opublikuj|udostepnij|zarejestruj sie"
    "|subskrybuj|akceptuje|zarezerwuj",
    # Russian
    "купить|купить сейчас|оплатить|заказать|оформить заказ|подтвердить заказ|отправить"
    "|опубликовать|поделиться|зарегистрироваться|подписаться|принять|согласен|забронировать"
    "|перевести|разрешить",
    # Chinese, Japanese
    "购买|立即购买|付款|支付|立即支付|下单|提交订单|确认订单|提交|发送|发布|分享|注册|订阅|同意|接受"
    "|授权|允许|预订|转账|捐款|購入|購入する|今すぐ購入|注文|注文する|注文を確定する|支払う|送信"
    "|送信する|投稿|投稿する|公開|公開する|共有|登録|登録する|同意する|承認|許可|予約|予約する",
)
_OTHERS_FOR_GOOD = (
    r"(?:.* )?(?:loschen|entfernen|kundigen|stornieren|widerrufen|verwerfen|abmelden|ausloggen)",
    r"(?:supprimer|effacer|resilier|se desabonner|se deconnecter|annuler (?:la|ma|mon|l')).*",
    r"(?:eliminar|borrar|dar de baja|darse de baja|cerrar sesion|cancelar (?:la|mi|el)|suprimir).*",
    r"(?:elimina|cancella|disdici|disiscriviti|esci|rimuovi)(?: .*)?",
    r"(?:excluir|apagar|encerrar conta|sair|cancelar inscricao)(?: .*)?",
    r"(?:.* )?(?:verwijderen|opzeggen|wissen|uitloggen)",
    r"(?:usun|skasuj|wyloguj)(?: .*)?",
    r"(?:удалить|стереть|отписаться|выити|отменить заказ)(?: .*)?",
    r".*(?:删除|清空|注销|退订|取消订单|退出登录|削除|解約|退会|ログアウト|キャンセルする).*",
)
_COOKIE = re.compile(
    r"\b(?:cookies?|gdpr|rgpd|dsgvo|consent|einwilligung|tracking|privacy (?:choices|preferences"
    r"|settings)|datenschutz\w*)\b|cookie|クッキー|隐私"
)
_COOKIE_ANSWER = re.compile(
    r"(?:i )?(?:accept|reject|decline|allow|deny|agree|ok|okay|got it|refuse|only|manage"
    r"|customi[sz]e|save|essential|necessary|continue|dismiss|close|understood|akzeptieren|ablehnen|alle|nur"
    r"|zustimmen|accepter|refuser|tout|aceptar|rechazar|accetta|rifiuta|aceitar|rejeitar|accepteren"
    r"|weigeren|akceptuj\w*|принять|отклонить|同意|接受|拒绝|拒否)\b.*"
)
_AFFIRMS = re.compile(
    r"(?:yes|ok|okay|confirm|i understand|go ahead|i'm sure|ja|bestatigen|oui|confirmer|si"
    r"|confirmar|conferma|sim|bevestigen|да|подтвердить)(?:[,!.].*| .*)?"
    r"|proceed|finish|complete|done|是|确定|确认|はい|確認|確定"
)
_GOES_ON = re.compile(
    r"continue|next|fortfahren|weiter|continuer|suivant|continuar|siguiente|continua|avanti|doorgaan"
    r"|volgende|далее|продолжить|继续|下一步|次へ|続ける"
)
_COOKIES_AND_MORE = re.compile(
    r"\b(?:pay|buy|order|purchase|subscribe|delete|send|sign|terms|conditions|book|donate|transfer"
    r"|account|contract|agreement|agb|conditions generales|terminos|termini|termos|voorwaarden)\b"
)
_STRONG = re.compile(
    r"(?:delete|unsubscribe|place|confirm|complete|pay|buy|purchase|log ?out|sign ?out|remove"
    r"|cancel|deactivate|erase|one|1|grant|authori[sz]e|publish"
    r"|(?:transfer|withdraw|wire) (?:all|my|the|funds|money|[€$£¥]? ?\d+)|donate [€$£¥]? ?\d+"
    r"|sign (?:the|this|my|your|contract|document|agreement|petition)"
    r"|accept (?:the |this )?(?:offer|invitation|contract)"
    r"|(?:submit|send) (?:my |your |the )?(?:order|payment|request|application|message))\b.*"
)
_IN_CART = re.compile(
    r"\b(?:cart|basket|warenkorb|panier|carrito|cesta|carrello|carrinho|winkelwagen|корзин\w*)\b"
    r"|カート|购物车"
)
_TRIMMED = re.compile(r"^[^\w¥€$£]+|[^\w]+$")


def class_of_label(label: str) -> RiskClass | None:
    """What pressing a thing of that label does, of what can't be taken back; None for the rest."""
    return _class_of(label)


def is_strong(label: str) -> bool:
    """Grave enough to do its deed as a mere link, which most others only lead towards."""
    return class_of_label(label) is not None and any(
        _STRONG.fullmatch(each) or _OTHER_GOOD.fullmatch(each) for each in _said(label)
    )


def answers_cookies(label: str, around: str) -> bool:
    """A button of a cookie banner: it says yes or no to cookies and to nothing else."""
    if not any(_COOKIE_ANSWER.fullmatch(each) for each in _said(label)):
        return False
    text = folded(f"{label} {around}")
    return bool(_COOKIE.search(text)) and not _COOKIES_AND_MORE.search(text)


def affirms(label: str) -> bool:
    """It says yes to what is asked around it."""
    return any(_AFFIRMS.fullmatch(each) for each in _said(label))


def goes_on(label: str) -> bool:
    """It leads to the next step, or is the last one."""
    return any(_GOES_ON.fullmatch(each) for each in _said(label))


def only_says_send(label: str) -> bool:
    """ "Submit", "Send": what its form does, and nothing of its own."""
    return any(_ONLY_SEND.fullmatch(each) for each in _said(label))


def names_deed(text: str) -> RiskClass | None:
    """What a question or a heading asks for: "Delete this account?", "Place your order"."""
    for sentence in re.split(r"[.!?\n:;]+", text):
        said = folded(sentence).strip()
        said = _ASKED.sub("", said, count=1)
        found = class_of_label(said) if said else None
        if found is not None and len(said.split()) <= _MOST_WORDS:
            return found
    return None


_ONLY_SEND = re.compile(
    r"submit|send|absenden|senden|abschicken|envoyer|soumettre|enviar|invia|versturen|verzenden"
    r"|wyslij|отправить|提交|送信"
)
_ASKED = re.compile(
    r"^(?:are you sure (?:that )?(?:you (?:want|wish) to |about )?|do you (?:really )?(?:want|wish)"
    r" to |really |review and |you are about to |this will |please |confirm (?:that you want )?to )"
)


def _either(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts))


_OUT, _GOOD, _OK = _either(_GOES_OUT), _either(_FOR_GOOD), _either(_HARMLESS)
_OTHER_OUT = frozenset(folded(word) for words in _OTHERS_GO_OUT for word in words.split("|"))
_OTHER_GOOD = _either(tuple(folded(part) for part in _OTHERS_FOR_GOOD))


@functools.lru_cache(maxsize=4096)
def _class_of(label: str) -> RiskClass | None:
    for said in _said(label):
        words = said.split()
        if len(words) > _MOST_WORDS:
            said = " ".join(words[:3])
        if _OK.fullmatch(said):
            continue
        if _GOOD.fullmatch(said) or _OTHER_GOOD.fullmatch(said):
            if _IN_CART.search(said):
                continue
            return RiskClass.IRREVERSIBLE
        if _OUT.fullmatch(said) or _is_foreign_deed(said):
            return RiskClass.LEAVES_MACHINE
    return None


def _is_foreign_deed(said: str) -> bool:
    """The whole label, or its beginning with what it is done with."""
    if said in _OTHER_OUT:
        return True
    words = said.split()
    beginnings = (" ".join(words[:count]) for count in range(1, min(4, len(words))))
    endings = (" ".join(words[-count:]) for count in range(1, min(4, len(words))))
    is_short = len(words) <= 4
    return is_short and any(part in _OTHER_OUT for part in (*beginnings, *endings))


def _said(label: str) -> tuple[str, ...]:
    """The readings of a label, without marks around it; "Buy now – €3" says "buy now"."""
    said: list[str] = []
    for each in readings(" ".join(label.split())):
        text = _TRIMMED.sub("", each)
        said.append(text)
        head = re.split(r"\s+[–—|•·:(]\s*|\s+-\s+|,\s|\s*[(]", text)[0].strip()
        if head:
            said.append(head)
        if not text.isascii():
            said.append(" ".join(words_in(text)))
    return tuple(dict.fromkeys(each for each in said if each))
