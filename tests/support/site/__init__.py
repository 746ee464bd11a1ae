"""A web site for tests: real HTTP on 127.0.0.1, equal pages each time, a record of what came.

Most tests want just this::

    with running_site() as site:
        await page.goto(site.url("/shop/"))
        ...
        assert [order.lines for order in site.record.orders] == [(("danforth-anchor", 2),)]

``/`` leads to every part: a chandler's shop, documentation, a form of three steps, downloads, an
endless logbook, and pages that mean ill or work badly. Nothing on it is tailored to any agent."""

from tests.support.site.record import Order, Record, Submission, Visit
from tests.support.site.server import Site, running_site

__all__ = ["Order", "Record", "Site", "Submission", "Visit", "running_site"]
