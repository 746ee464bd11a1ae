"""`python -m tests.first_contact install|run|report`, told in `docs/first-contact.md`."""

import argparse
import sys
from pathlib import Path

from tests.first_contact.cards import Card, all_cards
from tests.first_contact.installing import install
from tests.first_contact.ledger import Ledger
from tests.first_contact.measuring import Measuring
from tests.first_contact.reporting import table


def main() -> int:
    """Do what the command line asks for."""
    asked = _parser().parse_args()
    if asked.command == "report":
        print(table(Ledger().corrected_lines()))
        return 0
    cards = _chosen(asked.cards, asked.wave)
    if not cards:
        print("No such card; say names of files in tests/first_contact/cards, or --wave N.")
        return 2
    if asked.command == "install":
        install(cards)
    if asked.command == "run":
        return _run(cards, asked)
    return 0


def _run(cards: list[Card], asked: argparse.Namespace) -> int:
    """Run the cards' goals; with --new only those that have never met the product."""
    known = {(line["card"], line["goal"]) for line in Ledger().first_lines()}
    measuring = Measuring(asked.runs.resolve())
    for card in cards:
        for name in card.names():
            is_wanted = not asked.goal or name in asked.goal
            if is_wanted and not (asked.new and (card.name, name) in known):
                measuring.one(card, name)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.first_contact", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("report", help="print issue 15's figures")
    for name, tells in (("install", "install what cards need"), ("run", "run and judge cards")):
        command = commands.add_parser(name, help=tells)
        command.add_argument("cards", nargs="*", metavar="CARD")
        command.add_argument("--wave", type=int, help="all cards of a wave")
        if name == "run":
            command.add_argument("--goal", action="append", help="only goals of this name")
            command.add_argument("--new", action="store_true", help="only first contacts")
            command.add_argument("--runs", type=Path, required=True, help="keep exports here")
    return parser


def _chosen(names: list[str], wave: int | None) -> list[Card]:
    return [card for card in all_cards() if card.name in names or card.wave == wave]


if __name__ == "__main__":
    sys.exit(main())
