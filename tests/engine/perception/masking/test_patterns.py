"""What is found in a text, and what looks like it and is not."""

from __future__ import annotations

import pytest

from engine.domain.zones import MASK, fits_mask
from engine.perception.masking.rules import MaskRules, PatternUnusable, own_pattern

RULES = MaskRules()
GIT_HUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Write to jo.doe+x@mail.example.org.", f"Write to {MASK}."),
        ("<a@b.de>, jörg@müller.de", f"<{MASK}>, {MASK}"),
        ("Card 4111 1111 1111 1111 12/27", f"Card {MASK} 12/27"),
        ("4111-1111-1111-1111, 378282246310005", f"{MASK}, {MASK}"),
        ("No. 12 4111111111111111", f"No. 12 {MASK}"),
        ("sk-proj-abcdefghijklmnopqrst", MASK),
        (f"token={GIT_HUB};", f"token={MASK};"),
        ("AKIAIOSFODNN7EXAMPLE", MASK),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", MASK),
        ("8c7d1f0e-3b2a-4d5e-9f8a-0b1c2d3e4f5a", MASK),
        ("https://h/?t=aB3-xY9_kQ2zR7-mN4pL8sT1vW6", f"https://h/?t={MASK}"),
        ("key 9f86d081884c7d659a2feaa0c55ad015 end", f"key {MASK} end"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", MASK),
        ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", MASK),
        ("/x9K2+a7Bq3/d4Fz8k2L/9pm3N7Qz1==", MASK),
        ("/var/lib/overlay2/3f9a8b7c6d5e4f3a2b1c/merged", f"/var/lib/overlay2/{MASK}/merged"),
    ],
)
def test_what_is_nobodys_business_becomes_dots(text: str, left: str) -> None:
    assert RULES.masked(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "user@host, @mention, a@b",
        "4111 1111 1111 1112",
        "1700000000000 ms",
        "Order 1234567890123456",
        "/home/jane/Documents/Reports2024/quarter1/summary",
        "A_rather_long_snake_case_name_of_2024_reports",
        "Pneumonoultramicroscopicsilicovolcanoconiosis",
        "https://example.org/some/path/to/a/page-about-things",
        "/tmp/practice-a1b2c3d4/note",
        "pilothouse-practice-x9y8z7w6",
        "/tmp/pytest-of-x1/t-0k1m2n3p/practice-q4r5s6t7/note",
        "/home/u1/x9K2/a7Bq3/d4Fz8/k2L9p/m3N7/tmp4f9x2k1b/out1",
        "task-management-department-overview",
        "4" * 60,
        "=" * 80,
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert RULES.masked(text) == text


def test_what_the_goal_says_is_not_masked() -> None:
    rules = RULES.exempting("Send the file to Jo@Example.org")
    assert rules.masked("To: jo@example.org, al@example.org") == f"To: jo@example.org, {MASK}"


def test_only_the_patterns_that_were_chosen_are_looked_for() -> None:
    rules = MaskRules(patterns=(own_pattern(r"INV-\d+"),))
    assert rules.masked("INV-12 for a@b.de") == f"{MASK} for a@b.de"
    assert MaskRules(patterns=()).least_chars is None and RULES.least_chars == 6


@pytest.mark.parametrize(("expression", "why"), [("(", "is not a regular"), ("x*", "empty text")])
def test_an_expression_that_can_not_be_used_says_why(expression: str, why: str) -> None:
    with pytest.raises(PatternUnusable, match=why):
        own_pattern(expression)


def test_a_masked_text_still_shows_what_it_can_not_be() -> None:
    assert fits_mask(f"To {MASK}!", "To you!") and not fits_mask(f"To {MASK}!", "For you!")
    assert fits_mask("plain", "plain") and not fits_mask("plain", "plane")
