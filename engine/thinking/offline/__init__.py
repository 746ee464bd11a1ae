"""The offline thinker: plans from plain-language goals, without any model.

The data's way: goal text → ``engine.language.goals`` (clauses) → ``planning``
(one planner per kind of clause, on the zones in sight) → ``Desk`` (a short segment).
It is deterministic: the same goal on the same situation gives the same plan."""
