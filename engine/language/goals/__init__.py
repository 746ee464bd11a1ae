"""Goals: from plain language to clauses, the one step language of the desktop and the web.

Pieces (``pieces``) become clauses (``clauses``) by one reader for each group of verbs; ``reader``
puts them together. What a surface can't do is refused while reading."""
