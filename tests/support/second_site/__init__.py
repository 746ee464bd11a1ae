"""A second web site for tests, in two halves: a library and a small town's services.

It judges: nothing in the engine is written with these pages in mind, and they look as such sites do
(a notice about cookies, tabs, dialogs, toasts, cards that a script draws, errors that the server
finds). ``/library/`` and ``/town/`` are where they begin. What arrived is in ``site.record``, kept
as the first site keeps it; ``record.forms`` are all forms that were taken, each with its ``form``.
"""

from tests.support.second_site.site import SecondSite, running_second_site

__all__ = ["SecondSite", "running_second_site"]
