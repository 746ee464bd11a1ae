"""What several rooms are made of: the look, the words, small parts, trees of rows."""
