"""What is done on real applications and then taken back, by how it is taken back.

Most of these applications were not made for this project. What can't be taken back stands at the
end: there it counts that it was said beforehand."""

from __future__ import annotations

from tests.suites.reversal_of_choices import CHOICES, SELECTIONS, TOGGLES
from tests.suites.reversal_of_motion import DRAGS, KEYS, SCROLLS
from tests.suites.reversal_of_nothing import IRREVERSIBLE
from tests.suites.reversal_of_texts import TEXTS, UNDONE
from tests.suites.reversal_of_windows import LEFT, MENUS, WINDOWS

REVERSIBLE = (
    *(*TOGGLES, *LEFT, *TEXTS, *MENUS, *WINDOWS, *KEYS),
    *(*DRAGS, *SELECTIONS, *SCROLLS, *UNDONE, *CHOICES),
)
ALL = (*REVERSIBLE, *IRREVERSIBLE)
