"""How long texts from outside are at most, in characters: cut where they come in, so that whatever
reads them has an end. Pages are cut by their own script, replies of models on the wire."""

MOST_NAME_CHARS = 1_000
"""Of a label, a title or a name: nothing that somebody would point at is longer."""
MOST_TEXT_CHARS = 4_000
"""Of what a field or an area of text holds."""
MOST_GOAL_CHARS = 20_000
"""Of a goal, some 1,500 clauses: a longer one is refused."""
