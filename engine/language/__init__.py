"""Language: pure functions over words, which every room may use; no screen, no loop, no files."""
