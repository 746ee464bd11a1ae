"""What stands on things in pages: ordinary and grave, as what they are and where they stand.

Each is a label, a role, and facts of its element. ``form`` names what it stands in; ``submits``
a form with a text field, ``seeks`` one with a search field."""

from __future__ import annotations

from typing import Any

from engine.domain.zones import Role

Said = tuple[str, Role, dict[str, Any]]

B, L = Role.BUTTON, Role.LINK
_HREF = {"href": "https://shop.example/somewhere"}
_SUBMIT = {"is_submit": True, "form": "wizard"}
_SEARCH = {"is_submit": True, "form": "search"}
_COOKIES = {"context": "We use cookies to make this site better. Accept all Reject all"}


def _links(*labels: str) -> list[Said]:
    return [(label, L, _HREF) for label in labels]


def _buttons(*labels: str) -> list[Said]:
    return [(label, B, {}) for label in labels]


def _submits(*labels: str) -> list[Said]:
    return [(label, B, _SUBMIT) for label in labels]


ORDINARY: list[Said] = [
    *_links(
        "Home",
        "Order history",
        "My orders",
        "Track order",
        "Shipping and payments",
        "Payment options",
        "Buying guide",
        "Posts",
        "Post office",
        "Share prices",
        "Sign in",
        "Sign up",
        "Subscribe",
        "Donate",
        "Checkout",
        "Submit a story",
        "Send feedback",
        "Books",
        "Report 2026 (PDF)",
        "Download catalogue",
        "Next page",
        "Blue teapot, 1.2 l",
        "How to delete a branch",
        "Terms and conditions",
        "Accept payments online",
        "Share this page",
        "Widerrufsbelehrung",
        "Zahlungsarten",
        "Mes commandes",
        "Envíos y devoluciones",
    ),
    *_buttons(
        "Add to cart",
        "Add to basket",
        "Add to wish list",
        "Menu",
        "Show more",
        "Load more results",
        "Order by price",
        "Sort by: newest",
        "Clear filters",
        "Reset filters",
        "Remove filter",
        "Apply",
        "Remove from basket",
        "Remove the kettle from your wish list",
        "Next",
        "Previous",
        "Close",
        "Cancel",
        "Play",
        "Copy link",
        "Order details",
        "Quantity +",
        "Expand all",
        "Dismiss",
        "In den Warenkorb",
        "Ajouter au panier",
        "Añadir al carrito",
        "Aggiungi al carrello",
        "Filter löschen",
        "加入购物车",
        "カートに入れる",
    ),
    ("Remove item", B, {"context": "Blue kettle, in your basket"}),
    ("Delete this product", B, {"form": "cart"}),
    *_submits("Next", "Continue", "Back", "Proceed to checkout", "Update cart", "Apply coupon"),
    ("Search", B, _SEARCH),
    ("Go", B, _SEARCH),
    ("Submit", B, _SEARCH),
    ("Suchen", B, _SEARCH),
    ("Accept all", B, _COOKIES),
    ("Reject all", B, _COOKIES),
    ("Accept all cookies", B, {}),
    ("Only necessary cookies", B, {}),
    ("I agree to the terms", Role.CHECK_BOX, {}),
    ("Delete drafts after 30 days", Role.CHECK_BOX, {}),
    ("Send me news", Role.CHECK_BOX, {}),
    ("Pay by card", Role.RADIO_BUTTON, {}),
    ("Buy and sell", Role.TAB, {}),
    ("Show deleted items", Role.CHECK_MENU_ITEM, {"tag": "div"}),
    ("Sort by sent", Role.CHECK_MENU_ITEM, {"tag": "div"}),
]

GRAVE: list[Said] = [
    *_buttons(
        "Buy now",
        "Buy it now – €12.90",
        "Place order",
        "Place your order",
        "Order now",
        "Pay",
        "Pay €30.00",
        "Pay now",
        "Confirm and pay",
        "Complete purchase",
        "1-click order",
        "Send",
        "Send message",
        "Send money",
        "Submit application",
        "Submit",
        "Publish",
        "Post comment",
        "Post",
        "Share",
        "Delete",
        "Delete account",
        "Permanently delete",
        "Remove account",
        "Cancel subscription",
        "Cancel booking",
        "Close my account",
        "Unsubscribe",
        "Sign document",
        "Sign up",
        "Sign out",
        "I accept the terms",
        "Accept",
        "I agree",
        "Agree and continue",
        "Grant access",
        "Authorise",
        "Allow",
        "Subscribe",
        "Transfer",
        "Transfer €500",
        "Book now",
        "Book this room",
        "Reserve a table",
        "Donate",
        "Donate €5",
        "Start free trial",
        "Join",
        "Upvote",
        "Withdraw",
        "Jetzt kaufen",
        "Zahlungspflichtig bestellen",
        "Konto löschen",
        "Nachricht senden",
        "Veröffentlichen",
        "Acheter",
        "Passer la commande",
        "Supprimer le compte",
        "Envoyer",
        "S'abonner",
        "Comprar ahora",
        "Realizar pedido",
        "Eliminar cuenta",
        "Enviar mensaje",
        "Acquista ora",
        "Elimina account",
        "Invia",
        "Finalizar compra",
        "Excluir conta",
        "Nu kopen",
        "Verwijderen",
        "Оформить заказ",
        "Удалить аккаунт",
        "立即购买",
        "删除账户",
        "購入する",
        "送信",
        "Вuy nоw",
    ),
    *_submits("Save changes", "Register", "Finish", "Absenden", "Place order", "OK"),
    *_links("Delete account", "Unsubscribe", "Log out", "Buy now", "Cancel my subscription"),
    ("Delete", B, {"context": "order 17", "aria_label": "Delete"}),
    ("Row actions", B, {"aria_label": "Delete account"}),
    ("Delete product", B, {"context": "Blue kettle, 12 in stock"}),
    ("Delete wish list", B, {}),
    ("Delete page", Role.CHECK_MENU_ITEM, {"tag": "div"}),
    ("Accept", B, {"context": "We use cookies. By this you sign the petition."}),
    ("Accepter", B, {"context": "Cookies. Soumettre la demande ?"}),
    ("Upload a file", Role.TEXT_FIELD, {"accepts_files": True, "input_type": "file"}),
    ("Yes", B, {"context": "Do you really want to delete this address?"}),
    ("Confirm", B, {"context": "Place your order?"}),
    ("Place order", B, {"href": "javascript:void(0)"}),
    ("Place order", B, _SEARCH),
    ("Accept", B, {"context": "By going on you accept our terms and our cookie policy."}),
    ("Accept and pay", B, _COOKIES),
    ("Akzeptieren", B, {"context": "Datenschutz. Jetzt zahlungspflichtig bestellen?"}),
]


