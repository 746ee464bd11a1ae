"""A goal's text read once, for the navigator and every thinker.

The data's way: text → ``goals`` → ``kinds`` (what its artifact is) and ``parts`` (phrases of one
verb each) → ``tasks`` → ``things``, ``conditions``, ``values`` and ``questions``.
"""
