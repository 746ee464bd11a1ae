"""Rows of tables and lists: what stands in one, and what tells it apart from those beside it."""

from engine.domain.web.pages import Page, WebElement
from engine.language.labels import tokens

_SHORT_CHARS = 3


def cells_of(element: WebElement, page: Page) -> list[str]:
    """Of the row in which it stands."""
    rows = (each.split(" | ") for each in page.text.splitlines())
    return [e for row in rows if " ".join(row) == element.context for e in row]


def happened_to_another(pressed: WebElement, old: Page, page: Page) -> bool:
    """Its own row stands there as it did, and of those that have the same control another not."""
    stands = {each.context for each in page.elements if each.name == pressed.name}
    alike = {each.context for each in old.elements if each.name == pressed.name}
    return pressed.context in stands - {""} and not alike <= stands


def is_of_another(line: str, pressed: WebElement, old: Page) -> bool:
    """It names what another row alone has, of those that have the same control, and nothing of what
    only its own row has. Words that both have tell them not apart. A row that the dialog names in
    which it was pressed is its own."""
    alike = [each for each in old.elements if each.name == pressed.name and each.context]
    own, said = set(tokens(pressed.context)), set(tokens(line))
    for each in alike:
        its, cells = set(tokens(each.context)), cells_of(each, old) or [each.context]
        telling = (cell for cell in cells if len(cell) > _SHORT_CHARS and cell != pressed.name)
        if pressed.dialog and any(own.issuperset(tokens(cell)) for cell in telling):
            continue
        alone = (set(tokens(cell)) - own for cell in cells)
        if any(cell and cell <= said for cell in alone) and not (own - its) & said:
            return True
    return False


def is_of_its_row(line: str, pressed: WebElement, old: Page) -> bool:
    """It names what its own row alone has, of several that have the same control."""
    alike = [each for each in old.elements if each.name == pressed.name and each != pressed]
    own = set(tokens(pressed.context)).difference(*(tokens(each.context) for each in alike))
    return bool(alike) and any(len(e) > 1 and e.isalpha() for e in own & set(tokens(line)))