def _listed(text: str) -> list[str]:
    return " ".join(text.split()).split("|")


_MORE_LINKS = """
About us|Careers|Press|Contact|Privacy policy|Cookie policy|Deals of the day|Gift
cards|Returns|Your account|Help|Log in|Create account|New here? Register|Read more|Continue
reading|View all reviews|Write a review|See comments (14)|Reply|Permalink|Edit this
page|Report a problem|Issues|Pull requests|Actions|Releases|Sponsor this
project|Fork|Star|Documentation|API reference|Changelog|Installing|Removing
packages|Deleting files safely|Send money abroad: a comparison|Transfer news|Book
reviews|Bookings|Buy-to-let mortgages|Join operators in SQL|Sign language|Post-war
Europe|Order of magnitude|Pay gap report|Publishing house|Voting rights|Subscribe to
RSS|Follow us on X|Jobs|Impressum|Datenschutz|AGB|Hilfe|Kontakt|Produkte|Connexion|Nos
magasins|Aide|Ayuda|Contacto|Carrito|Chi siamo
"""
_MORE_BUTTONS = """
☰|×|Search|Filter|Size M|Color: blue|Show password|Toggle dark mode|Zoom in|Rotate|Full
screen|Mute|Pause|1|2|…|Last|Sort|View cart|Open menu|Expand|Collapse|Add to compare|Save
for later|Notify preferences|See price|Check availability|Estimate shipping|Select
date|Today|Copy|Print|Undo|Edit|Rename|New tab|Share options|English|EUR|Try
again|Refresh|Got it|No thanks|Maybe later|Skip|Ask a question|View details|Quick
view|Weiter|Zurück|Mehr anzeigen|Schließen|Abbrechen|Suivant|Fermer|Voir
plus|Siguiente|Cerrar|Ver más|Avanti|Chiudi
"""
_MORE_GRAVE = """
Checkout now|Submit order|Make payment|Pay with PayPal|Buy with Google Pay|Pay by
card|Proceed to pay|Pay deposit|Order with obligation to pay|Complete booking|Confirm
booking|Confirm reservation|Request to book|Reserve now|Submit bid|Place bid|Send gift|Send
invite|Invite people|Send email|Send request|Apply now|Submit review|Post review|Publish
changes|Tweet|Reply|Comment|Merge pull request|Delete repository|Delete this file|Discard
draft|Empty trash|Remove|Remove member|Revoke access|Deactivate account|Cancel order|End
membership|Reset password|Clear all data|Log out|Sign out everywhere|Accept
invitation|Accept & continue|Agree|Allow access|Authorize app|Connect
wallet|Follow|Like|Report user|Block user|Vote|Sign petition|Donate now|Give €10|Subscribe
now|Start trial|Upgrade plan|Renew subscription|Create account|Register
now|Enroll|RSVP|Transfer funds|Withdraw cash|Sell shares|Bestellung abschicken|Jetzt
bezahlen|Kostenpflichtig
buchen|Löschen|Absenden|Registrieren|Abonnieren|Kündigen|Payer|Commander|Valider et
payer|Supprimer|Publier|S'inscrire|Pagar|Comprar|Borrar|Suscribirse|Publicar|Paga
ora|Ordina|Elimina|Iscriviti|Pagar agora|Apagar|Bestellen|Betalen
"""

ORDINARY += [*_links(*_listed(_MORE_LINKS)), *_buttons(*_listed(_MORE_BUTTONS))]
GRAVE += [
    *_buttons(*_listed(_MORE_GRAVE)),
    *_links(
        "Authorize app",
        "Grant access",
        "Publish changes",
        "Transfer €500",
        "Withdraw funds",
        "Donate €5",
        "Sign the contract",
        "Accept offer",
        "Submit order",
        "Send message",
    ),
    *_submits("Save", "Update profile", "Send code", "Create", "Done", "Confirm", "Salva"),
]
