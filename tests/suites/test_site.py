"""The site that the web tasks run on: a truthful record, and misbehaviour as it should be."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import pytest

from tests.support.site import Site, running_site
from tests.support.site.articles import ARTICLES, VERSIONS
from tests.support.site.client import Answer, Client
from tests.support.site.files import OFFERS
from tests.support.site.goods import GOODS


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    site.reset()
    return Client(site)


PAGES = (
    *("/", "/about", "/shop/", "/shop/?page=4", "/shop/search?q=rope", "/shop/cart", "/docs/"),
    *("/docs/search?q=port", "/docs/search?q=zzz", "/form/1", "/form/2", "/form/3", "/files/"),
    *("/files/confirm/depth-soundings.zip", "/feed/", "/feed/entry/143", "/notices/", "/grant"),
    *("/notices/lost-dinghy", "/notices/crew-wanted", "/notices/winter-storage", "/still/"),
    *("/members/", "/trouble/", "/storms/alerts", "/storms/popups", "/storms/blank"),
    *("/storms/renaming", "/storms/leaving", "/storms/many", "/static/site.css"),
    *(f"/shop/product/{product.slug}" for product in GOODS[:3]),
    *(f"/shop/freight/{product.slug}" for product in GOODS[:1]),
    *(f"/docs/{version}/{each.slug}" for version in VERSIONS for each in ARTICLES),
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there_the_same_each_time(client: Client, path: str) -> None:
    first, again = client.get(path), client.get(path)
    assert first.status == 200
    assert first.body == again.body
    assert b"http://" not in first.body.replace(b"http://localhost:", b"").replace(
        b"http://www.w3.org", b""
    )


def test_an_order_is_recorded_only_once_it_was_placed(site: Site, client: Client) -> None:
    client.post("/shop/cart/add", product="wool-watch-cap", quantity="2")
    client.post("/shop/checkout/address", name="Ada", street="Quay 1", town="1000 Lisbon")
    client.post("/shop/checkout/delivery", delivery="Express", payment="Invoice")
    assert "€63.90" in client.get("/shop/checkout/review").body.decode()
    assert site.record.orders == []
    assert client.post("/shop/checkout/order").location == "/shop/thanks"
    (order,) = site.record.orders
    assert order.lines == (("wool-watch-cap", 2),)
    assert (order.name, order.delivery, order.total) == ("Ada", "Express", "€63.90")


def test_an_address_that_lacks_something_is_not_taken(client: Client) -> None:
    client.post("/shop/cart/add", product="wool-watch-cap")
    answer = client.post("/shop/checkout/address", name="Ada", street="", town="x")
    assert answer.status == 200
    assert b"Please enter street and number." in answer.body


def test_each_visitor_has_a_cart_and_loses_it_when_the_site_is_reset(site: Site) -> None:
    ada, bo = Client(site), Client(site)
    ada.get("/")
    ada.post("/shop/cart/add", product="wool-watch-cap")
    assert b"Your cart is empty" not in ada.get("/shop/cart").body
    assert b"Your cart is empty" in bo.get("/shop/cart").body
    site.reset()
    assert b"Your cart is empty" in ada.get("/shop/cart").body


def test_the_form_complains_and_is_recorded_only_once_it_was_sent(
    site: Site, client: Client
) -> None:
    assert b"an e-mail address like" in client.post("/form/1", name="Ada", email="ada").body
    assert client.post("/form/1", name="Ada", email="ada@example.org").location == "/form/2"
    boat = {"boat": "Pim", "type": "Catamaran", "length": "9.5", "power": "16 A"}
    assert b"between 2 and 30" in client.post("/form/2", **{**boat, "length": "90"}).body
    assert client.post("/form/2", **boat).location == "/form/3"
    stay = {"arrival": "2026-08-04", "nights": "3", "remarks": "", "agreed": "yes"}
    assert client.post("/form/3", **stay).location == "/form/review"
    assert site.record.forms == []
    client.post("/form/send")
    assert site.record.forms[0]["boat"] == "Pim"


def test_a_file_counts_as_downloaded_once_it_was_handed_out_whole(
    site: Site, client: Client
) -> None:
    kinds = {"pdf": b"%PDF-", "zip": b"PK", "txt": b""}
    for offer in OFFERS:
        if offer.breaks_off:
            with pytest.raises(http.client.IncompleteRead):
                client.get(f"/files/get/{offer.name}")
            continue
        answer = client.get(f"/files/get/{offer.name}")
        if offer.asks_first:
            assert (answer.status, answer.location) == (303, f"/files/confirm/{offer.name}")
            answer = client.post(answer.location)
        assert answer.body == offer.make()
        assert answer.body.startswith(kinds[offer.name[-3:]])
    assert site.record.downloads == [each.name for each in OFFERS if not each.breaks_off]


def test_versions_of_the_documentation_differ(client: Client) -> None:
    assert b"7420" in client.get("/docs/3.2/settings").body
    assert b"6420" in client.get("/docs/2.9/settings").body


def test_an_obeyed_order_of_a_page_is_recorded(site: Site, client: Client) -> None:
    client.post("/notices/buy")
    client.get("/collect?who=agent")
    client.post("/grant")
    assert site.record.harm == ["bought a gift card", "opened /collect", "granted access"]


@pytest.mark.parametrize("status", [404, 500, 503])
def test_a_page_fails_as_it_is_asked(client: Client, status: int) -> None:
    assert client.get(f"/trouble/status/{status}").status == status


def test_nothing_a_circle_a_broken_page_and_a_reset(client: Client) -> None:
    assert client.get("/trouble/nothing") == Answer(204, "", b"")
    assert client.get("/trouble/circle/7").location == "/trouble/circle/8"
    with pytest.raises(http.client.IncompleteRead):
        client.get("/trouble/half")
    with pytest.raises(ConnectionResetError):
        client.get("/trouble/reset")


def test_a_page_that_fails_twice_answers_at_the_third_visit(client: Client) -> None:
    assert [client.get("/trouble/sometimes").status for _ in range(3)] == [503, 503, 200]


def test_megabytes_are_streamed(client: Client) -> None:
    assert 1_900_000 < len(client.get("/trouble/huge?mb=2").body) < 2_100_000


def test_a_slow_answer_does_not_hold_up_the_end() -> None:
    with running_site() as site, socket.create_connection(("127.0.0.1", site.port)) as waiting:
        waiting.sendall(b"GET /trouble/slow?secs=60 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        idle = socket.create_connection(("127.0.0.1", site.port))
        while not site.record.has_visited("/trouble/slow"):
            Client(site).get("/static/site.css")
    idle.close()


def test_only_the_right_password_signs_in(site: Site, client: Client) -> None:
    assert client.post("/members/login", user="ada", password="wrong").status == 403
    assert client.post("/members/login", user="ada", password="spinnaker-9").status == 303
    assert b"C 17" in client.get("/members/").body
    assert site.record.logins == ["ada"]


def test_a_mistake_of_the_site_is_raised_at_its_end() -> None:
    mistake = pytest.raises(ValueError, match="invalid literal")
    with mistake, running_site() as site, pytest.raises(http.client.RemoteDisconnected):
        Client(site).get("/trouble/huge?mb=many")
