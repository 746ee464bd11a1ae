"""What must not be seen: found by rules, replaced by dots, covered in pictures."""
